/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The read and write index of a queue. AMD's layout has plain integers there, so the compiler's
 * builtins take the place of C11 atomics. */
#include "rt/queue/queue_impl.h"

uint64_t rt_queue_read_index(const hsa_queue_t *queue)
{
	return __atomic_load_n(&rt_queue_of(queue)->amd.read_dispatch_id, __ATOMIC_ACQUIRE);
}

uint64_t rt_queue_write_index(const hsa_queue_t *queue)
{
	return __atomic_load_n(&rt_queue_of(queue)->amd.write_dispatch_id, __ATOMIC_ACQUIRE);
}

void rt_queue_store_read_index(hsa_queue_t *queue, uint64_t value)
{
	struct rt_queue *q = rt_queue_of(queue);
	if (q->soft)
		__atomic_store_n(&q->amd.read_dispatch_id, value, __ATOMIC_RELEASE);
}

void rt_queue_store_write_index(hsa_queue_t *queue, uint64_t value)
{
	__atomic_store_n(&rt_queue_of(queue)->amd.write_dispatch_id, value, __ATOMIC_RELEASE);
}

uint64_t rt_queue_add_write_index(hsa_queue_t *queue, uint64_t value)
{
	return __atomic_fetch_add(&rt_queue_of(queue)->amd.write_dispatch_id, value,
		__ATOMIC_ACQ_REL);
}

uint64_t rt_queue_cas_write_index(hsa_queue_t *queue, uint64_t expected, uint64_t desired)
{
	uint64_t old = expected;
	__atomic_compare_exchange_n(&rt_queue_of(queue)->amd.write_dispatch_id, &old, desired,
		false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
	return old;
}
