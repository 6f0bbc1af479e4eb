/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides whether it is worth while to outline instructions. To measure the code of an instruction
 * that can be outlined, the function that it would call is defined; if outlining pays, the function
 * stays. */
#include <stdlib.h>
#include "gang/outline.h"
#include "ir/exceptions.h"
#include "ir/limits.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct fin_outline *)a)->name, ((const struct fin_outline *)b)->name);
}

/* Whether the code is a few instructions whatever the operands are, and a call would not pay. */
static bool is_short(const struct fin_inst *i)
{
	return (i->lowering == ISA_LOWER_ARITH || i->lowering == ISA_LOWER_SHIFT) &&
	       (i->isa->type == BRIG_TYPE_U32 || i->isa->type == BRIG_TYPE_S32);
}

/* Finds the instructions that it may pay to outline, sorted by name. The caller frees them. */
static struct fin_outline *candidates(const struct fin_gang *g, size_t *count)
{
	const struct fin_function *f = g->w->f;
	struct fin_outline *list = mem_new(fin_instruction_count(f) + 1, sizeof *list);

	*count = 0;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (fin_may_outline(g, i) && !is_short(i) &&
				fin_outline_name(g, i, list[*count].name))
				list[(*count)++].i = i;
	qsort(list, *count, sizeof *list, by_name);
	return list;
}

/* How many instructions of the processor one of LLVM's becomes. Integers of which no processor has
 * vectors are taken apart; conversions between numbers and floats of another size take several
 * steps. */
static size_t steps_of(LLVMValueRef i)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);
	LLVMTypeRef type = LLVMTypeOf(i);

	if (op == LLVMUIToFP || op == LLVMFPToUI || op == LLVMSIToFP || op == LLVMFPToSI)
		return FIN_LIMIT_OUTLINE_CONVERSION;
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
		LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind ||
		LLVMGetIntTypeWidth(LLVMGetElementType(type)) <= 64)
		return 1;
	return LLVMGetVectorSize(type);
}

static size_t length_of(LLVMValueRef fn)
{
	size_t n = fin_llvm_weight(fn) - fin_llvm_instruction_count(fn);

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
			i = LLVMGetNextInstruction(i))
			n += steps_of(i);
	return n;
}

/* How much is saved by outlining `n` instructions that are alike, or 0 if they are few or their
 * code is short. If it is not 0, the function is defined. A call costs what some instructions do,
 * so code must be longer than that to be worth it, and much longer code counts more. */
static size_t worth(const struct fin_gang *g, struct fin_outline *o, size_t n)
{
	LLVMValueRef fn = LLVMGetNamedFunction(g->w->l->mod, o->name);
	size_t length;

	if (n < FIN_LIMIT_OUTLINE_ALIKE)
		return 0;
	o->is_new = fn == NULL;
	if (fn == NULL)
		fn = fin_outline_define(g, o);
	length = length_of(fn);
	if (length < FIN_LIMIT_OUTLINE_LENGTH) {
		o->is_new = false;
		LLVMDeleteFunction(fn);
		return 0;
	}
	return n * (fin_outline_goes_in_turn(g, o->i)        ? FIN_LIMIT_OUTLINE_TIMES_IN_TURN
			   : length < FIN_LIMIT_OUTLINE_LONG ? 1
							     : FIN_LIMIT_OUTLINE_TIMES);
}

static void forget(const struct fin_gang *g, const struct fin_outline *list, size_t count)
{
	for (size_t k = 0; k < count; k++)
		if (list[k].is_new)
			LLVMDeleteFunction(LLVMGetNamedFunction(g->w->l->mod, list[k].name));
}

static bool has_few(const struct fin_gang *g)
{
	const struct fin_function *f = g->w->f;
	uint32_t n = 0;

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			n += fin_may_outline(g, i);
	return n < FIN_LIMIT_OUTLINE_CANDIDATES;
}

bool fin_outline_pays(const struct fin_gang *g)
{
	size_t count, size = 0;
	struct fin_outline *list;

	if (fin_exceptions_of(g->w->f) != 0 || g->w->m->step_by_step || has_few(g))
		return false;
	list = candidates(g, &count);
	for (size_t k = 0, next; k < count; k = next) {
		next = k + 1;
		while (next < count && by_name(&list[k], &list[next]) == 0)
			next++;
		size += worth(g, &list[k], next - k);
	}
	if (size < FIN_LIMIT_OUTLINE_WORTH)
		forget(g, list, count);
	mem_free(list);
	return size >= FIN_LIMIT_OUTLINE_WORTH;
}
