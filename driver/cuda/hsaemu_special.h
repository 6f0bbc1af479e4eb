/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The special functions that neither C nor OpenCL has: the normal distribution, inverses of erf, and
// Bessel functions. Those of float are computed in double.
#ifndef HSAEMU_SPECIAL_H
#define HSAEMU_SPECIAL_H

// ---- erfcx(x) = exp(x*x) erfc(x) -----------------------------------------------------------------

// Laplace's continued fraction, from behind; good from 2 on.
HSAEMU_LIB_BIG double hsaemu_erfcx_tail(double x)
{
	double f = x;
	for (int k = 60; k > 0; k--)
		f = x + 0.5 * k / f;
	return 0.56418958354775628695 / f;
}
HSAEMU_LIB_BIG double __nv_erfcx(double x)
{
	if (x > 4)
		return x > 1e8 ? 0.56418958354775628695 / x : hsaemu_erfcx_tail(x);
	double square = x * x, rest = __nvvm_fma_rn_d(x, x, -square);
	return __nv_exp(square) * __nvvm_fma_rn_d(__nv_erfc(x), rest, __nv_erfc(x));
}
HSAEMU_LIB_BIG float __nv_erfcxf(float x) { return (float)__nv_erfcx(x); }

// ---- the gamma function ----------------------------------------------------------------------------

HSAEMU_LIB_BIG double __nv_tgamma(double x) { return hsaemu_tgamma(x); }
HSAEMU_LIB_BIG float __nv_tgammaf(float x) { return hsaemu_tgammaf(x); }

// ---- the normal distribution, and inverses -------------------------------------------------------

// The tail magnifies the error of the quotient by the root of 2, so erfc is corrected for it.
HSAEMU_LIB_BIG double __nv_normcdf(double x)
{
	double t = x * -0.70710678118654752440;
	double rest = __nvvm_fma_rn_d(x, -0.70710678118654752440, -t) + x * 0x1.bdd3413b26456p-55;
	double e = __nv_erfc(t);
	if (__nv_fabs(x) < 38)
		e -= 1.12837916709551257390 * __nv_exp(-t * t) * rest;
	return 0.5 * e;
}
HSAEMU_LIB_BIG float __nv_normcdff(float x) { return (float)__nv_normcdf(x); }

// erfc(y) = q for 0 < q <= 1, y >= 0: a first guess (Abramowitz and Stegun 26.2.23), then Halley's steps
// on the logarithm, in which the tail is nearly a parabola.
HSAEMU_LIB_BIG double hsaemu_erfc_inverse(double q)
{
	double t = __nvvm_sqrt_rn_d(-2 * __nv_log(q * 0.5));
	double y = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
			       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
	y *= 0.70710678118654752440;
	for (int i = 0; i < 3; i++) {
		double p = __nv_erfc(y), slope = 1.12837916709551257390 * __nv_exp(-y * y);
		if (!(slope > 0))
			break;
		double step = (p - q) / slope;
		y += step / (1 + y * step);
	}
	return y;
}
HSAEMU_LIB_BIG double __nv_erfinv(double x);
HSAEMU_LIB_BIG double __nv_erfcinv(double q)
{
	if (!(q >= 0 && q <= 2))
		return __builtin_nan("");
	if (q > 0.75 && q < 1.25)
		return __nv_erfinv(1 - q);
	if (q == 0 || q == 2)
		return q == 0 ? __builtin_inf() : -__builtin_inf();
	return q <= 1 ? hsaemu_erfc_inverse(q) : -hsaemu_erfc_inverse(2 - q);
}
// Near zero erfc(y) = 1 - x loses x, so Newton's steps there are on erf.
HSAEMU_LIB_BIG double __nv_erfinv(double x)
{
	double m = __nv_fabs(x);
	if (!(m < 0.5))
		return __nv_copysign(__nv_erfcinv(1 - m), x);
	double y = x * 0.88622692545275801365;
	for (int i = 0; i < 5; i++) {
		double step = (__nv_erf(y) - x) * 0.88622692545275801365 * __nv_exp(y * y);
		y -= step / (1 + y * step);
	}
	return y;
}
HSAEMU_LIB_BIG double __nv_normcdfinv(double p) { return -1.41421356237309504880 * __nv_erfcinv(2 * p); }
HSAEMU_LIB_BIG float __nv_erfinvf(float x) { return (float)__nv_erfinv(x); }
HSAEMU_LIB_BIG float __nv_erfcinvf(float x) { return (float)__nv_erfcinv(x); }
HSAEMU_LIB_BIG float __nv_normcdfinvf(float x) { return (float)__nv_normcdfinv(x); }

// ---- Bessel functions of the first and second kind -------------------------------------------------

// Hankel's expansion for large x (DLMF 10.17): modulus and phase of order n.
HSAEMU_LIB_BIG void hsaemu_hankel(int n, double x, double *j, double *y)
{
	double mu = 4.0 * n * n, term = 1, p = 1, q = 0, s, c;
	for (int k = 1; k < 30; k++) {
		double odd = 2 * k - 1, next = term * (mu - odd * odd) / (8 * k * x);
		if (__nv_fabs(next) > __nv_fabs(term) && k > n)
			break;
		term = next;
		if (k % 2 != 0)
			q += k % 4 == 1 ? term : -term;
		else
			p += k % 4 == 0 ? term : -term;
	}
	__nv_sincos(x, &s, &c);
	// cos and sin of x - (2n + 1) pi/4
	double a = 0.70710678118654752440, cosine, sine;
	switch (n % 4) {
	case 0: cosine = a * (c + s), sine = a * (s - c); break;
	case 1: cosine = a * (s - c), sine = -a * (s + c); break;
	case 2: cosine = -a * (c + s), sine = a * (c - s); break;
	default: cosine = a * (c - s), sine = a * (s + c); break;
	}
	double m = __nvvm_sqrt_rn_d(0.63661977236758134308 / x);
	*j = m * (p * cosine - q * sine);
	*y = m * (p * sine + q * cosine);
}

// Miller's backward recurrence (DLMF 3.6), with Neumann's series for Y0 and Y1 on the way.
HSAEMU_LIB_BIG void hsaemu_miller(double x, double *j0, double *j1, double *y0, double *y1)
{
	int top = 2 * ((int)(x + 24 + 1.5 * __nv_cbrt(x)) / 2 + 8);
	double above = 0, at = 1e-300, sum = 0, even = 0, odd = 0;
	for (int k = top; k > 0; k--) { // at is J of order k
		if (k % 2 == 0) {
			sum += 2 * at;
			even += (k / 2 % 2 == 0 ? -1.0 : 1.0) * at / (k / 2);
		} else if (k > 1) {
			int m = (k - 1) / 2;
			odd += (m % 2 == 0 ? -1.0 : 1.0) * (2 * m + 1) * at / ((double)m * (m + 1));
		}
		double below = 2 * k / x * at - above;
		above = at;
		at = below;
		if (__nv_fabs(at) > 1e200)
			at *= 1e-250, above *= 1e-250, sum *= 1e-250, even *= 1e-250, odd *= 1e-250;
	}
	sum += at;
	double l = __nv_log(x / 2) + 0.57721566490153286061;
	*j0 = at / sum;
	*j1 = above / sum;
	*y0 = 0.63661977236758134308 * (l * *j0 + 2 * even / sum);
	*y1 = 0.63661977236758134308 * ((l - 1) * *j1 - *j0 / x + odd / sum);
}

struct hsaemu_bessel { double j0, j1, y0, y1; };
HSAEMU_LIB_BIG hsaemu_bessel hsaemu_bessel_of(double x) // x >= 0
{
	hsaemu_bessel b;
	if (x > 30) {
		hsaemu_hankel(0, x, &b.j0, &b.y0);
		hsaemu_hankel(1, x, &b.j1, &b.y1);
	} else {
		hsaemu_miller(x, &b.j0, &b.j1, &b.y0, &b.y1);
	}
	return b;
}
HSAEMU_LIB_BIG double __nv_j0(double x)
{
	x = __nv_fabs(x);
	if (x < 1e-8 || x == __builtin_inf())
		return x < 1 ? 1.0 : 0.0;
	return x != x ? x : hsaemu_bessel_of(x).j0;
}
HSAEMU_LIB_BIG double __nv_j1(double x)
{
	double m = __nv_fabs(x);
	if (m < 1e-8 || m == __builtin_inf())
		return m < 1 ? x * 0.5 : 0.0;
	return x != x ? x : __nv_copysign(1, x) * hsaemu_bessel_of(m).j1;
}
HSAEMU_LIB_BIG double __nv_y0(double x)
{
	if (!(x > 0) || x == __builtin_inf())
		return x == 0 ? -__builtin_inf() : x > 0 ? 0.0 : __builtin_nan("");
	return x < 1e-100 ? 0.63661977236758134308 * (__nv_log(x / 2) + 0.57721566490153286061) : hsaemu_bessel_of(x).y0;
}
HSAEMU_LIB_BIG double __nv_y1(double x)
{
	if (!(x > 0) || x == __builtin_inf())
		return x == 0 ? -__builtin_inf() : x > 0 ? 0.0 : __builtin_nan("");
	return x < 1e-8 ? -0.63661977236758134308 / x : hsaemu_bessel_of(x).y1;
}
// Y grows with the order, so forwards; J below x forwards, above it backwards.
HSAEMU_LIB_BIG double __nv_yn(int n, double x)
{
	if (n < 0)
		return __builtin_nan("");
	double at = __nv_y0(x), next = __nv_y1(x);
	for (int k = 1; k <= n; k++) {
		double after = 2 * k / x * next - at;
		at = next;
		next = at == -__builtin_inf() ? at : after;
	}
	return at;
}
HSAEMU_LIB_BIG double __nv_jn(int n, double x)
{
	double m = __nv_fabs(x), sign = x < 0 && n % 2 != 0 ? -1 : 1;
	if (n < 0)
		return __builtin_nan("");
	if (x != x || m == 0)
		return x != x ? x : n == 0 ? 1.0 : 0.0;
	if (m == __builtin_inf())
		return 0;
	double at = __nv_j0(m), next = __nv_j1(m);
	if (n <= m) {
		for (int k = 1; k <= n; k++) {
			double after = 2 * k / m * next - at;
			at = next;
			next = after;
		}
		return sign * at;
	}
	double above = 0, here = 1e-300, wanted = 0, first = at;
	for (int k = 2 * (n + (int)__nvvm_sqrt_rn_d(60.0 * n) / 2 + 10); k > 0; k--) {
		if (k == n)
			wanted = here;
		double below = 2 * k / m * here - above;
		above = here;
		here = below;
		if (__nv_fabs(here) > 1e200)
			here *= 1e-250, above *= 1e-250, wanted *= 1e-250;
	}
	return sign * (__nv_fabs(first) > __nv_fabs(next) ? wanted / here * first : wanted / above * next);
}

// The modified ones: the power series has no cancellation; beyond 700 the exponential takes over.
HSAEMU_LIB_BIG double hsaemu_modified_bessel(int n, double x)
{
	if (x > 700) {
		double term = 1, sum = 1;
		for (int k = 1; k < 20; k++) {
			term *= -(4.0 * n * n - (2 * k - 1) * (2 * k - 1)) / (8 * k * x);
			sum += term;
		}
		return __nv_exp(x / 2) * (__nv_exp(x / 2) / __nvvm_sqrt_rn_d(6.28318530717958647693 * x)) * sum;
	}
	double term = n == 0 ? 1 : x / 2, sum = term;
	for (int k = 1; term > sum * 1e-18; k++) {
		term *= x / 2 * (x / 2) / ((double)k * (k + n));
		sum += term;
	}
	return sum;
}
HSAEMU_LIB_BIG double __nv_cyl_bessel_i0(double x) { return hsaemu_modified_bessel(0, __nv_fabs(x)); }
HSAEMU_LIB_BIG double __nv_cyl_bessel_i1(double x)
{
	return __nv_copysign(hsaemu_modified_bessel(1, __nv_fabs(x)), x);
}
HSAEMU_LIB_BIG float __nv_j0f(float x) { return (float)__nv_j0(x); }
HSAEMU_LIB_BIG float __nv_j1f(float x) { return (float)__nv_j1(x); }
HSAEMU_LIB_BIG float __nv_jnf(int n, float x) { return (float)__nv_jn(n, x); }
HSAEMU_LIB_BIG float __nv_y0f(float x) { return (float)__nv_y0(x); }
HSAEMU_LIB_BIG float __nv_y1f(float x) { return (float)__nv_y1(x); }
HSAEMU_LIB_BIG float __nv_ynf(int n, float x) { return (float)__nv_yn(n, x); }
HSAEMU_LIB_BIG float __nv_cyl_bessel_i0f(float x) { return (float)__nv_cyl_bessel_i0(x); }
HSAEMU_LIB_BIG float __nv_cyl_bessel_i1f(float x) { return (float)__nv_cyl_bessel_i1(x); }

#endif
