/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds instructions that take the upper or the lower part of a linear number: see shapes.h. */
#include "ir/lowering.h"
#include "shape/shapes.h"

/* The operand that is a number in a bitwise and with a constant, or in a shift. */
static unsigned constant_operand(const struct fin_inst *i)
{
	return i->isa->opcode == BRIG_OPCODE_AND && i->operands[1].v[0].kind == FIN_VALUE_IMM ? 1
	                                                                                      : 2;
}

/* Whether the instruction is one of these, of one 32-bit or 64-bit number and a constant. */
static bool is_split(const struct fin_inst *i)
{
	const struct isa_type *t;

	if (i->lowering != ISA_LOWER_SHIFT && i->lowering != ISA_LOWER_LOGIC)
		return false;
	t = isa_type_find(i->isa->type);
	return (i->isa->opcode == BRIG_OPCODE_AND || i->isa->opcode == BRIG_OPCODE_SHR) &&
	       (t->bits == 32 || t->bits == 64) && t->count == 1 &&
	       i->operands[constant_operand(i)].v[0].kind == FIN_VALUE_IMM;
}

static struct fin_lane_shape number_shape(const struct fin_shapes *s, const struct fin_inst *i)
{
	const struct fin_value *x = &i->operands[3 - constant_operand(i)].v[0];

	return x->kind == FIN_VALUE_REG ? s->of[x->reg]
	                                : (struct fin_lane_shape){.kind = FIN_SHAPE_GROUP};
}

bool fin_splits_number(const struct fin_shapes *s, const struct fin_inst *i, uint64_t *low)
{
	struct fin_lane_shape a;
	unsigned bits;
	uint64_t c;

	if (!is_split(i))
		return false;
	bits = isa_type_find(i->isa->type)->bits;
	c = i->operands[constant_operand(i)].v[0].lo;
	a = number_shape(s, i);
	if (a.kind != FIN_SHAPE_LINEAR || a.risky || a.stride <= 0 || a.stride > INT16_MAX)
		return false;
	*low = i->isa->opcode == BRIG_OPCODE_SHR ? ((uint64_t)1 << (c & (bits - 1))) - 1
	       : bits == 32                      ? (uint32_t)c
	                                         : c;
	return (*low & (*low + 1)) == 0 && *low != UINT64_MAX &&
	       *low >= (uint64_t)a.stride * (FIN_MAX_LANES - 1);
}

bool fin_shifts_evenly(const struct fin_shapes *s, const struct fin_inst *i)
{
	struct fin_lane_shape a;
	unsigned bits;
	int64_t limit;

	if (!is_split(i) || i->isa->opcode != BRIG_OPCODE_SHR)
		return false;
	bits = isa_type_find(i->isa->type)->bits;
	limit = (int64_t)1 << (bits - 6); /* the lanes' distances are in range */
	a = number_shape(s, i);
	return a.kind == FIN_SHAPE_LINEAR && a.stride != 0 && a.stride < limit &&
	       a.stride > -limit &&
	       (a.stride & (((int64_t)1 << (i->operands[2].v[0].lo & (bits - 1))) - 1)) == 0;
}
