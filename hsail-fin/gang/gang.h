/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector code: one body runs the work-items of a wave, one per lane.
 *
 * A gang, a wave of HSAEMU_WAVESIZE work-items or, where that makes no difference, a part of one,
 * is `parts` parts of `lanes` lanes. A register is kept as its
 * shape allows: one scalar, a scalar per part (of lane 0), or a vector per part. An instruction is
 * lowered for all parts before the next, by the lowerings of lower.h, each time for a view of the
 * gang: one scalar for the wave, the scalars of a part, the vectors of a part, or one lane. */
#ifndef HSAEMU_FIN_GANG_H
#define HSAEMU_FIN_GANG_H

#include "lower/lower.h"
#include "shape/shapes.h"
#include "ir/bits.h"

/* Rows of arguments on the stack of function `fn`. */
struct fin_rows_block {
	LLVMValueRef at, fn;
	uint64_t bytes;
};

struct fin_gang {
	struct fin_lower *w;
	const struct fin_shapes *s;
	const struct fin_shapes *hoped; /* if no sum wraps; NULL: not known */
	unsigned lanes, parts;
	/* of the wave; vectors, and for rows scalars of lane 0 */
	LLVMValueRef id[3][FIN_MAX_PARTS], id_base[3][FIN_MAX_PARTS];
	LLVMValueRef flat[FIN_MAX_PARTS], flat_base[FIN_MAX_PARTS];
	LLVMValueRef block[FIN_MAX_PARTS]; /* private blocks */
	bool is_terse;                     /* small code is better than fast code */
	bool shares;                       /* so many accesses that they are calls: gang_shared.c */
	bool outlines; /* so much code of instructions alike, too: outline_define.c */
	/* of a function with code of its own: rows of its formals, by number; of its frame and
	 * those below, i32. NULL in kernels */
	const struct fin_row *in_rows, *out_rows;
	LLVMValueRef top;
	struct fin_rows_block call_in, call_out; /* of the last call */
	/* of the region */
	LLVMBuilderRef init;                 /* in the wave's first block: slots start as zero */
	LLVMValueRef (*slot)[FIN_MAX_PARTS]; /* allocas by register, NULL until used */
	/* vectors of risky registers that the scalar does not tell: allocas, NULL until used */
	LLVMValueRef (*exact)[FIN_MAX_PARTS];
	LLVMValueRef *spill; /* by register: array of a wave's lanes, NULL until used */
	/* where code is calls: registers whose arrays have what they have, in the block
	 * `spilled_in` */
	struct fin_bits spilled;
	LLVMBasicBlockRef spilled_in;
	struct fin_bits local;   /* registers whose slots need not start as zero */
	struct fin_bits started; /* registers whose slots `init` has cleared */
	struct fin_bits opaque;  /* registers that may come from the context */
	/* of the block */
	LLVMValueRef *mask; /* by part; NULL: all lanes are on */
	/* the last division of ids (gang_divide.c): each lane's remainder and quotient */
	const struct fin_inst *divides;
	LLVMBasicBlockRef divided_in;
	LLVMValueRef divided[2][FIN_MAX_PARTS];
};

/* ---- gang_view.c ---------------------------------------------------------------------------- */

enum fin_view_kind { FIN_VIEW_ONCE, FIN_VIEW_SCALARS, FIN_VIEW_VECTORS, FIN_VIEW_LANE };

/* Lanes of a gang for which lowerings make code: they are given &view.w. It is valid as long as the
 * gang's ids, blocks and masks are the same. */
struct fin_view {
	struct fin_lower w;
	struct fin_gang *g;
	enum fin_view_kind kind;
	unsigned part;
	LLVMValueRef lane; /* LANE: i32, of the wave */
	/* a register whose definition is lowered for its value only, which goes to `found` */
	uint32_t wanted; /* FIN_NOWHERE: none */
	LLVMValueRef found;
};

/* One scalar for the wave; scalars, of lane 0, and vectors of a part. */
struct fin_view fin_gang_once(struct fin_gang *g);
struct fin_view fin_gang_scalars(struct fin_gang *g, unsigned part);
struct fin_view fin_gang_vectors(struct fin_gang *g, unsigned part);
/* The lane with number `lane`, i32, of the gang: registers that differ are in fin_gang.spill. This
 * makes code where the builder is. */
struct fin_view fin_gang_lane(struct fin_gang *g, LLVMValueRef lane);
/* The same for the first lane that is on. */
struct fin_view fin_gang_first_lane(struct fin_gang *g);

/* ---- gang_value.c --------------------------------------------------------------------------- */

LLVMValueRef fin_gang_vector(struct fin_gang *g, uint32_t reg, unsigned part);
/* The one value or that of lane 0; the register does not vary. */
LLVMValueRef fin_gang_scalar(struct fin_gang *g, uint32_t reg, unsigned part);
void fin_gang_put(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v);
/* Stores v where `mask` is on, everywhere for NULL. */
void fin_gang_blend(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v,
	LLVMValueRef mask);
/* Notes each lane's own value of a risky register besides the scalar. */
void fin_gang_put_exact(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v);
/* Whether it is a quotient or remainder on which a risky register's risk depends. */
bool fin_gang_has_rows(const struct fin_gang *g, uint32_t reg);
/* i1: a risky register is linear in this part after all. */
LLVMValueRef fin_gang_is_linear(struct fin_gang *g, uint32_t reg, unsigned part);
/* The definition of a register whose operands are still valid where the register is, or NULL. */
const struct fin_inst *fin_gang_def(const struct fin_gang *g, uint32_t reg);

/* Element of fin_gang.spill. */
LLVMTypeRef fin_gang_spill_type(struct fin_gang *g, uint32_t reg);

/* ---- gang_mask.c ---------------------------------------------------------------------------- */

/* <V x i1> as an integer of V bits, and back. */
LLVMValueRef fin_gang_bits(struct fin_gang *g, LLVMValueRef mask);
LLVMValueRef fin_gang_mask(struct fin_gang *g, LLVMValueRef bits);
LLVMValueRef fin_gang_all(struct fin_gang *g);                      /* a mask with all lanes on */
LLVMValueRef fin_gang_any(struct fin_gang *g, LLVMValueRef *masks); /* i1 */
LLVMValueRef fin_gang_iota(struct fin_gang *g, LLVMTypeRef elem, uint64_t stride);
/* Masks of all parts, or NULL, to one bit per lane of the gang, i32. */
LLVMValueRef fin_gang_wave_bits(struct fin_gang *g, LLVMValueRef *masks);
/* The address of element n of an array of `elem`. */
LLVMValueRef fin_gang_element(struct fin_gang *g, LLVMTypeRef elem, LLVMValueRef array, unsigned n);
LLVMBasicBlockRef fin_gang_block(struct fin_gang *g, const char *name);

/* ---- gang_inst.c ---------------------------------------------------------------------------- */

void fin_gang_inst(struct fin_gang *g, const struct fin_inst *i);

/* ---- outline_worth.c ------------------------------------------------------------------------- */

/* Whether there is so much code of instructions that are alike but for their registers that they
 * are calls; what they call is defined then. */
bool fin_outline_pays(const struct fin_gang *g);

/* ---- gang_ids.c ----------------------------------------------------------------------------- */

/* Sizes of the work-group, i32, and the inverse of two of them, f32. */
struct fin_group_sizes {
	LLVMValueRef size[3], inverse[2];
};
struct fin_group_sizes fin_group_sizes(struct fin_lower *w);
/* base + lane * stride in every lane. */
LLVMValueRef fin_gang_spread(struct fin_gang *g, LLVMValueRef base, uint64_t stride);
/* Flat ids of a gang that begins with work-item `first`. */
void fin_gang_flat_ids(struct fin_gang *g, LLVMValueRef first);
/* Ids from the flat ones. */
void fin_gang_ids(struct fin_gang *g, const struct fin_group_sizes *s);

/* gang_divide.c: i1, the quotient or remainder is linear in this part. */
LLVMValueRef fin_row_is_whole(struct fin_gang *g, const struct fin_inst *i, unsigned part);
/* gang_image.c: lanes may use different images or samplers. */
bool fin_image_goes_in_turn(const struct fin_shapes *s, const struct fin_inst *i);
/* gang_mem.c: whether there are so many accesses of varying places that they share their code: else
 * it grows to a multiple and LLVM takes half a minute for unrolled kernels of some thousand
 * lines. */
bool fin_gang_shares(const struct fin_function *f, const struct fin_shapes *s);

/* ---- gang_flow.c ---------------------------------------------------------------------------- */

struct fin_gang_code {
	const struct fin_flow *flow;
	const struct fin_divergence *div;
	LLVMValueRef *entry_mask; /* by part; NULL: all lanes */
	bool mostly_whole;        /* entry_mask rarely has a lane off */
	LLVMBasicBlockRef end;    /* of the wave */
	/* Saves what the region after barrier `b` needs; the gang's mask is that of `b`. */
	void (*barrier)(struct fin_gang_code *c, const struct fin_block *b);
	void *owner; /* for `barrier` */
};
/* Lowers the region; the builder's block goes on at its entry. */
void fin_gang_region(struct fin_gang *g, struct fin_gang_code *c);

/* ---- lockstep.c ----------------------------------------------------------------------------- */

/* Whether a whole wave has to run each instruction before the next. */
bool fin_needs_lockstep(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t region_count);

/* ---- block_local.c --------------------------------------------------------------------------- */

/* Registers that are only read, in any way, in the block that defines them. */
struct fin_bits fin_gang_local(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_regions *rs);

#endif
