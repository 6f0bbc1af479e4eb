/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel that runs a work-group region by region, in scalar and in vector code
 * (docs/design/vector-code.md, "Regions").
 *
 *     entry: sizes, segment bases, kernargs, allocas
 *     for each region R: R's code for all work-items of the group
 *                        then go to the region that the work-items agreed on (`next`)
 *
 * Large kernels are several such functions (pieces.h). */
#ifndef HSAEMU_FIN_SKELETON_H
#define HSAEMU_FIN_SKELETON_H

#include "kernel/kernel.h"
#include "kernel/pieces.h"
#include "ir/bits.h"

struct fin_skeleton_ops;

struct fin_skeleton {
	const struct fin_skeleton_ops *ops;
	struct fin_made made;
	struct fin_lower w; /* made by fin_lower_of() */
	const struct fin_regions *rs;
	struct fin_pieces pieces; /* made by fin_pieces_plan() */
	enum fin_granularity per; /* what one call of the entry runs: a group or a wave */
	bool calls;               /* it calls functions that may print */
	/* The following belong to the function that is being made. */
	LLVMValueRef context, blocks; /* the first work-item's context and private block */
	/* alloca: the number of the next region, or how many regions there are for none */
	LLVMValueRef next;
	struct fin_group_values values; /* values that all work-items share */
	/* by region: its first block, NULL if it is not in this function */
	LLVMBasicBlockRef *heads;
	LLVMBasicBlockRef done; /* where the function ends, after its last region */
	/* only in a piece: the block that goes to the region whose number `next` holds */
	LLVMBasicBlockRef hub;
	/* The following belong to the region that is being made. */
	uint32_t region;
	struct fin_bits again; /* registers that this code has computed again already */
};

/* Callbacks for the steps that scalar and vector code do each in its own way. Their structures have
 * a struct fin_skeleton as first member, to which the callbacks cast their argument. */
struct fin_skeleton_ops {
	void (*begin)(struct fin_skeleton *s); /* begins a function, which has no block yet */
	void (*end)(struct fin_skeleton *s);   /* ends the function */
	/* Finds the sizes of the work-group, in the entry block. */
	void (*find_sizes)(struct fin_skeleton *s);
	/* Makes the code of a region for all work-items. */
	void (*emit_region)(struct fin_skeleton *s);
	/* Makes the whole code of a kernel for a wave on a fiber. */
	void (*emit_wave)(struct fin_skeleton *s);
	/* Computes a register again by its definition. */
	void (*compute)(struct fin_skeleton *s, const struct fin_inst *i);
	/* Makes those shared values that region `from` may have changed the ones that region `to`
	 * reads. */
	void (*pass_on)(struct fin_skeleton *s, const struct fin_region *from,
		const struct fin_region *to);
};

/* Makes the kernel's function, s->w.fn, and those of its pieces. */
void fin_skeleton_emit(struct fin_skeleton *s);

LLVMBasicBlockRef fin_skeleton_block(struct fin_skeleton *s, const char *name);
void fin_skeleton_go_on(struct fin_skeleton *s, LLVMBasicBlockRef at);
LLVMValueRef fin_skeleton_u32(struct fin_skeleton *s, uint64_t v);
/* fin_skeleton_after() returns the region behind the barrier at the end of block `b`;
 * fin_skeleton_set_next() makes `r` the region that comes next. */
const struct fin_region *fin_skeleton_after(const struct fin_skeleton *s,
	const struct fin_block *b);
void fin_skeleton_set_next(struct fin_skeleton *s, const struct fin_region *r);
/* Marks a load or store as one of values that are kept over barriers, which the kernel's own
 * accesses cannot alias. */
void fin_skeleton_describe_access(struct fin_skeleton *s, LLVMValueRef access);
/* Forgets which registers have been computed again, at the beginning of a piece of code. */
void fin_skeleton_forget_again(struct fin_skeleton *s);
/* Computes a register again by its one definition, after the registers that the definition reads.
 * Does nothing where this code has done so already. */
void fin_skeleton_compute_again(struct fin_skeleton *s, uint32_t reg);

#endif
