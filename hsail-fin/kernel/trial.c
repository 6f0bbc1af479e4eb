/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See trial.h. */
#include "kernel/emit.h"
#include "kernel/trial.h"

/* Saves for which functions code is wanted, as the code of the trial will want more. The caller
 * frees the result. */
static bool *save_wants(const struct fin_module *m)
{
	bool *wants = mem_new(2 * m->function_count + 1, sizeof *wants);

	for (size_t k = 0; k < m->function_count; k++) {
		wants[2 * k] = m->functions[k]->wants_item;
		wants[2 * k + 1] = m->functions[k]->wants_wave;
	}
	return wants;
}

static void restore_wants(const struct fin_module *m, bool *wants)
{
	for (size_t k = 0; k < m->function_count; k++) {
		m->functions[k]->wants_item = wants[2 * k];
		m->functions[k]->wants_wave = wants[2 * k + 1];
	}
	mem_free(wants);
}

/* Deletes the functions behind `last` in the module that nothing uses: those with bodies, or mere
 * declarations. It goes from the end on, since a kernel stands behind the pieces that it calls.
 * Returns the size of what is deleted. */
static size_t drop_functions(LLVMModuleRef mod, LLVMValueRef last, bool bodies)
{
	size_t n = 0;

	for (LLVMValueRef f = LLVMGetLastFunction(mod), before; f != last; f = before) {
		before = LLVMGetPreviousFunction(f);
		if ((LLVMCountBasicBlocks(f) > 0) != bodies || LLVMGetFirstUse(f) != NULL)
			continue;
		n += fin_llvm_weight(f);
		LLVMDeleteFunction(f);
	}
	return n;
}

size_t fin_trial_size(const struct fin_unit *u, struct fin_prepared *p)
{
	struct finalize_options silent = *u->options;
	struct fin_unit trial = *u;
	struct hsaemu_kernel_descriptor kd;
	LLVMValueRef entry, last = LLVMGetLastFunction(u->l->mod);
	bool *wants = save_wants(u->m), ok;
	size_t n;

	silent.remark_done = silent.remark_missed = false;
	trial.options = &silent;
	trial.debug = NULL;
	ok = fin_emit_kernel(&trial, p, &kd, &entry);
	n = drop_functions(u->l->mod, last, true);
	(void)drop_functions(u->l->mod, last, false);
	restore_wants(u->m, wants);
	return ok ? n : 0;
}
