/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests queues: many producers, every style of publishing a packet, doorbells in any order, and the
 * order that the barrier bit keeps. */
#include <pthread.h>
#include <stdatomic.h>
#include "fake_kernel.h"

enum { PRODUCERS = 4, PACKETS = 500 };

static void add_groups(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	atomic_uint *counter = *(atomic_uint *const *)d->kernarg;
	atomic_fetch_add_explicit(counter, wg->size_x, memory_order_relaxed);
}

struct producer {
	hsa_queue_t *queue;
	struct fake_kernel *kernel;
	void *kernarg;
	hsa_signal_t done;
	unsigned seed;
};

static void *produce(void *arg)
{
	struct producer *p = arg;
	for (int i = 0; i < PACKETS; i++) {
		hsa_kernel_dispatch_packet_t packet = fake_packet(p->kernel, p->kernarg, 100, 7);
		packet.completion_signal = p->done;
		p->seed = p->seed * 1103515245u + 12345u;
		fake_submit(p->queue, &packet, HSA_PACKET_TYPE_KERNEL_DISPATCH,
			(p->seed >> 16) % 4 == 0);
	}
	return NULL;
}

static void producers(unsigned threads, enum rt_scheduler scheduler)
{
	struct rt *rt = fake_runtime(threads, 0, scheduler);
	hsa_queue_t *queues[2] = {fake_queue(rt, 8), fake_queue(rt, 64)};
	hsa_signal_t done = fake_signal(rt, PRODUCERS * PACKETS);
	atomic_uint counter = 0;
	_Alignas(16) atomic_uint *kernarg[2] = {&counter};
	struct fake_kernel k;
	struct producer p[PRODUCERS];
	pthread_t t[PRODUCERS];
	fake_kernel_init(&k, add_groups);
	for (unsigned i = 0; i < PRODUCERS; i++) {
		p[i] = (struct producer){queues[i % 2], &k, kernarg, done, i};
		EXPECT(pthread_create(&t[i], NULL, produce, &p[i]) == 0);
	}
	for (int i = 0; i < PRODUCERS; i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
	EXPECT(fake_wait(done) == 0);
	EXPECT(counter == PRODUCERS * PACKETS * 100);
	rt_signal_destroy(done);
	rt_free(rt);
}

/* Each packet appends its number; the barrier bit keeps them in order. */
struct ledger {
	atomic_uint next;
	uint32_t order[PACKETS];
};

static void append(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	struct ledger *l = *(struct ledger *const *)d->kernarg;
	if (wg->id_x == 0)
		l->order[atomic_fetch_add(&l->next, 1)] = (uint32_t)d->packet_id;
}

static void in_order(unsigned threads)
{
	struct rt *rt = fake_runtime(threads, 0, RT_SCHEDULER_DYNAMIC);
	hsa_queue_t *q = fake_queue(rt, 16);
	hsa_signal_t done = fake_signal(rt, PACKETS);
	static struct ledger ledger;
	static _Alignas(16) struct ledger *kernarg[2] = {&ledger};
	struct fake_kernel k;
	fake_kernel_init(&k, append);
	ledger.next = 0;
	for (uint32_t i = 0; i < PACKETS; i++) {
		hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, 64, 1);
		p.completion_signal = done;
		fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	}
	EXPECT(fake_wait(done) == 0);
	for (uint32_t i = 0; i < PACKETS; i++)
		EXPECT(ledger.order[i] == i);
	rt_free(rt);
}

static uint8_t *slot(hsa_queue_t *q, uint64_t id)
{
	return (uint8_t *)q->base_address + (id & (q->size - 1)) * 64;
}

/* Publishes a packet: the header is stored as 32 bits with setup, as 16 bits, or in parts with the
 * type byte last. Odd styles zero the slot first, as many clients do. */
static void publish(hsa_queue_t *q, const hsa_kernel_dispatch_packet_t *p, unsigned style)
{
	uint64_t id = rt_queue_add_write_index(q, 1);
	uint16_t header = fake_header(HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	uint8_t *s = slot(q, id);
	while (id - rt_queue_read_index(q) >= q->size)
		;
	if (style % 2 == 1)
		memset(s, 0, 64);
	memcpy(s + 4, (const uint8_t *)p + 4, 60);
	if (style / 2 == 0) {
		__atomic_store_n((uint32_t *)(void *)s, header | (uint32_t)p->setup << 16,
			__ATOMIC_RELEASE);
	} else {
		memcpy(s + 2, &p->setup, 2);
		if (style / 2 == 1) {
			__atomic_store_n((uint16_t *)(void *)s, header, __ATOMIC_RELEASE);
		} else {
			s[1] = (uint8_t)(header >> 8);
			__atomic_store_n(s, (uint8_t)header, __ATOMIC_RELEASE);
		}
	}
	rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, (int64_t)id);
}

static void styles(void)
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_STATIC);
	hsa_queue_t *q = fake_queue(rt, 4);
	atomic_uint counter = 0;
	_Alignas(16) atomic_uint *kernarg[2] = {&counter};
	struct fake_kernel k;
	fake_kernel_init(&k, add_groups);
	for (unsigned i = 0; i < 6; i++) {
		hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, 10, 3);
		p.completion_signal = fake_signal(rt, 1);
		publish(q, &p, i);
		EXPECT(fake_wait(p.completion_signal) == 0 && counter == 10 * (i + 1));
		rt_signal_destroy(p.completion_signal);
	}
	rt_free(rt);
}

static void write_packet(hsa_queue_t *q, uint64_t id, const hsa_kernel_dispatch_packet_t *p)
{
	uint8_t *s = slot(q, id);
	memcpy(s + 2, (const uint8_t *)p + 2, 62);
	__atomic_store_n((uint16_t *)(void *)s, fake_header(HSA_PACKET_TYPE_KERNEL_DISPATCH, false),
		__ATOMIC_RELEASE);
}

/* Publishes and rings the packets 0-31, 64-95, then 32-63: the region at 64 must not run before the
 * one at 32. */
static void gap(void)
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	hsa_queue_t *q = fake_queue(rt, 128);
	static const uint64_t first[] = {0, 64, 32};
	static const unsigned expected[] = {32, 32, 96};
	atomic_uint counter = 0;
	_Alignas(16) atomic_uint *kernarg[2] = {&counter};
	struct fake_kernel k;
	fake_kernel_init(&k, add_groups);
	hsa_signal_t done = fake_signal(rt, 96);
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, 1, 1);
	p.completion_signal = done;
	EXPECT(rt_queue_add_write_index(q, 96) == 0);
	for (size_t r = 0; r < 3; r++) {
		for (uint64_t i = 0; i < 32; i++)
			write_packet(q, first[r] + i, &p);
		rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, (int64_t)first[r] + 31);
		int64_t left = 96 - (int64_t)expected[r];
		EXPECT(rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, left + 1, RT_FOREVER,
			       HSA_WAIT_STATE_BLOCKED) == left);
		EXPECT(counter == expected[r]);
	}
	rt_free(rt);
}

/* Has a client never ring the doorbell: its waiting makes the runtime look at the queue. */
static void silent(void)
{
	struct rt *rt = fake_runtime(1, 0, RT_SCHEDULER_STATIC);
	hsa_queue_t *q = fake_queue(rt, 16);
	atomic_uint counter = 0;
	_Alignas(16) atomic_uint *kernarg[2] = {&counter};
	struct fake_kernel k;
	fake_kernel_init(&k, add_groups);
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, 1, 1);
	p.completion_signal = fake_signal(rt, 3);
	EXPECT(rt_queue_add_write_index(q, 3) == 0);
	for (uint64_t i = 0; i < 3; i++)
		write_packet(q, i, &p);
	EXPECT(fake_wait(p.completion_signal) == 0 && counter == 3);
	rt_free(rt);
}

static void indices(void)
{
	struct rt *rt = fake_runtime(1, 0, RT_SCHEDULER_STATIC);
	static const uint32_t bad[] = {0, 3, 5, 6, 12, RT_MAX_QUEUE_PACKETS * 2};
	hsa_queue_t *q = NULL;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		const struct rt_queue_options o = {.packets = bad[i]};
		EXPECT(rt_queue_create(rt, &o, &q) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	}
	q = fake_queue(rt, 1);
	EXPECT(q->size == 1 && q->id == 0 && rt_queue_read_index(q) == 0);
	EXPECT(rt_queue_cas_write_index(q, 1, 5) == 0 && rt_queue_write_index(q) == 0);
	EXPECT(rt_queue_cas_write_index(q, 0, 5) == 0 && rt_queue_write_index(q) == 5);
	EXPECT(rt_queue_add_write_index(q, 2) == 5 && rt_queue_write_index(q) == 7);
	rt_queue_store_write_index(q, 0);
	EXPECT(rt_queue_write_index(q) == 0);
	EXPECT(rt_signal_load(q->doorbell_signal) == -1);
	rt_queue_destroy(q);
	rt_free(rt);
}

int main(void)
{
	indices();
	styles();
	gap();
	silent();
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++) {
		producers(1, (enum rt_scheduler)s);
		producers(3, (enum rt_scheduler)s);
	}
	in_order(1);
	in_order(4);
	return 0;
}
