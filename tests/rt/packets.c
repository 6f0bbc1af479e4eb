/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests what clients rely on around a packet: when it is looked at, when its slot is free again,
 * how errors reach other queues, and sizes beyond what a kernel needs. */
#define _GNU_SOURCE /* usleep() */
#include <stdatomic.h>
#include <unistd.h>
#include "fake_kernel.h"

struct client {
	struct rt *rt;
	hsa_queue_t *q;
	struct fake_kernel k;
	hsa_kernel_dispatch_packet_t p;
};

static atomic_uint ran, gate;

static void count(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	while (gate != 0)
		;
	ran++;
}

static void client_open(struct client *c, struct rt *rt, uint32_t packets)
{
	c->rt = rt;
	c->q = fake_queue(rt, packets);
	fake_kernel_init(&c->k, count);
	c->k.kd.kernarg_bytes = 0;
	c->p = fake_packet(&c->k, NULL, 1, 1);
	c->p.completion_signal = fake_signal(rt, 1);
	ran = gate = 0;
}

static void client_close(struct client *c)
{
	rt_queue_destroy(c->q);
	rt_signal_destroy(c->p.completion_signal);
}

static uint8_t *slot(const struct client *c, uint64_t id)
{
	return (uint8_t *)c->q->base_address + (id & (c->q->size - 1)) * 64;
}

static void ring(const struct client *c, int64_t id)
{
	rt_signal_update(c->q->doorbell_signal, RT_SIGNAL_STORE, id);
}

static void write_header(const struct client *c, uint64_t id)
{
	__atomic_store_n((uint16_t *)(void *)slot(c, id),
		fake_header(HSA_PACKET_TYPE_KERNEL_DISPATCH, false), __ATOMIC_RELEASE);
}

static void write_body(const struct client *c, uint64_t id)
{
	memcpy(slot(c, id) + 2, (const uint8_t *)&c->p + 2, 62);
}

/* Returns the completion signal's value after a wait of `ms`. */
static int64_t wait_ms(const struct client *c, unsigned ms)
{
	return rt_signal_wait(c->p.completion_signal, HSA_SIGNAL_CONDITION_LT, 1, ms * 1000000ull,
		HSA_WAIT_STATE_BLOCKED);
}

/* ---- when a packet is looked at -------------------------------------------------------------- */

/* A slot of zeros has the type of a vendor's packet. However often its doorbell rings, it is a
 * packet that is not written yet. */
static void zeros(struct rt *rt)
{
	struct client c;
	struct rt_report r;
	client_open(&c, rt, 4);
	EXPECT(rt_queue_add_write_index(c.q, 1) == 0);
	memset(slot(&c, 0), 0, 64);
	for (int i = 0; i < 3; i++) {
		ring(&c, 0);
		EXPECT(wait_ms(&c, 2) == 1);
	}
	EXPECT(wait_ms(&c, 50) == 1); /* so long that a packet is taken to be complete */
	EXPECT(rt_queue_read_index(c.q) == 0 && !rt_queue_report(c.q, &r));
	write_body(&c, 0);
	write_header(&c, 0);
	ring(&c, 0);
	EXPECT(fake_wait(c.p.completion_signal) == 0 && ran == 1);
	client_close(&c);
}

/* The doorbell rings for a later packet, while the first one has contents but type 0: one that is
 * about to be written is waited for, and a vendor's is refused after a while. */
static void type_comes_late(struct rt *rt)
{
	struct client c;
	struct rt_report r;
	client_open(&c, rt, 4);
	rt_signal_update(c.p.completion_signal, RT_SIGNAL_STORE, 2);
	EXPECT(rt_queue_add_write_index(c.q, 2) == 0);
	memset(slot(&c, 0), 0, 64);
	write_body(&c, 0);
	write_body(&c, 1);
	write_header(&c, 1);
	ring(&c, 1);
	EXPECT(wait_ms(&c, 200) == 2 && !rt_queue_report(c.q, &r));
	write_header(&c, 0);
	ring(&c, 0);
	EXPECT(fake_wait(c.p.completion_signal) == 0 && ran == 2);
	client_close(&c);
}

static void type_stays_away(struct rt *rt)
{
	struct client c;
	struct rt_report r;
	client_open(&c, rt, 4);
	EXPECT(rt_queue_add_write_index(c.q, 2) == 0);
	memset(slot(&c, 0), 0, 64);
	write_body(&c, 0);
	write_body(&c, 1);
	write_header(&c, 1);
	ring(&c, 1);
	for (int i = 0; i < 600 && !rt_queue_report(c.q, &r); i++) /* nobody waits for a signal */
		usleep(100000);
	EXPECT(rt_queue_report(c.q, &r) && r.status == HSA_STATUS_ERROR_INVALID_PACKET_FORMAT &&
		r.packet_id == 0);
	client_close(&c);
}

/* A packet with a valid header may be half written while its doorbell has not rung. */
static void before_doorbell(struct rt *rt)
{
	struct client c;
	client_open(&c, rt, 4);
	EXPECT(rt_queue_add_write_index(c.q, 1) == 0);
	write_header(&c, 0);
	EXPECT(wait_ms(&c, 5) == 1);
	write_body(&c, 0);
	ring(&c, 0);
	EXPECT(fake_wait(c.p.completion_signal) == 0 && ran == 1);
	client_close(&c);
}

/* The doorbell rings for the first packet of a batch only. */
static void first_of_batch(struct rt *rt)
{
	struct client c;
	client_open(&c, rt, 16);
	rt_signal_update(c.p.completion_signal, RT_SIGNAL_STORE, 10);
	EXPECT(rt_queue_add_write_index(c.q, 10) == 0);
	for (uint64_t i = 0; i < 10; i++) {
		write_body(&c, i);
		write_header(&c, i);
	}
	ring(&c, 0);
	EXPECT(fake_wait(c.p.completion_signal) == 0 && ran == 10);
	client_close(&c);
}

/* A new queue may get the block of a doorbell whose last value was 0. */
static void recycled_doorbell(struct rt *rt)
{
	for (unsigned i = 0; i < 50; i++) {
		struct client c;
		client_open(&c, rt, 4);
		EXPECT(rt_signal_load(c.q->doorbell_signal) == -1);
		EXPECT(fake_submit(c.q, &c.p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false) == 0);
		EXPECT(fake_wait(c.p.completion_signal) == 0 && ran == 1);
		client_close(&c);
	}
}

/* ---- slots ----------------------------------------------------------------------------------- */

static void early_slot(struct rt *rt)
{
	struct client c;
	client_open(&c, rt, 1);
	gate = 1;
	fake_submit(c.q, &c.p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	while (rt_queue_read_index(c.q) == 0)
		; /* the kernel does not end */
	EXPECT(slot(&c, 0)[0] == HSA_PACKET_TYPE_INVALID && ran == 0);
	memset(slot(&c, 0) + 2, 0x41, 62);
	gate = 0;
	EXPECT(fake_wait(c.p.completion_signal) == 0 && ran == 1);
	client_close(&c);
}

/* A client that forgets that the ring is one gets a fault, not another one's memory. */
static void guard_page(struct rt *rt)
{
	int ends[2];
	EXPECT(pipe(ends) == 0);
	for (uint32_t packets = 1; packets <= 256; packets *= 4) {
		hsa_queue_t *q = fake_queue(rt, packets);
		const uint8_t *end = (const uint8_t *)q->base_address + packets * 64;
		EXPECT(write(ends[1], end - 1, 1) == 1 && write(ends[1], end, 1) == -1);
		rt_queue_destroy(q);
	}
	EXPECT(close(ends[0]) == 0 && close(ends[1]) == 0);
}

/* ---- errors of other queues ------------------------------------------------------------------ */

static void error_elsewhere(struct rt *rt)
{
	struct client bad, good;
	client_open(&bad, rt, 4);
	client_open(&good, rt, 4);
	bad.p.kernel_object = 0;
	hsa_barrier_and_packet_t b = {
		.dep_signal[3] = bad.p.completion_signal, .completion_signal = fake_signal(rt, 1)};
	fake_submit(good.q, &b, HSA_PACKET_TYPE_BARRIER_AND, true);
	fake_submit(good.q, &good.p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	EXPECT(rt_signal_wait(b.completion_signal, HSA_SIGNAL_CONDITION_LT, 1, 2000000,
		       HSA_WAIT_STATE_BLOCKED) == 1);
	fake_submit(bad.q, &bad.p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(fake_wait(b.completion_signal) == -1);
	/* the barrier's own queue is in no error state */
	EXPECT(fake_wait(good.p.completion_signal) == 0 && ran == 1);
	rt_signal_destroy(b.completion_signal);
	client_close(&bad);
	client_close(&good);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static void touch(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	memset(wg->group, 1, d->group_bytes);
	memset(wg->context, 2, 48 * wg->size_x);
	ran += d->group_bytes;
}

/* Dispatches may ask for more memory than the kernel's own. What the finalizer keeps across
 * barriers is no part of the packet's private memory. */
static void sizes(struct rt *rt)
{
	static const uint32_t group[] = {64, 65, 4096, 60000}, own[] = {0, 1, 100, 1 << 20};
	for (size_t i = 0; i < ARRAY_LEN(group); i++) {
		struct client c;
		client_open(&c, rt, 4);
		fake_kernel_init(&c.k, touch);
		c.k.kd.kernarg_bytes = 0;
		c.k.kd.group_bytes = 64;
		c.k.kd.context_bytes = 48;
		c.p.grid_size_x = c.p.workgroup_size_x = 64;
		c.p.group_segment_size = group[i];
		c.p.private_segment_size = own[i];
		fake_submit(c.q, &c.p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
		EXPECT(fake_wait(c.p.completion_signal) == 0 && ran == group[i]);
		client_close(&c);
	}
}

/* Nothing to do is no error, whatever else the kernel asks for. */
static void nothing(struct rt *rt)
{
	for (unsigned i = 0; i < 6; i++) {
		struct client c;
		client_open(&c, rt, 4);
		c.k.kd.required_wg_x = c.k.kd.required_wg_y = c.k.kd.required_wg_z = i % 2 * 8;
		c.p.setup = 3;
		if (i < 3)
			((uint16_t *)&c.p.workgroup_size_x)[i] = 0;
		else
			((uint32_t *)&c.p.grid_size_x)[i - 3] = 0;
		fake_submit(c.q, &c.p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
		EXPECT(fake_wait(c.p.completion_signal) == 0 && ran == 0);
		client_close(&c);
	}
}

/* ---- times ----------------------------------------------------------------------------------- */

static void times(struct rt *rt)
{
	struct client c;
	uint64_t before = rt_clock_ns(), start, end;
	client_open(&c, rt, 4);
	gate = 1;
	fake_submit(c.q, &c.p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	usleep(2000);
	gate = 0;
	EXPECT(fake_wait(c.p.completion_signal) == 0);
	rt_signal_times(c.p.completion_signal, &start, &end);
	EXPECT(before <= start && start < end && end <= rt_clock_ns());
	client_close(&c);
}

int main(void)
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	zeros(rt);
	type_comes_late(rt);
	type_stays_away(rt);
	before_doorbell(rt);
	first_of_batch(rt);
	recycled_doorbell(rt);
	early_slot(rt);
	guard_page(rt);
	error_elsewhere(rt);
	sizes(rt);
	nothing(rt);
	times(rt);
	rt_free(rt);
	return 0;
}
