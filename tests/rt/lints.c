/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that a client is told of what it does wrong, once for each queue, and of nothing else. */
#include <stdatomic.h>
#include "fake_kernel.h"

static char lines[16][256];
static atomic_uint line_count;

static void take_line(void *arg, const char *line)
{
	unsigned at = atomic_fetch_add(&line_count, 1);
	EXPECT(arg == lines && at < ARRAY_LEN(lines) && strlen(line) < sizeof lines[0]);
	memcpy(lines[at], line, strlen(line) + 1);
}

static struct rt *runtime(void)
{
	struct rt_options o = {.threads = 2, .lint = take_line, .lint_arg = lines};
	struct rt *rt = NULL;
	EXPECT(rt_new(&o, &rt) == HSA_STATUS_SUCCESS);
	line_count = 0;
	return rt;
}

static void expect_line(unsigned at, const char *text)
{
	if (at >= line_count || strcmp(lines[at], text) != 0) {
		fprintf(stderr, "not '%s' but '%s'\n", text, at < line_count ? lines[at] : "");
		exit(1);
	}
}

static atomic_uint gate;

static void fine(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	while (gate != 0)
		;
}

struct client {
	struct rt *rt;
	hsa_queue_t *q;
	struct fake_kernel k;
	hsa_kernel_dispatch_packet_t p;
};

static _Alignas(64) uint8_t kernarg[64];

static void client_open(struct client *c)
{
	static const struct rt_queue_options o = {
		.packets = 4, .private_segment_bytes = 16, .group_segment_bytes = 1000};
	c->rt = runtime();
	EXPECT(rt_queue_create(c->rt, &o, &c->q) == HSA_STATUS_SUCCESS);
	fake_kernel_init(&c->k, fine);
	c->k.kd.kernarg_align = 8;
	c->p = fake_packet(&c->k, kernarg, 1, 1);
	c->p.completion_signal = fake_signal(c->rt, 1);
	gate = 0;
}

static void client_close(struct client *c)
{
	rt_queue_destroy(c->q);
	rt_signal_destroy(c->p.completion_signal);
	rt_free(c->rt);
}

static uint8_t *slot(const struct client *c, uint64_t id)
{
	return (uint8_t *)c->q->base_address + (id & (c->q->size - 1)) * 64;
}

static void write_packet(const struct client *c, uint64_t id, uint16_t header)
{
	memcpy(slot(c, id) + 2, (const uint8_t *)&c->p + 2, 62);
	__atomic_store_n((uint16_t *)(void *)slot(c, id), header, __ATOMIC_RELEASE);
}

static void ring(const struct client *c, int64_t id)
{
	rt_signal_update(c->q->doorbell_signal, RT_SIGNAL_STORE, id);
}

static const uint16_t right = HSA_PACKET_TYPE_KERNEL_DISPATCH |
                              HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
                              HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;

/* Runs a packet with this header, and the same once more. */
static void run_twice(struct client *c, uint16_t header)
{
	for (int i = 0; i < 2; i++) {
		uint64_t id = rt_queue_add_write_index(c->q, 1);
		write_packet(c, id, header);
		ring(c, (int64_t)id);
		EXPECT(fake_wait(c->p.completion_signal) == 0);
		rt_signal_update(c->p.completion_signal, RT_SIGNAL_STORE, 1);
	}
}

static void nothing_wrong(void)
{
	struct client c;
	client_open(&c);
	run_twice(&c, right);
	c.p.group_segment_size = 1000;
	c.p.private_segment_size = 16;
	run_twice(&c, right);
	client_close(&c);
	EXPECT(line_count == 0);
}

static void packets(void)
{
	struct client c;
	char text[256];
	client_open(&c);
	run_twice(&c, HSA_PACKET_TYPE_KERNEL_DISPATCH);
	EXPECT(line_count == 2);
	expect_line(0, "queue 0: packet 0: the acquire fence scope is none, so its kernel need not "
		       "see what others have stored");
	expect_line(1, "queue 0: packet 0: the release fence scope is none, so who waits for its "
		       "signal need not see what the kernel has stored");
	c.p.kernarg_address = kernarg + 8;
	run_twice(&c, right);
	snprintf(text, sizeof text,
		"queue 0: packet 2: the kernarg address 0x%llx is no multiple of 16",
		(unsigned long long)(uintptr_t)(kernarg + 8));
	expect_line(2, text);
	c.p.kernarg_address = kernarg;
	c.p.group_segment_size = 1001;
	c.p.private_segment_size = 32;
	run_twice(&c, right);
	EXPECT(line_count == 5);
	expect_line(3, "queue 0: packet 4: 1001 bytes of group memory, but the queue was made for "
		       "1000");
	expect_line(4, "queue 0: packet 4: 32 bytes of private memory, but the queue was made for "
		       "16");
	client_close(&c);
	EXPECT(line_count == 5);
}

static void missed_doorbell(void)
{
	struct client c;
	client_open(&c);
	EXPECT(rt_queue_add_write_index(c.q, 1) == 0);
	write_packet(&c, 0, right);
	EXPECT(fake_wait(c.p.completion_signal) == 0 && line_count == 1);
	expect_line(0, "queue 0: packet 0 is written, but the doorbell has not rung for it; its "
		       "last value was -1");
	client_close(&c);
}

static void unwritten(bool zero)
{
	struct client c;
	client_open(&c);
	EXPECT(rt_queue_add_write_index(c.q, 2) == 0);
	if (zero)
		memset(slot(&c, 0), 0, 64);
	ring(&c, 1);
	for (int i = 0; i < 200 && line_count == 0; i++)
		EXPECT(rt_signal_wait(c.p.completion_signal, HSA_SIGNAL_CONDITION_LT, 1, 50000000,
			       HSA_WAIT_STATE_BLOCKED) == 1);
	EXPECT(line_count == 1);
	expect_line(0, "queue 0: the doorbell has rung for packet 1, but packet 0 has no header; "
		       "the queue waits for it");
	rt_signal_update(c.p.completion_signal, RT_SIGNAL_STORE, 2);
	write_packet(&c, 0, right);
	write_packet(&c, 1, right);
	ring(&c, 0);
	EXPECT(fake_wait(c.p.completion_signal) == 0 && line_count == 1);
	client_close(&c);
}

/* A reservation for which nothing was written is no mistake yet. */
static void reserved(void)
{
	struct client c;
	client_open(&c);
	EXPECT(rt_queue_add_write_index(c.q, 1) == 0);
	EXPECT(rt_signal_wait(c.p.completion_signal, HSA_SIGNAL_CONDITION_LT, 1, 100000000,
		       HSA_WAIT_STATE_BLOCKED) == 1);
	client_close(&c);
	EXPECT(line_count == 0);
}

static void overrun(void)
{
	struct client c;
	client_open(&c);
	rt_signal_update(c.p.completion_signal, RT_SIGNAL_STORE, 5);
	EXPECT(rt_queue_add_write_index(c.q, 5) == 0);
	for (uint64_t i = 0; i < 5; i++)
		write_packet(&c, i, right);
	ring(&c, 4);
	EXPECT(line_count == 1);
	expect_line(0, "queue 0: the doorbell has rung for packet 4, but the ring of 4 packets "
		       "begins with packet 0 still: a packet was overwritten");
	client_close(&c);
}

static void left(void)
{
	struct rt *rt = runtime();
	for (int i = 0; i < 3; i++) {
		fake_signal(rt, 1);
		fake_queue(rt, 4);
	}
	rt_free(rt);
	EXPECT(line_count == 2);
	expect_line(0, "3 queues were not destroyed");
	expect_line(1, "3 signals were not destroyed");
	rt = runtime();
	fake_signal(rt, 1);
	fake_queue(rt, 4);
	rt_free(rt);
	expect_line(0, "1 queue was not destroyed");
	expect_line(1, "1 signal was not destroyed");
}

int main(void)
{
	nothing_wrong();
	packets();
	missed_doorbell();
	unwritten(false);
	unwritten(true);
	reserved();
	overrun();
	left();
	return 0;
}
