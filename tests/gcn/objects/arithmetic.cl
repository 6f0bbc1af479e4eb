// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Division, roots, conversions, bits; control flow that lanes share and that they do not; calls.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void divide(global float *f, global double *d, global int *i, global long *l)
{
	uint n = __builtin_amdgcn_workitem_id_x();
	f[n] = f[n + 1] / f[n + 2];
	d[n] = d[n + 1] / d[n + 2];
	i[n] = i[n + 1] / i[n + 2] + i[n + 1] % i[n + 3];
	l[n] = l[n + 1] / l[n + 2];
}

kernel void functions(global float *f, global double *d)
{
	uint n = __builtin_amdgcn_workitem_id_x();
	f[n] = __builtin_sqrtf(f[n]) + __builtin_amdgcn_sinf(f[n + 1]) + __builtin_fmaf(f[n], f[n + 1], f[n + 2]);
	f[n] = -__builtin_fabsf(f[n]) * 2.0f + __builtin_floorf(f[n + 3]) - __builtin_fminf(f[n], 0.3f);
	d[n] = __builtin_sqrt(d[n]) + __builtin_fma(-d[n], d[n + 1], 1.5) * __builtin_fabs(d[n + 2]) + 3.25e10;
	d[n] += __builtin_rint(d[n + 4]) + __builtin_ldexp(d[n + 5], 3);
}

kernel void convert(global float *f, global double *d, global int *i, global ulong *l, global half *h)
{
	uint n = __builtin_amdgcn_workitem_id_x();
	i[n] = (int)f[n] + (uint)d[n] + (int)(uchar)f[n + 1];
	f[n] = (float)l[n] + (float)i[n + 1] + (float)(uchar)i[n + 2];
	l[n] = (ulong)d[n + 2];
	__builtin_store_halff(f[n], &h[n]);
	f[n] += __builtin_load_halff(&h[n + 1]);
}

kernel void bits(global uint *a, global ulong *b)
{
	uint n = __builtin_amdgcn_workitem_id_x();
	a[n] = __builtin_popcount(a[n]) + __builtin_clz(a[n + 1] | 1) + __builtin_bitreverse32(a[n + 2]);
	a[n] ^= (a[n + 3] >> 5 & 0x7f) + __builtin_amdgcn_mbcnt_hi(~0, __builtin_amdgcn_mbcnt_lo(~0, 0));
	b[n] = b[n] * b[n + 1] + __builtin_popcountl(b[n + 2]) - ((long)b[n + 3] >> (a[n] & 63));
	a[n + 5] = __builtin_amdgcn_readfirstlane(a[n + 4]) + (a[n] << 3 | a[n] >> 29);
}

__attribute__((noinline)) float polynomial(float x, global const float *c, int n)
{
	float y = 0;
	for (int k = 0; k < n; k++)
		y = y * x + c[k];
	return y;
}

kernel void flow(global const float *c, global float *a, int n, int kind)
{
	uint l = __builtin_amdgcn_workitem_id_x();
	float x = a[l];
	switch (kind) {
	case 0: x = polynomial(x, c, n); break;
	case 1: x = x * 2; break;
	case 2: x = polynomial(x + 1, c, n / 2); break;
	case 3: x = x > 0 ? 1 / x : -x; break;
	default: while (x < 1000 && x > -1000) x = x * x + c[(int)x & 7];
	}
	if (l & 1)
		for (uint k = l; k < 100; k += 7)
			x += c[k];
	else if (l & 2)
		x -= c[l * 3];
	a[l] = x;
}
