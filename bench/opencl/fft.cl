// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/fft.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel void fft_pass(global const float2 *src, global float2 *dst, uint n, uint ns)
{
	uint j = get_global_id(0), k = j & (ns - 1), o = 2 * j - k;
	float2 v0 = src[j], v1 = src[j + n / 2];
	float angle = (float)k / (float)ns * -3.14159265358979f;
	float c = native_cos(angle), s = native_sin(angle);
	float2 t = (float2)(v1.x * c - v1.y * s, fma(v1.y, c, v1.x * s));
	dst[o] = v0 + t;
	dst[o + ns] = v0 - t;
}
