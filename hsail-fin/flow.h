/* The control flow inside one region, as vector code walks it (design: codegen 8.4).
 *
 * Blocks are known by their position in `order`: a topological order in which every loop is one
 * run of positions, its header first and its only latch, which ends in a branch to the header,
 * last. The position after the last block is the region's end: where ret and barriers go. All
 * arrays live in the function's module arena. */
#ifndef HSAEMU_FIN_FLOW_H
#define HSAEMU_FIN_FLOW_H

#include "regions.h"

enum { FIN_NOWHERE = UINT32_MAX };

struct fin_loop {
	uint32_t header, latch, parent; /* parent: a loop, or FIN_NOWHERE */
	struct fin_bits blocks;         /* by position */
};

struct fin_flow {
	uint32_t count;
	struct fin_block **order;
	uint32_t *position;    /* by block index, FIN_NOWHERE: not in the region */
	uint32_t **succ;       /* by position: distinct successors */
	uint32_t *succ_count;
	uint32_t *pred_count;  /* distinct predecessors */
	uint32_t *ipdom;       /* by position, `count` for the end */
	struct fin_loop *loops;
	uint32_t loop_count;
	uint32_t *loop_of;     /* by position: innermost loop, or FIN_NOWHERE */
};

/* Adds blocks until in every region each loop has one latch of its own and is entered from one
 * block that only branches to it. False when some region has a loop with two entries. */
bool fin_flow_simplify(struct fin_function *f) NODISCARD;
/* After fin_flow_simplify(). False when the loops of the region have no such order. */
bool fin_flow(struct fin_function *f, const struct fin_region *r, struct fin_flow *out) NODISCARD;

/* The end of the region is in no loop. */
static inline bool fin_loop_has(const struct fin_flow *w, uint32_t loop, uint32_t at)
{
	return at < w->count && fin_bits_has(&w->loops[loop].blocks, at);
}
static inline bool fin_is_header(const struct fin_flow *w, uint32_t at)
{
	return w->loop_of[at] != FIN_NOWHERE && w->loops[w->loop_of[at]].header == at;
}

#endif
