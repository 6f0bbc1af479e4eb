/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds where regions write: see quiet.h. */
#include "shape/quiet.h"
#include "ir/lowering.h"

static bool may_write(const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_STORE:
		return fin_is_access(i) && (i->isa->segment == BRIG_SEGMENT_GLOBAL ||
						   i->isa->segment == BRIG_SEGMENT_FLAT);
	case ISA_LOWER_ATOMIC:
	case ISA_LOWER_SIGNAL:
	case ISA_LOWER_QUEUE:
	case ISA_LOWER_IMAGE:
	case ISA_LOWER_CALL:
	case ISA_LOWER_BARRIER:
	case ISA_LOWER_FBARRIER:
		return true;
	default:
		return false;
	}
}

static bool block_may_write(const struct fin_block *b)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (may_write(i))
			return true;
	return false;
}

/* The position of a successor in the region, or FIN_NOWHERE. */
static uint32_t successor(const struct fin_flow *w, const struct fin_block *b, uint32_t k)
{
	return b->term.kind == FIN_TERM_BARRIER
	               ? FIN_NOWHERE
	               : fin_position(&w->position, b->term.succ[k]->index);
}

/* The positions of the blocks from which a barrier can be reached. */
static struct fin_bits before_barriers(struct arena *a, const struct fin_flow *w)
{
	struct fin_bits r = fin_bits_new(a, w->count);
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t at = w->count; at-- > 0;) {
			const struct fin_block *b = w->order[at];
			bool reaches = b->term.kind == FIN_TERM_BARRIER;

			for (uint32_t k = 0; k < b->term.succ_count && !reaches; k++) {
				uint32_t to = successor(w, b, k);

				reaches = to != FIN_NOWHERE && fin_bits_has(&r, to);
			}
			if (reaches && !fin_bits_has(&r, at)) {
				fin_bits_add(&r, at);
				changed = true;
			}
		}
	}
	return r;
}

static struct fin_writes writes_of(struct arena *a, const struct fin_flow *w)
{
	struct fin_writes r = {.before = before_barriers(a, w)};

	for (uint32_t at = 0; at < w->count; at++) {
		if (!block_may_write(w->order[at]))
			continue;
		if (w->dispatched || fin_bits_has(&r.before, at))
			r.before_barriers = true;
		else
			r.at_end = true;
	}
	return r;
}

const struct fin_writes *fin_all_writes(struct arena *a, const struct fin_flow *flows,
	uint32_t count)
{
	struct fin_writes *r = ARENA_ARRAY(a, struct fin_writes, count);

	for (uint32_t k = 0; k < count; k++)
		r[k] = writes_of(a, &flows[k]);
	return r;
}

bool fin_is_quiet(const struct fin_flow *w, const struct fin_shapes *s,
	const struct fin_writes *writes)
{
	if (writes->before_barriers || !writes->at_end)
		return !writes->before_barriers;
	/* branches on the way to a barrier must go one way for the group */
	for (size_t at = 0; (at = fin_bits_next(&writes->before, at, w->count)) < w->count; at++) {
		const struct fin_term *t = &w->order[at]->term;

		if (t->value_bits != 0 && t->value.kind == FIN_VALUE_REG &&
			s->of[t->value.reg].kind > FIN_SHAPE_GROUP)
			return false;
	}
	return true;
}
