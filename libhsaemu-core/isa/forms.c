/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rows of forms.def, and functions that look at one row. */
#include "hsaemu/isa.h"

#include "form_impl.h"

#define RECORD_A .record = BRIG_KIND_INST_MOD, .basic_too = true
#define RECORD_ADDR .record = BRIG_KIND_INST_ADDR
#define RECORD_ATOMIC .record = BRIG_KIND_INST_ATOMIC
#define RECORD_BASIC .record = BRIG_KIND_INST_BASIC
#define RECORD_BR .record = BRIG_KIND_INST_BR
#define RECORD_CMP .record = BRIG_KIND_INST_CMP
#define RECORD_CVT .record = BRIG_KIND_INST_CVT
#define RECORD_IMAGE .record = BRIG_KIND_INST_IMAGE
#define RECORD_LANE .record = BRIG_KIND_INST_LANE
#define RECORD_MEM .record = BRIG_KIND_INST_MEM
#define RECORD_MEM_FENCE .record = BRIG_KIND_INST_MEM_FENCE
#define RECORD_MOD .record = BRIG_KIND_INST_MOD
#define RECORD_QUERY_IMAGE .record = BRIG_KIND_INST_QUERY_IMAGE
#define RECORD_QUERY_SAMPLER .record = BRIG_KIND_INST_QUERY_SAMPLER
#define RECORD_QUEUE .record = BRIG_KIND_INST_QUEUE
#define RECORD_SEG .record = BRIG_KIND_INST_SEG
#define RECORD_SEG_CVT .record = BRIG_KIND_INST_SEG_CVT
#define RECORD_SIGNAL .record = BRIG_KIND_INST_SIGNAL
#define RECORD_SOURCE_TYPE .record = BRIG_KIND_INST_SOURCE_TYPE

const struct isa_form isa_forms[] = {
#define FORM(op, kind, modifiers, type_sets, operand_rules, restrictions, prm_section) \
	{.opcode = BRIG_OPCODE_##op, \
		RECORD_##kind, \
		modifiers, \
		type_sets, \
		operand_rules, \
		.rules = restrictions, \
		.section = prm_section},
#include "hsaemu/forms.def"
};
const size_t isa_forms_count = ARRAY_LEN(isa_forms);

_Static_assert(sizeof(bool) == 1, "modifier fields are bytes");
const struct isa_slot_info isa_slots[SLOT_COUNT] = {
#define FIELD_OF(name) .offset = offsetof(struct isa_inst, name)
	[SLOT_ATOMIC] = {FIELD_OF(atomic_op), .modifier = ISA_MOD_ATOMIC},
	[SLOT_COMPARE] = {FIELD_OF(compare), .modifier = ISA_MOD_COMPARE},
	[SLOT_VEC] = {FIELD_OF(vec), .modifier = ISA_MOD_COUNT, .optional = true,
		.text = "vector size"},
	[SLOT_GEOMETRY] = {FIELD_OF(geometry), .modifier = ISA_MOD_GEOMETRY},
	[SLOT_QUERY] = {FIELD_OF(query), .modifier = ISA_MOD_IMAGE_QUERY},
	[SLOT_SEGMENT] = {FIELD_OF(segment), .modifier = ISA_MOD_SEGMENT, .optional = true,
		.absent = {BRIG_SEGMENT_FLAT, BRIG_SEGMENT_PRIVATE}},
	[SLOT_ALIGN] = {FIELD_OF(align), .modifier = ISA_MOD_COUNT, .optional = true,
		.absent = {BRIG_ALIGNMENT_1}, .text = "alignment"},
	[SLOT_CONST] = {FIELD_OF(is_const), .modifier = ISA_MOD_COUNT, .optional = true,
		.text = "const"},
	[SLOT_NONULL] = {FIELD_OF(nonull), .modifier = ISA_MOD_COUNT, .optional = true,
		.text = "nonull"},
	[SLOT_ORDER] = {FIELD_OF(memory_order), .modifier = ISA_MOD_ORDER},
	[SLOT_SCOPE] = {FIELD_OF(memory_scope), .modifier = ISA_MOD_SCOPE},
	[SLOT_EQUIV] = {FIELD_OF(equiv), .modifier = ISA_MOD_COUNT, .optional = true,
		.text = "equivalence class"},
	[SLOT_WIDTH] = {FIELD_OF(width), .modifier = ISA_MOD_COUNT, .optional = true,
		.text = "width"},
	[SLOT_FTZ] = {FIELD_OF(ftz), .modifier = ISA_MOD_COUNT, .optional = true, .text = "ftz"},
	[SLOT_ROUND] = {FIELD_OF(round), .modifier = ISA_MOD_ROUND, .optional = true,
		.absent = {BRIG_ROUND_FLOAT_DEFAULT, BRIG_ROUND_INTEGER_ZERO}},
	[SLOT_PACK] = {FIELD_OF(pack), .modifier = ISA_MOD_PACK},
#undef FIELD_OF
};

void isa_forms_of(uint16_t opcode, const struct isa_form **first, const struct isa_form **end)
{
	size_t low = 0, high = isa_forms_count;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (isa_forms[mid].opcode < opcode)
			low = mid + 1;
		else
			high = mid;
	}
	*first = isa_forms + low;
	while (low < isa_forms_count && isa_forms[low].opcode == opcode)
		low++;
	*end = isa_forms + low;
}

bool isa_slot_default(const struct isa_form *f, enum isa_slot slot, unsigned *value)
{
	const struct isa_slot_info *info = &isa_slots[slot];
	if (f->allowed[slot] == 0) {
		*value = 0;
		return true;
	}
	if (!info->optional)
		return false;
	if (slot == SLOT_WIDTH) {
		*value = f->width;
		return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(info->absent); i++) {
		*value = info->absent[i];
		/* The second choice of a segment is only for forms that never write one. */
		if (slot == SLOT_SEGMENT && i == 1 && isa_slot_written(f, slot))
			return false;
		if (isa_slot_allows(f, slot, *value))
			return true;
	}
	return false;
}

enum isa_modifier isa_slot_modifier(const struct isa_form *f, enum isa_slot slot, unsigned value)
{
	if (slot == SLOT_QUERY && f->record == BRIG_KIND_INST_QUERY_SAMPLER)
		return ISA_MOD_SAMPLER_QUERY;
	if (slot == SLOT_ROUND && value >= BRIG_ROUND_INTEGER_NEAR_EVEN)
		return ISA_MOD_IROUND;
	return (enum isa_modifier)isa_slots[slot].modifier;
}

uint16_t isa_inst_type(const struct isa_inst *inst, enum isa_type_slot t)
{
	switch (t) {
	case OF_T:
		return inst->type;
	case OF_S:
		return inst->source_type;
	case OF_I:
		return inst->image_type;
	case OF_C:
		return inst->coord_type;
	case OF_G:
		return inst->signal_type;
	case OF_P2U_T:
		return isa_type_unsigned(inst->type);
	case OF_END:
		break;
	}
	return BRIG_TYPE_NONE;
}

void isa_inst_set_type(struct isa_inst *inst, unsigned i, uint16_t type)
{
	uint16_t *const fields[TYPE_SLOT_COUNT] = {&inst->type, &inst->source_type,
		&inst->image_type, &inst->coord_type, &inst->signal_type};
	*fields[i] = type;
}

size_t isa_form_count(void)
{
	return isa_forms_count;
}

const struct isa_form *isa_form_at(size_t i)
{
	return &isa_forms[i];
}

const char *isa_form_section(const struct isa_form *f)
{
	return f->section;
}

const char *isa_opcode_section(uint16_t opcode)
{
	const struct isa_form *first, *end;
	isa_forms_of(opcode, &first, &end);
	return isa_form_section(first);
}

const struct isa_opcode *isa_form_opcode(const struct isa_form *f)
{
	return isa_opcode_find(f->opcode);
}

uint16_t isa_form_record(const struct isa_form *f)
{
	return f->basic_too ? BRIG_KIND_INST_BASIC : f->record;
}

unsigned isa_form_operand_count(const struct isa_form *f)
{
	unsigned n = 0;
	while (n < ISA_MAX_OPERANDS && f->operands[n].what != WHAT_NONE)
		n++;
	return n;
}

bool isa_form_operand_is_dest(const struct isa_form *f, unsigned i)
{
	return f->operands[i].dest;
}

uint16_t isa_form_operand_type(const struct isa_form *f, const struct isa_inst *inst, unsigned i)
{
	uint16_t type = f->operands[i].type;
	return type >= OF_T ? isa_inst_type(inst, (enum isa_type_slot)type) : type;
}

unsigned isa_form_text_order(const struct isa_form *f, unsigned n)
{
	static const uint8_t call_order[ISA_MAX_OPERANDS] = {1, 0, 2, 3, 4, 5};
	return f->rules & RULE_CALL_ORDER ? call_order[n] : n;
}

uint16_t isa_encoding_record(const struct isa_form *f, const struct isa_inst *inst)
{
	if (!f->basic_too || inst->ftz || inst->pack != BRIG_PACK_NONE)
		return f->record;
	bool rounds = inst->round != BRIG_ROUND_NONE && inst->round != BRIG_ROUND_FLOAT_DEFAULT;
	return rounds ? f->record : BRIG_KIND_INST_BASIC;
}
