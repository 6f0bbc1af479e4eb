/* nlog2 of floats (PRM 5.14): x = 2^e * m with m in [sqrt(1/2), sqrt(2)); log2 m by the series of
 * atanh((m - 1) / (m + 1)), in double. */
#include "helpers_impl.h"

float hsa_nlog2_f32(float x);

static const double TWO_OVER_LN2 = 0x1.71547652b82fep+1;
/* atanh(t) / t in powers of t^2; |t| < 0.172: the first term left out is below 2^-43 */
static const double atanh_series[] = {
	1, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15};
static const uint64_t SQRT_HALF = 0x3fe6a09e667f3bcd;

float hsa_nlog2_f32(float x)
{
	if (x != x || x == f32_of(0x7f800000))
		return x + x;
	if (x == 0)
		return f32_of(0xff800000);
	if (x < 0)
		return f32_of(0x7fc00000);
	uint64_t bits = bits_of(x); /* normal, also when the float is not */
	int e = (int)((bits - SQRT_HALF + ((uint64_t)1023 << 52)) >> 52) - 1023;
	double m = double_of(bits - ((uint64_t)(int64_t)e << 52));
	double t = (m - 1) / (m + 1), s = t * t;
	return (float)(e + TWO_OVER_LN2 * t * POLYNOMIAL(s, atanh_series));
}
