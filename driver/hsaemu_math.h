/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Functions of mathematics that libclc has not right, for OpenCL C and CUDA C: arguments for which it reads
// beyond its tables, signs of zero, gamma functions; and those of float that it has slow. The language's
// header says HSAEMU_MATH(type), what a function of these begins with, HSAEMU_RAW(type) for declarations of
// libclc's, HSAEMU_TABLE for constants, hsaemu_unsigned_64, hsaemu_double_of_bits(), hsaemu_bits_of_double(),
// the same of float, HSAEMU_ROOT() of float, hsaemu_mul_hi() and hsaemu_leading_zeroes().
#ifndef HSAEMU_MATH_H
#define HSAEMU_MATH_H

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wstatic-in-inline" // a table, which each module has for itself

#define HSAEMU_RAW_ONE(n, name) \
	HSAEMU_RAW(float) hsaemu_raw_##name##f(float) __asm__("_Z" #n #name "f"); \
	HSAEMU_RAW(double) hsaemu_raw_##name(double) __asm__("_Z" #n #name "d");
HSAEMU_RAW_ONE(3, sin)
HSAEMU_RAW_ONE(3, cos)
HSAEMU_RAW_ONE(3, tan)
HSAEMU_RAW_ONE(4, sinh)
HSAEMU_RAW_ONE(4, cosh)
HSAEMU_RAW_ONE(4, atan)
HSAEMU_RAW_ONE(3, erf)
HSAEMU_RAW_ONE(3, exp)
HSAEMU_RAW_ONE(4, exp2)
HSAEMU_RAW_ONE(5, exp10)
HSAEMU_RAW_ONE(5, expm1)
HSAEMU_RAW_ONE(3, log)
HSAEMU_RAW_ONE(4, log2)
HSAEMU_RAW_ONE(5, log10)
HSAEMU_RAW_ONE(5, log1p)
HSAEMU_RAW_ONE(4, acos)
HSAEMU_RAW_ONE(4, asin)
HSAEMU_RAW_ONE(4, tanh)
HSAEMU_RAW_ONE(4, erfc)
HSAEMU_RAW_ONE(5, sinpi)
HSAEMU_RAW_ONE(5, cospi)
HSAEMU_RAW_ONE(5, tanpi)
HSAEMU_RAW_ONE(6, atanpi)
HSAEMU_RAW(double) hsaemu_raw_pow(double, double) __asm__("_Z3powdd");
HSAEMU_RAW(double) hsaemu_raw_powr(double, double) __asm__("_Z4powrdd");
HSAEMU_RAW(double) hsaemu_raw_pown(double, int) __asm__("_Z4powndi");
HSAEMU_RAW(double) hsaemu_raw_atan2(double, double) __asm__("_Z5atan2dd");
HSAEMU_RAW(double) hsaemu_raw_hypot(double, double) __asm__("_Z5hypotdd");
HSAEMU_RAW(double) hsaemu_raw_rootn(double, int) __asm__("_Z5rootndi");

// What libclc has right, under the same names as the rest.
HSAEMU_MATH(float) hsaemu_atanpif(float x) { return hsaemu_raw_atanpif(x); }
#define HSAEMU_MATH_SAME(name) \
	HSAEMU_MATH(double) hsaemu_##name(double x) { return hsaemu_raw_##name(x); }
HSAEMU_MATH_SAME(exp)
HSAEMU_MATH_SAME(exp2)
HSAEMU_MATH_SAME(exp10)
HSAEMU_MATH_SAME(log)
HSAEMU_MATH_SAME(log2)
HSAEMU_MATH_SAME(log10)
HSAEMU_MATH_SAME(log1p)
HSAEMU_MATH_SAME(acos)
HSAEMU_MATH_SAME(asin)
HSAEMU_MATH_SAME(tanh)
HSAEMU_MATH_SAME(erfc)
#undef HSAEMU_MATH_SAME
HSAEMU_MATH(double) hsaemu_atan2(double y, double x) { return hsaemu_raw_atan2(y, x); }
HSAEMU_MATH(double) hsaemu_hypot(double x, double y) { return hsaemu_raw_hypot(x, y); }
HSAEMU_MATH(double) hsaemu_pow(double x, double y) { return hsaemu_raw_pow(x, y); }
HSAEMU_MATH(double) hsaemu_powr(double x, double y) { return hsaemu_raw_powr(x, y); }
HSAEMU_MATH(double) hsaemu_pown(double x, int n) { return hsaemu_raw_pown(x, n); }

// Angles from 2^20 on: the whole quarter turns are cut off in integers (Payne and Hanek). libclc does so by
// vectors of its table's bytes that are not aligned, as PTX wants them to be.
struct hsaemu_angle { int quarter; double r, rest; }; // r + rest, from -pi/4 to pi/4
HSAEMU_TABLE hsaemu_unsigned_64 hsaemu_two_by_pi[] = { // bits, behind 64 zeroes
	0x0000000000000000u, 0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u,
	0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u, 0xe99c7026b45f7e41u,
	0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu, 0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u,
	0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu, 0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu,
	0xf0cfbc209af4361du};
HSAEMU_MATH(hsaemu_unsigned_64) hsaemu_bits_of_turns(int from)
{
	hsaemu_unsigned_64 high = hsaemu_two_by_pi[from >> 6], low = hsaemu_two_by_pi[(from >> 6) + 1];
	int shift = from & 63;
	return shift == 0 ? high : high << shift | low >> (64 - shift);
}
HSAEMU_MATH(struct hsaemu_angle) hsaemu_reduce(double x)
{
	hsaemu_unsigned_64 bits = hsaemu_bits_of_double(__builtin_fabs(x));
	hsaemu_unsigned_64 m = (bits & 0xfffffffffffffu) | 0x10000000000000u;
	int from = (int)(bits >> 52) - 1075 - 2 + 64; // bits before this one make whole turns
	hsaemu_unsigned_64 w0 = hsaemu_bits_of_turns(from), w1 = hsaemu_bits_of_turns(from + 64), w2 = hsaemu_bits_of_turns(from + 128);
	hsaemu_unsigned_64 carry = hsaemu_mul_hi(m, w2), low = m * w2, middle = m * w1 + carry;
	hsaemu_unsigned_64 high = m * w0 + hsaemu_mul_hi(m, w1) + (middle < carry);
	hsaemu_unsigned_64 f = high << 2 | middle >> 62, g = middle << 2 | low >> 62; // of a quarter
	int is_above = f >> 63 != 0;
	struct hsaemu_angle a;
	a.quarter = (int)(high >> 62) + is_above;
	if (is_above) {
		g = ~g + 1;
		f = ~f + (g == 0);
	}
	int zeroes = f == 0 ? 63 : hsaemu_leading_zeroes(f);
	f = zeroes == 0 ? f : f << zeroes | g >> (64 - zeroes);
	g <<= zeroes;
	double scale = hsaemu_double_of_bits((long)(1023 - 53 - zeroes) << 52) * (is_above ? -1 : 1);
	double p = (double)(f >> 11) * scale, q = (double)((f & 0x7ffu) << 42 | g >> 22) * (scale * 0x1p-53);
	a.r = p * 1.5707963267948966;
	a.rest = __builtin_fma(p, 1.5707963267948966, -a.r) + (p * 6.123233995736766e-17 + q * 1.5707963267948966);
	return a;
}
// Polynomials of fdlibm.
HSAEMU_MATH(double) hsaemu_sin_small(double r, double rest)
{
	double z = r * r;
	double p = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 +
		z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
	return r - ((z * (0.5 * rest - z * r * p) - rest) + z * r * 1.66666666666666324348e-01);
}
HSAEMU_MATH(double) hsaemu_cos_small(double r, double rest)
{
	double z = r * r, half_z = 0.5 * z, w = 1 - half_z;
	double p = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 +
		z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
	return w + (((1 - w) - half_z) + (z * p - r * rest));
}
HSAEMU_MATH(double) hsaemu_sin_large(double x, int quarters)
{
	struct hsaemu_angle a = hsaemu_reduce(x);
	double s = hsaemu_sin_small(a.r, a.rest), c = hsaemu_cos_small(a.r, a.rest);
	a.quarter += quarters;
	double r = a.quarter & 1 ? c : s;
	return a.quarter & 2 ? -r : r;
}
#define HSAEMU_MATH_ANGLE(name, small, large) \
	HSAEMU_MATH(double) hsaemu_##name(double x) \
	{ \
		if (__builtin_fabs(x) < 0x1p20) \
			return small; \
		if (!(__builtin_fabs(x) < __builtin_inf())) \
			return __builtin_nan(""); \
		return large; \
	}
HSAEMU_MATH_ANGLE(sin, x == 0 ? x : hsaemu_raw_sin(x), __builtin_copysign(1, x) * hsaemu_sin_large(x, 0))
HSAEMU_MATH_ANGLE(cos, hsaemu_raw_cos(x), hsaemu_sin_large(x, 1))
HSAEMU_MATH_ANGLE(tan, x == 0 ? x : hsaemu_raw_tan(x), __builtin_copysign(1, x) * (hsaemu_sin_large(x, 0) / hsaemu_sin_large(x, 1)))
#undef HSAEMU_MATH_ANGLE

// Tables of powers of e: beyond 710.5 the result is infinite.
#define HSAEMU_MATH_HYPERBOLIC(name) \
	HSAEMU_MATH(double) hsaemu_##name(double x) \
	{ \
		double at = __builtin_fabs(x) <= 720 ? x : __builtin_copysign(720, x); \
		double r = hsaemu_raw_##name(at); \
		return x != x ? x : r; \
	}
HSAEMU_MATH_HYPERBOLIC(sinh)
HSAEMU_MATH_HYPERBOLIC(cosh)
#undef HSAEMU_MATH_HYPERBOLIC

#define HSAEMU_MATH_ODD(name) \
	HSAEMU_MATH(double) hsaemu_##name(double x) { double r = hsaemu_raw_##name(x); return x == 0 ? x : r; }
HSAEMU_MATH_ODD(atan)
HSAEMU_MATH_ODD(atanpi)
HSAEMU_MATH_ODD(erf)
HSAEMU_MATH_ODD(expm1)
#undef HSAEMU_MATH_ODD

// Zeroes of functions of multiples of pi (C23 F.10.1.12 and on).
#define HSAEMU_MATH_PI(T, f) \
	HSAEMU_MATH(T) hsaemu_sinpi##f(T x) \
	{ \
		T r = hsaemu_raw_sinpi##f(x); \
		return r == 0 ? __builtin_copysign##f(0, x) : r; \
	} \
	HSAEMU_MATH(T) hsaemu_cospi##f(T x) \
	{ \
		T r = hsaemu_raw_cospi##f(x); \
		return r == 0 ? 0 : r; \
	} \
	HSAEMU_MATH(T) hsaemu_tanpi##f(T x) \
	{ \
		T r = hsaemu_raw_tanpi##f(x), whole = __builtin_floor##f(__builtin_fabs##f(x)); \
		T sign = __builtin_copysign##f(1, x); \
		sign = whole - 2 * __builtin_floor##f(whole / 2) != 0 ? -sign : sign; \
		return r == 0 || __builtin_fabs##f(r) == __builtin_inf##f() ? __builtin_copysign##f(r, sign) : r; \
	}
HSAEMU_MATH_PI(float, f)
HSAEMU_MATH_PI(double, )
#undef HSAEMU_MATH_PI

#define HSAEMU_MATH_NEXT(T, f) \
	HSAEMU_RAW(T) hsaemu_raw_nextafter##f(T, T) __asm__("_Z9nextafter" HSAEMU_MATH_LETTERS(f)); \
	HSAEMU_MATH(T) hsaemu_nextafter##f(T x, T y) \
	{ \
		T r = hsaemu_raw_nextafter##f(x, y); \
		return x == y ? y : r == 0 ? __builtin_copysign##f(r, x) : r; \
	}
#define HSAEMU_MATH_LETTERS(f) HSAEMU_MATH_LETTERS_##f
#define HSAEMU_MATH_LETTERS_f "ff"
#define HSAEMU_MATH_LETTERS_ "dd"
HSAEMU_MATH_NEXT(float, f)
HSAEMU_MATH_NEXT(double, )
#undef HSAEMU_MATH_NEXT

// Of floats by doubles, in which all is exact.
HSAEMU_MATH(float) hsaemu_rootnf(float x, int n) { return (float)hsaemu_raw_rootn(x, n); }
HSAEMU_MATH(float) hsaemu_ldexpf(float x, int n)
{
	n = n > 400 ? 400 : n < -400 ? -400 : n;
	return (float)(x * hsaemu_double_of_bits((long)(1023 + n) << 52));
}
// Steps keep the number normalized, so only the last one rounds.
HSAEMU_MATH(double) hsaemu_ldexp(double x, int n)
{
	n = n > 3000 ? 3000 : n < -3000 ? -3000 : n;
	for (int k = 0; k < 2; k++) {
		int up = n > 1023, down = n < -1022;
		x *= up ? 0x1p1023 : down ? 0x1p-969 : 1;
		n -= up ? 1023 : down ? -969 : 0;
	}
	n = n > 1023 ? 1023 : n < -1022 ? -1022 : n;
	return x * hsaemu_double_of_bits((long)(1023 + n) << 52);
}

#include "hsaemu_float.h"
#include "hsaemu_gamma.h"
#include "hsaemu_remainder.h"

#pragma clang diagnostic pop

#endif
