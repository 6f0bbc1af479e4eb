/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --emit=ir: the finalizer's own form of a function as text.
 *
 *     kernel &k
 *     @2:                                     // from @0 @1
 *     	%9:32 = phi %3 @0, %7 @1
 *     	add_u32 %10, %9, 4
 *     	ld_global_u32 %11, [%12 + 8]
 *     	cbr %13, @4, @3
 *
 * %N is a register of the function, after SSA with one definition; names of HSAIL are not kept. */
#include "hsaemu/buf.h"
#include "ir/ir.h"

static void print_value(struct buf *out, const struct fin_value *v, uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);

	if (v->kind == FIN_VALUE_REG)
		buf_printf(out, "%%%u", v->reg);
	else if (t != NULL && t->bits == 128)
		buf_printf(out, "0x%016llx%016llx", (unsigned long long)v->hi,
			(unsigned long long)v->lo);
	else
		buf_printf(out, "0x%llx", (unsigned long long)v->lo);
}

static void print_address(struct buf *out, const struct fin_function *f,
	const struct fin_operand *o)
{
	buf_puts(out, "[");
	if (o->global != NULL)
		buf_printf(out, STR_FMT, STR_ARG(o->global->name));
	else if (o->local != FIN_NO_LOCAL)
		buf_printf(out, STR_FMT, STR_ARG(f->locals[o->local].var->name));
	if (o->has_reg)
		buf_printf(out, "%s%%%u",
			o->global != NULL || o->local != FIN_NO_LOCAL ? " + " : "", o->reg);
	if (o->offset != 0)
		buf_printf(out, " + 0x%llx", (unsigned long long)o->offset);
	buf_puts(out, "]");
}

static void print_operand(struct buf *out, const struct fin_function *f,
	const struct fin_operand *o)
{
	bool is_list = o->is_vector || o->count != 1;

	switch (o->kind) {
	case FIN_OPND_NONE:
		buf_puts(out, "-");
		return;
	case FIN_OPND_ADDRESS:
		print_address(out, f, o);
		return;
	case FIN_OPND_VALUES:
	case FIN_OPND_SLOTS:
		break;
	}
	buf_puts(out, is_list ? "(" : "");
	for (unsigned k = 0; k < o->count; k++) {
		buf_puts(out, k > 0 ? ", " : "");
		print_value(out, &o->v[k], o->type);
	}
	buf_puts(out, is_list ? ")" : "");
}

static void print_mnemonic(struct buf *out, const struct fin_inst *i)
{
	const struct isa_context any = {.profile = BRIG_PROFILE_FULL,
		.machine_model = BRIG_MACHINE_LARGE,
		.image_extension = true};
	const struct isa_form *form;

	if (i->pseudo == FIN_PSEUDO_PAGE) {
		buf_puts(out, "look up page");
		return;
	}
	if (i->isa == NULL) { /* the finalizer's own */
		buf_puts(out, i->lowering == ISA_LOWER_MOV            ? "copy"
			      : i->pseudo == FIN_PSEUDO_STACK_SAVE    ? "save stack"
			      : i->pseudo == FIN_PSEUDO_STACK_RESTORE ? "restore stack"
			      : i->pseudo == FIN_PSEUDO_NOP           ? "nop"
			      : i->pseudo == FIN_PSEUDO_COUNT         ? "count"
			      : i->pseudo == FIN_PSEUDO_BRANCH        ? "count divergence"
			      : i->pseudo == FIN_PSEUDO_ENTER         ? "enter"
			      : i->pseudo == FIN_PSEUDO_RETURN        ? "return"
			      : i->pseudo == FIN_PSEUDO_FIELD         ? "read dispatch"
								      : "wait");
		return;
	}
	form = isa_match_mnemonic(i->isa, &any);
	if (form != NULL) {
		isa_mnemonic_print(form, i->isa, out);
		return;
	}
	buf_puts(out, isa_opcode_find(i->isa->opcode)->text);
	if (isa_type_find(i->isa->type) != NULL)
		buf_printf(out, "_%s", isa_type_find(i->isa->type)->text);
}

static void print_inst(struct buf *out, const struct fin_function *f, const struct fin_inst *i)
{
	buf_puts(out, "\t");
	print_mnemonic(out, i);
	if (i->call != NULL)
		buf_printf(out, " " STR_FMT, STR_ARG(i->call->callee->name));
	for (unsigned k = 0; k < i->operand_count; k++) {
		buf_puts(out, k > 0 ? ", " : " ");
		print_operand(out, f, &i->operands[k]);
	}
	buf_puts(out, "\n");
}

static void print_term(struct buf *out, const struct fin_term *t)
{
	static const uint16_t opcodes[] = {[FIN_TERM_NONE] = BRIG_OPCODE_NOP,
		[FIN_TERM_BR] = BRIG_OPCODE_BR,
		[FIN_TERM_CBR] = BRIG_OPCODE_CBR,
		[FIN_TERM_SWITCH] = BRIG_OPCODE_SBR,
		[FIN_TERM_BARRIER] = BRIG_OPCODE_BARRIER,
		[FIN_TERM_RET] = BRIG_OPCODE_RET};

	buf_printf(out, "\t%s", isa_opcode_find(opcodes[t->kind])->text);
	if (t->value_bits != 0) {
		buf_puts(out, " ");
		print_value(out, &t->value, BRIG_TYPE_NONE);
	}
	for (uint32_t k = 0; k < t->succ_count; k++)
		buf_printf(out, "%s@%u", k > 0 || t->value_bits != 0 ? ", " : " ",
			t->succ[k]->index);
	buf_puts(out, "\n");
}

static void print_block(struct buf *out, const struct fin_function *f, const struct fin_block *b)
{
	buf_printf(out, "@%u:%s", b->index, b->pred_count > 0 ? "\t// from" : "");
	for (uint32_t k = 0; k < b->pred_count; k++)
		buf_printf(out, " @%u", b->preds[k]->index);
	buf_puts(out, "\n");
	for (uint32_t k = 0; k < b->phi_count; k++) {
		const struct fin_phi *phi = &b->phis[k];

		buf_printf(out, "\t%%%u:%u = phi", phi->reg, f->regs[phi->reg].bits);
		for (uint32_t p = 0; p < b->pred_count; p++)
			buf_printf(out, "%s %%%u @%u", p > 0 ? "," : "", phi->from[p],
				b->preds[p]->index);
		buf_puts(out, "\n");
	}
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		print_inst(out, f, i);
	print_term(out, &b->term);
}

void fin_print(const struct fin_function *f, struct buf *out)
{
	buf_printf(out, "%s " STR_FMT "\n", f->is_kernel ? "kernel" : "function", STR_ARG(f->name));
	for (size_t k = 0; k < f->block_count; k++)
		print_block(out, f, f->blocks[k]);
	buf_puts(out, "\n");
}
