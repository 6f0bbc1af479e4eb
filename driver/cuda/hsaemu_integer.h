/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Integers: sums with maxima and minima in one step (DPX), of words and pairs of halves.
#ifndef HSAEMU_INTEGER_H
#define HSAEMU_INTEGER_H

HSAEMU_BOTH int hsaemu_add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
HSAEMU_BOTH unsigned hsaemu_add(unsigned a, unsigned b) { return a + b; }
HSAEMU_BOTH short hsaemu_add(short a, short b) { return (short)((unsigned)a + (unsigned)b); }
HSAEMU_BOTH unsigned short hsaemu_add(unsigned short a, unsigned short b) { return (unsigned short)(a + b); }
template <class T> HSAEMU_BOTH T hsaemu_larger(T a, T b) { return a > b ? a : b; }
template <class T> HSAEMU_BOTH T hsaemu_smaller(T a, T b) { return a < b ? a : b; }
template <class T> HSAEMU_BOTH T hsaemu_low_part(unsigned v) { return (T)(v & 0xffff); }
template <class T> HSAEMU_BOTH T hsaemu_high_part(unsigned v) { return (T)(v >> 16); }
HSAEMU_BOTH unsigned hsaemu_pack_parts(unsigned low, unsigned high) { return (low & 0xffff) | high << 16; }

// OF of each operand, for words and for pairs.
#define HSAEMU_DPX3(name, T32, T16, t32, t16, of) \
	HSAEMU_BOTH T32 name##_##t32(T32 a, T32 b, T32 c) { typedef T32 T; return of(a, b, c); } \
	HSAEMU_BOTH unsigned name##_##t16(unsigned a, unsigned b, unsigned c) \
	{ \
		typedef T16 T; \
		T low = of(hsaemu_low_part<T>(a), hsaemu_low_part<T>(b), hsaemu_low_part<T>(c)); \
		T high = of(hsaemu_high_part<T>(a), hsaemu_high_part<T>(b), hsaemu_high_part<T>(c)); \
		return hsaemu_pack_parts((unsigned)low, (unsigned)high); \
	}
#define HSAEMU_DPX2(name, T32, T16, t32, t16, of) \
	HSAEMU_BOTH T32 name##_##t32(T32 a, T32 b) { typedef T32 T; return of(a, b); } \
	HSAEMU_BOTH unsigned name##_##t16(unsigned a, unsigned b) \
	{ \
		typedef T16 T; \
		T low = of(hsaemu_low_part<T>(a), hsaemu_low_part<T>(b)), high = of(hsaemu_high_part<T>(a), hsaemu_high_part<T>(b)); \
		return hsaemu_pack_parts((unsigned)low, (unsigned)high); \
	}
#define HSAEMU_RELU(v) hsaemu_larger<T>(v, 0)
#define HSAEMU_ADD_MAX(a, b, c) hsaemu_larger<T>(hsaemu_add(a, b), c)
#define HSAEMU_ADD_MIN(a, b, c) hsaemu_smaller<T>(hsaemu_add(a, b), c)
#define HSAEMU_MAX3(a, b, c) hsaemu_larger<T>(hsaemu_larger<T>(a, b), c)
#define HSAEMU_MIN3(a, b, c) hsaemu_smaller<T>(hsaemu_smaller<T>(a, b), c)
#define HSAEMU_ADD_MAX_RELU(a, b, c) HSAEMU_RELU(HSAEMU_ADD_MAX(a, b, c))
#define HSAEMU_ADD_MIN_RELU(a, b, c) HSAEMU_RELU(HSAEMU_ADD_MIN(a, b, c))
#define HSAEMU_MAX3_RELU(a, b, c) HSAEMU_RELU(HSAEMU_MAX3(a, b, c))
#define HSAEMU_MIN3_RELU(a, b, c) HSAEMU_RELU(HSAEMU_MIN3(a, b, c))
#define HSAEMU_MAX_RELU(a, b) HSAEMU_RELU(hsaemu_larger<T>(a, b))
#define HSAEMU_MIN_RELU(a, b) HSAEMU_RELU(hsaemu_smaller<T>(a, b))
#define HSAEMU_DPX(name, of) \
	HSAEMU_DPX3(name, int, short, s32, s16x2, of) \
	HSAEMU_DPX3(name, unsigned, unsigned short, u32, u16x2, of) \
	HSAEMU_DPX3(name, int, short, s32_relu, s16x2_relu, of##_RELU)
HSAEMU_DPX(__viaddmax, HSAEMU_ADD_MAX)
HSAEMU_DPX(__viaddmin, HSAEMU_ADD_MIN)
HSAEMU_DPX(__vimax3, HSAEMU_MAX3)
HSAEMU_DPX(__vimin3, HSAEMU_MIN3)
HSAEMU_DPX2(__vimax, int, short, s32_relu, s16x2_relu, HSAEMU_MAX_RELU)
HSAEMU_DPX2(__vimin, int, short, s32_relu, s16x2_relu, HSAEMU_MIN_RELU)

// Also whether the first operand was taken.
#define HSAEMU_CHOICE(name, T32, T16, t32, t16, op) \
	HSAEMU_BOTH T32 name##_##t32(T32 a, T32 b, bool *first) { return (*first = a op b) ? a : b; } \
	HSAEMU_BOTH unsigned name##_##t16(unsigned a, unsigned b, bool *high, bool *low) \
	{ \
		*high = hsaemu_high_part<T16>(a) op hsaemu_high_part<T16>(b); \
		*low = hsaemu_low_part<T16>(a) op hsaemu_low_part<T16>(b); \
		return hsaemu_pack_parts(*low ? a : b, (*high ? a : b) >> 16); \
	}
HSAEMU_CHOICE(__vibmax, int, short, s32, s16x2, >=)
HSAEMU_CHOICE(__vibmax, unsigned, unsigned short, u32, u16x2, >=)
HSAEMU_CHOICE(__vibmin, int, short, s32, s16x2, <=)
HSAEMU_CHOICE(__vibmin, unsigned, unsigned short, u32, u16x2, <=)
#undef HSAEMU_CHOICE
#undef HSAEMU_DPX
#undef HSAEMU_DPX2
#undef HSAEMU_DPX3
#undef HSAEMU_RELU
#undef HSAEMU_ADD_MAX
#undef HSAEMU_ADD_MIN
#undef HSAEMU_MAX3
#undef HSAEMU_MIN3
#undef HSAEMU_ADD_MAX_RELU
#undef HSAEMU_ADD_MIN_RELU
#undef HSAEMU_MAX3_RELU
#undef HSAEMU_MIN3_RELU
#undef HSAEMU_MAX_RELU
#undef HSAEMU_MIN_RELU

#endif
