/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Numbers of 8 bits, kept so and computed in float: E4M3 has 4 bits of exponent and no infinity, E5M2 is the upper
// half of a half.
#ifndef HSAEMU_FP8_H
#define HSAEMU_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

// ---- conversions -----------------------------------------------------------------------------------

// To nearest, ties to even. What is too large becomes the largest number, or as the kind has it NaN or infinity.
HSAEMU_BOTH __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
	unsigned long long bits = __builtin_bit_cast(unsigned long long, x), a = bits & ~0ull >> 1;
	unsigned sign = (unsigned)(bits >> 63) << 7, largest = kind == __NV_E4M3 ? 0x7e : 0x7b;
	int mantissa_bits = kind == __NV_E4M3 ? 3 : 2, least = kind == __NV_E4M3 ? -6 : -14;
	int exponent = (int)(a >> 52) - 1023, shift = 52 - mantissa_bits + (exponent < least ? least - exponent : 0);
	if (x != x)
		return (__nv_fp8_storage_t)(sign | 0x7f);
	if (shift > 54) // below half of the least denormal
		return (__nv_fp8_storage_t)sign;
	unsigned long long mantissa = (a & ~0ull >> 12) | 1ull << 52, rest = mantissa & ((1ull << shift) - 1);
	unsigned code = (unsigned)(mantissa >> shift);
	code += rest > 1ull << (shift - 1) || (rest == 1ull << (shift - 1) && code & 1);
	if (exponent > least) // the leading bit of the mantissa counts one
		code += (unsigned)(exponent - least) << mantissa_bits;
	if (code > largest)
		code = saturate == __NV_SATFINITE ? largest : kind == __NV_E4M3 ? 0x7f : 0x7c;
	return (__nv_fp8_storage_t)(sign | code);
}
HSAEMU_BOTH __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind)
{
	if (kind == __NV_E5M2)
		return {(unsigned short)(x << 8)};
	if ((x & 0x7f) == 0x7f)
		return {0x7fff};
	_Float16 v = __builtin_bit_cast(_Float16, (unsigned short)((x & 0x7f) << 7)) * (_Float16)256;
	return {(unsigned short)(__builtin_bit_cast(unsigned short, v) | (x & 0x80) << 8)};
}
HSAEMU_BOTH __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return __nv_cvt_double_to_fp8(x, s, k); }
HSAEMU_BOTH __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return __nv_cvt_double_to_fp8((float)__half(x), s, k); }
HSAEMU_BOTH __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return __nv_cvt_double_to_fp8((float)__nv_bfloat16(x), s, k); }
HSAEMU_BOTH __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t s, __nv_fp8_interpretation_t k)
{
	return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, s, k) | __nv_cvt_double_to_fp8(x.y, s, k) << 8);
}
HSAEMU_BOTH __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return __nv_cvt_double2_to_fp8x2({x.x, x.y}, s, k); }
HSAEMU_BOTH __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k)
{
	return (__nv_fp8x2_storage_t)(__nv_cvt_halfraw_to_fp8({x.x}, s, k) | __nv_cvt_halfraw_to_fp8({x.y}, s, k) << 8);
}
HSAEMU_BOTH __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k)
{
	return (__nv_fp8x2_storage_t)(__nv_cvt_bfloat16raw_to_fp8({x.x}, s, k) | __nv_cvt_bfloat16raw_to_fp8({x.y}, s, k) << 8);
}
HSAEMU_BOTH __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t k)
{
	return {__nv_cvt_fp8_to_halfraw((unsigned char)x, k).x, __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), k).x};
}

// ---- types: one number, two, four --------------------------------------------------------------------

#define HSAEMU_FP8(kind, KIND) \
	struct __nv_fp8_##kind { \
		__nv_fp8_storage_t __x; \
		__nv_fp8_##kind() = default; \
		HSAEMU_FROM(kind, KIND, double) HSAEMU_FROM(kind, KIND, float) \
		HSAEMU_MEMBER explicit __nv_fp8_##kind(__half v) : __x(__nv_cvt_halfraw_to_fp8(v, __NV_SATFINITE, KIND)) {} \
		HSAEMU_MEMBER explicit __nv_fp8_##kind(__nv_bfloat16 v) : __x(__nv_cvt_bfloat16raw_to_fp8(v, __NV_SATFINITE, KIND)) {} \
		HSAEMU_FROM(kind, KIND, short) HSAEMU_FROM(kind, KIND, unsigned short) HSAEMU_FROM(kind, KIND, int) \
		HSAEMU_FROM(kind, KIND, unsigned) HSAEMU_FROM(kind, KIND, long) HSAEMU_FROM(kind, KIND, unsigned long) \
		HSAEMU_FROM(kind, KIND, long long) HSAEMU_FROM(kind, KIND, unsigned long long) \
		HSAEMU_MEMBER explicit operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, KIND); } \
		HSAEMU_MEMBER explicit operator __nv_bfloat16() const { return __nv_bfloat16(float(*this)); } \
		HSAEMU_MEMBER explicit operator float() const { return (float)__half(__nv_cvt_fp8_to_halfraw(__x, KIND)); } \
		HSAEMU_TO(double) HSAEMU_TO(char) HSAEMU_TO(signed char) HSAEMU_TO(unsigned char) HSAEMU_TO(short) \
		HSAEMU_TO(unsigned short) HSAEMU_TO(int) HSAEMU_TO(unsigned) HSAEMU_TO(long) HSAEMU_TO(unsigned long) \
		HSAEMU_TO(long long) HSAEMU_TO(unsigned long long) \
		HSAEMU_MEMBER explicit operator bool() const { return (__x & 0x7f) != 0; } \
	}; \
	struct __attribute__((aligned(2))) __nv_fp8x2_##kind { \
		__nv_fp8x2_storage_t __x; \
		__nv_fp8x2_##kind() = default; \
		HSAEMU_MEMBER explicit __nv_fp8x2_##kind(double2 v) : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, KIND)) {} \
		HSAEMU_MEMBER explicit __nv_fp8x2_##kind(float2 v) : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, KIND)) {} \
		HSAEMU_MEMBER explicit __nv_fp8x2_##kind(__half2 v) : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE, KIND)) {} \
		HSAEMU_MEMBER explicit __nv_fp8x2_##kind(__nv_bfloat162 v) : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE, KIND)) {} \
		HSAEMU_MEMBER explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, KIND); } \
		HSAEMU_MEMBER explicit operator float2() const { return __half22float2(__half2(*this)); } \
	}; \
	struct __attribute__((aligned(4))) __nv_fp8x4_##kind { \
		__nv_fp8x4_storage_t __x; \
		__nv_fp8x4_##kind() = default; \
		HSAEMU_MEMBER __nv_fp8x4_##kind(__nv_fp8x2_##kind low, __nv_fp8x2_##kind high) : __x(low.__x | (unsigned)high.__x << 16) {} \
		HSAEMU_MEMBER explicit __nv_fp8x4_##kind(double4 v) : __nv_fp8x4_##kind(__nv_fp8x2_##kind(double2{v.x, v.y}), __nv_fp8x2_##kind(double2{v.z, v.w})) {} \
		HSAEMU_MEMBER explicit __nv_fp8x4_##kind(float4 v) : __nv_fp8x4_##kind(__nv_fp8x2_##kind(float2{v.x, v.y}), __nv_fp8x2_##kind(float2{v.z, v.w})) {} \
		HSAEMU_MEMBER explicit __nv_fp8x4_##kind(__half2 low, __half2 high) : __nv_fp8x4_##kind(__nv_fp8x2_##kind(low), __nv_fp8x2_##kind(high)) {} \
		HSAEMU_MEMBER explicit __nv_fp8x4_##kind(__nv_bfloat162 low, __nv_bfloat162 high) : __nv_fp8x4_##kind(__nv_fp8x2_##kind(low), __nv_fp8x2_##kind(high)) {} \
		HSAEMU_MEMBER explicit operator float4() const \
		{ \
			float2 low = __half22float2(__nv_cvt_fp8x2_to_halfraw2((unsigned short)__x, KIND)); \
			float2 high = __half22float2(__nv_cvt_fp8x2_to_halfraw2((unsigned short)(__x >> 16), KIND)); \
			return {low.x, low.y, high.x, high.y}; \
		} \
	};
#define HSAEMU_FROM(kind, KIND, T) HSAEMU_MEMBER explicit __nv_fp8_##kind(T v) : __x(__nv_cvt_double_to_fp8((double)v, __NV_SATFINITE, KIND)) {}
#define HSAEMU_TO(T) HSAEMU_MEMBER explicit operator T() const { return (T)float(*this); }
HSAEMU_FP8(e4m3, __NV_E4M3)
HSAEMU_FP8(e5m2, __NV_E5M2)
#undef HSAEMU_FP8
#undef HSAEMU_FROM
#undef HSAEMU_TO

#endif
