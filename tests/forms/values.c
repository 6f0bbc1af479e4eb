/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses operands. The rows go through all combinations of edge values if there is room; otherwise
 * they are drawn from edge values and random bits. Seeds are fixed. */
#include <string.h>
#include "forms.h"

uint32_t mixed(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7feb352dU;
	x ^= x >> 15;
	x *= 0x846ca68bU;
	return x ^ x >> 16;
}

static uint64_t random_bits(uint32_t *state)
{
	uint64_t high = mixed(*state += 0x9e3779b9U);

	return high << 32 | mixed(*state += 0x9e3779b9U);
}

/* ---- edges ----------------------------------------------------------------------------------- */

static const uint64_t f16_edges[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400,
	0x3c00, 0xbc00, 0x3800, 0xb800, 0x3bff, 0x3c01, 0x3e00, 0xbe00, 0x4100, 0xc100, 0x7bff,
	0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0xfd55, 0x6401, 0x5bff, 0x4248, 0x0800};
static const uint64_t f32_edges[] = {0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff,
	0x807fffff, 0x00800000, 0x80800000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000,
	0x3f7fffff, 0x3f800001, 0x3fc00000, 0xbfc00000, 0x40200000, 0xc0200000, 0x7f7fffff,
	0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00123, 0x7f800001, 0xffa55555,
	0x4b800001, 0x4effffff, 0x5f000000, 0xcf000000, 0x437f8000, 0x477fe000, 0x477ff000,
	0x33000000, 0x33000001, 0x40490fdb, 0x1e3ce508};
static const uint64_t f64_edges[] = {0x0000000000000000, 0x8000000000000000, 0x0000000000000001,
	0x8000000000000001, 0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000,
	0x8010000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000,
	0xbfe0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x3ff8000000000000,
	0xbff8000000000000, 0x4004000000000000, 0xc004000000000000, 0x7fefffffffffffff,
	0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
	0xfff8000000000123, 0x7ff0000000000001, 0xfff5555555555555, 0x4340000000000001,
	0x41dfffffffc00000, 0x43e0000000000000, 0xc1e0000000200000, 0x40f0000000000000,
	0x36a0000000000000, 0x380fffffe0000000, 0x380ffffff0000000, 0x47efffffe0000000,
	0x47efffffefffffff, 0x3ff0000010000000, 0x3ff0000010000001, 0x3f10000000000000,
	0x40effc0000000000, 0x40effdffffffffff, 0x3ff0020000000000, 0x1ff5555555555555};

struct edges {
	const uint64_t *of;
	unsigned count;
};

static struct edges float_edges(unsigned bits)
{
	switch (bits) {
	case 16:
		return (struct edges){f16_edges, ARRAY_LEN(f16_edges)};
	case 32:
		return (struct edges){f32_edges, ARRAY_LEN(f32_edges)};
	default:
		return (struct edges){f64_edges, ARRAY_LEN(f64_edges)};
	}
}

enum { INT_EDGES = 16 };

static uint64_t int_edge(unsigned bits, unsigned n)
{
	uint64_t ones = UINT64_MAX >> (64 - bits), sign = (uint64_t)1 << (bits - 1);
	const uint64_t edges[INT_EDGES] = {0, 1, 2, 3, ones, ones - 1, sign, sign - 1, sign + 1,
		ones / 3, ones / 3 * 2, (uint64_t)1 << bits / 2, ((uint64_t)1 << bits / 2) - 1, 7,
		ones / 255 * 0x7b, bits - 1};

	return edges[n % INT_EDGES] & ones;
}

static unsigned edge_count(const struct isa_type *elem)
{
	if (elem->bits == 1)
		return 2;
	return elem->kind == ISA_KIND_FLOAT ? float_edges(elem->bits).count : INT_EDGES;
}

static uint64_t element_edge(const struct isa_type *elem, unsigned n)
{
	if (elem->bits == 1)
		return n & 1;
	if (elem->kind == ISA_KIND_FLOAT)
		return float_edges(elem->bits).of[n % edge_count(elem)];
	return int_edge(elem->bits > 64 ? 64 : elem->bits, n);
}

static void put_element(union cell *v, unsigned bits, unsigned at, uint64_t x)
{
	if (bits == 1)
		v->b[0] = (uint8_t)(x & 1);
	else
		memcpy(v->b + at * bits / 8, &x, bits / 8); /* little-endian, as all hosts are */
}

union cell edge_value(const struct isa_type *t, uint32_t n)
{
	const struct isa_type *elem = isa_type_find(t->elem);
	union cell v = {{0, 0}};

	if (elem->bits == 128)
		return (union cell){{int_edge(64, n), int_edge(64, n / INT_EDGES + 5)}};
	for (unsigned e = 0; e < t->count; e++)
		put_element(&v, elem->bits, e,
			element_edge(elem, t->count == 1 ? n : n * 7 + e * (n / 16 + 3)));
	return v;
}

static union cell random_value(const struct isa_type *t, uint32_t *state)
{
	const struct isa_type *elem = isa_type_find(t->elem);
	union cell v = {{random_bits(state), random_bits(state)}};

	if (t->bits == 1)
		return (union cell){{v.u[0] & 1, 0}};
	for (unsigned e = 0; elem->kind == ISA_KIND_FLOAT && e < t->count; e++) {
		/* Most values are near 1, so that sums and products are neither lost nor
		 * infinite. */
		uint64_t x = 0, near_one = elem->bits == 16   ? 0x3800
		                           : elem->bits == 32 ? 0x3f000000
		                                              : 0x3fe0000000000000;
		unsigned keep = elem->bits == 16 ? 12 : elem->bits == 32 ? 25 : 55;

		memcpy(&x, v.b + e * elem->bits / 8, elem->bits / 8);
		if (random_bits(state) % 4 != 0)
			x = near_one + (x & (((uint64_t)1 << keep) - 1)) -
			    (x >> (keep - 1) & 1) * ((uint64_t)1 << (keep - 1));
		if (random_bits(state) % 2 != 0)
			x |= (uint64_t)1 << (elem->bits - 1);
		put_element(&v, elem->bits, e, x);
	}
	if (t->bits < 128)
		v.u[1] = 0;
	if (t->bits < 64)
		v.u[0] &= ((uint64_t)1 << t->bits) - 1;
	return v;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static unsigned value_count(const struct isa_type *t)
{
	unsigned n = edge_count(isa_type_find(t->elem));

	return t->count == 1 && t->bits < 128 ? n : 64;
}

/* Replaces operands for which the PRM leaves the result undefined. */
static void keep_defined(struct form_case *c, unsigned row)
{
	uint16_t op = c->inst.opcode;
	bool is_int = c->result_type->kind == ISA_KIND_SIGNED ||
	              c->result_type->kind == ISA_KIND_UNSIGNED;
	union cell *b = c->source_count > 1 ? &c->source[1].rows[row] : NULL;

	if ((op == BRIG_OPCODE_DIV || op == BRIG_OPCODE_REM) && is_int && b->u[0] == 0)
		b->u[0] = 3;
	if (op == BRIG_OPCODE_MUL24 || op == BRIG_OPCODE_MUL24HI || op == BRIG_OPCODE_MAD24 ||
		op == BRIG_OPCODE_MAD24HI)
		for (unsigned s = 0; s < 2; s++) {
			uint64_t *x = &c->source[s].rows[row].u[0];

			*x = c->inst.type == BRIG_TYPE_S32 ? (uint32_t)sign_extended(*x, 24)
			                                   : low_bits(*x, 24);
		}
}

void choose_values(struct form_case *c, uint32_t seed)
{
	uint32_t state = mixed(seed + 1), step = state | 1, product = 1;

	for (unsigned s = 0; s < c->source_count; s++)
		if (!c->source[s].is_constant && product < 0x10000)
			product *= value_count(c->source[s].type);
	for (unsigned row = 0; row < ROWS; row++) {
		/* The rows take all combinations when these fit, else some of them and random
		 * bits. */
		uint32_t at = product <= ROWS ? row % product : (row * step + state) % product;

		for (unsigned s = 0; s < c->source_count; s++) {
			struct column *v = &c->source[s];
			unsigned n = value_count(v->type);

			if (v->is_constant) {
				v->rows[row] = v->rows[0];
				continue;
			}
			v->rows[row] = row % 3 == 2 && product > ROWS
			                       ? random_value(v->type, &state)
			                       : edge_value(v->type, at % n);
			at /= n;
			if (product > 0xffff)
				at += mixed(row * 8 + s);
		}
		c->before[row] = random_value(c->result_type, &state);
		keep_defined(c, row);
	}
}
