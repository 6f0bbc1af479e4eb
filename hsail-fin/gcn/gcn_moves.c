/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions that only move f16 values move integers of 16 bits instead. This GPU has no
 * registers for f16: LLVM would make f32 of a value and f16 of that again, which changes signaling
 * NaNs. */
#include "gcn/gcn.h"

static bool only_moves(const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_MOV:
	case ISA_LOWER_CMOV:
	case ISA_LOWER_COMBINE:
	case ISA_LOWER_EXPAND:
	case ISA_LOWER_SHUFFLE:
	case ISA_LOWER_PACK:
	case ISA_LOWER_UNPACK:
		return i->isa != NULL;
	default:
		return false;
	}
}

/* The type with integers in place of f16: u16 for f16, u16x4 for f16x4. */
static uint16_t as_integers(uint16_t type)
{
	bool is_f16 = (type & BRIG_TYPE_BASE_MASK) == BRIG_TYPE_F16;

	return is_f16 ? (uint16_t)((type & ~BRIG_TYPE_BASE_MASK) | BRIG_TYPE_U16) : type;
}

static void move_integers(struct fin_inst *i, struct arena *a)
{
	struct isa_inst *isa = ARENA_NEW(a, struct isa_inst);

	*isa = *i->isa;
	isa->type = as_integers(isa->type);
	isa->source_type = as_integers(isa->source_type);
	i->isa = isa;
	for (unsigned k = 0; k < i->operand_count; k++)
		i->operands[k].type = as_integers(i->operands[k].type);
}

void fin_gcn_move_integers(struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (only_moves(i))
				move_integers(i, f->module->arena);
}
