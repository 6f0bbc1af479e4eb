/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

static float fade(float t)
{
	return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float slope(uint32_t hash, float x, float y, float z)
{
	uint32_t h = hash & 15;
	float u = h < 8 || h == 12 || h == 13 ? x : y, v = h < 4 || h == 12 || h == 13 ? y : z;
	return (h & 1 ? -u : u) + (h & 2 ? -v : v);
}

static float between(float t, float a, float b)
{
	return fmaf(t, b - a, a);
}

static float noise(const uint32_t *table, float x, float y, float z)
{
	float fx = floorf(x), fy = floorf(y), fz = floorf(z);
	uint32_t i = (uint32_t)(int)fx & 255, j = (uint32_t)(int)fy & 255;
	uint32_t k = (uint32_t)(int)fz & 255;
	x -= fx, y -= fy, z -= fz;
	uint32_t a = table[i] + j, b = table[i + 1] + j;
	const uint32_t *aa = table + table[a] + k, *ab = table + table[a + 1] + k;
	const uint32_t *ba = table + table[b] + k, *bb = table + table[b + 1] + k;
	float u = fade(x), v = fade(y), sides[2];
	for (int up = 0; up < 2; up++) {
		float above = z - (float)up;
		sides[up] = between(v,
			between(u, slope(aa[up], x, y, above), slope(ba[up], x - 1, y, above)),
			between(u, slope(ab[up], x, y - 1, above),
				slope(bb[up], x - 1, y - 1, above)));
	}
	return between(fade(z), sides[0], sides[1]);
}

void ispc_turbulence(const uint32_t *table, float *restrict out, float x0, float y0, float dx,
	float dy, float z, uint32_t width, uint32_t height, uint32_t octaves)
{
#pragma omp parallel for
	for (uint32_t j = 0; j < height; j++) {
		for (uint32_t i = 0; i < width; i++) {
			float x = fmaf((float)i, dx, x0), y = fmaf((float)j, dy, y0);
			float sum = 0, scale = 1, weight = 1;
			for (uint32_t o = 0; o < octaves; o++) {
				sum += fabsf(noise(table, scale * x, scale * y, scale * z)) *
				       weight;
				scale *= 2.0f, weight *= 0.5f;
			}
			out[j * width + i] = sum * 0.5f;
		}
	}
}
