/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels written in C for tests of the runtime: a descriptor in memory whose entry is a function
 * of the test, and the client's side of a queue. An expectation that fails ends the program. */
#ifndef TESTS_FAKE_KERNEL_H
#define TESTS_FAKE_KERNEL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/rt.h"

#define EXPECT(cond) \
	((cond) ? (void)0 \
		: (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #cond), exit(1)))

struct fake_kernel {
	_Alignas(64) struct hsaemu_kernel_descriptor kd;
};

static inline void fake_kernel_init(struct fake_kernel *k, hsaemu_kernel_entry *entry)
{
	k->kd = (struct hsaemu_kernel_descriptor){
		.magic = HSAEMU_KD_MAGIC,
		.flags = HSAEMU_KD_LARGE_MODEL,
		.entry_offset = (int64_t)((uintptr_t)entry - (uintptr_t)&k->kd),
		.kernarg_bytes = 8,
		.kernarg_align = 16,
		.max_dynamic_group_bytes = UINT32_MAX,
		.wavefront_size = HSAEMU_WAVESIZE,
		.shape = 1,
	};
}

/* Returns a one-dimensional dispatch packet of `k`. */
static inline hsa_kernel_dispatch_packet_t fake_packet(const struct fake_kernel *k, void *kernarg,
	uint32_t grid, uint16_t group)
{
	hsa_kernel_dispatch_packet_t p = {
		.setup = 1,
		.workgroup_size_x = group,
		.workgroup_size_y = 1,
		.workgroup_size_z = 1,
		.grid_size_x = grid,
		.grid_size_y = 1,
		.grid_size_z = 1,
		.group_segment_size = k->kd.group_bytes,
		.private_segment_size = k->kd.private_bytes,
		.kernel_object = (uint64_t)(uintptr_t)&k->kd,
		.kernarg_address = kernarg,
	};
	return p;
}

static inline uint16_t fake_header(unsigned type, bool barrier)
{
	return (uint16_t)(type << HSA_PACKET_HEADER_TYPE |
			  (unsigned)barrier << HSA_PACKET_HEADER_BARRIER |
			  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
			  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE);
}

/* Waits for a free slot, writes any 64-byte packet into it, its header last, and rings the
 * doorbell. */
static inline uint64_t fake_submit(hsa_queue_t *q, const void *packet, unsigned type, bool barrier)
{
	uint64_t id = rt_queue_add_write_index(q, 1);
	while (id - rt_queue_read_index(q) >= q->size)
		;
	uint8_t *slot = (uint8_t *)q->base_address + (id & (q->size - 1)) * 64;
	memcpy(slot + 2, (const uint8_t *)packet + 2, 62);
	__atomic_store_n((uint16_t *)(void *)slot, fake_header(type, barrier), __ATOMIC_RELEASE);
	rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, (int64_t)id);
	return id;
}

static inline struct rt *fake_runtime(unsigned threads, unsigned cus, enum rt_scheduler scheduler)
{
	struct rt_options o = {.threads = threads, .cus = cus, .scheduler = scheduler};
	struct rt *rt = NULL;
	EXPECT(rt_new(&o, &rt) == HSA_STATUS_SUCCESS);
	return rt;
}

static inline hsa_queue_t *fake_queue(struct rt *rt, uint32_t packets)
{
	const struct rt_queue_options o = {.packets = packets, .type = HSA_QUEUE_TYPE_MULTI};
	hsa_queue_t *q = NULL;
	EXPECT(rt_queue_create(rt, &o, &q) == HSA_STATUS_SUCCESS);
	return q;
}

static inline hsa_signal_t fake_signal(struct rt *rt, hsa_signal_value_t initial)
{
	hsa_signal_t s = {0};
	EXPECT(rt_signal_create(rt, initial, &s) == HSA_STATUS_SUCCESS);
	return s;
}

/* Waits until the value is below 1 and returns it; fails if that takes too long. */
static inline hsa_signal_value_t fake_wait(hsa_signal_t s)
{
	const uint64_t limit_ns = 60ull * 1000000000u;
	hsa_signal_value_t v =
		rt_signal_wait(s, HSA_SIGNAL_CONDITION_LT, 1, limit_ns, HSA_WAIT_STATE_BLOCKED);
	EXPECT(v < 1);
	return v;
}

#endif
