/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector code: one body runs the work-items of a gang, one per lane.
 *
 * A gang is a wave of HSAEMU_WAVESIZE work-items or, where that makes no difference, a piece of
 * one: `parts` parts of `lanes` lanes. A register is kept as its shape allows: one scalar, a scalar
 * for each part (that of lane 0), or a vector for each part. An instruction is lowered for all
 * parts before the next one, by the lowerings of lower.h. Each call of a lowering gets a view of
 * the gang: one scalar for the wave, the scalars of a part, the vectors of a part, or one lane. */
#ifndef HSAEMU_FIN_GANG_H
#define HSAEMU_FIN_GANG_H

#include "hsaemu/kernel_abi.h"
#include "lower/lower.h"
#include "shape/shapes.h"
#include "ir/bits.h"

/* The memory of rows of arguments, on the stack of function `fn`. */
struct fin_rows_block {
	LLVMValueRef at, fn;
	uint64_t bytes;
};

/* A sum of ids: its value where all ids are 0, and what it has for each, i64; NULL: nothing. */
struct fin_id_sum {
	LLVMValueRef first, step[3]; /* first: NULL for an address to which loops add */
	int64_t more;                /* an address: what it has more than that */
	bool has_steps; /* an address: what it has for the ids of a part's lanes is small */
};

/* A value that is known in an LLVM block, or in none for NULL. */
struct fin_known {
	LLVMValueRef v;
	LLVMBasicBlockRef in;
};

/* What is tested of a risky register in a part: whether it is linear after all, and whether its
 * pattern (gang_pattern.c) holds. */
enum fin_risk_test { FIN_RISK_LINEAR, FIN_RISK_PATTERN, FIN_RISK_TESTS };

/* What is known of a risky register (gang_risk.c), by part. */
struct fin_risk {
	LLVMValueRef slot[FIN_MAX_PARTS]; /* allocas of each lane's own value, NULL until used */
	/* each lane's own value, lane 0's where the gang keeps one for all parts, the pattern */
	struct fin_known exact[FIN_MAX_PARTS], first[FIN_MAX_PARTS], pattern;
	struct fin_known test[FIN_RISK_TESTS][FIN_MAX_PARTS];
};

/* What a test for the group has told of the rows into which ids are divided. */
enum fin_rows {
	FIN_ROWS_ANY,  /* nothing: parts are tested */
	FIN_ROWS_EVEN, /* shorter than a part, and each part begins with a row */
	FIN_ROWS_ODD,  /* they are not so */
};

struct fin_gang {
	struct fin_lower *w;
	const struct fin_shapes *s;
	const struct fin_shapes *hoped; /* shapes if no sum wraps; NULL: not known */
	unsigned lanes, parts;
	/* ids of the gang's work-items, by part: vectors, and scalars of lane 0 */
	LLVMValueRef id[3][FIN_MAX_PARTS], id_base[3][FIN_MAX_PARTS];
	LLVMValueRef flat[FIN_MAX_PARTS], flat_base[FIN_MAX_PARTS];
	LLVMValueRef flat_step; /* flat ids of a part's lanes are so far apart, i32; NULL: 1 */
	LLVMValueRef block[FIN_MAX_PARTS]; /* by part: addresses of the lanes' private blocks */
	/* gang_private.c: bytes of a lane's unit in rows of private memory, 0: it has no rows; and
	 * by part, where the memory of its lanes begins */
	unsigned private_unit;
	LLVMValueRef part_block[FIN_MAX_PARTS];
	/* the parts lie behind each other in a dimension that lanes are not along, and have up to
	 * 64 lanes together */
	bool is_stacked;
	bool is_in_row; /* parts lie side by side, and the gangs of a row are a loop */
	/* code is made for where a test has told that the risky addresses at hand are linear */
	bool is_tested;
	bool is_terse;  /* small code is better than fast code */
	bool has_lines; /* there is code for loops that lanes run in line (shape/align.h) */
	/* there are so many accesses that they are calls (gang_shared.c) */
	bool shares;
	/* there is so much code of instructions alike that they are calls (outline_define.c) */
	bool outlines;
	/* by register: addresses that are sums of ids, or NULL (shape/id_sums.h) */
	const struct fin_id_sum *sums;
	unsigned along; /* the dimension along which a part's lanes are, if it is in a row */
	bool streams;   /* stores may go past the caches (shape/streams.h) */
	/* only in a function with code of its own, else NULL: by number, the rows of its formals;
	 * and the end of its frame, i32, up to which the private blocks are in use */
	const struct fin_row *in_rows, *out_rows;
	LLVMValueRef top;
	/* memory for the arguments and results of the last call */
	struct fin_rows_block call_in, call_out;
	/* The following belong to the region that is being made. */
	/* in the gang's first block, where slots are set to zero */
	LLVMBuilderRef init;
	LLVMValueRef (*slot)[FIN_MAX_PARTS]; /* by register and part: allocas, NULL until used */
	struct fin_risk **risk; /* by register: what is known of a risky one, NULL until used */
	/* by register: an array with an element for each lane of the wave, NULL until used */
	LLVMValueRef *spill;
	/* where instructions are calls: the registers whose arrays in `spill` have their values
	 * already, in the block `spilled_in` */
	struct fin_bits spilled;
	LLVMBasicBlockRef spilled_in;
	struct fin_bits local;   /* registers whose slots need not be set to zero */
	struct fin_bits started; /* registers whose slots `init` has cleared */
	/* registers whose values may come from the context, not from their definition in this
	 * region */
	struct fin_bits opaque;
	enum fin_rows rows; /* what is known of ids that are divided */
	/* The following belong to the block that is being made. */
	LLVMValueRef *mask; /* by part; NULL: all lanes are on */
	LLVMValueRef *some; /* a mask that has lanes in each part; NULL: that is known of none */
	/* the last division of ids (gang_divide.c), the LLVM block that it ends in, and each lane's
	 * remainder and quotient */
	const struct fin_inst *divides;
	LLVMBasicBlockRef divided_in;
	LLVMValueRef divided[2][FIN_MAX_PARTS];
};

/* Whether the gang has more lanes than a wave: up to 64. */
static inline bool fin_is_wide(const struct fin_gang *g)
{
	return g->parts * g->lanes > HSAEMU_WAVESIZE;
}

/* ---- gang_choice.c -------------------------------------------------------------------------- */

/* Whether an instruction can be made for a wide gang, in code without waves. What looks at all
 * lanes of a wave at once cannot. What goes lane by lane, or has memory of its own for each, is
 * slow in any case. */
bool fin_fits_wide_gang(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_inst *i);

/* ---- gang_view.c ---------------------------------------------------------------------------- */

enum fin_view_kind { FIN_VIEW_ONCE, FIN_VIEW_SCALARS, FIN_VIEW_VECTORS, FIN_VIEW_LANE };

/* The lanes of a gang for which a lowering makes code. The lowering gets &view.w, which is valid as
 * long as the gang's ids, private blocks and masks are the same. */
struct fin_view {
	struct fin_lower w;
	struct fin_gang *g;
	enum fin_view_kind kind;
	unsigned part;
	LLVMValueRef lane; /* only for FIN_VIEW_LANE: the lane's number in the wave, i32 */
	/* only in an island (islands.h), else NULL: by register, what the lane has computed */
	LLVMValueRef *own;
	/* a register whose definition is lowered only for its value, which goes to `found` */
	uint32_t wanted; /* FIN_NOWHERE: the lowering is for its effect */
	LLVMValueRef found;
};

/* Views of the one scalar for the gang, of a part's scalars, which are those of lane 0, and of a
 * part's vectors. */
struct fin_view fin_gang_once(struct fin_gang *g);
struct fin_view fin_gang_scalars(struct fin_gang *g, unsigned part);
struct fin_view fin_gang_vectors(struct fin_gang *g, unsigned part);
/* A view of the lane with number `lane`, an integer, of the gang. It finds registers that differ
 * from lane to lane in fin_gang.spill. This makes code at the builder's place. */
struct fin_view fin_gang_lane(struct fin_gang *g, LLVMValueRef lane);
/* A view of the first lane that is on. */
struct fin_view fin_gang_first_lane(struct fin_gang *g);

/* ---- gang_value.c --------------------------------------------------------------------------- */

LLVMValueRef fin_gang_vector(struct fin_gang *g, uint32_t reg, unsigned part);
/* The one value of a register that does not vary, or that of lane 0 in the part. */
LLVMValueRef fin_gang_scalar(struct fin_gang *g, uint32_t reg, unsigned part);
/* Whether the register is linear in the whole gang, so that lane 0's value in part 0 tells those of
 * the other parts. */
bool fin_gang_goes_on(const struct fin_gang *g, uint32_t reg);
void fin_gang_put(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v);
/* Writes v to a register in the lanes of `mask`, or in all lanes for NULL. */
void fin_gang_blend(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v,
	LLVMValueRef mask);
/* The definition of a register, if its operands still have the same values where the register is
 * used, else NULL. */
const struct fin_inst *fin_gang_def(const struct fin_gang *g, uint32_t reg);

/* The type of an element of a register's array in fin_gang.spill. */
LLVMTypeRef fin_gang_spill_type(struct fin_gang *g, uint32_t reg);

/* ---- gang_risk.c ---------------------------------------------------------------------------- */

/* Stores each lane's own value of a risky register, beside its scalar. */
void fin_gang_put_exact(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v);
/* Returns each lane's own value of a risky register. */
LLVMValueRef fin_gang_exact(struct fin_gang *g, uint32_t reg, unsigned part);
/* Returns lane 0's own value of a risky register of which the gang keeps one for all parts. */
LLVMValueRef fin_gang_exact_first(struct fin_gang *g, uint32_t reg, unsigned part);
/* Forgets what is known of a register in a part, where it gets another value. */
void fin_gang_forget(struct fin_gang *g, uint32_t reg, unsigned part);
/* What is known of a risky register; whether a part of it is known here; and notes that it is `v`,
 * which it returns. */
struct fin_risk *fin_gang_risk(struct fin_gang *g, uint32_t reg);
bool fin_gang_knows(const struct fin_gang *g, const struct fin_known *k);
LLVMValueRef fin_gang_note(const struct fin_gang *g, struct fin_known *k, LLVMValueRef v);
/* The definition from which a risky register has its risk. */
const struct fin_inst *fin_gang_risky_def(const struct fin_gang *g, uint32_t reg);
/* i1: whether `own` holds for all definitions on which a register's risk depends. */
LLVMValueRef fin_gang_all_risks(struct fin_gang *g, uint32_t reg, unsigned part,
	enum fin_risk_test test,
	LLVMValueRef (*own)(struct fin_gang *, const struct fin_inst *, unsigned part));
/* Whether `is` holds for one of the definitions on which a register's risk depends. */
bool fin_gang_any_risk(const struct fin_gang *g, uint32_t reg,
	bool (*is)(const struct fin_gang *, const struct fin_inst *));
/* Whether a quotient or remainder of ids is what a register's risk depends on. */
bool fin_gang_has_rows(const struct fin_gang *g, uint32_t reg);
/* i1: whether a risky register is linear in this part after all. */
LLVMValueRef fin_gang_is_linear(struct fin_gang *g, uint32_t reg, unsigned part);

/* ---- gang_mask.c ---------------------------------------------------------------------------- */

/* Convert a mask, <V x i1>, to an integer of V bits, and back from one of V bits or more. */
LLVMValueRef fin_gang_bits(struct fin_gang *g, LLVMValueRef mask);
LLVMValueRef fin_gang_mask(struct fin_gang *g, LLVMValueRef bits);
LLVMValueRef fin_gang_all(struct fin_gang *g);                      /* a mask with all lanes on */
LLVMValueRef fin_gang_any(struct fin_gang *g, LLVMValueRef *masks); /* i1: some lane is on */
LLVMValueRef fin_gang_iota(struct fin_gang *g, LLVMTypeRef elem, uint64_t stride);
/* Masks of all parts (NULL: all lanes) as a number with a bit for each lane of the gang: an i32, or
 * an i64 for a wide gang. */
LLVMValueRef fin_gang_wave_bits(struct fin_gang *g, LLVMValueRef *masks);
/* The address of element n of an array of `elem`. */
LLVMValueRef fin_gang_element(struct fin_gang *g, LLVMTypeRef elem, LLVMValueRef array, unsigned n);
LLVMBasicBlockRef fin_gang_block(struct fin_gang *g, const char *name);

/* ---- gang_inst.c ---------------------------------------------------------------------------- */

void fin_gang_inst(struct fin_gang *g, const struct fin_inst *i);

/* ---- outline_worth.c ------------------------------------------------------------------------- */

/* Whether there is so much code of instructions that are alike but for their registers that they
 * become calls. If so, the functions that they call have been defined. */
bool fin_outline_pays(const struct fin_gang *g);

/* ---- gang_ids.c ----------------------------------------------------------------------------- */

/* Sizes of the work-group, i32, and the inverses of those in x and y, f32. */
struct fin_group_sizes {
	LLVMValueRef size[3], inverse[2];
};
struct fin_group_sizes fin_group_sizes(struct fin_lower *w);
/* A vector of base + lane * stride. */
LLVMValueRef fin_gang_spread(struct fin_gang *g, LLVMValueRef base, uint64_t stride);
/* Sets the flat ids of a gang that begins with work-item `first`. */
void fin_gang_flat_ids(struct fin_gang *g, LLVMValueRef first);
/* Sets the flat ids of a gang whose lanes are along dimension `row` from its ids. */
void fin_gang_flat_ids_across(struct fin_gang *g, const struct fin_group_sizes *s, unsigned row);
/* Returns the flat id of a lane of the gang. */
LLVMValueRef fin_gang_flat_id(struct fin_gang *g, LLVMValueRef lane);
/* Computes the ids from the flat ids. */
void fin_gang_ids(struct fin_gang *g, const struct fin_group_sizes *s);

/* gang_pattern.c. A pattern is how far each lane's number is from lane 0's, <V x i32>, made of what
 * is one for the group. fin_gang_pattern() makes that of a register, or returns NULL for one that
 * has none, which fin_gang_has_pattern() tells; fin_gang_pattern_holds() makes an i1, whether the
 * numbers of a part are so. fin_gang_divides_evenly() says so of a quotient or remainder of ids, of
 * which lane 0's number is `number`; and fin_gang_row_pattern() is its pattern then. */
LLVMValueRef fin_gang_pattern(struct fin_gang *g, uint32_t reg);
bool fin_gang_has_pattern(const struct fin_gang *g, uint32_t reg);
LLVMValueRef fin_gang_pattern_holds(struct fin_gang *g, uint32_t reg, unsigned part);
LLVMValueRef fin_gang_divides_evenly(struct fin_gang *g, const struct fin_inst *i,
	LLVMValueRef number, LLVMValueRef divisor);
LLVMValueRef fin_gang_row_pattern(struct fin_gang *g, const struct fin_inst *i,
	LLVMValueRef divisor, bool remainder);
/* The logarithm of a power of two of 32 bits; any shift that is allowed, for another number. */
LLVMValueRef fin_gang_power_of(struct fin_gang *g, LLVMValueRef number);
/* gang_divide.c: i1, whether the quotient or remainder `i` is linear in this part. */
LLVMValueRef fin_row_is_whole(struct fin_gang *g, const struct fin_inst *i, unsigned part);
/* gang_image.c: whether lanes may use different images or samplers. */
bool fin_image_goes_in_turn(const struct fin_shapes *s, const struct fin_inst *i);
/* gang_shared.c: whether there are so many accesses whose addresses vary that they share code.
 * Otherwise the code would grow to a multiple, and LLVM would take half a minute for unrolled
 * kernels of some thousand lines. */
bool fin_gang_shares(const struct fin_function *f, const struct fin_shapes *s);

/* ---- gang_flow.c ---------------------------------------------------------------------------- */

struct fin_gang_code {
	const struct fin_flow *flow;
	const struct fin_divergence *div;
	LLVMValueRef *entry_mask;      /* by part; NULL: all lanes */
	bool mostly_whole;             /* entry_mask rarely has a lane off */
	bool is_rare;                  /* few work-items run the code */
	uint32_t tail;                 /* blocks from this position on are left out; 0: none */
	struct fin_taken_list settled; /* branches that always go one way */
	/* i1: all lanes take the branches `whole` one way; NULL: that is to be found by the lanes'
	 * masks */
	LLVMValueRef is_whole;
	struct fin_taken_list whole;
	bool keeps_masks;      /* there is no copy without masks for waves that stay whole */
	LLVMBasicBlockRef end; /* where the code of the gang ends */
	/* Saves what the region behind the barrier of `b` needs, for the lanes of the gang's
	 * mask. */
	void (*barrier)(struct fin_gang_code *c, const struct fin_block *b);
	void *owner; /* whatever `barrier` needs */
};
/* Lowers the region. The builder's block branches to the region's entry. */
void fin_gang_region(struct fin_gang *g, struct fin_gang_code *c);

/* ---- gang_quad.c ---------------------------------------------------------------------------- */

enum { FIN_QUAD = 4 };
/* Finds stores that may be made four at a time (fin_inst.quad), where work-items need not run in
 * step. */
void fin_find_quads(struct fin_function *f, const struct fin_shapes *s);

/* ---- gang_twin.c ---------------------------------------------------------------------------- */

enum { FIN_TWINS = 2 };
/* Finds loads that may be made two at a time (fin_inst.twin), likewise, and brings them together;
 * pairs are known. */
void fin_find_twins(struct fin_function *f, const struct fin_shapes *s);

/* ---- gang_pair.c ---------------------------------------------------------------------------- */

enum { FIN_PAIR = 2 };
/* Finds loads and stores that may be made two at a time (fin_inst.pair), likewise. */
void fin_find_pairs(struct fin_function *f, const struct fin_shapes *s);

/* ---- lockstep.c ----------------------------------------------------------------------------- */

/* Whether a whole wave has to run each instruction before the next. */
bool fin_needs_lockstep(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t region_count);
/* group_variables.c: which variables the accesses of group memory are of, in the module's arena. */
struct fin_group_variables;
struct fin_group_variables *fin_group_variables(const struct fin_function *f);
/* The number of the variable that a load or store is of, or of the argument with memory of its own
 * that is its address; FIN_NO_LOCAL: that is not known. */
uint32_t fin_group_variable(const struct fin_group_variables *v, const struct fin_inst *i);
/* exchange.c: whether work-items of a region load from group memory no element that another one
 * has stored before, if the kernel tells them by their first id only; and whether none accesses an
 * element that another one stores, before or behind it. `def` is what fin_only_definitions()
 * finds. */
bool fin_loads_own(const struct fin_function *f, struct fin_inst *const *def,
	const struct fin_group_variables *v, const struct fin_flow *w);
bool fin_stays_apart(const struct fin_function *f, struct fin_inst *const *def,
	const struct fin_group_variables *v, const struct fin_flow *w);
/* exchange.c: whether the kernel tells work-items by more than their first id. */
bool fin_tells_rows(const struct fin_function *f);

/* ---- block_local.c --------------------------------------------------------------------------- */

/* The registers that are only read in the block that defines them, in any way. */
struct fin_bits fin_gang_local(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_regions *rs);

#endif
