/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of work-groups on fibers.
 *
 * Stacks lie side by side. When the finalizer knows what a fiber needs (stack_kib), they are just
 * as large and nothing lies between; code that calls functions gets large ones between guard
 * pages, whose unused part costs address space only. Tops are staggered, or all fibers would use
 * the same sets of the cache. */
#include <stdlib.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/fiber/stack_switch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

enum {
	SERVICE_BYTES = 8 << 10,      /* for the runtime's own functions */
	UNKNOWN_BYTES = 256 << 10,    /* for code that calls functions, for one work-item */
	UNKNOWN_WAVE_BYTES = 4 << 20, /* for a wave: functions keep vectors there */
	STAGGER_STEP = 64,
	STAGGER_STEPS = 32,
	MOST_WIDE = 4, /* groups of a worker */
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

size_t rt_team_bytes(const struct rt_dispatch *d)
{
	return sizeof(struct rt_team) +
	       fiber_count(d) * (sizeof(struct rt_fiber) + stack_bytes(d)) + d->abi.group_bytes +
	       d->private_bytes + d->context_bytes;
}

/* A page before each stack that cannot be touched. */
static bool guard_stacks(struct rt_team *t)
{
	for (size_t at = 0; at < t->stack_cap; at += t->stack_bytes)
		if (!os_protect(t->stacks + at, OS_PAGE_BYTES, OS_NONE))
			return false;
	return true;
}

static bool get_stacks(struct rt_team *t, const struct rt_dispatch *d)
{
	size_t one = stack_bytes(d), all = one * fiber_count(d);
	bool guarded = is_guarded(d);
	bool fits = t->stacks != NULL && t->stack_guarded == guarded &&
	            (guarded ? t->stack_cap == all && t->stack_bytes == one : t->stack_cap >= all);
	t->stack_bytes = one;
	if (fits)
		return true;
	os_unmap(t->stacks, t->stack_cap);
	t->stacks = os_map(all);
	t->stack_cap = t->stacks == NULL ? 0 : all;
	t->stack_guarded = guarded;
	return t->stacks != NULL && (!guarded || guard_stacks(t));
}

static bool get_fibers(struct rt_team *t, const struct rt_dispatch *d)
{
	unsigned count = fiber_count(d);
	if (t->fiber_cap >= count)
		return true;
	free(t->fibers);
	t->fibers = mem_try_new(count, sizeof *t->fibers);
	t->fiber_cap = t->fibers == NULL ? 0 : count;
	return t->fibers != NULL;
}

struct rt_team *rt_team_get(struct rt_worker *w, const struct rt_dispatch *d, struct rt_team *old)
{
	struct rt_team *t = old != NULL ? old : mem_try_new(1, sizeof *t);
	if (t == NULL)
		return NULL;
	t->worker = w;
	t->wg.runtime = w;
	/* address space for wide fences is there for thousands of groups, not for millions */
	enum rt_fence fence = w->fibers.team_count < MOST_WIDE ? RT_FENCE_WIDE : RT_FENCE_NARROW;
	if (rt_group_memory_get(&t->memory, d, &t->wg, fence) && get_fibers(t, d) &&
		get_stacks(t, d))
		return t;
	rt_team_free(t);
	return NULL;
}

void rt_team_free(struct rt_team *t)
{
	if (t == NULL)
		return;
	os_unmap(t->stacks, t->stack_cap);
	rt_group_memory_release(&t->memory);
	free(t->fibers);
	free(t);
}

static void start_fiber(struct rt_team *t, uint32_t index, struct rt_fiber_list *ready)
{
	struct rt_fiber *f = &t->fibers[index];
	uint8_t *end = t->stacks + (index + (size_t)1) * t->stack_bytes;
	*f = (struct rt_fiber){.team = t, .index = index};
	f->sp = rt_switch_new(end - index % STAGGER_STEPS * STAGGER_STEP, rt_fiber_main, f);
	rt_fiber_append(ready, f);
}

void rt_team_start(struct rt_team *t, const struct rt_dispatch *d, struct rt_fiber_list *ready)
{
	uint32_t items = t->wg.size_x * t->wg.size_y * t->wg.size_z;
	uint32_t per_wave = HSAEMU_WAVESIZE / d->fiber_items;
	t->live = (items + d->fiber_items - 1) / d->fiber_items;
	t->blocked = 0;
	t->barrier = t->fbarriers = (struct rt_fiber_list){0};
	t->wg.fuel = RT_FUEL;
	t->wg.passed = 0;
	t->wg.items = 0;
	t->wg.detect = t->wg.detect_8 = t->wg.detect_16 = t->wg.detect_24 = 0;
	for (uint32_t w = 0; w * per_wave < t->live; w++) {
		uint32_t left = t->live - w * per_wave;
		t->waves[w] = (struct rt_wave){.live = left < per_wave ? left : per_wave};
	}
	for (uint32_t i = 0; i < t->live; i++)
		start_fiber(t, i, ready);
}
