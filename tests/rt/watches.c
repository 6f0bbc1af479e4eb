/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests functions that are called for a signal's value: when they are called and when not, and what
 * they may do. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include "fake_kernel.h"

struct seen {
	struct rt *rt;
	hsa_signal_t done; /* counts calls down */
	hsa_signal_t signal;
	atomic_int calls;
	_Atomic int64_t value;
	int until; /* the call that returns false */
	pthread_t thread;
	hsa_queue_t *queue;
};

static void watch(struct seen *s, hsa_signal_condition_t condition, hsa_signal_value_t compare,
	rt_signal_handler *handler)
{
	EXPECT(rt_signal_watch(s->rt, s->signal, condition, compare, handler, s) ==
		HSA_STATUS_SUCCESS);
}

static struct seen seen_in(struct rt *rt, int64_t value, int calls)
{
	return (struct seen){.rt = rt,
		.done = fake_signal(rt, calls),
		.signal = fake_signal(rt, value),
		.until = calls};
}

static void pause_ms(long ms)
{
	struct timespec t = {.tv_nsec = ms * 1000000};
	EXPECT(nanosleep(&t, NULL) == 0);
}

static bool note(hsa_signal_value_t value, void *arg)
{
	struct seen *s = arg;
	s->value = value;
	s->thread = pthread_self();
	int call = ++s->calls;
	rt_signal_update(s->done, RT_SIGNAL_SUBTRACT, 1);
	return call < s->until;
}

/* A handler is called once for each value, and not any more once it has returned false. */
static void values(struct rt *rt)
{
	struct seen s = seen_in(rt, 0, 3);
	watch(&s, HSA_SIGNAL_CONDITION_GTE, 5, note);
	rt_signal_update(s.signal, RT_SIGNAL_STORE, 4);
	pause_ms(2);
	EXPECT(s.calls == 0);
	rt_signal_update(s.signal, RT_SIGNAL_ADD, 1);
	/* as long as the condition holds it is called again */
	EXPECT(fake_wait(s.done) == 0 && s.value == 5 && s.calls == 3);
	EXPECT(!pthread_equal(s.thread, pthread_self()));
	rt_signal_update(s.signal, RT_SIGNAL_ADD, 1);
	pause_ms(2);
	EXPECT(s.calls == 3 && s.value == 5);
	rt_signal_destroy(s.signal);
}

static void holds_at_first(struct rt *rt)
{
	struct seen s = seen_in(rt, -3, 1);
	watch(&s, HSA_SIGNAL_CONDITION_LT, 0, note);
	EXPECT(fake_wait(s.done) == 0 && s.value == -3);
	rt_signal_destroy(s.signal);
}

static bool reset(hsa_signal_value_t value, void *arg)
{
	struct seen *s = arg;
	EXPECT(value == 0);
	s->calls++;
	rt_signal_update(s->signal, RT_SIGNAL_STORE, 1);
	rt_signal_update(s->done, RT_SIGNAL_SUBTRACT, 1);
	return true;
}

static void fine(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
}

/* A handler is called for each dispatch that completes. */
static void completions(struct rt *rt)
{
	enum { DISPATCHES = 500 };
	struct seen s = seen_in(rt, 1, DISPATCHES);
	struct fake_kernel k;
	hsa_queue_t *q = fake_queue(rt, 16);
	fake_kernel_init(&k, fine);
	k.kd.kernarg_bytes = 0;
	k.kd.stack_kib = 4;
	watch(&s, HSA_SIGNAL_CONDITION_LT, 1, reset);
	for (int i = 1; i <= DISPATCHES; i++) {
		hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, 64, 64);
		p.completion_signal = s.signal;
		fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
		EXPECT(rt_signal_wait(s.done, HSA_SIGNAL_CONDITION_LT, DISPATCHES - i + 1,
			       RT_FOREVER, HSA_WAIT_STATE_BLOCKED) == DISPATCHES - i);
	}
	EXPECT(s.calls == DISPATCHES);
	rt_queue_destroy(q);
	rt_signal_destroy(s.signal);
	rt_signal_destroy(s.done);
}

static bool destroy_all(hsa_signal_value_t value, void *arg)
{
	struct seen *s = arg;
	struct seen again = seen_in(s->rt, 0, 1);
	(void)value;
	watch(&again, HSA_SIGNAL_CONDITION_NE, 0, note);
	rt_signal_destroy(again.signal);
	rt_signal_destroy(again.done);
	rt_queue_destroy(s->queue);
	rt_signal_destroy(s->signal);
	s->calls++;
	rt_signal_update(s->done, RT_SIGNAL_SUBTRACT, 1);
	return true; /* there is no signal any more for which it could be called */
}

static void destroys(struct rt *rt)
{
	struct seen s = seen_in(rt, 0, 1);
	s.queue = fake_queue(rt, 4);
	watch(&s, HSA_SIGNAL_CONDITION_EQ, 1, destroy_all);
	rt_signal_update(s.signal, RT_SIGNAL_STORE, 1);
	EXPECT(fake_wait(s.done) == 0);
	EXPECT(!rt_signal_is_valid(rt, s.signal) && !rt_queue_is_valid(rt, s.queue));
	pause_ms(2);
	EXPECT(s.calls == 1);
	rt_signal_destroy(s.done);
}

/* Handlers of a destroyed signal are not called, and those that wait are freed. */
static void destroyed(struct rt *rt)
{
	struct seen s = seen_in(rt, 0, 1);
	for (int i = 0; i < 10; i++)
		watch(&s, HSA_SIGNAL_CONDITION_EQ, 1, note);
	rt_signal_destroy(s.signal);
	pause_ms(2);
	EXPECT(s.calls == 0);
	rt_signal_destroy(s.done);
}

static void *ring(void *arg)
{
	const struct seen *s = arg;
	for (int i = 0; i < 1000; i++)
		rt_signal_update(s->signal, RT_SIGNAL_STORE, i % 2);
	return NULL;
}

static bool always(hsa_signal_value_t value, void *arg)
{
	struct seen *s = arg;
	EXPECT(value == 1);
	s->calls++;
	return true;
}

/* The runtime ends while handlers are there, wanted and running. */
static void left(void)
{
	struct rt *rt = fake_runtime(1, 1, RT_SCHEDULER_STATIC);
	struct seen s[3] = {seen_in(rt, 0, 1), seen_in(rt, 0, 1), seen_in(rt, 0, 1)};
	pthread_t t[3];
	for (size_t i = 0; i < ARRAY_LEN(s); i++) {
		watch(&s[i], HSA_SIGNAL_CONDITION_EQ, 1, always);
		EXPECT(pthread_create(&t[i], NULL, ring, &s[i]) == 0);
	}
	for (size_t i = 0; i < ARRAY_LEN(s); i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
	rt_free(rt);
}

int main(void)
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	values(rt);
	holds_at_first(rt);
	completions(rt);
	destroys(rt);
	destroyed(rt);
	rt_free(rt);
	for (int i = 0; i < 20; i++)
		left();
	return 0;
}
