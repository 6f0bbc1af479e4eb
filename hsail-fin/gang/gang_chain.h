/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chains of branches to one block, as early returns, breaks, continues and exits by errors make
 * them (gang_chain.c). */
#ifndef HSAEMU_FIN_GANG_CHAIN_H
#define HSAEMU_FIN_GANG_CHAIN_H

#include "gang/gang.h"

struct fin_walk;

/* A branch of a chain; chains have an array of them, by the position of the branch's block. */
struct fin_chain_link {
	/* position of the join, to which the chain's branches lead; FIN_NOWHERE: no chain */
	uint32_t join;
	/* the predecessor of `join` on this way: the block itself, or one to which only it leads */
	uint32_t from;
	uint32_t before; /* position of the link before it; FIN_NOWHERE: it is the first */
};

struct fin_chains {
	const struct fin_flow *flow;
	struct fin_chain_link *link;
	uint32_t *link_of; /* by position: the link whose `from` is there, or FIN_NOWHERE */
};

/* Finds the chains of a region that is not dispatched. */
struct fin_chains fin_chains_new(const struct fin_flow *w);
void fin_chains_release(struct fin_chains *c);

/* Writes the phis to which the current block's link leads, for all lanes that run the block. To be
 * called at the end of a block whose branch splits the wave. */
void fin_chain_write(struct fin_walk *s);
/* Whether the current block's own branch is a link of a chain to `to`. */
bool fin_chain_leads_to(const struct fin_walk *s, uint32_t to);
/* Whether fin_chain_write() has written phi `k` of `to` for the edge from the current block. */
bool fin_chain_wrote(const struct fin_walk *s, uint32_t to, uint32_t k);

#endif
