/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The width of a branch promises that the work-items of a slice go the same way (PRM 2.12.2). The
 * promise is only used where the branch decides about a barrier, which all work-items must reach
 * together anyway. Elsewhere code is right without it, and programs break it: among them the HSA
 * Foundation's conformance tests, whose slices are not those of work-groups with more than one
 * dimension. */
#include "ir/ir.h"
#include "ir/bits.h"
#include "opt/opt_passes.h"
#include "ir/worklist.h"

static bool meets(const struct fin_block *b)
{
	if (b->term.kind == FIN_TERM_BARRIER)
		return true;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (i->lowering == ISA_LOWER_FBARRIER)
			return true;
	return false;
}

static void visit(struct fin_worklist *w, const struct fin_block *b, const struct fin_block *stop)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++)
		if (b->term.succ[k] != stop)
			fin_worklist_add(w, b->term.succ[k]->index);
}

/* Whether a barrier can come between the branch and its post-dominator. */
static bool decides_about_barrier(const struct fin_function *f, struct fin_worklist *w,
	const struct fin_block *b)
{
	uint32_t at;

	fin_worklist_clear(w);
	visit(w, b, b->ipdom);
	while (fin_worklist_take(w, &at)) {
		if (meets(f->blocks[at]))
			return true;
		visit(w, f->blocks[at], b->ipdom);
	}
	return false;
}

void fin_branch_widths(struct fin_function *f)
{
	struct fin_worklist w = fin_worklist_new(f->module->arena, f->block_count);

	for (size_t k = 0; k < f->block_count; k++) {
		struct fin_term *t = &f->blocks[k]->term;

		if (t->succ_count > 1 && fin_width_has_wave(t->width) &&
			!decides_about_barrier(f, &w, f->blocks[k]))
			t->width = BRIG_WIDTH_1;
	}
}
