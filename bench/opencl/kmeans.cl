// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/kmeans.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel void kmeans_swap(
	global const float *feature, global float *swapped, uint npoints, uint nfeatures)
{
	size_t p = get_global_id(0);
	if (p >= npoints)
		return;
	for (uint l = 0; l < nfeatures; l++)
		swapped[l * npoints + p] = feature[p * nfeatures + l];
}

kernel void kmeans_assign(global const float *swapped, global const float *clusters,
	global uint *membership, uint npoints, uint nclusters, uint nfeatures)
{
	size_t p = get_global_id(0);
	if (p >= npoints)
		return;
	float best = FLT_MAX;
	uint nearest = 0;
	for (uint c = 0; c < nclusters; c++) {
		float distance = 0;
		for (uint l = 0; l < nfeatures; l++) {
			float d = swapped[l * npoints + p] - clusters[c * nfeatures + l];
			distance = fma(d, d, distance);
		}
		if (distance < best) {
			best = distance;
			nearest = c;
		}
	}
	membership[p] = nearest;
}

kernel void kmeans_update(global const float *swapped, global float *clusters,
	global const uint *membership, uint npoints, uint nfeatures)
{
	size_t l = get_global_id(0), c = get_global_id(1);
	if (l >= nfeatures)
		return;
	double sum = 0;
	uint members = 0;
	for (uint p = 0; p < npoints; p++) {
		if (membership[p] == c) {
			sum += swapped[l * npoints + p];
			members++;
		}
	}
	if (members)
		clusters[c * nfeatures + l] = sum / members;
}
