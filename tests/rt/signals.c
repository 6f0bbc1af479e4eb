/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests signals: every operation, waits that end by value or by time, wake-ups from any thread. */
#include <pthread.h>
#include <time.h>
#include "fake_kernel.h"

enum { ROUNDS = 2000, THREADS = 4 };

static void operations(struct rt *rt)
{
	static const struct {
		enum rt_signal_op op;
		int64_t operand, after;
	} steps[] = {
		{RT_SIGNAL_STORE, 12, 12},
		{RT_SIGNAL_ADD, 30, 42},
		{RT_SIGNAL_SUBTRACT, 50, -8},
		{RT_SIGNAL_AND, 0xff, 0xf8},
		{RT_SIGNAL_OR, 3, 0xfb},
		{RT_SIGNAL_XOR, -1, -252},
		{RT_SIGNAL_MIN, 5, -252},
		{RT_SIGNAL_MIN, -300, -300},
		{RT_SIGNAL_MAX, -400, -300},
		{RT_SIGNAL_MAX, 7, 7},
	};
	hsa_signal_t s = fake_signal(rt, INT64_MIN);
	int64_t before = INT64_MIN;
	EXPECT(s.handle % 64 == 0 && *(int64_t *)(uintptr_t)(s.handle + 8) == INT64_MIN);
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		EXPECT(rt_signal_update(s, steps[i].op, steps[i].operand) == before);
		before = steps[i].after;
		EXPECT(rt_signal_load(s) == before);
	}
	EXPECT(rt_signal_cas(s, 8, 9) == 7 && rt_signal_load(s) == 7);
	EXPECT(rt_signal_cas(s, 7, 9) == 7 && rt_signal_load(s) == 9);
	rt_signal_silent_store(s, 1);
	EXPECT(rt_signal_load(s) == 1);
	rt_signal_destroy(s);
}

static void timeouts(struct rt *rt)
{
	hsa_signal_t s = fake_signal(rt, 5);
	for (int active = 0; active < 2; active++) {
		hsa_wait_state_t state = active ? HSA_WAIT_STATE_ACTIVE : HSA_WAIT_STATE_BLOCKED;
		uint64_t from = rt_clock_ns();
		EXPECT(rt_signal_wait(s, HSA_SIGNAL_CONDITION_NE, 5, 2000000, state) == 5);
		EXPECT(rt_clock_ns() - from >= 2000000);
		EXPECT(rt_signal_wait(s, HSA_SIGNAL_CONDITION_EQ, 5, 0, state) == 5);
		EXPECT(rt_signal_wait(s, HSA_SIGNAL_CONDITION_EQ, 6, 0, state) == 5);
		EXPECT(rt_signal_wait(s, HSA_SIGNAL_CONDITION_LT, 6, RT_FOREVER, state) == 5);
		EXPECT(rt_signal_wait(s, HSA_SIGNAL_CONDITION_GTE, 5, RT_FOREVER, state) == 5);
	}
	rt_signal_destroy(s);
}

static uint64_t cpu_ns(void)
{
	struct timespec t;
	EXPECT(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Waiting costs no time of a CPU but for a moment, even if the client asks for active waiting. */
static void idle(struct rt *rt)
{
	hsa_signal_t s = fake_signal(rt, 0);
	uint64_t before = cpu_ns();
	for (int active = 0; active < 2; active++)
		rt_signal_wait(s, HSA_SIGNAL_CONDITION_EQ, 1, 200000000,
			active ? HSA_WAIT_STATE_ACTIVE : HSA_WAIT_STATE_BLOCKED);
	EXPECT(cpu_ns() - before < 100000000);
	rt_signal_destroy(s);
}

static void *store_silently(void *arg)
{
	hsa_signal_t s = {(uint64_t)(uintptr_t)arg};
	struct timespec t = {.tv_nsec = 20000000};
	EXPECT(nanosleep(&t, NULL) == 0);
	rt_signal_silent_store(s, 1);
	return NULL;
}

/* A silent store changes the value and wakes nobody. */
static void silent(struct rt *rt)
{
	hsa_signal_t s = fake_signal(rt, 0);
	uint64_t from = rt_clock_ns();
	pthread_t t;
	EXPECT(pthread_create(&t, NULL, store_silently, (void *)(uintptr_t)s.handle) == 0);
	EXPECT(rt_signal_wait(s, HSA_SIGNAL_CONDITION_EQ, 1, 100000000, HSA_WAIT_STATE_BLOCKED) ==
		1);
	EXPECT(rt_clock_ns() - from >= 100000000);
	EXPECT(pthread_join(t, NULL) == 0);
	rt_signal_destroy(s);
}

struct pair {
	hsa_signal_t ping, pong;
};

/* Answers a ping. Only the upper half of the value changes, which a futex on the lower half would
 * miss. */
static void *answer(void *arg)
{
	struct pair *p = arg;
	for (int64_t i = 1; i <= ROUNDS; i++) {
		rt_signal_wait(p->ping, HSA_SIGNAL_CONDITION_EQ, i << 32, RT_FOREVER,
			HSA_WAIT_STATE_BLOCKED);
		rt_signal_update(p->pong, RT_SIGNAL_STORE, i << 32);
	}
	return NULL;
}

static void ping_pong(struct rt *rt)
{
	struct pair p = {fake_signal(rt, 0), fake_signal(rt, 0)};
	pthread_t t;
	EXPECT(pthread_create(&t, NULL, answer, &p) == 0);
	for (int64_t i = 1; i <= ROUNDS; i++) {
		rt_signal_update(p.ping, RT_SIGNAL_STORE, i << 32);
		int64_t v = rt_signal_wait(p.pong, HSA_SIGNAL_CONDITION_GTE, i << 32, RT_FOREVER,
			i % 2 ? HSA_WAIT_STATE_ACTIVE : HSA_WAIT_STATE_BLOCKED);
		EXPECT(v == i << 32);
	}
	EXPECT(pthread_join(t, NULL) == 0);
	rt_signal_destroy(p.ping);
	rt_signal_destroy(p.pong);
}

static void *count_down(void *arg)
{
	hsa_signal_t s = {(uint64_t)(uintptr_t)arg};
	for (int i = 0; i < ROUNDS; i++)
		rt_signal_update(s, RT_SIGNAL_SUBTRACT, 1);
	return NULL;
}

static void many_threads(struct rt *rt)
{
	hsa_signal_t s = fake_signal(rt, (int64_t)THREADS * ROUNDS);
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&t[i], NULL, count_down, (void *)(uintptr_t)s.handle) == 0);
	EXPECT(fake_wait(s) == 0);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
	rt_signal_destroy(s);
}

/* Creates more signals than a slab holds, repeatedly, so that blocks are used again. */
static void many_signals(struct rt *rt)
{
	enum { COUNT = 5000 };
	static hsa_signal_t s[COUNT];
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < COUNT; i++)
			s[i] = fake_signal(rt, i);
		for (int i = 0; i < COUNT; i++)
			EXPECT(rt_signal_load(s[i]) == i);
		for (int i = 0; i < COUNT; i++)
			rt_signal_destroy(s[i]);
	}
}

/* ---- several signals ------------------------------------------------------------------------- */

struct later {
	hsa_signal_t signal;
	uint64_t after_ns;
};

static void *store_later(void *arg)
{
	const struct later *l = arg;
	struct timespec t = {.tv_nsec = (long)l->after_ns};
	EXPECT(nanosleep(&t, NULL) == 0);
	rt_signal_update(l->signal, RT_SIGNAL_STORE, 7);
	return NULL;
}

/* Waits for any of `count` signals, of which another thread stores to one meanwhile. */
static void any_of(struct rt *rt, size_t count, size_t which, uint64_t timeout_ns)
{
	enum { MOST = 40 };
	hsa_signal_t s[MOST];
	hsa_signal_condition_t conditions[MOST];
	hsa_signal_value_t compare[MOST], value = 0;
	size_t index = MOST;
	pthread_t t;
	for (size_t i = 0; i < count; i++) {
		s[i] = fake_signal(rt, 0);
		conditions[i] = i % 2 == 0 ? HSA_SIGNAL_CONDITION_EQ : HSA_SIGNAL_CONDITION_GTE;
		compare[i] = 7;
	}
	EXPECT(!rt_signal_wait_any(rt, count, s, conditions, compare, 1000000,
		HSA_WAIT_STATE_BLOCKED, &index, &value));
	struct later later = {s[which], 3000000};
	EXPECT(pthread_create(&t, NULL, store_later, &later) == 0);
	EXPECT(rt_signal_wait_any(rt, count, s, conditions, compare, timeout_ns,
		which % 2 == 0 ? HSA_WAIT_STATE_BLOCKED : HSA_WAIT_STATE_ACTIVE, &index, &value));
	EXPECT(index == which && value == 7 && pthread_join(t, NULL) == 0);
	for (size_t i = 0; i < count; i++)
		rt_signal_destroy(s[i]);
}

static void several(struct rt *rt)
{
	size_t index;
	hsa_signal_value_t value;
	for (size_t count = 1; count <= 40; count += 13)
		for (size_t which = 0; which < count; which += 5)
			any_of(rt, count, which, which % 2 == 0 ? RT_FOREVER : 60000000000);
	EXPECT(!rt_signal_wait_any(rt, 0, NULL, NULL, NULL, RT_FOREVER, HSA_WAIT_STATE_BLOCKED,
		&index, &value));
}

static void *destroy_later(void *arg)
{
	struct timespec t = {.tv_nsec = 3000000};
	EXPECT(nanosleep(&t, NULL) == 0);
	rt_signal_destroy((hsa_signal_t){(uint64_t)(uintptr_t)arg});
	return NULL;
}

/* Has a signal destroyed while one thread waits for it. */
static void destroyed(struct rt *rt, bool among_others)
{
	hsa_signal_t s[2] = {fake_signal(rt, 5), fake_signal(rt, 5)};
	static const hsa_signal_condition_t conditions[] = {
		HSA_SIGNAL_CONDITION_NE, HSA_SIGNAL_CONDITION_NE};
	static const hsa_signal_value_t compare[] = {5, 5};
	hsa_signal_value_t value;
	size_t index;
	pthread_t t;
	EXPECT(pthread_create(&t, NULL, destroy_later, (void *)(uintptr_t)s[1].handle) == 0);
	if (among_others)
		EXPECT(!rt_signal_wait_any(rt, 2, s, conditions, compare, RT_FOREVER,
			HSA_WAIT_STATE_BLOCKED, &index, &value));
	else
		EXPECT(rt_signal_wait(s[1], HSA_SIGNAL_CONDITION_NE, 5, RT_FOREVER,
			       HSA_WAIT_STATE_BLOCKED) == 5);
	EXPECT(pthread_join(t, NULL) == 0 && !rt_signal_is_valid(rt, s[1]));
	rt_signal_destroy(s[0]);
}

int main(void)
{
	struct rt *rt = fake_runtime(1, 1, RT_SCHEDULER_STATIC);
	operations(rt);
	timeouts(rt);
	idle(rt);
	silent(rt);
	ping_pong(rt);
	many_threads(rt);
	many_signals(rt);
	several(rt);
	destroyed(rt, false);
	destroyed(rt, true);
	rt_free(rt);
	return 0;
}
