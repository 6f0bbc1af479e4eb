/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Floats by integers, for what the host does not have: halves, and sums of products that are
 * scaled before they are rounded. Rounding is that of MODE: 0 to the nearest, 1 up, 2 down, 3 to
 * zero. */
#ifndef HSAEMU_GCN_SOFT_IMPL_H
#define HSAEMU_GCN_SOFT_IMPL_H

#include "exec_impl.h"

__extension__ typedef unsigned __int128 gcn_u128;

struct gcn_format {
	int mantissa, bias; /* bits without the hidden one; of the exponent */
};
static const struct gcn_format gcn_f16 = {10, 15}, gcn_f32 = {23, 127}, gcn_f64 = {52, 1023};

/* A finite number, sign * m * 2^e. Bit 0 of a long m may stand for any bits below. */
struct gcn_number {
	bool negative;
	gcn_u128 m;
	int e;
};

static inline int gcn_top_bit(gcn_u128 m)
{
	uint64_t high = (uint64_t)(m >> 64);
	return high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)m);
}
static inline gcn_u128 gcn_shift_sticky(gcn_u128 m, int by)
{
	if (by > 127)
		return m != 0;
	return by <= 0 ? m << -by : m >> by | ((m & (((gcn_u128)1 << by) - 1)) != 0);
}

/* Returns the number as a multiple of 2^quantum. */
static inline gcn_u128 gcn_round_to(const struct gcn_number *n, int quantum, unsigned rounding)
{
	/* two more bits: a half, and whether there is more */
	gcn_u128 m = gcn_shift_sticky(n->m, quantum - n->e - 2);
	unsigned rest = (unsigned)m & 3;
	gcn_u128 q = m >> 2;

	switch (rounding) {
	case 0:
		return q + (rest > 2 || (rest == 2 && (q & 1) != 0));
	case 1:
		return q + (rest != 0 && !n->negative);
	case 2:
		return q + (rest != 0 && n->negative);
	default:
		return q;
	}
}

/* Returns the bits of a number in a format; `flush`: denormal results become 0. */
static inline uint64_t gcn_pack(const struct gcn_number *n, const struct gcn_format *f,
	unsigned rounding, bool flush)
{
	uint64_t hidden = UINT64_C(1) << f->mantissa,
		 sign = n->negative ? (uint64_t)(2 * f->bias + 2) << f->mantissa : 0;
	int least = 1 - f->bias, e;

	if (n->m == 0)
		return sign;
	e = n->e + gcn_top_bit(n->m);
	bool tiny = e < least;
	uint64_t q =
		(uint64_t)gcn_round_to(n, (tiny && !flush ? least : e) - f->mantissa, rounding);
	if (q == 2 * hidden) {
		q = hidden;
		e++;
	}
	if (tiny && flush)
		return e < least ? sign : sign | hidden;
	if (tiny)
		return sign + q; /* may have become the least normal number */
	if (e > f->bias) {
		bool to_max = rounding == 3 || (rounding == 1 && n->negative) ||
		              (rounding == 2 && !n->negative);
		return (sign | (uint64_t)(2 * f->bias + 1) << f->mantissa) - to_max;
	}
	return sign | ((uint64_t)(e + f->bias) << f->mantissa) | (q - hidden);
}

/* Splits a finite number. */
static inline struct gcn_number gcn_unpack(uint64_t u, const struct gcn_format *f)
{
	uint64_t hidden = UINT64_C(1) << f->mantissa, m = u & (hidden - 1);
	int e = (int)(u >> f->mantissa & (unsigned)(2 * f->bias + 1));

	return (struct gcn_number){
		.negative = (u >> f->mantissa & (unsigned)(2 * f->bias + 2)) != 0,
		.m = e == 0 ? m : m | hidden,
		.e = (e == 0 ? 1 : e) - f->bias - f->mantissa,
	};
}

/* Returns x + y. Zeros are what rounding makes of their signs. */
static inline struct gcn_number gcn_sum(struct gcn_number x, struct gcn_number y, unsigned rounding)
{
	if (x.m == 0 || y.m == 0) {
		struct gcn_number r = x.m == 0 ? y : x;
		if (r.m == 0 && x.negative != y.negative)
			r.negative = rounding == 2;
		return r;
	}
	/* x becomes the one whose top bit is higher, as far up as leaves room for a carry */
	if (x.e + gcn_top_bit(x.m) < y.e + gcn_top_bit(y.m)) {
		struct gcn_number t = x;
		x = y;
		y = t;
	}
	int up = 125 - gcn_top_bit(x.m);
	x.m <<= up;
	x.e -= up;
	y.m = gcn_shift_sticky(y.m, x.e - y.e);
	if (x.negative == y.negative) {
		x.m += y.m;
	} else if (x.m >= y.m) {
		x.m -= y.m;
	} else {
		x.m = y.m - x.m;
		x.negative = y.negative;
	}
	if (x.m == 0)
		x.negative = rounding == 2;
	return x;
}

/* Returns (a * b + c) * 2^scale of three finite numbers, rounded once. */
static inline uint64_t gcn_scaled_fma(uint64_t a, uint64_t b, uint64_t c, int scale,
	const struct gcn_format *f, unsigned rounding, bool flush)
{
	struct gcn_number x = gcn_unpack(a, f), y = gcn_unpack(b, f), z = gcn_unpack(c, f);
	struct gcn_number p = {x.negative != y.negative, x.m * y.m, x.e + y.e};

	p = gcn_sum(p, z, rounding);
	p.e += scale;
	return gcn_pack(&p, f, rounding, flush);
}

/* Conversions of halves. Bits of NaNs are kept as far as there is room, and made quiet. */
static inline uint32_t gcn_f16_of(uint32_t u, unsigned rounding, bool flush)
{
	uint32_t sign = u >> 16 & 0x8000, magnitude = u & INT32_MAX;

	if (magnitude > 0x7f800000)
		return sign | 0x7e00 | (magnitude >> 13 & 0x3ff);
	if (magnitude == 0x7f800000)
		return sign | 0x7c00;
	struct gcn_number n = gcn_unpack(u, &gcn_f32);
	return (uint32_t)gcn_pack(&n, &gcn_f16, rounding, flush);
}
static inline uint32_t gcn_f32_of_f16(uint32_t u, bool flush)
{
	uint32_t sign = (u & 0x8000) << 16, magnitude = u & 0x7fff;

	if (magnitude > 0x7c00)
		return sign | 0x7fc00000 | (magnitude & 0x3ff) << 13;
	if (magnitude == 0x7c00)
		return sign | 0x7f800000;
	if (magnitude < 0x400 && flush)
		return sign;
	struct gcn_number n = gcn_unpack(u, &gcn_f16);
	return (uint32_t)gcn_pack(&n, &gcn_f32, 0, false);
}

#endif
