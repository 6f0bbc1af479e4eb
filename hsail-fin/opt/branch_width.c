/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The width of a branch promises that the work-items of a slice go the same way (PRM 2.12.2). It is
 * used where the branch decides about a barrier, which all work-items must reach together anyway.
 * Elsewhere code is right without it: the promise is only a hint, and programs break it, among them
 * the HSA Foundation's conformance tests, whose slices are not those of work-groups with more than
 * one dimension. */
#include "ir/ir.h"
#include "ir/bits.h"
#include "opt/opt_passes.h"

struct search {
	struct fin_bits seen;
	const struct fin_block **stack;
	size_t depth;
};

static bool meets(const struct fin_block *b)
{
	if (b->term.kind == FIN_TERM_BARRIER)
		return true;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (i->lowering == ISA_LOWER_FBARRIER)
			return true;
	return false;
}

static void visit(struct search *s, const struct fin_block *b, const struct fin_block *stop)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++) {
		const struct fin_block *to = b->term.succ[k];

		if (to == stop || fin_bits_has(&s->seen, to->index))
			continue;
		fin_bits_add(&s->seen, to->index);
		s->stack[s->depth++] = to;
	}
}

/* Whether a barrier can come between the branch and where its ways meet. */
static bool decides_about_barrier(struct search *s, const struct fin_block *b)
{
	bool any = false;

	memset(s->seen.words, 0, s->seen.count * sizeof *s->seen.words);
	s->depth = 0;
	visit(s, b, b->ipdom);
	while (s->depth > 0 && !any) {
		const struct fin_block *at = s->stack[--s->depth];

		any = meets(at);
		visit(s, at, b->ipdom);
	}
	return any;
}

void fin_widths(struct fin_function *f)
{
	struct arena *a = f->module->arena;
	struct search s = {fin_bits_new(a, f->block_count),
		ARENA_ARRAY(a, const struct fin_block *, f->block_count), 0};

	for (size_t k = 0; k < f->block_count; k++) {
		struct fin_term *t = &f->blocks[k]->term;

		if (t->succ_count > 1 && fin_width_has_wave(t->width) &&
			!decides_about_barrier(&s, f->blocks[k]))
			t->width = BRIG_WIDTH_1;
	}
}
