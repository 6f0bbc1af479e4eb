/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

/* Element 0 of each layer and column 0 of the weights belong to the bias. */

void rodinia_backprop_forward(const float *input, const float *weights, float *sums, size_t in,
	size_t hid)
{
	for (size_t h = 1; h <= hid; h++)
		sums[h] = 0;
#pragma omp parallel for reduction(+ : sums[1 : hid])
	for (size_t i = 1; i <= in; i++)
		for (size_t h = 1; h <= hid; h++)
			sums[h] += weights[i * (hid + 1) + h] * input[i];
}

void rodinia_backprop_adjust(const float *delta, size_t hid, const float *layer, size_t in,
	float *weights, float *before)
{
#pragma omp parallel for
	for (size_t i = 0; i <= in; i++) {
		float unit = i == 0 ? 1 : layer[i];
		for (size_t h = 1; h <= hid; h++) {
			size_t at = i * (hid + 1) + h;
			float change = 0.3f * delta[h] * unit + 0.3f * before[at];
			weights[at] += change;
			before[at] = change;
		}
	}
}
