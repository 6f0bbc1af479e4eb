/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-groups on fibers: each work-item, or each wave, has a stack of its own and gives way to
 * the others where it has to wait (kernel_abi.h: HSAEMU_KD_FIBERS).
 *
 * A worker has the fibers of one or more resident groups; they never move to another thread. Its
 * own stack is `home`: there groups are started and ended (fiber_scheduler.c). Fibers that wait
 * for one another switch among themselves (fiber_wait.c). */
#ifndef HSAEMU_FIBER_IMPL_H
#define HSAEMU_FIBER_IMPL_H

#include "hsaemu/kernel_abi.h"
#include "rt/memory/segment_impl.h"

enum {
	RT_FIBER_TURNS = 1 << 14, /* switches before a look at home */
	RT_FUEL = 1 << 16,        /* back edges between yields with --preempt=timeout */
};

struct rt_worker;
struct rt_dispatch;
struct rt_fiber_group;

struct rt_fiber {
	void *sp; /* where it goes on */
	struct rt_fiber *next;
	struct rt_fiber_group *group;
	uint32_t index;   /* of the work-item or wave */
	uint32_t awaited; /* fbarrier that it waits at */
	uint32_t yielded; /* last round in which it asked in vain */
	const void *pc;   /* where it asked for something last; NULL: it has not */
};

struct rt_fiber_list {
	struct rt_fiber *first, *last;
	unsigned count;
};

/* Where work-items have fibers of their own, those of a wave meet before the wave does something
 * together. */
struct rt_wave {
	unsigned live, arrived;
	struct rt_fiber_list waiting;
	uint32_t action, address; /* what they meet for */
};

/* A work-group on fibers. */
struct rt_fiber_group {
	struct hsaemu_wg wg; /* first: what the kernel sees, and hands to services */
	struct rt_worker *worker;
	struct rt_fiber_group *next;
	uint32_t serial;        /* tells its fbarriers from what an earlier group left in memory */
	unsigned live, blocked; /* fibers that have not ended; those that wait at a barrier */
	struct rt_fiber_list barrier, fbarriers; /* waiting */
	struct rt_wave waves[HSAEMU_MAX_WORKGROUP / HSAEMU_WAVESIZE];
	struct rt_fiber *fibers;
	unsigned fiber_cap;
	struct rt_memory memory;
	uint8_t *stacks;
	size_t stack_bytes, stack_cap; /* of one; of all */
	bool stack_guarded;
};

/* A worker's fibers. */
struct rt_fibers {
	void *home; /* the worker's own stack, while a fiber runs */
	struct rt_fiber *current;
	struct rt_fiber_list ready;
	unsigned idle;  /* yields since a fiber got on */
	uint32_t round; /* counts looks at home after all were idle; starts at 2 */
	bool worked;    /* in this round a fiber was at work elsewhere than in a waiting loop */
	unsigned turns; /* switches left before a look at home */
	bool timed;     /* some yielded only because their time was up */
	struct rt_fiber_group *ended;
	struct rt_fiber_group *residents; /* resident */
	unsigned resident_count;
	struct rt_fiber_group *spare; /* kept for the next group or dispatch */
	uint32_t serial;
	unsigned fruitless; /* rounds in which all fibers waited in vain */
};

/* ---- fiber_scheduler.c ---------------------------------------------------------------------- */

/* Runs the worker's share of a dispatch with fibers, under the guard. */
void rt_fibers_run(void *worker);
/* Drops all groups of the share, because a fault, a trap or a stop has ended it. */
void rt_fibers_forget(struct rt_worker *w);
void rt_fibers_release(struct rt_fibers *s);

/* ---- fiber_group.c -------------------------------------------------------------------------- */

/* Gets memory for a group of the dispatch, that of `old` if it is not NULL. NULL when there is
 * none; `old` is gone then. */
struct rt_fiber_group *rt_fiber_group_get(struct rt_worker *w, const struct rt_dispatch *d,
	struct rt_fiber_group *old) NODISCARD;
void rt_fiber_group_free(struct rt_fiber_group *g);
/* How much address space a group of the dispatch takes. */
size_t rt_fiber_group_bytes(const struct rt_dispatch *d);
/* Makes fibers of the group whose ids and sizes are set, and appends them to `ready`. */
void rt_fiber_group_start(struct rt_fiber_group *g, const struct rt_dispatch *d,
	struct rt_fiber_list *ready);

/* ---- fiber_wait.c: on fibers ---------------------------------------------------------------- */

void rt_fiber_append(struct rt_fiber_list *l, struct rt_fiber *f);
/* The function that a new fiber runs. */
void rt_fiber_main(void *fiber);
void rt_fiber_barrier(struct hsaemu_wg *wg);
void rt_fiber_wave_barrier(struct hsaemu_wg *wg);
void rt_fiber_fbarrier(struct hsaemu_wg *wg, uint32_t op, uint32_t address);
void rt_fiber_yield(struct hsaemu_wg *wg, uint32_t kind);
/* Lets the other fibers go first, for a service whose wait is not over. When this returns, the
 * thread has entered the kernel again. */
void rt_fiber_give_way(struct rt_worker *w);

#endif
