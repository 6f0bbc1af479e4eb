/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// fmod and remainder, for hsaemu_math.h. A quotient below 2^52 is cut off in one step, without an
// error: what remains is a multiple of the divisor's last place and not above the divisor. A larger
// one is divided by the divisor times powers of 2^48 first; most work-items need no such step.
#ifndef HSAEMU_REMAINDER_H
#define HSAEMU_REMAINDER_H

// Of x > 0: so that 2^n <= x < 2^(n + 1).
HSAEMU_MATH(int) hsaemu_exponent(double x)
{
	int is_small = x < 0x1p-1022, bias = is_small ? 1023 + 54 : 1023;
	return (int)(hsaemu_bits_of_double(is_small ? x * 0x1p54 : x) >> 52) - bias;
}
HSAEMU_MATH(double) hsaemu_cut(double x, double y)
{
	return __builtin_fma(-__builtin_trunc(x / y), y, x);
}
// Of x and y > 0. A quotient that was rounded up leaves a negative rest.
HSAEMU_MATH(double) hsaemu_rest(double x, double y)
{
#pragma clang fp reassociate(off) // the third power of a third may be infinite
	double r = x;
	if (x >= y * 0x1p50 && x < __builtin_inf()) {
		int steps = (hsaemu_exponent(x) - hsaemu_exponent(y)) / 48;
		double third = hsaemu_double_of_bits((long)(1023 + 16 * steps) << 52);
		double scaled = y * third * third * third;
		for (; steps > 0; steps--) {
			r = hsaemu_cut(r, scaled);
			scaled *= 0x1p-48;
		}
	}
	r = __builtin_fabs(r) < y ? r : hsaemu_cut(r, y);
	r = r < 0 ? r + y : r;
	return r < y ? r : r - y;
}
// What remains of |x|, with the signs and the NaNs of the standard.
HSAEMU_MATH(double) hsaemu_remainder_result(double r, double x, double y)
{
	r = x < 0 ? -r : r;
	r = r == 0 ? __builtin_copysign(r, x) : r;
	r = y != 0 && __builtin_fabs(x) < __builtin_inf() ? r : __builtin_nan("");
	return x != x || y != y ? x + y : r;
}
HSAEMU_MATH(double) hsaemu_fmod(double x, double y)
{
	return hsaemu_remainder_result(hsaemu_rest(__builtin_fabs(x), __builtin_fabs(y)), x, y);
}
// The nearest multiple of y, of two the even one: x is brought below 2 |y| first.
HSAEMU_MATH(double) hsaemu_remainder(double x, double y)
{
	double a = __builtin_fabs(x), b = __builtin_fabs(y);
	double r = hsaemu_rest(a, 2 * b);
	double once = r - b, nearest = once >= b - once ? once - b : once;
	r = r > b - r ? nearest : r;
	return hsaemu_remainder_result(r, x, y);
}
HSAEMU_MATH(float) hsaemu_fmodf(float x, float y) { return (float)hsaemu_fmod(x, y); }
HSAEMU_MATH(float) hsaemu_remainderf(float x, float y) { return (float)hsaemu_remainder(x, y); }

#endif
