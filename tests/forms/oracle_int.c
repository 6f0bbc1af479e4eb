/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes integer and bit operations on one element, as PRM 5.2 to 5.10 and 5.15 define them. */
#include "forms.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

uint64_t low_bits(uint64_t x, unsigned bits)
{
	return bits >= 64 ? x : x & (((uint64_t)1 << bits) - 1);
}

int64_t sign_extended(uint64_t x, unsigned bits)
{
	uint64_t sign = (uint64_t)1 << (bits - 1);

	return (int64_t)((low_bits(x, bits) ^ sign) - sign);
}

struct want want_bits(uint64_t bits)
{
	return (struct want){.rule = WANT_BITS, .bits = bits};
}

static bool is_signed(const struct isa_type *t)
{
	return t->kind == ISA_KIND_SIGNED;
}

static i128 value_of(const struct isa_type *t, uint64_t x)
{
	return is_signed(t) ? (i128)sign_extended(x, t->bits) : (i128)low_bits(x, t->bits);
}

/* Fits an exact result into the type: clamps it if the operation saturates, else takes its low
 * bits. */
static struct want fitted(const struct operation *o, i128 v)
{
	unsigned bits = o->type->bits;
	i128 most = ((i128)1 << (is_signed(o->type) ? bits - 1 : bits)) - 1;
	i128 least = is_signed(o->type) ? -most - 1 : 0;

	if (o->sat)
		v = v > most ? most : v < least ? least : v;
	return want_bits(low_bits((uint64_t)v, bits));
}

static struct want divide(const struct operation *o, i128 x, i128 y)
{
	bool overflow = is_signed(o->type) && y == -1 && x == -((i128)1 << (o->type->bits - 1));

	if (o->opcode == BRIG_OPCODE_REM)
		return fitted(o, y == -1 ? 0 : x % y);
	return overflow ? (struct want){.rule = WANT_ANY} : fitted(o, x / y);
}

static unsigned leading_zeros(uint64_t x, unsigned bits)
{
	unsigned n = 0;

	while (n < bits && (x >> (bits - 1 - n) & 1) == 0)
		n++;
	return n;
}

static uint64_t find_bit(const struct operation *o, uint64_t x)
{
	unsigned bits = o->from->bits, n = 0;

	if (o->opcode == BRIG_OPCODE_FIRSTBIT && is_signed(o->from) && (x >> (bits - 1) & 1) != 0)
		x = low_bits(~x, bits);
	if (x == 0)
		return UINT32_MAX;
	if (o->opcode == BRIG_OPCODE_FIRSTBIT)
		return leading_zeros(x, bits);
	while ((x >> n & 1) == 0)
		n++;
	return n;
}

static uint64_t reversed(uint64_t x, unsigned bits)
{
	uint64_t r = 0;

	for (unsigned k = 0; k < bits; k++)
		r |= (x >> k & 1) << (bits - 1 - k);
	return r;
}

static uint64_t count_ones(uint64_t x)
{
	uint64_t n = 0;

	for (; x != 0; x >>= 1)
		n += x & 1;
	return n;
}

/* ---- bit fields ------------------------------------------------------------------------------ */

static struct want bit_field(const struct operation *o, const uint64_t *a)
{
	unsigned bits = o->type->bits, first = o->opcode == BRIG_OPCODE_BITMASK     ? 0
	                                       : o->opcode == BRIG_OPCODE_BITINSERT ? 2
	                                                                            : 1;
	unsigned offset = (unsigned)a[first] & (bits - 1),
		 width = (unsigned)a[first + 1] & (bits - 1);
	uint64_t mask = low_bits(UINT64_MAX, width), field;

	if (width == 0)
		mask = 0;
	if (offset + width > bits)
		return (struct want){.rule = WANT_ANY};
	if (o->opcode == BRIG_OPCODE_BITMASK)
		return want_bits(low_bits(mask << offset, bits));
	if (o->opcode == BRIG_OPCODE_BITINSERT)
		return want_bits(low_bits((a[0] & ~(mask << offset)) | (a[1] & mask) << offset,
			bits));
	field = a[0] >> offset & mask;
	if (is_signed(o->type) && width > 0)
		field = (uint64_t)sign_extended(field, width);
	return want_bits(low_bits(field, bits));
}

/* ---- multimedia ------------------------------------------------------------------------------ */

static uint64_t absolute_difference(uint64_t x, uint64_t y)
{
	return x < y ? y - x : x - y;
}

static struct want aligned(const struct operation *o, const uint64_t *a)
{
	unsigned shift =
		o->opcode == BRIG_OPCODE_BITALIGN ? (unsigned)a[2] & 31 : ((unsigned)a[2] & 3) * 8;

	return want_bits(low_bits((a[1] << 32 | a[0]) >> shift, 32));
}

/* ---- all together ---------------------------------------------------------------------------- */

static struct want multiply(const struct operation *o, const uint64_t *a)
{
	i128 x = value_of(o->type, a[0]), y = value_of(o->type, a[1]);
	i128 p = (i128)((u128)x * (u128)y); /* a product of u64 may exceed an i128 */
	bool is_u64 = o->type->bits == 64 && !is_signed(o->type);

	if (o->opcode != BRIG_OPCODE_MULHI && is_u64 && o->sat) /* 2^128 may not fit */
		return want_bits(y != 0 && x > (i128)UINT64_MAX / y ? UINT64_MAX : a[0] * a[1]);
	if (o->opcode == BRIG_OPCODE_MULHI)
		return want_bits(low_bits((uint64_t)((u128)p >> o->type->bits), o->type->bits));
	return fitted(o, p);
}

static struct want shifted(const struct operation *o, const uint64_t *a)
{
	unsigned n = (unsigned)a[1] & (o->type->bits - 1);

	if (o->opcode == BRIG_OPCODE_SHL)
		return want_bits(low_bits(a[0] << n, o->type->bits));
	return want_bits(low_bits((uint64_t)(value_of(o->type, a[0]) >> n), o->type->bits));
}

static struct want multiply24(const struct operation *o, const uint64_t *a)
{
	i128 p = is_signed(o->type) ? (i128)sign_extended(a[0], 24) * sign_extended(a[1], 24)
	                            : (i128)low_bits(a[0], 24) * (i128)low_bits(a[1], 24);

	if (o->opcode == BRIG_OPCODE_MUL24HI || o->opcode == BRIG_OPCODE_MAD24HI)
		p >>= 32;
	if (o->opcode == BRIG_OPCODE_MAD24 || o->opcode == BRIG_OPCODE_MAD24HI)
		p += (i128)a[2];
	return want_bits(low_bits((uint64_t)p, 32));
}

struct want int_element(const struct operation *o, const uint64_t *a)
{
	const struct isa_type *t = o->type;
	unsigned bits = t->bits;
	i128 x = value_of(t, a[0]), y = value_of(t, a[1]);

	switch (o->opcode) {
	case BRIG_OPCODE_ABS:
		return fitted(o, x < 0 ? -x : x);
	case BRIG_OPCODE_NEG:
		return fitted(o, -x);
	case BRIG_OPCODE_ADD:
		return fitted(o, x + y);
	case BRIG_OPCODE_SUB:
		return fitted(o, x - y);
	case BRIG_OPCODE_MUL:
	case BRIG_OPCODE_MULHI:
		return multiply(o, a);
	case BRIG_OPCODE_MAD:
		return want_bits(low_bits(a[0] * a[1] + a[2], bits));
	case BRIG_OPCODE_MAX:
		return fitted(o, x > y ? x : y);
	case BRIG_OPCODE_MIN:
		return fitted(o, x < y ? x : y);
	case BRIG_OPCODE_CARRY:
		return want_bits((((u128)a[0] + a[1]) >> bits) != 0);
	case BRIG_OPCODE_BORROW:
		return want_bits(a[0] < a[1]);
	case BRIG_OPCODE_DIV:
	case BRIG_OPCODE_REM:
		return divide(o, x, y);
	case BRIG_OPCODE_MUL24:
	case BRIG_OPCODE_MUL24HI:
	case BRIG_OPCODE_MAD24:
	case BRIG_OPCODE_MAD24HI:
		return multiply24(o, a);
	case BRIG_OPCODE_SHL:
	case BRIG_OPCODE_SHR:
		return shifted(o, a);
	case BRIG_OPCODE_AND:
		return want_bits(a[0] & a[1]);
	case BRIG_OPCODE_OR:
		return want_bits(a[0] | a[1]);
	case BRIG_OPCODE_XOR:
		return want_bits(a[0] ^ a[1]);
	case BRIG_OPCODE_NOT:
		return want_bits(low_bits(~a[0], bits));
	case BRIG_OPCODE_POPCOUNT:
		return want_bits(count_ones(a[0]));
	case BRIG_OPCODE_BITREV:
		return want_bits(reversed(a[0], bits));
	case BRIG_OPCODE_BITSELECT:
		return want_bits((a[1] & a[0]) | (a[2] & low_bits(~a[0], bits)));
	case BRIG_OPCODE_FIRSTBIT:
	case BRIG_OPCODE_LASTBIT:
		return want_bits(find_bit(o, a[0]));
	case BRIG_OPCODE_BITEXTRACT:
	case BRIG_OPCODE_BITINSERT:
	case BRIG_OPCODE_BITMASK:
		return bit_field(o, a);
	case BRIG_OPCODE_BITALIGN:
	case BRIG_OPCODE_BYTEALIGN:
		return aligned(o, a);
	case BRIG_OPCODE_LERP:
		return want_bits(low_bits((a[0] + a[1] + (a[2] & 1)) >> 1, 8));
	case BRIG_OPCODE_SAD: /* an element gives one term of the sum */
		return want_bits(absolute_difference(a[0], a[1]));
	case BRIG_OPCODE_CMOV:
		return want_bits(a[0] != 0 ? a[1] : a[2]);
	default:
		BUG("no oracle for integers of opcode %u", o->opcode);
	}
}
