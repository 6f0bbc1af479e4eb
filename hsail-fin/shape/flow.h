/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The control flow inside one region, as vector code walks it (docs/design/vector-code.md, "Flow").
 *
 * Blocks are known by their position in `order`: a topological order in which every loop is one
 * run of positions, its header first and its only latch, which ends in a branch to the header,
 * last. The position after the last block is the region's end: where ret and barriers go.
 *
 * Where loops have several entries there is no such order: the region is `dispatched`, and its
 * order is hierarchical (Bourdoncle): every set of blocks that reach each other is one run of
 * positions, which comes after all that leads into it, and without its first block is ordered the
 * same way. `loops` are then the outermost of these sets.
 *
 * All arrays live in the function's module arena. */
#ifndef HSAEMU_FIN_FLOW_H
#define HSAEMU_FIN_FLOW_H

#include "regions/regions.h"

struct fin_loop {
	uint32_t header, last, parent; /* first and last position; a loop, or FIN_NOWHERE */
	bool several_entries;          /* dispatched only */
};

/* A number for each block of a region. Kernels have as many regions as barriers, and the blocks of
 * one have indices near each other: the numbers of those between are there, no others. */
struct fin_positions {
	uint32_t first, count; /* block indices */
	uint32_t *at;          /* FIN_NOWHERE: not in the region */
};

/* All FIN_NOWHERE; `n` is at least 1. */
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
	uint32_t **succ;               /* by position: distinct successors */
	uint32_t *succ_count;
	uint32_t *pred_count; /* distinct predecessors */
	uint32_t *idom;       /* by position, always an earlier one but for 0; NULL if dispatched */
	uint32_t *ipdom;      /* by position, always a later one; `count` for the end */
	struct fin_loop *loops;
	uint32_t loop_count;
	uint32_t *loop_of; /* by position: innermost loop, or FIN_NOWHERE */
};

/* Adds blocks so that in every region each loop with one entry has one latch of its own and is
 * entered from one block that only branches to it. */
void fin_flow_simplify(struct fin_function *f);
/* After fin_flow_simplify(). Asked to `dispatch`, it does so even where there is an order. */
void fin_flow(struct fin_function *f, const struct fin_region *r, bool dispatch,
	struct fin_flow *out);

/* The end of the region is in no loop. */
static inline bool fin_loop_has(const struct fin_flow *w, uint32_t loop, uint32_t at)
{
	return at >= w->loops[loop].header && at <= w->loops[loop].last;
}
static inline bool fin_is_header(const struct fin_flow *w, uint32_t at)
{
	return w->loop_of[at] != FIN_NOWHERE && w->loops[w->loop_of[at]].header == at;
}

#endif
