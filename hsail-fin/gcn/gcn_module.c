/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A module's code for a GPU: its kernels, the functions that stay functions, and its variables. */
#include "hsaemu/finalize.h"
#include "gcn/gcn.h"
#include "llvm/debug_info.h"
#include "module/module_passes.h"
#include "pipeline/pipeline.h"

/* Makes the code of a kernel, or of a function that stays one. */
static bool make(const struct fin_unit *u, struct fin_function *f)
{
	struct fin_prepared p;
	bool ok = fin_prepare(&p, f, u->options);

	if (ok) {
		fin_prepare_for(&p, f->is_kernel ? FIN_ITEM_KERNEL : FIN_ITEM_FUNCTION, 1);
		fin_gcn_join_latches(p.f);
		fin_gcn_move_integers(p.f);
		fin_gcn_load_handles(p.f);
		fin_gcn_split_flat(p.f);
		ok = fin_gcn_check(u, p.f) &&
		     (f->is_kernel ? fin_gcn_kernel : fin_gcn_function)(u, p.f);
	}
	fin_prepared_release(&p);
	return ok;
}

static bool make_kernels(const struct fin_unit *u)
{
	bool ok = true;

	for (size_t k = 0; k < u->m->function_count && !diag_at_limit(u->m->diag); k++) {
		struct fin_function *f = u->m->functions[k];

		if (f->is_kernel && f->definition)
			ok = make(u, f) && ok;
	}
	return ok;
}

/* Makes the code of the functions that are called. It goes on until there is nothing new, because
 * the code of one can call others. */
static bool make_functions(const struct fin_unit *u)
{
	const struct fin_module *m = u->m;
	bool *made = ARENA_ARRAY(m->arena, bool, m->function_count);
	bool ok = true, again = true;

	while (again) {
		again = false;
		for (size_t k = 0; k < m->function_count && !diag_at_limit(m->diag); k++) {
			if (!m->functions[k]->wants_item || made[k])
				continue;
			made[k] = again = true;
			ok = make(u, m->functions[k]) && ok;
		}
	}
	return ok;
}

/* Options that say what code for the host is like. */
static bool check_options(const struct fin_unit *u)
{
	const struct finalize_options *o = u->options;
	const char *what = o->simd != FINALIZE_SIMD_AUTO && o->simd != FINALIZE_SIMD_OFF ? "--simd"
	                   : o->profile ? "--profile"
	                                : NULL;

	if (what != NULL)
		diag_usage(u->m->diag, "%s: there is no such code for a GPU", what);
	return what == NULL;
}

bool fin_gcn_module(struct fin_unit *u, struct fin_module *m, struct buf *out)
{
	struct finalize_options options = *u->options;
	bool ok;

	if (!check_options(u))
		return false;
	ok = options.is_embedded || fin_emit_globals(u);
	/* each wavefront runs by itself, but its lanes may wait for each other */
	options.preempt = FINALIZE_PREEMPT_SYNC;
	options.fibers = FINALIZE_FIBERS_LANE;
	u->options = &options;
	fin_find_linked(m); /* after the variables are made: these are none of the object's */
	ok = make_kernels(u) && ok;
	ok = make_functions(u) && ok;
	fin_debug_finish(u->debug);
	if (!ok)
		return false;
	if (!options.is_embedded) {
		fin_gcn_define_handles(u);
		fin_emit_addresses(u);
	}
	if (options.verify_each)
		fin_llvm_verify(u->l);
	return fin_gcn_codegen(u, out);
}
