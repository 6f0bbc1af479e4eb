/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>
#include <stdlib.h>

static float lcg_uniform(int32_t *seed)
{
	*seed = (int32_t)(1103515245u * (uint32_t)*seed + 12345) % INT32_MAX;
	return fabsf((float)*seed / (float)INT32_MAX);
}

static float lcg_normal(int32_t *seed)
{
	float u = lcg_uniform(seed), v = lcg_uniform(seed);
	return sqrtf(-2 * logf(u)) * cosf(6.28318530717958647692f * v);
}

/* Moves the particles, weighs them by the pixels of a frame below them and draws u[0]. */
void rodinia_particlefilter_weigh(float *x, float *y, const float *old_x, const float *old_y,
	int32_t *seed, float *weights, float *u, size_t n, const int32_t *disc, size_t points,
	const uint8_t *video, size_t pixels, size_t height, size_t frames, size_t frame)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		x[i] = old_x[i] + 1 + 5 * lcg_normal(&seed[i]);
		y[i] = old_y[i] - 2 + 2 * lcg_normal(&seed[i]);
		float sum = 0;
		for (size_t p = 0; p < points; p++) {
			int64_t pixel = ((int64_t)x[i] + disc[2 * p + 1]) * (int64_t)height +
			                (int64_t)y[i] + disc[2 * p];
			size_t at = (size_t)llabs(pixel * (int64_t)frames + (int64_t)frame);
			float value = video[at < pixels * frames ? at : 0];
			sum += ((value - 100) * (value - 100) - (value - 228) * (value - 228)) / 50;
		}
		weights[i] = expf(sum / (float)points - 300) / (float)n;
	}
	u[0] = lcg_uniform(&seed[0]) / (float)n;
}

void rodinia_particlefilter_draw(const float *x, const float *y, const float *weights, float *cdf,
	float *u, float *new_x, float *new_y, size_t n)
{
	float sum = 0, running = 0;
	for (size_t i = 0; i < n; i++)
		sum += weights[i];
	for (size_t i = 0; i < n; i++)
		cdf[i] = running += weights[i] / sum;
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		float at = u[0] + (float)i / (float)n;
		size_t k = 0;
		while (k + 1 < n && cdf[k] < at)
			k++;
		new_x[i] = x[k];
		new_y[i] = y[k];
	}
}

void rodinia_particlefilter_naive(const double *x, const double *y, const double *cdf,
	const double *u, double *new_x, double *new_y, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;
		while (k + 1 < n && cdf[k] < u[i])
			k++;
		new_x[i] = x[k];
		new_y[i] = y[k];
	}
}
