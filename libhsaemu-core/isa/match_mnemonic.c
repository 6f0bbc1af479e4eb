/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds out how well the mnemonic part of an instruction, its types and modifiers, fits a form. */
#include "match_impl.h"

static bool in_type_set(uint64_t set, uint16_t brig_type)
{
	if (brig_type & BRIG_TYPE_ARRAY)
		return false;
	const struct isa_type *t = isa_type_find(brig_type);
	return t != NULL && (set & SLOT_BIT(isa_type_idx(t))) != 0;
}

/* An element of a packed type as pack and unpack take it: integers have at least 32 bits. */
static uint16_t element_in_register(const struct isa_type *packed)
{
	const struct isa_type *e = isa_type_find(packed->elem);
	if (e->kind == ISA_KIND_FLOAT || e->bits >= 32)
		return e->brig;
	return e->kind == ISA_KIND_SIGNED ? BRIG_TYPE_S32 : BRIG_TYPE_U32;
}

static bool related(const struct isa_form *f, const struct isa_inst *inst)
{
	const struct isa_type *t = isa_type_find(inst->type);
	const struct isa_type *s = isa_type_find(inst->source_type);
	switch ((enum isa_relation)f->relation) {
	case RELATION_NONE:
		return true;
	case RELATION_SIZES_DIFFER:
		return t->bits != s->bits;
	case RELATION_T_LARGER:
		return t->bits > s->bits;
	case RELATION_S_LARGER:
		return t->bits < s->bits;
	case RELATION_S_ELEMENT_OF_T:
		return s->brig == element_in_register(t);
	case RELATION_T_ELEMENT_OF_S:
		return t->brig == element_in_register(s);
	case RELATION_T_UNSIGNED_OF_S:
		return t->brig == isa_type_unsigned(s->brig);
	case RELATION_T_VALUE_OF_G:
		return t->bits == (inst->signal_type == BRIG_TYPE_SIG32 ? 32 : 64);
	}
	BUG("relation %u", f->relation);
}

static bool types_fit(const struct isa_form *f, const struct isa_inst *inst, struct isa_fit *fit)
{
	fit->kind = ISA_MISMATCH_TYPE;
	for (unsigned i = 0; i < TYPE_SLOT_COUNT; i++) {
		fit->type = (enum isa_type_slot)(OF_T + i);
		uint16_t type = isa_inst_type(inst, fit->type);
		if (f->types[i] == 0 ? type != BRIG_TYPE_NONE : !in_type_set(f->types[i], type))
			return false;
		fit->score++;
	}
	fit->type = f->relation == RELATION_T_VALUE_OF_G ? OF_G : OF_S;
	return related(f, inst);
}

static bool slot_fits(const struct isa_form *f, enum isa_slot slot, const struct isa_inst *inst,
	uint16_t record, uint32_t written)
{
	unsigned value = isa_slot_get(inst, slot);
	if ((written & 1u << slot) == 0)
		return isa_slot_default(f, slot, &value);
	if (record != 0 && slot == SLOT_VEC) /* BRIG has it in the operands only */
		return true;
	if (record == BRIG_KIND_INST_BASIC && slot == SLOT_ROUND) /* BASIC implies the default */
		return value == BRIG_ROUND_NONE;
	return isa_slot_allows(f, slot, value);
}

static bool slots_fit(const struct isa_form *f, const enum isa_slot *slots, size_t count,
	const struct isa_inst *inst, uint16_t record, uint32_t written, struct isa_fit *fit)
{
	fit->kind = ISA_MISMATCH_MODIFIER;
	for (size_t i = 0; i < count; i++, fit->score++) {
		fit->slot = slots[i];
		if (!slot_fits(f, slots[i], inst, record, written))
			return false;
	}
	return true;
}

struct isa_fit isa_fit_mnemonic(const struct isa_form *f, const struct isa_inst *inst,
	uint16_t record, uint32_t written)
{
	/* The parts that distinguish the rows of an opcode are compared first, so that the nearest
	 * row is the one that was meant: the operation, the types, then the rest. */
	static const enum isa_slot operation[] = {SLOT_ATOMIC, SLOT_QUERY};
	static const enum isa_slot rest[] = {SLOT_GEOMETRY, SLOT_VEC, SLOT_COMPARE, SLOT_SEGMENT,
		SLOT_ALIGN, SLOT_CONST, SLOT_NONULL, SLOT_ORDER, SLOT_SCOPE, SLOT_EQUIV, SLOT_WIDTH,
		SLOT_FTZ, SLOT_ROUND, SLOT_PACK};
	_Static_assert(ARRAY_LEN(operation) + ARRAY_LEN(rest) == SLOT_COUNT,
		"every slot is checked");

	struct isa_fit fit = {.kind = ISA_MISMATCH_OPCODE};
	if (record != 0 && record != f->record && !(f->basic_too && record == BRIG_KIND_INST_BASIC))
		return fit;
	fit.score++;
	if (slots_fit(f, operation, ARRAY_LEN(operation), inst, record, written, &fit) &&
		types_fit(f, inst, &fit) &&
		slots_fit(f, rest, ARRAY_LEN(rest), inst, record, written, &fit))
		fit.score = FIT_MNEMONIC;
	return fit;
}
