/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the finalizer's own form of a function as text:
 *
 *     kernel &k
 *     @2:                                     // from @0 @1
 *     	%9:32 = phi %3 @0, %7 @1
 *     	add_u32 %10, %9, 4
 *     	ld_global_u32 %11, [%12 + 8]
 *     	cbr %13, @4, @3
 *
 * %N is register N of the function, which has one definition after SSA. HSAIL's names of registers
 * are not kept. */
#include "ir/print_ir.h"

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
	case FIN_OPND_PROMOTED:
		break;
	}
	buf_puts(out, is_list ? "(" : "");
	for (unsigned k = 0; k < o->count; k++) {
		buf_puts(out, k > 0 ? ", " : "");
		print_value(out, &o->v[k], o->type);
	}
	buf_puts(out, is_list ? ")" : "");
}

/* The name of an instruction that the finalizer itself adds. */
static const char *own_name(const struct fin_inst *i)
{
	static const char *const waits[] = {
		[FIN_WAIT_BARRIER] = "wait at barrier",
		[FIN_WAIT_WAVE_BARRIER] = "wait at wavebarrier",
		[FIN_WAIT_YIELD] = "yield",
		[FIN_WAIT_BUSY] = "yield, having written",
		[FIN_WAIT_PASSED] = "has waited",
		[FIN_WAIT_TIME] = "yield if it takes long",
		[FIN_WAIT_TIME_TOGETHER] = "yield together if it takes long",
	};
	static const char *const pseudos[] = {
		[FIN_PSEUDO_STACK_SAVE] = "save stack",
		[FIN_PSEUDO_STACK_RESTORE] = "restore stack",
		[FIN_PSEUDO_NOP] = "nop",
		[FIN_PSEUDO_COUNT] = "count",
		[FIN_PSEUDO_BRANCH] = "count divergence",
		[FIN_PSEUDO_PAGE] = "look up page",
		[FIN_PSEUDO_ENTER] = "enter",
		[FIN_PSEUDO_RETURN] = "return",
		[FIN_PSEUDO_FIELD] = "read dispatch",
		[FIN_PSEUDO_LEAST] = "least",
		[FIN_PSEUDO_MOST] = "most",
		[FIN_PSEUDO_HOW_MANY] = "how many",
		[FIN_PSEUDO_IS_LINE] = "is line",
		[FIN_PSEUDO_ON_LINE] = "on line",
		[FIN_PSEUDO_LEADS_ON] = "leads on",
		[FIN_PSEUDO_LINE] = "line",
		[FIN_PSEUDO_ALL] = "all",
	};

	if (i->lowering == ISA_LOWER_BARRIER)
		return waits[i->wait];
	return i->pseudo == FIN_PSEUDO_NONE ? "copy" : pseudos[i->pseudo];
}

static void print_mnemonic(struct buf *out, const struct fin_inst *i)
{
	const struct isa_context any = {.profile = BRIG_PROFILE_FULL,
		.machine_model = BRIG_MACHINE_LARGE,
		.image_extension = true};
	const struct isa_form *form;

	if (i->isa == NULL || i->pseudo != FIN_PSEUDO_NONE) {
		buf_puts(out, own_name(i));
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

static void note_definitions(struct buf *out, const struct fin_inst *i,
	const struct fin_notes *notes)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = notes != NULL ? fin_inst_defs(i, regs) : 0;

	for (unsigned k = 0; k < n; k++)
		notes->of_register(notes->context, regs[k], out);
}

static void print_inst(struct buf *out, const struct fin_function *f, const struct fin_inst *i,
	const struct fin_notes *notes)
{
	buf_puts(out, "\t");
	print_mnemonic(out, i);
	if (i->call != NULL)
		buf_printf(out, " " STR_FMT, STR_ARG(i->call->callee->name));
	for (unsigned k = 0; k < i->operand_count; k++) {
		buf_puts(out, k > 0 ? ", " : " ");
		print_operand(out, f, &i->operands[k]);
	}
	note_definitions(out, i, notes);
	buf_puts(out, "\n");
}

/* Prints what the width promises: how many work-items go the same way or meet. */
static void print_width(struct buf *out, uint8_t width)
{
	if (width == BRIG_WIDTH_NONE || width == BRIG_WIDTH_1)
		return;
	if (width == BRIG_WIDTH_WAVESIZE)
		buf_puts(out, "_width(WAVESIZE)");
	else if (width == BRIG_WIDTH_ALL)
		buf_puts(out, "_width(all)");
	else
		buf_printf(out, "_width(%lu)", 1UL << (width - BRIG_WIDTH_1));
}

static void print_term(struct buf *out, const struct fin_term *t)
{
	static const uint16_t opcodes[] = {[FIN_TERM_NONE] = BRIG_OPCODE_NOP,
		[FIN_TERM_BR] = BRIG_OPCODE_BR,
		[FIN_TERM_CBR] = BRIG_OPCODE_CBR,
		[FIN_TERM_SWITCH] = BRIG_OPCODE_SBR,
		[FIN_TERM_BARRIER] = BRIG_OPCODE_BARRIER,
		[FIN_TERM_RET] = BRIG_OPCODE_RET};

	buf_printf(out, "\t%s",
		t->kind == FIN_TERM_BARRIER && t->of_wave
			? "wavebarrier"
			: isa_opcode_find(opcodes[t->kind])->text);
	print_width(out, t->width);
	if (t->value_bits != 0) {
		buf_puts(out, " ");
		print_value(out, &t->value, BRIG_TYPE_NONE);
	}
	for (uint32_t k = 0; k < t->succ_count; k++)
		buf_printf(out, "%s@%u", k > 0 || t->value_bits != 0 ? ", " : " ",
			t->succ[k]->index);
}

static void print_phi(struct buf *out, const struct fin_function *f, const struct fin_block *b,
	const struct fin_phi *phi)
{
	buf_printf(out, "\t%%%u:%u = phi", phi->reg, f->regs[phi->reg].bits);
	for (uint32_t p = 0; p < b->pred_count; p++)
		buf_printf(out, "%s %%%u @%u", p > 0 ? "," : "", phi->from[p], b->preds[p]->index);
}

static void print_head(struct buf *out, const struct fin_block *b, const struct fin_notes *notes)
{
	buf_printf(out, "@%u:%s", b->index, b->pred_count > 0 ? "\t// from" : "");
	for (uint32_t k = 0; k < b->pred_count; k++)
		buf_printf(out, " @%u", b->preds[k]->index);
	if (notes != NULL)
		notes->of_block(notes->context, b, out);
	buf_puts(out, "\n");
}

static void print_block(struct buf *out, const struct fin_function *f, const struct fin_block *b,
	const struct fin_notes *notes)
{
	if (notes != NULL)
		notes->before_block(notes->context, b, out);
	print_head(out, b, notes);
	for (uint32_t k = 0; k < b->phi_count; k++) {
		print_phi(out, f, b, &b->phis[k]);
		if (notes != NULL)
			notes->of_register(notes->context, b->phis[k].reg, out);
		buf_puts(out, "\n");
	}
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		print_inst(out, f, i, notes);
	print_term(out, &b->term);
	if (notes != NULL)
		notes->of_end(notes->context, b, out);
	buf_puts(out, "\n");
}

void fin_print(const struct fin_function *f, const struct fin_notes *notes, struct buf *out)
{
	buf_printf(out, "%s " STR_FMT "\n", f->is_kernel ? "kernel" : "function", STR_ARG(f->name));
	for (size_t k = 0; k < f->block_count; k++)
		print_block(out, f, f->blocks[k], notes);
	buf_puts(out, "\n");
}
