/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests barrier packets: dependencies across queues, negative values, every way to have none. */
#include <stdatomic.h>
#include <string.h>
#include "fake_kernel.h"

static void set_flag(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	atomic_uint *flag = *(atomic_uint *const *)d->kernarg;
	(void)wg;
	atomic_fetch_add(flag, 1);
}

struct bench {
	struct rt *rt;
	hsa_queue_t *q;
	struct fake_kernel k;
	atomic_uint flag;
	_Alignas(16) atomic_uint *kernarg[2];
};

static void open_bench(struct bench *b)
{
	b->rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	b->q = fake_queue(b->rt, 32);
	b->flag = 0;
	b->kernarg[0] = &b->flag;
	fake_kernel_init(&b->k, set_flag);
}

static hsa_signal_t barrier(struct bench *b, unsigned type, const hsa_signal_t deps[5])
{
	hsa_barrier_and_packet_t p = {0};
	memcpy(p.dep_signal, deps, sizeof p.dep_signal);
	p.completion_signal = fake_signal(b->rt, 1);
	fake_submit(b->q, &p, type, false);
	return p.completion_signal;
}

static hsa_signal_t kernel(struct bench *b, hsa_queue_t *q)
{
	hsa_kernel_dispatch_packet_t p = fake_packet(&b->k, b->kernarg, 1, 1);
	p.completion_signal = fake_signal(b->rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	return p.completion_signal;
}

/* Checks that the packet after the barrier runs once `values` were stored, and not before. */
static void waits_for(unsigned type, size_t count, const int64_t *values, int64_t expected)
{
	struct bench b;
	hsa_signal_t deps[5] = {{0}, {0}, {0}, {0}, {0}};
	open_bench(&b);
	for (size_t i = 0; i < count; i++)
		deps[4 - i] = fake_signal(b.rt, 1);
	hsa_signal_t done = barrier(&b, type, deps);
	hsa_signal_t after = kernel(&b, b.q);
	while (rt_queue_read_index(b.q) == 0)
		; /* once the packet is consumed, its dependencies are watched */
	for (size_t i = 0; i < count; i++) {
		bool last = i + 1 == count;
		EXPECT(rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, 1, 2000000,
			       HSA_WAIT_STATE_BLOCKED) == 1);
		EXPECT(b.flag == 0);
		rt_signal_update(deps[4 - i], RT_SIGNAL_STORE, values[i]);
		if (type == HSA_PACKET_TYPE_BARRIER_AND && !last && values[i] == 0)
			/* the barrier need see a zero only once */
			rt_signal_update(deps[4 - i], RT_SIGNAL_STORE, 9);
		if (type == HSA_PACKET_TYPE_BARRIER_OR || values[i] < 0)
			break;
	}
	EXPECT(fake_wait(done) == expected);
	EXPECT(fake_wait(after) == 0 && b.flag == 1);
	rt_free(b.rt);
}

static void satisfied_at_once(unsigned type)
{
	struct bench b;
	open_bench(&b);
	hsa_signal_t none[5] = {{0}, {0}, {0}, {0}, {0}},
		     one[5] = {{0}, {0}, fake_signal(b.rt, 0), {0}, {0}};
	EXPECT(fake_wait(barrier(&b, type, none)) == 0);
	EXPECT(fake_wait(barrier(&b, type, one)) == 0);
	EXPECT(fake_wait(kernel(&b, b.q)) == 0);
	rt_free(b.rt);
}

/* Builds chains across queues, as task graphs do. */
static void chain(unsigned type)
{
	enum { LINKS = 300 };
	struct bench b;
	open_bench(&b);
	hsa_queue_t *other = fake_queue(b.rt, 8), *mine = b.q;
	hsa_signal_t gate = fake_signal(b.rt, 1), last = gate;
	for (int i = 0; i < LINKS; i++) {
		hsa_signal_t deps[5] = {{0}, last, {0}, {0}, {0}};
		b.q = i % 2 == 0 ? mine : other;
		if (i == 4)
			rt_signal_update(gate, RT_SIGNAL_SUBTRACT, 1);
		last = barrier(&b, type, deps);
		if (i % 3 == 0)
			last = kernel(&b, b.q);
	}
	EXPECT(fake_wait(last) == 0);
	EXPECT(b.flag == LINKS / 3);
	rt_free(b.rt);
}

/* Checks that destroying a queue whose barrier still waits ends the barrier in error and leaves its
 * signals usable. */
static void abandoned(void)
{
	struct bench b;
	open_bench(&b);
	hsa_signal_t deps[5] = {fake_signal(b.rt, 1), {0}, {0}, {0}, {0}};
	hsa_signal_t done = barrier(&b, HSA_PACKET_TYPE_BARRIER_AND, deps);
	hsa_signal_t later = kernel(&b, b.q);
	rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, 1, 1000000, HSA_WAIT_STATE_BLOCKED);
	rt_queue_destroy(b.q);
	rt_signal_update(deps[0], RT_SIGNAL_STORE, 0);
	EXPECT(rt_signal_load(done) == -1 && rt_signal_load(later) == -1 && b.flag == 0);
	rt_signal_destroy(deps[0]);
	rt_free(b.rt);
}

int main(void)
{
	static const int64_t zeros[] = {0, 0, 0, 0, 0}, negative[] = {0, -7}, error[] = {-3};
	waits_for(HSA_PACKET_TYPE_BARRIER_AND, 1, zeros, 0);
	waits_for(HSA_PACKET_TYPE_BARRIER_AND, 5, zeros, 0);
	waits_for(HSA_PACKET_TYPE_BARRIER_AND, 2, negative, -7);
	waits_for(HSA_PACKET_TYPE_BARRIER_OR, 5, zeros, 0);
	waits_for(HSA_PACKET_TYPE_BARRIER_OR, 1, error, -3);
	satisfied_at_once(HSA_PACKET_TYPE_BARRIER_AND);
	satisfied_at_once(HSA_PACKET_TYPE_BARRIER_OR);
	chain(HSA_PACKET_TYPE_BARRIER_AND);
	chain(HSA_PACKET_TYPE_BARRIER_OR);
	abandoned();
	return 0;
}
