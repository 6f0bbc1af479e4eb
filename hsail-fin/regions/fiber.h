/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on fibers (kernel_abi.h: HSAEMU_KD_FIBERS): what needs them, and what becomes of barriers
 * and waiting loops there. */
#ifndef HSAEMU_FIN_FIBER_H
#define HSAEMU_FIN_FIBER_H

#include "hsaemu/finalize.h"
#include "ir/ir.h"

/* What one call of the entry runs. */
enum fin_granularity {
	FIN_PER_GROUP, /* a work-group, region by region; nothing in it can wait */
	FIN_PER_WAVE,  /* a wave, as vector code */
	FIN_PER_ITEM,  /* a work-item, as scalar code */
};

/* ---- wait_loops.c ---------------------------------------------------------------------------- */

/* An edge of the graph that goes around a loop or leaves it. */
struct fin_loop_edge {
	struct fin_block *from;
	uint32_t succ;          /* index in from->term.succ */
	bool back;              /* of a waiting loop: others must run before it is taken */
	bool leaves;            /* a waiting loop: it got on */
	struct fin_block *head; /* where that loop begins */
};

struct fin_loop_edges {
	struct fin_loop_edge *edges; /* the owner frees them */
	size_t count, cap;
};

/* Edges of all loops that end only when another work-item, or the host, does something. */
void fin_find_waiting_loops(const struct fin_function *f, struct fin_loop_edges *out);

/* ---- fiber.c -------------------------------------------------------------------------------- */

/* What the functions have that `f`, after its passes, still calls, and those that they call. */
struct fin_callees {
	bool any;
	bool unknown; /* some are of other modules, or called indirectly: they may do anything */
	bool lanes;   /* operations across lanes */
	bool meets;   /* barriers, fbarriers */
	bool waits;   /* what others do */
};
struct fin_callees fin_callees_of(const struct fin_function *f);
/* What the function has that a call calls, and those that it calls. */
struct fin_callees fin_callees_of_call(const struct fin_call *c);
static inline bool fin_needs_wave(const struct fin_callees *c)
{
	return c->unknown || c->lanes;
}
/* `f` is a kernel after all passes. */
enum fin_granularity fin_choose_granularity(const struct fin_function *f,
	const struct finalize_options *o);
/* Makes instructions of barriers, and adds those that yield. In code for a wave, lanes that have
 * left a waiting loop can get on before the others (reconverge.c). */
void fin_make_fiber(struct fin_function *f, enum finalize_preempt preempt,
	enum fin_granularity per);

/* ---- reconverge.c ---------------------------------------------------------------------------- */

/* The instruction is for all lanes of a wave together. */
bool fin_is_meeting(const struct fin_inst *i);
/* `exit` is a block on an edge out of the waiting loop that begins at `head`: both become part of
 * one loop with all that lies between `exit` and where lanes meet next. */
void fin_widen_loop(struct fin_function *f, struct fin_block *exit, struct fin_block *head);

#endif
