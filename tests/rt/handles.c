/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that any number may be asked whether it is a signal or queue, that there may be very many
 * of both, and soft queues. */
#include "fake_kernel.h"

static bool is_signal(struct rt *rt, uint64_t handle)
{
	return rt_signal_is_valid(rt, (hsa_signal_t){handle});
}

static bool is_queue(struct rt *rt, uint64_t handle)
{
	return rt_queue_is_valid(rt, (const hsa_queue_t *)(uintptr_t)handle);
}

static void numbers(struct rt *rt)
{
	hsa_queue_t *q = fake_queue(rt, 4);
	hsa_signal_t mine = fake_signal(rt, 1), s = mine;
	uint64_t at = (uint64_t)(uintptr_t)q;
	static const uint64_t any[] = {0, 1, 63, 64, 4096, UINT64_MAX, UINT64_MAX - 63,
		(uint64_t)1 << 63, 0x4141414141414140};
	for (size_t i = 0; i < ARRAY_LEN(any); i++)
		EXPECT(!is_signal(rt, any[i]) && !is_queue(rt, any[i]));
	for (uint64_t low = 0; low < 1 << 17; low += 64)
		EXPECT(!is_signal(rt, low) && !is_queue(rt, low));
	EXPECT(is_signal(rt, s.handle) && !is_queue(rt, s.handle));
	EXPECT(!is_signal(rt, s.handle + 1) && !is_signal(rt, s.handle + 64));
	EXPECT(!is_signal(rt, s.handle & ~(uint64_t)0xffff));
	EXPECT(is_queue(rt, at) && !is_queue(rt, at + 64) && !is_signal(rt, at));
	EXPECT(is_signal(rt, q->doorbell_signal.handle));
	s = q->doorbell_signal;
	rt_signal_destroy(s); /* it is the queue's */
	EXPECT(is_signal(rt, s.handle));
	rt_queue_destroy(q);
	EXPECT(!is_queue(rt, at) && !is_signal(rt, s.handle));
	rt_signal_destroy(mine);
	EXPECT(!is_signal(rt, mine.handle));
}

/* A dispatch in flight still refers to the block. */
static void destroyed_early(struct rt *rt)
{
	hsa_queue_t *q = fake_queue(rt, 4);
	hsa_signal_t gate = fake_signal(rt, 1), done = fake_signal(rt, 1);
	hsa_barrier_and_packet_t p = {.dep_signal = {gate}, .completion_signal = done};
	fake_submit(q, &p, HSA_PACKET_TYPE_BARRIER_AND, false);
	while (rt_queue_read_index(q) == 0)
		;
	rt_signal_destroy(done);
	EXPECT(!is_signal(rt, done.handle));
	hsa_signal_t other = fake_signal(rt, 5);
	EXPECT(other.handle != done.handle);
	rt_signal_update(gate, RT_SIGNAL_STORE, 0);
	rt_queue_destroy(q);
	EXPECT(rt_signal_load(other) == 5);
	rt_signal_destroy(other);
	rt_signal_destroy(gate);
}

static void many_signals(struct rt *rt)
{
	enum { COUNT = 200000 };
	static hsa_signal_t s[COUNT];
	for (int i = 0; i < COUNT; i++)
		s[i] = fake_signal(rt, i);
	for (int i = 0; i < COUNT; i++)
		EXPECT(rt_signal_load(s[i]) == i && is_signal(rt, s[i].handle));
	for (int i = 0; i < COUNT; i += 2)
		rt_signal_destroy(s[i]);
	for (int i = 0; i < COUNT; i++)
		EXPECT(is_signal(rt, s[i].handle) == (i % 2 == 1));
	for (int i = 1; i < COUNT; i += 2)
		rt_signal_destroy(s[i]);
}

static void fine(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
}

static void many_queues(struct rt *rt)
{
	enum { COUNT = 3000 };
	static hsa_queue_t *q[COUNT];
	struct fake_kernel k;
	fake_kernel_init(&k, fine);
	k.kd.kernarg_bytes = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, 64, 64);
	p.completion_signal = fake_signal(rt, COUNT);
	for (int i = 0; i < COUNT; i++)
		q[i] = fake_queue(rt, 16);
	for (int i = 1; i < COUNT; i++)
		EXPECT(q[i]->id != q[i - 1]->id);
	for (int i = 0; i < COUNT; i++)
		fake_submit(q[i], &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(fake_wait(p.completion_signal) == 0);
	for (int i = 0; i < COUNT; i++) {
		EXPECT(is_queue(rt, (uint64_t)(uintptr_t)q[i]));
		rt_queue_destroy(q[i]);
		EXPECT(!is_queue(rt, (uint64_t)(uintptr_t)q[i]));
	}
	rt_signal_destroy(p.completion_signal);
}

/* ---- soft queues ----------------------------------------------------------------------------- */

static hsa_status_t make_soft(struct rt *rt, uint32_t packets, uint32_t features, hsa_signal_t bell)
{
	hsa_queue_t *q = NULL;
	hsa_status_t status =
		rt_soft_queue_create(rt, packets, HSA_QUEUE_TYPE_SINGLE, features, bell, &q);
	if (status == HSA_STATUS_SUCCESS)
		rt_queue_destroy(q);
	return status;
}

static void soft_arguments(struct rt *rt)
{
	enum { AGENT = HSA_QUEUE_FEATURE_AGENT_DISPATCH };
	hsa_signal_t bell = fake_signal(rt, 0), none = {0};
	EXPECT(make_soft(rt, 8, AGENT, bell) == HSA_STATUS_SUCCESS);
	EXPECT(make_soft(rt, 8, AGENT | HSA_QUEUE_FEATURE_KERNEL_DISPATCH, bell) ==
		HSA_STATUS_SUCCESS);
	EXPECT(make_soft(rt, 8, 0, bell) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(make_soft(rt, 8, 4, bell) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(make_soft(rt, 0, AGENT, bell) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(make_soft(rt, 12, AGENT, bell) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(make_soft(rt, 8, AGENT, none) == HSA_STATUS_ERROR_INVALID_SIGNAL);
	EXPECT(rt_signal_is_valid(rt, bell));
	rt_signal_destroy(bell);
}

/* A kernel puts an agent dispatch into the queue at its kernarg, as HSAIL does. */
static void enqueue(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	hsa_queue_t *q = *(hsa_queue_t *const *)d->kernarg;
	uint64_t id = rt_queue_add_write_index(q, 1);
	uint8_t *slot = (uint8_t *)q->base_address + (id & (q->size - 1)) * 64;
	hsa_agent_dispatch_packet_t p = {.type = 0x8001, .arg = {wg->id_x, id}};
	memcpy(slot + 2, (const uint8_t *)&p + 2, 62);
	__atomic_store_n((uint16_t *)(void *)slot,
		fake_header(HSA_PACKET_TYPE_AGENT_DISPATCH, false), __ATOMIC_RELEASE);
	d->services->signal(q->doorbell_signal.handle, HSAEMU_SIGNAL_ST, id, 0, 0);
}

static void soft(struct rt *rt)
{
	enum { CALLS = 8 };
	hsa_queue_t *q = fake_queue(rt, 4), *s = NULL;
	hsa_signal_t bell = fake_signal(rt, -1);
	_Alignas(16) hsa_queue_t *kernarg[2];
	struct fake_kernel k;
	uint64_t groups = 0;
	EXPECT(rt_soft_queue_create(rt, CALLS, HSA_QUEUE_TYPE_MULTI,
		       HSA_QUEUE_FEATURE_AGENT_DISPATCH, bell, &s) == HSA_STATUS_SUCCESS);
	EXPECT(s->type == HSA_QUEUE_TYPE_MULTI && s->size == CALLS && s->id != q->id);
	EXPECT(s->features == HSA_QUEUE_FEATURE_AGENT_DISPATCH && rt_queue_is_valid(rt, s));
	EXPECT(s->doorbell_signal.handle == bell.handle);
	fake_kernel_init(&k, enqueue);
	kernarg[0] = s;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, CALLS, 1);
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(fake_wait(p.completion_signal) == 0 && rt_queue_write_index(s) == CALLS);
	for (uint64_t id = 0; id < CALLS; id++) {
		const hsa_agent_dispatch_packet_t *a =
			(const hsa_agent_dispatch_packet_t *)s->base_address + id;
		EXPECT((a->header & 0xff) == HSA_PACKET_TYPE_AGENT_DISPATCH && a->type == 0x8001);
		EXPECT(a->arg[1] == id);
		groups |= (uint64_t)1 << a->arg[0];
		EXPECT(rt_queue_read_index(s) == id);
		rt_queue_store_read_index(s, id + 1);
	}
	EXPECT(groups == 0xff && rt_queue_read_index(s) == CALLS);
	rt_queue_store_read_index(q, 7); /* a packet processor's own */
	EXPECT(rt_queue_read_index(q) == 1);
	rt_queue_inactivate(s);
	rt_queue_destroy(s);
	EXPECT(!rt_queue_is_valid(rt, s) && rt_signal_is_valid(rt, bell));
	rt_queue_destroy(q);
	rt_signal_destroy(bell);
	rt_signal_destroy(p.completion_signal);
}

static void options(struct rt *rt)
{
	static const struct rt_queue_options bad[] = {{.packets = 4, .type = 3},
		{.packets = 4, .features = HSA_QUEUE_FEATURE_AGENT_DISPATCH}};
	const struct rt_queue_options good = {.packets = 4, .type = HSA_QUEUE_TYPE_COOPERATIVE};
	hsa_queue_t *q = NULL;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		EXPECT(rt_queue_create(rt, &bad[i], &q) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(rt_queue_create(rt, &good, &q) == HSA_STATUS_SUCCESS);
	EXPECT(q->type == HSA_QUEUE_TYPE_COOPERATIVE);
	EXPECT(q->features == HSA_QUEUE_FEATURE_KERNEL_DISPATCH);
	rt_queue_destroy(q);
}

int main(void)
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	numbers(rt);
	destroyed_early(rt);
	many_signals(rt);
	many_queues(rt);
	options(rt);
	soft_arguments(rt);
	soft(rt);
	rt_free(rt);
	return 0;
}
