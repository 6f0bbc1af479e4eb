/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that kernels that would never end are stopped, wherever they are and by everyone who may
 * stop them, while others go on. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
#include "fake_kernel.h"

/* Kernels are not instrumented, because a stop leaves them without a return. */
#define KERNEL __attribute__((no_sanitize_address, no_sanitize_thread)) static void

static void sleep_us(long us)
{
	struct timespec t = {.tv_nsec = us * 1000};
	nanosleep(&t, NULL);
}

static atomic_uint begun, printing;
static volatile unsigned forever;

KERNEL loop(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	(void)wg;
	atomic_fetch_add(&begun, 1);
	for (;;)
		forever++;
}

/* The first group faults once another has begun. */
KERNEL fault_beside_loop(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	if (wg->id_x != 0)
		loop(d, wg);
	while (atomic_load(&begun) == 0)
		;
	*(volatile int *)(uintptr_t)0x1230 = 1;
}

KERNEL loop_of_services(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	static const char format[] = "x";
	hsa_signal_t s = *(const hsa_signal_t *)(uintptr_t)d->kernarg;
	atomic_fetch_add(&begun, 1);
	for (;;) {
		const struct hsaemu_caller c = {.dispatch = d, .wg = wg};
		d->services->print(&c, (uint64_t)(uintptr_t)format, 0, 8);
		d->services->signal(s.handle, HSAEMU_SIGNAL_ADD, 1, 0, 0);
		d->services->signal(s.handle, HSAEMU_SIGNAL_WAITTIMEOUT_EQ, 0, 0, 100);
		uint64_t block = d->services->allocate(wg, 1000, UINT64_MAX);
		d->services->release(&c, block);
	}
}

/* Half of the work-items wait at a barrier, one loops, the others yield to it. */
KERNEL loop_on_fibers(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	if (index % 2 == 0)
		d->services->barrier(wg);
	if (index != 9) {
		for (;;)
			d->services->yield(wg, HSAEMU_YIELD_WAIT);
	}
	loop(d, wg);
}

KERNEL wait_on_fibers(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	atomic_fetch_add(&begun, index == 0);
	for (;;)
		d->services->yield(wg, HSAEMU_YIELD_WAIT);
}

KERNEL add(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	for (volatile int i = 0; i < 1000; i++)
		;
	atomic_fetch_add(*(atomic_uint *const *)d->kernarg, 1);
	(void)wg;
}

/* ---- one dispatch ---------------------------------------------------------------------------- */

static void fake_print(void *arg, enum rt_stream stream, const char *text, size_t len)
{
	(void)arg, (void)stream, (void)text, (void)len;
	/* The kernel must not be stopped while `printing` is raised, or it would stay so. */
	atomic_fetch_add(&printing, 1);
	rt_clock_ns();
	atomic_fetch_sub(&printing, 1);
}

struct case_ {
	struct rt *rt;
	hsa_queue_t *q;
	struct fake_kernel k;
	hsa_signal_t done, used;
};

static void begin(struct case_ *c, struct rt *rt, hsaemu_kernel_entry *entry, uint32_t grid)
{
	static _Alignas(16) uint64_t kernarg[2];
	c->rt = rt;
	c->q = fake_queue(rt, 8);
	fake_kernel_init(&c->k, entry);
	c->used = fake_signal(rt, 1);
	c->done = fake_signal(rt, 1);
	kernarg[0] = c->used.handle;
	begun = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&c->k, kernarg, grid, 1);
	p.completion_signal = c->done;
	fake_submit(c->q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
}

static void begin_fibers(struct case_ *c, struct rt *rt, hsaemu_fiber_entry *entry, uint32_t grid,
	uint16_t group)
{
	c->rt = rt;
	c->q = fake_queue(rt, 8);
	fake_kernel_init(&c->k, NULL);
	c->k.kd.entry_offset = (int64_t)((uintptr_t)entry - (uintptr_t)&c->k.kd);
	c->k.kd.flags |= HSAEMU_KD_FIBERS;
	c->k.kd.fiber_items = 1;
	c->k.kd.stack_kib = 4;
	c->k.kd.kernarg_bytes = 0;
	c->used = fake_signal(rt, 1);
	c->done = fake_signal(rt, 1);
	begun = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&c->k, NULL, grid, group);
	p.completion_signal = c->done;
	fake_submit(c->q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
}

static void wait_until_begun(unsigned groups)
{
	while (atomic_load(&begun) < groups)
		sleep_us(100);
}

static void end(struct case_ *c)
{
	rt_signal_destroy(c->done);
	rt_signal_destroy(c->used);
}

/* ---- by whom --------------------------------------------------------------------------------- */

static void destroy(struct rt *rt)
{
	struct case_ c;
	begin(&c, rt, loop, 100);
	wait_until_begun(rt_thread_count(rt));
	rt_queue_destroy(c.q);
	EXPECT(rt_signal_load(c.done) == -1);
	EXPECT(atomic_load(&begun) == rt_thread_count(rt));
	end(&c);
}

static void inactivate(struct rt *rt)
{
	struct rt_place places[4];
	struct case_ c;
	begin(&c, rt, loop, 100);
	/* A second packet is queued behind the first; no thread begins it. */
	hsa_kernel_dispatch_packet_t p = fake_packet(&c.k, &c, 1, 1);
	p.completion_signal = c.used;
	fake_submit(c.q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	wait_until_begun(rt_thread_count(rt));
	EXPECT(rt_queue_places(c.q, places, 4) == 0);
	rt_queue_inactivate(c.q);
	EXPECT(fake_wait(c.done) == -1 && fake_wait(c.used) == -1);
	EXPECT(rt_queue_places(c.q, places, 4) == rt_thread_count(rt));
	for (unsigned i = 0; i < rt_thread_count(rt) && i < 4; i++) {
		EXPECT(places[i].kind == RT_PLACE_RUNS && places[i].packet_id == 0);
		EXPECT(places[i].kernel_object == (uint64_t)(uintptr_t)&c.k.kd);
		EXPECT(places[i].group[0] < 100 && places[i].group[1] == 0);
		EXPECT(places[i].pc - (uint64_t)(uintptr_t)loop < 256);
	}
	rt_queue_destroy(c.q);
	end(&c);
}

static void fault(struct rt *rt)
{
	struct rt_report r;
	struct case_ c;
	if (rt_thread_count(rt) == 1)
		return;
	begin(&c, rt, fault_beside_loop, 100);
	EXPECT(fake_wait(c.done) == -1);
	EXPECT(rt_queue_report(c.q, &r) && r.cause == RT_CAUSE_FAULT && r.address == 0x1230);
	EXPECT(r.fault == RT_FAULT_ADDRESS && r.group[0] == 0);
	rt_queue_destroy(c.q);
	end(&c);
}

/* ---- where it is ----------------------------------------------------------------------------- */

static void *inactivate_when_begun(void *arg)
{
	struct case_ *c = arg;
	wait_until_begun(1);
	rt_queue_inactivate(c->q);
	return NULL;
}

static void client_that_helps(struct rt *rt)
{
	struct case_ c;
	pthread_t other;
	begin(&c, rt, loop, 1);
	EXPECT(pthread_create(&other, NULL, inactivate_when_begun, &c) == 0);
	EXPECT(rt_signal_wait(c.done, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
		       HSA_WAIT_STATE_BLOCKED) == -1);
	EXPECT(pthread_join(other, NULL) == 0);
	rt_queue_destroy(c.q);
	end(&c);
}

static void in_services(struct rt *rt)
{
	struct case_ c;
	begin(&c, rt, loop_of_services, 100);
	wait_until_begun(rt_thread_count(rt));
	sleep_us(2000);
	rt_queue_inactivate(c.q);
	EXPECT(fake_wait(c.done) == -1 && atomic_load(&printing) == 0);
	rt_queue_destroy(c.q);
	end(&c);
}

static unsigned count_items(const struct rt_place *places, unsigned count, enum rt_place_kind kind)
{
	unsigned items = 0;
	for (unsigned i = 0; i < count; i++)
		items += places[i].kind == kind ? places[i].item_count : 0;
	return items;
}

static void on_fibers(struct rt *rt)
{
	enum { GROUP = 64, MAX = 64 };
	struct rt_place places[MAX];
	struct case_ c;
	begin_fibers(&c, rt, loop_on_fibers, GROUP, GROUP);
	wait_until_begun(1);
	rt_queue_inactivate(c.q);
	EXPECT(fake_wait(c.done) == -1);
	unsigned count = rt_queue_places(c.q, places, MAX);
	/* The group began with work-item 0 and came as far as work-item 9, which loops. */
	EXPECT(count == 4 && count_items(places, count, RT_PLACE_RUNS) == 1);
	EXPECT(count_items(places, count, RT_PLACE_BARRIER) == 5);
	EXPECT(count_items(places, count, RT_PLACE_YIELDS) == 4);
	EXPECT(count_items(places, count, RT_PLACE_NEW) == GROUP - 10);
	rt_queue_destroy(c.q);
	end(&c);

	begin_fibers(&c, rt, wait_on_fibers, 4 * GROUP, GROUP);
	wait_until_begun(4);
	rt_queue_destroy(c.q);
	EXPECT(rt_signal_load(c.done) == -1);
	end(&c);
}

/* ---- in a client's signal handler ------------------------------------------------------------ */

static hsa_queue_t *volatile to_stop;
static atomic_uint handled;

/* Interrupts the kernel and stops it; the handler itself must run to its end. */
static void on_alarm(int number)
{
	(void)number;
	if (atomic_load(&begun) == 0) {
		alarm(1);
		return;
	}
	rt_queue_inactivate(to_stop);
	for (volatile int i = 0; i < 1000000; i++)
		;
	atomic_fetch_add(&handled, 1);
}

static void in_handler(struct rt *rt)
{
	struct sigaction action = {.sa_handler = on_alarm}, before;
	struct timespec soon = {.tv_nsec = 20000000};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	struct itimerspec when = {.it_value = soon};
	struct case_ c;
	timer_t timer;
	EXPECT(sigaction(SIGALRM, &action, &before) == 0);
	EXPECT(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
	handled = 0;
	begin(&c, rt, loop, 1);
	to_stop = c.q;
	EXPECT(timer_settime(timer, 0, &when, NULL) == 0);
	EXPECT(rt_signal_wait(c.done, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
		       HSA_WAIT_STATE_BLOCKED) == -1);
	while (atomic_load(&handled) == 0)
		;
	EXPECT(timer_delete(timer) == 0);
	EXPECT(sigaction(SIGALRM, &before, NULL) == 0);
	/* The signals must not stay blocked afterwards. */
	sigset_t blocked;
	EXPECT(pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0);
	EXPECT(sigismember(&blocked, SIGALRM) == 0 && sigismember(&blocked, SIGURG) == 0);
	rt_queue_destroy(c.q);
	end(&c);
}

/* ---- others go on ---------------------------------------------------------------------------- */

static void beside_others(struct rt *rt)
{
	enum { GROUPS = 20000, STOPS = 20 };
	static _Alignas(16) atomic_uint *kernarg[2];
	static atomic_uint sum;
	struct fake_kernel k;
	hsa_queue_t *q = fake_queue(rt, 8);
	hsa_signal_t done = fake_signal(rt, 1);
	fake_kernel_init(&k, add);
	kernarg[0] = &sum;
	sum = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, GROUPS, 1);
	p.completion_signal = done;
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	for (int i = 0; i < STOPS; i++) {
		struct case_ c;
		begin(&c, rt, loop, 10);
		sleep_us(500);
		rt_queue_destroy(c.q);
		EXPECT(rt_signal_load(c.done) != 0);
		end(&c);
	}
	EXPECT(fake_wait(done) == 0 && sum == GROUPS);
	rt_queue_destroy(q);
	rt_signal_destroy(done);
}

int main(void)
{
	/* kernels that loop keep a shuffled group from beginning that would end the dispatch */
	for (int s = 0; s < RT_SCHEDULER_SHUFFLE; s++) {
		for (unsigned threads = 1; threads <= 3; threads += 2) {
			struct rt_options o = {.threads = threads,
				.scheduler = (enum rt_scheduler)s,
				.print = fake_print};
			struct rt *rt = NULL;
			EXPECT(rt_new(&o, &rt) == HSA_STATUS_SUCCESS);
			for (int round = 0; round < 5; round++) {
				destroy(rt);
				inactivate(rt);
				fault(rt);
				client_that_helps(rt);
				in_services(rt);
				on_fibers(rt);
			}
			in_handler(rt);
			beside_others(rt);
			/* rt_free() stops the dispatches that are left. */
			struct case_ c;
			begin(&c, rt, loop, 100);
			wait_until_begun(threads);
			rt_free(rt);
		}
	}
	return 0;
}
