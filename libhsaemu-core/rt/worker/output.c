/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The order of what kernels print, for runtimes with orders_prints. Code for waves runs a printf of
 * all its lanes before the next one; readers of the output expect all that a work-item prints
 * between two barriers in one place. So a worker holds back what a group prints, sorts what lies
 * between two barriers by work-items, and prints it when the group has ended.
 *
 * A group may take long, or never end. What is held for long is printed by the callback thread,
 * sorted as far as it goes. */
#include <stdlib.h>
#include <string.h>
#include "rt/os/os_impl.h"
#include "rt/queue/event_thread_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"

enum {
	HOLD_NS = 100000000,
	MOST_BYTES = 1 << 20, /* more than that is not held */
};

void rt_output_init(struct rt_output *o)
{
	pthread_mutex_init(&o->lock, NULL); /* cannot fail without attributes */
}

void rt_output_release(struct rt_output *o)
{
	rt_text_release(&o->text);
	rt_text_release(&o->ordered);
	free(o->pieces);
	pthread_mutex_destroy(&o->lock);
}

/* ---- order; with the lock -------------------------------------------------------------------- */

static int compare(const void *pa, const void *pb)
{
	const struct rt_piece *a = pa, *b = pb;
	if (a->item != b->item)
		return a->item < b->item ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* Ends a stretch: the pieces since the last one get their places. */
static void settle(struct rt_output *o)
{
	size_t k = o->settled + 1;
	while (k < o->count && compare(&o->pieces[k - 1], &o->pieces[k]) < 0)
		k++;
	if (k < o->count)
		qsort(o->pieces + o->settled, o->count - o->settled, sizeof *o->pieces, compare);
	o->settled = o->count;
}

static void print_text(const struct rt *rt, const char *text, size_t bytes)
{
	int cancel;
	/* so that cancellation cannot end a client's thread inside of the client's function */
	(void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	rt->print(rt->print_arg, RT_STREAM_OUTPUT, text, bytes);
	(void)pthread_setcancelstate(cancel, &cancel);
}

static bool is_in_order(const struct rt_output *o)
{
	size_t k = 1;
	while (k < o->count && o->pieces[k - 1].at < o->pieces[k].at)
		k++;
	return k >= o->count;
}

static void print_all(const struct rt *rt, struct rt_output *o)
{
	settle(o);
	if (is_in_order(o)) {
		print_text(rt, o->text.bytes, o->text.len);
	} else {
		rt_text_clear(&o->ordered);
		for (size_t k = 0; k < o->count; k++)
			rt_text_append(&o->ordered, o->text.bytes + o->pieces[k].at,
				o->pieces[k].bytes);
		if (!o->ordered.failed)
			print_text(rt, o->ordered.bytes, o->ordered.len);
		for (size_t k = 0; o->ordered.failed && k < o->count; k++)
			print_text(rt, o->text.bytes + o->pieces[k].at, o->pieces[k].bytes);
	}
	rt_text_clear(&o->text);
	o->count = o->settled = 0;
	atomic_store_explicit(&o->holds, false, memory_order_relaxed);
}

/* ---- what is held for long ------------------------------------------------------------------- */

static void watch(struct rt *rt);

/* Prints what the worker has held for long. Returns whether it still holds something. A worker that
 * is printing is left alone. */
static bool look(struct rt_worker *w)
{
	struct rt_output *o = &w->output;
	if (pthread_mutex_trylock(&o->lock) != 0)
		return true;
	if (o->count != 0 && os_clock_ns() - o->since_ns >= HOLD_NS)
		print_all(w->rt, o);
	bool holds = o->count != 0;
	pthread_mutex_unlock(&o->lock);
	return holds;
}

static void look_at_all(struct rt_event *e)
{
	struct rt *rt = (struct rt *)(void *)((uint8_t *)e - offsetof(struct rt, output_event));
	bool holds = false;
	/* a worker that begins to hold something from here on has the alarm set again */
	atomic_store(&rt->output_watched, false);
	for (unsigned i = 0; i < rt->worker_count; i++)
		holds |= look(&rt->workers[i]);
	for (struct rt_worker *r = atomic_load(&rt->reliefs); r != NULL; r = r->next_relief)
		holds |= look(r);
	if (holds)
		watch(rt);
}

static void want_look(struct rt *rt, uint64_t now_ns)
{
	(void)now_ns;
	rt->output_event.run = look_at_all;
	rt_event_want(rt, &rt->output_event);
}

/* Has the callback thread look at all workers after a while. */
static void watch(struct rt *rt)
{
	if (atomic_exchange(&rt->output_watched, true))
		return;
	/* without the thread, what a group holds waits for its end */
	if (rt_event_thread_start(rt) != HSA_STATUS_SUCCESS)
		return;
	pthread_mutex_lock(&rt->lock);
	rt_event_alarm(rt, RT_ALARM_OUTPUT, os_clock_ns() + HOLD_NS, want_look);
	pthread_mutex_unlock(&rt->lock);
}

/* ---- workers --------------------------------------------------------------------------------- */

static struct rt_stretch stretch_of(const struct rt_worker *w, const struct hsaemu_wg *wg)
{
	return (struct rt_stretch){{wg->id_x, wg->id_y, wg->id_z}, wg->phase, w->fibers.yields};
}

static bool is_same(const struct rt_stretch *a, const struct rt_stretch *b)
{
	return memcmp(a->group, b->group, sizeof a->group) == 0 && a->phase == b->phase &&
	       a->waits == b->waits;
}

/* Returns false without memory. */
static bool add(struct rt_output *o, const struct rt_text *t, uint32_t item)
{
	if (o->count == o->capacity) {
		size_t capacity = 2 * o->capacity + 64;
		struct rt_piece *pieces = mem_try_new(capacity, sizeof *pieces);
		if (pieces == NULL)
			return false;
		if (o->count != 0)
			memcpy(pieces, o->pieces, o->count * sizeof *pieces);
		free(o->pieces);
		o->pieces = pieces;
		o->capacity = capacity;
	}
	struct rt_piece p = {o->text.len, t->len, item};
	rt_text_append(&o->text, t->bytes, t->len);
	if (o->text.failed) {
		o->text.failed = false;
		return false;
	}
	o->pieces[o->count++] = p;
	return true;
}

void rt_output_put(struct rt_worker *w, const struct hsaemu_wg *wg, uint32_t item)
{
	struct rt_output *o = &w->output;
	const struct rt_stretch here = stretch_of(w, wg);
	pthread_mutex_lock(&o->lock);
	if (!is_same(&here, &o->stretch))
		settle(o);
	o->stretch = here;
	bool first = o->count == 0;
	if (!add(o, &w->text, item)) {
		print_all(w->rt, o);
		print_text(w->rt, w->text.bytes, w->text.len);
	} else if (o->text.len > MOST_BYTES) {
		print_all(w->rt, o);
	}
	bool holds = o->count != 0;
	if (holds && first) {
		o->since_ns = os_clock_ns();
		atomic_store_explicit(&o->holds, true, memory_order_relaxed);
	}
	pthread_mutex_unlock(&o->lock);
	if (holds && first)
		watch(w->rt);
}

void rt_output_flush_held(struct rt_worker *w)
{
	pthread_mutex_lock(&w->output.lock);
	if (w->output.count != 0)
		print_all(w->rt, &w->output);
	pthread_mutex_unlock(&w->output.lock);
}
