/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which exceptions functions detect and break for (PRM 12). Policies spread along calls, both
 * ways. */
#include "hsaemu/finalize.h"
#include "module/module_passes.h"

static bool widen(uint32_t *mask, uint32_t by)
{
	bool grows = (by & ~*mask) != 0;

	*mask |= by;
	return grows;
}

/* The callee gets the caller's policies; and the caller gets the callee's, so that a kernel has all
 * that its functions name. */
static bool spread_call(struct fin_function *f, struct fin_function *callee)
{
	struct fin_control *a = &f->control, *b = &callee->control;
	bool grows = widen(&b->detect_mask, a->detect_mask);

	grows |= widen(&b->break_mask, a->break_mask);
	grows |= widen(&a->detect_mask, b->detect_mask);
	return widen(&a->break_mask, b->break_mask) || grows;
}

static bool spread_calls(struct fin_function *f)
{
	bool grows = false;

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->call != NULL && i->call->callee->definition)
				grows |= spread_call(f, i->call->callee);
	return grows;
}

void fin_spread_exceptions(struct fin_module *m, const struct finalize_options *o)
{
	bool again = true;

	for (size_t k = 0; k < m->function_count; k++) {
		widen(&m->functions[k]->control.detect_mask, o->detect_mask);
		widen(&m->functions[k]->control.break_mask, o->break_mask);
	}
	while (again) {
		again = false;
		for (size_t k = 0; k < m->function_count; k++)
			again |= spread_calls(m->functions[k]);
	}
}
