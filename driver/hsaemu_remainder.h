/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// fmod, remainder and remquo, for hsaemu_math.h. A quotient below 2^52 is cut off in one step, without an
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
// The rest from the nearest multiple of y, of two the even one, and the low seven bits of the quotient with
// its sign. A quotient from 2^50 on is brought below 128 first.
struct hsaemu_quotient { double rest; int bits; };
HSAEMU_MATH(struct hsaemu_quotient) hsaemu_remquo(double x, double y)
{
	double a = __builtin_fabs(x), b = __builtin_fabs(y), r = a;
	if (!(a < b * 0x1p50))
		r = hsaemu_rest(a, 128 * b);
	double n = r < b ? 0 : __builtin_trunc(r / b);
	r = r < b ? r : __builtin_fma(-n, b, r);
	n -= r < 0;
	r += r < 0 ? b : 0;
	double half_n = 0.5 * n;
	int is_odd = half_n != __builtin_trunc(half_n), is_up = is_odd ? r >= b - r : r > b - r;
	n -= 128 * __builtin_floor(n * 0x1p-7);
	int bits = b > 0 && a < __builtin_inf() ? ((int)n + is_up) & 127 : 0;
	struct hsaemu_quotient q;
	q.rest = hsaemu_remainder_result(is_up ? r - b : r, x, y);
	q.bits = (x < 0) != (y < 0) ? -bits : bits;
	return q;
}
// Without the bits, x below 2 |y| is enough.
HSAEMU_MATH(double) hsaemu_remainder(double x, double y)
{
	double a = __builtin_fabs(x), b = __builtin_fabs(y), r = hsaemu_rest(a, 2 * b);
	double once = r - b, nearest = once >= b - once ? once - b : once;
	return hsaemu_remainder_result(r > b - r ? nearest : r, x, y);
}
HSAEMU_MATH(float) hsaemu_fmodf(float x, float y) { return (float)hsaemu_fmod(x, y); }
HSAEMU_MATH(float) hsaemu_remainderf(float x, float y) { return (float)hsaemu_remainder(x, y); }

#endif
