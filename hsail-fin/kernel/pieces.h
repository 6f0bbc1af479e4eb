/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of many instructions become several functions, of a few regions each, since LLVM's time
 * grows faster than the length of a function.
 *
 *     kernel: frame; for (region = 0; region < count;)
 *                 region = PIECE(dispatch, wg, frame, region), the piece that has the region
 *
 * A piece runs regions until one follows that it does not have. The frame holds the values that the
 * whole work-group shares across barriers; a kernel of one piece has them in allocas. */
#ifndef HSAEMU_FIN_PIECES_H
#define HSAEMU_FIN_PIECES_H

#include "lower/entry.h"
#include "regions/regions.h"
#include "ir/bits.h"

struct fin_pieces {
	uint32_t count;
	uint32_t *of;               /* by region: its piece */
	LLVMValueRef *function;     /* by piece; unused when there is only one */
	LLVMValueRef frame, region; /* parameters of the piece that is being made */
	/* by register, of its values `in` and `out`: offset + 1 in the frame; 0: no place yet */
	uint64_t *place[2];
	uint64_t frame_bytes;
};

void fin_pieces_plan(const struct fin_function *f, const struct fin_regions *rs,
	struct fin_pieces *out);
static inline bool fin_is_in_pieces(const struct fin_pieces *p)
{
	return p->count > 1;
}
/* Makes the function of piece `number` and sets w->fn, dispatch and wg to it and its parameters. */
void fin_piece_function(struct fin_lower *w, struct fin_pieces *p, uint32_t number);
/* Goes from w->entry to the block `hub`, with the number of the first region in `next`. A piece
 * chooses regions only in its hub: with many ways into a region, LLVM would compute much of what
 * the region needs on each of them. */
void fin_piece_enter(struct fin_lower *w, LLVMValueRef next, const struct fin_pieces *p,
	LLVMBasicBlockRef hub);
/* Makes the body of the kernel, w->fn, when all pieces have been made. */
void fin_pieces_run(struct fin_lower *w, const struct fin_pieces *p, uint32_t regions);

/* The variables of the values that the whole work-group shares: work-items read `in` and write
 * `out`, which becomes `in` for the next region. The arrays are by register and belong to one
 * function; an element is NULL until it is used. */
struct fin_group_values {
	LLVMValueRef *in, *out;
};
struct fin_group_values fin_group_values_new(size_t reg_count);
void fin_group_values_free(struct fin_group_values *v);
/* Return the address of the value of `reg`: an alloca that starts as zero or, in pieces, a place in
 * the frame. Their instructions go to w->entry. */
LLVMValueRef fin_group_in(struct fin_lower *w, struct fin_pieces *p, struct fin_group_values *v,
	uint32_t reg);
LLVMValueRef fin_group_out(struct fin_lower *w, struct fin_pieces *p, struct fin_group_values *v,
	uint32_t reg);

/* The regions that can follow `region`. The set is in the module's arena. */
struct fin_bits fin_region_followers(const struct fin_function *f, const struct fin_regions *rs,
	uint32_t region);
/* Goes from the builder's block to the region whose number `next` holds, if it is one of
 * `followers` (NULL: all regions) and has a head, and else to `done`. */
void fin_region_switch(struct fin_lower *w, const struct fin_bits *followers, LLVMValueRef next,
	LLVMBasicBlockRef *heads, uint32_t count, LLVMBasicBlockRef done);

#endif
