/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// fmod, remainder and remquo, for hsaemu_math.h, exact for all finite numbers. A quotient below 2^50 is
// rounded to a whole number and cut off in one fused step: what remains is less than the divisor and a
// multiple of its last place, so it is not rounded. A larger quotient is brought below 2^50 first, by 48
// bits a step; lanes take as many steps as the largest of them, mostly none.
#ifndef HSAEMU_REMAINDER_H
#define HSAEMU_REMAINDER_H

// Of x > 0: m from 1 to 2, so that x = m 2^exponent.
struct hsaemu_normalized { double m; int exponent; };
HSAEMU_MATH(struct hsaemu_normalized) hsaemu_normalize(double x)
{
	int is_small = x < 0x1p-1022;
	hsaemu_unsigned_64 bits = hsaemu_bits_of_double(is_small ? x * 0x1p54 : x);
	struct hsaemu_normalized r;
	r.m = hsaemu_double_of_bits((long)((bits & 0xfffffffffffffu) | 0x3ff0000000000000u));
	r.exponent = (int)(bits >> 52) - (is_small ? 1023 + 54 : 1023);
	return r;
}
// What remains of r 2^(48 steps), where r < 2^49 y.
HSAEMU_MATH(double) hsaemu_reduce_by_steps(double r, double y, double inverse, int steps)
{
	r = __builtin_fma(-__builtin_rint(r * inverse), y, r);
	for (; steps > 0; steps--) {
		r *= 0x1p48;
		r = __builtin_fma(-__builtin_rint(r * inverse), y, r);
	}
	return r;
}
// Of x >= 2^50 y, y > 0: what is below 96 y and less than x by a multiple of 128 y.
HSAEMU_MATH(double) hsaemu_closer(double x, double y)
{
	struct hsaemu_normalized a = hsaemu_normalize(x), b = hsaemu_normalize(y);
	int exponent = b.exponent + 7, first = exponent >> 1; // no power of 2 is subnormal
	int bits = a.exponent - exponent, steps = bits / 48;
	double r = a.m * hsaemu_double_of_bits((long)(1023 + bits - 48 * steps) << 52);
	r = hsaemu_reduce_by_steps(r, b.m, __nvvm_div_rn_d(1, b.m), steps);
	return r * hsaemu_double_of_bits((long)(1023 + first) << 52) *
	       hsaemu_double_of_bits((long)(1023 + exponent - first) << 52);
}
HSAEMU_MATH(double) hsaemu_divide(double x, double y) { return __nvvm_div_rn_d(x, y); }
// Processors take long for a quotient that is subnormal; 2^-20 will do for all of the small ones.
HSAEMU_MATH(float) hsaemu_dividef(float x, float y)
{
	unsigned bits = hsaemu_bits_of_float(x), least = hsaemu_bits_of_float(y) - 0x0a000000u;
	return __nvvm_div_rn_f(hsaemu_float_of_bits(bits > least ? bits : least), y);
}
// The quotient's nearest whole number, of two the even one, and what remains: x >= 0 or what hsaemu_closer()
// made of it. A quotient that was rounded to the middle of two may have got the wrong one.
#define HSAEMU_MATH_CUT(T, f, letter) \
	struct hsaemu_cut##f { T whole, rest; }; \
	HSAEMU_MATH(struct hsaemu_cut##f) hsaemu_cut##f(T x, T y) \
	{ \
		struct hsaemu_cut##f c; \
		c.whole = __builtin_rint##f(hsaemu_divide##f(x, y)); \
		c.rest = c.whole == 0 ? x : __nvvm_fma_rn_##letter(-c.whole, y, x); \
		return c; \
	} \
	HSAEMU_MATH(T) hsaemu_rest_up##f(T x, T y) \
	{ \
		T r = hsaemu_cut##f(x, y).rest; \
		return r < 0 ? r + y : r; \
	} \
	HSAEMU_MATH(struct hsaemu_cut##f) hsaemu_nearest_cut##f(T x, T y) \
	{ \
		struct hsaemu_cut##f c = hsaemu_cut##f(x, y); \
		T size = __builtin_fabs##f(c.rest); \
		int is_off = size > y - size; \
		c.whole += is_off ? __builtin_copysign##f(1, c.rest) : 0; \
		c.rest -= is_off ? __builtin_copysign##f(y, c.rest) : 0; \
		return c; \
	}
HSAEMU_MATH_CUT(float, f, f)
HSAEMU_MATH_CUT(double, , d)
#undef HSAEMU_MATH_CUT

HSAEMU_MATH(double) hsaemu_close(double x, double y)
{
	return x >= y * 0x1p50 && x < __builtin_inf() ? hsaemu_closer(x, y) : x;
}
// What remains of |x|, with the sign of x, and NaNs.
HSAEMU_MATH(double) hsaemu_remainder_result(double r, double x, double y)
{
	r = hsaemu_double_of_bits((long)(hsaemu_bits_of_double(r) ^ (hsaemu_bits_of_double(x) & 1ull << 63)));
	return r == r ? r : x != x || y != y ? x + y : __builtin_nan("");
}
HSAEMU_MATH(double) hsaemu_fmod(double x, double y)
{
	double b = __builtin_fabs(y);
	return hsaemu_remainder_result(hsaemu_rest_up(hsaemu_close(__builtin_fabs(x), b), b), x, y);
}
HSAEMU_MATH(double) hsaemu_remainder(double x, double y)
{
	double b = __builtin_fabs(y);
	return hsaemu_remainder_result(hsaemu_nearest_cut(hsaemu_close(__builtin_fabs(x), b), b).rest, x, y);
}
// With the low seven bits of the quotient and its sign.
struct hsaemu_quotient { double rest; int bits; };
HSAEMU_MATH(struct hsaemu_quotient) hsaemu_remquo(double x, double y)
{
	double b = __builtin_fabs(y);
	struct hsaemu_cut c = hsaemu_nearest_cut(hsaemu_close(__builtin_fabs(x), b), b);
	struct hsaemu_quotient q;
	q.rest = hsaemu_remainder_result(c.rest, x, y);
	int bits = (int)hsaemu_bits_of_double(__nvvm_add_rn_d(c.whole, 0x1.8p52)); // ends with those of the whole
	bits = q.rest == q.rest ? bits & 127 : 0;
	q.bits = (x < 0) != (y < 0) ? -bits : bits;
	return q;
}

// Of float as long as the quotient is below 2^22 and nothing is subnormal but x, which then stays as it is.
// Else by steps of double, in which all floats and what remains of them are normalized.
HSAEMU_MATH(double) hsaemu_far_rest(double x, double y)
{
	int bits = (int)(hsaemu_bits_of_double(x) >> 52) - (int)(hsaemu_bits_of_double(y) >> 52);
	int steps = bits < 48 ? 0 : bits / 48;
	double r = x * hsaemu_double_of_bits((long)(1023 - 48 * steps) << 52);
	return hsaemu_reduce_by_steps(r, y, __nvvm_div_rn_d(1, y), steps);
}
HSAEMU_MATH(double) hsaemu_far_fmod(double x, double y)
{
	double r = hsaemu_far_rest(x, y);
	return r < 0 ? r + y : r;
}
HSAEMU_MATH(double) hsaemu_far_remainder(double x, double y)
{
	double r = hsaemu_far_rest(x, 2 * y), size = __builtin_fabs(r);
	return size > y - size ? r - __builtin_copysign(y, r) : r;
}
#define HSAEMU_MATH_REMAINDER(name, rest) \
	HSAEMU_MATH(float) hsaemu_##name##f(float x, float y) \
	{ \
		unsigned sign = hsaemu_bits_of_float(x) & 0x80000000u; \
		unsigned a = hsaemu_bits_of_float(x) ^ sign, b = hsaemu_bits_of_float(y) & 0x7fffffffu; \
		if (b - 0x0d800000u > 0x72000000u || a >= 0x7f800000u || a >= b + 0x0b000000u) { \
			double far = hsaemu_far_##name(__builtin_fabs(x), __builtin_fabs(y)); \
			return (float)hsaemu_remainder_result(far, x, y); \
		} \
		float r = rest; \
		return hsaemu_float_of_bits(hsaemu_bits_of_float(r) ^ sign); \
	}
HSAEMU_MATH_REMAINDER(fmod, hsaemu_rest_upf(hsaemu_float_of_bits(a), hsaemu_float_of_bits(b)))
HSAEMU_MATH_REMAINDER(remainder, hsaemu_nearest_cutf(hsaemu_float_of_bits(a), hsaemu_float_of_bits(b)).rest)
#undef HSAEMU_MATH_REMAINDER

#endif
