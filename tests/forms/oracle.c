/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes what an instruction must give: takes operands apart into elements, applies packing
 * controls (PRM 4.14.1), and computes the operations that do not work on elements. */
#include <math.h>
#include <string.h>
#include "forms.h"

static uint64_t element(const union cell *v, unsigned bits, unsigned e)
{
	uint64_t x = 0;

	if (bits == 1)
		return v->b[0] & 1;
	memcpy(&x, v->b + e * bits / 8, bits / 8);
	return x;
}

static struct operation operation_of(const struct isa_inst *inst)
{
	const struct isa_type *type = isa_type_find(inst->type),
			      *from = isa_type_find(inst->source_type);
	uint8_t p = inst->pack;

	return (struct operation){.opcode = inst->opcode,
		.type = isa_type_find(type->elem),
		.from = from == NULL ? isa_type_find(type->elem) : isa_type_find(from->elem),
		.round = inst->round,
		.compare = inst->compare,
		.ftz = inst->ftz,
		.sat = p == BRIG_PACK_PPSAT || p == BRIG_PACK_PSSAT || p == BRIG_PACK_SPSAT ||
	               p == BRIG_PACK_SSSAT};
}

static bool first_is_single(uint8_t p)
{
	return p == BRIG_PACK_SP || p == BRIG_PACK_SPSAT;
}

static bool second_is_single(uint8_t p)
{
	return p == BRIG_PACK_PS || p == BRIG_PACK_PSSAT;
}

static bool only_lowest(uint8_t p)
{
	return p == BRIG_PACK_S || p == BRIG_PACK_SS || p == BRIG_PACK_SSSAT;
}

static struct want element_result(const struct operation *o, const uint64_t *a)
{
	switch (o->opcode) {
	case BRIG_OPCODE_CMP:
		return float_compare(o, a);
	case BRIG_OPCODE_CVT:
		return convert(o, a[0]);
	default:
		return o->type->kind == ISA_KIND_FLOAT ? float_element(o, a) : int_element(o, a);
	}
}

/* Computes an operation on elements: on all of them, or on the lowest only. */
static void by_elements(const struct form_case *c, unsigned row, struct wanted *out)
{
	struct operation o = operation_of(&c->inst);

	for (unsigned e = 0; e < out->count; e++) {
		uint64_t a[MAX_SOURCES] = {0};

		for (unsigned s = 0; s < c->source_count; s++) {
			const struct column *v = &c->source[s];
			bool single = (s == 0 && first_is_single(c->inst.pack)) ||
			              (s == 1 && second_is_single(c->inst.pack)) ||
			              v->type->count == 1;

			a[s] = element(&v->rows[row], isa_type_find(v->type->elem)->bits,
				single ? 0 : e);
		}
		if (only_lowest(c->inst.pack) && e > 0)
			out->of[0][e] = want_bits(element(&c->before[row], out->elem->bits, e));
		else
			out->of[0][e] = element_result(&o, a);
	}
}

/* ---- moves ----------------------------------------------------------------------------------- */

static unsigned log2_of(unsigned n)
{
	return n <= 1 ? 0 : 1 + log2_of(n / 2);
}

static void shuffle(const struct form_case *c, unsigned row, struct wanted *out)
{
	unsigned n = out->count, bits = out->elem->bits, field = log2_of(n);

	for (unsigned e = 0; e < n; e++) {
		unsigned from = e < n / 2 ? 0 : 1, at;

		if (c->inst.opcode == BRIG_OPCODE_SHUFFLE) {
			at = (unsigned)(c->source[2].rows[row].u[0] >> (e * field)) & (n - 1);
		} else {
			from = e % 2;
			at = e / 2 + (c->inst.opcode == BRIG_OPCODE_UNPACKHI ? n / 2 : 0);
		}
		out->of[0][e] = want_bits(element(&c->source[from].rows[row], bits, at));
	}
}

static void pack(const struct form_case *c, unsigned row, struct wanted *out)
{
	unsigned bits = out->elem->bits,
		 at = (unsigned)c->source[2].rows[row].u[0] & (out->count - 1);

	for (unsigned e = 0; e < out->count; e++)
		out->of[0][e] = want_bits(e == at ? low_bits(c->source[1].rows[row].u[0], bits)
						  : element(&c->source[0].rows[row], bits, e));
}

static void unpack(const struct form_case *c, unsigned row, struct wanted *out)
{
	const struct isa_type *packed = c->source[0].type, *elem = isa_type_find(packed->elem);
	unsigned at = (unsigned)c->source[1].rows[row].u[0] & (packed->count - 1u);
	uint64_t x = element(&c->source[0].rows[row], elem->bits, at);

	if (elem->kind == ISA_KIND_SIGNED)
		x = (uint64_t)sign_extended(x, elem->bits);
	out->of[0][0] = want_bits(low_bits(x, out->elem->bits));
}

/* Computes mov of any type, combine and expand, which only divide the bytes in another way. */
static void copy_bytes(const struct form_case *c, unsigned row, struct wanted *out)
{
	unsigned from = c->source[0].type->bits / 8, to = c->result_type->bits / 8;
	uint8_t bytes[16];

	for (unsigned s = 0; s < c->source_count; s++)
		memcpy(bytes + s * from, c->source[s].rows[row].b, from);
	for (unsigned r = 0; r < c->result_count; r++)
		for (unsigned e = 0; e < out->count; e++) {
			uint64_t x = 0;

			memcpy(&x, bytes + r * to + e * out->elem->bits / 8, out->elem->bits / 8);
			out->of[r][e] = want_bits(x);
		}
}

/* ---- others ---------------------------------------------------------------------------------- */

static unsigned class_of(uint64_t x, unsigned bits)
{
	unsigned mantissa = bits == 16 ? 10 : bits == 32 ? 23 : 52;
	uint64_t sign = (uint64_t)1 << (bits - 1), m = x & (sign - 1);
	uint64_t infinity = sign - ((uint64_t)1 << mantissa);
	bool negative = (x & sign) != 0;

	if (m > infinity)
		return (m >> (mantissa - 1) & 1) != 0 ? 0x002 : 0x001;
	if (m == infinity)
		return negative ? 0x004 : 0x200;
	if (m == 0)
		return negative ? 0x020 : 0x040;
	if (m < (uint64_t)1 << mantissa)
		return negative ? 0x010 : 0x080;
	return negative ? 0x008 : 0x100;
}

static void classify(const struct form_case *c, unsigned row, struct wanted *out)
{
	unsigned k = class_of(c->source[0].rows[row].u[0] &
				      low_bits(UINT64_MAX, c->source[0].type->bits),
		c->source[0].type->bits);

	out->of[0][0] = want_bits((k & c->source[1].rows[row].u[0]) != 0);
}

static void pack_converted(const struct form_case *c, unsigned row, struct wanted *out)
{
	const struct operation o = {.opcode = BRIG_OPCODE_CVT,
		.type = isa_type_find(BRIG_TYPE_U8),
		.from = isa_type_find(BRIG_TYPE_F32),
		.round = BRIG_ROUND_INTEGER_NEAR_EVEN_SAT};

	for (unsigned e = 0; e < 4; e++)
		out->of[0][e] = convert(&o, c->source[e].rows[row].u[0]);
}

static void unpack_converted(const struct form_case *c, unsigned row, struct wanted *out)
{
	uint8_t x = c->source[0].rows[row].b[c->source[1].rows[row].u[0] & 3];

	out->of[0][0] = want_bits(float_bits(x, 32));
}

static void differences(const struct form_case *c, unsigned row, struct wanted *out)
{
	const struct isa_type *t = c->source[0].type;
	unsigned bits = isa_type_find(t->elem)->bits;
	uint64_t sum = 0;

	for (unsigned e = 0; e < t->count; e++) {
		uint64_t x = element(&c->source[0].rows[row], bits, e);
		uint64_t y = element(&c->source[1].rows[row], bits, e);

		sum += x < y ? y - x : x - y;
	}
	if (c->inst.opcode == BRIG_OPCODE_SADHI)
		sum <<= 16;
	sum = low_bits(sum + c->source[2].rows[row].u[0], 32);
	for (unsigned e = 0; e < out->count; e++)
		out->of[0][e] = want_bits(low_bits(sum >> (e * out->elem->bits), out->elem->bits));
}

/* ---- all together ---------------------------------------------------------------------------- */

typedef void give(const struct form_case *c, unsigned row, struct wanted *out);

static const struct {
	uint16_t opcode;
	give *give;
} givers[] = {
	{BRIG_OPCODE_ABS, by_elements},
	{BRIG_OPCODE_ADD, by_elements},
	{BRIG_OPCODE_BORROW, by_elements},
	{BRIG_OPCODE_CARRY, by_elements},
	{BRIG_OPCODE_CEIL, by_elements},
	{BRIG_OPCODE_COPYSIGN, by_elements},
	{BRIG_OPCODE_DIV, by_elements},
	{BRIG_OPCODE_FLOOR, by_elements},
	{BRIG_OPCODE_FMA, by_elements},
	{BRIG_OPCODE_FRACT, by_elements},
	{BRIG_OPCODE_MAD, by_elements},
	{BRIG_OPCODE_MAX, by_elements},
	{BRIG_OPCODE_MIN, by_elements},
	{BRIG_OPCODE_MUL, by_elements},
	{BRIG_OPCODE_MULHI, by_elements},
	{BRIG_OPCODE_NEG, by_elements},
	{BRIG_OPCODE_REM, by_elements},
	{BRIG_OPCODE_RINT, by_elements},
	{BRIG_OPCODE_SQRT, by_elements},
	{BRIG_OPCODE_SUB, by_elements},
	{BRIG_OPCODE_TRUNC, by_elements},
	{BRIG_OPCODE_MAD24, by_elements},
	{BRIG_OPCODE_MAD24HI, by_elements},
	{BRIG_OPCODE_MUL24, by_elements},
	{BRIG_OPCODE_MUL24HI, by_elements},
	{BRIG_OPCODE_SHL, by_elements},
	{BRIG_OPCODE_SHR, by_elements},
	{BRIG_OPCODE_AND, by_elements},
	{BRIG_OPCODE_NOT, by_elements},
	{BRIG_OPCODE_OR, by_elements},
	{BRIG_OPCODE_POPCOUNT, by_elements},
	{BRIG_OPCODE_XOR, by_elements},
	{BRIG_OPCODE_BITEXTRACT, by_elements},
	{BRIG_OPCODE_BITINSERT, by_elements},
	{BRIG_OPCODE_BITMASK, by_elements},
	{BRIG_OPCODE_BITREV, by_elements},
	{BRIG_OPCODE_BITSELECT, by_elements},
	{BRIG_OPCODE_FIRSTBIT, by_elements},
	{BRIG_OPCODE_LASTBIT, by_elements},
	{BRIG_OPCODE_CMOV, by_elements},
	{BRIG_OPCODE_NCOS, by_elements},
	{BRIG_OPCODE_NEXP2, by_elements},
	{BRIG_OPCODE_NFMA, by_elements},
	{BRIG_OPCODE_NLOG2, by_elements},
	{BRIG_OPCODE_NRCP, by_elements},
	{BRIG_OPCODE_NRSQRT, by_elements},
	{BRIG_OPCODE_NSIN, by_elements},
	{BRIG_OPCODE_NSQRT, by_elements},
	{BRIG_OPCODE_BITALIGN, by_elements},
	{BRIG_OPCODE_BYTEALIGN, by_elements},
	{BRIG_OPCODE_LERP, by_elements},
	{BRIG_OPCODE_CMP, by_elements},
	{BRIG_OPCODE_CVT, by_elements},
	{BRIG_OPCODE_COMBINE, copy_bytes},
	{BRIG_OPCODE_EXPAND, copy_bytes},
	{BRIG_OPCODE_MOV, copy_bytes},
	{BRIG_OPCODE_SHUFFLE, shuffle},
	{BRIG_OPCODE_UNPACKHI, shuffle},
	{BRIG_OPCODE_UNPACKLO, shuffle},
	{BRIG_OPCODE_PACK, pack},
	{BRIG_OPCODE_UNPACK, unpack},
	{BRIG_OPCODE_CLASS, classify},
	{BRIG_OPCODE_PACKCVT, pack_converted},
	{BRIG_OPCODE_UNPACKCVT, unpack_converted},
	{BRIG_OPCODE_SAD, differences},
	{BRIG_OPCODE_SADHI, differences},
};

static give *giver(uint16_t opcode)
{
	for (size_t k = 0; k < ARRAY_LEN(givers); k++)
		if (givers[k].opcode == opcode)
			return givers[k].give;
	return NULL;
}

bool oracle_knows(const struct isa_inst *inst)
{
	return giver(inst->opcode) != NULL;
}

void oracle(const struct form_case *c, unsigned row, struct wanted *out)
{
	const struct isa_type *t = c->result_type;
	bool is_wide = t->bits == 128 && t->count == 1;

	memset(out, 0, sizeof *out);
	out->elem = is_wide ? isa_type_find(BRIG_TYPE_U64) : isa_type_find(t->elem);
	out->count = is_wide ? 2 : t->count;
	if (t->bits == 1 && c->inst.opcode == BRIG_OPCODE_MOV)
		out->of[0][0] = want_bits(c->source[0].rows[row].u[0] & 1);
	else
		giver(c->inst.opcode)(c, row, out);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool is_one_of(const struct want *w, uint64_t got, unsigned bits)
{
	uint64_t sign = (uint64_t)1 << (bits - 1), quiet = bits == 16   ? 0x200
	                                                   : bits == 32 ? 0x400000
	                                                                : 0x8000000000000;

	if (!is_nan_bits(got, bits) || (got & quiet) == 0)
		return false;
	for (unsigned k = 0; k < w->nan_count; k++)
		if ((got & ~sign) == w->nan[k])
			return true;
	return w->nan_count == 0;
}

static bool fits(const struct want *w, uint64_t got, unsigned bits)
{
	double v;

	switch (w->rule) {
	case WANT_BITS:
		return got == w->bits;
	case WANT_ANY:
		return true;
	case WANT_NAN:
		return is_one_of(w, got, bits);
	case WANT_ZERO:
		return low_bits(got, bits - 1) == 0;
	case WANT_EITHER:
		return got == w->bits || got == w->other;
	case WANT_NEAR:
		v = float_value(got, bits);
		return fabs(v - w->value) <= w->tolerance;
	}
	BUG("rule %d", (int)w->rule);
}

int differs(const struct wanted *w, unsigned result, const union cell *got)
{
	for (unsigned e = 0; e < w->count; e++)
		if (!fits(&w->of[result][e], element(got, w->elem->bits, e), w->elem->bits))
			return (int)e;
	return -1;
}
