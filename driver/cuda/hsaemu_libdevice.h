/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The functions of NVIDIA's libdevice, __nv_*, that clang's CUDA headers declare: by libclc's functions for
// OpenCL, which have C++ names, by LLVM's builtins for PTX, or written out here. No code of libdevice.
#ifndef HSAEMU_LIBDEVICE_H
#define HSAEMU_LIBDEVICE_H
#pragma clang system_header // a warning about it, as -ffast-math gives for NaNs, helps nobody

#define HSAEMU_LIB extern "C" __device__ inline __attribute__((always_inline))
#define HSAEMU_LIB_BIG extern "C" __device__ inline

#define HSAEMU_MATH(T) extern "C" __device__ inline __attribute__((always_inline)) T
#define HSAEMU_RAW(T) extern "C" __device__ __attribute__((const)) T
#define HSAEMU_TABLE static __device__ const
typedef unsigned long long hsaemu_unsigned_64;
HSAEMU_MATH(double) hsaemu_double_of_bits(long long bits) { return __builtin_bit_cast(double, bits); }
HSAEMU_MATH(hsaemu_unsigned_64) hsaemu_bits_of_double(double x) { return __builtin_bit_cast(hsaemu_unsigned_64, x); }
HSAEMU_MATH(float) hsaemu_float_of_bits(unsigned bits) { return __builtin_bit_cast(float, bits); }
HSAEMU_MATH(unsigned) hsaemu_bits_of_float(float x) { return __builtin_bit_cast(unsigned, x); }
#define HSAEMU_ROOT __nvvm_sqrt_rn_f
#define hsaemu_mul_hi __nvvm_mulhi_ull
#define hsaemu_leading_zeroes __builtin_clzll
#include "../hsaemu_math.h"

// ---- by hsaemu_math.h ----------------------------------------------------------------------------

#define HSAEMU_OURS(name) \
	HSAEMU_LIB float __nv_##name##f(float x) { return hsaemu_##name##f(x); } \
	HSAEMU_LIB double __nv_##name(double x) { return hsaemu_##name(x); }
HSAEMU_OURS(acos)
HSAEMU_OURS(asin)
HSAEMU_OURS(atan)
HSAEMU_OURS(cos)
HSAEMU_OURS(cosh)
HSAEMU_OURS(cospi)
HSAEMU_OURS(erf)
HSAEMU_OURS(erfc)
HSAEMU_OURS(exp)
HSAEMU_OURS(exp10)
HSAEMU_OURS(exp2)
HSAEMU_OURS(expm1)
HSAEMU_OURS(lgamma)
HSAEMU_OURS(log)
HSAEMU_OURS(log10)
HSAEMU_OURS(log1p)
HSAEMU_OURS(log2)
HSAEMU_OURS(sin)
HSAEMU_OURS(sinh)
HSAEMU_OURS(sinpi)
HSAEMU_OURS(tan)
HSAEMU_OURS(tanh)
#undef HSAEMU_OURS
HSAEMU_LIB float __nv_atan2f(float y, float x) { return hsaemu_atan2f(y, x); }
HSAEMU_LIB double __nv_atan2(double y, double x) { return hsaemu_atan2(y, x); }
HSAEMU_LIB float __nv_hypotf(float x, float y) { return hsaemu_hypotf(x, y); }
HSAEMU_LIB double __nv_hypot(double x, double y) { return hsaemu_hypot(x, y); }
HSAEMU_LIB float __nv_powf(float x, float y) { return hsaemu_powf(x, y); }
HSAEMU_LIB double __nv_pow(double x, double y) { return hsaemu_pow(x, y); }
HSAEMU_LIB float __nv_powif(float x, int n) { return hsaemu_pownf(x, n); }
HSAEMU_LIB double __nv_powi(double x, int n) { return hsaemu_pown(x, n); }
HSAEMU_LIB float __nv_fmodf(float x, float y) { return hsaemu_fmodf(x, y); }
HSAEMU_LIB double __nv_fmod(double x, double y) { return hsaemu_fmod(x, y); }
HSAEMU_LIB float __nv_remainderf(float x, float y) { return hsaemu_remainderf(x, y); }
HSAEMU_LIB double __nv_remainder(double x, double y) { return hsaemu_remainder(x, y); }
HSAEMU_LIB float __nv_nextafterf(float x, float y) { return hsaemu_nextafterf(x, y); }
HSAEMU_LIB double __nv_nextafter(double x, double y) { return hsaemu_nextafter(x, y); }
HSAEMU_LIB float __nv_ldexpf(float x, int n) { return hsaemu_ldexpf(x, n); }
HSAEMU_LIB double __nv_ldexp(double x, int n) { return hsaemu_ldexp(x, n); }
HSAEMU_LIB float __nv_scalbnf(float x, int n) { return hsaemu_ldexpf(x, n); }
HSAEMU_LIB double __nv_scalbn(double x, int n) { return hsaemu_ldexp(x, n); }

// ---- by libclc: NAME of float is _Z<length>NAMEf there ------------------------------------------

#define HSAEMU_CLC(n, name) \
	extern "C" __device__ __attribute__((const)) float hsaemu_clc_##name##f(float) __asm__("_Z" #n #name "f"); \
	extern "C" __device__ __attribute__((const)) double hsaemu_clc_##name(double) __asm__("_Z" #n #name "d"); \
	HSAEMU_LIB float __nv_##name##f(float x) { return hsaemu_clc_##name##f(x); } \
	HSAEMU_LIB double __nv_##name(double x) { return hsaemu_clc_##name(x); }
HSAEMU_CLC(5, acosh)
HSAEMU_CLC(5, asinh)
HSAEMU_CLC(5, atanh)
HSAEMU_CLC(4, cbrt)
HSAEMU_CLC(4, logb)
#undef HSAEMU_CLC

#define HSAEMU_CLC(n, name) \
	extern "C" __device__ __attribute__((const)) float hsaemu_clc_##name##f(float, float) __asm__("_Z" #n #name "ff"); \
	extern "C" __device__ __attribute__((const)) double hsaemu_clc_##name(double, double) __asm__("_Z" #n #name "dd"); \
	HSAEMU_LIB float __nv_##name##f(float x, float y) { return hsaemu_clc_##name##f(x, y); } \
	HSAEMU_LIB double __nv_##name(double x, double y) { return hsaemu_clc_##name(x, y); }
HSAEMU_CLC(4, fdim)
#undef HSAEMU_CLC

extern "C" {
__device__ __attribute__((const)) int hsaemu_clc_ilogbf(float) __asm__("_Z5ilogbf");
__device__ __attribute__((const)) int hsaemu_clc_ilogb(double) __asm__("_Z5ilogbd");
__device__ float hsaemu_clc_frexpf(float, int *) __asm__("_Z5frexpfPi");
__device__ double hsaemu_clc_frexp(double, int *) __asm__("_Z5frexpdPi");
__device__ float hsaemu_clc_modff(float, float *) __asm__("_Z4modffPf");
__device__ double hsaemu_clc_modf(double, double *) __asm__("_Z4modfdPd");
}

HSAEMU_LIB int __nv_ilogbf(float x) { return hsaemu_clc_ilogbf(x); }
HSAEMU_LIB int __nv_ilogb(double x) { return hsaemu_clc_ilogb(x); }
HSAEMU_LIB float __nv_frexpf(float x, int *e) { return hsaemu_clc_frexpf(x, e); }
HSAEMU_LIB double __nv_frexp(double x, int *e) { return hsaemu_clc_frexp(x, e); }
HSAEMU_LIB float __nv_modff(float x, float *i) { return hsaemu_clc_modff(x, i); }
HSAEMU_LIB double __nv_modf(double x, double *i) { return hsaemu_clc_modf(x, i); }
HSAEMU_LIB double __nv_remquo(double x, double y, int *q)
{
	struct hsaemu_quotient r = hsaemu_remquo(x, y);
	*q = r.bits;
	return r.rest;
}
HSAEMU_LIB float __nv_remquof(float x, float y, int *q) { return (float)__nv_remquo(x, y, q); }

HSAEMU_LIB void __nv_sincosf(float x, float *s, float *c) { *s = __nv_sinf(x); *c = __nv_cosf(x); }
HSAEMU_LIB void __nv_sincos(double x, double *s, double *c) { *s = __nv_sin(x); *c = __nv_cos(x); }
HSAEMU_LIB void __nv_sincospif(float x, float *s, float *c) { *s = __nv_sinpif(x); *c = __nv_cospif(x); }
HSAEMU_LIB void __nv_sincospi(double x, double *s, double *c) { *s = __nv_sinpi(x); *c = __nv_cospi(x); }

// ---- by instructions -----------------------------------------------------------------------------

#define HSAEMU_BUILTIN(name) \
	HSAEMU_LIB float __nv_##name##f(float x) { return __builtin_##name##f(x); } \
	HSAEMU_LIB double __nv_##name(double x) { return __builtin_##name(x); }
HSAEMU_BUILTIN(ceil)
HSAEMU_BUILTIN(fabs)
HSAEMU_BUILTIN(floor)
HSAEMU_BUILTIN(nearbyint)
HSAEMU_BUILTIN(rint)
HSAEMU_BUILTIN(round)
HSAEMU_BUILTIN(trunc)
#undef HSAEMU_BUILTIN
#define HSAEMU_BUILTIN(name) \
	HSAEMU_LIB float __nv_##name##f(float x, float y) { return __builtin_##name##f(x, y); } \
	HSAEMU_LIB double __nv_##name(double x, double y) { return __builtin_##name(x, y); }
HSAEMU_BUILTIN(copysign)
HSAEMU_BUILTIN(fmax)
HSAEMU_BUILTIN(fmin)
#undef HSAEMU_BUILTIN

HSAEMU_LIB float __nv_sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
HSAEMU_LIB double __nv_sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
HSAEMU_LIB float __nv_rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
HSAEMU_LIB double __nv_rsqrt(double x) { return 1.0 / __nvvm_sqrt_rn_d(x); }
HSAEMU_LIB float __nv_frsqrt_rn(float x) { return (float)(1.0 / __nvvm_sqrt_rn_d(x)); }
HSAEMU_LIB float __nv_fmaf(float x, float y, float z) { return __nvvm_fma_rn_f(x, y, z); }
HSAEMU_LIB double __nv_fma(double x, double y, double z) { return __nvvm_fma_rn_d(x, y, z); }

// The four directions of rounding: CUDA's suffix and PTX's.
#define HSAEMU_ROUNDED(cuda, ptx) \
	HSAEMU_LIB float __nv_fadd_##cuda(float x, float y) { return __nvvm_add_##ptx##_f(x, y); } \
	HSAEMU_LIB float __nv_fsub_##cuda(float x, float y) { return __nvvm_add_##ptx##_f(x, -y); } \
	HSAEMU_LIB float __nv_fmul_##cuda(float x, float y) { return __nvvm_mul_##ptx##_f(x, y); } \
	HSAEMU_LIB float __nv_fdiv_##cuda(float x, float y) { return __nvvm_div_##ptx##_f(x, y); } \
	HSAEMU_LIB float __nv_frcp_##cuda(float x) { return __nvvm_rcp_##ptx##_f(x); } \
	HSAEMU_LIB float __nv_fsqrt_##cuda(float x) { return __nvvm_sqrt_##ptx##_f(x); } \
	HSAEMU_LIB float __nv_fmaf_##cuda(float x, float y, float z) { return __nvvm_fma_##ptx##_f(x, y, z); } \
	HSAEMU_LIB float __nv_fmaf_ieee_##cuda(float x, float y, float z) { return __nvvm_fma_##ptx##_f(x, y, z); } \
	HSAEMU_LIB double __nv_dadd_##cuda(double x, double y) { return __nvvm_add_##ptx##_d(x, y); } \
	HSAEMU_LIB double __nv_dsub_##cuda(double x, double y) { return __nvvm_add_##ptx##_d(x, -y); } \
	HSAEMU_LIB double __nv_dmul_##cuda(double x, double y) { return __nvvm_mul_##ptx##_d(x, y); } \
	HSAEMU_LIB double __nv_ddiv_##cuda(double x, double y) { return __nvvm_div_##ptx##_d(x, y); } \
	HSAEMU_LIB double __nv_drcp_##cuda(double x) { return __nvvm_rcp_##ptx##_d(x); } \
	HSAEMU_LIB double __nv_dsqrt_##cuda(double x) { return __nvvm_sqrt_##ptx##_d(x); } \
	HSAEMU_LIB double __nv_fma_##cuda(double x, double y, double z) { return __nvvm_fma_##ptx##_d(x, y, z); } \
	HSAEMU_LIB float __nv_double2float_##cuda(double x) { return __nvvm_d2f_##ptx(x); } \
	HSAEMU_LIB int __nv_double2int_##cuda(double x) { return __nvvm_d2i_##ptx(x); } \
	HSAEMU_LIB unsigned __nv_double2uint_##cuda(double x) { return __nvvm_d2ui_##ptx(x); } \
	HSAEMU_LIB long long __nv_double2ll_##cuda(double x) { return __nvvm_d2ll_##ptx(x); } \
	HSAEMU_LIB unsigned long long __nv_double2ull_##cuda(double x) { return __nvvm_d2ull_##ptx(x); } \
	HSAEMU_LIB int __nv_float2int_##cuda(float x) { return __nvvm_f2i_##ptx(x); } \
	HSAEMU_LIB unsigned __nv_float2uint_##cuda(float x) { return __nvvm_f2ui_##ptx(x); } \
	HSAEMU_LIB long long __nv_float2ll_##cuda(float x) { return __nvvm_f2ll_##ptx(x); } \
	HSAEMU_LIB unsigned long long __nv_float2ull_##cuda(float x) { return __nvvm_f2ull_##ptx(x); } \
	HSAEMU_LIB float __nv_int2float_##cuda(int x) { return __nvvm_i2f_##ptx(x); } \
	HSAEMU_LIB float __nv_uint2float_##cuda(unsigned x) { return __nvvm_ui2f_##ptx(x); } \
	HSAEMU_LIB float __nv_ll2float_##cuda(long long x) { return __nvvm_ll2f_##ptx(x); } \
	HSAEMU_LIB float __nv_ull2float_##cuda(unsigned long long x) { return __nvvm_ull2f_##ptx(x); } \
	HSAEMU_LIB double __nv_ll2double_##cuda(long long x) { return __nvvm_ll2d_##ptx(x); } \
	HSAEMU_LIB double __nv_ull2double_##cuda(unsigned long long x) { return __nvvm_ull2d_##ptx(x); }
HSAEMU_ROUNDED(rn, rn)
HSAEMU_ROUNDED(rz, rz)
HSAEMU_ROUNDED(rd, rm)
HSAEMU_ROUNDED(ru, rp)
#undef HSAEMU_ROUNDED

HSAEMU_LIB double __nv_int2double_rn(int x) { return x; }
HSAEMU_LIB double __nv_uint2double_rn(unsigned x) { return x; }
HSAEMU_LIB long long __nv_llrint(double x) { return __nvvm_d2ll_rn(x); }
HSAEMU_LIB long long __nv_llrintf(float x) { return __nvvm_f2ll_rn(x); }
HSAEMU_LIB long long __nv_llround(double x) { return __nvvm_d2ll_rz(__builtin_round(x)); }
HSAEMU_LIB long long __nv_llroundf(float x) { return __nvvm_f2ll_rz(__builtin_roundf(x)); }

HSAEMU_LIB float __nv_fast_sinf(float x) { return __nvvm_sin_approx_f(x); }
HSAEMU_LIB float __nv_fast_cosf(float x) { return __nvvm_cos_approx_f(x); }
HSAEMU_LIB float __nv_fast_tanf(float x) { return __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)); }
HSAEMU_LIB void __nv_fast_sincosf(float x, float *s, float *c) { *s = __nvvm_sin_approx_f(x); *c = __nvvm_cos_approx_f(x); }
HSAEMU_LIB float __nv_fast_expf(float x) { return __nvvm_ex2_approx_f(x * 0x1.715476p+0f); }
HSAEMU_LIB float __nv_fast_exp10f(float x) { return __nvvm_ex2_approx_f(x * 0x1.a934fp+1f); }
HSAEMU_LIB float __nv_fast_log2f(float x) { return __nvvm_lg2_approx_f(x); }
HSAEMU_LIB float __nv_fast_logf(float x) { return __nvvm_lg2_approx_f(x) * 0x1.62e43p-1f; }
HSAEMU_LIB float __nv_fast_log10f(float x) { return __nvvm_lg2_approx_f(x) * 0x1.344136p-2f; }
HSAEMU_LIB float __nv_fast_powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
HSAEMU_LIB float __nv_fast_fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
HSAEMU_LIB float __nv_saturatef(float x) { return __nvvm_saturate_f(x); }

HSAEMU_LIB int __nv_float_as_int(float x) { return __builtin_bit_cast(int, x); }
HSAEMU_LIB unsigned __nv_float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
HSAEMU_LIB float __nv_int_as_float(int x) { return __builtin_bit_cast(float, x); }
HSAEMU_LIB float __nv_uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
HSAEMU_LIB unsigned long long __nv_double_as_longlong(double x) { return __builtin_bit_cast(unsigned long long, x); }
HSAEMU_LIB double __nv_longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
HSAEMU_LIB int __nv_double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
HSAEMU_LIB int __nv_double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
HSAEMU_LIB double __nv_hiloint2double(int hi, int lo)
{
	return __builtin_bit_cast(double, (unsigned long long)(unsigned)hi << 32 | (unsigned)lo);
}
HSAEMU_LIB unsigned short __nv_float2half_rn(float x) { return __builtin_bit_cast(unsigned short, (_Float16)x); }
HSAEMU_LIB float __nv_half2float(unsigned short x) { return __builtin_bit_cast(_Float16, x); }

HSAEMU_LIB int __nv_signbitf(float x) { return __builtin_bit_cast(unsigned, x) >> 31; }
HSAEMU_LIB int __nv_signbitd(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 63); }
HSAEMU_LIB int __nv_isnanf(float x) { return x != x; }
HSAEMU_LIB int __nv_isnand(double x) { return x != x; }
HSAEMU_LIB int __nv_isinff(float x) { return __builtin_fabsf(x) == __builtin_inff(); }
HSAEMU_LIB int __nv_isinfd(double x) { return __builtin_fabs(x) == __builtin_inf(); }
HSAEMU_LIB int __nv_finitef(float x) { return __builtin_fabsf(x) < __builtin_inff(); }
HSAEMU_LIB int __nv_isfinited(double x) { return __builtin_fabs(x) < __builtin_inf(); }
HSAEMU_LIB float __nv_nanf(const signed char *) { return __builtin_nanf(""); }
HSAEMU_LIB double __nv_nan(const signed char *) { return __builtin_nan(""); }

HSAEMU_LIB int __nv_abs(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
HSAEMU_LIB long long __nv_llabs(long long x) { return x < 0 ? (long long)(0ull - (unsigned long long)x) : x; }
HSAEMU_LIB int __nv_max(int x, int y) { return x > y ? x : y; }
HSAEMU_LIB int __nv_min(int x, int y) { return x < y ? x : y; }
HSAEMU_LIB unsigned __nv_umax(unsigned x, unsigned y) { return x > y ? x : y; }
HSAEMU_LIB unsigned __nv_umin(unsigned x, unsigned y) { return x < y ? x : y; }
HSAEMU_LIB long long __nv_llmax(long long x, long long y) { return x > y ? x : y; }
HSAEMU_LIB long long __nv_llmin(long long x, long long y) { return x < y ? x : y; }
HSAEMU_LIB unsigned long long __nv_ullmax(unsigned long long x, unsigned long long y) { return x > y ? x : y; }
HSAEMU_LIB unsigned long long __nv_ullmin(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
HSAEMU_LIB int __nv_brev(int x) { return (int)__builtin_bitreverse32((unsigned)x); }
HSAEMU_LIB long long __nv_brevll(long long x) { return (long long)__builtin_bitreverse64((unsigned long long)x); }
HSAEMU_LIB int __nv_clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
HSAEMU_LIB int __nv_clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
HSAEMU_LIB int __nv_ffs(int x) { return __builtin_ffs(x); }
HSAEMU_LIB int __nv_ffsll(long long x) { return __builtin_ffsll(x); }
HSAEMU_LIB int __nv_popc(unsigned x) { return __builtin_popcount(x); }
HSAEMU_LIB int __nv_popcll(unsigned long long x) { return __builtin_popcountll(x); }
HSAEMU_LIB int __nv_byte_perm(int x, int y, int s) { return __nvvm_prmt(x, y, s & 0x7777); } // PTX's fourth bit is not CUDA's
HSAEMU_LIB int __nv_mul24(int x, int y) { return __nvvm_mul24_i(x, y); }
HSAEMU_LIB unsigned __nv_umul24(unsigned x, unsigned y) { return __nvvm_mul24_ui(x, y); }
HSAEMU_LIB int __nv_mulhi(int x, int y) { return __nvvm_mulhi_i(x, y); }
HSAEMU_LIB unsigned __nv_umulhi(unsigned x, unsigned y) { return __nvvm_mulhi_ui(x, y); }
HSAEMU_LIB long long __nv_mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
HSAEMU_LIB unsigned long long __nv_umul64hi(unsigned long long x, unsigned long long y) { return __nvvm_mulhi_ull(x, y); }
HSAEMU_LIB int __nv_hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
HSAEMU_LIB int __nv_rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
HSAEMU_LIB int __nv_uhadd(unsigned x, unsigned y) { return (int)((x & y) + ((x ^ y) >> 1)); }
HSAEMU_LIB unsigned __nv_urhadd(unsigned x, unsigned y) { return (x | y) - ((x ^ y) >> 1); }
HSAEMU_LIB int __nv_sad(int x, int y, int z) { return (x > y ? x - y : y - x) + z; }
HSAEMU_LIB unsigned __nv_usad(unsigned x, unsigned y, unsigned z) { return (x > y ? x - y : y - x) + z; }

// ---- by the others -------------------------------------------------------------------------------

// Lengths: scaled by the largest component, so that squares neither overflow nor vanish.
HSAEMU_LIB_BIG double hsaemu_length(double a, double b, double c, double d)
{
	double m = __nv_fmax(__nv_fmax(__nv_fabs(a), __nv_fabs(b)), __nv_fmax(__nv_fabs(c), __nv_fabs(d)));
	if (!(m > 0) || m == __builtin_inf())
		return a != a || b != b || c != c || d != d ? (m == __builtin_inf() ? m : a + b + c + d) : m;
	int e = hsaemu_clc_ilogb(m);
	a = hsaemu_ldexp(a, -e), b = hsaemu_ldexp(b, -e);
	c = hsaemu_ldexp(c, -e), d = hsaemu_ldexp(d, -e);
	return hsaemu_ldexp(__nvvm_sqrt_rn_d(a * a + b * b + c * c + d * d), e);
}
HSAEMU_LIB_BIG double __nv_norm3d(double a, double b, double c) { return hsaemu_length(a, b, c, 0); }
HSAEMU_LIB_BIG double __nv_norm4d(double a, double b, double c, double d) { return hsaemu_length(a, b, c, d); }
HSAEMU_LIB_BIG double __nv_rnorm3d(double a, double b, double c) { return 1 / hsaemu_length(a, b, c, 0); }
HSAEMU_LIB_BIG double __nv_rnorm4d(double a, double b, double c, double d) { return 1 / hsaemu_length(a, b, c, d); }
HSAEMU_LIB_BIG double __nv_rhypot(double a, double b)
{
	bool is_large = __nv_fabs(a) > 0x1p1000 || __nv_fabs(b) > 0x1p1000; // the length may be infinite
	double by = is_large ? 0x1p-600 : 1;
	return 1 / hsaemu_length(a * by, b * by, 0, 0) * by;
}
HSAEMU_LIB_BIG double __nv_norm(int n, const double *v)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum = hsaemu_length(sum, v[i], 0, 0);
	return sum;
}
HSAEMU_LIB_BIG double __nv_rnorm(int n, const double *v) { return 1 / __nv_norm(n, v); }

// Floats by doubles, in which no float's square overflows.
HSAEMU_LIB float hsaemu_lengthf(double a, double b, double c, double d)
{
	return (float)__nvvm_sqrt_rn_d(a * a + b * b + c * c + d * d);
}
HSAEMU_LIB_BIG float __nv_norm3df(float a, float b, float c) { return hsaemu_lengthf(a, b, c, 0); }
HSAEMU_LIB_BIG float __nv_norm4df(float a, float b, float c, float d) { return hsaemu_lengthf(a, b, c, d); }
HSAEMU_LIB_BIG float __nv_rnorm3df(float a, float b, float c)
{
	return (float)(1 / __nvvm_sqrt_rn_d((double)a * a + (double)b * b + (double)c * c));
}
HSAEMU_LIB_BIG float __nv_rnorm4df(float a, float b, float c, float d)
{
	return (float)(1 / __nvvm_sqrt_rn_d((double)a * a + (double)b * b + (double)c * c + (double)d * d));
}
HSAEMU_LIB_BIG float __nv_rhypotf(float a, float b)
{
	if (__nv_fabs(a) == __builtin_inf() || __nv_fabs(b) == __builtin_inf())
		return 0;
	return (float)(1 / __nvvm_sqrt_rn_d((double)a * a + (double)b * b));
}
HSAEMU_LIB_BIG float __nv_normf(int n, const float *v)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += (double)v[i] * v[i];
	return (float)__nvvm_sqrt_rn_d(sum);
}
HSAEMU_LIB_BIG float __nv_rnormf(int n, const float *v)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += (double)v[i] * v[i];
	return (float)(1 / __nvvm_sqrt_rn_d(sum));
}
HSAEMU_LIB_BIG double __nv_rcbrt(double x) { return 1 / __nv_cbrt(x); }
HSAEMU_LIB_BIG float __nv_rcbrtf(float x) { return (float)(1 / __nv_cbrt(x)); }
HSAEMU_LIB double __nv_rcp64h(double x) { return __nv_hiloint2double(__nv_double2hiint(1 / x), 0); }

#include "hsaemu_special.h"

#endif
