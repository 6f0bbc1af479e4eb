/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that every group of every grid shape runs exactly once, on a CU in range, for both
 * schedulers and any number of threads and CUs. */
#include <stdatomic.h>
#include "fake_kernel.h"

enum { MAX_CELLS = 1 << 15 };

struct board {
	atomic_uint cells[MAX_CELLS]; /* how often a work-item ran */
	atomic_uint cu_busy[64];      /* groups running on a CU */
	atomic_uint mistakes;
};

static void mark(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	struct board *b = *(struct board *const *)d->kernarg;
	if (wg->cu >= d->cu_count || atomic_fetch_add(&b->cu_busy[wg->cu], 1) != 0 ||
		(uintptr_t)wg->group % HSAEMU_SEGMENT_ALIGN != 0 ||
		(uintptr_t)wg->private_memory % HSAEMU_SEGMENT_ALIGN != 0)
		atomic_fetch_add(&b->mistakes, 1);
	memset(wg->group, 0x5a, d->group_bytes);
	memset(wg->private_memory, 0xa5, 16 * wg->size_x * wg->size_y * wg->size_z);
	for (uint32_t z = 0; z < wg->size_z; z++)
		for (uint32_t y = 0; y < wg->size_y; y++)
			for (uint32_t x = 0; x < wg->size_x; x++) {
				uint64_t ax = wg->id_x * d->wg_x + x, ay = wg->id_y * d->wg_y + y;
				uint64_t az = wg->id_z * d->wg_z + z;
				uint64_t at = (az * d->grid_y + ay) * d->grid_x + ax;
				atomic_fetch_add_explicit(&b->cells[at], 1, memory_order_relaxed);
			}
	atomic_fetch_sub(&b->cu_busy[wg->cu], 1);
}

static const struct {
	uint16_t dim, wg[3];
	uint32_t grid[3];
} shapes[] = {
	{1, {64, 1, 1}, {4096, 1, 1}},
	{1, {1, 1, 1}, {1000, 1, 1}},
	{1, {1024, 1, 1}, {30000, 1, 1}},
	{1, {256, 1, 1}, {1, 1, 1}},
	{2, {16, 16, 1}, {100, 33, 1}},
	{2, {7, 3, 1}, {101, 50, 1}},
	{3, {4, 4, 4}, {9, 10, 11}},
	{3, {10, 10, 10}, {31, 10, 1}},
	{1, {0, 1, 1}, {4096, 1, 1}}, /* an empty grid does nothing */
	{2, {8, 8, 1}, {64, 0, 1}},
};

static void check_shape(struct rt *rt, hsa_queue_t *q, size_t i, struct board *b)
{
	static _Alignas(16) struct board *kernarg[2];
	struct fake_kernel k;
	fake_kernel_init(&k, mark);
	k.kd.group_bytes = 1000;
	k.kd.private_bytes = 16;
	memset(b, 0, sizeof *b);
	kernarg[0] = b;
	hsa_kernel_dispatch_packet_t p =
		fake_packet(&k, kernarg, shapes[i].grid[0], shapes[i].wg[0]);
	p.setup = shapes[i].dim;
	p.workgroup_size_y = shapes[i].wg[1];
	p.workgroup_size_z = shapes[i].wg[2];
	p.grid_size_y = shapes[i].grid[1];
	p.grid_size_z = shapes[i].grid[2];
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	EXPECT(fake_wait(p.completion_signal) == 0);
	rt_signal_destroy(p.completion_signal);
	EXPECT(b->mistakes == 0);
	uint64_t items = (uint64_t)p.grid_size_x * p.grid_size_y * p.grid_size_z;
	if (p.workgroup_size_x == 0)
		items = 0;
	for (size_t c = 0; c < MAX_CELLS; c++)
		EXPECT(b->cells[c] == (c < items));
}

/* ---- shuffled groups ------------------------------------------------------------------------- */

struct order {
	unsigned count;
	uint32_t groups[600];
};

static void note_order(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	struct order *o = *(struct order *const *)d->kernarg;
	o->groups[o->count++] = wg->id_y * d->groups_x + wg->id_x;
}

/* Runs a grid of `groups` twice with one thread and gets the orders of its groups. */
static void run_shuffled(uint64_t seed, uint32_t groups, struct order out[2])
{
	static _Alignas(16) struct order *kernarg[2];
	const struct rt_options options = {
		.threads = 1, .cus = 4, .scheduler = RT_SCHEDULER_SHUFFLE, .seed = seed};
	struct fake_kernel k;
	struct rt *rt = NULL;
	EXPECT(rt_new(&options, &rt) == HSA_STATUS_SUCCESS);
	hsa_queue_t *q = fake_queue(rt, 4);
	fake_kernel_init(&k, note_order);
	for (int i = 0; i < 2; i++) {
		hsa_kernel_dispatch_packet_t p = fake_packet(&k, kernarg, groups / 2, 1);
		p.setup = 2;
		p.grid_size_y = 2;
		p.completion_signal = fake_signal(rt, 1);
		out[i].count = 0;
		kernarg[0] = &out[i];
		fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
		EXPECT(fake_wait(p.completion_signal) == 0 && out[i].count == groups);
	}
	rt_free(rt);
}

static bool is_same(const struct order *a, const struct order *b)
{
	return memcmp(a->groups, b->groups, a->count * sizeof a->groups[0]) == 0;
}

/* The seed gives the order, which is another one for each dispatch. */
static void shuffled(uint32_t groups)
{
	static struct order first[2], again[2], other[2];
	bool seen[ARRAY_LEN(first[0].groups)] = {false};
	run_shuffled(1, groups, first);
	run_shuffled(1, groups, again);
	run_shuffled(2, groups, other);
	EXPECT(is_same(&first[0], &again[0]) && is_same(&first[1], &again[1]));
	EXPECT(groups < 10 || !is_same(&first[0], &first[1]));
	EXPECT(groups < 10 || !is_same(&first[0], &other[0]));
	for (uint32_t i = 0; i < groups; i++) {
		EXPECT(first[0].groups[i] < groups && !seen[first[0].groups[i]]);
		seen[first[0].groups[i]] = true;
	}
}

int main(void)
{
	static struct board board;
	static const unsigned threads[] = {1, 2, 3, 8, 64}, cus[] = {0, 1, 5, 64};
	for (uint32_t groups = 2; groups <= 600; groups += groups < 70 ? 2 : 106)
		shuffled(groups);
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++)
		for (size_t t = 0; t < ARRAY_LEN(threads); t++)
			for (size_t c = 0; c < ARRAY_LEN(cus); c++) {
				struct rt *rt =
					fake_runtime(threads[t], cus[c], (enum rt_scheduler)s);
				hsa_queue_t *q = fake_queue(rt, 4);
				for (size_t i = 0; i < ARRAY_LEN(shapes); i++)
					check_shape(rt, q, i, &board);
				rt_free(rt);
			}
	return 0;
}
