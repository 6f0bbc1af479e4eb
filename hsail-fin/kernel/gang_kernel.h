/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel in vector code while it is made (docs/design/vector-code.md, "Bodies and odd groups").
 *
 * A region has copies of its code, its bodies. Each is a loop over those gangs for which it is
 * right:
 *
 *     ACROSS    all gangs of a group, when lanes are better along y or z, and whole parts lie along
 *               that: ids are known, all lanes exist
 *     IN_ROWS   gangs of whole parts, when parts lie in rows: ids are known, all lanes exist
 *     ENDS      what is left of rows, mostly one part after the other, in kernels without
 *               barriers: a mask of the lanes that exist, and ids are known
 *     NARROW    the same for what is left, in parts of half as many lanes
 *     NEAR      the same for one part at a time, in place of all these bodies, where steps between
 *               work-items' elements turn out to be small, and for whole gangs of those that have
 *               something to do
 *     ANY       the gangs that are still left: a mask of the lanes that exist, and any ids; one
 *               work-item after the other, where groups are hardly ever partial
 *     FEW       one work-item after the other, in place of all these bodies, where only the first
 *               ones of a group have something to do
 *     LEVELS    vectors of a tree's elements, in place of all these bodies and without a loop over
 *               gangs (gang_levels.h)
 *
 * But for FEW and LEVELS, which keep nothing, a work-item is in the same body in all regions. So
 * each body has a layout of its own for the values that are kept over barriers, in the same memory:
 * gang by gang, register by register, lane by lane.
 *
 * gang_kernel.c decides which bodies there are, gang_parts.c how many parts their gangs have,
 * gang_bodies.c makes them, gang_loops.c,
 * gang_rows_loop.c and gang_masked_rows.c their loops, gang_one.c what is in these, gang_few.c and
 * gang_reach.c find how many work-items have something to do, and gang_context.c loads and saves
 * what is kept over barriers. */
#ifndef HSAEMU_FIN_GANG_KERNEL_H
#define HSAEMU_FIN_GANG_KERNEL_H

#include "gang/gang.h"
#include "ir/limits.h"
#include "kernel/skeleton.h"
#include "shape/levels.h"
#include "shape/reach.h"
#include "shape/id_sums.h"

enum fin_body {
	FIN_BODY_ACROSS,
	FIN_BODY_IN_ROWS,
	FIN_BODY_ENDS,
	FIN_BODY_NARROW,
	FIN_BODY_NEAR,
	FIN_BODY_ANY,
	FIN_BODY_FEW,
	FIN_BODY_LEVELS,
	FIN_BODY_COUNT
};

/* What struct fin_reach says of the group, where the kernel has started. */
struct fin_gang_reach {
	bool is_known;
	/* only work-items whose id in each dimension is at least `from` and below n, i32, and whose
	 * flat id is below flat_end have something to do */
	LLVMValueRef from[3], n[3], flat_end;
	/* by dimension that has a bound: all work-items below it that are at least `from` take
	 * these branches; NULL: there is no bound */
	LLVMValueRef whole[3];
	LLVMValueRef is_exact; /* i1: no bound says less than its condition */
	struct fin_taken_list taken;
};

struct fin_gang_kernel {
	struct fin_skeleton s; /* the first member: the skeleton's callbacks cast their argument */
	struct fin_gang_code code;
	const struct fin_flow *flows;                   /* by region */
	struct fin_shapes shapes[FIN_BODY_COUNT];       /* by body */
	const struct fin_shapes *hoped[FIN_BODY_COUNT]; /* shapes if no sum wraps; NULL: unknown */
	bool has_across, has_rows;
	bool tells_rows;  /* the kernel knows more than x ids of its work-items */
	bool row_by_row;  /* IN_ROWS is a loop over rows */
	bool has_ends;    /* there is the body ENDS: ANY runs only groups that fail tests of sums */
	bool masked_rows; /* ACROSS is one, with masks */
	bool is_one_row;  /* bodies for rows run only groups that have one */
	bool any_is_single; /* ANY runs one work-item after the other */
	unsigned row;       /* lanes of ACROSS are along it */
	unsigned stacked;   /* so many of its parts are stacked along x or y; 0: they are in rows */
	/* by region: what runs for the group's first work-items only; NULL: nothing does */
	const struct fin_few_items *few;
	const struct fin_levels *levels; /* by region: what runs in registers; NULL: nothing does */
	const struct fin_shapes *any;    /* shapes of vectors with any ids */
	const struct fin_reach *bounds;
	struct fin_gang_reach reach;
	LLVMValueRef box[3];             /* where the current loop over gangs in rows ends */
	const struct fin_id_sums *forms; /* all sums of ids */
	const struct fin_id_sums *sums;  /* what is tested for a group; NULL: nothing */
	LLVMValueRef sums_hold;          /* i1, if something is tested */
	struct fin_id_sum *sum;          /* by register: addresses that are such sums */
	/* shapes of IN_ROWS where no part has the end of a row of divided ids, and whether a test
	 * has told that, i1 */
	bool has_whole;
	struct fin_shapes whole;
	LLVMValueRef rows_are_whole;
	/* whether they may be even, and whether they are, i1 */
	bool has_even;
	LLVMValueRef rows_are_even;
	bool has_few, has_near;    /* some region has the body FEW, and NEAR */
	bool has_far;              /* some region runs in FEW, however many there are */
	struct fin_taken wide;     /* the branch by which the current FEW or NEAR is chosen */
	const int32_t *item_steps; /* of FEW: that of struct fin_lower */
	struct fin_gang g[FIN_BODY_COUNT]; /* by body */
	enum fin_body body;                /* the body that is being made */
	/* In the context of one work-item: the byte offset of each register, by register, the
	 * offset of the live mask, and the size of the whole. */
	uint64_t *slot, live_slot, item_bytes;
	struct fin_group_sizes sizes;
	LLVMValueRef items;        /* number of the group's work-items, i32 */
	LLVMValueRef across_items; /* how many of these ACROSS runs, i32: all or none */
	LLVMValueRef row_items;    /* and how many ACROSS, IN_ROWS and ENDS run, i32 */
	LLVMValueRef narrow_items; /* and NARROW, i32 */
	bool has_narrow;
	uint32_t streamed_bytes;   /* that a work-item may store past the caches; 0: none */
	LLVMValueRef gang_context; /* address of the current gang's context */
	LLVMValueRef first;        /* flat id of the current gang's first work-item, i32 */
	bool is_rare;              /* the code that is being made rarely runs */
	bool is_within;            /* all lanes of the current loop's gangs are in reach */
	/* lanes of the current gang from here on, at least 1, are off, i32; NULL: all are on */
	LLVMValueRef left;
};

static inline struct fin_gang *fin_current_gang(struct fin_gang_kernel *k)
{
	return &k->g[k->body];
}

/* What is known of the kernel's values where a region starts. */
static inline struct fin_few_view fin_view_at_start(const struct fin_gang_kernel *k)
{
	return (struct fin_few_view){
		k->s.w.f, k->s.rs, k->flows, &k->shapes[FIN_BODY_IN_ROWS], k->any};
}

/* The dimension along which the lanes of the current body are. */
static inline unsigned fin_row_of(const struct fin_gang_kernel *k)
{
	return k->body == FIN_BODY_ACROSS ? k->row : 0;
}

/* The dimensions in which rows follow each other: first along that one, then along the last one. */
static inline unsigned fin_next_of(unsigned row)
{
	return row == 0;
}

static inline unsigned fin_last_of(unsigned row)
{
	return row == 2 ? 1 : 2;
}

/* Number of work-items in a gang of the current body. */
static inline unsigned fin_gang_width(struct fin_gang_kernel *k)
{
	return fin_current_gang(k)->lanes * fin_current_gang(k)->parts;
}

/* Whether all work-items go by the body ANY. Debuggers want each instruction once, so they get one
 * body. One body is also enough where there are so many regions that LLVM takes seconds for their
 * loops: the body ANY is twice as slow to run there, but half as long to compile. */
static inline bool fin_has_one_body(const struct fin_gang_kernel *k)
{
	return k->s.w.m->step_by_step ||
	       (k->s.per == FIN_PER_GROUP && k->s.rs->count > FIN_LIMIT_REGIONS_TWO_BODIES);
}

static inline LLVMValueRef fin_least(struct fin_gang_kernel *k, LLVMValueRef a, LLVMValueRef b)
{
	return fin_intrinsic2(k->s.w.l, "llvm.umin", a, b);
}

/* Whether a register of the context is kept rather than computed again. */
static inline bool fin_is_kept(const struct fin_gang_kernel *k, uint32_t reg)
{
	return k->s.rs->kind[reg] != FIN_CONTEXT_AGAIN;
}

/* ---- gang_parts.c --------------------------------------------------------------------------- */

/* Whether a kernel is so long that its gangs have one part. */
bool fin_has_long_code(const struct fin_function *f);
/* The number of parts that a gang of the body has, with so many lanes in each. */
unsigned fin_part_number(const struct fin_gang_kernel *k, bool in_step, enum fin_body body,
	unsigned lanes);

/* ---- gang_bodies.c -------------------------------------------------------------------------- */

/* The members emit_region and emit_wave of struct fin_skeleton_ops. */
void fin_bodies_emit_region(struct fin_skeleton *s);
void fin_bodies_emit_wave(struct fin_skeleton *s);

/* ---- gang_one.c ----------------------------------------------------------------------------- */

/* Makes the code of one gang, whose ids are set. */
void fin_emit_one_gang(struct fin_gang_kernel *k);

/* ---- gang_loops.c --------------------------------------------------------------------------- */

/* Ids of lane 0 of a gang in rows: those of its first part, and those of the next gang's first
 * part, if parts are not stacked. */
struct fin_row_ids {
	LLVMValueRef phi[3], next[3];
};
/* Sets the ids of the gang of which ids->phi is known, and ids->next. */
void fin_gang_row_ids(struct fin_gang_kernel *k, struct fin_row_ids *ids);
/* Returns a phi of type i32 with one source. */
LLVMValueRef fin_loop_phi(struct fin_gang_kernel *k, LLVMValueRef v, LLVMBasicBlockRef from,
	const char *name);
/* A loop `for (id = begin; id < end; id = next)`. */
struct fin_id_loop {
	LLVMBasicBlockRef head, after;
	LLVMValueRef id, end;
};
/* Starts it: the builder is in the loop then. It runs at least once, unless it may be empty. */
struct fin_id_loop fin_id_loop_start(struct fin_gang_kernel *k, LLVMValueRef begin,
	LLVMValueRef end, const char *name, bool may_be_empty);
/* Ends it. LLVM leaves it as it is: it would make copies for the first row, and of loops that gain
 * little by them. */
void fin_id_loop_end(struct fin_gang_kernel *k, const struct fin_id_loop *x, LLVMValueRef next);
/* Sets the current gang's ids: its first work-item has `id`, and its parts are side by side in that
 * row, or stacked. */
void fin_gang_ids_at(struct fin_gang_kernel *k, LLVMValueRef *id);
/* Makes the loop `for (first = begin; first < end; first += width)` over the gangs of a body. */
void fin_loop_over_gangs(struct fin_gang_kernel *k, enum fin_body body, LLVMValueRef begin,
	LLVMValueRef end);

/* ---- gang_rows_loop.c ----------------------------------------------------------------------- */

/* Whether bodies may be loops over rows, and whether one whose lanes are along dimension `row`
 * gains from that. */
bool fin_may_loop_over_rows(const struct fin_gang_kernel *k);
bool fin_may_go_row_by_row(const struct fin_gang_kernel *k, unsigned row);
/* Two boxes of work-items: in the first one are whole gangs of which all lanes are in reach, in the
 * second one all parts that have something to do. */
struct fin_row_box {
	LLVMValueRef from[3], end[3]; /* by dimension: ids, i32 */
};
struct fin_row_boxes {
	struct fin_row_box whole, all;
};
/* Finds these; both are empty unless begin < end. */
struct fin_row_boxes fin_row_boxes(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end);
/* Makes the loops over the gangs of the first box, the body IN_ROWS, and over the parts that are
 * only in the second one, the body ENDS. */
void fin_loop_over_whole(struct fin_gang_kernel *k, const struct fin_row_boxes *x);
void fin_loop_over_ends(struct fin_gang_kernel *k, const struct fin_row_boxes *x);
/* Makes the loops of ENDS over what ACROSS, IN_ROWS and NARROW leave. */
void fin_loop_over_rest(struct fin_gang_kernel *k);

/* ---- gang_masked_rows.c --------------------------------------------------------------------- */

/* Whether ACROSS may be a loop over rows with masks; and makes that. */
bool fin_may_go_by_masked_rows(const struct fin_gang_kernel *k);
void fin_loop_over_masked_rows(struct fin_gang_kernel *k);

/* ---- gang_reach.c --------------------------------------------------------------------------- */

/* Finds k->reach, and ends the kernel where no work-item of the group has something to do. */
void fin_reach_start(struct fin_gang_kernel *k);
/* Sets box[d] to where the ids of ACROSS' loop over gangs end; and returns how many work-items of
 * k->box it runs. */
void fin_reach_box(struct fin_gang_kernel *k, LLVMValueRef *box);
LLVMValueRef fin_reach_across(struct fin_gang_kernel *k);
/* i1: all lanes of the current gang take the branch. */
LLVMValueRef fin_reach_is_whole(struct fin_gang_kernel *k);

/* ---- gang_few.c ----------------------------------------------------------------------------- */

struct fin_few_choice {
	/* how many of the group's first work-items have something to do, i32, at least 1; NULL:
	 * that is not known, nor anything else */
	LLVMValueRef limit;
	/* i1: it is better to run them one after the other, or NULL: they cannot; and then, where
	 * those begin that run but for the first one of the group */
	LLVMValueRef few, first;
	/* i1, by near step of the region: it is better to run whole gangs with that, which goes
	 * before `few`; or NULL */
	LLVMValueRef near[FIN_MAX_NEAR];
};

/* Computes that where the region starts. */
struct fin_few_choice fin_few_choose(struct fin_gang_kernel *k);

/* ---- gang_levels.c -------------------------------------------------------------------------- */

/* Makes code that runs several levels of a tree at once where the region comes to the first of
 * them, and goes on with the code for when it does not. Returns the block that follows the region's
 * bodies, or NULL: there is no such code. */
LLVMBasicBlockRef fin_levels_emit(struct fin_gang_kernel *k);

/* ---- gang_sums.c ---------------------------------------------------------------------------- */

/* Tests, where a group starts, that its sums of ids do not wrap, and finds the addresses that are
 * such. Groups that fail go by the body ANY. */
void fin_sums_test(struct fin_gang_kernel *k);

/* What a register that is a sum of ids is where all ids are 0, and what it has for each. */
struct fin_id_sum fin_sum_of_ids(struct fin_gang_kernel *k, uint32_t reg);

/* ---- gang_context.c ------------------------------------------------------------------------- */

/* Begins two blocks: one in which the slots of the region's registers are set to zero, before
 * anything else, and that of the gang's code, which is returned. When that is made, the first one
 * gets a branch to it from the gang's builder `init`. */
LLVMBasicBlockRef fin_slots_start(struct fin_gang_kernel *k);
/* Gives each value that is kept in memory a place, and sets slot, live_slot and item_bytes. */
void fin_context_place(struct fin_gang_kernel *k);
/* Loads the context of region `r` for the current gang, or computes it again; and one register of a
 * context. */
void fin_context_load(struct fin_gang_kernel *k, const struct fin_region *r);
void fin_context_load_one(struct fin_gang_kernel *k, uint32_t reg);
/* Sets what the region that runs reads of a register that is one for the group. */
void fin_context_set(struct fin_gang_kernel *k, uint32_t reg, LLVMValueRef v);
/* The member `barrier` of struct fin_gang_code: saves what the region behind barrier `b` needs. */
void fin_context_wait(struct fin_gang_code *c, const struct fin_block *b);
/* The member pass_on of struct fin_skeleton_ops. */
void fin_context_pass_on(struct fin_skeleton *s, const struct fin_region *from,
	const struct fin_region *to);
/* The live mask of the current gang, by part: the lanes that have reached the barrier. A NULL mask
 * stores that no lane has. */
void fin_live_store(struct fin_gang_kernel *k, LLVMValueRef *mask);
void fin_live_load(struct fin_gang_kernel *k, LLVMValueRef *mask);

#endif
