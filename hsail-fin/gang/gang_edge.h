/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks of a region, one after the other: masks, phis and branches. Partial linearisation
 * (gang_flow.c) and the dispatcher (gang_dispatch.c) are the two ways to go through them. */
#ifndef HSAEMU_FIN_GANG_EDGE_H
#define HSAEMU_FIN_GANG_EDGE_H

#include "gang/gang_chain.h"
#include "ir/bits.h"

/* Lanes that left at links of a chain, each link the only way to the next: those of `first` that
 * are not there any more. */
struct fin_leavers {
	uint32_t after;                      /* the last link's position + 1; 0: none */
	LLVMValueRef first[FIN_MAX_PARTS];   /* the lanes at the first link */
	LLVMValueRef waiting[FIN_MAX_PARTS]; /* those that waited for the join before that */
};

struct fin_walk {
	struct fin_gang *g;
	struct fin_gang_code *c;
	const struct fin_flow *f;
	LLVMBasicBlockRef *label;            /* by position; [count] is the end */
	LLVMValueRef (*mask)[FIN_MAX_PARTS]; /* allocas of masks by position, NULL until used */
	LLVMValueRef now[FIN_MAX_PARTS];     /* the mask of the current block */
	uint32_t at;
	const struct fin_chains *chains; /* NULL: none are looked for */
	struct fin_bits written;         /* by position: links of chains */
	struct fin_leavers leavers;
};

/* With g, c and f set; labels for `wanted` blocks, all for NULL. */
void fin_walk_start(struct fin_walk *s, const struct fin_bits *wanted);
void fin_walk_release(struct fin_walk *s);
static inline bool fin_walk_is_partial(const struct fin_walk *s, uint32_t at)
{
	return fin_bits_has(&s->c->div->partial, at);
}
/* Sets the gang's mask to that of the current block; in a loop the next iteration starts with
 * none. */
void fin_walk_enter(struct fin_walk *s);
/* The lanes that wait for block `at`. */
void fin_walk_waiting(struct fin_walk *s, uint32_t at, LLVMValueRef *mask);
/* The lanes of `mask`, all for NULL, will run block `to`; `adds`: with those that already will. */
void fin_walk_add(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, bool adds);
/* As fin_walk_add() with `adds`, where the lanes of `mask` leave a chain and those of `stay` do
 * not: a sum of two for all links of a row, for a sum of all of them takes LLVM much time. */
void fin_walk_add_leavers(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, LLVMValueRef *stay);
/* Phis of `to` for lanes that come from the current block; all sources are read first. `mixes`:
 * other lanes of the wave may have come from elsewhere. */
void fin_walk_phis(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, bool mixes);
/* A real branch from the current block; each edge has a block, in which `go` takes it. `s` is the
 * first member of what `go` knows. */
void fin_walk_branch(struct fin_walk *s, void (*go)(struct fin_walk *s, uint32_t to));
/* By successor of the current block: the lanes that go to it. */
void fin_walk_split(struct fin_walk *s, LLVMValueRef (*mask)[FIN_MAX_PARTS]);

/* gang_dispatch.c: lowers a dispatched region. */
void fin_gang_dispatch(struct fin_gang *g, struct fin_gang_code *c);

#endif
