/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The graph of one region, from which a struct fin_flow is made. */
#ifndef HSAEMU_FIN_FLOW_GRAPH_H
#define HSAEMU_FIN_FLOW_GRAPH_H

#include "shape/flow.h"
#include "ir/bits.h"

struct fin_graph_loop {
	/* parent: number of the loop around it, or FIN_NOWHERE; size: in nodes; depth: 1 for a loop
	 * that is in no other */
	uint32_t header, parent, size, depth;
	struct fin_bits nodes;
};

/* Nodes are numbered in reverse post-order. The arrays live in the function's module arena. */
struct fin_graph {
	struct arena *a;
	uint32_t n;
	struct fin_block **block;
	struct fin_positions node; /* by block index */
	uint32_t **succ, *succ_count;
	uint32_t **pred, *pred_count;
	uint32_t *idom;
	struct fin_graph_loop *loops; /* a loop comes before those inside of it */
	uint32_t loop_count;
	uint32_t *loop_of; /* by node: its innermost loop, or FIN_NOWHERE */
};

/* Whether the block ends in a barrier or ret, and so leads nowhere in its region. */
bool fin_leaves_region(const struct fin_block *b);
/* Makes nodes and edges, dominators and loops. False when some loop has several entries: then the
 * loops are not complete. */
bool fin_graph_make(struct fin_graph *g, struct fin_function *f,
	const struct fin_region *r) NODISCARD;

/* flow_simplify.c: whether every loop has one latch and one preheader. */
bool fin_graph_is_simple(const struct fin_graph *g);
/* flow_nest.c: orders a graph with loops of any kind. Returns each node's position, and sets the
 * loops in `w`. */
uint32_t *fin_nest_ranks(struct fin_graph *g, struct fin_flow *w);

#endif
