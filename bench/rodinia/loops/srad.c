/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

void rodinia_srad_extract(float *image, size_t count)
{
#pragma omp parallel for
	for (size_t i = 0; i < count; i++)
		image[i] = expf(image[i] / 255);
}

void rodinia_srad_compress(float *image, size_t count)
{
#pragma omp parallel for
	for (size_t i = 0; i < count; i++)
		image[i] = logf(image[i]) * 255;
}

/* The variance over the square of the mean. */
float rodinia_srad_speckle(const float *image, size_t count)
{
	double sum = 0, sum2 = 0;
#pragma omp parallel for reduction(+ : sum, sum2)
	for (size_t i = 0; i < count; i++) {
		double v = (double)image[i];
		sum += v;
		sum2 += v * v;
	}
	double mean = sum / (double)count;
	return (float)((sum2 / (double)count - mean * mean) / (mean * mean));
}

void rodinia_srad(const float *image, size_t rows, size_t columns, float q0sqr,
	const struct rodinia_srad *v)
{
#pragma omp parallel for
	for (size_t j = 0; j < columns; j++) {
		const float *west = image + (j > 0 ? j - 1 : j) * rows;
		const float *east = image + (j < columns - 1 ? j + 1 : j) * rows;
		const float *middle = image + j * rows;
		for (size_t i = 0; i < rows; i++) {
			size_t at = j * rows + i;
			float here = middle[i], n = middle[i > 0 ? i - 1 : i] - here;
			float s = middle[i < rows - 1 ? i + 1 : i] - here;
			float w = west[i] - here, e = east[i] - here;
			float gradient = (n * n + s * s + w * w + e * e) / (here * here);
			float laplacian = (n + s + w + e) / here;
			float slope = 1 + 0.25f * laplacian;
			float q = (0.5f * gradient - 0.0625f * laplacian * laplacian) /
			          (slope * slope);
			float c = 1 / (1 + (q - q0sqr) / (q0sqr * (1 + q0sqr)));
			v->north[at] = n;
			v->south[at] = s;
			v->east[at] = e;
			v->west[at] = w;
			v->c[at] = c < 0 ? 0 : c > 1 ? 1 : c;
		}
	}
}

void rodinia_srad2(float *image, size_t rows, size_t columns, float lambda,
	const struct rodinia_srad *v)
{
#pragma omp parallel for
	for (size_t j = 0; j < columns; j++) {
		const float *c = v->c + j * rows;
		const float *east = v->c + (j < columns - 1 ? j + 1 : j) * rows;
		for (size_t i = 0; i < rows; i++) {
			size_t at = j * rows + i;
			image[at] += 0.25f * lambda *
			             (c[i] * (v->north[at] + v->west[at]) +
					     c[i < rows - 1 ? i + 1 : i] * v->south[at] +
					     east[i] * v->east[at]);
		}
	}
}
