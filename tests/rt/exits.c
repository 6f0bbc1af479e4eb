/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program that ends with a runtime and its queues has no leak, whatever the queues have used:
 * offsets of dispatches, and room for work that was left to others. */
#include <stdatomic.h>
#include "fake_kernel.h"

enum { GROUPS = 1 << 12 };

static struct rt *rt;
static atomic_bool is_over;

static void until_over(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	uint64_t until = rt_clock_ns() + 1000000;

	(void)d, (void)wg;
	while (!atomic_load(&is_over) && rt_clock_ns() < until)
		;
}

static void end_at_once(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
}

static hsa_signal_t start(hsa_queue_t *q, const struct fake_kernel *k, uint32_t groups)
{
	static _Alignas(16) uint64_t kernarg[2];
	hsa_kernel_dispatch_packet_t p = fake_packet(k, kernarg, groups, 1);

	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	return p.completion_signal;
}

int main(void)
{
	const uint64_t first[3] = {1, 0, 0};
	struct fake_kernel slow, quick;
	hsa_queue_t *q, *other;
	hsa_signal_t s;

	rt = fake_runtime(1, 0, RT_SCHEDULER_STATIC);
	q = fake_queue(rt, 16);
	other = fake_queue(rt, 16);
	fake_kernel_init(&slow, until_over);
	fake_kernel_init(&quick, end_at_once);
	EXPECT(rt_queue_set_offset(q, 0, first) == HSA_STATUS_SUCCESS);
	s = start(q, &slow, GROUPS);
	/* the only worker leaves the first dispatch for this one */
	EXPECT(fake_wait(start(other, &quick, 1)) == 0);
	EXPECT(rt_signal_load(s) == 1);
	atomic_store(&is_over, true);
	EXPECT(fake_wait(s) == 0);
	return 0;
}
