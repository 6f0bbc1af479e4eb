/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Half precision by clang's _Float16, which PTX has instructions for.
#ifndef HSAEMU_FP16_H
#define HSAEMU_FP16_H

struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

struct __half {
	_Float16 v;
	__half() = default;
	HSAEMU_MEMBER constexpr __half(_Float16 x) : v(x) {}
	HSAEMU_MEMBER __half(__half_raw r) : v(__builtin_bit_cast(_Float16, r.x)) {}
#define HSAEMU_FROM(T) HSAEMU_MEMBER constexpr __half(T x) : v((_Float16)x) {}
	HSAEMU_FROM(float) HSAEMU_FROM(double) HSAEMU_FROM(short) HSAEMU_FROM(unsigned short) HSAEMU_FROM(int)
	HSAEMU_FROM(unsigned) HSAEMU_FROM(long) HSAEMU_FROM(unsigned long) HSAEMU_FROM(long long) HSAEMU_FROM(unsigned long long)
#undef HSAEMU_FROM
	HSAEMU_MEMBER constexpr operator float() const { return (float)v; }
	HSAEMU_MEMBER operator __half_raw() const { return {__builtin_bit_cast(unsigned short, v)}; }
#define HSAEMU_TO(T) HSAEMU_MEMBER constexpr explicit operator T() const { return (T)v; }
	HSAEMU_TO(double) HSAEMU_TO(char) HSAEMU_TO(signed char) HSAEMU_TO(unsigned char) HSAEMU_TO(short) HSAEMU_TO(unsigned short) HSAEMU_TO(int) HSAEMU_TO(unsigned)
	HSAEMU_TO(long) HSAEMU_TO(unsigned long) HSAEMU_TO(long long) HSAEMU_TO(unsigned long long)
#undef HSAEMU_TO
	HSAEMU_MEMBER explicit operator bool() const { return v != (_Float16)0; }
};
typedef __half half;
typedef __half nv_half;

struct __attribute__((aligned(4))) __half2 {
	__half x, y;
	__half2() = default;
	HSAEMU_MEMBER constexpr __half2(__half a, __half b) : x(a), y(b) {}
	HSAEMU_MEMBER __half2(__half2_raw r) : x(__half_raw{r.x}), y(__half_raw{r.y}) {}
	HSAEMU_MEMBER operator __half2_raw() const { return {((__half_raw)x).x, ((__half_raw)y).x}; }
};
typedef __half2 half2;
typedef __half2 nv_half2;

#define HSAEMU_SMALL __half
#define HSAEMU_SMALL2 __half2
#define HSAEMU_VALUE _Float16
#define HSAEMU_NAMED(before, after) before##half##after
#include "hsaemu_small.h"

// ---- conversions ---------------------------------------------------------------------------------

HSAEMU_BOTH __half __float2half(float x) { return __half((_Float16)x); }
HSAEMU_BOTH __half __float2half_rn(float x) { return __half((_Float16)x); }
HSAEMU_BOTH __half __double2half(double x) { return __half((_Float16)x); }
HSAEMU_BOTH float __half2float(__half x) { return (float)x.v; }
HSAEMU_BOTH __half2 __floats2half2_rn(float x, float y) { return {__float2half(x), __float2half(y)}; }
HSAEMU_BOTH __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
HSAEMU_BOTH __half2 __float2half2_rn(float x) { return __floats2half2_rn(x, x); }
HSAEMU_BOTH float2 __half22float2(__half2 v) { return {__half2float(v.x), __half2float(v.y)}; }
HSAEMU_BOTH short __half_as_short(__half x) { return __builtin_bit_cast(short, x.v); }
HSAEMU_BOTH unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x.v); }
HSAEMU_BOTH __half __short_as_half(short x) { return __half(__builtin_bit_cast(_Float16, x)); }
HSAEMU_BOTH __half __ushort_as_half(unsigned short x) { return __half(__builtin_bit_cast(_Float16, x)); }
#define HSAEMU_DIRECTION(cuda, ptx) \
	HSAEMU_DEVICE __half __float2half_##cuda(float x) { unsigned short r; __asm__("cvt." ptx ".f16.f32 %0, %1;" : "=h"(r) : "f"(x)); return __ushort_as_half(r); }
HSAEMU_DIRECTION(rz, "rz")
HSAEMU_DIRECTION(rd, "rm")
HSAEMU_DIRECTION(ru, "rp")
#undef HSAEMU_DIRECTION
#define HSAEMU_INTEGER(name, T) \
	HSAEMU_BOTH __half __##name##2half_rn(T x) { return __half((_Float16)x); } \
	HSAEMU_BOTH T __half2##name##_rz(__half x) { return (T)x.v; } \
	HSAEMU_DEVICE T __half2##name##_rn(__half x) { return (T)__builtin_rintf((float)x.v); } \
	HSAEMU_DEVICE T __half2##name##_rd(__half x) { return (T)__builtin_floorf((float)x.v); } \
	HSAEMU_DEVICE T __half2##name##_ru(__half x) { return (T)__builtin_ceilf((float)x.v); }
HSAEMU_INTEGER(int, int)
HSAEMU_INTEGER(uint, unsigned)
HSAEMU_INTEGER(short, short)
HSAEMU_INTEGER(ushort, unsigned short)
HSAEMU_INTEGER(ll, long long)
HSAEMU_INTEGER(ull, unsigned long long)
#undef HSAEMU_INTEGER

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
#define CUDART_ZERO_FP16 __ushort_as_half(0)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)

HSAEMU_DEVICE __half atomicAdd(__half *p, __half v)
{
	unsigned short old, add = __half_as_ushort(v);
	__asm__ volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(p), "h"(add) : "memory");
	return __ushort_as_half(old);
}
HSAEMU_DEVICE __half2 atomicAdd(__half2 *p, __half2 v)
{
	unsigned old, add = __builtin_bit_cast(unsigned, v);
	__asm__ volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(add) : "memory");
	return __builtin_bit_cast(__half2, old);
}

#endif
