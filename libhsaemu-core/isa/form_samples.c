/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions that cover the rows of forms.def, for generated tests. */
#include "hsaemu/isa.h"

#include "match_impl.h"

enum { LAST_EQUIV = 255 };

/* ---- types ---------------------------------------------------------------------------------- */

static unsigned next_bit(uint64_t set, unsigned from)
{
	while (from < 64 && (set >> from & 1) == 0)
		from++;
	return from;
}

/* Counts through the type sets like an odometer. */
static bool next_types(struct isa_samples *it)
{
	for (unsigned i = TYPE_SLOT_COUNT; i-- > 0;) {
		uint64_t set = it->form->types[i];
		if (set == 0)
			continue;
		it->type[i] = (uint8_t)next_bit(set, it->type[i] + 1u);
		if (it->type[i] < 64)
			return true;
		it->type[i] = (uint8_t)next_bit(set, 0);
	}
	return false;
}

/* ---- modifiers ------------------------------------------------------------------------------ */

static unsigned base_value(const struct isa_form *f, enum isa_slot slot)
{
	unsigned value;
	if (isa_slot_default(f, slot, &value))
		return value;
	return next_bit(f->allowed[slot], 0);
}

/* Moves to the next value of the slots, one of them off its base value at a time. */
static bool next_modifier(struct isa_samples *it)
{
	const struct isa_form *f = it->form;
	for (; it->slot < SLOT_COUNT; it->slot++, it->value = 0) {
		enum isa_slot slot = (enum isa_slot)it->slot;
		if (!isa_slot_written(f, slot))
			continue;
		while (it->value <= LAST_EQUIV) {
			unsigned value = it->value++;
			if (f->allowed[slot] == SLOT_ANY && value != 1 && value != LAST_EQUIV)
				continue;
			if (isa_slot_allows(f, slot, value) && value != base_value(f, slot)) {
				it->current = (uint8_t)value;
				return true;
			}
		}
	}
	return false;
}

/* ---- operands ------------------------------------------------------------------------------- */

static struct isa_element value_element(const struct isa_operand_rule *rule,
	const struct isa_type *t, unsigned number)
{
	if (rule->kinds & KIND_REGISTER)
		return (struct isa_element){.kind = ISA_OPND_REGISTER,
			.register_kind = (uint8_t)isa_type_register_kind(t),
			.register_number = (uint16_t)number};
	return (struct isa_element){.kind = ISA_OPND_CONSTANT,
		.constant = ISA_CONST_TYPED,
		.type = isa_type_of_constant(t->brig),
		.value = 1};
}

static void sample_value(const struct isa_operand_rule *rule, const struct isa_type *t,
	const struct isa_inst *inst, unsigned index, struct isa_operand *o)
{
	unsigned count = rule->vec == VEC_NAMED ? inst->vec : rule->vec;
	for (unsigned i = 0; i < (count == 0 ? 1 : count); i++)
		o->elem[i] = value_element(rule, t, 4 * index + i);
	o->kind = count == 0 ? o->elem[0].kind : ISA_OPND_VECTOR;
	o->count = (uint8_t)count;
}

/* Names a variable unless there can be none: flat addresses, handles in group or private memory. */
static void sample_address(const struct isa_inst *inst, struct isa_operand *o)
{
	const struct isa_type *t = isa_type_find(inst->type);
	bool handle = t->kind == ISA_KIND_IMAGE || t->kind == ISA_KIND_SAMPLER;
	bool own = inst->segment == BRIG_SEGMENT_GROUP || inst->segment == BRIG_SEGMENT_PRIVATE;
	o->kind = ISA_OPND_ADDRESS;
	o->offset = 16;
	o->has_symbol = inst->segment != BRIG_SEGMENT_FLAT && !(handle && own);
	if (o->has_symbol) {
		o->symbol_segment = inst->segment;
		o->symbol_type = inst->type;
	}
}

static void sample_operand(const struct isa_form *f, struct isa_inst *inst, unsigned i)
{
	static const uint8_t kinds[] = {[WHAT_LABEL] = ISA_OPND_LABEL,
		[WHAT_LABELS] = ISA_OPND_LABELS,
		[WHAT_FUNCTION] = ISA_OPND_FUNCTION,
		[WHAT_FUNCTIONS] = ISA_OPND_FUNCTIONS,
		[WHAT_SIGNATURE] = ISA_OPND_SIGNATURE,
		[WHAT_ARGUMENTS] = ISA_OPND_ARGUMENTS,
		[WHAT_FBARRIER] = ISA_OPND_FBARRIER};
	const struct isa_operand_rule *rule = &f->operands[i];
	const struct isa_type *t = isa_type_find(isa_form_operand_type(f, inst, i));
	struct isa_operand *o = &inst->operands[i];
	if (rule->what == WHAT_VALUE)
		sample_value(rule, t, inst, i, o);
	else if (rule->what == WHAT_ADDRESS)
		sample_address(inst, o);
	else
		o->kind = (enum isa_operand_kind)kinds[rule->what];
}

/* ---- samples -------------------------------------------------------------------------------- */

void isa_samples_init(struct isa_samples *it, const struct isa_form *f)
{
	*it = (struct isa_samples){.form = f, .slot = SLOT_COUNT, .value = 0, .first = true};
	for (unsigned i = 0; i < TYPE_SLOT_COUNT; i++)
		it->type[i] = (uint8_t)next_bit(f->types[i], 0);
}

static bool advance(struct isa_samples *it)
{
	if (it->first) { /* every modifier at its base value */
		it->first = false;
		it->slot = SLOT_COUNT;
		it->base = true;
		return true;
	}
	if (it->base) {
		it->base = false;
		it->slot = 0;
		it->value = 0;
	}
	if (next_modifier(it))
		return true;
	it->base = true;
	it->slot = SLOT_COUNT;
	return next_types(it);
}

bool isa_samples_next(struct isa_samples *it, struct isa_inst *inst)
{
	const struct isa_form *f = it->form;
	while (advance(it)) {
		*inst = (struct isa_inst){.opcode = f->opcode};
		for (unsigned i = 0; i < TYPE_SLOT_COUNT; i++)
			if (f->types[i] != 0)
				isa_inst_set_type(inst, i,
					isa_type_at((enum isa_type_index)it->type[i])->brig);
		for (unsigned i = 0; i < SLOT_COUNT; i++)
			if (f->allowed[i] != 0)
				isa_slot_set(inst, (enum isa_slot)i,
					base_value(f, (enum isa_slot)i));
		if (!it->base)
			isa_slot_set(inst, (enum isa_slot)it->slot, it->current);
		if (isa_fit_mnemonic(f, inst, 0, WRITTEN_ALL).score < FIT_MNEMONIC)
			continue;
		inst->operand_count = (uint8_t)isa_form_operand_count(f);
		for (unsigned i = 0; i < inst->operand_count; i++)
			sample_operand(f, inst, i);
		return true;
	}
	return false;
}
