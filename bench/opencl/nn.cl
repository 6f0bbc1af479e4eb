// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/nn.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel void nn_distance(global const float2 *records, global float *distance, uint n, float lat,
	float lng)
{
	size_t i = get_global_id(0);
	if (i >= n)
		return;
	float a = lat - records[i].x, b = lng - records[i].y;
	distance[i] = sqrt(a * a + b * b);
}
