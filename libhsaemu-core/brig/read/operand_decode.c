/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands as the instruction tables see them: struct isa_operand (PRM 18.6). */
#include "brig/read/codec_impl.h"

static bool decode_register(const struct brig_operand_register *r, struct isa_element *out)
{
	out->kind = ISA_OPND_REGISTER;
	out->register_kind = (uint8_t)r->reg_kind;
	out->register_number = r->number;
	return r->reg_kind <= BRIG_REGISTER_KIND_QUAD;
}

/* Decodes a register, constant or WAVESIZE; anything else cannot be an element and gets the kind
 * OTHER. */
static bool decode_element(const struct brig_view *v, const struct brig_operand *o,
	struct isa_element *out)
{
	struct str bytes;

	*out = (struct isa_element){.kind = ISA_OPND_OTHER};
	switch (o->kind) {
	case BRIG_KIND_OPERAND_REGISTER:
		return decode_register(&o->u.reg, out);
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		if (!brig_data_at(v, o->u.constant.bytes, &bytes))
			return false;
		out->kind = ISA_OPND_CONSTANT;
		out->constant = ISA_CONST_TYPED;
		out->type = o->u.constant.type;
		out->value = brig_constant_u64(bytes);
		return true;
	case BRIG_KIND_OPERAND_WAVESIZE:
		out->kind = ISA_OPND_WAVESIZE;
		return true;
	}
	return true;
}

static bool decode_vector(const struct brig_view *v, uint32_t elements, struct isa_operand *out)
{
	struct brig_list l;
	struct brig_operand o;

	if (!brig_list_of(v, elements, &l))
		return false;
	if (l.count > ARRAY_LEN(out->elem)) {
		out->kind = ISA_OPND_OTHER;
		out->count = (uint8_t)(l.count <= UINT8_MAX ? l.count : UINT8_MAX);
		return true;
	}
	out->kind = ISA_OPND_VECTOR;
	out->count = (uint8_t)l.count;
	for (uint32_t i = 0; i < l.count; i++) {
		if (!brig_operand_at(v, brig_list_at(&l, i), &o) ||
			!decode_element(v, &o, &out->elem[i]))
			return false;
		if (out->elem[i].kind == ISA_OPND_OTHER) {
			out->kind = ISA_OPND_OTHER;
			out->count = 0;
			return true;
		}
	}
	return true;
}

static bool decode_address(const struct brig_view *v, const struct brig_operand_address *a,
	struct isa_operand *out)
{
	struct brig_entry symbol;
	struct brig_operand reg;

	out->kind = ISA_OPND_ADDRESS;
	out->offset = a->offset;
	if (a->symbol != 0) {
		if (!brig_code_at(v, a->symbol, &symbol) ||
			symbol.kind != BRIG_KIND_DIRECTIVE_VARIABLE)
			return false;
		out->has_symbol = true;
		out->symbol_segment = symbol.u.variable.segment;
		out->symbol_type = symbol.u.variable.type;
	}
	if (a->reg != 0) {
		if (!brig_operand_at(v, a->reg, &reg) || reg.kind != BRIG_KIND_OPERAND_REGISTER ||
			reg.u.reg.reg_kind > BRIG_REGISTER_KIND_QUAD)
			return false;
		out->has_register = true;
		out->register_kind = (uint8_t)reg.u.reg.reg_kind;
	}
	return true;
}

static enum isa_operand_kind kind_of_directive(uint16_t kind)
{
	switch (kind) {
	case BRIG_KIND_DIRECTIVE_LABEL:
		return ISA_OPND_LABEL;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
		return ISA_OPND_FUNCTION;
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
		return ISA_OPND_SIGNATURE;
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return ISA_OPND_FBARRIER;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return ISA_OPND_VARIABLE;
	case BRIG_KIND_DIRECTIVE_KERNEL:
		return ISA_OPND_KERNEL;
	}
	return ISA_OPND_OTHER;
}

/* Returns the kind of a code list in out->kind, found from its elements, which must be alike; an
 * empty list is one of no arguments. */
static bool decode_code_list(const struct brig_view *v, uint32_t elements, struct isa_operand *out)
{
	struct brig_list l;
	struct brig_entry e;

	if (!brig_list_of(v, elements, &l))
		return false;
	out->kind = ISA_OPND_ARGUMENTS;
	for (uint32_t i = 0; i < l.count; i++) {
		if (!brig_code_at(v, brig_list_at(&l, i), &e))
			return false;
		enum isa_operand_kind one = kind_of_directive(e.kind), list = ISA_OPND_OTHER;
		if (e.kind == BRIG_KIND_DIRECTIVE_VARIABLE)
			list = ISA_OPND_ARGUMENTS;
		else if (one == ISA_OPND_LABEL)
			list = ISA_OPND_LABELS;
		else if (one == ISA_OPND_FUNCTION)
			list = ISA_OPND_FUNCTIONS;
		if (i == 0)
			out->kind = list;
		else if (out->kind != list)
			out->kind = ISA_OPND_OTHER;
	}
	return true;
}

/* Resets all members but the elements after the first, which only vectors have. */
static void reset(struct isa_operand *out)
{
	out->kind = ISA_OPND_OTHER;
	out->count = 0;
	out->elem[0] = (struct isa_element){.kind = ISA_OPND_NONE};
	out->has_symbol = out->has_register = false;
	out->symbol_segment = out->register_kind = 0;
	out->symbol_type = 0;
	out->offset = 0;
}

static bool decode_operand(const struct brig_view *v, const struct brig_operand *o,
	struct isa_operand *out)
{
	switch (o->kind) {
	case BRIG_KIND_OPERAND_REGISTER:
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
	case BRIG_KIND_OPERAND_WAVESIZE:
		if (!decode_element(v, o, &out->elem[0]))
			return false;
		out->kind = out->elem[0].kind;
		return true;
	case BRIG_KIND_OPERAND_OPERAND_LIST:
		return decode_vector(v, o->u.list.elements, out);
	case BRIG_KIND_OPERAND_ADDRESS:
		return decode_address(v, &o->u.address, out);
	case BRIG_KIND_OPERAND_CODE_REF: {
		uint16_t kind;
		uint32_t bytes;
		if (!brig_entry_at(v, BRIG_SECTION_INDEX_CODE, o->u.code_ref.ref, &kind, &bytes))
			return false;
		out->kind = kind_of_directive(kind);
		return true;
	}
	}
	return true;
}

bool brig_operand_decode(const struct brig_view *v, uint32_t off, struct brig_operand *o,
	struct isa_operand *out)
{
	const uint8_t *p = brig_entry_at(v, BRIG_SECTION_INDEX_OPERAND, off, &o->kind, &o->bytes);

	reset(out);
	if (!p || o->kind != BRIG_KIND_OPERAND_REGISTER)
		return brig_operand_at(v, off, o) && decode_operand(v, o, out);
	/* registers are by far the most frequent kind */
	o->off = off;
	brig_load_operand_register(p, &o->u.reg);
	out->kind = ISA_OPND_REGISTER;
	return decode_register(&o->u.reg, &out->elem[0]);
}

bool brig_inst_decode(const struct brig_view *v, const struct brig_entry *e, struct isa_inst *inst,
	struct brig_operand operands[ISA_MAX_OPERANDS])
{
	struct brig_list l;

	if (!brig_list_of(v, e->u.inst.operands, &l) || l.count > ISA_MAX_OPERANDS)
		return false;
	memmove(inst, &e->u.inst.inst, offsetof(struct isa_inst, operands));
	inst->operand_count = (uint8_t)l.count;
	for (uint32_t i = 0; i < l.count; i++) {
		struct isa_operand *out = &inst->operands[i];
		if (!brig_operand_decode(v, brig_list_at(&l, i), &operands[i], out))
			return false;
		if (operands[i].kind == BRIG_KIND_OPERAND_CODE_LIST &&
			!decode_code_list(v, operands[i].u.list.elements, out))
			return false;
	}
	return true;
}

bool brig_inst_operands(const struct brig_view *v, const struct brig_entry *e,
	struct isa_inst *inst, uint32_t offs[ISA_MAX_OPERANDS])
{
	struct brig_operand operands[ISA_MAX_OPERANDS];

	if (!brig_inst_decode(v, e, inst, operands))
		return false;
	for (unsigned i = 0; i < inst->operand_count; i++)
		offs[i] = operands[i].off;
	return true;
}
