/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of mathematics that OpenCL C and CUDA C have and C has not, in long double: what the
 * sweeps compare kernels with. */
#ifndef HSAEMU_CC_SWEEP_REFERENCES_H
#define HSAEMU_CC_SWEEP_REFERENCES_H

#include <math.h>
#include <stdbool.h>

typedef long double real;
static const real pi = 3.14159265358979323846264338327950288L;

static real sinpi_l(real x)
{
	real r;
	if (isinf(x))
		return NAN;
	r = fmodl(fabsl(x), 2);
	r = r > 1.5L   ? sinl(pi * (r - 2))
	    : r >= 1   ? -sinl(pi * (r - 1))
	    : r > 0.5L ? sinl(pi * (1 - r))
	               : sinl(pi * r);
	return r == 0 ? copysignl(0, x) : copysignl(1, x) * r;
}
static real cospi_l(real x)
{
	real r;
	if (isinf(x))
		return NAN;
	r = fmodl(fabsl(x), 2);
	if (r > 1)
		r = 2 - r;
	r = r < 0.25L ? cosl(pi * r) : r <= 0.75L ? sinl(pi * (0.5L - r)) : -cosl(pi * (1 - r));
	return r == 0 ? 0 : r;
}
static real tanpi_l(real x)
{
	real s = sinpi_l(x), c = cospi_l(x), r = fmodl(fabsl(x), 2);
	if (r == 0 || r == 1)
		return copysignl(0, r == 0 ? x : -x);
	if (r == 0.5L || r == 1.5L)
		return copysignl(INFINITY, r == 0.5L ? x : -x);
	return s / c;
}
static real acospi_l(real x)
{
	return acosl(x) / pi;
}
static real asinpi_l(real x)
{
	return asinl(x) / pi;
}
static real atanpi_l(real x)
{
	return atanl(x) / pi;
}
static real atan2pi_l(real y, real x)
{
	return atan2l(y, x) / pi;
}
static real rsqrt_l(real x)
{
	return x == 0 ? copysignl(INFINITY, x) : 1 / sqrtl(x);
}
static real exp10_l(real x)
{
	return powl(10, x);
}
static real sign_l(real x)
{
	return isnan(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x;
}
static real degrees_l(real x)
{
	return x * (180 / pi);
}
static real radians_l(real x)
{
	return x * (pi / 180);
}
static real maxmag_l(real x, real y)
{
	return fabsl(x) > fabsl(y) ? x : fabsl(y) > fabsl(x) ? y : fmaxl(x, y);
}
static real minmag_l(real x, real y)
{
	return fabsl(x) < fabsl(y) ? x : fabsl(y) < fabsl(x) ? y : fminl(x, y);
}
static real powr_l(real x, real y)
{
	if (isnan(x) || isnan(y) || x < 0 || (x == 0 && y == 0) || (isinf(x) && y == 0) ||
		(x == 1 && isinf(y)))
		return NAN;
	return powl(fabsl(x), y);
}
static real integer(real y)
{
	return isnan(y) || fabsl(y) > 2147483000.0L ? 3 : truncl(y);
}
static real pown_l(real x, real y)
{
	return powl(x, integer(y));
}
static real rootn_l(real x, real y)
{
	real n = integer(y), r;
	bool odd = fmodl(n, 2) != 0;
	if (n == 0 || isnan(x) || (x < 0 && !odd))
		return NAN;
	if (x == 0)
		return n > 0 ? (odd ? x : 0) : odd ? copysignl(INFINITY, x) : INFINITY;
	r = powl(fabsl(x), 1 / n);
	if (!isinf(x) && r != 0 && !isinf(r)) /* one step of Newton's */
		r -= r * ((powl(r, n) / fabsl(x) - 1) / n);
	return x < 0 ? -r : r;
}
static real ldexp_l(real x, real y)
{
	return ldexpl(x, (int)integer(y));
}
static real ilogb_l(real x)
{
	return isnan(x) || isinf(x) ? 2147483647.0L : x == 0 ? -2147483648.0L : ilogbl(x);
}
/* the low seven bits of the quotient, with its sign */
static real remquo_n_l(real x, real y)
{
	real far, near;
	if (isnan(x) || isnan(y) || isinf(x) || y == 0)
		return 0;
	far = fmodl(fabsl(x), 128 * fabsl(y));
	near = isinf(y) ? 0 : (far - remainderl(far, y)) / fabsl(y);
	near = fmodl(near, 128);
	return near != 0 && !signbit(x) != !signbit(y) ? -near : near;
}
static real divide_l(real x, real y)
{
	return x / y;
}
static real recip_l(real x)
{
	return 1 / x;
}
static real rcbrt_l(real x)
{
	return 1 / cbrtl(x);
}
static real rhypot_l(real x, real y)
{
	return 1 / hypotl(x, y);
}
static real normcdf_l(real x)
{
	return erfcl(-x * sqrtl(0.5L)) / 2;
}

#endif
