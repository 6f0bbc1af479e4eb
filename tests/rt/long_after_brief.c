/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that all workers run a dispatch that takes long, though the dispatches of its kernel before
 * it were so brief that few workers shared them. The runtime is told of many CPUs, since workers
 * stay awake between brief dispatches only where each of them has one. */
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include "fake_kernel.h"

enum { WORKERS = 8, GROUPS = 64, CHAINS = 8, BRIEF = 199, GROUP_NS = 2000, LONG_MS = 3 };

unsigned __wrap_os_cpu_count(void);

unsigned __wrap_os_cpu_count(void)
{
	return 64;
}

static struct board {
	bool is_long;
	atomic_int first;      /* the compute unit that ran the first group, plus 1; 0: none has */
	atomic_bool is_shared; /* another one has run some, too */
	atomic_uint groups[WORKERS]; /* by compute unit */
} board;

static void run(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	struct timespec t = {0, LONG_MS * 1000000L};
	int none = 0, unit = (int)wg->cu + 1;
	uint64_t end;

	(void)d;
	EXPECT(wg->cu < WORKERS);
	if (!atomic_compare_exchange_strong(&board.first, &none, unit) && none != unit)
		board.is_shared = true;
	atomic_fetch_add(&board.groups[wg->cu], 1);
	if (board.is_long) {
		nanosleep(&t, NULL);
		return;
	}
	/* it has to pay to share these, which a machine of few CPUs would not see otherwise */
	for (end = rt_clock_ns() + (board.is_shared ? GROUP_NS / 8 : GROUP_NS);
		rt_clock_ns() < end;)
		sched_yield(); /* lets other workers come on a machine of few CPUs */
}

static void dispatch(struct rt *rt, hsa_queue_t *q, const struct fake_kernel *k, bool is_long)
{
	static _Alignas(16) void *kernarg[2];
	hsa_kernel_dispatch_packet_t p = fake_packet(k, kernarg, GROUPS, 1);
	unsigned groups = 0;

	board.is_long = is_long;
	board.first = 0;
	board.is_shared = false;
	for (unsigned w = 0; w < WORKERS; w++)
		board.groups[w] = 0;
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(rt_signal_wait(p.completion_signal, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
		       HSA_WAIT_STATE_BLOCKED) == 0);
	rt_signal_destroy(p.completion_signal);
	for (unsigned w = 0; w < WORKERS; w++) {
		groups += board.groups[w];
		EXPECT(!is_long || board.groups[w] > 0);
	}
	EXPECT(groups == GROUPS);
}

int main(void)
{
	struct rt *rt = fake_runtime(WORKERS, 0, RT_SCHEDULER_DYNAMIC);
	hsa_queue_t *q = fake_queue(rt, 16);
	struct fake_kernel k;

	fake_kernel_init(&k, run);
	k.kd.stack_kib = 4;
	for (unsigned c = 0; c < CHAINS; c++) {
		for (unsigned n = 0; n < BRIEF; n++)
			dispatch(rt, q, &k, false);
		dispatch(rt, q, &k, true);
	}
	rt_queue_destroy(q);
	rt_free(rt);
	return 0;
}
