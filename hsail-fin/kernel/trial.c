/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See trial.h. Whether vector code is out of proportion to what it gains is found out by making
 * it. LLVM's time grows with the code, which is 3 to 6 times as long as scalar code where
 * work-items hardly differ, and 20 to 50 times where each has its own way or its own memory. Such
 * code can still be several times as fast, whatever the estimate says, and kernels run more often
 * than they are compiled: only code that takes LLVM more than a few seconds is too long. */
#include "ir/limits.h"
#include "kernel/trial.h"

/* Where the module ended before code was made, to go back to. */
struct mark {
	LLVMModuleRef mod;
	LLVMValueRef last; /* function */
	const struct fin_module *m;
	bool *wants; /* for which functions code was wanted, as this code may want more */
};

static struct mark set_mark(const struct fin_unit *u)
{
	const struct fin_module *m = u->m;
	struct mark k = {.mod = u->l->mod, .last = LLVMGetLastFunction(u->l->mod), .m = m};

	k.wants = mem_new(2 * m->function_count + 1, sizeof *k.wants);
	for (size_t i = 0; i < m->function_count; i++) {
		k.wants[2 * i] = m->functions[i]->wants_item;
		k.wants[2 * i + 1] = m->functions[i]->wants_wave;
	}
	return k;
}

static void release_mark(struct mark *k)
{
	mem_free(k->wants);
}

/* Deletes the functions behind the mark that nothing uses: those with bodies, or mere declarations.
 * Returns whether there were any. */
static bool drop_functions(const struct mark *k, bool bodies)
{
	bool any = false;

	for (LLVMValueRef f = LLVMGetLastFunction(k->mod), before; f != k->last; f = before) {
		before = LLVMGetPreviousFunction(f);
		if ((LLVMCountBasicBlocks(f) > 0) != bodies || LLVMGetFirstUse(f) != NULL)
			continue;
		LLVMDeleteFunction(f);
		any = true;
	}
	return any;
}

/* A kernel stands behind the pieces that it calls, and before the functions that kernels share. */
static void go_back(const struct mark *k)
{
	while (drop_functions(k, true))
		;
	(void)drop_functions(k, false);
	for (size_t i = 0; i < k->m->function_count; i++) {
		k->m->functions[i]->wants_item = k->wants[2 * i];
		k->m->functions[i]->wants_wave = k->wants[2 * i + 1];
	}
}

/* The size of the code behind the mark: instructions of LLVM IR, and a number for each block. */
static size_t weight_behind(const struct mark *k)
{
	size_t n = 0;

	for (LLVMValueRef f = LLVMGetLastFunction(k->mod); f != k->last;
		f = LLVMGetPreviousFunction(f))
		n += fin_llvm_weight(f);
	return n;
}

/* Makes code for so many lanes without a word and returns its size, or 0 after a diagnostic. */
static size_t trial_size(const struct fin_unit *u, struct fin_function *f, unsigned lanes)
{
	struct finalize_options silent = *u->options;
	struct fin_unit trial = *u;
	struct hsaemu_kernel_descriptor kd;
	struct mark k = set_mark(u);
	struct fin_prepared p;
	LLVMValueRef entry;
	size_t n = 0;

	silent.remark_done = silent.remark_missed = false;
	trial.options = &silent;
	trial.debug = NULL;
	trial.lanes = lanes;
	if (fin_prepare(&p, f, u->options) && fin_emit_kernel(&trial, &p, &kd, &entry))
		n = weight_behind(&k);
	fin_prepared_release(&p);
	go_back(&k);
	release_mark(&k);
	fin_pass_done(u->m->clock, "trials of code");
	return n;
}

/* The size that scalar code of the kernel, which has been through fin_prepare(), has about at
 * least: an alloca for each register, a load for each use, a store for each definition, and the
 * blocks. */
static size_t least_scalar_size(const struct fin_function *f)
{
	uint32_t regs[FIN_MAX_REGS];
	size_t n = (size_t)FIN_LIMIT_BLOCK_WEIGHT * f->block_count + f->reg_count;

	for (uint32_t b = 0; b < f->block_count; b++)
		for (const struct fin_inst *i = f->blocks[b]->first; i != NULL; i = i->next)
			n += 1 + fin_inst_uses(i, regs) + fin_inst_defs(i, regs);
	return n;
}

/* Whether vector code of that size is too long for the kernel, whose scalar code is `least` long at
 * least. */
static bool is_too_long(const struct fin_unit *u, struct fin_function *f,
	const struct fin_choice *c, size_t vector, size_t least)
{
	const double times_if_large = 4.5;
	double times = c->times;
	size_t scalar;

	if (vector < FIN_LIMIT_TRIAL_VECTOR || (double)vector <= times_if_large * (double)least)
		return false;
	scalar = trial_size(u, f, 1);
	if (scalar > FIN_LIMIT_TRIAL_SCALAR)
		times = times_if_large;
	return (double)vector > times * (double)scalar;
}

/* Makes the code that is chosen. Where vector code turns out to be too long, nothing is left of
 * it, and *too_long is set. */
static bool make_if_short(const struct fin_unit *u, struct fin_prepared *p,
	const struct fin_choice *c, struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry,
	bool *too_long)
{
	size_t least = least_scalar_size(p->f);
	struct mark k = set_mark(u);
	bool ok = fin_emit_kernel(u, p, kd, entry);

	fin_pass_done(u->m->clock, "code of kernels");
	*too_long = ok && is_too_long(u, p->source, c, weight_behind(&k), least);
	if (*too_long)
		go_back(&k);
	release_mark(&k);
	return ok;
}

bool fin_emit_in_proportion(const struct fin_unit *u, struct fin_prepared *p,
	const struct fin_choice *c, struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	bool says = u->options->remark_done || u->options->remark_missed || u->debug != NULL;
	struct fin_unit unit = *u;
	bool too_long = false;

	unit.lanes = c->lanes;
	unit.why_scalar = c->why_scalar;
	if (c->times == 0)
		return fin_emit_kernel(&unit, p, kd, entry);
	if (says) /* what is said of code cannot be taken back */
		too_long = is_too_long(u, p->source, c, trial_size(u, p->source, c->lanes), 0);
	else if (!make_if_short(&unit, p, c, kd, entry, &too_long))
		return false;
	else if (!too_long)
		return true;
	if (too_long) {
		unit.lanes = 1;
		fin_prepared_release(p);
		if (!fin_prepare(p, p->source, u->options))
			return false;
	}
	return fin_emit_kernel(&unit, p, kd, entry);
}
