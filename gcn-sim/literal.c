/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants that are part of an operand's code, and literals, which follow the instruction: what
 * they are for the type that reads them. */
#include "decode_impl.h"

bool gcn_cut_off(struct gcn_decoder *d, unsigned byte_off, const char *what)
{
	*d->why = (struct gcn_refusal){byte_off, what, GCN_F_NONE, (uint32_t)d->len};
	return false;
}

bool gcn_take_literal(struct gcn_decoder *d)
{
	struct gcn_inst *i = d->inst;

	if (i->has_literal)
		return true;
	if (d->len < 8)
		return gcn_cut_off(d, 4, "the literal is cut off");
	i->literal = i->dwords[1] = le32(d->bytes + 4);
	i->has_literal = true;
	i->bytes = 8;
	return true;
}

/* Inline floats, from GCN_CODE_FLOAT on: 0.5 -0.5 1 -1 2 -2 4 -4. */
static const uint16_t f16_bits[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400};
static const uint16_t f32_upper[] = {
	0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4080, 0xc080};
static const uint16_t f64_upper[] = {
	0x3fe0, 0xbfe0, 0x3ff0, 0xbff0, 0x4000, 0xc000, 0x4010, 0xc010};

static uint64_t float_bits(enum gcn_type type, unsigned n)
{
	if (type == GCN_TYPE_F16)
		return f16_bits[n];
	return gcn_type_dwords(type) == 2 ? (uint64_t)f64_upper[n] << 48
	                                  : (uint64_t)f32_upper[n] << 16;
}

uint64_t gcn_constant(enum gcn_type type, unsigned code)
{
	if (code >= GCN_CODE_FLOAT)
		return float_bits(type, code - GCN_CODE_FLOAT);
	return code <= GCN_CODE_MINUS ? code - GCN_CODE_ZERO
	                              : (uint64_t)GCN_CODE_MINUS - (uint64_t)code;
}

uint64_t gcn_literal_value(enum gcn_type type, uint32_t literal)
{
	return type == GCN_TYPE_F64 ? (uint64_t)literal << 32 : literal;
}

bool gcn_has_shorter_form(enum gcn_type type, uint32_t literal)
{
	bool wide = gcn_type_dwords(type) == 2;

	if (literal <= 64 || (!wide && type != GCN_TYPE_F16 && literal >= (uint32_t)-16))
		return true;
	if (type == GCN_TYPE_F16 && literal >= 0xfff0)
		return true; /* a small negative number, or more than 16 bits */
	for (unsigned n = 0; type != GCN_TYPE_B64 && n < ARRAY_LEN(f32_upper); n++)
		if (gcn_literal_value(type, literal) == float_bits(type, n))
			return true;
	return false;
}
