/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on fibers (kernel_abi.h: HSAEMU_KD_FIBERS): which kernels need fibers, and what becomes
 * of barriers and waiting loops in their code. */
#ifndef HSAEMU_FIN_FIBER_H
#define HSAEMU_FIN_FIBER_H

#include "hsaemu/finalize.h"
#include "ir/ir.h"

/* What one call of the entry runs. */
enum fin_granularity {
	FIN_PER_GROUP, /* a work-group, region by region; nothing may wait inside of a region */
	FIN_PER_WAVE,  /* a wave, as vector code */
	FIN_PER_ITEM,  /* a work-item, as scalar code */
};

/* ---- wait_loops.c ---------------------------------------------------------------------------- */

/* An edge of the graph that goes around or leaves a waiting loop. */
struct fin_loop_edge {
	struct fin_block *from;
	uint32_t succ; /* index in from->term.succ */
	/* it goes around a waiting loop: other fibers must run before it is taken */
	bool back;
	/* it goes around a loop that may wait by plain loads: others run when it takes long */
	bool may_wait;
	bool together; /* and its lanes stay together, since there are operations across lanes */
	/* going around changes memory, so others may get on by it */
	bool busy;
	/* it leaves a waiting loop: who takes it has got what it waited for */
	bool leaves;
	struct fin_block *head; /* the first block of the waiting loop */
};

struct fin_loop_edges {
	struct fin_loop_edge *edges; /* the owner frees them */
	size_t count, cap;
};

/* Finds the edges that go around or leave loops which end only when another work-item, or the host,
 * does something. With `by_plain_loads`, also of loops which may be such if plain loads count. */
void fin_find_waiting_loops(const struct fin_function *f, bool by_plain_loads,
	struct fin_loop_edges *out);

/* ---- fiber.c -------------------------------------------------------------------------------- */

/* Facts about the functions that some calls can reach, directly or through other functions. */
struct fin_callees {
	bool any;
	/* some functions are of other modules or called indirectly: they may do anything */
	bool unknown;
	bool lanes; /* they have operations across lanes */
	bool meets; /* they have barriers or fbarriers */
	bool waits; /* they may wait for what other work-items do */
};
/* The facts for all calls that `f` has; after its passes these are the calls that stay. */
struct fin_callees fin_callees_of(const struct fin_function *f);
/* The facts for one call. */
struct fin_callees fin_callees_of_call(const struct fin_call *c);
static inline bool fin_needs_wave(const struct fin_callees *c)
{
	return c->unknown || c->lanes;
}
/* Chooses what one call of the entry of kernel `f` runs. `f` has passed the passes of all
 * products. */
enum fin_granularity fin_choose_granularity(const struct fin_function *f,
	const struct finalize_options *o);
/* Turns barriers into instructions, and adds instructions that yield in loops. In code for a wave,
 * waiting loops are widened, so that lanes that have left one can get on before the others
 * (reconverge.c). */
void fin_make_fiber(struct fin_function *f, enum finalize_preempt preempt,
	enum fin_granularity per);

/* ---- reconverge.c ---------------------------------------------------------------------------- */

/* Whether all lanes of a wave that are to run the instruction must come to it together. */
bool fin_is_meeting(const struct fin_inst *i);
/* `exit` is a block on an edge out of the waiting loop that begins at `head`. The loop is widened
 * by `exit` and all blocks from there to where lanes must meet next. */
void fin_widen_loop(struct fin_function *f, struct fin_block *exit, struct fin_block *head);

#endif
