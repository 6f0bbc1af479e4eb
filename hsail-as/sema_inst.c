/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates instructions: finds the operands' types and the form that they match, then builds the
 * operands and the instruction. The instruction tables decide what is legal; sema_inst_place.c
 * checks what the tables cannot know. */
#include "emit_brig_impl.h"
#include "sema_block_impl.h"
#include "sema_inst_impl.h"
#include "sema_profile_impl.h"
#include "sema_scope_impl.h"

/* ---- types ---------------------------------------------------------------------------------- */

static uint64_t low_bits(const struct as_state *as, const struct as_value *v)
{
	uint64_t bits = 0;
	for (uint32_t i = 0; i < v->count && i < 8; i++)
		bits |= (uint64_t)as->st.pool.data[v->first + i] << 8 * i;
	return bits;
}

static bool describe_value(struct as_state *as, const struct as_value *v, struct isa_element *e)
{
	e->kind = ISA_OPND_CONSTANT;
	if (!as_check_literal(as, v))
		return false;
	switch (v->kind) {
	case AS_VALUE_LITERAL:
		e->constant =
			v->literal.type == BRIG_TYPE_NONE ? ISA_CONST_INTEGER : ISA_CONST_FLOAT;
		e->type = v->literal.type;
		e->value = v->literal.bits;
		return true;
	case AS_VALUE_BYTES:
		e->constant = ISA_CONST_TYPED;
		e->type = v->type;
		e->value = low_bits(as, v);
		return true;
	case AS_VALUE_HANDLES:
	case AS_VALUE_ALIGN:
	case AS_VALUE_AGGREGATE:
		e->constant = ISA_CONST_TYPED;
		e->type = v->type;
		e->value = 0;
		return true;
	case AS_VALUE_BAD:
		break;
	}
	return false;
}

/* Describes a register, constant or WAVESIZE for the instruction tables. */
static bool describe_element(struct as_state *as, const struct as_operand *o, struct isa_element *e)
{
	*e = (struct isa_element){.kind = ISA_OPND_WAVESIZE};
	if (o->kind == AS_OPND_VALUE)
		return describe_value(as, &o->value, e);
	if (o->kind == AS_OPND_REGISTER) {
		e->kind = ISA_OPND_REGISTER;
		e->register_kind = (uint8_t)o->reg.kind;
		e->register_number = o->reg.number;
		as_use_register(as, o->reg);
	}
	return true;
}

static bool describe_vector(struct as_state *as, const struct as_operand *o,
	struct isa_operand *out)
{
	bool good = true;
	out->kind = o->count <= ARRAY_LEN(out->elem) ? ISA_OPND_VECTOR : ISA_OPND_OTHER;
	out->count = (uint8_t)(o->count <= UINT8_MAX ? o->count : UINT8_MAX);
	for (uint32_t i = 0; i < out->count && out->kind == ISA_OPND_VECTOR; i++)
		good &= describe_element(as, &as->st.elements[o->first + i], &out->elem[i]);
	return good;
}

static enum isa_operand_kind kind_of_symbol(const struct as_symbol *sym)
{
	switch (sym->kind) {
	case AS_SYM_FBARRIER:
		return ISA_OPND_FBARRIER;
	case AS_SYM_FUNCTION:
	case AS_SYM_INDIRECT:
		return ISA_OPND_FUNCTION;
	case AS_SYM_SIGNATURE:
		return ISA_OPND_SIGNATURE;
	case AS_SYM_VARIABLE:
		return ISA_OPND_VARIABLE;
	case AS_SYM_KERNEL:
		return ISA_OPND_KERNEL;
	case AS_SYM_MODULE:
	case AS_SYM_LABEL:
		break;
	}
	return ISA_OPND_OTHER;
}

static bool describe_name(struct as_state *as, struct as_operand *o, struct isa_operand *out)
{
	o->target = as_lookup(as, o->loc);
	if (o->target != NULL)
		out->kind = kind_of_symbol(o->target);
	return o->target != NULL;
}

static bool describe_targets(struct as_state *as, const struct as_operand *o,
	struct isa_operand *out)
{
	bool good = true;
	out->kind = ISA_OPND_LABELS;
	for (uint32_t i = 0; i < o->count; i++) {
		struct as_operand *e = &as->st.elements[o->first + i];
		if (e->kind == AS_OPND_LABEL) {
			e->target = as_label_use(as, e->loc, true);
		} else {
			e->target = as_lookup(as, e->loc);
			out->kind = ISA_OPND_FUNCTIONS;
			if (e->target != NULL && kind_of_symbol(e->target) != ISA_OPND_FUNCTION) {
				as_err(as, e->loc, "10.7", "'" STR_FMT "' is %s, not a function",
					STR_ARG(e->target->name),
					as_symbol_kind_text(e->target->kind));
				good = false;
			}
		}
		good &= e->target != NULL;
	}
	return good;
}

static bool describe_address(struct as_state *as, struct as_operand *o, struct isa_operand *out)
{
	out->kind = ISA_OPND_ADDRESS;
	out->has_symbol = o->has_symbol;
	out->has_register = o->has_register;
	out->register_kind = (uint8_t)o->reg.kind;
	out->offset = o->offset;
	if (o->has_register)
		as_use_register(as, o->reg);
	if (!o->has_symbol)
		return true;
	o->target = as_lookup(as, o->symbol);
	if (o->target == NULL)
		return false;
	if (o->target->kind != AS_SYM_VARIABLE) {
		as_err(as, o->symbol, "4.18", "'" STR_FMT "' is %s, not a variable",
			STR_ARG(o->target->name), as_symbol_kind_text(o->target->kind));
		return false;
	}
	out->symbol_segment = o->target->decl.segment;
	out->symbol_type =
		(uint16_t)(o->target->decl.type | (o->target->decl.is_array ? BRIG_TYPE_ARRAY : 0));
	return true;
}

/* Describes an operand in *out by everything that decides whether the operand is legal, and looks
 * up the names in the operand. Returns false after a diagnostic. */
static bool describe(struct as_state *as, struct as_operand *o, struct isa_operand *out)
{
	/* clears what the operand of another instruction left here */
	out->elem[0].kind = ISA_OPND_NONE;
	out->count = 0;
	switch (o->kind) {
	case AS_OPND_REGISTER:
	case AS_OPND_VALUE:
	case AS_OPND_WAVESIZE:
		if (!describe_element(as, o, &out->elem[0]))
			return false;
		out->kind = out->elem[0].kind;
		return true;
	case AS_OPND_NAME:
		return describe_name(as, o, out);
	case AS_OPND_LABEL:
		out->kind = ISA_OPND_LABEL;
		o->target = as_label_use(as, o->loc, true);
		return o->target != NULL;
	case AS_OPND_ADDRESS:
		return describe_address(as, o, out);
	case AS_OPND_VECTOR:
		return describe_vector(as, o, out);
	case AS_OPND_ARGUMENTS:
		out->kind = ISA_OPND_ARGUMENTS;
		return true;
	case AS_OPND_TARGETS:
		return describe_targets(as, o, out);
	case AS_OPND_STRING:
		break;
	}
	BUG("operand kind %d in an instruction", o->kind);
}

/* ---- operands into the builder -------------------------------------------------------------- */

static uint32_t emit_element(struct as_state *as, const struct as_operand *o, uint16_t type)
{
	if (o->kind == AS_OPND_REGISTER)
		return as_emit_register(as, o->reg);
	if (o->kind == AS_OPND_WAVESIZE)
		return as_emit_wavesize(as);
	return as_emit_value(as, &o->value, type);
}

static uint32_t emit_vector(struct as_state *as, const struct as_operand *o, uint16_t type)
{
	uint32_t offs[4];
	for (uint32_t i = 0; i < o->count; i++)
		offs[i] = emit_element(as, &as->st.elements[o->first + i], type);
	return brig_build_operand_list(as->builder, offs, o->count);
}

static uint32_t emit_list(struct as_state *as, const struct as_operand *o)
{
	struct as_symbol **syms = mem_new(o->count, sizeof(struct as_symbol *));
	for (uint32_t i = 0; i < o->count; i++)
		syms[i] = as->st.elements[o->first + i].target;
	uint32_t off = as_emit_code_list(as, syms, o->count);
	mem_free(syms);
	return off;
}

static uint32_t emit_operand(struct as_state *as, const struct as_operand *o, uint16_t type)
{
	switch (o->kind) {
	case AS_OPND_REGISTER:
	case AS_OPND_VALUE:
	case AS_OPND_WAVESIZE:
		return emit_element(as, o, type);
	case AS_OPND_NAME:
	case AS_OPND_LABEL:
		return as_emit_code_ref(as, o->target);
	case AS_OPND_ADDRESS:
		return as_emit_address(as, o->target,
			o->has_register ? as_emit_register(as, o->reg) : 0,
			as_address_offset_bits(as, o->offset));
	case AS_OPND_VECTOR:
		return emit_vector(as, o, type);
	case AS_OPND_ARGUMENTS:
	case AS_OPND_TARGETS:
		return emit_list(as, o);
	case AS_OPND_STRING:
		break;
	}
	BUG("operand kind %d in an instruction", o->kind);
}

/* ---- the instruction ------------------------------------------------------------------------ */

static void mnemonic_error(struct as_state *as, const struct as_lexeme *w, struct as_loc loc)
{
	struct as_loc at = loc;
	if (w->fault.n > 0 && w->fault.p >= w->text.p &&
		w->fault.p + w->fault.n <= w->text.p + w->text.n) {
		at.begin = loc.begin + (uint32_t)(w->fault.p - w->text.p);
		at.end = at.begin + (uint32_t)w->fault.n;
	}
	as_err(as, at, w->section, "%s", w->complaint);
}

static void mismatch_error(struct as_state *as, const struct as_lexeme *w, struct as_loc loc,
	const struct isa_mismatch *why)
{
	for (unsigned n = 0; n < as->inst.operand_count && why->kind == ISA_MISMATCH_OPERAND; n++) {
		const struct as_operand *o = &as->st.operands[n];
		if (w->order[n] == why->operand)
			loc = why->element == 0 ? o->loc
			                        : as->st.elements[o->first + why->element - 1].loc;
	}
	as_err(as, loc, why->nearest != NULL ? isa_form_section(why->nearest) : NULL, "%s",
		why->message);
	for (size_t n = 0; n < as->st.operand_count; n++)
		if (as->st.operands[n].kind == AS_OPND_LABEL)
			as->st.operands[n].target->is_misused = true;
}

static void emit(struct as_state *as, const struct as_lexeme *w, const struct isa_form *form)
{
	uint32_t offs[ISA_MAX_OPERANDS];
	for (unsigned n = 0; n < as->inst.operand_count; n++) {
		unsigned i = w->order[n];
		const struct as_operand *o = &as->st.operands[n];
		offs[i] = o->kind == AS_OPND_REGISTER
		                  ? as_emit_register(as, o->reg)
		                  : emit_operand(as, o, isa_form_operand_type(form, &as->inst, i));
	}
	brig_build_inst(as->builder, &as->inst, isa_encoding_record(form, &as->inst), offs,
		as->inst.operand_count);
}

/* Finds the form that an instruction matches and builds the instruction. Returns false after a
 * diagnostic. */
static bool instruction(struct as_state *as, struct as_lexeme *w, struct as_loc loc)
{
	struct as_statement *st = &as->st;
	struct isa_mismatch why;
	bool good = true;
	if (!as_lexeme_mnemonic(&as->lexemes, w, &as->context)) {
		mnemonic_error(as, w, loc);
		return false;
	}
	memcpy(&as->inst, w->inst, offsetof(struct isa_inst, operands));
	if (st->operand_count > ISA_MAX_OPERANDS) {
		as_err(as, loc, "4.16",
			"'" STR_FMT "' has %zu operands; no instruction has so many",
			STR_ARG(w->text), st->operand_count);
		return false;
	}
	as->inst.operand_count = (uint8_t)st->operand_count;
	for (unsigned n = 0; n < st->operand_count; n++)
		good &= describe(as, &st->operands[n], &as->inst.operands[w->order[n]]);
	if (!good)
		return false;
	const struct isa_form *form =
		isa_match_cached(&as->match_cache, &as->inst, 0, &as->context, &why);
	if (form == NULL)
		mismatch_error(as, w, loc, &why);
	else if (as_place_check(as, form, loc))
		emit(as, w, form);
	return form != NULL;
}

void as_instruction(struct as_state *as, struct as_lexeme *w, struct as_loc mnemonic_loc,
	struct as_loc loc)
{
	as_block_statement(as, AS_BLOCK_STATEMENTS, loc, "instructions");
	as_emit_line(as, loc);
	if (!instruction(as, w, mnemonic_loc))
		as->block.bad = true;
}
