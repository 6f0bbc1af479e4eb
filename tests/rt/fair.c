/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that kernels of other queues go on while one queue runs a kernel that takes very long, and
 * that no client is kept waiting by others who always have work. No time is measured: the long
 * kernel goes on until the short ones have ended. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include "fake_kernel.h"

enum { MANY = 1 << 18, SHORT_ONES = 12, GROUP_NS = 50000, QUEUES = 3, STOPPED_STEPS = 20000 };

/* how a client learns that a dispatch has ended */
enum wait { LENDS, SLEEPS, POLLS, WAITS };

static struct {
	atomic_bool over; /* the long kernel need not take long any more */
	atomic_uchar ran[MANY];
	atomic_uint mistakes, shorts;
} board;

static void note(const struct hsaemu_wg *wg)
{
	if (atomic_fetch_add(&board.ran[wg->id_x], 1) != 0)
		atomic_fetch_add(&board.mistakes, 1);
}

/* A group of a kernel of very many groups. */
static void brief_group(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	uint64_t until = rt_clock_ns() + GROUP_NS;
	(void)d;
	note(wg);
	while (!atomic_load(&board.over) && rt_clock_ns() < until)
		;
}

/* A group of a kernel of few groups. */
static void long_group(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	note(wg);
	while (!atomic_load(&board.over))
		;
}

__attribute__((no_sanitize_address, no_sanitize_thread)) static void
fiber(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	(void)index;
	brief_group(d, wg);
}

/* One that may be stopped is not instrumented, because a stop leaves it without a return, and TSan
 * would keep the locks of its own that it had. */
__attribute__((no_sanitize_address, no_sanitize_thread)) static void
stopped_group(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	for (volatile unsigned i = 0; i < STOPPED_STEPS; i++)
		;
}

static void count_short(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	atomic_fetch_add(&board.shorts, 1);
}

static hsa_signal_t start(struct rt *rt, hsa_queue_t *q, const struct fake_kernel *k,
	uint32_t groups)
{
	static _Alignas(16) uint64_t kernarg[2];
	hsa_kernel_dispatch_packet_t p = fake_packet(k, kernarg, groups, 1);
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	return p.completion_signal;
}

static void end(hsa_signal_t s, enum wait wait)
{
	if (wait == LENDS)
		EXPECT(rt_signal_wait(s, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
			       HSA_WAIT_STATE_BLOCKED) == 0);
	else if (wait == SLEEPS)
		EXPECT(fake_wait(s) == 0);
	while (rt_signal_load(s) != 0)
		;
	rt_signal_destroy(s);
}

/* ---- a long kernel ------------------------------------------------------------------------- */

struct long_kernel {
	struct fake_kernel kernel;
	uint32_t groups;
	struct rt *rt;
	hsa_queue_t *queue;
	bool lends; /* its client lends the thread */
};

static void *run_long(void *arg)
{
	struct long_kernel *l = arg;
	end(start(l->rt, l->queue, &l->kernel, l->groups), l->lends ? LENDS : SLEEPS);
	return NULL;
}

/* Runs short kernels in other queues while the long one runs. */
static void run_short_ones(struct rt *rt, enum wait wait)
{
	struct fake_kernel k;
	hsa_queue_t *queues[QUEUES];
	fake_kernel_init(&k, count_short);
	k.kd.stack_kib = 4;
	for (size_t i = 0; i < QUEUES; i++)
		queues[i] = fake_queue(rt, 16);
	for (size_t i = 0; i < SHORT_ONES; i++)
		end(start(rt, queues[i % QUEUES], &k, 1 + i % 5), wait);
	for (size_t i = 0; i < QUEUES; i++)
		rt_queue_destroy(queues[i]);
}

static void reset(void)
{
	atomic_store(&board.over, false);
	memset(board.ran, 0, sizeof board.ran);
	atomic_store(&board.shorts, 0);
}

static void test_long(unsigned threads, enum rt_scheduler scheduler, struct long_kernel *l)
{
	pthread_t client;
	l->rt = fake_runtime(threads, 0, scheduler);
	for (int wait = 0; wait < WAITS; wait++) {
		reset();
		l->queue = fake_queue(l->rt, 16);
		l->lends = wait == LENDS;
		EXPECT(pthread_create(&client, NULL, run_long, l) == 0);
		while (board.ran[0] == 0 && scheduler != RT_SCHEDULER_SHUFFLE)
			;
		run_short_ones(l->rt, (enum wait)wait);
		bool goes_on = false;
		for (uint32_t i = 0; i < l->groups; i++)
			goes_on |= board.ran[i] == 0;
		EXPECT(goes_on && board.mistakes == 0);
		atomic_store(&board.over, true);
		EXPECT(pthread_join(client, NULL) == 0);
		for (uint32_t i = 0; i < l->groups; i++)
			EXPECT(board.ran[i] == 1);
		rt_queue_destroy(l->queue);
	}
	rt_free(l->rt);
}

static void test_many_groups(unsigned threads, enum rt_scheduler scheduler)
{
	struct long_kernel l = {.groups = MANY};
	fake_kernel_init(&l.kernel, brief_group);
	l.kernel.kd.stack_kib = 4;
	test_long(threads, scheduler, &l);
	l.groups = MANY / 8;
	l.kernel.kd.flags |= HSAEMU_KD_FIBERS;
	l.kernel.kd.fiber_items = HSAEMU_WAVESIZE;
	l.kernel.kd.entry_offset = (int64_t)((uintptr_t)fiber - (uintptr_t)&l.kernel.kd);
	test_long(threads, scheduler, &l);
}

static void test_few_groups(unsigned threads, enum rt_scheduler scheduler)
{
	struct long_kernel l = {.groups = 3 * threads};
	fake_kernel_init(&l.kernel, long_group);
	l.kernel.kd.stack_kib = 4;
	test_long(threads, scheduler, &l);
}

static void count_slowly(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	uint64_t until = rt_clock_ns() + 2000000;
	while (rt_clock_ns() < until)
		;
	count_short(d, wg);
}

/* Short kernels that begin when nobody looks out for work any more, and of which each stand-in of a
 * worker has a share, one after the other. */
static void test_shares(enum rt_scheduler scheduler)
{
	enum { THREADS = 3, ROUNDS = 20 };
	const struct timespec pause = {.tv_nsec = 20000000};
	struct rt *rt = fake_runtime(THREADS, 0, scheduler);
	hsa_queue_t *a = fake_queue(rt, 16), *b = fake_queue(rt, 16);
	struct fake_kernel lasting, brief;
	fake_kernel_init(&lasting, long_group);
	fake_kernel_init(&brief, count_slowly);
	reset();
	hsa_signal_t s = start(rt, a, &lasting, THREADS);
	for (int i = 0; i < ROUNDS; i++) {
		(void)nanosleep(&pause, NULL);
		end(start(rt, b, &brief, THREADS), SLEEPS);
	}
	atomic_store(&board.over, true);
	end(s, SLEEPS);
	EXPECT(board.shorts == THREADS * ROUNDS);
	rt_queue_destroy(a);
	rt_queue_destroy(b);
	rt_free(rt);
}

/* Ends a queue while its kernel has been left for others. */
static void test_end(unsigned threads, enum rt_scheduler scheduler)
{
	struct fake_kernel k;
	struct rt *rt = fake_runtime(threads, 0, scheduler);
	hsa_queue_t *q = fake_queue(rt, 16);
	reset();
	fake_kernel_init(&k, stopped_group);
	hsa_signal_t s = start(rt, q, &k, MANY);
	run_short_ones(rt, SLEEPS);
	rt_queue_inactivate(q);
	EXPECT(fake_wait(s) == -1);
	rt_free(rt);
}

/* ---- many clients -------------------------------------------------------------------------- */

struct client {
	struct rt *rt;
	bool floods; /* goes on until the others are done */
};

static atomic_uint done;

static void *run_client(void *arg)
{
	const struct client *c = arg;
	hsa_queue_t *q = fake_queue(c->rt, 16);
	struct fake_kernel k;
	fake_kernel_init(&k, count_short);
	k.kd.stack_kib = 4;
	for (unsigned i = 0; c->floods ? atomic_load(&done) == 0 : i < SHORT_ONES; i++)
		end(start(c->rt, q, &k, 3), LENDS);
	if (!c->floods)
		atomic_fetch_add(&done, 1);
	rt_queue_destroy(q);
	return NULL;
}

/* Has clients that always have a kernel to run, more than there are workers, and one that has a few
 * kernels only. */
static void test_flood(unsigned threads, enum rt_scheduler scheduler)
{
	struct rt *rt = fake_runtime(threads, 0, scheduler);
	struct client clients[4];
	pthread_t ids[4];
	atomic_store(&done, 0);
	for (size_t i = 0; i < threads + 1; i++) {
		clients[i] = (struct client){rt, i < threads};
		EXPECT(pthread_create(&ids[i], NULL, run_client, &clients[i]) == 0);
	}
	for (size_t i = 0; i < threads + 1; i++)
		EXPECT(pthread_join(ids[i], NULL) == 0);
	rt_free(rt);
}

/* ---- a stand-in that is not needed any more -------------------------------------------------- */

enum { REST_NS = 50000000 };
static atomic_bool is_relieved;

static void run_until_relieved(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	while (!atomic_load(&is_relieved))
		;
}

/* Runs on the stand-in, until the worker has come back and rests. */
static void relieve(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	uint64_t until = rt_clock_ns() + REST_NS;
	(void)d, (void)wg;
	atomic_store(&is_relieved, true);
	while (rt_clock_ns() < until)
		;
}

/* Has a packet behind the one that the stand-in runs last. */
static void test_handing_over(enum rt_scheduler scheduler)
{
	struct rt *rt = fake_runtime(1, 0, scheduler);
	hsa_queue_t *a = fake_queue(rt, 16), *b = fake_queue(rt, 16);
	struct fake_kernel first, second, last;
	fake_kernel_init(&first, run_until_relieved);
	fake_kernel_init(&second, relieve);
	fake_kernel_init(&last, count_short);
	reset();
	atomic_store(&is_relieved, false);
	hsa_signal_t s = start(rt, a, &first, 1), t = start(rt, b, &second, 1);
	hsa_barrier_and_packet_t p = {.completion_signal = fake_signal(rt, 1)};
	fake_submit(b, &p, HSA_PACKET_TYPE_BARRIER_AND, true);
	hsa_signal_t u = start(rt, b, &last, 3);
	end(s, SLEEPS);
	end(t, SLEEPS);
	end(p.completion_signal, SLEEPS);
	end(u, SLEEPS);
	EXPECT(board.shorts == 3);
	rt_queue_destroy(a);
	rt_queue_destroy(b);
	rt_free(rt);
}

int main(void)
{
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++)
		test_handing_over((enum rt_scheduler)s);
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++)
		test_shares((enum rt_scheduler)s);
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++)
		for (unsigned threads = 1; threads <= 3; threads++) {
			test_many_groups(threads, (enum rt_scheduler)s);
			test_few_groups(threads, (enum rt_scheduler)s);
			test_end(threads, (enum rt_scheduler)s);
			test_flood(threads, (enum rt_scheduler)s);
		}
	return 0;
}
