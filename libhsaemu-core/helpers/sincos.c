/* nsin and ncos of floats (PRM 5.14), computed in double: well below one ulp for every argument.
 *
 * |x| is reduced to r in [-pi/4, pi/4] and a quadrant. Up to 2^20 by subtracting n * pi/2, pi/2
 * being split so that the larger product is exact; above, by multiplying the mantissa with those
 * 128 bits of 2/pi that decide the quadrant and what lies behind it. */
#include "helpers_impl.h"

float hsa_nsin_f32(float x);
float hsa_ncos_f32(float x);

static const double PI_2 = 0x1.921fb54442d18p+0;
static const double PI_2_HIGH = 0x1.921fb54400000p+0; /* 33 bits: n * it is exact to n = 2^20 */
static const double PI_2_LOW = 0x1.0b4611a626331p-34;
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

/* 2/pi = 0.a2f9836e4e44... in base 2^32 */
static const uint32_t two_over_pi[] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
	0x3c439041, 0xfe5163ab, 0xdebbc561};

struct reduced {
	double r;
	unsigned quadrant;
};

/* 128 bits of 2/pi from bit `at` behind the binary point on (before it when negative). */
static u128 bits_at(int at)
{
	if (at < 0)
		return bits_at(0) >> -at;
	const uint32_t *w = &two_over_pi[at / 32];
	uint64_t high = (uint64_t)w[0] << 32 | w[1], low = (uint64_t)w[2] << 32 | w[3];
	unsigned shift = (unsigned)at % 32;
	u128 bits = ((u128)high << 64 | low) << shift;
	return shift ? bits | w[4] >> (32 - shift) : bits;
}

/* m * 2^e * 2/pi modulo 4: bits of 2/pi with a weight above 2^(1 - e) give multiples of 4. The
 * product is in units of 2^-126, so its overflow is the modulus. */
static struct reduced reduce_large(uint32_t m, int e)
{
	u128 product = bits_at(e - 2) * m;
	u128 fraction = product << 2;
	int64_t high =
		(int64_t)(fraction >> 64); /* above 1/2 it counts back from the next quadrant */
	double r = (double)high * 0x1p-64 + (double)(uint64_t)fraction * 0x1p-128;

	return (struct reduced){r * PI_2, (unsigned)(product >> 126) + (high < 0)};
}

static struct reduced reduce(float magnitude)
{
	uint32_t bits = bits_of_f32(magnitude);

	if (magnitude < 0x1p20f) {
		double v = magnitude, n = v * TWO_OVER_PI + 0x1.8p52 - 0x1.8p52;
		return (struct reduced){v - n * PI_2_HIGH - n * PI_2_LOW, (unsigned)(int)n};
	}
	return reduce_large((bits & 0x7fffff) | 0x800000, (int)(bits >> 23) - 150);
}

/* Taylor series in powers of r^2, that of the sine without its factor r. At pi/4 the first term left
 * out is below 2^-36. */
static const double sin_series[] = {
	1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800};
static const double cos_series[] = {
	1, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600};

static double by_quadrant(struct reduced v)
{
	double s = v.r * v.r;
	double y = v.quadrant & 1 ? POLYNOMIAL(s, cos_series) : v.r * POLYNOMIAL(s, sin_series);
	return v.quadrant & 2 ? -y : y;
}

static float magnitude_of(float x)
{
	return f32_of(bits_of_f32(x) & 0x7fffffff);
}

float hsa_nsin_f32(float x)
{
	if (x - x != 0)
		return x - x; /* infinities and NaNs */
	float y = (float)by_quadrant(reduce(magnitude_of(x)));
	return f32_of(bits_of_f32(y) ^ (bits_of_f32(x) & 0x80000000));
}

float hsa_ncos_f32(float x)
{
	if (x - x != 0)
		return x - x;
	struct reduced v = reduce(magnitude_of(x));
	v.quadrant++;
	return (float)by_quadrant(v);
}
