/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// CUDA's mathematics that C lacks, for host code. Kernels have theirs from hsaemu_libdevice.h.
#ifndef HSAEMU_HOST_MATH_H
#define HSAEMU_HOST_MATH_H

#define HSAEMU_ON_HOST __host__ inline

// ---- circular functions of multiples of pi ------------------------------------------------------

// To a half turn about zero, exactly.
HSAEMU_ON_HOST double hsaemu_turn(double x) { return x - 2 * __builtin_rint(x / 2); }
HSAEMU_ON_HOST double sinpi(double x)
{
	double r = hsaemu_turn(x), m = __builtin_fabs(r);
	return __builtin_copysign(__builtin_sin(3.14159265358979323846 * (m > 0.5 ? 1 - m : m)), r);
}
HSAEMU_ON_HOST double cospi(double x) { return __builtin_sin(3.14159265358979323846 * (0.5 - __builtin_fabs(hsaemu_turn(x)))); }
HSAEMU_ON_HOST void sincospi(double x, double *s, double *c) { *s = sinpi(x), *c = cospi(x); }
HSAEMU_ON_HOST void sincospif(float x, float *s, float *c) { *s = (float)sinpi((double)x), *c = (float)cospi((double)x); }
HSAEMU_ON_HOST void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }

// ---- roots and lengths --------------------------------------------------------------------------

HSAEMU_ON_HOST double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
HSAEMU_ON_HOST double rcbrt(double x) { return 1 / __builtin_cbrt(x); }
HSAEMU_ON_HOST double rhypot(double x, double y) { return 1 / __builtin_hypot(x, y); }
HSAEMU_ON_HOST double norm3d(double x, double y, double z) { return __builtin_hypot(__builtin_hypot(x, y), z); }
HSAEMU_ON_HOST double rnorm3d(double x, double y, double z) { return 1 / norm3d(x, y, z); }
HSAEMU_ON_HOST double norm4d(double x, double y, double z, double w)
{
	return __builtin_hypot(__builtin_hypot(x, y), __builtin_hypot(z, w));
}
HSAEMU_ON_HOST double rnorm4d(double x, double y, double z, double w) { return 1 / norm4d(x, y, z, w); }
HSAEMU_ON_HOST float rhypotf(float x, float y) { return (float)rhypot((double)x, (double)y); }
HSAEMU_ON_HOST float norm3df(float x, float y, float z) { return (float)norm3d(x, y, z); }
HSAEMU_ON_HOST float rnorm3df(float x, float y, float z) { return (float)rnorm3d(x, y, z); }
HSAEMU_ON_HOST float norm4df(float x, float y, float z, float w) { return (float)norm4d(x, y, z, w); }
HSAEMU_ON_HOST float rnorm4df(float x, float y, float z, float w) { return (float)rnorm4d(x, y, z, w); }
HSAEMU_ON_HOST double fdivide(double x, double y) { return x / y; }
HSAEMU_ON_HOST float fdividef(float x, float y) { return x / y; }

// ---- the error function's inverses, and the normal distribution ---------------------------------

// erfc(y) = q for 0 < q <= 1: a first guess (Abramowitz and Stegun 26.2.23), then Halley's steps.
HSAEMU_ON_HOST double hsaemu_erfc_inverse_of(double q)
{
	double t = __builtin_sqrt(-2 * __builtin_log(q / 2));
	double y = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
	y *= 0.70710678118654752440;
	for (int i = 0; i < 3; i++) {
		double slope = 1.12837916709551257390 * __builtin_exp(-y * y);
		if (!(slope > 0))
			break;
		double step = (__builtin_erfc(y) - q) / slope;
		y += step / (1 + y * step);
	}
	return y;
}
HSAEMU_ON_HOST double erfinv(double x);
HSAEMU_ON_HOST double erfcinv(double q)
{
	if (!(q >= 0 && q <= 2))
		return __builtin_nan("");
	if (q == 0 || q == 2)
		return q == 0 ? __builtin_inf() : -__builtin_inf();
	if (q > 0.75 && q < 1.25)
		return erfinv(1 - q);
	return q < 1 ? hsaemu_erfc_inverse_of(q) : -hsaemu_erfc_inverse_of(2 - q);
}
// Near zero 1 - x loses x, so Newton's steps there are on erf.
HSAEMU_ON_HOST double erfinv(double x)
{
	if (!(__builtin_fabs(x) < 0.5))
		return __builtin_copysign(erfcinv(1 - __builtin_fabs(x)), x);
	double y = x * 0.88622692545275801365;
	for (int i = 0; i < 5; i++)
		y -= (__builtin_erf(y) - x) * 0.88622692545275801365 * __builtin_exp(y * y);
	return y;
}
// exp(x*x) erfc(x), by Laplace's continued fraction where the first leaves the range.
HSAEMU_ON_HOST double erfcx(double x)
{
	double f = x;
	if (!(x > 4))
		return __builtin_exp(x * x) * __builtin_erfc(x);
	for (int k = 60; k > 0; k--)
		f = x + 0.5 * k / f;
	return 0.56418958354775628695 / f;
}
HSAEMU_ON_HOST double normcdf(double x) { return 0.5 * __builtin_erfc(x * -0.70710678118654752440); }
HSAEMU_ON_HOST double normcdfinv(double p) { return -1.41421356237309504880 * erfcinv(2 * p); }

// ---- in single precision, by its name and by that of double -------------------------------------

#define HSAEMU_SINGLE(name) \
	HSAEMU_ON_HOST float name##f(float x) { return (float)name((double)x); } \
	HSAEMU_ON_HOST float name(float x) { return (float)name((double)x); }
HSAEMU_SINGLE(sinpi)
HSAEMU_SINGLE(cospi)
HSAEMU_SINGLE(rsqrt)
HSAEMU_SINGLE(rcbrt)
HSAEMU_SINGLE(erfinv)
HSAEMU_SINGLE(erfcinv)
HSAEMU_SINGLE(erfcx)
HSAEMU_SINGLE(normcdf)
HSAEMU_SINGLE(normcdfinv)
#undef HSAEMU_SINGLE
#undef HSAEMU_ON_HOST

#endif
