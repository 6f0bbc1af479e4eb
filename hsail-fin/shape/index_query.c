/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an instruction does to indices, what it tells of a work-item's place, and whose memory it
 * accesses: see shapes.h. */
#include "ir/lowering.h"
#include "shape/shapes.h"

bool fin_is_index_type(uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);

	return t != NULL && (t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED) &&
	       t->bits >= 32;
}

enum fin_index_op fin_index_op(const struct fin_inst *i)
{
	if (i->isa == NULL || !fin_is_index_type(i->isa->type) ||
		(i->lowering == ISA_LOWER_CVT && !fin_is_index_type(i->isa->source_type)))
		return i->lowering == ISA_LOWER_MOV ? FIN_INDEX_COPY : FIN_INDEX_OTHER;
	switch (i->isa->opcode) {
	case BRIG_OPCODE_ADD:
		return FIN_INDEX_SUM;
	case BRIG_OPCODE_SUB:
		return FIN_INDEX_DIFFERENCE;
	case BRIG_OPCODE_MUL:
		return FIN_INDEX_PRODUCT;
	case BRIG_OPCODE_MAD:
		return FIN_INDEX_PRODUCT_AND_SUM;
	case BRIG_OPCODE_SHL:
		return FIN_INDEX_SHIFT_LEFT;
	case BRIG_OPCODE_CVT:
		return FIN_INDEX_COPY;
	default:
		return FIN_INDEX_OTHER;
	}
}

bool fin_is_negative(const struct fin_inst *i)
{
	return i->isa != NULL && i->isa->opcode == BRIG_OPCODE_NEG &&
	       fin_is_index_type(i->isa->type);
}

bool fin_reads_id(const struct fin_inst *i, unsigned dim)
{
	return i->isa != NULL &&
	       (i->isa->opcode == BRIG_OPCODE_WORKITEMID ||
		       i->isa->opcode == BRIG_OPCODE_WORKITEMABSID) &&
	       i->operands[1].v[0].lo == dim;
}

bool fin_knows_waves(const struct fin_inst *i)
{
	if (i->isa == NULL)
		return false;
	switch (i->isa->opcode) {
	case BRIG_OPCODE_CURRENTWORKITEMFLATID:
	case BRIG_OPCODE_LANEID:
	case BRIG_OPCODE_WAVEID:
		return true;
	default:
		return i->lowering == ISA_LOWER_LOAD && i->isa->width != BRIG_WIDTH_ALL &&
		       fin_width_has_wave(i->isa->width);
	}
}

bool fin_has_ids(const struct fin_function *f, unsigned dim)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (fin_reads_id(i, dim))
				return true;
	return false;
}

bool fin_has_waves(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (fin_knows_waves(i))
				return true;
	return false;
}

enum fin_place_query fin_place_query(const struct fin_inst *i)
{
	if (i->isa == NULL)
		return FIN_PLACE_NONE;
	switch (i->isa->opcode) {
	case BRIG_OPCODE_WORKITEMID:
		return FIN_PLACE_ITEM;
	case BRIG_OPCODE_WORKGROUPID:
		return FIN_PLACE_GROUP;
	case BRIG_OPCODE_WORKGROUPSIZE:
		return FIN_PLACE_SIZE;
	case BRIG_OPCODE_CURRENTWORKGROUPSIZE:
	case BRIG_OPCODE_CURRENTWORKITEMFLATID:
	case BRIG_OPCODE_WORKITEMFLATID:
	case BRIG_OPCODE_LANEID:
	case BRIG_OPCODE_WAVEID:
	case BRIG_OPCODE_CUID:
	case BRIG_OPCODE_GROUPBASEPTR:
		return FIN_PLACE_OTHER;
	default:
		return FIN_PLACE_NONE;
	}
}

/* ---- addresses ------------------------------------------------------------------------------ */

bool fin_is_per_item(const struct fin_function *f, const struct fin_inst *i, unsigned k)
{
	const struct fin_operand *o = &i->operands[k];

	if (o->global != NULL)
		return false;
	if (o->local != FIN_NO_LOCAL)
		return f->locals[o->local].home == FIN_HOME_PRIVATE ||
		       f->locals[o->local].home == FIN_HOME_LINKED_PRIVATE ||
		       f->locals[o->local].home == FIN_HOME_IN ||
		       f->locals[o->local].home == FIN_HOME_OUT;
	return i->isa->segment == BRIG_SEGMENT_PRIVATE || i->isa->segment == BRIG_SEGMENT_SPILL ||
	       i->isa->segment == BRIG_SEGMENT_ARG;
}

struct fin_lane_shape fin_address_shape(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_inst *i, unsigned k)
{
	const struct fin_operand *o = &i->operands[k];

	if (fin_is_per_item(f, i, k))
		return (struct fin_lane_shape){.kind = FIN_SHAPE_VARYING};
	return o->has_reg ? s->of[o->reg] : (struct fin_lane_shape){.kind = FIN_SHAPE_GROUP};
}

uint8_t fin_compare_opposite(uint8_t compare)
{
	switch (compare) {
	case BRIG_COMPARE_EQ:
		return BRIG_COMPARE_NE;
	case BRIG_COMPARE_NE:
		return BRIG_COMPARE_EQ;
	case BRIG_COMPARE_LT:
		return BRIG_COMPARE_GE;
	case BRIG_COMPARE_LE:
		return BRIG_COMPARE_GT;
	case BRIG_COMPARE_GT:
		return BRIG_COMPARE_LE;
	case BRIG_COMPARE_GE:
		return BRIG_COMPARE_LT;
	default:
		BUG("comparison %u of integers", compare);
	}
}

uint8_t fin_compare_exchanged(uint8_t compare)
{
	switch (compare) {
	case BRIG_COMPARE_LT:
		return BRIG_COMPARE_GT;
	case BRIG_COMPARE_LE:
		return BRIG_COMPARE_GE;
	case BRIG_COMPARE_GT:
		return BRIG_COMPARE_LT;
	case BRIG_COMPARE_GE:
		return BRIG_COMPARE_LE;
	default:
		return compare;
	}
}
