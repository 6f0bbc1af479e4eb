/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The discrete Fourier transform as its definition says, in double, along each of up to three
 * dimensions; and numbers at random. */
#ifndef HSAEMU_TESTS_CUDA_FFT_DFT_H
#define HSAEMU_TESTS_CUDA_FFT_DFT_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) check((int)(call), #call, __LINE__)
static inline void check(int error, const char *call, int line)
{
	if (error != 0) {
		printf("line %d: %s: error %d\n", line, call, error);
		exit(1);
	}
}

struct complex_number {
	double x, y;
};

/* Multiples of 1/8 between -2 and 2, which all types of elements have. */
static inline double next_random(void)
{
	static unsigned state = 12345;
	state = state * 1103515245 + 12345;
	return (int)(state >> 16 & 31) / 8.0 - 2;
}

enum { MOST = 4400 };

static inline void dft_along(int n, int stride, int total, const struct complex_number *from,
	struct complex_number *to, int sign)
{
	static double cosine[MOST], sine[MOST];
	for (int i = 0; i < n; i++) {
		cosine[i] = cos(2 * 3.14159265358979323846 * i / n);
		sine[i] = sign * sin(2 * 3.14159265358979323846 * i / n);
	}
	for (int i = 0; i < total; i++) {
		int k = i / stride % n;
		struct complex_number sum = {0, 0};
		for (int j = 0; j < n; j++) {
			const struct complex_number *v = &from[i + (j - k) * stride];
			double c = cosine[k * j % n], s = sine[k * j % n];
			sum.x += v->x * c - v->y * s;
			sum.y += v->x * s + v->y * c;
		}
		to[i] = sum;
	}
}

/* Sizes that are not there are 1. */
static inline void dft(const int *n, const struct complex_number *from, struct complex_number *to,
	int sign)
{
	static struct complex_number a[MOST], b[MOST];
	int total = n[0] * n[1] * n[2];
	dft_along(n[2], 1, total, from, a, sign);
	dft_along(n[1], n[2], total, a, b, sign);
	dft_along(n[0], n[1] * n[2], total, b, to, sign);
}

#endif
