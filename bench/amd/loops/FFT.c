/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>
#include <string.h>

enum { N = 1024 };

/* Radix 2 in Stockham's order; w are the powers of exp(-2 pi i / N). */
static void transform(float *re, float *im, const float *wre, const float *wim)
{
	float out_re[N], out_im[N];
	for (size_t done = 1; done < N; done *= 2) {
		for (size_t first = 0; first < N / 2; first += done) {
			for (size_t k = 0; k < done; k++) {
				size_t a = first + k, b = a + N / 2, to = 2 * first + k;
				float c = wre[k * (N / 2 / done)], s = wim[k * (N / 2 / done)];
				float x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
				out_re[to] = re[a] + x;
				out_im[to] = im[a] + y;
				out_re[to + done] = re[a] - x;
				out_im[to + done] = im[a] - y;
			}
		}
		memcpy(re, out_re, sizeof out_re);
		memcpy(im, out_im, sizeof out_im);
	}
}

void amd_fft(float *re, float *im, size_t n)
{
	float wre[N / 2], wim[N / 2];
	for (size_t k = 0; k < N / 2; k++) {
		double angle = -6.283185307179586 * (double)k / N;
		wre[k] = (float)cos(angle);
		wim[k] = (float)sin(angle);
	}
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		transform(re + i * N, im + i * N, wre, wim);
}
