/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The discrete Fourier transform as its definition says, in double, of up to three dimensions; and
 * numbers at random. */
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

static inline double turns(int i, int j, int n)
{
	return (double)(i * j % n) / n;
}

/* Sizes that are not there are 1. */
static inline void dft(const int *n, const struct complex_number *from, struct complex_number *to,
	int sign)
{
	int total = n[0] * n[1] * n[2];
	for (int k = 0; k < total; k++) {
		double x = 0, y = 0;
		for (int j = 0; j < total; j++) {
			double angle = sign * 2 * 3.14159265358979323846 *
			               (turns(k / n[2] / n[1], j / n[2] / n[1], n[0]) +
					       turns(k / n[2] % n[1], j / n[2] % n[1], n[1]) +
					       turns(k % n[2], j % n[2], n[2]));
			x += from[j].x * cos(angle) - from[j].y * sin(angle);
			y += from[j].x * sin(angle) + from[j].y * cos(angle);
		}
		to[k].x = x;
		to[k].y = y;
	}
}

#endif
