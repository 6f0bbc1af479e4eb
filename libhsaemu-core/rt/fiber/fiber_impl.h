/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-groups on fibers: each work-item, or each wave, has a stack of its own and lets the others
 * run when it has to wait (kernel_abi.h: HSAEMU_KD_FIBERS).
 *
 * A worker has the fibers of one or more resident groups, and they never move to another thread.
 * The worker's own stack is called `home`; groups are started and ended there (fiber_scheduler.c).
 * Fibers that wait for one another switch directly among themselves (fiber_wait.c). */
#ifndef HSAEMU_FIBER_IMPL_H
#define HSAEMU_FIBER_IMPL_H

#include "hsaemu/kernel_abi.h"
#include "rt/memory/segment_impl.h"

enum {
	/* switches between fibers before the worker's own stack (home) has its turn */
	RT_FIBER_TURNS = 1 << 14,
	/* back edges of loops between two yields with --preempt=timeout */
	RT_FUEL = 1 << 16,
};

struct rt_worker;
struct rt_dispatch;
struct rt_fiber_group;

struct rt_fiber {
	void *sp; /* the stack pointer with which the fiber continues */
	struct rt_fiber *next;
	struct rt_fiber_group *group;
	uint32_t index;   /* flat id of the work-item, or number of the wave */
	uint32_t awaited; /* address of the fbarrier that the fiber waits at */
	/* the last round in which the fiber yielded, as what it waits for had not come */
	uint32_t yielded;
	/* where the kernel's code last called a service; NULL: it has called none */
	const void *pc;
};

struct rt_fiber_list {
	struct rt_fiber *first, *last;
	unsigned count;
};

/* A wave whose work-items have fibers of their own: they meet here before the wave does something
 * together. */
struct rt_wave {
	unsigned live, arrived;
	struct rt_fiber_list waiting;
	uint32_t action, address; /* the operation for which they meet, and its address */
};

/* A work-group on fibers. */
struct rt_fiber_group {
	struct hsaemu_wg wg; /* first: the kernel sees it, and passes it to services */
	struct rt_worker *worker;
	struct rt_fiber_group *next;
	/* distinguishes this group's fbarriers from what an earlier group left in the memory */
	uint32_t serial;
	unsigned live, blocked; /* fibers that have not ended; fibers that wait at a barrier */
	/* fibers that wait at a barrier, and at fbarriers */
	struct rt_fiber_list barrier, fbarriers;
	struct rt_wave waves[HSAEMU_MAX_WORKGROUP / HSAEMU_WAVESIZE];
	struct rt_fiber *fibers;
	unsigned fiber_cap;
	struct rt_memory memory;
	uint8_t *stacks;
	/* size of one stack; capacity of the memory for all stacks */
	size_t stack_bytes, stack_cap;
	bool stack_guarded;
};

/* A worker's fibers. */
struct rt_fibers {
	void *home; /* the worker's own stack, while a fiber runs */
	struct rt_fiber *current;
	struct rt_fiber_list ready;
	unsigned idle; /* yields since a fiber last made progress */
	/* waiting loops that fibers have left, since a fiber ended or a round was idle */
	unsigned passes;
	/* number of the current round, which ends when all fibers have been idle; starts at 2 */
	uint32_t round;
	bool worked;    /* in this round a fiber made progress outside of a waiting loop */
	unsigned turns; /* switches left before home has its turn */
	/* some fibers yielded only because their time was up, not because they wait */
	bool timed;
	struct rt_fiber_group *ended;
	struct rt_fiber_group *residents; /* list of the resident groups */
	unsigned resident_count;
	/* the memory of a group that has ended, kept for the next group or dispatch */
	struct rt_fiber_group *spare;
	uint32_t serial;
	/* goes up when a fiber begins and ends to wait, but at barriers of its group */
	uint64_t yields;
	unsigned fruitless; /* rounds in a row in which all fibers waited in vain */
};

/* ---- fiber_scheduler.c ---------------------------------------------------------------------- */

/* Runs the worker's share of a dispatch with fibers. Runs under the guard; `worker` is a struct
 * rt_worker *. */
void rt_fibers_run(void *worker);
/* Drops all groups of the share, after a fault, a trap or a stop has ended it. */
void rt_fibers_forget(struct rt_worker *w);
void rt_fibers_release(struct rt_fibers *s);

/* ---- fiber_group.c -------------------------------------------------------------------------- */

/* Returns a group with memory for the dispatch; the memory of `old`, if it is not NULL, is used
 * again. Returns NULL when there is no memory; `old` is freed then, too. */
struct rt_fiber_group *rt_fiber_group_get(struct rt_worker *w, const struct rt_dispatch *d,
	struct rt_fiber_group *old) NODISCARD;
void rt_fiber_group_free(struct rt_fiber_group *g);
/* Returns how much address space a group of the dispatch takes. */
size_t rt_fiber_group_bytes(const struct rt_dispatch *d);
/* Makes the fibers of a group whose ids and sizes are set, and appends them to `ready`. */
void rt_fiber_group_start(struct rt_fiber_group *g, const struct rt_dispatch *d,
	struct rt_fiber_list *ready);

/* ---- fiber_wait.c: on fibers ---------------------------------------------------------------- */

void rt_fiber_append(struct rt_fiber_list *l, struct rt_fiber *f);
/* The function that each new fiber starts in; `fiber` is a struct rt_fiber *. */
void rt_fiber_main(void *fiber);
void rt_fiber_barrier(struct hsaemu_wg *wg);
void rt_fiber_wave_barrier(struct hsaemu_wg *wg);
void rt_fiber_fbarrier(struct hsaemu_wg *wg, uint32_t op, uint32_t address);
void rt_fiber_yield(struct hsaemu_wg *wg, uint32_t kind);
/* Lets the other fibers run first. A service calls it while its wait is not over. When it returns,
 * the thread has entered the kernel again. */
void rt_fiber_give_way(struct rt_worker *w);

#endif
