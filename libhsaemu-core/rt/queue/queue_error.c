/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The error state of a queue: a packet that is not valid, or a work-group that ended in a fault
 * or trap, puts its queue there for good. The report says why. */
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"

void rt_queue_fail(struct rt_queue *q, const struct rt_report *report)
{
	struct rt *rt = q->rt;
	pthread_mutex_lock(&rt->lock);
	if (!atomic_load_explicit(&q->failed, memory_order_relaxed)) {
		q->report = *report;
		/* release: a reader that sees `failed` sees the report */
		atomic_store_explicit(&q->failed, true, memory_order_release);
		if (q->callback != NULL)
			rt_event_want(rt, &q->failure);
		rt_queue_ring_locked(q); /* so that the packets that wait are failed */
	}
	pthread_mutex_unlock(&rt->lock);
}

bool rt_queue_report(const hsa_queue_t *queue, struct rt_report *out)
{
	struct rt_queue *q = rt_queue_of(queue);
	if (!atomic_load_explicit(&q->failed, memory_order_acquire))
		return false;
	*out = q->report;
	return true;
}
