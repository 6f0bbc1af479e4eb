/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resolves an instruction's operands for execution: constants are there for each lane, and
 * registers by their numbers. */
#include "functions_impl.h"

static const uint32_t *constant_lanes(struct gcn_constants *c, uint32_t value)
{
	struct gcn_lanes **known =
		&c->known[(value ^ value >> 8 ^ value >> 20) % ARRAY_LEN(c->known)];

	if (*known == NULL || (*known)->v[0] != value) {
		*known = arena_alloc(c->arena, sizeof(**known), 64);
		FOR_LANES(*known)->v[i] = value;
	}
	return (*known)->v;
}

static void set_constant(struct gcn_constants *c, uint64_t value, struct gcn_source *s)
{
	s->from = GCN_FROM_CONSTANT;
	s->value = value;
	s->lanes[0] = constant_lanes(c, (uint32_t)value);
	s->lanes[1] = constant_lanes(c, (uint32_t)(value >> 32));
}

static uint64_t modified(const struct gcn_operand *o)
{
	unsigned sign_bit = o->type == GCN_TYPE_F64 ? 63 : o->type == GCN_TYPE_F16 ? 15 : 31;
	uint64_t sign = UINT64_C(1) << sign_bit, value = o->value;

	if (o->abs)
		value &= ~sign;
	return o->neg ? value ^ sign : value;
}

static void resolve_source(const struct gcn_operand *o, struct gcn_constants *c,
	struct gcn_source *s)
{
	*s = (struct gcn_source){
		.from = GCN_FROM_NOTHING, .dwords = o->dwords, .neg = o->neg, .abs = o->abs};
	s->sign = o->type == GCN_TYPE_F16 ? UINT32_C(1) << 15 : UINT32_C(1) << 31;
	s->lanes[0] = s->lanes[1] = constant_lanes(c, 0);
	switch (o->file) {
	case GCN_FILE_VECTOR:
		s->from = GCN_FROM_VECTOR;
		s->reg = o->reg;
		break;
	case GCN_FILE_SCALAR:
		s->from = GCN_FROM_SCALAR;
		s->reg = o->reg;
		break;
	case GCN_FILE_STATUS:
		s->from = GCN_FROM_STATUS;
		s->reg = o->code;
		break;
	case GCN_FILE_CONSTANT:
	case GCN_FILE_LITERAL:
		s->neg = s->abs = false;
		set_constant(c, modified(o), s);
		break;
	case GCN_FILE_NONE:
	case GCN_FILE_LDS_DIRECT:
	case GCN_FILE_OFF:
		break;
	}
}

/* Literals that are no operands of the encoding. */
static void place_literal(const struct gcn_inst *i, struct gcn_constants *c, struct gcn_source *src)
{
	switch (i->row->extra) {
	case GCN_EXTRA_HWREG_LITERAL:
		set_constant(c, i->literal, &src[0]);
		break;
	case GCN_EXTRA_MADMK:
		src[2] = src[1];
		set_constant(c, i->literal, &src[1]);
		break;
	case GCN_EXTRA_MADAK:
		set_constant(c, i->literal, &src[2]);
		break;
	default:
		break;
	}
}

static void count_registers(const struct gcn_operand *o, struct gcn_code *out)
{
	uint16_t end = (uint16_t)(o->reg + o->dwords);

	if (o->file == GCN_FILE_VECTOR && end > out->vgprs)
		out->vgprs = end;
	if (o->file == GCN_FILE_SCALAR && o->reg < GCN_CODE_SGPRS && end > out->sgprs)
		out->sgprs = end;
}

/* Adds the dwords that an operand makes the instruction read and write. */
static void count_accesses(const struct gcn_operand *o, struct gcn_code *out)
{
	bool reads = o->access == GCN_ACCESS_READ || o->access == GCN_ACCESS_UPDATE;
	bool writes = o->access == GCN_ACCESS_WRITE || o->access == GCN_ACCESS_UPDATE;

	if (o->file == GCN_FILE_VECTOR) {
		out->vector_reads += reads ? o->dwords : 0;
		out->vector_writes += writes ? o->dwords : 0;
	} else if (o->file == GCN_FILE_SCALAR) {
		out->scalar_reads += reads ? o->dwords : 0;
		out->scalar_writes += writes ? o->dwords : 0;
	}
}

void gcn_resolve(const struct gcn_inst *i, struct gcn_constants *constants, struct gcn_code *out)
{
	struct gcn_function f = gcn_function_of(i->row->op);

	out->exec = f.exec;
	out->control = f.control;
	out->row = i->row;
	out->dst = i->operands[GCN_DST].reg;
	out->dst2 = i->operands[GCN_DST2].reg;
	out->flags = i->flags;
	out->imm = i->imm;
	out->dwords = (uint8_t)((i->bytes) / 4);
	out->omod = i->omod;
	out->clamp = i->clamp;
	out->offset_is_imm = i->offset_is_imm;
	out->missing = gcn_missing(i);
	for (unsigned n = 0; n < 3; n++)
		resolve_source(&i->operands[GCN_SRC0 + n], constants, &out->src[n]);
	place_literal(i, constants, out->src);
	for (unsigned n = 0; n < GCN_SLOTS; n++) {
		count_registers(&i->operands[n], out);
		count_accesses(&i->operands[n], out);
	}
}
