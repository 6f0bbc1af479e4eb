// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's kmeans, written anew: transposition of the features, and the nearest centre of each point.
kernel void kmeans_swap(
	global const float *feature, global float *feature_swap, int npoints, int nfeatures)
{
	int p = get_global_id(0);
	if (p >= npoints)
		return;
	for (int f = 0; f < nfeatures; f++)
		feature_swap[f * npoints + p] = feature[p * nfeatures + f];
}

// `feature` is transposed; `offset` and `size` are not used.
kernel void kmeans_kernel_c(global const float *feature, global const float *clusters,
	global int *membership, int npoints, int nclusters, int nfeatures, int offset, int size)
{
	int p = get_global_id(0);
	if (p >= npoints)
		return;
	float least = FLT_MAX;
	int nearest = 0;
	for (int c = 0; c < nclusters; c++) {
		float distance = 0;
		for (int f = 0; f < nfeatures; f++) {
			float d = feature[f * npoints + p] - clusters[c * nfeatures + f];
			distance = fma(d, d, distance);
		}
		if (distance < least) {
			least = distance;
			nearest = c;
		}
	}
	membership[p] = nearest;
}
