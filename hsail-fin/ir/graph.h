/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Algorithms on graphs whose nodes are numbers: blocks of a function, of a region, or of LLVM's. */
#ifndef HSAEMU_FIN_GRAPH_H
#define HSAEMU_FIN_GRAPH_H

#include "ir/bits.h"

/* The edges of a node have numbers k from 0 on. end() returns the node at the other end of edge k,
 * or FIN_NO_NODE when the node has no more edges. */
#define FIN_NO_NODE UINT32_MAX
struct fin_edges {
	uint32_t (*end)(const void *graph, uint32_t node, uint32_t k);
	const void *graph;
};
static inline uint32_t fin_edge_end(const struct fin_edges *e, uint32_t node, uint32_t k)
{
	return e->end(e->graph, node, k);
}

/* A depth-first search over nodes below n. fin_search_from() goes on from a further root and enters
 * no node twice. */
struct fin_search {
	struct fin_edges edges;
	struct fin_bits seen;
	uint32_t *order; /* the nodes so far, in post-order */
	size_t count, cap;
	struct fin_search_frame *stack;
	size_t depth, stack_cap;
};
struct fin_search fin_search_new(struct arena *a, size_t n, struct fin_edges edges);
void fin_search_from(struct fin_search *s, uint32_t root);
void fin_search_release(struct fin_search *s);

/* Immediate dominators of nodes that are numbered in reverse post-order from the root, node 0
 * (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm"). idom[0] is 0. */
void fin_dominators(struct fin_edges preds, uint32_t n, uint32_t *idom);
/* The nearest common dominator. It relies on idom[k] < k for every node k but 0. */
uint32_t fin_common_dominator(const uint32_t *idom, uint32_t a, uint32_t b);

/* Dominance frontiers (Cytron et al.): the frontier of node k is node[first[k]] to node[first[k +
 * 1] - 1], in ascending order. */
struct fin_frontiers {
	uint32_t *first, *node;
};
struct fin_frontiers fin_frontiers_of(struct arena *a, struct fin_edges preds, uint32_t n,
	const uint32_t *idom);

#endif
