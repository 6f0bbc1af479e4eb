/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The graph of one region, in the making of a struct fin_flow. */
#ifndef HSAEMU_FIN_FLOW_GRAPH_H
#define HSAEMU_FIN_FLOW_GRAPH_H

#include "shape/flow.h"
#include "ir/bits.h"

struct fin_graph_loop {
	uint32_t header, parent, size, depth; /* depth: 1 for one that is in no other */
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
	struct fin_graph_loop *loops; /* outer ones before those in them */
	uint32_t loop_count;
	uint32_t *loop_of; /* innermost, or FIN_NOWHERE */
};

/* A barrier or ret, which leads nowhere in its region. */
bool fin_leaves_region(const struct fin_block *b);
/* Nodes and edges; `idom` and loops too when every loop has one entry, which is what it returns. */
bool fin_graph_make(struct fin_graph *g, struct fin_function *f,
	const struct fin_region *r) NODISCARD;

/* flow_simplify.c: every loop has one latch and one preheader. */
bool fin_graph_is_simple(const struct fin_graph *g);
/* flow_nest.c: the positions of a graph with any loops, by node, and in `w` its loops. */
uint32_t *fin_nest_ranks(struct fin_graph *g, struct fin_flow *w);

#endif
