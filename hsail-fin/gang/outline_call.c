/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of outlined functions (outline.h) in the place of instructions. */
#include "gang/outline_call.h"
#include "gang/outline.h"

/* The function of `i`, or NULL if `i` is not outlined, or not in this way. */
static LLVMValueRef function_of(struct fin_gang *g, const struct fin_inst *i, bool in_turn)
{
	char name[FIN_OUTLINE_NAME_BYTES];

	if (!g->outlines || !fin_may_outline(g, i) || fin_outline_goes_in_turn(g, i) != in_turn)
		return NULL;
	if (!fin_outline_name(g, i, name))
		return NULL;
	return LLVMGetNamedFunction(g->w->l->mod, name);
}

static LLVMValueRef call(struct fin_gang *g, LLVMValueRef fn, LLVMValueRef *args)
{
	return LLVMBuildCall2(g->w->l->b, LLVMGlobalGetValueType(fn), fn, args, LLVMCountParams(fn),
		"");
}

bool fin_outline_call(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef fn = function_of(g, i, false), args[FIN_MAX_REGS];
	struct fin_outline_reads r = fin_outline_reads(i);

	for (unsigned p = 0; fn != NULL && p < g->parts; p++) {
		struct fin_view v = fin_gang_vectors(g, p);

		for (unsigned k = 0; k < r.count; k++)
			args[k] = fin_outline_takes_one(g, i, r.regs[k])
			                  ? fin_gang_scalar(g, r.regs[k], p)
			                  : fin_gang_vector(g, r.regs[k], p);
		fin_reg_set(&v.w, fin_outline_result(i), call(g, fn, args));
	}
	return fn != NULL;
}

LLVMValueRef fin_outline_in_turn(struct fin_gang *g, const struct fin_inst *i)
{
	return function_of(g, i, true);
}

void fin_outline_call_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef fn)
{
	LLVMValueRef args[FIN_MAX_REGS + 3];
	struct fin_outline_reads r = fin_outline_reads(i);
	struct fin_view once = fin_gang_once(g);
	unsigned n = 0;

	for (; n < r.count; n++)
		args[n] = fin_outline_takes_one(g, i, r.regs[n]) ? fin_gang_scalar(g, r.regs[n], 0)
		                                                 : g->spill[r.regs[n]];
	if (fin_outline_has_address(i))
		args[n++] = fin_address_base(&once.w, i, fin_outline_address(i));
	args[n++] = fin_gang_wave_bits(g, g->mask);
	if (fin_outline_result(i) != FIN_NOWHERE)
		args[n] = g->spill[fin_outline_result(i)];
	(void)call(g, fn, args);
}
