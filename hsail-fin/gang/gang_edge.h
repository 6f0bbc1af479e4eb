/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Masks, phis and branches for the blocks of a region, one block after the other. Partial
 * linearisation (gang_flow.c) and the dispatcher (gang_dispatch.c) are the two ways to go through
 * the blocks. */
#ifndef HSAEMU_FIN_GANG_EDGE_H
#define HSAEMU_FIN_GANG_EDGE_H

#include "gang/gang_chain.h"
#include "ir/bits.h"

/* Lanes that have left at the links of a chain, where each link is the only way to the next. They
 * are those lanes of `first` that are not at the last link any more. */
struct fin_leavers {
	uint32_t after;                    /* position of the last link + 1; 0: there was none */
	LLVMValueRef first[FIN_MAX_PARTS]; /* the lanes at the first link */
	/* the lanes that waited for the join before the first link */
	LLVMValueRef waiting[FIN_MAX_PARTS];
};

struct fin_walk {
	struct fin_gang *g;
	struct fin_gang_code *c;
	const struct fin_flow *f;
	LLVMBasicBlockRef *label; /* by position; [count] is the end of the region */
	/* by position and part: allocas of masks, NULL until used */
	LLVMValueRef (*mask)[FIN_MAX_PARTS];
	LLVMValueRef now[FIN_MAX_PARTS]; /* the mask of the current block */
	uint32_t at;
	const struct fin_chains *chains; /* NULL: none are looked for */
	struct fin_bits written;         /* positions of links whose phis have been written */
	struct fin_leavers leavers;
	/* Of a walk that goes in the order of positions: the positions it has passed, those whose
	 * mask their dominator has given, and the registers of phis that it has written. */
	struct fin_bits passed, given, phis;
	bool is_in_order;
	struct fin_bits leaving; /* fin_walk_leaving() */
};

/* Begins a walk. The caller has set g, c and f. `wanted` are the blocks that get labels; NULL:
 * all. */
void fin_walk_start(struct fin_walk *s, const struct fin_bits *wanted);
/* Says, after fin_walk_start(), that the walk goes in the order of positions. */
void fin_walk_in_order(struct fin_walk *s);
void fin_walk_release(struct fin_walk *s);
static inline bool fin_walk_is_partial(const struct fin_walk *s, uint32_t at)
{
	return fin_bits_has(&s->c->div->partial, at);
}
/* Sets the gang's mask to that of the current block. In a loop, the block's own mask becomes empty
 * for the next iteration. */
void fin_walk_enter(struct fin_walk *s);
/* Loads, by part, the masks of the lanes that wait for block `at`. */
void fin_walk_waiting(struct fin_walk *s, uint32_t at, LLVMValueRef *mask);
/* Notes that the lanes of `mask` (NULL: all) will run block `to`. With `adds`, lanes that were
 * noted before will run it, too. */
void fin_walk_add(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, bool adds);
/* Notes, in a walk in order, that the current block is passed. If all of its lanes meet at a block
 * to which they can come from this one only, they are that block's mask, and what edges add to it
 * later is no news. */
void fin_walk_pass(struct fin_walk *s);
/* Does what fin_walk_add() with `adds` does, where the lanes of `mask` leave a chain and those of
 * `stay` do not. For a row of links, the mask of all leavers is a sum of two masks, as a sum of the
 * leavers of each link takes LLVM much time. */
void fin_walk_add_leavers(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, LLVMValueRef *stay);
/* The mask with which phi `reg` of `to` is written for the lanes of `mask`: NULL if no lane can
 * need what it was before, since each has passed the dominator of `to` in this iteration and no
 * edge has written the phi since. So edges are lowered in the order in which they run, and lanes
 * that are off in the whole region have ended. Notes that the phi is written. */
LLVMValueRef *fin_walk_phi_mask(struct fin_walk *s, uint32_t to, uint32_t reg, LLVMValueRef *mask);
/* Writes the phis of `to` for lanes that come from the current block; all sources are read first.
 * `mixes` says that other lanes of the wave may have come from elsewhere. */
void fin_walk_phis(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, bool mixes);
/* Makes a real branch from the current block. Each edge gets a block, in which `go` takes the edge.
 * `s` is the first member of the structure that `go` works on. */
void fin_walk_branch(struct fin_walk *s, void (*go)(struct fin_walk *s, uint32_t to));
/* Finds, for each successor of the current block, the mask of the lanes that go to it. */
void fin_walk_split(struct fin_walk *s, LLVMValueRef (*mask)[FIN_MAX_PARTS]);

/* ---- gang_heavy.c: which blocks are jumped over where no lane is on. */
/* The registers of the region, in the module's arena, that other blocks read than the one that
 * defines them. */
struct fin_bits fin_walk_leaving(const struct fin_walk *s);
/* Whether running the current block with an empty mask is wrong or a waste. */
bool fin_walk_is_heavy(const struct fin_walk *s);

/* gang_dispatch.c: lowers a region that is dispatched. */
void fin_gang_dispatch(struct fin_gang *g, struct fin_gang_code *c);

#endif
