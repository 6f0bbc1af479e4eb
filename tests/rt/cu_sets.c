/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that the dispatches of a queue on some of the CUs run there only, whole, and beside those
 * of queues on other CUs, whichever thread waits for them. */
#include <pthread.h>
#include <stdatomic.h>
#include "fake_kernel.h"

enum { GROUPS = 77, CUS = 16, CLIENTS = 3, ROUNDS = 40 };

static atomic_uint cu_busy[CUS];

struct board {
	uint32_t first, count;
	atomic_uint ran[GROUPS], mistakes;
};

static void note(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	struct board *b = *(struct board *const *)d->kernarg;
	if (wg->cu - b->first >= b->count || atomic_fetch_add(&cu_busy[wg->cu], 1) != 0)
		atomic_fetch_add(&b->mistakes, 1);
	atomic_fetch_add(&b->ran[wg->id_x], 1);
	atomic_fetch_sub(&cu_busy[wg->cu], 1);
}

static hsa_status_t make(struct rt *rt, uint32_t first, uint32_t count, hsa_queue_t **out)
{
	const struct rt_queue_options o = {
		.packets = 16, .type = HSA_QUEUE_TYPE_MULTI, .first_cu = first, .cu_count = count};
	return rt_queue_create(rt, &o, out);
}

static void run_once(struct rt *rt, hsa_queue_t *q, const struct fake_kernel *k, struct board *b,
	uint64_t timeout_ns)
{
	_Alignas(16) struct board *kernarg[2] = {b};
	hsa_kernel_dispatch_packet_t p = fake_packet(k, kernarg, GROUPS, 1);
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(rt_signal_wait(p.completion_signal, HSA_SIGNAL_CONDITION_LT, 1, timeout_ns,
		       HSA_WAIT_STATE_BLOCKED) == 0);
	rt_signal_destroy(p.completion_signal);
}

/* Runs dispatches on some of the CUs; half of the waits lend the client's thread. */
static void run_on(struct rt *rt, uint32_t first, uint32_t count)
{
	struct board b = {.first = first, .count = count};
	struct fake_kernel k;
	hsa_queue_t *q = NULL;
	fake_kernel_init(&k, note);
	k.kd.stack_kib = 4;
	EXPECT(make(rt, first, count, &q) == HSA_STATUS_SUCCESS);
	for (int i = 0; i < ROUNDS; i++)
		run_once(rt, q, &k, &b, i % 2 != 0 ? RT_FOREVER : 60ull * 1000000000u);
	EXPECT(b.mistakes == 0);
	for (size_t i = 0; i < GROUPS; i++)
		EXPECT(b.ran[i] == ROUNDS);
	rt_queue_destroy(q);
}

static void test_all_ranges(unsigned threads, unsigned cus, enum rt_scheduler scheduler)
{
	struct rt *rt = fake_runtime(threads, cus, scheduler);
	hsa_queue_t *q = NULL;
	for (uint32_t first = 0; first < cus; first++)
		for (uint32_t count = 1; count <= cus - first; count += 2)
			run_on(rt, first, count);
	EXPECT(make(rt, cus, 1, &q) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(make(rt, 1, cus, &q) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(make(rt, 1, UINT32_MAX, &q) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(make(rt, 1, 0, &q) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	rt_free(rt);
}

/* ---- several queues ------------------------------------------------------------------------ */

struct client {
	struct rt *rt;
	uint32_t first, count;
};

static void *run_client(void *arg)
{
	const struct client *c = arg;
	for (int i = 0; i < 5; i++)
		run_on(c->rt, c->first, c->count);
	return NULL;
}

static void test_clients(unsigned threads, enum rt_scheduler scheduler)
{
	struct client clients[CLIENTS] = {{NULL, 0, 1}, {NULL, 1, 2}, {NULL, 3, 3}};
	struct rt *rt = fake_runtime(threads, 6, scheduler);
	pthread_t ids[CLIENTS];
	for (size_t i = 0; i < CLIENTS; i++) {
		clients[i].rt = rt;
		EXPECT(pthread_create(&ids[i], NULL, run_client, &clients[i]) == 0);
	}
	for (size_t i = 0; i < CLIENTS; i++)
		EXPECT(pthread_join(ids[i], NULL) == 0);
	rt_free(rt);
}

static void meet(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	atomic_uint *count = *(atomic_uint *const *)d->kernarg;
	(void)wg;
	atomic_fetch_add(count, 1);
	while (atomic_load(count) != 2)
		;
}

/* Two kernels that wait for each other, each on a CU of its own; in one queue on one CU they would
 * wait for ever. */
static void test_beside(enum rt_scheduler scheduler)
{
	struct rt *rt = fake_runtime(2, 2, scheduler);
	static atomic_uint count;
	static _Alignas(16) atomic_uint *kernarg[2] = {&count};
	hsa_queue_t *queues[2];
	hsa_signal_t done = fake_signal(rt, 2);
	struct fake_kernel k;
	atomic_store(&count, 0);
	fake_kernel_init(&k, meet);
	for (uint32_t i = 0; i < 2; i++) {
		EXPECT(make(rt, i, 1, &queues[i]) == HSA_STATUS_SUCCESS);
		hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, 1, 1);
		p.completion_signal = done;
		fake_submit(queues[i], &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	}
	EXPECT(fake_wait(done) == 0);
	rt_free(rt);
}

int main(void)
{
	static const unsigned threads[] = {1, 2, 3, 5};
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++) {
		for (size_t t = 0; t < ARRAY_LEN(threads); t++) {
			test_all_ranges(threads[t], 5, (enum rt_scheduler)s);
			test_clients(threads[t], (enum rt_scheduler)s);
		}
		test_all_ranges(3, CUS, (enum rt_scheduler)s);
		test_beside((enum rt_scheduler)s);
	}
	return 0;
}
