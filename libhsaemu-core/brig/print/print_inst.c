/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions and their operands as text (PRM 4.16 to 4.18, chapter 19). */
#include "brig/print/print_impl.h"

void brig_print_register(struct brig_printer *p, uint16_t kind, uint16_t number)
{
	const char name[] = {'$', isa_register_letter(kind)};

	buf_append(p->out, name, sizeof name);
	buf_decimal(p->out, number);
}

/* Address expressions of these segments are 32 bits wide in both machine models (Table 2-3). */
static bool has_small_addresses(const struct brig_printer *p, uint8_t segment)
{
	switch (segment) {
	case BRIG_SEGMENT_GROUP:
	case BRIG_SEGMENT_PRIVATE:
	case BRIG_SEGMENT_SPILL:
	case BRIG_SEGMENT_ARG:
		return true;
	}
	return p->ctx.machine_model == BRIG_MACHINE_SMALL;
}

static void print_address(struct brig_printer *p, const struct brig_entry *e,
	const struct brig_operand_address *a)
{
	struct brig_operand reg;
	bool small = has_small_addresses(p, e->u.inst.inst.segment);
	int64_t offset = small ? (int32_t)(uint32_t)a->offset : (int64_t)a->offset;
	uint64_t magnitude = offset < 0 ? -(uint64_t)offset : (uint64_t)offset;

	if (a->symbol != 0) {
		buf_puts(p->out, "[");
		brig_print_symbol(p, e->off, a->symbol);
		buf_puts(p->out, "]");
		if (a->reg == 0 && offset == 0)
			return;
	}
	buf_puts(p->out, "[");
	if (a->reg != 0) {
		if (brig_operand_at(p->v, a->reg, &reg) && reg.kind == BRIG_KIND_OPERAND_REGISTER)
			brig_print_register(p, reg.u.reg.reg_kind, reg.u.reg.number);
		else
			brig_print_fail(p, e->off, "address register is no register");
		if (offset > 0)
			buf_u8(p->out, '+');
	}
	if (offset < 0)
		buf_u8(p->out, '-');
	if (offset != 0 || a->reg == 0)
		buf_decimal(p->out, magnitude);
	buf_puts(p->out, "]");
}

static void print_code_list(struct brig_printer *p, uint32_t code_off, uint32_t elements,
	bool parentheses)
{
	struct brig_list l;

	if (!brig_list(p->v, elements, &l)) {
		brig_print_fail(p, code_off, "list is damaged");
		return;
	}
	buf_puts(p->out, parentheses ? "(" : "[");
	for (uint32_t i = 0; i < l.count && !p->failed; i++) {
		if (i > 0)
			buf_puts(p->out, ", ");
		brig_print_symbol(p, code_off, brig_list_at(&l, i));
		brig_print_pause(p);
	}
	buf_puts(p->out, parentheses ? ")" : "]");
}

/* A register, constant or WAVESIZE. */
static bool print_element(struct brig_printer *p, uint32_t code_off, const struct brig_operand *o)
{
	switch (o->kind) {
	case BRIG_KIND_OPERAND_REGISTER:
		brig_print_register(p, o->u.reg.reg_kind, o->u.reg.number);
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		brig_print_constant(p, o->u.constant.type,
			brig_print_data(p, code_off, o->u.constant.bytes));
		return true;
	case BRIG_KIND_OPERAND_WAVESIZE:
		buf_puts(p->out, "WAVESIZE");
		return true;
	}
	return false;
}

static void print_vector(struct brig_printer *p, uint32_t code_off, uint32_t elements)
{
	struct brig_list l;
	struct brig_operand o;

	if (!brig_list(p->v, elements, &l)) {
		brig_print_fail(p, code_off, "vector operand is damaged");
		return;
	}
	buf_puts(p->out, "(");
	for (uint32_t i = 0; i < l.count; i++) {
		if (i > 0)
			buf_puts(p->out, ", ");
		if (!brig_operand_at(p->v, brig_list_at(&l, i), &o) ||
			!print_element(p, code_off, &o))
			brig_print_fail(p, code_off, "element of a vector operand is damaged");
	}
	buf_puts(p->out, ")");
}

static void print_operand(struct brig_printer *p, const struct brig_entry *e,
	const struct brig_operand *o, enum isa_operand_kind shape)
{
	switch (o->kind) {
	case BRIG_KIND_OPERAND_ADDRESS:
		print_address(p, e, &o->u.address);
		return;
	case BRIG_KIND_OPERAND_CODE_LIST:
		print_code_list(p, e->off, o->u.list.elements, shape == ISA_OPND_ARGUMENTS);
		return;
	case BRIG_KIND_OPERAND_OPERAND_LIST:
		print_vector(p, e->off, o->u.list.elements);
		return;
	case BRIG_KIND_OPERAND_CODE_REF:
		brig_print_symbol(p, e->off, o->u.code_ref.ref);
		return;
	}
	if (!print_element(p, e->off, o))
		brig_print_fail(p, e->off, "operand is damaged");
}

/* Lists and what follows them are set off by a blank: call &f (%o)(%i); sbr_u32 $s0 [@a, @b]. */
static const char *separator(enum isa_operand_kind before, enum isa_operand_kind kind)
{
	if (before == ISA_OPND_ARGUMENTS && kind == ISA_OPND_ARGUMENTS)
		return "";
	if (before == ISA_OPND_ARGUMENTS || kind == ISA_OPND_ARGUMENTS || kind == ISA_OPND_LABELS ||
		kind == ISA_OPND_FUNCTIONS)
		return " ";
	return ", ";
}

void brig_print_inst(struct brig_printer *p, const struct brig_entry *e)
{
	struct isa_inst inst;
	struct isa_mismatch why;
	struct brig_operand operands[ISA_MAX_OPERANDS];

	if (!brig_inst_decode(p->v, e, &inst, operands)) {
		brig_print_fail(p, e->off, "operands are damaged");
		return;
	}
	const struct isa_form *form =
		isa_match_cached(&p->match_cache, &inst, e->kind, &p->ctx, &why);
	if (!form) {
		brig_print_fail(p, e->off, why.message);
		return;
	}
	brig_print_mnemonic(p, form, &inst);

	enum isa_operand_kind before = ISA_OPND_NONE;
	for (unsigned n = 0; n < inst.operand_count; n++) {
		unsigned i = isa_form_text_order(form, n);
		enum isa_operand_kind kind = inst.operands[i].kind;
		buf_puts(p->out, n == 0 ? " " : separator(before, kind));
		print_operand(p, e, &operands[i], kind);
		before = kind;
	}
	buf_puts(p->out, ";");
}
