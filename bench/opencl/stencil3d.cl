// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/stencil3d.hsail in OpenCL C; parameters in the order of its kernarg segments.
// the grid is the data's own size
kernel void stencil3d(global const float *in, global float *out, float c0, float c1)
{
	size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
	size_t nx = get_global_size(0), ny = get_global_size(1), nz = get_global_size(2);
	size_t row = nx, plane = nx * ny, i = z * plane + y * row + x;
	float p = in[i];
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
		float sum = in[i - 1] + in[i + 1];
		sum += in[i - row];
		sum += in[i + row];
		sum += in[i - plane];
		sum += in[i + plane];
		p = fma(sum, c1, p * c0);
	}
	out[i] = p;
}
