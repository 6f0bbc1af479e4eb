/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests kernels whose work-items or waves are fibers: barriers, groups that wait for each other or
 * for the host, faults and traps, kernels that never end. */
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
#include "fake_kernel.h"

/* Kernels are not instrumented, because a function on a fiber may never return. */
#define KERNEL __attribute__((no_sanitize_address, no_sanitize_thread)) static void

struct board {
	atomic_uint count, flag;
	hsa_signal_t signal;
	uint32_t expected;
};

static struct board board;

static void fiber_kernel_init(struct fake_kernel *k, hsaemu_fiber_entry *entry, unsigned items)
{
	fake_kernel_init(k, NULL);
	k->kd.entry_offset = (int64_t)((uintptr_t)entry - (uintptr_t)&k->kd);
	k->kd.flags |= HSAEMU_KD_FIBERS;
	k->kd.fiber_items = (uint8_t)items;
	k->kd.stack_kib = 4;
	k->kd.group_bytes = 64;
}

static hsa_signal_value_t run(struct rt *rt, hsa_queue_t *q, const struct fake_kernel *k,
	uint32_t grid, uint16_t group)
{
	static _Alignas(16) uint64_t kernarg[2];
	hsa_kernel_dispatch_packet_t p = fake_packet(k, kernarg, grid, group);
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	hsa_signal_value_t v = fake_wait(p.completion_signal);
	rt_signal_destroy(p.completion_signal);
	return v;
}

/* ---- barriers -------------------------------------------------------------------------------- */

KERNEL count_at_barriers(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	uint32_t *arrived = (uint32_t *)(void *)wg->group;
	if (index == 0)
		*arrived = 0;
	d->services->barrier(wg);
	for (uint32_t round = 1; round <= 5; round++) {
		++*arrived;
		d->services->barrier(wg);
		if (*arrived != round * board.expected)
			atomic_fetch_add(&board.count, 1);
		d->services->barrier(wg);
		if (index % 7 == 6 && round == 5)
			return;
	}
}

static void test_barriers(struct rt *rt, hsa_queue_t *q)
{
	struct fake_kernel k;
	fiber_kernel_init(&k, count_at_barriers, 1);
	board.count = 0;
	board.expected = 100;
	EXPECT(run(rt, q, &k, 1000, 100) == 0);
	fiber_kernel_init(&k, count_at_barriers, 32);
	board.expected = 4;
	EXPECT(run(rt, q, &k, 1000, 100) == 0 && board.count == 0);
}

/* ---- waiting --------------------------------------------------------------------------------- */

/* Makes all groups wait for the last one. */
KERNEL wait_for_last(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	if (wg->id_x + 1 == d->groups_x && index == 0)
		atomic_store(&board.flag, 1);
	while (atomic_load(&board.flag) == 0)
		d->services->yield(wg, HSAEMU_YIELD_WAIT);
	wg->passed = 1;
	atomic_fetch_add(&board.count, 1);
}

static void test_waiting(struct rt *rt, hsa_queue_t *q)
{
	struct fake_kernel k;
	fiber_kernel_init(&k, wait_for_last, 1);
	board.count = board.flag = 0;
	EXPECT(run(rt, q, &k, 2000, 20) == 0 && board.count == 2000);
	k.kd.stack_kib = 0; /* the stacks then lie between guard pages */
	board.count = board.flag = 0;
	EXPECT(run(rt, q, &k, 500, 20) == 0 && board.count == 500);
}

KERNEL wait_for_host(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	(void)index;
	while (d->services->signal(board.signal.handle, HSAEMU_SIGNAL_WAIT_EQ, 7, 0, 0) != 7)
		d->services->yield(wg, HSAEMU_YIELD_WAIT);
	atomic_fetch_add(&board.count, 1);
}

static double cpu_seconds(void)
{
	struct timespec t;
	EXPECT(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Checks that a kernel that waits for the host does not keep the CPUs busy. */
static void test_host(struct rt *rt, hsa_queue_t *q)
{
	static _Alignas(16) uint64_t kernarg[2];
	const struct timespec nap = {.tv_nsec = 400000000};
	struct fake_kernel k;
	fiber_kernel_init(&k, wait_for_host, 1);
	board.count = 0;
	board.signal = fake_signal(rt, 1);
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, 64, 16);
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	double before = cpu_seconds();
	nanosleep(&nap, NULL);
	EXPECT(cpu_seconds() - before < 0.25);
	EXPECT(board.count == 0);
	rt_signal_update(board.signal, RT_SIGNAL_STORE, 7);
	EXPECT(fake_wait(p.completion_signal) == 0 && board.count == 64);
	rt_signal_destroy(p.completion_signal);
	rt_signal_destroy(board.signal);
}

/* ---- ends ------------------------------------------------------------------------------------ */

KERNEL fault_in_group_2(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	d->services->barrier(wg);
	if (wg->id_x == 2 && index == 5)
		*(volatile uint32_t *)(uintptr_t)(16 + board.expected) = 1;
	d->services->barrier(wg);
}

KERNEL trap_in_group_1(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	d->services->barrier(wg);
	if (wg->id_x == 1 && index == 3)
		d->services->trap(d, wg, HSAEMU_TRAP_DEBUG, 77, 3, NULL);
	d->services->barrier(wg);
}

KERNEL sink(volatile uint8_t *above)
{
	volatile uint8_t here[512];
	here[0] = above != NULL ? above[0] : 0;
	if (board.expected != UINT32_MAX)
		sink(here);
	here[1] = here[0]; /* prevents a tail call */
}

KERNEL overflow(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	d->services->barrier(wg);
	if (index == 9)
		sink(NULL);
}

KERNEL wait_in_vain(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	enum { AT = 16 };
	if (index == 0)
		d->services->fbarrier(wg, HSAEMU_FBARRIER_INIT, AT);
	d->services->barrier(wg);
	d->services->fbarrier(wg, HSAEMU_FBARRIER_JOIN, AT);
	d->services->barrier(wg);
	if (index == 0)
		d->services->fbarrier(wg, HSAEMU_FBARRIER_WAIT, AT);
}

static struct rt_report fail(struct rt *rt, const struct fake_kernel *k, uint32_t grid,
	uint16_t group)
{
	hsa_queue_t *q = fake_queue(rt, 4);
	struct rt_report r = {0};
	EXPECT(run(rt, q, k, grid, group) == -1);
	EXPECT(rt_queue_report(q, &r));
	rt_queue_destroy(q);
	return r;
}

static void test_ends(struct rt *rt)
{
	struct fake_kernel k;
	fiber_kernel_init(&k, fault_in_group_2, 1);
	struct rt_report r = fail(rt, &k, 40, 10);
	EXPECT(r.cause == RT_CAUSE_FAULT && r.group[0] == 2 && r.item_count == 1 &&
		r.first_item == 5);
	fiber_kernel_init(&k, trap_in_group_1, 32);
	r = fail(rt, &k, 1024, 128);
	EXPECT(r.cause == RT_CAUSE_TRAP && r.group[0] == 1 && r.trap_value == 77 &&
		r.trap_flat_id == 3);
	fiber_kernel_init(&k, overflow, 1);
	k.kd.stack_kib = 0;
	r = fail(rt, &k, 40, 20);
	EXPECT(r.cause == RT_CAUSE_FAULT && r.first_item == 9);
	fiber_kernel_init(&k, wait_in_vain, 32);
	r = fail(rt, &k, 64, 64);
	EXPECT(r.cause == RT_CAUSE_TRAP && r.trap == HSAEMU_TRAP_DEADLOCK && r.trap_value == 1);
	k.kd.fiber_items = 2;
	r = fail(rt, &k, 64, 64);
	EXPECT(r.status == HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
}

KERNEL never_end(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	atomic_store(&board.flag, 1);
	for (;;) {
		if (index % 2 == 0)
			d->services->yield(wg, HSAEMU_YIELD_WAIT);
		else
			d->services->yield(wg, HSAEMU_YIELD_TIME);
	}
}

static void test_inactivation(struct rt *rt)
{
	static _Alignas(16) uint64_t kernarg[2];
	hsa_queue_t *q = fake_queue(rt, 4);
	struct fake_kernel k;
	fiber_kernel_init(&k, never_end, 1);
	board.flag = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, 600, 60);
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	while (atomic_load(&board.flag) == 0)
		;
	rt_queue_inactivate(q);
	EXPECT(fake_wait(p.completion_signal) == -1);
	rt_signal_destroy(p.completion_signal);
	rt_queue_destroy(q);
}

/* ---- dispatches that wait for each other ----------------------------------------------------- */

/* Link n > 0 of a chain waits until the flag is n; the last of its work-items sets the flag to n +
 * 1. Link 0 is come_first(), which need not wait and has no fibers. */
KERNEL come_in_turn(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index)
{
	uint32_t n = *(const uint32_t *)d->kernarg;
	(void)index;
	while (atomic_load(&board.flag) < n)
		d->services->yield(wg, HSAEMU_YIELD_WAIT);
	wg->passed = 1;
	if (atomic_fetch_add(&board.count, 1) + 1 == 64 * n)
		atomic_store(&board.flag, n + 1);
}

static void come_first(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	if (wg->id_x == 0)
		atomic_store(&board.flag, 1);
}

/* Submits the links to four queues so that the first submitted has to come last. */
static void test_queues(struct rt *rt)
{
	enum { LINKS = 4 };
	static _Alignas(16) uint32_t kernargs[LINKS][4];
	hsa_queue_t *queues[LINKS];
	hsa_signal_t done[LINKS];
	struct fake_kernel waiting, first;
	fiber_kernel_init(&waiting, come_in_turn, 1);
	fake_kernel_init(&first, come_first);
	board.count = board.flag = 0;
	for (unsigned k = 0; k < LINKS; k++) {
		unsigned n = LINKS - 1 - k;
		queues[k] = fake_queue(rt, 4);
		done[k] = fake_signal(rt, 1);
		kernargs[k][0] = n;
		hsa_kernel_dispatch_packet_t p =
			fake_packet(n == 0 ? &first : &waiting, kernargs[k], 64, 8);
		p.completion_signal = done[k];
		fake_submit(queues[k], &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	}
	for (unsigned k = 0; k < LINKS; k++) {
		EXPECT(fake_wait(done[k]) == 0);
		rt_signal_destroy(done[k]);
		rt_queue_destroy(queues[k]);
	}
}

int main(void)
{
	static const unsigned threads[] = {1, 2, 16};
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++)
		for (size_t t = 0; t < ARRAY_LEN(threads); t++) {
			struct rt *rt = fake_runtime(threads[t], 0, (enum rt_scheduler)s);
			hsa_queue_t *q = fake_queue(rt, 4);
			test_barriers(rt, q);
			test_waiting(rt, q);
			test_ends(rt);
			test_queues(rt);
			test_inactivation(rt);
			test_barriers(rt, q);
			if (threads[t] == 2)
				test_host(rt, q);
			rt_free(rt);
		}
	return 0;
}
