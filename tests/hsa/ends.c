/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The last hsa_shut_down() while the runtime is in use: threads wait for signals that never change,
 * a callback of a signal, a queue or an iteration makes it, and other threads call functions. All
 * go on, and the runtime can be started again. */
#define _DEFAULT_SOURCE /* for usleep() */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#include "expect.h"
#include "nap.h"

enum { WAITERS = 4, USERS = 4, ROUNDS = 100, GIVE_UP_S = 60 };

static hsa_signal_t never;
static atomic_int waiting, called;

static void await(atomic_int *count, int wanted)
{
	while (*count < wanted)
		nap_ms(1);
}

/* ---- threads that wait ----------------------------------------------------------------------- */

static void *wait_for_one(void *state)
{
	waiting++;
	hsa_signal_wait_scacquire(never, HSA_SIGNAL_CONDITION_NE, 0, UINT64_MAX,
		*(const hsa_wait_state_t *)state);
	return NULL;
}

static void *wait_for_any(void *state)
{
	hsa_signal_t signals[] = {never, never};
	hsa_signal_condition_t conditions[] = {HSA_SIGNAL_CONDITION_NE, HSA_SIGNAL_CONDITION_LT};
	hsa_signal_value_t values[] = {0, 0}, value;
	waiting++;
	EXPECT(hsa_amd_signal_wait_any(2, signals, conditions, values, UINT64_MAX,
		       *(const hsa_wait_state_t *)state, &value) == UINT32_MAX);
	return NULL;
}

static void ends_waits(hsa_wait_state_t state)
{
	pthread_t t[2 * WAITERS];
	waiting = 0;
	OK(hsa_init());
	OK(hsa_signal_create(0, 0, NULL, &never));
	for (int i = 0; i < 2 * WAITERS; i++)
		EXPECT(pthread_create(&t[i], NULL, i % 2 == 0 ? wait_for_one : wait_for_any,
			       &state) == 0);
	await(&waiting, 2 * WAITERS);
	nap_ms(10); /* most of them sleep by now */
	OK(hsa_shut_down());
	for (int i = 0; i < 2 * WAITERS; i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
	IS(NO_INIT, hsa_shut_down());
}

/* ---- callbacks ------------------------------------------------------------------------------- */

static bool on_value(hsa_signal_value_t value, void *data)
{
	(void)value, (void)data;
	OK(hsa_shut_down());
	called++;
	return false;
}

static void on_error(hsa_status_t status, hsa_queue_t *queue, void *data)
{
	(void)status, (void)data;
	OK(hsa_queue_destroy(queue));
	OK(hsa_shut_down());
	called++;
}

static void ends_in_callback_of_signal(void)
{
	hsa_signal_t s;
	called = 0;
	OK(hsa_init());
	OK(hsa_signal_create(0, 0, NULL, &s));
	OK(hsa_amd_signal_async_handler(s, HSA_SIGNAL_CONDITION_EQ, 1, on_value, NULL));
	hsa_signal_store_relaxed(s, 1);
	await(&called, 1);
	IS(NO_INIT, hsa_signal_destroy(s));
}

static void ends_in_callback_of_queue(void)
{
	hsa_queue_t *q;
	called = 0;
	OK(hsa_init());
	OK(hsa_queue_create(find_agents().gpu, 64, HSA_QUEUE_TYPE_MULTI, on_error, NULL, 0, 0, &q));
	hsa_barrier_and_packet_t *p = q->base_address;
	uint64_t id = hsa_queue_add_write_index_relaxed(q, 1);
	__atomic_store_n(&p->header, 77, __ATOMIC_RELEASE); /* no type of packets */
	hsa_signal_store_screlease(q->doorbell_signal, (hsa_signal_value_t)id);
	await(&called, 1);
}

static hsa_status_t on_agent(hsa_agent_t agent, void *data)
{
	IS(*(const hsa_status_t *)data, hsa_shut_down());
	*(hsa_status_t *)data = HSA_STATUS_ERROR_NOT_INITIALIZED;
	(void)agent;
	return HSA_STATUS_SUCCESS;
}

static void ends_in_iteration(void)
{
	hsa_status_t expected = HSA_STATUS_SUCCESS;
	OK(hsa_init());
	OK(hsa_iterate_agents(on_agent, &expected));
	EXPECT(expected == HSA_STATUS_ERROR_NOT_INITIALIZED);
}

/* ---- threads that call functions ------------------------------------------------------------- */

static atomic_bool enough;

/* The functions may find that the runtime was shut down, or started anew. */
static void *use(void *agent)
{
	while (!enough) {
		hsa_signal_t s = {0};
		hsa_queue_t *q;
		hsa_executable_t e;
		if (hsa_signal_create(1, 0, NULL, &s) == HSA_STATUS_SUCCESS)
			hsa_signal_store_relaxed(s, 3);
		(void)hsa_signal_destroy(s);
		if (hsa_queue_create(*(hsa_agent_t *)agent, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0,
			    0, &q) == HSA_STATUS_SUCCESS)
			(void)hsa_queue_destroy(q);
		if (hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, NULL,
			    &e) == HSA_STATUS_SUCCESS)
			(void)hsa_executable_destroy(e);
	}
	return NULL;
}

static void ends_under_users(void)
{
	pthread_t t[USERS];
	OK(hsa_init());
	hsa_agent_t gpu = find_agents().gpu;
	for (int i = 0; i < USERS; i++)
		EXPECT(pthread_create(&t[i], NULL, use, &gpu) == 0);
	for (int i = 0; i < ROUNDS; i++) {
		OK(hsa_shut_down());
		OK(hsa_init());
	}
	enough = true;
	for (int i = 0; i < USERS; i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
	OK(hsa_shut_down());
}

int main(void)
{
	alarm(GIVE_UP_S);
	ends_waits(HSA_WAIT_STATE_BLOCKED);
	ends_waits(HSA_WAIT_STATE_ACTIVE);
	for (int i = 0; i < 10; i++) {
		ends_in_callback_of_signal();
		ends_in_callback_of_queue();
		ends_in_iteration();
	}
	ends_under_users();
	OK(hsa_init());
	OK(hsa_shut_down());
	return 0;
}
