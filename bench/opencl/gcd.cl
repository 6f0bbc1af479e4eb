// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/gcd.hsail in OpenCL C; parameters in the order of its kernarg segments.
uint gcd(uint a, uint b)
{
	while (b != 0) {
		uint r = a % b;
		a = b;
		b = r;
	}
	return a;
}

kernel void gcd_all(
	global const uint *a, global const uint *b, global uint *out, uint c, uint n)
{
	size_t i = get_global_id(0);
	if (i < n)
		out[i] = gcd(gcd(a[i], b[i]), c);
}
