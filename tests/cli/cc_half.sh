# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL C: arithmetic and functions of half, shuffles and ballots of sub-groups, atomics of floating point,
# packed dot products.
. "$T/compile.subr"
cat >h.cl <<'C'
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void h(global half *a, global half4 *v, global int *o, global atomic_float *f, global atomic_double *d)
{
	local int l;
	int i = get_local_id(0);
	half x = a[i];
	a[i] = x * x + (half)1 - fabs(x) / 2;
	if (i == 0) {
		half4 y = convert_half4((float4)(1, 4, 9, 16));
		v[0] = sqrt(y) * v[1] + hypot(y, (half4)3).xxyy;
		o[8] = (int)(1000 * pow((half)2, (half)0.5)) + (int)convert_half(7.9f) + (x < (half)1);
		o[9] = dot_4x8packed_ss_int(0x01ff8002, 0x02037f04), o[10] = dot_acc_sat_4x8packed_uu_uint(~0u, ~0u, 0xfffffff0) == ~0u;
		o[11] = mad_hi(1 << 30, 12, 5) + mad_hi((uchar4)200, (uchar4)200, (uchar4)1).z;
		o[12] = (get_fence((int *)&l) == CLK_LOCAL_MEM_FENCE) + 2 * (get_fence((int *)o) == CLK_GLOBAL_MEM_FENCE);
	}
	int s = sub_group_shuffle(i, 31 - i) + 100 * sub_group_shuffle_xor(i, 3) + 10000 * sub_group_shuffle_down(i, i < 30 ? 2u : 0u);
	uint4 odd = sub_group_ballot(i & 1);
	if (i == 5)
		o[0] = s, o[1] = (int)odd.x, o[2] = sub_group_ballot_bit_count(odd) + 100 * sub_group_ballot_find_lsb(odd) + 1000 * sub_group_ballot_find_msb(odd);
	float z = sub_group_shuffle_up((float)i, i ? 1u : 0u);
	if (i == 7)
		o[3] = (int)z, o[4] = sub_group_inverse_ballot(odd), o[5] = (int)get_sub_group_ge_mask().x;
	if (sub_group_elect())
		o[6] = i;
	atomic_fetch_add(f, i * 0.5f);
	atomic_fetch_max_explicit(d, (double)i, memory_order_relaxed, memory_scope_device);
	atomic_fetch_sub(d + 1, 0.25);
	if (i == 31)
		o[7] = (int)atomic_exchange(f + 1, 9.0f);
}
C
hsaemu-cc -cl-std=CL3.0 h.cl -o h.img
runs h.img <<'R'
buffer a f16[32]: ramp(-4, 0.25)
buffer v f16[8]: list(0, 0, 0, 0, 1, 2, 3, 4)
buffer o s32[13]
buffer f f32[2]: list(1, 7)
buffer d f64[2]: list(3, 8)
dispatch &h grid(32) group(32) args(a, v, o, f, d)
check v: list(4.1640625, 7.1640625, 14, 21, 1, 2, 3, 4)
check o: list(70626, -1431655766, 31116, 6, 1, -128, 0, 7, 1422, -16249, 1, 165, 3)
check f: list(249, 9)
check d: list(31, 0)
check a: list(15, 13.1875, 11.5, 9.9375, 8.5, 7.1875, 6, 4.9375, 4, 3.1875, 2.5, 1.9375, 1.5, 1.1875, 1, 0.9375, 1, 0.9375, 1, 1.1875, 1.5, 1.9375, 2.5, 3.1875, 4, 4.9375, 6, 7.1875, 8.5, 9.9375, 11.5, 13.1875)
R
# Halves in program scope, which have no vector around them; products of longer vectors.
cat >g.cl <<'C'
constant half c = -2.5h;
global half g = 1.5h, zero = 0, inf = INFINITY;
#ifdef cl_khr_int64
kernel void k(global float *o)
{
	half x = 2;
	o[0] = c, o[1] = g, o[2] = zero, o[3] = isinf(inf);
	g = x;
	o[4] = g, o[5] = dot((half8)x, (half8)(1, 2, 3, 4, 5, 6, 7, 8)), o[6] = dot((half16)x, (half16)g);
}
#endif
C
hsaemu-cc -cl-std=CL3.0 g.cl -o g.img
runs g.img <<'R'
buffer o f32[7]
dispatch &k grid(1) group(1) args(o)
check o: list(-2.5, 1.5, 0, 1, 2, 72, 64)
R
# Halves in memory, rounded up and down from below the smallest half; vectors of three lie as they are, or as those of four.
cat >s.cl <<'C'
#define STORE(T, n, a, space, p) \
	vstore##a##_half##n##_rtp((T##n)x, 1, p), vstore##a##_half##n##_rtn((T##n)-x, 2, p), vstore##a##_half##n##_rtn((T##n)x, 3, p); \
	for (int k = 0; k < 64; k++) o[k] = 3 * o[k] + ((space ushort *)p)[k], ((space ushort *)p)[k] = 0;
#define SIZES(T, a, space, p) STORE(T, 2, a, space, p) STORE(T, 3, a, space, p) STORE(T, 4, a, space, p) STORE(T, 8, a, space, p) STORE(T, 16, a, space, p)
#define TYPES(a, space, p) STORE(float, , a, space, p) SIZES(float, a, space, p) STORE(double, , a, space, p) SIZES(double, a, space, p)
kernel void s(global uint *o, global half *g, double x)
{
	local ushort l[64];
	ushort v[64];
	for (int k = 0; k < 64; k++)
		v[k] = l[k] = 0;
	TYPES(, global, g)
	TYPES(a, global, g)
	TYPES(, local, ((local half *)l))
	TYPES(a, local, ((local half *)l))
	TYPES(, private, ((private half *)v))
	TYPES(a, private, ((private half *)v))
}
kernel void e(global half *o, global const double *x)
{
	size_t i = get_global_id(0);
	vstore_half_rtp(x[i], 2 * i, o), vstore_half_rtn((float)x[i], 2 * i + 1, o);
}
C
for standard in CL1.2 CL3.0; do
	hsaemu-cc -cl-std=$standard s.cl -o s.img
	runs s.img <<'R'
buffer o u32[64]
buffer g u16[64]
buffer h u16[12]
buffer x f64[6]: list(0x1.08p-95, 5e-324, -0x1p-1030, 0x1.000001p-24, 65505, -65520)
dispatch &s grid(1) group(1) args(o, g, 0x1.08p-95)
dispatch &e grid(6) group(6) args(h, x)
check o: list(
	0, 318279284, 3051011568, 1590367638, 710646252, 710646252, 704801392, 1676492982, 3144452260,
	1161601674, 1161601674, 3930749136, 1329536564, 1329536564, 1329536564, 1329536564, 1310249712,
	1310249712, 1310249712, 1310249712, 1310249712, 1310249712, 1310249712, 1310249712, 1874834620,
	1874834620, 1874834620, 1874834620, 1874834620, 1874834620, 1874834620, 1874834620, 1243460796,
	1243460796, 1243460796, 1243460796, 1243460796, 1243460796, 1243460796, 1243460796, 1243460796,
	1243460796, 1243460796, 1243460796, 1243460796, 1243460796, 1243460796, 1243460796, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
check h: list(1, 0, 1, 0, 0x8000, 0x8000, 2, 1, 0x7c00, 0x7bff, 0xfbff, 0xfc00)
R
done
