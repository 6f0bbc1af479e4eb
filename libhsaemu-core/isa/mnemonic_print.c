/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instruction -> mnemonic: the inverse of mnemonic.c. */
#include "hsaemu/isa.h"

#include "form_impl.h"

/* BRIG has _vN only as the number of elements of an operand. */
static unsigned vector_size(const struct isa_form *f, const struct isa_inst *inst)
{
	if (inst->vec != 0 || f->allowed[SLOT_VEC] == 0)
		return inst->vec;
	for (unsigned i = 0; i < inst->operand_count && i < ISA_MAX_OPERANDS; i++)
		if (f->operands[i].vec == VEC_NAMED && inst->operands[i].kind == ISA_OPND_VECTOR)
			return inst->operands[i].count;
	return 0;
}

static void print_argument(struct buf *out, const char *modifier, unsigned value)
{
	buf_puts(out, modifier);
	buf_decimal(out, value);
	buf_u8(out, ')');
}

static void print_width(struct buf *out, unsigned width)
{
	if (width == BRIG_WIDTH_ALL)
		buf_puts(out, "_width(all)");
	else if (width == BRIG_WIDTH_WAVESIZE)
		buf_puts(out, "_width(WAVESIZE)");
	else
		print_argument(out, "_width(", 1u << (width - 1));
}

static void print_slot(struct buf *out, const struct isa_form *f, enum isa_slot slot,
	unsigned value)
{
	const char *text;
	switch (slot) {
	case SLOT_VEC:
		buf_puts(out, "_v");
		buf_decimal(out, value);
		break;
	case SLOT_ALIGN:
		print_argument(out, "_align(", 1u << (value - 1));
		break;
	case SLOT_EQUIV:
		print_argument(out, "_equiv(", value);
		break;
	case SLOT_WIDTH:
		print_width(out, value);
		break;
	case SLOT_CONST:
		buf_puts(out, "_const");
		break;
	case SLOT_NONULL:
		buf_puts(out, "_nonull");
		break;
	case SLOT_FTZ:
		buf_puts(out, "_ftz");
		break;
	case SLOT_ATOMIC:
	case SLOT_COMPARE:
	case SLOT_GEOMETRY:
	case SLOT_QUERY:
	case SLOT_SEGMENT:
	case SLOT_ORDER:
	case SLOT_SCOPE:
	case SLOT_ROUND:
	case SLOT_PACK:
		text = isa_modifier_text(isa_slot_modifier(f, slot, value), value);
		if (text != NULL) {
			buf_u8(out, '_');
			buf_puts(out, text);
		}
		break;
	case SLOT_COUNT:
		break;
	}
}

void isa_mnemonic_print(const struct isa_form *f, const struct isa_inst *inst, struct buf *out)
{
	buf_puts(out, isa_form_opcode(f)->text);
	for (unsigned i = 0; i < SLOT_COUNT; i++) {
		enum isa_slot slot = (enum isa_slot)i;
		unsigned absent, value = isa_slot_get(inst, slot);
		if (!isa_slot_written(f, slot))
			continue;
		if (slot == SLOT_VEC)
			value = vector_size(f, inst);
		if (!isa_slot_default(f, slot, &absent) || (value != absent && value != 0))
			print_slot(out, f, slot, value);
	}
	for (unsigned t = OF_T; t < OF_T + TYPE_SLOT_COUNT; t++) {
		const struct isa_type *type =
			isa_type_find(isa_inst_type(inst, (enum isa_type_slot)t));
		if (f->types[t - OF_T] == 0 || type == NULL)
			continue;
		buf_u8(out, '_');
		buf_puts(out, type->text);
	}
}
