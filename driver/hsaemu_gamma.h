/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The gamma function and its logarithm, for hsaemu_math.h, without loops of a length of its own for
// each work-item. Below 7.5 they come from those of 2 + s, where |s| <= 1/2, and the product of the
// arguments between; from there on from Stirling's series, with polynomials that are fitted to that
// range. All polynomials interpolate at the zeroes of Chebyshev polynomials, computed with 60 digits.
#ifndef HSAEMU_GAMMA_H
#define HSAEMU_GAMMA_H

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

// The gamma function from 7.5 on in two factors, which do not overflow when their product does.
struct hsaemu_factors { double first, second; };
HSAEMU_MATH(struct hsaemu_factors) hsaemu_gamma_stirling(double x)
{
	struct hsaemu_factors f;
	f.second = hsaemu_raw_pow(x, 0.5 * x - 0.25);
	f.first = f.second * (hsaemu_gamma_correction(1 / x) * hsaemu_raw_exp(-x));
	return f;
}
HSAEMU_MATH(double) hsaemu_gamma_large(double x, double whole)
{
	double a = __builtin_fabs(x);
	struct hsaemu_factors f = hsaemu_gamma_stirling(a < 190 ? a : 190);
	double s = hsaemu_sin_of_whole_and(whole, x - whole);
	const double pi = 3.14159265358979323846;
	return x > 0 ? f.first * f.second : -pi / (x * s) / f.first / f.second;
}
HSAEMU_MATH(double) hsaemu_gamma_largef(double x, double whole)
{
	double a = __builtin_fabs(x);
	a = a < 50 ? a : 50;
	double g = hsaemu_gamma_correctionf(1 / a) * hsaemu_raw_exp((a - 0.5) * hsaemu_raw_log(a) - a);
	double s = hsaemu_sin_of_whole_and(whole, x - whole);
	return x > 0 ? g : -3.14159265358979323846 / (x * s * g);
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

HSAEMU_MATH(double) hsaemu_lgamma(double x)
{
	double a = __builtin_fabs(x), y = 1 / a, whole = __builtin_rint(x), s = x - whole;
	int is_small = x > -8 && x < 7.5;
	double log = hsaemu_raw_log(is_small ? __builtin_fabs(hsaemu_gamma_product(x, whole)) : a);
	double small = s * hsaemu_lgamma_of_2(s) + (whole < 2 ? -log : log);
	double r = (a - 0.5) * (log - 1) + (0.41893853320467274178 + y * hsaemu_lgamma_correction(y * y));
	if (x <= -8) {
		double sine = hsaemu_sin_of_whole_and(whole, s);
		r = hsaemu_raw_log(3.14159265358979323846 / __builtin_fabs(x * sine)) - r;
	}
	int is_pole = x <= 0 && x == whole;
	return x != x ? x : is_pole || x == __builtin_inf() ? __builtin_inf() : is_small ? small : r;
}
HSAEMU_MATH(float) hsaemu_lgammaf(float x) { return (float)hsaemu_lgamma(x); }

#endif
