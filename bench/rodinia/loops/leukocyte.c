/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>
#include <string.h>

enum { POINTS = 150, CIRCLES = 7, MARGIN = 22 };

/* The square of the mean over the variance of the outward gradient on a circle around a pixel. */
static float circle_score(const float *grad_x, const float *grad_y, const float *sines,
	const float *cosines, const int32_t *to_x, const int32_t *to_y, size_t at, int32_t step)
{
	float values[POINTS], mean = 0, squares = 0;
	for (int p = 0; p < POINTS; p++) {
		size_t there = at + (size_t)(to_x[p] * step + to_y[p]);
		values[p] = grad_x[there] * cosines[p] + grad_y[there] * sines[p];
		mean += values[p];
	}
	mean /= POINTS;
	for (int p = 0; p < POINTS; p++)
		squares += (values[p] - mean) * (values[p] - mean);
	return mean * mean / (squares / (POINTS - 1));
}

void rodinia_leukocyte_gicov(const float *grad_x, const float *grad_y, const float *sines,
	const float *cosines, const int32_t *to_x, const int32_t *to_y, float *gicov, size_t m,
	size_t n)
{
#pragma omp parallel for
	for (size_t x = MARGIN; x < n - MARGIN; x++) {
		for (size_t y = MARGIN; y < m - MARGIN; y++) {
			float best = 0;
			for (size_t c = 0; c < CIRCLES; c++) {
				float score = circle_score(grad_x, grad_y, sines, cosines,
					to_x + c * POINTS, to_y + c * POINTS, x * m + y,
					(int32_t)m);
				best = score > best ? score : best;
			}
			gicov[x * m + y] = best;
		}
	}
}

static float greatest_below(const float *in, const float *strel, size_t x, size_t y, size_t m,
	size_t n, size_t size)
{
	size_t half = size / 2;
	float best = 0;
	for (size_t a = y < half ? half - y : 0; a < size && y + a < m + half; a++)
		for (size_t b = x < half ? half - x : 0; b < size && x + b < n + half; b++)
			if (strel[a * size + b] != 0)
				best = fmaxf(best, in[(x + b - half) * m + y + a - half]);
	return best;
}

void rodinia_leukocyte_dilate(const float *in, const float *strel, float *dilated, size_t m,
	size_t n, size_t size)
{
#pragma omp parallel for
	for (size_t y = 0; y < m; y++)
		for (size_t x = 0; x < n; x++)
			dilated[y * n + x] = greatest_below(in, strel, x, y, m, n, size);
}

static float flow(float difference, float motion, float sharpness)
{
	return difference * (atanf(difference * motion * sharpness) / 3.14159f + 0.5f);
}

/* The sum of the changes. */
static float follow_once(const float *field, const float *image, float *next, int32_t m, int32_t n,
	float vx, float vy, float sharpness)
{
	float change = 0;
	for (int32_t p = 0; p < m * n; p++) {
		int32_t i = p / n, j = p % n;
		float old = field[p], sum = 0;
		for (int32_t a = -1; a <= 1; a++) {
			for (int32_t b = -1; b <= 1; b++) {
				int32_t y = i + a < 0 || i + a == m ? i : i + a;
				int32_t x = j + b < 0 || j + b == n ? j : j + b;
				sum += flow(field[y * n + x] - old, (float)b * vx + (float)a * vy,
					sharpness);
			}
		}
		float value = old + 0.1f * sum;
		next[p] = value - 0.2f * image[p] * (value - image[p]);
		change += fabsf(next[p] - old);
	}
	return change;
}

void rodinia_leukocyte_follow(float *fields, const float *images, const int32_t *offsets,
	const int32_t *heights, const int32_t *widths, size_t cells, float vx, float vy, float e,
	int32_t iterations, float cutoff)
{
#pragma omp parallel for
	for (size_t c = 0; c < cells; c++) {
		float next[41 * 81], *field = fields + offsets[c];
		int32_t pixels = heights[c] * widths[c];
		for (int32_t i = 0; i < iterations; i++) {
			float change = follow_once(field, images + offsets[c], next, heights[c],
				widths[c], vx, vy, 1 / e);
			memcpy(field, next, (size_t)pixels * sizeof(float));
			if (change / (float)pixels < cutoff)
				break;
		}
	}
}
