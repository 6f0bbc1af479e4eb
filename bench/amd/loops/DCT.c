/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

enum { N = 8 };

/* to = matrix^T * from or, for the inverse, matrix * from; rows are `stride` apart. */
static void multiply(const float *matrix, const float *from, size_t from_stride, float *to,
	size_t to_stride, int inverse)
{
	for (size_t i = 0; i < N; i++) {
		float sum[N] = {0};
		for (size_t k = 0; k < N; k++) {
			float a = inverse ? matrix[i * N + k] : matrix[k * N + i];
			for (size_t j = 0; j < N; j++)
				sum[j] += a * from[k * from_stride + j];
		}
		for (size_t j = 0; j < N; j++)
			to[i * to_stride + j] = sum[j];
	}
}

/* Blocks of 8 x 8 of a square of `size`, twice from the left. */
void amd_dct(const float *in, float *out, const float *matrix, size_t size, int inverse)
{
#pragma omp parallel for
	for (size_t y = 0; y < size; y += N) {
		for (size_t x = 0; x < size; x += N) {
			float inter[N * N];
			multiply(matrix, in + y * size + x, size, inter, N, inverse);
			multiply(matrix, inter, N, out + y * size + x, size, inverse);
		}
	}
}
