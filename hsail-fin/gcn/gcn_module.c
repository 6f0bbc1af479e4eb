/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A module's code for a GPU: its kernels, each with all that it calls in place of the calls, and
 * its variables. */
#include "hsaemu/finalize.h"
#include "gcn/gcn.h"
#include "llvm/debug_info.h"
#include "pipeline/pipeline.h"

static bool make_kernel(const struct fin_unit *u, struct fin_function *f)
{
	struct fin_prepared p;
	bool ok = fin_prepare(&p, f, u->options);

	if (ok) {
		fin_prepare_for(&p, FIN_ITEM_KERNEL, 1);
		fin_gcn_move_integers(p.f);
		fin_gcn_split_flat(p.f);
		ok = fin_gcn_check(u, p.f) && fin_gcn_kernel(u, p.f);
	}
	fin_prepared_release(&p);
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

bool fin_gcn_module(struct fin_unit *u, struct buf *out)
{
	struct finalize_options options = *u->options;
	bool ok;

	if (!check_options(u))
		return false;
	ok = options.is_embedded || fin_emit_globals(u);
	/* each wavefront runs by itself, so nothing needs to let others run */
	options.preempt = FINALIZE_PREEMPT_NONE;
	options.fibers = FINALIZE_FIBERS_ITEM;
	u->options = &options;
	for (size_t k = 0; k < u->m->function_count && !diag_at_limit(u->m->diag); k++) {
		struct fin_function *f = u->m->functions[k];

		if (f->is_kernel && f->definition)
			ok = make_kernel(u, f) && ok;
	}
	fin_debug_finish(u->debug);
	if (!ok)
		return false;
	if (!options.is_embedded)
		fin_emit_addresses(u);
	if (options.verify_each)
		fin_llvm_verify(u->l);
	return fin_gcn_codegen(u, out);
}
