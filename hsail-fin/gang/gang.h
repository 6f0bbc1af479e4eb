/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector code: one body runs the work-items of a wave, one per lane.
 *
 * A gang, a wave of HSAEMU_WAVESIZE work-items or, where that makes no difference, a part of one,
 * is `parts` parts of `lanes` lanes. A register is kept as its
 * shape allows: one scalar, a scalar per part (of lane 0), or a vector per part. An instruction is
 * lowered for all parts before the next, by the lowerings of lower.h, which see through
 * fin_lower.gang what `mode` says: one scalar for the wave, the scalars of a part, the vectors of a
 * part, or one lane. */
#ifndef HSAEMU_FIN_GANG_H
#define HSAEMU_FIN_GANG_H

#include "lower/lower.h"
#include "shape/shapes.h"

enum fin_gang_mode { FIN_GANG_ONCE, FIN_GANG_PART, FIN_GANG_VECTOR, FIN_GANG_LANE };

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
	enum fin_gang_mode mode;
	unsigned part;
	LLVMValueRef lane; /* LANE: i32, of the wave */
	/* of the wave; vectors, and for rows scalars of lane 0 */
	LLVMValueRef id[3][FIN_MAX_PARTS], id_base[3][FIN_MAX_PARTS];
	LLVMValueRef flat[FIN_MAX_PARTS], flat_base[FIN_MAX_PARTS];
	LLVMValueRef block[FIN_MAX_PARTS]; /* private blocks */
	bool is_terse;                     /* small code is better than fast code */
	bool shares;                       /* so many accesses that they are calls: gang_shared.c */
	bool shares_forms; /* so much code of instructions alike, too: gang_form.c */
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
	LLVMValueRef base;       /* gang_form.c: of the instruction's address; NULL in kernels */
	struct fin_bits local;   /* registers whose slots need not start as zero */
	struct fin_bits started; /* registers whose slots `init` has cleared */
	struct fin_bits opaque;  /* registers that may come from the context */
	/* of the block */
	LLVMValueRef *mask; /* by part; NULL: all lanes are on */
	/* the last division of ids (lower_divide.c): each lane's remainder and quotient */
	const struct fin_inst *divides;
	LLVMBasicBlockRef divided_in;
	LLVMValueRef divided[2][FIN_MAX_PARTS];
	/* a register whose definition is lowered for its value only */
	uint32_t wanted; /* FIN_NOWHERE: none */
	LLVMValueRef found;
};

/* ---- gang_value.c --------------------------------------------------------------------------- */

/* What the lowerings see from now on. */
void fin_gang_select(struct fin_gang *g, enum fin_gang_mode mode, unsigned part, LLVMValueRef lane);
LLVMValueRef fin_gang_get(struct fin_lower *w, uint32_t reg);
void fin_gang_set(struct fin_lower *w, uint32_t reg, LLVMValueRef v);
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

/* <V x i1> as an integer of V bits, and back. */
LLVMValueRef fin_gang_bits(struct fin_gang *g, LLVMValueRef mask);
LLVMValueRef fin_gang_mask(struct fin_gang *g, LLVMValueRef bits);
LLVMValueRef fin_gang_all(struct fin_gang *g);                      /* a mask with all lanes on */
LLVMValueRef fin_gang_any(struct fin_gang *g, LLVMValueRef *masks); /* i1 */
LLVMValueRef fin_gang_iota(struct fin_gang *g, LLVMTypeRef elem, uint64_t stride);
/* Masks of all parts, or NULL, to one bit per lane of the gang, i32. */
LLVMValueRef fin_gang_wave_bits(struct fin_gang *g, LLVMValueRef *masks);
/* Element of fin_gang.spill; the address of element n of such an array. */
LLVMTypeRef fin_gang_spill_type(struct fin_gang *g, uint32_t reg);
LLVMValueRef fin_gang_element(struct fin_gang *g, LLVMTypeRef elem, LLVMValueRef array, unsigned n);
LLVMBasicBlockRef fin_gang_block(struct fin_gang *g, const char *name);

/* ---- gang_inst.c ---------------------------------------------------------------------------- */

void fin_gang_inst(struct fin_gang *g, const struct fin_inst *i);
/* Operations of vectors that LLVM would take apart, many times over. */
bool fin_gang_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i);
/* The scalar lowering of `i`, for one active lane after the other. */
void fin_gang_lanes(struct fin_gang *g, const struct fin_inst *i);
/* The same for the lanes `on`, bits, of registers that are spilled. */
void fin_gang_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef on);
/* A loop over the lanes that are on, with the mode LANE; what is lowered between is its body. */
struct fin_lane_loop {
	LLVMBasicBlockRef body, after;
	LLVMValueRef left; /* phi: lanes to do, as bits */
};
struct fin_lane_loop fin_gang_open_lanes(struct fin_gang *g);
void fin_gang_close_lanes(struct fin_gang *g, struct fin_lane_loop *l);
/* What the lowerings see from now on is the first lane that is on. */
void fin_gang_first_lane(struct fin_gang *g);

/* ---- form_worth.c, gang_form.c -------------------------------------------------------------- */

/* Whether there is so much code of instructions that are alike but for their registers that they
 * are calls; what they call is defined then. */
bool fin_gang_shares_forms(const struct fin_gang *g);
/* `i` as a call for each part if it is one of those, else false. */
bool fin_gang_call_form(struct fin_gang *g, const struct fin_inst *i);
/* What does `i` for each lane in turn if it is one of those, or NULL; its call, whose registers are
 * spilled. */
LLVMValueRef fin_gang_form_in_turn(struct fin_gang *g, const struct fin_inst *i);
void fin_gang_call_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef fn);

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

/* lower_profile.c */
void fin_gang_profile(struct fin_gang *g, const struct fin_inst *i);
/* lower_divide.c: i1, the quotient or remainder is linear in this part. */
LLVMValueRef fin_row_is_whole(struct fin_gang *g, const struct fin_inst *i, unsigned part);

/* lower_wait.c */
void fin_gang_fbarrier(struct fin_gang *g, const struct fin_inst *i);

/* ---- gang_mem.c, lower_lane.c ---------------------------------------------------------------- */

/* Whether there are so many accesses of varying places that they share their code: else it grows to
 * a multiple and LLVM takes half a minute for unrolled kernels of some thousand lines. */
bool fin_gang_shares(const struct fin_function *f, const struct fin_shapes *s);
void fin_gang_load(struct fin_gang *g, const struct fin_inst *i);
void fin_gang_store(struct fin_gang *g, const struct fin_inst *i);
void fin_gang_cross(struct fin_gang *g, const struct fin_inst *i);

/* gang_call.c: the address of a formal in memory, of the lane or lanes that are selected. */
LLVMValueRef fin_gang_formal(struct fin_gang *g, const struct fin_local *l);

/* ---- lower_image.c --------------------------------------------------------------------------- */

void fin_gang_image(struct fin_gang *g, const struct fin_inst *i);
/* Lanes may use different images or samplers. */
bool fin_image_goes_in_turn(const struct fin_shapes *s, const struct fin_inst *i);

/* ---- gang_reduce.c -------------------------------------------------------------------------- */

/* An atomic whose lanes can be combined before the memory is updated. */
bool fin_gang_reduces(const struct fin_gang *g, const struct fin_inst *i);
void fin_gang_reduce(struct fin_gang *g, const struct fin_inst *i);

/* ---- gang_tuple.c --------------------------------------------------------------------------- */

/* Between a vector of `count` (2 or 4) elements for each lane and a vector of all lanes for each
 * element. */
void fin_tuple_split(struct fin_gang *g, const LLVMValueRef *tuple, unsigned count,
	LLVMValueRef *v);
void fin_tuple_join(struct fin_gang *g, const LLVMValueRef *v, unsigned count, LLVMValueRef *tuple);

/* ---- gang_window.c -------------------------------------------------------------------------- */

/* Whether the processor can do all this with elements of that size. */
bool fin_has_windows(const struct fin_gang *g, unsigned bytes);
/* i1: elements with these numbers, <V x i32>, lie in order within two vectors from lane 0's on. */
LLVMValueRef fin_window_holds(struct fin_gang *g, LLVMValueRef number);
/* Mask of the elements of the second vector that are not behind the last lane's. */
LLVMValueRef fin_window_to_load(struct fin_gang *g, LLVMValueRef number);
/* Each lane's element of the two vectors. */
LLVMValueRef fin_window_pick(struct fin_gang *g, LLVMValueRef number, LLVMValueRef lower,
	LLVMValueRef upper);
/* Where the second vector to store starts: it ends with the last lane's element, for a processor
 * looks at all bytes of a vector, also of lanes that are off, when it orders loads after stores. */
LLVMValueRef fin_window_upper_store(struct fin_gang *g, LLVMValueRef number);
/* The two vectors that have the lanes' elements where `mask` is on. */
void fin_window_place(struct fin_gang *g, LLVMValueRef number, LLVMValueRef v,
	LLVMValueRef vector[2], LLVMValueRef mask[2]);

/* ---- gang_flow.c ---------------------------------------------------------------------------- */

struct fin_gang_code {
	const struct fin_flow *flow;
	const struct fin_divergence *div;
	LLVMValueRef *entry_mask; /* by part; NULL: all lanes */
	bool mostly_whole;        /* entry_mask rarely has a lane off */
	LLVMBasicBlockRef end;    /* of the wave */
	/* Saves what the region after barrier `b` needs; the gang's mask is that of `b`. */
	void (*barrier)(struct fin_gang_code *c, const struct fin_block *b);
};
/* Lowers the region; the builder's block goes on at its entry. */
void fin_gang_region(struct fin_gang *g, struct fin_gang_code *c);

/* ---- lockstep.c ----------------------------------------------------------------------------- */

/* Whether a whole wave has to run each instruction before the next. */
bool fin_needs_lockstep(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t region_count);

/* ---- gang_kernel.c -------------------------------------------------------------------------- */

/* Brings the kernel into the form that vector code is made from. */
void fin_gang_prepare(struct fin_function *f);

/* ---- block_local.c --------------------------------------------------------------------------- */

/* Registers that are only read, in any way, in the block that defines them. */
struct fin_bits fin_gang_local(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_regions *rs);

#endif
