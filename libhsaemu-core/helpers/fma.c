/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fma on processors without the instruction: one rounding of the exact x * y + z, to nearest for
 * fma(), in any direction for hsa_fma_f64().
 *
 * Both terms are put into 128-bit integers with their top bit at 124 or 125; the one with the
 * smaller exponent is shifted right with its lost bits or-ed into the lowest. A product has 20 zero
 * bits below it and the addend 72, so bits are only lost when the terms are so far apart that at
 * most one bit cancels, and then the lost bits lie far below the rounding position. */
#include "hsaemu/kernel_abi.h"
#include "helpers_impl.h"

double fma(double x, double y, double z);
double hsa_fma_f64(double x, double y, double z,
	uint32_t round) __asm__(HSAEMU_HELPER("hsa_fma_f64"));

enum { MANTISSA_BITS = 52, LOWEST_EXPONENT = -1074, EXPONENT_INF = 2047 };

struct term { /* m * 2^e */
	u128 m;
	int e;
	int negative;
};

static uint64_t magnitude(double v)
{
	return bits_of(v) << 1 >> 1;
}

static int is_finite_nonzero(double v)
{
	uint64_t m = magnitude(v);
	return m != 0 && m < (uint64_t)EXPONENT_INF << MANTISSA_BITS;
}

/* A finite value other than 0 with its mantissa's top bit at 52. */
static struct term term_of(double v)
{
	uint64_t bits = magnitude(v), m = bits & (((uint64_t)1 << MANTISSA_BITS) - 1);
	int e = (int)(bits >> MANTISSA_BITS);

	if (e == 0) {
		int up = __builtin_clzll(m) - (63 - MANTISSA_BITS);
		m <<= up;
		e = 1 - up;
	} else {
		m |= (uint64_t)1 << MANTISSA_BITS;
	}
	return (struct term){m, e + LOWEST_EXPONENT - 1, bits_of(v) >> 63};
}

static u128 shift_right_sticky(u128 m, int n)
{
	if (n > 127)
		return m != 0;
	u128 lost = n ? m << (128 - n) : 0;
	return m >> n | (lost != 0);
}

static struct term add(struct term a, struct term b)
{
	if (a.e < b.e) {
		struct term t = a;
		a = b;
		b = t;
	}
	b.m = shift_right_sticky(b.m, a.e - b.e);
	if (a.negative == b.negative) {
		a.m += b.m;
	} else if (a.m >= b.m) {
		a.m -= b.m;
	} else {
		a.m = b.m - a.m;
		a.negative = b.negative;
	}
	return a;
}

static int top_bit(u128 m)
{
	uint64_t high = (uint64_t)(m >> 64);
	return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)m);
}

/* Returns whether the magnitude is rounded up. `odd` says whether the mantissa is odd, `half` is
 * half a unit of its last place, and `rest` is the part that is cut off. */
static int rounds_away(uint32_t round, int negative, int odd, u128 rest, u128 half)
{
	switch (round) {
	case HSAEMU_ROUND_ZERO:
		return 0;
	case HSAEMU_ROUND_UP:
		return rest != 0 && !negative;
	case HSAEMU_ROUND_DOWN:
		return rest != 0 && negative;
	}
	return rest > half || (rest == half && odd);
}

static double overflow(uint32_t round, int negative)
{
	uint64_t infinity = (uint64_t)EXPONENT_INF << MANTISSA_BITS;
	int finite = round == HSAEMU_ROUND_ZERO || (round == HSAEMU_ROUND_UP && negative) ||
	             (round == HSAEMU_ROUND_DOWN && !negative);

	return double_of((uint64_t)negative << 63 | (infinity - (uint64_t)finite));
}

static double round_term(struct term t, uint32_t round)
{
	int shift = top_bit(t.m) - MANTISSA_BITS;
	uint64_t m, sign = (uint64_t)t.negative << 63;

	if (shift < LOWEST_EXPONENT - t.e)
		shift = LOWEST_EXPONENT - t.e; /* subnormal */
	if (shift > 127)
		return double_of(sign |
				 (uint64_t)rounds_away(round, t.negative, 0, 1, (u128)1 << 127));
	if (shift <= 0) {
		m = (uint64_t)(t.m << -shift);
	} else {
		u128 rest = t.m & (((u128)1 << shift) - 1), half = (u128)1 << (shift - 1);
		m = (uint64_t)(t.m >> shift);
		m += (uint64_t)rounds_away(round, t.negative, m & 1, rest, half);
	}
	/* adding the mantissa increments the exponent field by one when its top bit is set */
	int field = t.e + shift - LOWEST_EXPONENT;
	if (field + (int)(m >> MANTISSA_BITS) >= EXPONENT_INF)
		return overflow(round, t.negative);
	return double_of(sign | (((uint64_t)field << MANTISSA_BITS) + m));
}

/* Returns the zero that a sum equal to 0 has: -0 when rounding down, else +0. If both terms are
 * zeros of one sign, `both` is that sign; otherwise it is -1. */
static double zero_sum(uint32_t round, int both)
{
	int negative = both >= 0 ? both : round == HSAEMU_ROUND_DOWN;

	return double_of((uint64_t)negative << 63);
}

static int sign_of(double v)
{
	return (int)(bits_of(v) >> 63);
}

/* Returns x * y + z for operands with a zero, an infinity or a NaN. The only rounding here is that
 * of x * y when z is 0. */
static double special(double x, double y, double z, uint32_t round)
{
	int sign = sign_of(x) ^ sign_of(y);

	if (z != z)
		/* the result is z's NaN even when x * y is no number: HSAIL wants a NaN that was
		 * given */
		return z + z;
	if (is_finite_nonzero(x) && is_finite_nonzero(y)) {
		struct term a = term_of(x), b = term_of(y);

		if (magnitude(z) != 0)
			return z + z; /* z is infinite or NaN */
		return round_term((struct term){a.m * b.m, a.e + b.e, sign}, round);
	}
	if (magnitude(z) == 0 && magnitude(x * y) == 0)
		return zero_sum(round, sign == sign_of(z) ? sign : -1);
	return x * y + z;
}

double hsa_fma_f64(double x, double y, double z, uint32_t round)
{
	if (!is_finite_nonzero(x) || !is_finite_nonzero(y) || !is_finite_nonzero(z))
		return special(x, y, z, round);
	struct term a = term_of(x), b = term_of(y), c = term_of(z);
	struct term product = {a.m * b.m << 20, a.e + b.e - 20, a.negative ^ b.negative};
	c.m <<= 72;
	c.e -= 72;
	struct term sum = add(product, c);
	return sum.m == 0 ? zero_sum(round, -1) : round_term(sum, round);
}

double fma(double x, double y, double z)
{
	return hsa_fma_f64(x, y, z, HSAEMU_ROUND_NEAR);
}
