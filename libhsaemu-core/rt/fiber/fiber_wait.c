/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where fibers wait for each other: barriers, fbarriers, meetings of a wave, yields. All of this
 * code runs on the fiber that calls for it. It switches to the worker's own stack (home) when the
 * group has ended, when no fiber makes progress, and after some number of switches. */
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/fiber/stack_switch_impl.h"
#include "rt/worker/worker_impl.h"

enum { ACTION_WAVE_BARRIER = HSAEMU_FBARRIER_RELEASE + 1 };

/* ---- switching ------------------------------------------------------------------------------ */

ON_FIBER void rt_fiber_append(struct rt_fiber_list *l, struct rt_fiber *f)
{
	f->next = NULL;
	if (l->first == NULL)
		l->first = f;
	else
		l->last->next = f;
	l->last = f;
	l->count++;
}

ON_FIBER static void append_all(struct rt_fiber_list *l, struct rt_fiber_list *more)
{
	if (more->first == NULL)
		return;
	if (l->first == NULL)
		l->first = more->first;
	else
		l->last->next = more->first;
	l->last = more->last;
	l->count += more->count;
	*more = (struct rt_fiber_list){0};
}

/* Takes the next fiber to run off the list of those that are ready. Returns NULL when the worker's
 * own stack is to run instead. */
ON_FIBER static struct rt_fiber *take_next(struct rt_fibers *s)
{
	struct rt_fiber *f = s->ready.first;
	if (f == NULL || --s->turns == 0) {
		s->turns = RT_FIBER_TURNS;
		return NULL;
	}
	s->ready.first = f->next;
	s->ready.count--;
	s->current = f;
	return f;
}

ON_FIBER static struct rt_fiber_group *group_of(struct hsaemu_wg *wg)
{
	return (struct rt_fiber_group *)(void *)wg;
}

/* Returns the fiber whose code has called a service and will go on at `pc` afterwards. */
ON_FIBER static struct rt_fiber *caller_of(struct hsaemu_wg *wg, const void *pc)
{
	struct rt_worker *w = group_of(wg)->worker;
	rt_kernel_leave(&w->guard);
	w->fibers.current->pc = pc;
	return w->fibers.current;
}

ON_FIBER static void enter(struct rt_fiber *f)
{
	rt_kernel_enter(&f->group->worker->guard, f->pc);
}

/* Switches to `next`. The fiber or stack that switches enters the kernel on behalf of `next`, so
 * that the switch ends where `next` has called its service and no code has to run behind the
 * switch. */
ON_FIBER static void go_on_with(struct rt_fibers *s, struct rt_fiber *self, struct rt_fiber *next)
{
	if (next == NULL) {
		rt_switch(&self->sp, s->home);
		return;
	}
	enter(next);
	if (next != self)
		rt_switch(&self->sp, next->sp);
}

ON_FIBER static uint32_t first_item(const struct rt_fiber *f)
{
	return f->index * f->group->worker->dispatch->fiber_items;
}

ON_FIBER NORETURN static void end_dispatch(struct rt_fiber *self, enum hsaemu_trap trap,
	uint32_t value)
{
	self->group->worker->guard.pc = 0;
	rt_guard_trap(&self->group->worker->guard, trap, value, first_item(self));
}

ON_FIBER static void wake(struct rt_fiber_group *g, struct rt_fiber_list *l)
{
	struct rt_fibers *s = &g->worker->fibers;
	g->blocked -= l->count;
	append_all(&s->ready, l);
}

/* Called when all fibers of the group are blocked, to let some of them go on. A wavebarrier may be
 * for only some work-items of its wave (PTX's bar.warp.sync names them), so those that have met at
 * one go on while others wait elsewhere. */
ON_FIBER static void resolve(struct rt_fiber *self)
{
	struct rt_fiber_group *g = self->group;
	uint32_t items = g->wg.size_x * g->wg.size_y * g->wg.size_z;
	for (uint32_t w = 0; w * HSAEMU_WAVESIZE < items; w++) {
		struct rt_wave *wave = &g->waves[w];
		if (wave->arrived == 0 || wave->action != ACTION_WAVE_BARRIER)
			continue;
		wave->arrived = 0;
		wake(g, &wave->waiting);
	}
	if (g->blocked == g->live)
		end_dispatch(self, HSAEMU_TRAP_DEADLOCK, g->live);
}

/* Lets other fibers run. The caller has put `self` into the list of what it waits for, and only
 * fibers of its group can wake it. When this returns, the thread has entered the kernel again. */
ON_FIBER static void block(struct rt_fiber *self)
{
	struct rt_fiber_group *g = self->group;
	struct rt_fibers *s = &g->worker->fibers;
	/* a waiting loop may have a barrier in it; a fiber that comes to a barrier without having
	 * yielded in this round or the last is making progress */
	s->worked |= s->round - self->yielded >= 2;
	if (++g->blocked == g->live)
		resolve(self);
	go_on_with(s, self, take_next(s));
}

/* ---- fbarriers ------------------------------------------------------------------------------ */

/* An fbarrier as it lies in group memory. Members and arrivals are sets of waves, one bit for
 * each. */
struct fbarrier {
	uint32_t key, members, arrived, unused;
};
_Static_assert(sizeof(struct fbarrier) == HSAEMU_FBARRIER_BYTES, "fbarrier size");

enum { FBARRIER_KEY = 0x46424152 };

ON_FIBER static enum hsaemu_fbarrier_error check(const struct fbarrier *b, uint32_t key,
	uint32_t op, uint32_t wave)
{
	if (op == HSAEMU_FBARRIER_INIT)
		return b->key == key ? HSAEMU_FBARRIER_INITIALISED : 0;
	if (b->key != key)
		return HSAEMU_FBARRIER_NOT_INITIALISED;
	if (op == HSAEMU_FBARRIER_RELEASE)
		return b->members != 0 ? HSAEMU_FBARRIER_HAS_MEMBERS : 0;
	if (op == HSAEMU_FBARRIER_JOIN)
		return (b->members & wave) != 0 ? HSAEMU_FBARRIER_MEMBER : 0;
	if ((b->members & wave) == 0)
		return HSAEMU_FBARRIER_NO_MEMBER;
	if (op ==
		/* a wave may leave after it has arrived, too, as in the PRM's example 3 (9.2.5)
		 * */
		HSAEMU_FBARRIER_LEAVE)
		return 0;
	return (b->arrived & wave) != 0 ? HSAEMU_FBARRIER_ARRIVED : 0;
}

ON_FIBER static void change(struct fbarrier *b, uint32_t key, uint32_t op, uint32_t wave)
{
	switch ((enum hsaemu_fbarrier_op)op) {
	case HSAEMU_FBARRIER_INIT:
		*b = (struct fbarrier){.key = key};
		break;
	case HSAEMU_FBARRIER_JOIN:
		b->members |= wave;
		break;
	case HSAEMU_FBARRIER_WAIT:
	case HSAEMU_FBARRIER_ARRIVE:
		b->arrived |= wave;
		break;
	case HSAEMU_FBARRIER_LEAVE:
		b->members &= ~wave;
		b->arrived &= ~wave;
		break;
	case HSAEMU_FBARRIER_RELEASE:
		b->key = 0;
		break;
	}
}

/* Called when all members have arrived; makes the fibers that wait ready. */
ON_FIBER static void satisfy(struct rt_fiber_group *g, struct fbarrier *b, uint32_t address)
{
	struct rt_fiber_list others = {0}, here = {0};
	b->arrived = 0;
	for (struct rt_fiber *f = g->fbarriers.first, *next; f != NULL; f = next) {
		next = f->next;
		rt_fiber_append(f->awaited == address ? &here : &others, f);
	}
	g->fbarriers = others;
	wake(g, &here);
}

/* Does what `op` asks of the fbarrier. True when the wave has to wait. */
ON_FIBER static bool apply(struct rt_fiber *self, uint32_t op, uint32_t address)
{
	struct rt_fiber_group *g = self->group;
	uint32_t wave = (uint32_t)1 << first_item(self) / HSAEMU_WAVESIZE;
	uint32_t key = FBARRIER_KEY ^ g->serial, bytes = g->worker->dispatch->abi.group_bytes;
	if (address % HSAEMU_FBARRIER_ALIGN != 0 || bytes < HSAEMU_FBARRIER_BYTES ||
		address > bytes - HSAEMU_FBARRIER_BYTES)
		end_dispatch(self, HSAEMU_TRAP_FBARRIER, HSAEMU_FBARRIER_BAD_ADDRESS);
	struct fbarrier *b = (struct fbarrier *)(void *)(g->wg.group + address);
	enum hsaemu_fbarrier_error error = check(b, key, op, wave);
	if (error != 0)
		end_dispatch(self, HSAEMU_TRAP_FBARRIER, error);
	change(b, key, op, wave);
	bool changes_count = op != HSAEMU_FBARRIER_INIT && op != HSAEMU_FBARRIER_JOIN &&
	                     op != HSAEMU_FBARRIER_RELEASE;
	if (changes_count && b->arrived == b->members) {
		satisfy(g, b, address);
		return false;
	}
	return op == HSAEMU_FBARRIER_WAIT;
}

/* ---- meetings of a wave --------------------------------------------------------------------- */

/* Called when all live fibers of the wave are at a meeting: those in the wave's list, and `self`
 * unless it is NULL. Does what they met for. True when `self` has to wait now. */
ON_FIBER static bool conclude(struct rt_fiber_group *g, struct rt_wave *wave, struct rt_fiber *self)
{
	struct rt_fiber *speaker = self != NULL ? self : wave->waiting.first;
	bool waits =
		wave->action != ACTION_WAVE_BARRIER && apply(speaker, wave->action, wave->address);
	wave->arrived = 0;
	if (!waits) {
		wake(g, &wave->waiting);
		return false;
	}
	for (struct rt_fiber *f = wave->waiting.first; f != NULL; f = f->next)
		f->awaited = wave->address;
	append_all(&g->fbarriers, &wave->waiting);
	if (self != NULL) {
		self->awaited = wave->address;
		rt_fiber_append(&g->fbarriers, self);
	}
	return true;
}

ON_FIBER static void meet(struct rt_fiber *self, uint32_t action, uint32_t address)
{
	struct rt_fiber_group *g = self->group;
	struct rt_fibers *s = &g->worker->fibers;
	struct rt_wave *wave = &g->waves[first_item(self) / HSAEMU_WAVESIZE];
	if (wave->arrived != 0 && (wave->action != action || wave->address != address))
		end_dispatch(self, HSAEMU_TRAP_FBARRIER, HSAEMU_FBARRIER_NOT_UNIFORM);
	wave->action = action;
	wave->address = address;
	if (++wave->arrived < wave->live) {
		rt_fiber_append(&wave->waiting, self);
		block(self);
		s->yields++;
	} else if (conclude(g, wave, self)) {
		block(self);
		s->yields++;
	} else {
		enter(self);
	}
}

ON_FIBER void rt_fiber_wave_barrier(struct hsaemu_wg *wg)
{
	struct rt_fiber *self = caller_of(wg, __builtin_return_address(0));
	meet(self, ACTION_WAVE_BARRIER, 0);
}

/* Called by each work-item for an operation on an fbarrier. Initialising and releasing is done by
 * one work-item; the other operations are done by the wave together. */
ON_FIBER void rt_fiber_fbarrier(struct hsaemu_wg *wg, uint32_t op, uint32_t address)
{
	struct rt_fiber *self = caller_of(wg, __builtin_return_address(0));
	if (op == HSAEMU_FBARRIER_INIT || op == HSAEMU_FBARRIER_RELEASE) {
		(void)apply(self, op, address);
		enter(self);
	} else {
		meet(self, op, address);
	}
}

/* ---- barriers and ends ---------------------------------------------------------------------- */

ON_FIBER void rt_fiber_barrier(struct hsaemu_wg *wg)
{
	struct rt_fiber *self = caller_of(wg, __builtin_return_address(0));
	struct rt_fiber_group *g = self->group;
	if (g->barrier.count + 1 == g->live) {
		g->wg.phase++;
		wake(g, &g->barrier);
		enter(self);
	} else {
		rt_fiber_append(&g->barrier, self);
		block(self);
	}
}

/* Notes that a fiber has ended, so that the others no longer wait for it. */
ON_FIBER static void note_end(struct rt_fiber *self)
{
	struct rt_fiber_group *g = self->group;
	struct rt_wave *wave = &g->waves[first_item(self) / HSAEMU_WAVESIZE];
	g->live--;
	wave->live--;
	g->worker->fibers.idle = g->worker->fibers.passes = g->worker->fibers.fruitless = 0;
	if (wave->arrived != 0 && wave->arrived == wave->live)
		(void)conclude(g, wave, NULL);
	if (g->live != 0 && g->barrier.count == g->live) {
		g->wg.phase++;
		wake(g, &g->barrier);
	}
	if (g->live != 0 && g->blocked == g->live)
		resolve(self);
}

ON_FIBER void rt_fiber_main(void *fiber)
{
	struct rt_fiber *self = fiber;
	struct rt_fiber_group *g = self->group;
	struct rt_fibers *s = &g->worker->fibers;
	const struct rt_dispatch *d = g->worker->dispatch;
	d->fiber_entry(&d->abi, &g->wg, self->index);
	rt_kernel_leave(&g->worker->guard);
	note_end(self);
	struct rt_fiber *next = NULL;
	if (g->live == 0)
		s->ended = g;
	else
		next = take_next(s);
	if (next != NULL)
		enter(next);
	rt_switch_leave(next != NULL ? next->sp : s->home);
}

/* ---- yields --------------------------------------------------------------------------------- */

/* To leave a waiting loop is progress, but one inside another waiting loop is left again and again,
 * and what the outer one waits for may be in a group that has not begun. So fibers that have left
 * as many without an end of any count as idle, which lets more groups begin. */
enum { MOST_PASSES = 256 };

/* When all fibers that are ready have yielded in vain, this switches to the worker's own stack
 * (home), which decides what to do. */
ON_FIBER void rt_fiber_give_way(struct rt_worker *w)
{
	struct rt_fibers *s = &w->fibers;
	struct rt_fiber *self = s->current;
	s->yields++;
	rt_fiber_append(&s->ready, self);
	go_on_with(s, self, ++s->idle > s->ready.count ? NULL : take_next(s));
	s->yields++;
}

ON_FIBER void rt_fiber_yield(struct hsaemu_wg *wg, uint32_t kind)
{
	struct rt_fiber *self = caller_of(wg, __builtin_return_address(0));
	struct rt_fibers *s = &self->group->worker->fibers;
	self->yielded = s->round;
	if (wg->passed != 0) {
		wg->passed = 0;
		if (s->passes++ / MOST_PASSES <= s->ready.count)
			s->idle = s->fruitless = 0;
	}
	if (kind == HSAEMU_YIELD_TIME) {
		wg->fuel = RT_FUEL;
		s->timed = true;
	}
	rt_fiber_give_way(self->group->worker);
}
