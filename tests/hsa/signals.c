/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Signals: all forms of all operations, waits, groups, handles that are none. */
#include <pthread.h>
#include <time.h>
#include "client.h"

#define ORDERS(F) \
	F(scacq_screl) F(scacquire) F(relaxed) F(screlease) F(acq_rel) F(acquire) F(release)

static hsa_signal_t new_signal(hsa_signal_value_t value)
{
	hsa_signal_t s;
	OK(hsa_signal_create(value, 0, NULL, &s));
	return s;
}

/* Each form does what its name says, and returns what it should. */
static void operations(hsa_signal_t s)
{
	hsa_signal_store_relaxed(s, 1);
	EXPECT(hsa_signal_load_relaxed(s) == 1);
	hsa_signal_store_screlease(s, INT64_MIN);
	EXPECT(hsa_signal_load_scacquire(s) == INT64_MIN);
	hsa_signal_store_release(s, 3);
	EXPECT(hsa_signal_load_acquire(s) == 3);
	hsa_signal_silent_store_relaxed(s, 4);
	EXPECT(hsa_signal_load_relaxed(s) == 4);
	hsa_signal_silent_store_screlease(s, 5);
	EXPECT(hsa_signal_load_relaxed(s) == 5);
#define TRY(order) \
	hsa_signal_store_relaxed(s, 12); \
	EXPECT(hsa_signal_exchange_##order(s, -7) == 12 && hsa_signal_load_relaxed(s) == -7); \
	EXPECT(hsa_signal_cas_##order(s, 1, 2) == -7 && hsa_signal_load_relaxed(s) == -7); \
	EXPECT(hsa_signal_cas_##order(s, -7, 2) == -7 && hsa_signal_load_relaxed(s) == 2); \
	hsa_signal_add_##order(s, INT64_C(1) << 40); \
	EXPECT(hsa_signal_load_relaxed(s) == (INT64_C(1) << 40) + 2); \
	hsa_signal_subtract_##order(s, INT64_C(1) << 40); \
	EXPECT(hsa_signal_load_relaxed(s) == 2); \
	hsa_signal_or_##order(s, 0xf0); \
	EXPECT(hsa_signal_load_relaxed(s) == 0xf2); \
	hsa_signal_and_##order(s, 0x3c); \
	EXPECT(hsa_signal_load_relaxed(s) == 0x30); \
	hsa_signal_xor_##order(s, -1); \
	EXPECT(hsa_signal_load_relaxed(s) == ~INT64_C(0x30));
	ORDERS(TRY)
}

static uint64_t now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void waits(hsa_signal_t s)
{
	enum { MS = 1000000 };
	hsa_signal_store_relaxed(s, 5);
	EXPECT(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_EQ, 5, UINT64_MAX,
		       HSA_WAIT_STATE_ACTIVE) == 5);
	EXPECT(hsa_signal_wait_relaxed(s, HSA_SIGNAL_CONDITION_NE, 4, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) == 5);
	EXPECT(hsa_signal_wait_acquire(s, HSA_SIGNAL_CONDITION_LT, 6, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) == 5);
	EXPECT(hsa_signal_wait_acquire(s, HSA_SIGNAL_CONDITION_GTE, 5, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) == 5);
	uint64_t begin = now_ns();
	EXPECT(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_EQ, 6, 20 * MS,
		       HSA_WAIT_STATE_BLOCKED) == 5);
	uint64_t took = now_ns() - begin; /* a tick is a nanosecond */
	EXPECT(took >= 20 * MS && took < 2000u * MS);
	EXPECT(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_EQ, 6, 0, HSA_WAIT_STATE_ACTIVE) ==
		5);
	/* a condition that is none returns at once */
	EXPECT(hsa_signal_wait_scacquire(s, (hsa_signal_condition_t)9, 6, UINT64_MAX,
		       HSA_WAIT_STATE_ACTIVE) == 5);
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void *store_later(void *arg)
{
	const struct timespec pause = {0, 20000000};
	nanosleep(&pause, NULL);
	hsa_signal_store_screlease(*(hsa_signal_t *)arg, 77);
	return NULL;
}

static void wait_any(hsa_signal_t *signals, hsa_signal_group_t g)
{
	const hsa_signal_condition_t conditions[] = {
		HSA_SIGNAL_CONDITION_EQ, HSA_SIGNAL_CONDITION_GTE, HSA_SIGNAL_CONDITION_LT};
	const hsa_signal_value_t values[] = {1, 50, -5};
	hsa_signal_t which;
	hsa_signal_value_t value;
	pthread_t thread;
	hsa_signal_store_relaxed(signals[2], -6);
	OK(hsa_signal_group_wait_any_relaxed(g, conditions, values, HSA_WAIT_STATE_ACTIVE, &which,
		&value));
	EXPECT(which.handle == signals[2].handle && value == -6);
	hsa_signal_store_relaxed(signals[2], 0);
	EXPECT(pthread_create(&thread, NULL, store_later, &signals[1]) == 0);
	OK(hsa_signal_group_wait_any_scacquire(g, conditions, values, HSA_WAIT_STATE_BLOCKED,
		&which, &value));
	EXPECT(which.handle == signals[1].handle && value == 77);
	pthread_join(thread, NULL);
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_wait_any_relaxed(g, NULL, values, HSA_WAIT_STATE_ACTIVE, &which,
			&value));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_wait_any_relaxed(g, conditions, NULL, HSA_WAIT_STATE_ACTIVE,
			&which, &value));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_wait_any_relaxed(g, conditions, values, HSA_WAIT_STATE_ACTIVE,
			NULL, &value));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_wait_any_relaxed(g, conditions, values, HSA_WAIT_STATE_ACTIVE,
			&which, NULL));
}

static void groups(void)
{
	hsa_signal_t signals[3] = {new_signal(0), new_signal(0), new_signal(0)},
		     bad[2] = {{0}, {0}};
	hsa_agent_t agents[] = {gpu(), cpu()}, twice[] = {agents[0], agents[0]};
	hsa_signal_group_t g;
	OK(hsa_signal_group_create(3, signals, 2, agents, &g));
	wait_any(signals, g);
	OK(hsa_signal_group_destroy(g));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SIGNAL_GROUP, hsa_signal_group_destroy(g));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_create(0, signals, 2, agents, &g));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_create(3, NULL, 2, agents, &g));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_create(3, signals, 0, agents, &g));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_create(3, signals, 2, NULL, &g));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_create(3, signals, 2, twice, &g));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_signal_group_create(3, signals, 2, agents, NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SIGNAL, hsa_signal_group_create(2, bad, 2, agents, &g));
	for (int i = 0; i < 3; i++)
		OK(hsa_signal_destroy(signals[i]));
}

/* ---- handles --------------------------------------------------------------------------------- */

static void creation(void)
{
	hsa_agent_t agents[] = {gpu(), cpu()}, twice[] = {agents[0], agents[0]}, foreign[] = {{9}};
	hsa_signal_t s;
	OK(hsa_signal_create(-3, 2, agents, &s));
	EXPECT(hsa_signal_load_relaxed(s) == -3);
	OK(hsa_signal_destroy(s));
	OK(hsa_signal_create(0, 0, twice, &s)); /* no consumers: the list is ignored */
	OK(hsa_signal_destroy(s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_create(0, 2, twice, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_create(0, UINT32_MAX, twice, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_create(0, 1, foreign, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_create(0, 1, NULL, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_create(0, 0, NULL, NULL));
}

static void no_signals(void)
{
	hsa_signal_t stale = new_signal(1), stack = {(uintptr_t)&stale};
	OK(hsa_signal_destroy(stale));
	const hsa_signal_t bad[] = {{0}, {1}, {UINT64_MAX}, stale, stack};
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_destroy(bad[0]));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		hsa_signal_t s = bad[i];
		if (i > 0)
			EXPECT_STATUS(STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy(s));
		hsa_signal_store_relaxed(s, 1);
		hsa_signal_silent_store_relaxed(s, 1);
		hsa_signal_add_relaxed(s, 1);
		EXPECT(hsa_signal_load_relaxed(s) == 0 && hsa_signal_exchange_relaxed(s, 1) == 0);
		EXPECT(hsa_signal_cas_relaxed(s, 1, 2) == 0);
		EXPECT(hsa_signal_wait_relaxed(s, HSA_SIGNAL_CONDITION_EQ, 1, UINT64_MAX,
			       HSA_WAIT_STATE_BLOCKED) == 0);
	}
	hsa_queue_t *q = new_queue();
	EXPECT_STATUS(STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy(q->doorbell_signal));
	OK(hsa_queue_destroy(q));
}

static void many(void)
{
	enum { MANY = 40000 };
	hsa_signal_t *all = malloc(MANY * sizeof *all);
	EXPECT(all != NULL);
	for (int i = 0; i < MANY; i++)
		all[i] = new_signal(i);
	for (int i = 0; i < MANY; i++)
		EXPECT(hsa_signal_load_relaxed(all[i]) == i);
	for (int i = 0; i < MANY; i++)
		OK(hsa_signal_destroy(all[i]));
	free(all);
}

int main(void)
{
	hsa_signal_t s = {0};
	EXPECT(hsa_signal_load_relaxed(s) == 0); /* before hsa_init() */
	OK(hsa_init());
	s = new_signal(0);
	operations(s);
	waits(s);
	OK(hsa_signal_destroy(s));
	groups();
	creation();
	no_signals();
	many();
	OK(hsa_shut_down());
	return 0;
}
