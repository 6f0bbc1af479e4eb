/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks and terminators. What ret and barrier do differs between the regions of a kernel and
 * out-of-line functions, so the caller says it (struct fin_code). */
#include "llvm/debug_info.h"
#include "lower/lower_ctrl.h"
#include "lower/target_ops.h"
#include "regions/regions.h"
#include "ir/bits.h"

static LLVMBasicBlockRef target(const struct fin_code *c, const struct fin_block *b)
{
	return c->blocks[b->index];
}

static LLVMValueRef condition(struct fin_lower *w, const struct fin_term *t)
{
	LLVMValueRef v = fin_value_get(w, &t->value, BRIG_TYPE_B1);

	return LLVMIsConstant(v) && w->target->hidden != NULL ? w->target->hidden(w, v) : v;
}

/* Labels of a switch are put into groups with a switch each. LLVM looks for one successor of a
 * block among all of them, so its time would grow with the square of their number. */
enum { LOG2_GROUP = 7, GROUP = 1 << LOG2_GROUP };

static void add_targets(const struct fin_code *c, const struct fin_term *t, LLVMValueRef sw,
	uint32_t from, uint32_t to)
{
	for (uint32_t k = from; k < to; k++)
		LLVMAddCase(sw, fin_like(LLVMGetOperand(sw, 0), k), target(c, t->succ[k]));
}

/* Lowers a switch. HSAIL does not define what an index beyond the list does (PRM 8.2); it takes the
 * first label here. */
static void lower_switch(struct fin_lower *w, const struct fin_code *c, const struct fin_term *t)
{
	LLVMValueRef index =
		fin_value_get(w, &t->value, t->value_bits == 64 ? BRIG_TYPE_U64 : BRIG_TYPE_U32);
	uint32_t groups = (t->succ_count - 1) / GROUP + 1;
	LLVMValueRef sw;

	if (groups <= 2) {
		add_targets(c, t,
			LLVMBuildSwitch(w->l->b, index, target(c, t->succ[0]), t->succ_count), 1,
			t->succ_count);
		return;
	}
	sw = LLVMBuildSwitch(w->l->b,
		LLVMBuildLShr(w->l->b, index, fin_like(index, LOG2_GROUP), ""),
		target(c, t->succ[0]), groups);
	for (uint32_t g = 0; g < groups; g++) {
		LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
		uint32_t first = g * GROUP, left = t->succ_count - first;

		LLVMAddCase(sw, fin_like(index, g), block);
		LLVMPositionBuilderAtEnd(w->l->b, block);
		add_targets(c, t, LLVMBuildSwitch(w->l->b, index, target(c, t->succ[first]), GROUP),
			first + 1, left < GROUP ? t->succ_count : first + GROUP);
	}
}

static void lower_term(struct fin_lower *w, struct fin_code *c, const struct fin_block *b)
{
	const struct fin_term *t = &b->term;

	fin_debug_location(w, t->loc);
	switch (t->kind) {
	case FIN_TERM_BR:
		LLVMBuildBr(w->l->b, target(c, t->succ[0]));
		return;
	case FIN_TERM_CBR:
		LLVMBuildCondBr(w->l->b, condition(w, t), target(c, t->succ[0]),
			target(c, t->succ[1]));
		return;
	case FIN_TERM_SWITCH:
		lower_switch(w, c, t);
		return;
	case FIN_TERM_BARRIER:
		c->barrier(c, b);
		return;
	case FIN_TERM_RET:
		LLVMBuildBr(w->l->b, c->ret);
		return;
	case FIN_TERM_NONE:
		break;
	}
	BUG("block %u has no end", b->index);
}

void fin_clear_registers(struct fin_lower *w)
{
	struct fin_live live;

	fin_live_init(&live, w->f);
	for (uint32_t r = 0; r < w->f->reg_count; r++) {
		fin_live_of(&live, r);
		if (fin_live_at(&live, 0))
			fin_reg_set(w, r, LLVMConstNull(fin_register_type(w, r)));
	}
	fin_live_release(&live);
}

void fin_lower_nop(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMTypeRef type = LLVMFunctionType(w->l->void_, NULL, 0, false);
	const char *text = w->l->target.arch->nop;
	LLVMValueRef nop;

	if (i->pseudo != FIN_PSEUDO_NOP) {
		fin_lower_profile(w, i);
		return;
	}
	nop = LLVMGetInlineAsm(type, text, strlen(text), "", 0, true, false,
		LLVMInlineAsmDialectATT, false);
	LLVMBuildCall2(w->l->b, type, nop, NULL, 0, "");
}

void fin_lower_blocks(struct fin_lower *w, struct fin_code *c, const struct fin_bits *which)
{
	struct fin_function *f = w->f;

	c->blocks = mem_new(f->block_count, sizeof(LLVMBasicBlockRef));
	for (size_t k = 0; k < f->block_count; k++)
		if (which == NULL || fin_bits_has(which, k))
			c->blocks[k] = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
	LLVMBuildBr(w->l->b, target(c, c->start));
	for (size_t k = 0; k < f->block_count; k++) {
		if (c->blocks[k] == NULL)
			continue;
		LLVMPositionBuilderAtEnd(w->l->b, c->blocks[k]);
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			fin_execute_inst(w, i);
		lower_term(w, c, f->blocks[k]);
	}
	mem_free(c->blocks);
	c->blocks = NULL;
}

/* ---- a work-item ----------------------------------------------------------------------------- */

static void meet_no_barrier(struct fin_code *c, const struct fin_block *b)
{
	(void)c;
	BUG("block %u of a work-item's code ends in a barrier", b->index);
}

void fin_lower_item_blocks(struct fin_lower *w, LLVMBasicBlockRef ret)
{
	struct fin_code code = {.start = w->f->blocks[0], .ret = ret, .barrier = meet_no_barrier};

	fin_lower_blocks(w, &code, NULL);
	LLVMPositionBuilderAtEnd(w->l->b, ret);
}

void fin_lower_item(struct fin_lower *w, void (*body)(struct fin_lower *w))
{
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "entry");
	LLVMBasicBlockRef start = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "start");

	w->regs = mem_new(w->f->reg_count, sizeof *w->regs);
	w->entry = fin_builder_new(w->l);
	LLVMPositionBuilderAtEnd(w->entry, entry);
	LLVMPositionBuilderAtEnd(w->l->b, start);
	body(w);
	LLVMBuildBr(w->entry, start);
	fin_builder_free(w->l, w->entry);
	mem_free(w->regs);
}
