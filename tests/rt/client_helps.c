/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that a client's thread that waits runs, where that is safe, the groups it waits for, in the
 * place of an idle worker, shares them with workers that are awake, and that clients that do not
 * wait are served all the same. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <xmmintrin.h>
#include "fake_kernel.h"

enum { CLIENTS = 4, ROUNDS = 500, GROUPS = 24, MXCSR_UP = 0x5f80 };

static struct board {
	/* groups run, in all and on other threads than the client's */
	atomic_uint groups, elsewhere;
	atomic_uint cu_busy[8], mistakes;
} board;

/* Counts a group as run; the kernarg holds the client's thread. */
static void note(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const pthread_t *client = d->kernarg;
	if (wg->cu >= d->cu_count || atomic_fetch_add(&board.cu_busy[wg->cu], 1) != 0 ||
		_mm_getcsr() >> 13 == MXCSR_UP >> 13)
		atomic_fetch_add(&board.mistakes, 1);
	atomic_fetch_add(&board.groups, 1);
	if (pthread_equal(*client, pthread_self()) == 0)
		atomic_fetch_add(&board.elsewhere, 1);
	atomic_fetch_sub(&board.cu_busy[wg->cu], 1);
}

static void fault(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	note(d, wg);
	*(volatile int *)(uintptr_t)0x1230 = 1;
}

static void trap(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	note(d, wg);
	d->services->trap(d, wg, HSAEMU_TRAP_DEBUG, 42, 17, NULL);
}

__attribute__((no_sanitize_address, no_sanitize_thread)) static void
fiber(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	(void)index;
	note(d, wg);
}

struct client {
	struct rt *rt;
	struct fake_kernel kernel;
	uint32_t groups;
	uint64_t timeout_ns;
	hsa_queue_t *queue;
	hsa_signal_t another; /* a signal for which it waits, too; handle 0: none */
};

static hsa_signal_value_t wait_for(const struct client *c, hsa_signal_t done)
{
	const hsa_signal_t signals[] = {c->another, done};
	static const hsa_signal_condition_t conditions[] = {
		HSA_SIGNAL_CONDITION_NE, HSA_SIGNAL_CONDITION_LT};
	static const hsa_signal_value_t compare[] = {0, 1};
	hsa_signal_value_t v;
	size_t index;
	if (c->another.handle == 0)
		return rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, 1, c->timeout_ns,
			HSA_WAIT_STATE_BLOCKED);
	EXPECT(rt_signal_wait_any(c->rt, 2, signals, conditions, compare, c->timeout_ns,
		       HSA_WAIT_STATE_BLOCKED, &index, &v) &&
		index == 1);
	return v;
}

static void client_init(struct client *c, struct rt *rt, hsaemu_kernel_entry *entry,
	uint32_t groups)
{
	*c = (struct client){.rt = rt, .groups = groups, .timeout_ns = RT_FOREVER};
	fake_kernel_init(&c->kernel, entry);
	c->kernel.kd.stack_kib = 4;
	c->queue = fake_queue(rt, 16);
}

static hsa_signal_value_t run_once(struct client *c)
{
	_Alignas(16) pthread_t kernarg[2] = {pthread_self()};
	hsa_kernel_dispatch_packet_t p = fake_packet(&c->kernel, kernarg, c->groups, 1);
	p.completion_signal = fake_signal(c->rt, 1);
	fake_submit(c->queue, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	hsa_signal_value_t v = wait_for(c, p.completion_signal);
	rt_signal_destroy(p.completion_signal);
	return v;
}

static void reset(void)
{
	atomic_store(&board.groups, 0);
	atomic_store(&board.elsewhere, 0);
}

/* Runs ROUNDS dispatches and returns how many groups ran on other threads. */
static unsigned run_rounds(struct client *c, unsigned *groups)
{
	reset();
	for (int i = 0; i < ROUNDS; i++)
		EXPECT(run_once(c) == 0);
	*groups = board.groups;
	EXPECT(board.groups == ROUNDS * c->groups && board.mistakes == 0);
	return board.elsewhere;
}

static void test_where_it_runs(enum rt_scheduler scheduler)
{
	struct rt *rt = fake_runtime(1, 0, scheduler);
	struct client c;
	unsigned groups;
	client_init(&c, rt, note, 1);
	_mm_setcsr(MXCSR_UP);
	EXPECT(run_rounds(&c, &groups) < groups);
	/* the client keeps its rounding mode; sticky flags may change */
	EXPECT(_mm_getcsr() >> 13 == MXCSR_UP >> 13);
	_mm_setcsr(0x1f80);
	/* A client must not help where the group might not end in time, would not fit on its stack,
	 * or has fibers. */
	c.timeout_ns = 60ull * 1000000000u;
	EXPECT(run_rounds(&c, &groups) == groups);
	c.timeout_ns = RT_FOREVER;
	c.kernel.kd.stack_kib = 0;
	EXPECT(run_rounds(&c, &groups) == groups);
	c.kernel.kd.stack_kib = UINT16_MAX;
	EXPECT(run_rounds(&c, &groups) == groups);
	c.kernel.kd.stack_kib = 4;
	c.kernel.kd.flags |= HSAEMU_KD_FIBERS;
	c.kernel.kd.fiber_items = HSAEMU_WAVESIZE;
	c.kernel.kd.entry_offset = (int64_t)((uintptr_t)fiber - (uintptr_t)&c.kernel.kd);
	EXPECT(run_rounds(&c, &groups) == groups);
	rt_free(rt);
}

static void spend(uint64_t ns)
{
	uint64_t until = rt_clock_ns() + ns;
	while (rt_clock_ns() < until)
		;
}

static void note_slowly(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	note(d, wg);
	spend(1000000);
}

/* GROUPS of these are brief, and worth sharing with a worker that is awake. */
static void note_briefly(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	spend(800);
	note(d, wg);
}

/* A client that waits for several signals helps with what is brief, but not with what might keep it
 * from another signal. */
static void test_several_signals(enum rt_scheduler scheduler)
{
	struct rt *rt = fake_runtime(1, 0, scheduler);
	struct client c;
	client_init(&c, rt, note, 1);
	c.another = fake_signal(rt, 0);
	reset();
	for (int i = 0; i < ROUNDS; i++)
		EXPECT(run_once(&c) == 0);
	EXPECT(board.groups == ROUNDS && board.elsewhere < ROUNDS && board.mistakes == 0);
	client_init(&c, rt, note_slowly, 1);
	c.another = fake_signal(rt, 0);
	reset();
	for (int i = 0; i < 20; i++)
		EXPECT(run_once(&c) == 0);
	/* the first is taken for the brief kernel that had the same address */
	EXPECT(board.groups == 20 && board.elsewhere >= 19);
	rt_free(rt);
}

/* Repeats a dispatch that fails until one ran on the client's thread. */
static void test_failure(hsaemu_kernel_entry *entry, enum rt_cause cause)
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	bool was_here = false;
	for (int i = 0; i < ROUNDS && !was_here; i++) {
		struct client c;
		struct rt_report r;
		client_init(&c, rt, entry, 1);
		reset();
		memset(board.cu_busy, 0, sizeof board.cu_busy);
		EXPECT(run_once(&c) == -1);
		EXPECT(rt_queue_report(c.queue, &r) && r.cause == cause);
		was_here = board.elsewhere == 0;
		rt_queue_destroy(c.queue);
	}
	EXPECT(was_here);
	rt_free(rt);
}

struct crowd {
	struct rt *rt;
	hsaemu_kernel_entry *entry;
};

static void *run_client(void *arg)
{
	const struct crowd *crowd = arg;
	struct client c;
	client_init(&c, crowd->rt, crowd->entry, GROUPS);
	for (int i = 0; i < ROUNDS; i++)
		EXPECT(run_once(&c) == 0);
	rt_queue_destroy(c.queue);
	return NULL;
}

/* Runs clients, more than there are workers or one alone, and checks that a CU still runs one group
 * at a time. */
static void test_clients(unsigned threads, enum rt_scheduler scheduler, hsaemu_kernel_entry *entry,
	size_t count)
{
	struct rt *rt = fake_runtime(threads, 0, scheduler);
	struct crowd crowd = {rt, entry};
	pthread_t clients[CLIENTS];
	reset();
	for (size_t i = 0; i < count; i++)
		EXPECT(pthread_create(&clients[i], NULL, run_client, &crowd) == 0);
	for (size_t i = 0; i < count; i++)
		EXPECT(pthread_join(clients[i], NULL) == 0);
	EXPECT(board.groups == count * ROUNDS * GROUPS && board.mistakes == 0);
	rt_free(rt);
}

/* Has a client that used to wait poll the value instead; the test hangs if no worker is woken. */
static void test_client_must_not_help(unsigned threads)
{
	struct rt *rt = fake_runtime(threads, 0, RT_SCHEDULER_DYNAMIC);
	struct client c;
	_Alignas(16) pthread_t kernarg[2] = {pthread_self()};
	client_init(&c, rt, note, 1);
	for (int round = 0; round < 10; round++) {
		for (int i = 0; i < 50; i++)
			EXPECT(run_once(&c) == 0);
		hsa_kernel_dispatch_packet_t p = fake_packet(&c.kernel, kernarg, 1, 1);
		p.completion_signal = fake_signal(rt, 1);
		fake_submit(c.queue, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
		while (rt_signal_load(p.completion_signal) != 0)
			sched_yield();
		rt_signal_destroy(p.completion_signal);
	}
	EXPECT(board.mistakes == 0);
	rt_free(rt);
}

/* Rings once and polls until the dispatch has ended. */
static void run_polling(const struct client *c)
{
	_Alignas(16) pthread_t kernarg[2] = {pthread_self()};
	const uint64_t limit_ns = rt_clock_ns() + 60ull * 1000000000u;
	hsa_kernel_dispatch_packet_t p = fake_packet(&c->kernel, kernarg, 1, 1);
	p.completion_signal = fake_signal(c->rt, 1);
	fake_submit(c->queue, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	for (; rt_signal_load(p.completion_signal) != 0; sched_yield())
		EXPECT(rt_clock_ns() < limit_ns);
	rt_signal_destroy(p.completion_signal);
}

/* Has a client that used to wait ring and poll at any time after its last wait, for example when
 * the worker that looks out for such rings is about to give up. */
static void test_late_rings(void)
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	struct client c;
	client_init(&c, rt, note, 1);
	for (uint64_t delay_ns = 0; delay_ns < 600000; delay_ns += 3000) {
		for (int i = 0; i < 20; i++) {
			EXPECT(run_once(&c) == 0);
			if (i == 10)
				run_polling(&c); /* the worker that serves this looks out then */
		}
		for (uint64_t until = rt_clock_ns() + delay_ns; rt_clock_ns() < until;)
			;
		run_polling(&c);
	}
	rt_free(rt);
}

int main(void)
{
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++) {
		test_where_it_runs((enum rt_scheduler)s);
		test_several_signals((enum rt_scheduler)s);
		for (unsigned threads = 1; threads <= 3; threads++) {
			test_clients(threads, (enum rt_scheduler)s, note, CLIENTS);
			test_clients(threads, (enum rt_scheduler)s, note_briefly, 1);
			test_clients(threads, (enum rt_scheduler)s, note_briefly, CLIENTS);
		}
	}
	test_client_must_not_help(1);
	test_client_must_not_help(2);
	test_late_rings();
	test_failure(fault, RT_CAUSE_FAULT);
	test_failure(trap, RT_CAUSE_TRAP);
	return 0;
}
