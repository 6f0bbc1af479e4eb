/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds vector code that would be out of proportion, by the graph of its blocks, before any of it
 * is made.
 *
 * At a switch on a value that varies, vector code compares for each label to find the lanes that go
 * there, and passes each block of a label to ask for lanes, where scalar code has a jump. The
 * dispatcher, where loops have several entries, keeps for each block which lanes wait for it. Both
 * are as slow as they are long when hundreds of blocks are passed for a few lanes each. A loop that
 * lanes leave one by one keeps their masks and, for each lane, the values with which it left, and
 * does so for all loops around it, too.
 *
 * A switch on one value for all lanes is a jump in vector code, too, but there are two to four
 * copies of it, and LLVM's placement of blocks takes quadratic time in thousands of labels. */
#include "gang/gang.h"
#include "gang/vector_cost.h"
#include "ir/limits.h"

static uint32_t labels(const struct fin_function *f, const struct fin_shapes *s, bool uniform)
{
	uint32_t n = 0;

	for (size_t k = 0; k < f->block_count; k++) {
		const struct fin_term *t = &f->blocks[k]->term;

		if (t->kind == FIN_TERM_SWITCH && t->value.kind == FIN_VALUE_REG &&
			fin_is_uniform(s->of[t->value.reg]) == uniform)
			n += t->succ_count;
	}
	return n;
}

static bool is_deep(const struct fin_flow *w, uint32_t most)
{
	uint32_t depth = 0;

	for (uint32_t k = 0; k < w->loop_count && depth <= most; k++) {
		depth = 0;
		for (uint32_t l = k; l != FIN_NOWHERE && depth <= most; l = w->loops[l].parent)
			depth++;
	}
	return depth > most;
}

bool fin_gang_is_bulky(const struct fin_function *f, const struct fin_flow *flows, uint32_t count,
	const struct fin_shapes *s)
{
	uint32_t dispatched = 0;
	bool deep = false;

	for (uint32_t r = 0; r < count; r++) {
		dispatched += flows[r].dispatched ? flows[r].count : 0;
		deep |= is_deep(&flows[r], FIN_LIMIT_LOOP_DEPTH);
	}
	return deep || dispatched > FIN_LIMIT_DISPATCHED ||
	       labels(f, s, false) > FIN_LIMIT_LABELS_BY_LANE ||
	       labels(f, s, true) > FIN_LIMIT_LABELS;
}
