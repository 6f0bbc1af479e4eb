/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Exponential and trigonometric functions of float, for hsaemu_math.h: without tables, which vector code has to
// gather from, and without branches but for large angles, so that all lanes take the same few instructions.
// Errors are below one unit in the last place for powers and logarithms, below two for the others but where it is
// said. Polynomials are minimax fits whose coefficients are floats. Steps that must be rounded one by one, or must
// not be, are written with __builtin_fmaf(), and no option for fast mathematics may reorder them.
#ifndef HSAEMU_FLOAT_H
#define HSAEMU_FLOAT_H

#define HSAEMU_EXACT _Pragma("clang fp reassociate(off) contract(off)")
#define HSAEMU_FMA __builtin_fmaf
#define HSAEMU_FMA_DOUBLE __builtin_fma
// Added to a number below 2^21, it leaves the whole part in the low bits of the sum.
#define HSAEMU_ROUNDER 0x1.8p23f

// ---- powers ------------------------------------------------------------------------------------------

// p 2^n, where p is from 1/2 to 2 and the low bits of n's sum with HSAEMU_ROUNDER are given. Where the result is
// below the normalized numbers, it is made larger first, so that only one product rounds.
HSAEMU_MATH(float) hsaemu_scale(float p, unsigned n, int is_small)
{
	float r = hsaemu_float_of_bits(hsaemu_bits_of_float(p) + (n << 23) + (is_small ? 64u << 23 : 0));
	return is_small ? r * 0x1p-64f : r;
}
// From a bound on the result is infinite; a NaN stays one.
HSAEMU_MATH(float) hsaemu_or_infinite(float x, float bound, float r)
{
	return x < bound ? r : x * __builtin_inff();
}
// e^x 2^-down of |x| < 104
HSAEMU_MATH(float) hsaemu_exp_by(float x, unsigned down, int is_small)
{
	HSAEMU_EXACT
	float t = HSAEMU_FMA(x, 1.44269504f, HSAEMU_ROUNDER), n = t - HSAEMU_ROUNDER;
	float r = HSAEMU_FMA(n, 1.90465421e-9f, HSAEMU_FMA(n, -0.693147182f, x));
	float p = HSAEMU_FMA(r, 0.00139354437f, 0.00836326089f);
	p = HSAEMU_FMA(r, p, 0.041666463f);
	p = HSAEMU_FMA(r, p, 0.166665763f);
	p = HSAEMU_FMA(r, p, 0.5f);
	p = HSAEMU_FMA(r, p, 1);
	return hsaemu_scale(HSAEMU_FMA(r, p, 1), hsaemu_bits_of_float(t) - down, is_small);
}
HSAEMU_MATH(float) hsaemu_expf(float x)
{
	float at = x < -104 ? -104 : x;
	return hsaemu_or_infinite(x, 88.7228394f, hsaemu_exp_by(at, 0, at < -86));
}
HSAEMU_MATH(float) hsaemu_exp2_partf(float r) // of |r| <= 1/2
{
	float p = HSAEMU_FMA(r, 0.000154595808f, 0.00133880996f);
	p = HSAEMU_FMA(r, p, 0.00961807184f);
	p = HSAEMU_FMA(r, p, 0.055503659f);
	p = HSAEMU_FMA(r, p, 0.240226507f);
	p = HSAEMU_FMA(r, p, 0.693147182f);
	return HSAEMU_FMA(r, p, 1);
}
HSAEMU_MATH(float) hsaemu_exp2f(float x)
{
	HSAEMU_EXACT
	float at = x < -151 ? -151 : x;
	float t = at + HSAEMU_ROUNDER, r = at - (t - HSAEMU_ROUNDER);
	float e = hsaemu_scale(hsaemu_exp2_partf(r), hsaemu_bits_of_float(t), at < -125);
	return hsaemu_or_infinite(x, 128, e);
}
HSAEMU_MATH(float) hsaemu_exp10f(float x)
{
	HSAEMU_EXACT
	float at = x < -46 ? -46 : x;
	float t = HSAEMU_FMA(at, 3.32192802f, HSAEMU_ROUNDER), n = t - HSAEMU_ROUNDER;
	float r = HSAEMU_FMA(n, 1.43209888e-8f, HSAEMU_FMA(n, -0.30103001f, at));
	float p = HSAEMU_FMA(r, 0.207466587f, 0.541754603f);
	p = HSAEMU_FMA(r, p, 1.17125666f);
	p = HSAEMU_FMA(r, p, 2.03465748f);
	p = HSAEMU_FMA(r, p, 2.650949f);
	p = HSAEMU_FMA(r, p, 2.30258512f);
	return hsaemu_or_infinite(x, 38.5318413f, hsaemu_scale(HSAEMU_FMA(r, p, 1), hsaemu_bits_of_float(t), at < -37));
}
HSAEMU_MATH(float) hsaemu_expm1f(float x)
{
	HSAEMU_EXACT
	float at = x < -20 ? -20 : x;
	float t = HSAEMU_FMA(at, 1.44269504f, HSAEMU_ROUNDER), n = t - HSAEMU_ROUNDER;
	float r = HSAEMU_FMA(n, 1.90465421e-9f, HSAEMU_FMA(n, -0.693147182f, at));
	float p = HSAEMU_FMA(r, 0.000199724091f, 0.00139308674f);
	p = HSAEMU_FMA(r, p, 0.00833317731f);
	p = HSAEMU_FMA(r, p, 0.0416665077f);
	p = HSAEMU_FMA(r, p, 0.166666672f);
	p = HSAEMU_FMA(r, p, 0.5f);
	p = HSAEMU_FMA(r * r, p, r); // e^r - 1
	float halved = hsaemu_float_of_bits((126u + hsaemu_bits_of_float(t)) << 23);
	float h = HSAEMU_FMA(p, halved, halved - 0.5f);
	p = n == 0 ? p : hsaemu_or_infinite(x, 88.7228394f, h + h);
	return x == 0 ? x : p;
}

// ---- logarithms --------------------------------------------------------------------------------------

// Of 1 + f, |f| <= 1/3: what the logarithm is more than f.
HSAEMU_MATH(float) hsaemu_log_more(float f)
{
	float q = HSAEMU_FMA(f, -0.127455026f, 0.13438797f);
	q = HSAEMU_FMA(f, q, -0.122258715f);
	q = HSAEMU_FMA(f, q, 0.141161501f);
	q = HSAEMU_FMA(f, q, -0.166768074f);
	q = HSAEMU_FMA(f, q, 0.200038731f);
	q = HSAEMU_FMA(f, q, -0.249998957f);
	q = HSAEMU_FMA(f, q, 0.333333194f);
	return f * f * HSAEMU_FMA(f, q, -0.5f);
}
// x = (1 + f) 2^exponent, 1 + f from 2/3 to 4/3
struct hsaemu_logf_parts { float f, exponent; };
HSAEMU_MATH(struct hsaemu_logf_parts) hsaemu_logf_parts_of(float x)
{
	int is_small = x < 0x1p-126f;
	unsigned bits = hsaemu_bits_of_float(is_small ? x * 0x1p23f : x);
	unsigned above = (bits - 0x3f2aaaabu) & 0xff800000u;
	struct hsaemu_logf_parts p;
	p.f = hsaemu_float_of_bits(bits - above) - 1;
	p.exponent = (float)((int)above >> 23) - (is_small ? 23 : 0);
	return p;
}
HSAEMU_MATH(float) hsaemu_log_of(float x, float r)
{
	r = x < __builtin_inff() ? r : x;
	r = x < 0 ? __builtin_nanf("") : r;
	return x == 0 ? -__builtin_inff() : r;
}
HSAEMU_MATH(float) hsaemu_logf(float x)
{
	HSAEMU_EXACT
	struct hsaemu_logf_parts p = hsaemu_logf_parts_of(x);
	return hsaemu_log_of(x, HSAEMU_FMA(p.exponent, 0.693147182f, p.f + hsaemu_log_more(p.f)));
}
HSAEMU_MATH(float) hsaemu_log2f(float x)
{
	HSAEMU_EXACT
	struct hsaemu_logf_parts p = hsaemu_logf_parts_of(x);
	float more = HSAEMU_FMA(p.f, 1.92596303e-8f, hsaemu_log_more(p.f) * 1.44269502f);
	return hsaemu_log_of(x, p.exponent + HSAEMU_FMA(p.f, 1.44269502f, more));
}
HSAEMU_MATH(float) hsaemu_log10f(float x)
{
	HSAEMU_EXACT
	struct hsaemu_logf_parts p = hsaemu_logf_parts_of(x);
	float more = HSAEMU_FMA(p.f, 1.00998488e-8f, hsaemu_log_more(p.f) * 0.434294492f);
	more = HSAEMU_FMA(p.f, 0.434294492f, HSAEMU_FMA(p.exponent, -1.43209888e-8f, more));
	return hsaemu_log_of(x, HSAEMU_FMA(p.exponent, 0.30103001f, more));
}
// What 1 + x lacks is part of f.
HSAEMU_MATH(float) hsaemu_log1pf(float x)
{
	HSAEMU_EXACT
	unsigned above = (hsaemu_bits_of_float(1 + x) - 0x3f2aaaabu) & 0xff800000u;
	float down = hsaemu_float_of_bits(0x40800000u - above); // 4 / 2^exponent
	float f = hsaemu_float_of_bits(hsaemu_bits_of_float(x) - above) + HSAEMU_FMA(0.25f, down, -1);
	float exponent = (float)((int)above >> 23);
	float r = HSAEMU_FMA(exponent, 0.693147182f, f + hsaemu_log_more(f));
	return x == 0 ? x : hsaemu_log_of(1 + x, r);
}

// ---- any powers --------------------------------------------------------------------------------------

// A logarithm as a sum: what high lacks is low.
struct hsaemu_log_sum { float high, low; };
// log2(a) of a >= 0, by double.
HSAEMU_MATH(struct hsaemu_log_sum) hsaemu_log2_sum(float a)
{
	HSAEMU_EXACT
	struct hsaemu_logf_parts p = hsaemu_logf_parts_of(a);
	double f = p.f;
	double q = HSAEMU_FMA_DOUBLE(f, 0.16199000051484652, -0.16615879681740287);
	q = HSAEMU_FMA_DOUBLE(f, q, 0.1220801967162683);
	q = HSAEMU_FMA_DOUBLE(f, q, -0.13744629842596973);
	q = HSAEMU_FMA_DOUBLE(f, q, 0.16107654125496362);
	q = HSAEMU_FMA_DOUBLE(f, q, -0.18080753657223125);
	q = HSAEMU_FMA_DOUBLE(f, q, 0.20606529756263153);
	q = HSAEMU_FMA_DOUBLE(f, q, -0.24043359719520047);
	q = HSAEMU_FMA_DOUBLE(f, q, 0.28853971974432818);
	q = HSAEMU_FMA_DOUBLE(f, q, -0.36067397970331788);
	q = HSAEMU_FMA_DOUBLE(f, q, 0.48089834131385567);
	q = HSAEMU_FMA_DOUBLE(f, q, -0.72134751956418841);
	q = HSAEMU_FMA_DOUBLE(f, q, 1.442695040896417);
	double log = HSAEMU_FMA_DOUBLE(f, q, (double)p.exponent);
	log = a < __builtin_inff() ? log : a;
	log = a == 0 ? -__builtin_inf() : log;
	struct hsaemu_log_sum r;
	r.high = (float)log;
	r.low = (float)(log - r.high);
	return r;
}
// 2^(t + rest), where rest is what rounding took from t
HSAEMU_MATH(float) hsaemu_power(float t, float rest)
{
	HSAEMU_EXACT
	float at = t < -151 ? -151 : t;
	at = at > 128 ? 128 : at;
	float sum = at + HSAEMU_ROUNDER, r = at - (sum - HSAEMU_ROUNDER) + (at == t ? rest : 0);
	float e = hsaemu_scale(hsaemu_exp2_partf(r), hsaemu_bits_of_float(sum), at < -125);
	// beyond 2^128 the exponent has become that of a NaN
	unsigned bits = hsaemu_bits_of_float(e);
	e = hsaemu_float_of_bits(bits < 0x7f800000u ? bits : 0x7f800000u);
	return r == r ? e : r; // a NaN stays one
}
// What the product of y and the logarithm is more than t
HSAEMU_MATH(float) hsaemu_power_rest(float y, struct hsaemu_log_sum log, float t)
{
	return HSAEMU_FMA(y, log.low, HSAEMU_FMA(y, log.high, -t));
}
// r >= 0 with the sign of x where the exponent is odd
HSAEMU_MATH(float) hsaemu_power_sign(float r, float x, int is_odd)
{
	unsigned sign = is_odd ? 0x80000000u : 0;
	return hsaemu_float_of_bits(hsaemu_bits_of_float(r) | (hsaemu_bits_of_float(x) & sign));
}
// a^y of a >= 0
HSAEMU_MATH(float) hsaemu_power_of(float a, float y)
{
	HSAEMU_EXACT
	struct hsaemu_log_sum log = hsaemu_log2_sum(a);
	float t = y * log.high;
	return hsaemu_power(t, hsaemu_power_rest(y, log, t));
}
HSAEMU_MATH(float) hsaemu_powf(float x, float y)
{
	float a = __builtin_fabsf(x), halved = 0.5f * y;
	int is_whole = __builtin_floorf(y) == y, is_odd = is_whole && __builtin_floorf(halved) != halved;
	float r = hsaemu_power_of(a, y);
	r = y == 0 || a == 1 ? 1 : r;
	r = hsaemu_power_sign(r, x, is_odd);
	return x < 0 && a < __builtin_inff() && !is_whole ? __builtin_nanf("") : r;
}
HSAEMU_MATH(float) hsaemu_powrf(float x, float y)
{
	float r = hsaemu_power_of(__builtin_fabsf(x), y);
	return x < 0 ? __builtin_nanf("") : r;
}
HSAEMU_MATH(float) hsaemu_pownf(float x, int n)
{
	struct hsaemu_log_sum log = hsaemu_log2_sum(__builtin_fabsf(x));
	float y = (float)n, more = (float)((double)n - y), t = y * log.high;
	float r = hsaemu_power(t, HSAEMU_FMA(more, log.high, hsaemu_power_rest(y, log, t)));
	r = n == 0 ? 1 : r;
	return hsaemu_power_sign(r, x, n & 1);
}

// ---- the longest side of a triangle ------------------------------------------------------------------

// Squares are out of range rarely. Then both numbers are scaled.
HSAEMU_MATH(float) hsaemu_scaled_hypotf(float x, float y)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
	int is_large = a > 1 || b > 1;
	float square;
	a *= is_large ? 0x1p-70f : 0x1p90f;
	b *= is_large ? 0x1p-70f : 0x1p90f;
	square = HSAEMU_FMA(a, a, b * b);
	if (a == __builtin_inff() || b == __builtin_inff()) // though the other one may be none
		square = __builtin_inff();
	return HSAEMU_ROOT(square) * (is_large ? 0x1p70f : 0x1p-90f);
}
// A square that is no less than 2^-100 and no more than 2^127 is good, and so is that of two zeros.
HSAEMU_MATH(float) hsaemu_hypotf(float x, float y)
{
	HSAEMU_EXACT
	float square = HSAEMU_FMA(x, x, y * y), r = HSAEMU_ROOT(square);
	unsigned above = hsaemu_bits_of_float(square) - 0x0d800000u;
	int is_zero = (hsaemu_bits_of_float(x) | hsaemu_bits_of_float(y)) << 1 == 0;
	if (__builtin_expect(above > 0x7f000000u - 0x0d800000u && !is_zero, 0))
		r = hsaemu_scaled_hypotf(x, y);
	return r;
}

// ---- angles ------------------------------------------------------------------------------------------

// |x| = quarter pi/2 + r, where quarter counts up to 3 and |r| <= pi/4.
struct hsaemu_anglef { float r; int quarter; };
// From 2^15 on the whole turns are cut off in integers (Payne and Hanek).
HSAEMU_MATH(struct hsaemu_anglef) hsaemu_reduce_largef(float a)
{
	unsigned bits = hsaemu_bits_of_float(a);
	hsaemu_unsigned_64 m = (bits & 0x7fffffu) | 0x800000u;
	int from = (int)(bits >> 23) - 150 - 2 + 64; // bits before this one make whole turns
	hsaemu_unsigned_64 product = m * hsaemu_bits_of_turns(from) + (m * (hsaemu_bits_of_turns(from + 64) >> 32) >> 32);
	hsaemu_unsigned_64 quarter = (product + 0x2000000000000000u) >> 62;
	struct hsaemu_anglef r;
	r.quarter = (int)quarter;
	r.r = (float)((double)(long)(product - (quarter << 62)) * 0x1.921fb54442d18p-62);
	return r;
}
HSAEMU_MATH(struct hsaemu_anglef) hsaemu_reducef(float a)
{
	HSAEMU_EXACT
	float t = HSAEMU_FMA(a, 0.636619747f, HSAEMU_ROUNDER), n = t - HSAEMU_ROUNDER;
	struct hsaemu_anglef r;
	r.quarter = (int)hsaemu_bits_of_float(t) & 3;
	r.r = HSAEMU_FMA(n, -0x1.921fb4p+0f, a);
	r.r = HSAEMU_FMA(n, -0x1.4442dp-24f, r.r);
	r.r = HSAEMU_FMA(n, -0x1.846988p-48f, r.r);
	if (!(a < 0x1p15f)) {
		r = hsaemu_reduce_largef(a);
		r.r = a < __builtin_inff() ? r.r : __builtin_nanf("");
	}
	return r;
}
HSAEMU_MATH(float) hsaemu_sin_partf(float r, float z)
{
	float p = HSAEMU_FMA(z, HSAEMU_FMA(z, 2.91680612e-06f, -0.000198608497f), 0.00833339617f);
	return HSAEMU_FMA(r * z, HSAEMU_FMA(z, p, -0.166666672f), r);
}
HSAEMU_MATH(float) hsaemu_cos_partf(float z)
{
	float p = HSAEMU_FMA(z, HSAEMU_FMA(z, 2.45436695e-05f, -0.00138882711f), 0.0416666642f);
	return HSAEMU_FMA(z, HSAEMU_FMA(z, p, -0.5f), 1);
}
// The sine of `quarters` more than an angle, with the sign bit of `sign` and of the quarter.
HSAEMU_MATH(float) hsaemu_sin_of(struct hsaemu_anglef a, int quarters, unsigned sign)
{
	float z = a.r * a.r, s = hsaemu_sin_partf(a.r, z), c = hsaemu_cos_partf(z);
	unsigned quarter = (unsigned)(a.quarter + quarters);
	unsigned r = hsaemu_bits_of_float(quarter & 1 ? c : s);
	return hsaemu_float_of_bits(r ^ ((quarter << 30 ^ sign) & 0x80000000u));
}
HSAEMU_MATH(float) hsaemu_sinf(float x)
{
	HSAEMU_EXACT
	return hsaemu_sin_of(hsaemu_reducef(__builtin_fabsf(x)), 0, hsaemu_bits_of_float(x));
}
HSAEMU_MATH(float) hsaemu_cosf(float x)
{
	HSAEMU_EXACT
	return hsaemu_sin_of(hsaemu_reducef(__builtin_fabsf(x)), 1, 0);
}
HSAEMU_MATH(float) hsaemu_tanf(float x)
{
	HSAEMU_EXACT
	struct hsaemu_anglef a = hsaemu_reducef(__builtin_fabsf(x));
	float z = a.r * a.r;
	float p = HSAEMU_FMA(z, 0.00390075473f, 0.00107763603f);
	p = HSAEMU_FMA(z, p, 0.0100382138f);
	p = HSAEMU_FMA(z, p, 0.021596007f);
	p = HSAEMU_FMA(z, p, 0.0539983287f);
	p = HSAEMU_FMA(z, p, 0.133332074f);
	p = HSAEMU_FMA(z, p, 0.333333343f);
	float t = HSAEMU_FMA(a.r * z, p, a.r);
	t = a.quarter & 1 ? -1 / t : t;
	return hsaemu_float_of_bits(hsaemu_bits_of_float(t) ^ (hsaemu_bits_of_float(x) & 0x80000000u));
}

// ---- arcs --------------------------------------------------------------------------------------------

// Of |w| <= 1.
HSAEMU_MATH(float) hsaemu_atan_partf(float w)
{
	float z = w * w;
	float p = HSAEMU_FMA(z, -0.00247651595f, 0.0138605414f);
	p = HSAEMU_FMA(z, p, -0.0364330299f);
	p = HSAEMU_FMA(z, p, 0.0629626065f);
	p = HSAEMU_FMA(z, p, -0.0867747739f);
	p = HSAEMU_FMA(z, p, 0.110385828f);
	p = HSAEMU_FMA(z, p, -0.142790705f);
	p = HSAEMU_FMA(z, p, 0.199997514f);
	p = HSAEMU_FMA(z, p, -0.333333313f);
	return HSAEMU_FMA(w * z, p, w);
}
HSAEMU_MATH(float) hsaemu_atanf(float x)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x);
	int is_above = a > 1;
	float r = hsaemu_atan_partf(is_above ? -1 / a : a);
	return __builtin_copysignf(is_above ? 1.57079637f + (r - 4.37113883e-8f) : r, x);
}
HSAEMU_MATH(float) hsaemu_atan2f(float y, float x)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
	int is_steep = b > a;
	float small = is_steep ? a : b, large = is_steep ? b : a;
	float w = small == large ? 1 : small / large; // infinities and zeroes, too
	float r = hsaemu_atan_partf(large == 0 ? 0 : w);
	r = is_steep ? 1.57079637f - r : r;
	r = (int)hsaemu_bits_of_float(x) < 0 ? 3.14159274f - r : r;
	return x != x || y != y ? x + y : __builtin_copysignf(r, y);
}
// The arc whose sine is the root of z, up to 0.3249, and s itself is that root.
HSAEMU_MATH(float) hsaemu_asin_partf(float s, float z)
{
	float p = HSAEMU_FMA(z, 0.0432431996f, 0.0108548431f);
	p = HSAEMU_FMA(z, p, 0.0325456113f);
	p = HSAEMU_FMA(z, p, 0.0444650427f);
	p = HSAEMU_FMA(z, p, 0.0750052631f);
	p = HSAEMU_FMA(z, p, 0.166666642f);
	return HSAEMU_FMA(s * z, p, s);
}
HSAEMU_MATH(float) hsaemu_asinf(float x)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x);
	int is_above = a > 0.57f;
	float z = is_above ? HSAEMU_FMA(a, -0.5f, 0.5f) : a * a;
	float r = hsaemu_asin_partf(is_above ? HSAEMU_ROOT(z) : a, z);
	return __builtin_copysignf(is_above ? HSAEMU_FMA(-2.0f, r + 2.18556941e-8f, 1.57079637f) : r, x);
}
HSAEMU_MATH(float) hsaemu_acosf(float x)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x);
	int is_above = a > 0.57f;
	float z = is_above ? HSAEMU_FMA(a, -0.5f, 0.5f) : a * a;
	float r = hsaemu_asin_partf(is_above ? HSAEMU_ROOT(z) : x, z);
	float beyond = x < 0 ? HSAEMU_FMA(-2.0f, r, 3.14159274f) : r + r;
	return is_above ? beyond : 1.57079637f - (r - -4.37113883e-8f);
}

// ---- hyperbolic functions ----------------------------------------------------------------------------

HSAEMU_MATH(float) hsaemu_half_expf(float a) // of 0 and above
{
	float at = a < 104 ? a : 104;
	return hsaemu_or_infinite(a, 89.4159851f, hsaemu_exp_by(at, 1, 0));
}
HSAEMU_MATH(float) hsaemu_sinhf(float x)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x), z = a * a, halved = hsaemu_half_expf(a);
	float p = HSAEMU_FMA(z, 2.75918592e-06f, 0.000198463531f);
	p = HSAEMU_FMA(z, p, 0.00833329838f);
	p = HSAEMU_FMA(z, p, 0.166666672f);
	p = HSAEMU_FMA(a * z, p, a);
	return __builtin_copysignf(a < 1 ? p : halved - 0.25f / halved, x);
}
HSAEMU_MATH(float) hsaemu_coshf(float x)
{
	HSAEMU_EXACT
	float halved = hsaemu_half_expf(__builtin_fabsf(x));
	return halved + 0.25f / halved;
}
HSAEMU_MATH(float) hsaemu_tanhf(float x)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x), z = a * a, at = a < 10 ? a : 10;
	float p = HSAEMU_FMA(z, 0.00250112894f, -0.00854701921f);
	p = HSAEMU_FMA(z, p, 0.0218404736f);
	p = HSAEMU_FMA(z, p, -0.0539702103f);
	p = HSAEMU_FMA(z, p, 0.133333713f);
	p = HSAEMU_FMA(z, p, -0.333333343f);
	float r = 1 - 2 / (hsaemu_exp_by(at + at, 0, 0) + 1);
	r = a < 0.605f ? HSAEMU_FMA(a * z, p, a) : r;
	return x != x ? x : __builtin_copysignf(r, x);
}

// ---- the error function ------------------------------------------------------------------------------

// Below 0.92 odd, above by a polynomial for the logarithm of what is left of 1.
HSAEMU_MATH(float) hsaemu_erff(float x)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x), z = a * a, at = a < 3.93f ? a : 3.93f;
	float p = HSAEMU_FMA(z, 8.43035959e-05f, -0.000815817562f);
	p = HSAEMU_FMA(z, p, 0.00520253507f);
	p = HSAEMU_FMA(z, p, -0.0268600807f);
	p = HSAEMU_FMA(z, p, 0.112837099f);
	p = HSAEMU_FMA(z, p, -0.376126349f);
	p = HSAEMU_FMA(a, HSAEMU_FMA(z, p, 0.128379166f), a);
	float q = HSAEMU_FMA(at, 3.67076268e-07f, -6.22269226e-06f);
	q = HSAEMU_FMA(at, q, 2.68915974e-05f);
	q = HSAEMU_FMA(at, q, 0.000212266634f);
	q = HSAEMU_FMA(at, q, -0.00349301728f);
	q = HSAEMU_FMA(at, q, 0.0237221029f);
	q = HSAEMU_FMA(at, q, -0.106364109f);
	q = HSAEMU_FMA(at, q, -0.635010064f);
	q = HSAEMU_FMA(at, q, -1.1286937f);
	float r = 1 - hsaemu_exp_by(at * q, 0, 0);
	r = a < 0.92f ? p : r;
	return x != x ? x : __builtin_copysignf(r, x);
}
// e^(a^2) (1 + 2 a) of what is left of 1 is smooth in (a - 2) / (a + 2). The square's rest is a factor of its own.
HSAEMU_MATH(float) hsaemu_erfcf(float x)
{
	HSAEMU_EXACT
	float a = __builtin_fabsf(x), at = a < 10.2f ? a : 10.2f;
	float t = (at - 2) / (at + 2), s = at * at, rest = HSAEMU_FMA(at, at, -s);
	float p = HSAEMU_FMA(t, 2.38835564e-05f, -0.000374383177f);
	p = HSAEMU_FMA(t, p, -0.00125989527f);
	p = HSAEMU_FMA(t, p, 0.00128229242f);
	p = HSAEMU_FMA(t, p, 0.00864742696f);
	p = HSAEMU_FMA(t, p, -0.00804713927f);
	p = HSAEMU_FMA(t, p, -0.0542086437f);
	p = HSAEMU_FMA(t, p, 0.164053395f);
	p = HSAEMU_FMA(t, p, -0.166030869f);
	p = HSAEMU_FMA(t, p, -0.0927639008f);
	p = HSAEMU_FMA(t, p, 1.27697837f) / HSAEMU_FMA(2.0f, at, 1);
	float e = hsaemu_exp_by(-s, (unsigned)-64, 0);
	float r = HSAEMU_FMA(-rest, p, p) * e * 0x1p-64f;
	return x != x ? x : x < 0 ? 2 - r : r;
}

#endif
