/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The gamma function and its logarithm, for hsaemu_math.h, without loops of a length of its own for
// each work-item. Below 7.5 they come from those of 2 + s, where |s| <= 1/2, and the product of the
// arguments between; from there on from Stirling's series, with polynomials that are fitted to that
// range. All polynomials interpolate at the zeroes of Chebyshev polynomials, computed with 60 digits.
// Logarithms and powers of e are our own: without tables, which vector code has to gather from, and
// as precise as the result needs.
#ifndef HSAEMU_GAMMA_H
#define HSAEMU_GAMMA_H

// Of x > 0: f and exponent, so that x = (1 + f) 2^exponent, 1 + f from sqrt(1/2) to sqrt(2).
struct hsaemu_log_parts { double f, exponent; };
HSAEMU_MATH(struct hsaemu_log_parts) hsaemu_log_parts_of(double x)
{
	hsaemu_unsigned_64 bits = hsaemu_bits_of_double(x), above = bits - 0x3fe6a09e667f3bcdu;
	struct hsaemu_log_parts p;
	p.f = hsaemu_double_of_bits((long)(bits - (above & 0xfff0000000000000u))) - 1;
	p.exponent = (int)(above >> 32) >> 20;
	return p;
}
// The logarithm of x > 0, in the precision of double; subnormal numbers are made larger first.
HSAEMU_MATH(double) hsaemu_gamma_log(double x)
{
	int is_small = x < 0x1p-1022;
	struct hsaemu_log_parts p = hsaemu_log_parts_of(is_small ? x * 0x1p54 : x);
	double f = p.f, n = is_small ? p.exponent - 54 : p.exponent;
	double z = f * f;
	double even = 0.33333333333333331 + z * (0.20000000000003482 + z * (0.14285714285634818 + z * (
		0.11111111008787179 + z * (0.090909210760389658 + z * (0.076917411398351759 + z * (
		0.066803482478829238 + z * (0.057066136744590823 + z * (
		0.063620253030186535 + z * 0.027053075892336406))))))));
	double odd = -0.24999999999998596 + z * (-0.16666666667365992 + z * (-0.12499999898432576 + z * (
		-0.10000006590426393 + z * (-0.083331106429995638 + z * (-0.07146922611081985 + z * (
		-0.062133254913987149 + z * (-0.056358573946071709 + z * -0.059591730189431043)))))));
	double rest = z * (f * (even + f * odd) - 0.5) + n * 1.9082149292705877e-10;
	return n * 0x1.62e42feep-1 + (f + rest);
}
// To 10^-11, of a normalized number.
HSAEMU_MATH(double) hsaemu_gamma_logf(double x)
{
	struct hsaemu_log_parts p = hsaemu_log_parts_of(x);
	double f = p.f;
	double q = 0.333333333374911 + f * (-0.25000000267154865 + f * (0.19999997848702775 + f * (
		-0.16666611733567152 + f * (0.1428586067782367 + f * (-0.12503219754385583 + f * (
		0.11109481863170483 + f * (-0.099228381671777818 + f * (0.090310072162755439 + f * (
		-0.091099775017652262 + f * (0.090369180824734385 + f * -0.050057398560748957))))))))));
	return p.exponent * 0.69314718055994531 + (f + f * f * (f * q - 0.5));
}
// e^x to 2 * 10^-10, |x| < 700.
HSAEMU_MATH(double) hsaemu_gamma_expf(double x)
{
	double n = __builtin_rint(x * 1.4426950408889634), r = x - n * 0.69314718055994531;
	double q = 0.50000000134577272 + r * (0.16666666681614256 + r * (0.04166646500604005 + r * (
		0.008333310934448869 + r * (0.0013933641031986701 + r * 0.00019890980869750327))));
	return (1 + (r + r * r * q)) * hsaemu_double_of_bits((long)(1023 + (int)n) << 52);
}

// Of 2 + s: the function, the same for float, and its logarithm divided by s.
HSAEMU_MATH(double) hsaemu_gamma_of_2(double s)
{
	return 1 + s * (0.4227843350984668 + s * (0.41184033042643986 + s * (
		0.081576919247171933 + s * (0.074249010753471067 + s * (
		-0.0002669820747604432 + s * (0.011154045721138961 + s * (
		-0.0028526456294803125 + s * (0.0021039332448517375 + s * (
		-0.00091957713933810668 + s * (0.00049039010121926664 + s * (
		-0.00024090816788518261 + s * (0.00012165717113737426 + s * (
		-6.0994377347592489e-05 + s * (3.0554308764876926e-05 + s * (
		-1.4518030694390135e-05 + s * (7.2632956346064904e-06 + s * (
		-5.1674258279996433e-06 + s * 2.584210735300929e-06)))))))))))))))));
}
HSAEMU_MATH(double) hsaemu_gamma_of_2f(double s)
{
	return 0.99999999998242028 + s * (0.42278433510725255 + s * (
		0.41184033548500742 + s * (0.081576916719089079 + s * (
		0.074248775747766713 + s * (-0.00026686462617828605 + s * (
		0.011158019272505091 + s * (-0.0028546315598752124 + s * (
		0.0020738209839635626 + s * (-0.00090452580644276184 + s * (
		0.00059345401380909654 + s * -0.00029244424480457054))))))))));
}
HSAEMU_MATH(double) hsaemu_lgamma_of_2(double s)
{
	return 0.42278433509846713 + s * (0.3224670334241132 + s * (
		-0.067352301053195632 + s * (0.020580808427783381 + s * (
		-0.0073855510289355447 + s * (0.0028905103308659009 + s * (
		-0.0011927539009983087 + s * (0.00050966951965266728 + s * (
		-0.00022315497746292723 + s * (9.945761692157133e-05 + s * (
		-4.4923727564247656e-05 + s * (2.0506019701747618e-05 + s * (
		-9.4562885151017197e-06 + s * (4.3828545383846665e-06 + s * (
		-1.9743106888421067e-06 + s * (9.2428522251622768e-07 + s * (
		-5.8112777689212464e-07 + s * 2.7475390051909663e-07))))))))))))))));
}

// For y = 1 / x up to 1 / 7.5: the gamma function divided by x^(x - 1/2) e^-x, the same for float, and
// x times what (x - 1/2) log x - x + log(2 pi) / 2 lacks of its logarithm, by z = y^2.
HSAEMU_MATH(double) hsaemu_gamma_correction(double y)
{
	return 2.5066282746310007 + y * (0.20888568955257247 + y * (
		0.0087035704007175797 + y * (-0.0067210907310559448 + y * (
		-0.00057518883015654607 + y * (0.0019649528778086954 + y * (
		0.00018046249203977079 + y * (-0.0015415386150982304 + y * (
		0.00020148222126544543 + y * 0.0012145195398339007))))))));
}
HSAEMU_MATH(double) hsaemu_gamma_correctionf(double y)
{
	return 2.5066282747889375 + y * (0.20888563030125359 + y * (
		0.0087071332235699149 + y * (-0.0067962343882122531 + y * 7.3656267324245911e-05)));
}
HSAEMU_MATH(double) hsaemu_lgamma_correction(double z)
{
	return 0.083333333333333329 + z * (-0.0027777777777698684 + z * (
		0.00079365078649543932 + z * (-0.00059523565528659642 + z * (
		0.00084135148077229302 + z * (-0.001883462005502802 + z * 0.0049154384770869822)))));
}

// e^r of |r| < 0.35.
HSAEMU_MATH(double) hsaemu_gamma_exp_part(double r)
{
	double q = 0.5 + r * (0.16666666666666671 + r * (0.041666666666666671 + r * (0.008333333333326115 + r * (
		0.0013888888888881213 + r * (0.00019841269874889563 + r * (2.4801587332309752e-05 + r * (
		2.7557255312842432e-06 + r * (2.7557266401467993e-07 + r * (
		2.5105253333106235e-08 + r * 2.0917367085907023e-09)))))))));
	return 1 + (r + r * r * q);
}

// sin(pi r) / r by z = r^2, |r| <= 1/2, and sin(pi x) of x = whole + r.
HSAEMU_MATH(double) hsaemu_sin_turns(double z)
{
	return 3.1415926535897931 + z * (-5.1677127800499694 + z * (2.5501640398773007 + z * (
		-0.59926452931894469 + z * (0.0821458865731029 + z * (
		-0.0073704305059169436 + z * (0.00046629981618983939 + z * (
		-2.1903497074626018e-05 + z * 7.6978267682241909e-07)))))));
}
HSAEMU_MATH(double) hsaemu_sin_of_whole_and(double whole, double r)
{
	double s = r * hsaemu_sin_turns(r * r);
	return whole - 2 * __builtin_floor(0.5 * whole) != 0 ? -s : s;
}

// The product of the arguments between x, whose nearest whole number is given, and 2 + s.
HSAEMU_MATH(double) hsaemu_gamma_product(double x, double whole)
{
	int is_below = whole < 2;
	double at = is_below ? x : x - 1, step = is_below ? 1 : -1, product = 1;
	double count = is_below ? 2 - whole : whole - 2;
	for (int n = 0; n < 10; n++)
		product *= n < count ? at + n * step : 1;
	return product;
}

// The gamma function from 7.5 on: factor times 2^exponent. The power of x has up to 171 times the error
// of the logarithm, so this and its product are sums of two, whose high parts are exact.
struct hsaemu_scaled { double factor; int exponent; };
HSAEMU_MATH(struct hsaemu_scaled) hsaemu_gamma_stirling(double x)
{
#pragma clang fp reassociate(off) contract(off)
	struct hsaemu_log_parts p = hsaemu_log_parts_of(x);
	double f = p.f, sum = f + 2, sum_rest = f - (sum - 2), inverse = 1 / (sum * x);
	double s = f * (x * inverse);
	double s_rest = (__builtin_fma(-s, sum, f) - s * sum_rest) * (x * inverse);
	double z = s * s;
	double q = __builtin_fma(z, 0.13086626147840102, 0.13268773138656886);
	q = __builtin_fma(z, q, 0.15386239702814658);
	q = __builtin_fma(z, q, 0.18181795640132906);
	q = __builtin_fma(z, q, 0.22222222391713917);
	q = __builtin_fma(z, q, 0.28571428570803614);
	q = __builtin_fma(z, q, 0.40000000000000879);
	q = __builtin_fma(z, q, 0.66666666666666663);
	double whole = p.exponent * 0x1.62e42feep-1, log = whole + 2 * s, log_rest = whole - log + 2 * s;
	log_rest += 2 * s_rest + __builtin_fma(p.exponent, 1.9082149292705877e-10, s * z * q);
	double power = x - 0.5, t = power * log, t_rest = __builtin_fma(power, log, -t) + power * log_rest;
	double d = t - x;
	t_rest += t - d - x;
	double n = __builtin_rint((d + t_rest) * 1.4426950408889634);
	double r = __builtin_fma(-n, 0x1.62e42feep-1, d);
	r += __builtin_fma(-n, 1.9082149292705877e-10, t_rest);
	struct hsaemu_scaled g;
	g.factor = hsaemu_gamma_exp_part(r) * hsaemu_gamma_correction(inverse * sum);
	g.exponent = (int)n;
	return g;
}
HSAEMU_MATH(double) hsaemu_gamma_large(double x, double whole)
{
	double a = __builtin_fabs(x);
	struct hsaemu_scaled g = hsaemu_gamma_stirling(a < 190 ? a : 190);
	int exponent = g.exponent;
	if (x < 0) {
		double s = hsaemu_sin_of_whole_and(whole, x - whole);
		g.factor = -3.14159265358979323846 / (x * s * g.factor);
		exponent = -exponent;
	}
	int first = exponent >> 1; // a power of 2 may be infinite or 0 where the product is not
	return g.factor * hsaemu_double_of_bits((long)(1023 + first) << 52) *
	       hsaemu_double_of_bits((long)(1023 + exponent - first) << 52);
}
HSAEMU_MATH(double) hsaemu_gamma_largef(double x, double whole)
{
	double a = __builtin_fabs(x);
	a = a < 50 ? a : 50;
	double power = (a - 0.5) * hsaemu_gamma_logf(a) - a;
	double g = hsaemu_gamma_correctionf(1 / a) * hsaemu_gamma_expf(power);
	if (x < 0)
		g = -3.14159265358979323846 / (x * hsaemu_sin_of_whole_and(whole, x - whole) * g);
	return g;
}
#define HSAEMU_MATH_TGAMMA(T, f) \
	HSAEMU_MATH(T) hsaemu_tgamma##f(T x) \
	{ \
		double whole = __builtin_rint(x), r; \
		if (x > -8 && x < 7.5) { \
			double product = hsaemu_gamma_product(x, whole), g = hsaemu_gamma_of_2##f(x - whole); \
			r = whole < 2 ? g / product : g * product; \
		} else { \
			r = hsaemu_gamma_large##f(x, whole); \
		} \
		r = x < 0 && x == whole ? __builtin_nan("") : r; \
		r = x == 0 ? __builtin_copysign(__builtin_inf(), x) : r; \
		return x != x ? x : x == __builtin_inf() ? x : (T)r; \
	}
HSAEMU_MATH_TGAMMA(float, f)
HSAEMU_MATH_TGAMMA(double, )
#undef HSAEMU_MATH_TGAMMA

// Both ways need a logarithm, so lanes of either compute theirs at once.
HSAEMU_MATH(double) hsaemu_lgamma(double x)
{
	double a = __builtin_fabs(x), whole = __builtin_rint(x), s = x - whole, of = a, r = 0;
	int is_small = x > -8 && x < 7.5;
	if (is_small) {
		of = __builtin_fabs(hsaemu_gamma_product(x, whole));
		r = s * hsaemu_lgamma_of_2(s);
	}
	double log = hsaemu_gamma_log(of);
	r += whole < 2 ? -log : log;
	if (!is_small) {
		double y = 1 / a;
		r = (a - 0.5) * (log - 1) + (0.41893853320467274178 + y * hsaemu_lgamma_correction(y * y));
		if (x < 0) {
			double sine = hsaemu_sin_of_whole_and(whole, s);
			r = hsaemu_gamma_log(3.14159265358979323846 / __builtin_fabs(x * sine)) - r;
		}
	}
	int is_pole = x <= 0 && x == whole;
	return x != x ? x : is_pole || a == __builtin_inf() ? __builtin_inf() : r;
}
HSAEMU_MATH(float) hsaemu_lgammaf(float x) { return (float)hsaemu_lgamma(x); }

#endif
