/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Device functions that clang's headers lack: overloads of min and max, synchronisation, bits.
#ifndef HSAEMU_DEVICE_H
#define HSAEMU_DEVICE_H

// ---- min, max, and single precision under the names of double -------------------------------------

#define HSAEMU_MIN_MAX(attribute, type, other) \
	static __inline__ __attribute__((always_inline)) attribute type min(type x, other y) { return (type)y < x ? (type)y : x; } \
	static __inline__ __attribute__((always_inline)) attribute type max(type x, other y) { return x < (type)y ? (type)y : x; }
HSAEMU_MIN_MAX(__host__, int, int) // clang has it for the device
HSAEMU_MIN_MAX(__host__ __device__, unsigned, unsigned)
HSAEMU_MIN_MAX(__host__ __device__, unsigned, int)
HSAEMU_MIN_MAX(__host__ __device__, long, long)
HSAEMU_MIN_MAX(__host__ __device__, unsigned long, unsigned long)
HSAEMU_MIN_MAX(__host__ __device__, unsigned long, long)
HSAEMU_MIN_MAX(__host__ __device__, long long, long long)
HSAEMU_MIN_MAX(__host__ __device__, unsigned long long, unsigned long long)
HSAEMU_MIN_MAX(__host__ __device__, unsigned long long, long long)
#undef HSAEMU_MIN_MAX
HSAEMU_BOTH unsigned min(int x, unsigned y) { return min((unsigned)x, y); }
HSAEMU_BOTH unsigned max(int x, unsigned y) { return max((unsigned)x, y); }
HSAEMU_BOTH unsigned long min(long x, unsigned long y) { return min((unsigned long)x, y); }
HSAEMU_BOTH unsigned long max(long x, unsigned long y) { return max((unsigned long)x, y); }
HSAEMU_BOTH unsigned long long min(long long x, unsigned long long y) { return min((unsigned long long)x, y); }
HSAEMU_BOTH unsigned long long max(long long x, unsigned long long y) { return max((unsigned long long)x, y); }
HSAEMU_BOTH float min(float x, float y) { return __builtin_fminf(x, y); }
HSAEMU_BOTH float max(float x, float y) { return __builtin_fmaxf(x, y); }
HSAEMU_BOTH double min(double x, double y) { return __builtin_fmin(x, y); }
HSAEMU_BOTH double max(double x, double y) { return __builtin_fmax(x, y); }
HSAEMU_BOTH double min(float x, double y) { return __builtin_fmin(x, y); }
HSAEMU_BOTH double max(float x, double y) { return __builtin_fmax(x, y); }
HSAEMU_BOTH double min(double x, float y) { return __builtin_fmin(x, y); }
HSAEMU_BOTH double max(double x, float y) { return __builtin_fmax(x, y); }

#define HSAEMU_FLOAT(name) HSAEMU_DEVICE float name(float x) { return ::name##f(x); }
HSAEMU_FLOAT(rsqrt)
HSAEMU_FLOAT(rcbrt)
HSAEMU_FLOAT(sinpi)
HSAEMU_FLOAT(cospi)
HSAEMU_FLOAT(erfinv)
HSAEMU_FLOAT(erfcinv)
HSAEMU_FLOAT(normcdf)
HSAEMU_FLOAT(normcdfinv)
HSAEMU_FLOAT(erfcx)
HSAEMU_FLOAT(exp10)
HSAEMU_FLOAT(j0)
HSAEMU_FLOAT(j1)
HSAEMU_FLOAT(y0)
HSAEMU_FLOAT(y1)
HSAEMU_FLOAT(cyl_bessel_i0)
HSAEMU_FLOAT(cyl_bessel_i1)
// clang declares these, and has their definitions from NVIDIA's headers.
HSAEMU_FLOAT(acosh)
HSAEMU_FLOAT(asinh)
HSAEMU_FLOAT(atanh)
HSAEMU_FLOAT(cbrt)
HSAEMU_FLOAT(erf)
HSAEMU_FLOAT(erfc)
HSAEMU_FLOAT(exp2)
HSAEMU_FLOAT(expm1)
HSAEMU_FLOAT(lgamma)
HSAEMU_FLOAT(log1p)
HSAEMU_FLOAT(log2)
HSAEMU_FLOAT(logb)
HSAEMU_FLOAT(nearbyint)
HSAEMU_FLOAT(rint)
HSAEMU_FLOAT(round)
HSAEMU_FLOAT(tgamma)
HSAEMU_FLOAT(trunc)
#undef HSAEMU_FLOAT
#define HSAEMU_FLOAT(name) HSAEMU_DEVICE float name(float x, float y) { return ::name##f(x, y); }
HSAEMU_FLOAT(copysign)
HSAEMU_FLOAT(fdim)
HSAEMU_FLOAT(fmax)
HSAEMU_FLOAT(fmin)
HSAEMU_FLOAT(hypot)
HSAEMU_FLOAT(nextafter)
HSAEMU_FLOAT(remainder)
#undef HSAEMU_FLOAT
HSAEMU_DEVICE float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
HSAEMU_DEVICE float remquo(float x, float y, int *q) { return ::remquof(x, y, q); }
HSAEMU_DEVICE float scalbn(float x, int n) { return ::scalbnf(x, n); }
HSAEMU_DEVICE float scalbln(float x, long n) { return ::scalblnf(x, n); }
HSAEMU_DEVICE int ilogb(float x) { return ::ilogbf(x); }
HSAEMU_DEVICE long lrint(float x) { return ::lrintf(x); }
HSAEMU_DEVICE long lround(float x) { return ::lroundf(x); }
HSAEMU_DEVICE long long llrint(float x) { return ::llrintf(x); }
HSAEMU_DEVICE long long llround(float x) { return ::llroundf(x); }
// A quiet NaN whose mantissa is the number in the text, if that is one.
HSAEMU_DEVICE unsigned long long hsaemu_mantissa(const char *text)
{
	unsigned long long value = 0;
	unsigned base = text[0] != '0' ? 10 : (text[1] | 32) == 'x' ? 16 : 8;
	for (text += base == 16 ? 2 : 0; *text != 0; text++) {
		unsigned digit = *text <= '9' ? (unsigned)(*text - '0') : (unsigned)((*text | 32) - 'a' + 10);
		if (digit >= base)
			return 0;
		value = value * base + digit;
	}
	return value;
}
HSAEMU_DEVICE double nan(const char *text) { return __builtin_bit_cast(double, (hsaemu_mantissa(text) & 0x7ffffffffffffull) | 0x7ff8000000000000ull); }
HSAEMU_DEVICE float nanf(const char *text) { return __builtin_bit_cast(float, ((unsigned)hsaemu_mantissa(text) & 0x3fffffu) | 0x7fc00000u); }
HSAEMU_DEVICE void sincos(float x, float *s, float *c) { ::sincosf(x, s, c); }
HSAEMU_DEVICE void sincospi(float x, float *s, float *c) { ::sincospif(x, s, c); }

HSAEMU_DEVICE float __fdiv_approx(float x, float y) { return __nvvm_div_approx_f(x, y); }

// ---- threads of a block and of a warp -------------------------------------------------------------

HSAEMU_DEVICE void __nanosleep(unsigned ns) { __asm__ volatile("nanosleep.u32 %0;" ::"r"(ns)); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
HSAEMU_DEVICE unsigned __reduce_add_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_add(v, mask); }
HSAEMU_DEVICE int __reduce_add_sync(unsigned mask, int v) { return __nvvm_redux_sync_add(v, mask); }
HSAEMU_DEVICE unsigned __reduce_min_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umin(v, mask); }
HSAEMU_DEVICE int __reduce_min_sync(unsigned mask, int v) { return __nvvm_redux_sync_min(v, mask); }
HSAEMU_DEVICE unsigned __reduce_max_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umax(v, mask); }
HSAEMU_DEVICE int __reduce_max_sync(unsigned mask, int v) { return __nvvm_redux_sync_max(v, mask); }
HSAEMU_DEVICE unsigned __reduce_and_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_and(v, mask); }
HSAEMU_DEVICE unsigned __reduce_or_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_or(v, mask); }
HSAEMU_DEVICE unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_xor(v, mask); }
#endif
HSAEMU_DEVICE unsigned __match_any_sync(unsigned mask, unsigned v) { return __nvvm_match_any_sync_i32(mask, v); }
HSAEMU_DEVICE unsigned __match_any_sync(unsigned mask, int v) { return __nvvm_match_any_sync_i32(mask, v); }
HSAEMU_DEVICE unsigned __match_any_sync(unsigned mask, float v) { return __nvvm_match_any_sync_i32(mask, __float_as_uint(v)); }
HSAEMU_DEVICE unsigned __match_any_sync(unsigned mask, unsigned long v) { return __nvvm_match_any_sync_i64(mask, v); }
HSAEMU_DEVICE unsigned __match_any_sync(unsigned mask, long v) { return __nvvm_match_any_sync_i64(mask, v); }
HSAEMU_DEVICE unsigned __match_any_sync(unsigned mask, unsigned long long v) { return __nvvm_match_any_sync_i64(mask, v); }
HSAEMU_DEVICE unsigned __match_any_sync(unsigned mask, long long v) { return __nvvm_match_any_sync_i64(mask, v); }
HSAEMU_DEVICE unsigned __match_any_sync(unsigned mask, double v) { return __nvvm_match_any_sync_i64(mask, __double_as_longlong(v)); }
HSAEMU_DEVICE unsigned __match_all_sync(unsigned mask, unsigned v, int *p) { return __nvvm_match_all_sync_i32p(mask, v, p); }
HSAEMU_DEVICE unsigned __match_all_sync(unsigned mask, int v, int *p) { return __nvvm_match_all_sync_i32p(mask, v, p); }
HSAEMU_DEVICE unsigned __match_all_sync(unsigned mask, float v, int *p) { return __nvvm_match_all_sync_i32p(mask, __float_as_uint(v), p); }
HSAEMU_DEVICE unsigned __match_all_sync(unsigned mask, unsigned long v, int *p) { return __nvvm_match_all_sync_i64p(mask, v, p); }
HSAEMU_DEVICE unsigned __match_all_sync(unsigned mask, long v, int *p) { return __nvvm_match_all_sync_i64p(mask, v, p); }
HSAEMU_DEVICE unsigned __match_all_sync(unsigned mask, unsigned long long v, int *p) { return __nvvm_match_all_sync_i64p(mask, v, p); }
HSAEMU_DEVICE unsigned __match_all_sync(unsigned mask, long long v, int *p) { return __nvvm_match_all_sync_i64p(mask, v, p); }
HSAEMU_DEVICE unsigned __match_all_sync(unsigned mask, double v, int *p) { return __nvvm_match_all_sync_i64p(mask, __double_as_longlong(v), p); }
HSAEMU_DEVICE unsigned __lanemask_lt() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
// ---- accesses that say which caches they want: what they share with others is not kept in registers ----

#define HSAEMU_LOAD_BY(name) \
	template <class T> HSAEMU_DEVICE T name(const T *p) \
	{ \
		__asm__ volatile("" ::: "memory"); \
		return *p; \
	}
HSAEMU_LOAD_BY(__ldca)
HSAEMU_LOAD_BY(__ldcg)
HSAEMU_LOAD_BY(__ldcs)
HSAEMU_LOAD_BY(__ldcv)
HSAEMU_LOAD_BY(__ldlu)
#undef HSAEMU_LOAD_BY
#define HSAEMU_STORE_BY(name) \
	template <class T> HSAEMU_DEVICE void name(T *p, T v) \
	{ \
		*p = v; \
		__asm__ volatile("" ::: "memory"); \
	}
HSAEMU_STORE_BY(__stcg)
HSAEMU_STORE_BY(__stcs)
HSAEMU_STORE_BY(__stwb)
HSAEMU_STORE_BY(__stwt)
#undef HSAEMU_STORE_BY

// ---- bits and dot products ------------------------------------------------------------------------

HSAEMU_DEVICE int __dp4a(int a, int b, int c) { int d; __asm__("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
HSAEMU_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c) { unsigned d; __asm__("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
HSAEMU_DEVICE int __dp4a(char4 a, char4 b, int c) { return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
HSAEMU_DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c); }
#define HSAEMU_DP2A(name, part) \
	HSAEMU_DEVICE int name(int a, int b, int c) { int d; __asm__("dp2a." part ".s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; } \
	HSAEMU_DEVICE unsigned name(unsigned a, unsigned b, unsigned c) { unsigned d; __asm__("dp2a." part ".u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
HSAEMU_DP2A(__dp2a_lo, "lo")
HSAEMU_DP2A(__dp2a_hi, "hi")
#undef HSAEMU_DP2A

// ---- old names --------------------------------------------------------------------------------------

HSAEMU_DEVICE int mul24(int x, int y) { return __mul24(x, y); }
HSAEMU_DEVICE unsigned umul24(unsigned x, unsigned y) { return __umul24(x, y); }
HSAEMU_DEVICE int mulhi(int x, int y) { return __mulhi(x, y); }
HSAEMU_DEVICE unsigned umulhi(unsigned x, unsigned y) { return __umulhi(x, y); }
HSAEMU_DEVICE float int_as_float(int x) { return __int_as_float(x); }
HSAEMU_DEVICE int float_as_int(float x) { return __float_as_int(x); }
HSAEMU_DEVICE float saturate(float x) { return __saturatef(x); }
HSAEMU_DEVICE int float2int(float x) { return __float2int_rz(x); }
HSAEMU_DEVICE float int2float(int x) { return __int2float_rn(x); }

HSAEMU_DEVICE int syncthreads_and(int p) { return __syncthreads_and(p); }
HSAEMU_DEVICE int syncthreads_or(int p) { return __syncthreads_or(p); }
HSAEMU_DEVICE int syncthreads_count(int p) { return __syncthreads_count(p); }

HSAEMU_DEVICE unsigned long long __hsaemu_globaltimer() { unsigned long long t; __asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }

#endif
