/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests stores beyond segments and blocks of memory: the runtime finds stores to bytes that
 * alignment leaves unused; all others fault. */
#include "fake_kernel.h"

enum { GROUP_BYTES = 40, PRIVATE_BYTES = 12, ITEMS = 3 };

struct stray {
	int64_t offset;
	bool in_private;
};
static struct stray stray;

static void store(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	uint8_t *base = stray.in_private ? wg->private_memory : wg->group;

	memset(wg->group, 1, d->group_bytes);
	memset(wg->private_memory, 2, PRIVATE_BYTES * ITEMS);
	memset(wg->context, 3, 100 * HSAEMU_WAVESIZE);
	((volatile uint8_t *)base)[stray.offset] = 4;
}

/* Returns the cause in the report on one such store. */
static enum rt_cause cause_of(struct rt *rt, struct stray s)
{
	struct rt_report r = {.cause = RT_CAUSE_NONE};
	hsa_queue_t *q = fake_queue(rt, 4);
	struct fake_kernel k;

	stray = s;
	fake_kernel_init(&k, store);
	k.kd.kernarg_bytes = 0;
	k.kd.group_bytes = GROUP_BYTES;
	k.kd.private_bytes = PRIVATE_BYTES;
	k.kd.context_bytes = 100;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, ITEMS, ITEMS);
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	(void)fake_wait(p.completion_signal);
	if (rt_queue_report(q, &r) && r.cause == RT_CAUSE_BOUNDS)
		EXPECT(r.offset == s.offset && r.status == HSA_STATUS_ERROR_EXCEPTION);
	rt_queue_destroy(q);
	rt_signal_destroy(p.completion_signal);
	return r.cause;
}

static void segments(struct rt *rt)
{
	static const int64_t beyond[] = {
		0, 1, 4, 100, 215, 216, 255, 256, 4095, 4096, 10000, 65535};

	for (unsigned in_private = 0; in_private < 2; in_private++) {
		int64_t bytes = in_private ? PRIVATE_BYTES * ITEMS : GROUP_BYTES;

		EXPECT(cause_of(rt, (struct stray){bytes - 1, in_private}) == RT_CAUSE_NONE);
		for (size_t i = 0; i < ARRAY_LEN(beyond); i++) {
			enum rt_cause after =
				cause_of(rt, (struct stray){bytes + beyond[i], in_private});
			enum rt_cause before =
				cause_of(rt, (struct stray){-1 - beyond[i], in_private});

			EXPECT(after ==
				(bytes + beyond[i] < 256 ? RT_CAUSE_BOUNDS : RT_CAUSE_FAULT));
			EXPECT(before == RT_CAUSE_BOUNDS || before == RT_CAUSE_FAULT);
			EXPECT(cause_of(rt, (struct stray){0, in_private}) == RT_CAUSE_NONE);
		}
	}
}

static void check_block(size_t bytes, bool low)
{
	struct rt_block *b = rt_block_new(bytes, low);
	int64_t at = 0;

	EXPECT(b != NULL);
	uint8_t *data = rt_block_data(b);
	size_t slack = (size_t)-(uintptr_t)(data + bytes) % 4096, align = bytes < 65536 ? 16 : 64;
	EXPECT((uintptr_t)data % align == 0 && slack < align);
	EXPECT(!low || (uintptr_t)data <= UINT32_MAX);
	for (size_t i = 0; i < bytes; i++)
		EXPECT(data[i] == 0);
	memset(data, 0xa5, bytes);
	EXPECT(rt_block_is_intact(b, &at));
	for (size_t i = 0; i < slack; i++) {
		data[bytes + i] = 1;
		EXPECT(!rt_block_is_intact(b, &at) && at == (int64_t)(bytes + i));
		EXPECT(rt_block_is_intact(b, &at));
	}
	if ((uintptr_t)data % 4096 != 0) {
		data[-1] = 0;
		EXPECT(!rt_block_is_intact(b, &at) && at == -1);
	}
	rt_block_free(b);
}

static void blocks(void)
{
	static const size_t sizes[] = {1, 13, 40, 64, 4000, 4096, 5000, 65535, 100001, 3 << 20};

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++)
		for (unsigned low = 0; low < 2; low++)
			check_block(sizes[i], low);
	struct rt_block *none = rt_block_new(0, false);
	int64_t at;
	EXPECT(none != NULL && rt_block_is_intact(none, &at));
	rt_block_free(none);
}

int main(void)
{
	struct rt *rt = fake_runtime(1, 1, RT_SCHEDULER_DYNAMIC);

	segments(rt);
	blocks();
	rt_free(rt);
	return 0;
}
