/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// bfloat16: kept in 16 bits, computed in float, each result rounded once.
#ifndef HSAEMU_BF16_H
#define HSAEMU_BF16_H

struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat162_raw { unsigned short x, y; };

// A number in 16 bits that computes as a float.
struct hsaemu_brain {
	unsigned short bits;
	hsaemu_brain() = default;
	HSAEMU_MEMBER constexpr hsaemu_brain(float x) : bits(0)
	{
		unsigned u = __builtin_bit_cast(unsigned, x);
		bits = x != x ? 0x7fff : (unsigned short)((u + 0x7fff + (u >> 16 & 1)) >> 16);
	}
	HSAEMU_MEMBER constexpr operator float() const { return __builtin_bit_cast(float, (unsigned)bits << 16); }
};

struct __nv_bfloat16 {
	hsaemu_brain v;
	__nv_bfloat16() = default;
	HSAEMU_MEMBER constexpr __nv_bfloat16(hsaemu_brain x) : v(x) {}
	HSAEMU_MEMBER __nv_bfloat16(__nv_bfloat16_raw r) { v.bits = r.x; }
#define HSAEMU_FROM(T) HSAEMU_MEMBER constexpr __nv_bfloat16(T x) : v((float)x) {}
	HSAEMU_FROM(float) HSAEMU_FROM(double) HSAEMU_FROM(short) HSAEMU_FROM(unsigned short) HSAEMU_FROM(int)
	HSAEMU_FROM(unsigned) HSAEMU_FROM(long) HSAEMU_FROM(unsigned long) HSAEMU_FROM(long long) HSAEMU_FROM(unsigned long long)
#undef HSAEMU_FROM
	HSAEMU_MEMBER constexpr operator float() const { return (float)v; }
	HSAEMU_MEMBER operator __nv_bfloat16_raw() const { return {v.bits}; }
#define HSAEMU_TO(T) HSAEMU_MEMBER constexpr explicit operator T() const { return (T)(float)v; }
	HSAEMU_TO(double) HSAEMU_TO(char) HSAEMU_TO(signed char) HSAEMU_TO(unsigned char) HSAEMU_TO(short) HSAEMU_TO(unsigned short)
	HSAEMU_TO(int) HSAEMU_TO(unsigned) HSAEMU_TO(long) HSAEMU_TO(unsigned long) HSAEMU_TO(long long) HSAEMU_TO(unsigned long long)
#undef HSAEMU_TO
	HSAEMU_MEMBER explicit operator bool() const { return (float)v != 0; }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __attribute__((aligned(4))) __nv_bfloat162 {
	__nv_bfloat16 x, y;
	__nv_bfloat162() = default;
	HSAEMU_MEMBER constexpr __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
	HSAEMU_MEMBER __nv_bfloat162(__nv_bfloat162_raw r) : x(__nv_bfloat16_raw{r.x}), y(__nv_bfloat16_raw{r.y}) {}
	HSAEMU_MEMBER operator __nv_bfloat162_raw() const { return {x.v.bits, y.v.bits}; }
};
typedef __nv_bfloat162 nv_bfloat162;

#define HSAEMU_SMALL __nv_bfloat16
#define HSAEMU_SMALL2 __nv_bfloat162
#define HSAEMU_VALUE hsaemu_brain
#define HSAEMU_NAMED(before, after) before##bfloat16##after
#include "hsaemu_small.h"

HSAEMU_BOTH __nv_bfloat16 __float2bfloat16(float x) { return hsaemu_brain(x); }
HSAEMU_BOTH __nv_bfloat16 __float2bfloat16_rn(float x) { return hsaemu_brain(x); }
HSAEMU_BOTH __nv_bfloat16 __double2bfloat16(double x) { return hsaemu_brain((float)x); }
HSAEMU_BOTH float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
HSAEMU_BOTH __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {__float2bfloat16(x), __float2bfloat16(y)}; }
HSAEMU_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
HSAEMU_BOTH __nv_bfloat162 __float2bfloat162_rn(float x) { return __floats2bfloat162_rn(x, x); }
HSAEMU_BOTH float2 __bfloat1622float2(__nv_bfloat162 v) { return {(float)v.x, (float)v.y}; }
HSAEMU_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.v.bits; }
HSAEMU_BOTH short __bfloat16_as_short(__nv_bfloat16 x) { return (short)x.v.bits; }
HSAEMU_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __nv_bfloat16_raw{x}; }
HSAEMU_BOTH __nv_bfloat16 __short_as_bfloat16(short x) { return __nv_bfloat16_raw{(unsigned short)x}; }
#define HSAEMU_DIRECTED(name, toward) \
	HSAEMU_BOTH __nv_bfloat16 __float2bfloat16_##name(float x) \
	{ \
		unsigned u = __builtin_bit_cast(unsigned, x), away = (u & 0xffff) != 0 && x == x && (toward); \
		return x != x ? __nv_bfloat16(x) : __ushort_as_bfloat16((unsigned short)((u >> 16) + away)); \
	}
HSAEMU_DIRECTED(rz, false)
HSAEMU_DIRECTED(rd, x < 0)
HSAEMU_DIRECTED(ru, x > 0)
#undef HSAEMU_DIRECTED
#define HSAEMU_INTEGER(name, T) \
	HSAEMU_BOTH __nv_bfloat16 __##name##2bfloat16_rn(T x) { return hsaemu_brain((float)x); } \
	HSAEMU_BOTH T __bfloat162##name##_rz(__nv_bfloat16 x) { return (T)(float)x; } \
	HSAEMU_BOTH T __bfloat162##name##_rn(__nv_bfloat16 x) { return (T)__builtin_rintf((float)x); } \
	HSAEMU_BOTH T __bfloat162##name##_rd(__nv_bfloat16 x) { return (T)__builtin_floorf((float)x); } \
	HSAEMU_BOTH T __bfloat162##name##_ru(__nv_bfloat16 x) { return (T)__builtin_ceilf((float)x); }
HSAEMU_INTEGER(int, int)
HSAEMU_INTEGER(uint, unsigned)
HSAEMU_INTEGER(short, short)
HSAEMU_INTEGER(ushort, unsigned short)
HSAEMU_INTEGER(ll, long long)
HSAEMU_INTEGER(ull, unsigned long long)
#undef HSAEMU_INTEGER

HSAEMU_DEVICE __nv_bfloat16 atomicAdd(__nv_bfloat16 *p, __nv_bfloat16 v)
{
	unsigned short seen = *(volatile unsigned short *)p, next;
	do {
		next = seen;
		seen = atomicCAS((unsigned short *)p, next, __bfloat16_as_ushort(hsaemu_brain((float)__ushort_as_bfloat16(next) + (float)v)));
	} while (seen != next);
	return __ushort_as_bfloat16(seen);
}

HSAEMU_DEVICE __nv_bfloat162 atomicAdd(__nv_bfloat162 *p, __nv_bfloat162 v)
{
	unsigned seen = *(volatile unsigned *)p, next;
	do {
		next = seen;
		seen = atomicCAS((unsigned *)p, next, __builtin_bit_cast(unsigned, __hadd2(__builtin_bit_cast(__nv_bfloat162, next), v)));
	} while (seen != next);
	return __builtin_bit_cast(__nv_bfloat162, seen);
}
HSAEMU_BOTH float __internal_bfloat162float(unsigned short x) { return (float)__ushort_as_bfloat16(x); }

#endif
