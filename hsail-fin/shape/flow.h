/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The control flow inside one region, as vector code walks it (docs/design/vector-code.md, "Flow").
 *
 * Blocks are known by their position in `order`. This is a topological order in which every loop is
 * one run of positions: its header is first, and its only latch, which ends in a branch to the
 * header, is last. The position after the last block is the end of the region, where rets and
 * barriers lead.
 *
 * Where loops have several entries there is no such order. The region is then `dispatched`, and its
 * order is hierarchical (Bourdoncle): every set of blocks that reach each other is one run of
 * positions, which comes after all that leads into it; without its first block, it is ordered the
 * same way. `loops` are then the outermost of these sets.
 *
 * All arrays live in the function's module arena. */
#ifndef HSAEMU_FIN_FLOW_H
#define HSAEMU_FIN_FLOW_H

#include "regions/regions.h"

struct fin_loop {
	/* first and last position; the loop around it, or FIN_NOWHERE */
	uint32_t header, last, parent;
	/* control can enter it at several blocks; only in dispatched regions */
	bool several_entries;
};

/* A number for each block of a region. There are as many regions as barriers, but the blocks of one
 * have indices near each other; so there are elements only from its lowest block index to its
 * highest. */
struct fin_positions {
	uint32_t first, count; /* the lowest block index; how many elements there are */
	/* the number of block first + k, or FIN_NOWHERE: it is not in the region */
	uint32_t *at;
};

/* Makes numbers for these blocks, `n` >= 1 of them, which are all FIN_NOWHERE at first. */
struct fin_positions fin_positions_new(struct arena *a, struct fin_block *const *blocks,
	uint32_t n);
static inline void fin_position_set(struct fin_positions *p, const struct fin_block *b, uint32_t k)
{
	p->at[b->index - p->first] = k;
}
static inline uint32_t fin_position(const struct fin_positions *p, uint32_t index)
{
	return index - p->first < p->count ? p->at[index - p->first] : FIN_NOWHERE;
}

struct fin_flow {
	bool dispatched;
	uint32_t count;
	struct fin_block **order;
	struct fin_positions position; /* by block index */
	uint32_t **succ;               /* by position: the successors, each once */
	uint32_t *succ_count;
	uint32_t *pred_count; /* by position: how many different predecessors there are */
	/* by position: the immediate dominator, which is earlier but for 0; NULL if dispatched */
	uint32_t *idom;
	/* by position: where lanes meet again, which is later; `count` for the end */
	uint32_t *ipdom;
	struct fin_loop *loops;
	uint32_t loop_count;
	uint32_t *loop_of; /* by position: the innermost loop, or FIN_NOWHERE */
};

/* Branches of a region that are known to be taken one way, by position. */
struct fin_taken {
	uint32_t branch, to;
};
struct fin_taken_list {
	const struct fin_taken *of;
	unsigned count;
};
/* The block to which the branch at position `at` goes, if that is known, or FIN_NOWHERE. */
static inline uint32_t fin_taken_at(const struct fin_taken_list *t, uint32_t at)
{
	for (unsigned k = 0; k < t->count; k++)
		if (t->of[k].branch == at)
			return t->of[k].to;
	return FIN_NOWHERE;
}

/* Adds blocks so that in every region each loop with one entry has a single latch of its own, and
 * is entered from a single block, which only branches to it. */
void fin_flow_simplify(struct fin_function *f);
/* Finds a region's flow, after fin_flow_simplify(). With `dispatch` the region is dispatched even
 * where there is an order. */
void fin_flow(struct fin_function *f, const struct fin_region *r, bool dispatch,
	struct fin_flow *out);

/* Whether a position is in the loop. The end of the region is in none. */
static inline bool fin_loop_has(const struct fin_flow *w, uint32_t loop, uint32_t at)
{
	return at >= w->loops[loop].header && at <= w->loops[loop].last;
}
static inline bool fin_is_header(const struct fin_flow *w, uint32_t at)
{
	return w->loop_of[at] != FIN_NOWHERE && w->loops[w->loop_of[at]].header == at;
}

#endif
