/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of work-groups on fibers.
 *
 * Stacks lie side by side. When the finalizer knows how much stack a fiber needs (stack_kib), each
 * stack has just that size and there is nothing between two of them. Code that calls functions gets
 * large stacks with guard pages between them; their unused part costs address space only. The tops
 * of the stacks are staggered, because otherwise all fibers would use the same sets of the
 * cache. */
#include <stdlib.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/fiber/stack_switch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

enum {
	SERVICE_BYTES = 8 << 10, /* stack for the runtime's own functions */
	/* stack of a work-item whose code calls functions, so that its need is unknown */
	UNKNOWN_BYTES = 256 << 10,
	/* the same for a wave, where functions keep vectors on the stack */
	UNKNOWN_WAVE_BYTES = 4 << 20,
	STAGGER_STEP = 64,
	STAGGER_STEPS = 32,
	MOST_WIDE = 4, /* so many groups of a worker get wide fences */
};

static bool is_guarded(const struct rt_dispatch *d)
{
	return d->stack_kib == 0;
}

static size_t stack_bytes(const struct rt_dispatch *d)
{
	size_t unknown = d->fiber_items == 1 ? UNKNOWN_BYTES : UNKNOWN_WAVE_BYTES;
	size_t bytes = is_guarded(d) ? unknown : (size_t)d->stack_kib << 10;
	bytes += SERVICE_BYTES + STAGGER_STEP * STAGGER_STEPS;
	return (size_t)align_up(bytes, OS_PAGE_BYTES) + (is_guarded(d) ? OS_PAGE_BYTES : 0);
}

static unsigned fiber_count(const struct rt_dispatch *d)
{
	uint32_t flat = d->abi.wg_x * d->abi.wg_y * d->abi.wg_z;
	return (flat + d->fiber_items - 1) / d->fiber_items;
}

size_t rt_fiber_group_bytes(const struct rt_dispatch *d)
{
	return sizeof(struct rt_fiber_group) +
	       fiber_count(d) * (sizeof(struct rt_fiber) + stack_bytes(d)) + d->abi.group_bytes +
	       d->private_bytes + d->context_bytes;
}

/* Makes the first page of each stack inaccessible, so that an overflow faults. */
static bool guard_stacks(struct rt_fiber_group *g)
{
	for (size_t at = 0; at < g->stack_cap; at += g->stack_bytes)
		if (!os_protect(g->stacks + at, OS_PAGE_BYTES, OS_NONE))
			return false;
	return true;
}

static bool get_stacks(struct rt_fiber_group *g, const struct rt_dispatch *d)
{
	size_t one = stack_bytes(d), all = one * fiber_count(d);
	bool guarded = is_guarded(d);
	bool fits = g->stacks != NULL && g->stack_guarded == guarded &&
	            (guarded ? g->stack_cap == all && g->stack_bytes == one : g->stack_cap >= all);
	g->stack_bytes = one;
	if (fits)
		return true;
	os_unmap(g->stacks, g->stack_cap);
	g->stacks = os_map(all);
	g->stack_cap = g->stacks == NULL ? 0 : all;
	g->stack_guarded = guarded;
	return g->stacks != NULL && (!guarded || guard_stacks(g));
}

static bool get_fibers(struct rt_fiber_group *g, const struct rt_dispatch *d)
{
	unsigned count = fiber_count(d);
	if (g->fiber_cap >= count)
		return true;
	free(g->fibers);
	g->fibers = mem_try_new(count, sizeof *g->fibers);
	g->fiber_cap = g->fibers == NULL ? 0 : count;
	return g->fibers != NULL;
}

struct rt_fiber_group *rt_fiber_group_get(struct rt_worker *w, const struct rt_dispatch *d,
	struct rt_fiber_group *old)
{
	struct rt_fiber_group *g = old != NULL ? old : mem_try_new(1, sizeof *g);
	if (g == NULL)
		return NULL;
	g->worker = w;
	g->wg.runtime = w;
	/* there is address space for the wide fences of thousands of groups, but not of millions */
	enum rt_fence fence =
		w->fibers.resident_count < MOST_WIDE ? RT_FENCE_WIDE : RT_FENCE_NARROW;
	if (rt_group_memory_get(&g->memory, d, &g->wg, fence) && get_fibers(g, d) &&
		get_stacks(g, d))
		return g;
	rt_fiber_group_free(g);
	return NULL;
}

void rt_fiber_group_free(struct rt_fiber_group *g)
{
	if (g == NULL)
		return;
	os_unmap(g->stacks, g->stack_cap);
	rt_group_memory_release(&g->memory);
	free(g->fibers);
	free(g);
}

static void start_fiber(struct rt_fiber_group *g, uint32_t index, struct rt_fiber_list *ready)
{
	struct rt_fiber *f = &g->fibers[index];
	uint8_t *end = g->stacks + (index + (size_t)1) * g->stack_bytes;
	*f = (struct rt_fiber){.group = g, .index = index};
	f->sp = rt_switch_new(end - index % STAGGER_STEPS * STAGGER_STEP, rt_fiber_main, f);
	rt_fiber_append(ready, f);
}

void rt_fiber_group_start(struct rt_fiber_group *g, const struct rt_dispatch *d,
	struct rt_fiber_list *ready)
{
	uint32_t items = g->wg.size_x * g->wg.size_y * g->wg.size_z;
	uint32_t per_wave = HSAEMU_WAVESIZE / d->fiber_items;
	g->live = (items + d->fiber_items - 1) / d->fiber_items;
	g->blocked = 0;
	g->barrier = g->fbarriers = (struct rt_fiber_list){0};
	g->wg.fuel = RT_FUEL;
	g->wg.passed = 0;
	g->wg.items = 0;
	g->wg.detect = g->wg.detect_8 = g->wg.detect_16 = g->wg.detect_24 = 0;
	for (uint32_t w = 0; w * per_wave < g->live; w++) {
		uint32_t left = g->live - w * per_wave;
		g->waves[w] = (struct rt_wave){.live = left < per_wave ? left : per_wave};
	}
	for (uint32_t i = 0; i < g->live; i++)
		start_fiber(g, i, ready);
}
