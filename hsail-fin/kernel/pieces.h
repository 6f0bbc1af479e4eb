/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of many instructions become several functions, of a few regions each: LLVM's time grows
 * faster than its functions do.
 *
 *     kernel: frame; for (region = 0; region < count;)
 *                 region = PIECE(dispatch, wg, frame, region), the piece that has the region
 *
 * A piece runs regions until one follows that it does not have. The frame holds the values of the
 * whole work-group that cross barriers; a kernel of one piece has them in allocas. */
#ifndef HSAEMU_FIN_PIECES_H
#define HSAEMU_FIN_PIECES_H

#include "lower/entry.h"
#include "regions/regions.h"
#include "ir/bits.h"

struct fin_pieces {
	uint32_t count;
	uint32_t *of;               /* by region: its piece */
	LLVMValueRef *function;     /* by piece; none when there is only one */
	LLVMValueRef frame, region; /* parameters of the piece that is being made */
	uint64_t *place[2];         /* by register, of its two values: offset in the frame + 1 */
	uint64_t frame_bytes;
};

void fin_pieces_plan(const struct fin_function *f, const struct fin_regions *rs,
	struct fin_pieces *out);
static inline bool fin_is_in_pieces(const struct fin_pieces *p)
{
	return p->count > 1;
}
/* Sets w->fn, dispatch and wg to a new function for the piece. */
void fin_piece_function(struct fin_lower *w, struct fin_pieces *p, uint32_t number);
/* From w->entry to `hub`, with the number of the first region in `next`. Only there a piece chooses
 * regions: with many ways into a region, LLVM computes much of what it needs on each of them. */
void fin_piece_enter(struct fin_lower *w, LLVMValueRef next, const struct fin_pieces *p,
	LLVMBasicBlockRef hub);
/* The body of the kernel, w->fn, when all pieces are there. */
void fin_pieces_run(struct fin_lower *w, const struct fin_pieces *p, uint32_t regions);
/* Adds what differs to the descriptor: the entry calls functions. */
void fin_pieces_describe(const struct fin_pieces *p, struct hsaemu_kernel_descriptor *kd);

/* Values that the whole work-group shares: work-items read `in` and write `out`, which becomes `in`
 * for the next region. By register, of one function, NULL until used. */
struct fin_group_values {
	LLVMValueRef *in, *out;
};
struct fin_group_values fin_group_values_new(size_t reg_count);
void fin_group_values_free(struct fin_group_values *v);
/* Where such a value is: an alloca that starts as zero, or in the frame. These use w->entry. */
LLVMValueRef fin_group_in(struct fin_lower *w, struct fin_pieces *p, struct fin_group_values *v,
	uint32_t reg);
LLVMValueRef fin_group_out(struct fin_lower *w, struct fin_pieces *p, struct fin_group_values *v,
	uint32_t reg);

/* Regions that can follow one, in the module's arena. */
struct fin_bits fin_region_followers(const struct fin_function *f, const struct fin_regions *rs,
	uint32_t region);
/* From the builder's block to the region that `next` holds, one of `followers` (NULL: all) that has
 * a head, or to `done`. */
void fin_region_switch(struct fin_lower *w, const struct fin_bits *followers, LLVMValueRef next,
	LLVMBasicBlockRef *heads, uint32_t count, LLVMBasicBlockRef done);

#endif
