/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <float.h>
#include <math.h>

void rodinia_kmeans_swap(const float *feature, float *swapped, size_t npoints, size_t nfeatures)
{
#pragma omp parallel for
	for (size_t p = 0; p < npoints; p++)
		for (size_t f = 0; f < nfeatures; f++)
			swapped[f * npoints + p] = feature[p * nfeatures + f];
}

void rodinia_kmeans(const float *feature, const float *clusters, int32_t *membership,
	size_t npoints, size_t nclusters, size_t nfeatures)
{
#pragma omp parallel for
	for (size_t p = 0; p < npoints; p++) {
		float least = FLT_MAX;
		size_t nearest = 0;
		for (size_t c = 0; c < nclusters; c++) {
			float distance = 0;
			for (size_t f = 0; f < nfeatures; f++) {
				float d = feature[f * npoints + p] - clusters[c * nfeatures + f];
				distance = fmaf(d, d, distance);
			}
			if (distance < least) {
				least = distance;
				nearest = c;
			}
		}
		membership[p] = (int32_t)nearest;
	}
}
