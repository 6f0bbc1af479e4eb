/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells a client what it does wrong with a queue, though it works here or just hangs: what needs
 * more than one packet to be seen. Each kind of mistake is told once per queue. */
#include <stdarg.h>
#include <stdio.h>
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"

void rt_queue_lint(struct rt_queue *q, enum rt_lint_kind kind, const char *format, ...)
{
	char text[200], line[256];
	va_list ap;
	/* relaxed: at worst something is told twice */
	if (q->rt->lint == NULL ||
		(atomic_fetch_or_explicit(&q->linted, 1u << kind, memory_order_relaxed) >> kind &
			1) != 0)
		return;
	va_start(ap, format);
	/* the longest text, with all numbers of 64 bits, fits */
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	snprintf(line, sizeof line, "queue %llu: %s", (unsigned long long)q->amd.hsa_queue.id,
		text);
	q->rt->lint(q->rt->lint_arg, line);
}

void rt_queue_lint_doorbell(struct rt_queue *q, int64_t value)
{
	uint64_t read = rt_queue_read_index(&q->amd.hsa_queue);
	/* the read index may have grown since, never shrunk */
	if (value >= 0 && (uint64_t)value >= read + q->amd.hsa_queue.size)
		rt_queue_lint(q, RT_LINT_OVERRUN,
			"the doorbell has rung for packet %lld, but the ring of %u packets begins "
			"with packet %llu still: a packet was overwritten",
			(long long)value, q->amd.hsa_queue.size, (unsigned long long)read);
}

static bool is_written(const struct rt_queue *q, uint64_t id)
{
	const uint16_t *header = (const uint16_t *)(void *)rt_queue_slot(q, id);
	unsigned type = __atomic_load_n(header, __ATOMIC_RELAXED) >> HSA_PACKET_HEADER_TYPE & 0xff;
	/* a vendor's packet is nothing that this runtime knows, so it is a slot of zeros */
	return type != HSA_PACKET_TYPE_INVALID && type != HSA_PACKET_TYPE_VENDOR_SPECIFIC;
}

void rt_queue_lint_unrung(struct rt_queue *q, int64_t rung)
{
	uint64_t next = rt_queue_read_index(&q->amd.hsa_queue);
	if (is_written(q, next) && rung < (int64_t)next)
		rt_queue_lint(q, RT_LINT_DOORBELL,
			"packet %llu is written, but the doorbell has not rung for it; its last "
			"value was %lld",
			(unsigned long long)next, (long long)rung);
}

uint64_t rt_queue_lint_unwritten(struct rt_queue *q, int64_t rung, uint64_t now_ns,
	uint64_t grace_ns)
{
	uint64_t next = rt_queue_read_index(&q->amd.hsa_queue);
	if (q->rt->lint == NULL || (int64_t)next > rung || is_written(q, next))
		return UINT64_MAX;
	if (q->unwritten != next + 1) {
		q->unwritten = next + 1;
		q->unwritten_ns = now_ns;
	}
	if (now_ns < q->unwritten_ns + grace_ns)
		return q->unwritten_ns + grace_ns;
	rt_queue_lint(q, RT_LINT_UNWRITTEN,
		"the doorbell has rung for packet %lld, but packet %llu has no header; the queue "
		"waits for it",
		(long long)rung, (unsigned long long)next);
	return UINT64_MAX;
}
