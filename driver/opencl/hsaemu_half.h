/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// cl_khr_fp16: functions of half and its vectors, by those of float, whose results are rounded once more.
#ifndef HSAEMU_HALF_H
#define HSAEMU_HALF_H

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define HSAEMU_SIZES(each, ...) \
	each(, __VA_ARGS__) \
	each(2, __VA_ARGS__) \
	each(3, __VA_ARGS__) \
	each(4, __VA_ARGS__) \
	each(8, __VA_ARGS__) \
	each(16, __VA_ARGS__)

// The neighbours of a half, and the nearest one on a given side of a number. A long beyond 2^53 is beyond all
// halves, so double tells on which side the nearest half is.
HSAEMU_LIB half hsaemu_above(half h)
{
	short bits = as_short(h);
	return isnan(h) || h == (half)INFINITY ? h : h == (half)0 ? as_half((short)1) : as_half((short)(bits + (bits < 0 ? -1 : 1)));
}
HSAEMU_LIB half hsaemu_below(half h) { return -hsaemu_above(-h); }
#define HSAEMU_HALF_WIDEN(name, T) \
	HSAEMU_LIB half2 convert_half2##name(T##2 x) { return (half2)(convert_half##name(x.x), convert_half##name(x.y)); } \
	HSAEMU_LIB half3 convert_half3##name(T##3 x) { return (half3)(convert_half##name(x.x), convert_half##name(x.y), convert_half##name(x.z)); } \
	HSAEMU_LIB half4 convert_half4##name(T##4 x) { return (half4)(convert_half2##name(x.lo), convert_half2##name(x.hi)); } \
	HSAEMU_LIB half8 convert_half8##name(T##8 x) { return (half8)(convert_half4##name(x.lo), convert_half4##name(x.hi)); } \
	HSAEMU_LIB half16 convert_half16##name(T##16 x) { return (half16)(convert_half8##name(x.lo), convert_half8##name(x.hi)); }
#define HSAEMU_TO_HALF(T) \
	HSAEMU_LIB half convert_half(T x) { return (half)x; } \
	HSAEMU_LIB half convert_half_rte(T x) { return (half)x; } \
	HSAEMU_LIB half convert_half_rtp(T x) { half h = (half)x; return (double)h < (double)x ? hsaemu_above(h) : h; } \
	HSAEMU_LIB half convert_half_rtn(T x) { half h = (half)x; return (double)h > (double)x ? hsaemu_below(h) : h; } \
	HSAEMU_LIB half convert_half_rtz(T x) { return x > (T)0 ? convert_half_rtn(x) : convert_half_rtp(x); } \
	HSAEMU_HALF_WIDEN(, T) \
	HSAEMU_HALF_WIDEN(_rte, T) \
	HSAEMU_HALF_WIDEN(_rtp, T) \
	HSAEMU_HALF_WIDEN(_rtn, T) \
	HSAEMU_HALF_WIDEN(_rtz, T)
HSAEMU_TO_HALF(half)
HSAEMU_TO_HALF(float)
HSAEMU_TO_HALF(double)
HSAEMU_TO_HALF(char)
HSAEMU_TO_HALF(uchar)
HSAEMU_TO_HALF(short)
HSAEMU_TO_HALF(ushort)
HSAEMU_TO_HALF(int)
HSAEMU_TO_HALF(uint)
HSAEMU_TO_HALF(long)
HSAEMU_TO_HALF(ulong)
#undef HSAEMU_TO_HALF
#undef HSAEMU_HALF_WIDEN
#define HSAEMU_OF_HALF(n, T) HSAEMU_LIB T##n hsaemu_##T##n(half##n x) { return __builtin_convertvector(x, T##n); }
HSAEMU_OF_HALF(2, float)
HSAEMU_OF_HALF(3, float)
HSAEMU_OF_HALF(4, float)
HSAEMU_OF_HALF(8, float)
HSAEMU_OF_HALF(16, float)
#undef HSAEMU_OF_HALF
HSAEMU_LIB float hsaemu_float(half x) { return (float)x; }

// A function of a name that clang declares by itself hides the others of the name, so they are said again.
#define HSAEMU_LIBCLC __attribute__((overloadable))
#define HSAEMU_HALF_1(n, name) \
	HSAEMU_LIBCLC float##n name(float##n); \
	HSAEMU_LIBCLC double##n name(double##n); \
	HSAEMU_LIB half##n name(half##n x) { return convert_half##n(name(hsaemu_float##n(x))); }
#define HSAEMU_HALF_2(n, name) \
	HSAEMU_LIBCLC float##n name(float##n, float##n); \
	HSAEMU_LIBCLC double##n name(double##n, double##n); \
	HSAEMU_LIB half##n name(half##n x, half##n y) { return convert_half##n(name(hsaemu_float##n(x), hsaemu_float##n(y))); }
HSAEMU_SIZES(HSAEMU_HALF_1, acos)
HSAEMU_SIZES(HSAEMU_HALF_1, acosh)
HSAEMU_SIZES(HSAEMU_HALF_1, acospi)
HSAEMU_SIZES(HSAEMU_HALF_1, asin)
HSAEMU_SIZES(HSAEMU_HALF_1, asinh)
HSAEMU_SIZES(HSAEMU_HALF_1, asinpi)
HSAEMU_SIZES(HSAEMU_HALF_1, atan)
HSAEMU_SIZES(HSAEMU_HALF_1, atanh)
HSAEMU_SIZES(HSAEMU_HALF_1, atanpi)
HSAEMU_SIZES(HSAEMU_HALF_1, cbrt)
HSAEMU_SIZES(HSAEMU_HALF_1, ceil)
HSAEMU_SIZES(HSAEMU_HALF_1, cos)
HSAEMU_SIZES(HSAEMU_HALF_1, cosh)
HSAEMU_SIZES(HSAEMU_HALF_1, cospi)
HSAEMU_SIZES(HSAEMU_HALF_1, exp)
HSAEMU_SIZES(HSAEMU_HALF_1, exp2)
HSAEMU_SIZES(HSAEMU_HALF_1, exp10)
HSAEMU_SIZES(HSAEMU_HALF_1, expm1)
HSAEMU_SIZES(HSAEMU_HALF_1, fabs)
HSAEMU_SIZES(HSAEMU_HALF_1, floor)
HSAEMU_SIZES(HSAEMU_HALF_1, log)
HSAEMU_SIZES(HSAEMU_HALF_1, log2)
HSAEMU_SIZES(HSAEMU_HALF_1, log10)
HSAEMU_SIZES(HSAEMU_HALF_1, log1p)
HSAEMU_SIZES(HSAEMU_HALF_1, rint)
HSAEMU_SIZES(HSAEMU_HALF_1, round)
HSAEMU_SIZES(HSAEMU_HALF_1, rsqrt)
HSAEMU_SIZES(HSAEMU_HALF_1, sin)
HSAEMU_SIZES(HSAEMU_HALF_1, sinh)
HSAEMU_SIZES(HSAEMU_HALF_1, sinpi)
HSAEMU_SIZES(HSAEMU_HALF_1, sqrt)
HSAEMU_SIZES(HSAEMU_HALF_1, tan)
HSAEMU_SIZES(HSAEMU_HALF_1, tanh)
HSAEMU_SIZES(HSAEMU_HALF_1, trunc)
HSAEMU_SIZES(HSAEMU_HALF_1, degrees)
HSAEMU_SIZES(HSAEMU_HALF_1, radians)
HSAEMU_SIZES(HSAEMU_HALF_1, sign)
HSAEMU_SIZES(HSAEMU_HALF_2, atan2)
HSAEMU_SIZES(HSAEMU_HALF_2, copysign)
HSAEMU_SIZES(HSAEMU_HALF_2, fdim)
HSAEMU_SIZES(HSAEMU_HALF_2, fmod)
HSAEMU_SIZES(HSAEMU_HALF_2, hypot)
HSAEMU_SIZES(HSAEMU_HALF_2, pow)
HSAEMU_SIZES(HSAEMU_HALF_2, powr)
// Those of ours have all forms of float and double already.
#define HSAEMU_HALF_OURS_1(n, name) HSAEMU_LIB half##n name(half##n x) { return convert_half##n(name(hsaemu_float##n(x))); }
HSAEMU_SIZES(HSAEMU_HALF_OURS_1, erf)
HSAEMU_SIZES(HSAEMU_HALF_OURS_1, erfc)
HSAEMU_SIZES(HSAEMU_HALF_OURS_1, lgamma)
HSAEMU_SIZES(HSAEMU_HALF_OURS_1, tgamma)
HSAEMU_SIZES(HSAEMU_HALF_OURS_1, tanpi)
#undef HSAEMU_HALF_OURS_1
HSAEMU_LIB half nextafter(half x, half y)
{
	half to = y > x ? hsaemu_above(x) : hsaemu_below(x);
	return isnan(x) ? x : x == y || isnan(y) ? y : to == (half)0 ? copysign(to, x) : to;
}
HSAEMU_LIB half remainder(half x, half y) { return (half)remainder((float)x, (float)y); }
HSAEMU_LIB half ldexp(half x, int n) { return (half)ldexp((float)x, n); }
HSAEMU_LIB half pown(half x, int n) { return (half)pown((float)x, n); }
HSAEMU_LIB half rootn(half x, int n) { return (half)rootn((float)x, n); }
HSAEMU_WIDEN_2(nextafter, nextafter, half, half)
HSAEMU_WIDEN_2(remainder, remainder, half, half)
HSAEMU_WIDEN_2(ldexp, ldexp, half, int)
HSAEMU_WIDEN_2(pown, pown, half, int)
HSAEMU_WIDEN_2(rootn, rootn, half, int)
HSAEMU_WIDEN_BY(ldexp, half)

HSAEMU_CONVERT_FORMS(float, _rtn, half)
HSAEMU_CONVERT_FORMS(float, _rtz, half)
HSAEMU_CONVERT_FORMS(double, _rtn, half)
HSAEMU_CONVERT_FORMS(double, _rtz, half)

#define HSAEMU_BELOW_1 0x1.ffcp-1f
#define HSAEMU_HALF_POINTERS(space) \
	HSAEMU_EACH_WIDTH(HSAEMU_SINCOS, half, space) \
	HSAEMU_EACH_WIDTH(HSAEMU_FRACT, half, space) \
	HSAEMU_LGAMMA_R(half, space) \
	HSAEMU_REMQUO(half, space)
HSAEMU_HALF_POINTERS(private)
HSAEMU_HALF_POINTERS(global)
HSAEMU_HALF_POINTERS(local)
#if defined(__opencl_c_generic_address_space) || HSAEMU_OPENCL_C == 200
HSAEMU_HALF_POINTERS(generic)
#endif
#undef HSAEMU_BELOW_1
HSAEMU_LIB half dot(half x, half y) { return x * y; }
HSAEMU_LIB half dot(half2 x, half2 y) { return (half)dot(hsaemu_float2(x), hsaemu_float2(y)); }
HSAEMU_LIB half dot(half3 x, half3 y) { return (half)dot(hsaemu_float3(x), hsaemu_float3(y)); }
HSAEMU_LIB half dot(half4 x, half4 y) { return (half)dot(hsaemu_float4(x), hsaemu_float4(y)); }
HSAEMU_LIB half dot(half8 x, half8 y) { return (half)dot(hsaemu_float8(x), hsaemu_float8(y)); }
HSAEMU_LIB half dot(half16 x, half16 y) { return (half)dot(hsaemu_float16(x), hsaemu_float16(y)); }
#undef HSAEMU_HALF_1
#undef HSAEMU_HALF_2
#undef HSAEMU_SIZES

#endif
