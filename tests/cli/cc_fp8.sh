# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C's numbers of 8 bits, and sums of pairs of bfloat16 by atomics.
. "$T/compile.subr"
cat >k.cu <<'C'
#include <cuda_fp8.h>
extern "C" __global__ void k(int *bad, unsigned char *c, float *o, __nv_bfloat162 *b, float2 *v)
{
	// every code is that of its own value; what is left out is NaN and, of E5M2, infinity
	for (int x = 0; x < 256; x++) {
		__nv_fp8_e4m3 e;
		__nv_fp8_e5m2 f;
		e.__x = f.__x = x;
		if ((x & 0x7f) != 0x7f)
			bad[0] += __nv_fp8_e4m3((float)e).__x != x || __nv_fp8_e4m3((__half)e).__x != x || __nv_fp8_e4m3((double)e).__x != x;
		else
			bad[1] += (float)e == (float)e;
		if ((x & 0x7f) < 0x7c)
			bad[2] += __nv_fp8_e5m2((float)f).__x != x || __nv_fp8_e5m2((__nv_bfloat16)f).__x != x;
		else
			bad[3] += (x & 3) == 0 ? (float)f != (x == 0x7c ? INFINITY : -INFINITY) : (float)f == (float)f;
	}
	// too large; ties; below the least
	const float x[] = {1e9f, -1e9f, 464, 465, 1.0625f, 1.1875f, 0x1p-10f, 0x1.8p-10f, -0.0f};
	for (int i = 0; i < 9; i++) {
		c[4 * i] = __nv_cvt_float_to_fp8(x[i], __NV_SATFINITE, __NV_E4M3);
		c[4 * i + 1] = __nv_cvt_float_to_fp8(x[i], __NV_NOSAT, __NV_E4M3);
		c[4 * i + 2] = __nv_cvt_float_to_fp8(x[i], __NV_SATFINITE, __NV_E5M2);
		c[4 * i + 3] = __nv_cvt_float_to_fp8(x[i], __NV_NOSAT, __NV_E5M2);
	}
	float4 four = float4(__nv_fp8x4_e4m3(make_float4(1, -2, 448, 0.015625f)));
	float2 two = float2(__nv_fp8x2_e5m2(make_float2(3, -57344)));
	o[0] = four.x, o[1] = four.y, o[2] = four.z, o[3] = four.w, o[4] = two.x, o[5] = two.y;
	__nv_bfloat162 old = atomicAdd(b, __nv_bfloat162(1.0f, 2.0f));
	o[6] = __low2float(*b) - __low2float(old), o[7] = __high2float(*b);
	atomicAdd(v, make_float2(1, 2));
	o[8] = (float)__float2bfloat16_rd(-1.0001f) + (float)__float2bfloat16_rz(1.9999f) + (float)__uint2bfloat16_rn(100u);
}
C
for arch in sm_75 sm_90; do
	hsaemu-cc -arch=$arch k.cu -o k.img
	runs k.img <<'R'
buffer bad s32[4]
buffer c u8[36]
buffer o f32[9]
buffer b u32[1]
buffer v f32[2]: 5
dispatch &k grid(1) group(1) args(bad, c, o, b, v)
check bad: 0
check c: list(126, 127, 123, 124, 254, 255, 251, 252, 126, 126, 95, 95, 126, 127, 95, 95, 56, 56, 60, 60,
	58, 58, 61, 61, 0, 0, 20, 20, 1, 1, 22, 22, 128, 128, 128, 128)
check o: list(1, -2, 448, 0.015625, 3, -57344, 1, 2, 100.984375)
check v: list(6, 7)
R
done
