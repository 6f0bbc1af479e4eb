/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Phases: units of work that do not depend on each other, which the threads of a run take one by
 * one, so a thread may come at any time. Each begins to look at another unit, always the same one,
 * as it has in its caches what it has worked on before. */
#include <sched.h>
#include <time.h>
#include "run_impl.h"

enum { UNITS_BITS = 28, KIND_BITS = 4 };
enum { SPINS = 2000, YIELDS = 2000, NAP_NS = 20000 };

struct phase {
	uint32_t number, units;
	enum gcn_tm_phase kind;
};

static struct phase read_phase(uint64_t word)
{
	return (struct phase){.number = (uint32_t)(word >> 32),
		.kind = (enum gcn_tm_phase)(word >> UNITS_BITS & ((1 << KIND_BITS) - 1)),
		.units = (uint32_t)word & ((1U << UNITS_BITS) - 1)};
}

static void publish(struct gcn_run *r, enum gcn_tm_phase kind, uint32_t units)
{
	uint64_t before = atomic_load_explicit(&r->phase, memory_order_relaxed);

	atomic_store_explicit(&r->units_done, 0, memory_order_relaxed);
	/* release: what the leader has done before is seen by those who take a unit */
	atomic_store_explicit(&r->phase,
		((before >> 32) + 1) << 32 | (uint64_t)kind << UNITS_BITS | units,
		memory_order_release);
}

/* All units of a phase are taken before the next one begins, so who comes late finds none. */
static bool take(struct gcn_run *r, const struct phase *p, uint32_t unit)
{
	uint32_t last = atomic_load_explicit(&r->taken[unit], memory_order_relaxed);

	/* acquire: with the leader's release, by the phase that was read before */
	return last < p->number && atomic_compare_exchange_strong_explicit(&r->taken[unit], &last,
					   p->number, memory_order_acquire, memory_order_relaxed);
}

static void run_unit(struct gcn_run *r, enum gcn_tm_phase kind, uint32_t unit, struct gcn_host *h)
{
	if (kind == TM_PHASE_CHANNELS) {
		gcn_tm_channel_run(r, unit);
	} else {
		struct gcn_tm_cluster *k = &r->clusters[unit];
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
	struct phase p = read_phase(atomic_load_explicit(&r->phase, memory_order_acquire));
	uint32_t threads = atomic_load_explicit(&r->threads, memory_order_relaxed);

	*kind = p.kind;
	for (uint32_t n = 0; n < p.units; n++) {
		uint32_t unit = (h->number % threads * p.units / threads + n) % p.units;
		if (!take(r, &p, unit))
			continue;
		run_unit(r, p.kind, unit, h);
		return true;
	}
	return false;
}

/* Waits a little: what is waited for mostly comes sooner than a nap would end. */
static void rest(unsigned *spins)
{
	if (*spins < SPINS + YIELDS)
		++*spins;
	if (*spins < SPINS)
		__builtin_ia32_pause();
	else if (*spins < SPINS + YIELDS)
		sched_yield();
	else
		nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
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

void gcn_tm_phase_resume(struct gcn_run *r)
{
	publish(r, TM_PHASE_NONE, 0);
}
