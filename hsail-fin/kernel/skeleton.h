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
	struct fin_lower w; /* of fin_lower_of() */
	const struct fin_regions *rs;
	struct fin_pieces pieces; /* of fin_pieces_plan() */
	enum fin_granularity per; /* group, or wave */
	/* of the function that is made */
	LLVMValueRef context, blocks;   /* of the first work-item: kept values, private block */
	LLVMValueRef next;              /* alloca: region after this one, or the count for none */
	struct fin_group_values values; /* that all work-items share */
	LLVMBasicBlockRef *heads;       /* of the regions in this function */
	LLVMBasicBlockRef done;         /* after the last region */
	LLVMBasicBlockRef hub;          /* in a piece: to the region that `next` holds */
	/* of the region that is made */
	uint32_t region;
	struct fin_bits again; /* registers that have been computed again */
};

/* What scalar and vector code do each in their way. The skeleton is the first member of theirs. */
struct fin_skeleton_ops {
	void (*begin)(struct fin_skeleton *s);       /* a function, which has no block yet */
	void (*end)(struct fin_skeleton *s);         /* it is made */
	void (*find_sizes)(struct fin_skeleton *s);  /* of the work-group, in the entry block */
	void (*emit_region)(struct fin_skeleton *s); /* for all work-items */
	void (*emit_wave)(struct fin_skeleton *s);   /* all code, for a wave on a fiber */
	void (*compute)(struct fin_skeleton *s, const struct fin_inst *i);
	/* Values of the work-group that `from` may have changed go on to `to`. */
	void (*pass_on)(struct fin_skeleton *s, const struct fin_region *from,
		const struct fin_region *to);
};

/* Makes the kernel's function, s->w.fn, and those of its pieces. */
void fin_skeleton_emit(struct fin_skeleton *s);

LLVMBasicBlockRef fin_skeleton_block(struct fin_skeleton *s, const char *name);
void fin_skeleton_go_on(struct fin_skeleton *s, LLVMBasicBlockRef at);
LLVMValueRef fin_skeleton_u32(struct fin_skeleton *s, uint64_t v);
/* The region behind the barrier of block `b`; makes it the one that comes next. */
const struct fin_region *fin_skeleton_after(const struct fin_skeleton *s,
	const struct fin_block *b);
void fin_skeleton_set_next(struct fin_skeleton *s, const struct fin_region *r);
/* Notes on a load or store that it is of values which are kept over barriers. */
void fin_skeleton_describe_access(struct fin_skeleton *s, LLVMValueRef access);
/* Registers can be computed again in code that begins: none has been. */
void fin_skeleton_forget_again(struct fin_skeleton *s);
/* Computes a register, after those that it needs, from its one definition. */
void fin_skeleton_compute_again(struct fin_skeleton *s, uint32_t reg);

#endif
