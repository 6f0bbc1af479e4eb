/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Phases: units of work that do not depend on each other, which the threads of a run take one by
 * one. One word tells which phase it is and which unit is next, so a thread may come at any
 * time. */
#include <time.h>
#include "run_impl.h"

enum { NEXT_BITS = 14, UNITS_BITS = 14, KIND_BITS = 4, FIELD = (1 << NEXT_BITS) - 1 };
enum { SPINS = 4000, NAP_NS = 20000 };

struct ticket {
	uint32_t phase, units, next;
	enum gcn_tm_phase kind;
};

static struct ticket read_ticket(uint64_t t)
{
	return (struct ticket){.phase = (uint32_t)(t >> 32),
		.kind = (enum gcn_tm_phase)(t >> (NEXT_BITS + UNITS_BITS) & ((1 << KIND_BITS) - 1)),
		.units = (uint32_t)(t >> NEXT_BITS) & FIELD,
		.next = (uint32_t)t & FIELD};
}

static void publish(struct gcn_run *r, enum gcn_tm_phase kind, uint32_t units)
{
	uint64_t before = atomic_load_explicit(&r->ticket, memory_order_relaxed);

	atomic_store_explicit(&r->units_done, 0, memory_order_relaxed);
	/* release: what the leader has done before is seen by those who take a unit */
	atomic_store_explicit(&r->ticket,
		((before >> 32) + 1) << 32 | (uint64_t)kind << (NEXT_BITS + UNITS_BITS) |
			(uint64_t)units << NEXT_BITS,
		memory_order_release);
}

static void run_unit(struct gcn_run *r, const struct ticket *t, struct gcn_host *h)
{
	if (t->kind == TM_PHASE_CHANNELS) {
		gcn_tm_channel_run(r, t->next);
	} else {
		struct gcn_tm_cluster *k = &r->clusters[t->next];
		k->host = h;
		gcn_tm_cluster_resolve(k);
		gcn_tm_cluster_run(k);
	}
	/* release: the leader goes on with what was done */
	atomic_fetch_add_explicit(&r->units_done, 1, memory_order_release);
}

/* Takes and does a unit. False when there is none now; *kind is that of the phase. */
static bool work(struct gcn_run *r, struct gcn_host *h, enum gcn_tm_phase *kind)
{
	uint64_t seen = atomic_load_explicit(&r->ticket, memory_order_acquire);
	struct ticket t = read_ticket(seen);

	*kind = t.kind;
	if (t.next >= t.units)
		return false;
	if (atomic_compare_exchange_strong_explicit(&r->ticket, &seen, seen + 1,
		    memory_order_acquire, memory_order_relaxed))
		run_unit(r, &t, h);
	return true;
}

static void rest(unsigned *spins)
{
	if (++*spins < SPINS) {
		__builtin_ia32_pause();
	} else {
		*spins = 0;
		nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
	}
}

void gcn_tm_phase_run(struct gcn_run *r, enum gcn_tm_phase kind, uint32_t units, struct gcn_host *h)
{
	enum gcn_tm_phase now;
	unsigned spins = 0;

	publish(r, kind, units);
	while (work(r, h, &now)) {
	}
	while (atomic_load_explicit(&r->units_done, memory_order_acquire) != units)
		rest(&spins);
}

void gcn_tm_phase_help(struct gcn_run *r, struct gcn_host *h)
{
	enum gcn_tm_phase kind = TM_PHASE_NONE;
	unsigned spins = 0;

	while (kind != TM_PHASE_END)
		if (work(r, h, &kind))
			spins = 0;
		else
			rest(&spins);
}

void gcn_tm_phase_end(struct gcn_run *r)
{
	publish(r, TM_PHASE_END, 0);
}
