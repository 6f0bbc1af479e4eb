/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waits for the work that kernels put into the queues of a run file, as for the file's own
 * dispatches. */
#include "failure.h"
#include "interrupt.h"
#include "queue_work.h"
#include "results.h"

enum { PACKET_BYTES = 64 };

/* Puts a barrier packet behind all other packets and waits for it. Returns the signal's value: 0 or
 * less when the packet has ended, 1 when the time is up. */
static hsa_signal_value_t wait_for_packets(hsa_queue_t *q, hsa_signal_t done, uint64_t id,
	uint64_t timeout_ns)
{
	enum { ASK_AGAIN_NS = 100000 };
	uint64_t start = rt_clock_ns();
	uint8_t *slot = (uint8_t *)q->base_address + (id & (q->size - 1)) * PACKET_BYTES;
	hsa_barrier_and_packet_t p = {.completion_signal = done};
	unsigned header = HSA_PACKET_TYPE_BARRIER_AND << HSA_PACKET_HEADER_TYPE |
	                  1u << HSA_PACKET_HEADER_BARRIER |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;

	while (id - rt_queue_read_index(q) >= q->size) {
		if (rt_clock_ns() - start >= timeout_ns)
			return 1;
		(void)rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, 1, ASK_AGAIN_NS,
			HSA_WAIT_STATE_BLOCKED);
	}
	memcpy(slot + sizeof header, (const uint8_t *)&p + sizeof header, sizeof p - sizeof header);
	__atomic_store_n((uint32_t *)(void *)slot, header, __ATOMIC_RELEASE);
	rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, (hsa_signal_value_t)id);
	return rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, 1, timeout_ns, HSA_WAIT_STATE_BLOCKED);
}

static const char *kernel_of(const struct run_session *s, uint64_t object)
{
	const struct image_meta *m = rt_image_meta(s->image);

	for (uint32_t i = 0; i < m->kernel_count; i++)
		if ((uint64_t)(uintptr_t)run_kernel_descriptor(s, &m->kernels[i]) == object)
			return m->kernels[i].name;
	return "no kernel of the image";
}

static bool check_queue(struct run_session *s, const struct run_buffer *b, struct diag_place place)
{
	struct rt_report r;

	if (!rt_queue_report((const hsa_queue_t *)(void *)b->data, &r))
		return true;
	return run_report(s, kernel_of(s, r.kernel_object), place, &r);
}

static bool settle(struct run_session *s, struct run_buffer *b, struct diag_place place)
{
	hsa_queue_t *q = (hsa_queue_t *)(void *)b->data;
	hsa_signal_value_t left;
	hsa_signal_t done;

	if (rt_signal_create(s->rt, 1, &done) != HSA_STATUS_SUCCESS)
		return run_fail(s, RUN_NO_MEMORY, place, "out of memory: a signal");
	b->settled = rt_queue_add_write_index(q, 1) + 1;
	run_interrupt_watch(q);
	left = wait_for_packets(q, done, b->settled - 1, s->options->timeout_ns);
	run_interrupt_unwatch();
	if (left > 0 || run_interrupted() != 0)
		return run_stop(s, q, done, place,
			arena_printf(&s->arena, "work of queue '%s'", b->name));
	rt_signal_destroy(done);
	return check_queue(s, b, place);
}

bool run_settle_queues(struct run_session *s, struct diag_place place)
{
	bool again = true;

	while (again) {
		again = false;
		for (struct run_buffer *b = s->buffers; b != NULL; b = b->next) {
			const hsa_queue_t *q = (const hsa_queue_t *)(void *)b->data;

			if (b->object != RUN_OBJECT_QUEUE || rt_queue_write_index(q) == b->settled)
				continue;
			again = true;
			if (!settle(s, b, place))
				return false;
		}
	}
	return true;
}
