/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The indices of queues (HSA Runtime 1.1, 2.5.4), in a form for each memory order, which are the
 * same on x86. The functions have no status: what has no valid queue does nothing and returns 0. */
#include <sched.h>
#include "signals_impl.h"

/* ---- handles --------------------------------------------------------------------------------- */

static const hsa_queue_t *_Atomic *place_of(struct hr_state *s, const hsa_queue_t *queue)
{
	enum { PAGE_BITS = 12, LINE_BITS = 6 };
	uintptr_t address = (uintptr_t)queue;
	return &s->queues.at[(address >> PAGE_BITS ^ address >> LINE_BITS) % HR_KNOWN_QUEUES];
}

/* rt looks through all queues, under a lock, which costs more than an access to an index. */
bool hr_queue_is_valid(struct hr_state *s, const hsa_queue_t *queue)
{
	/* relaxed: who uses a queue knows from the client that it was made and not yet destroyed */
	if (queue == NULL)
		return false;
	if (atomic_load_explicit(place_of(s, queue), memory_order_relaxed) == queue)
		return true;
	if (!rt_queue_is_valid(s->rt, queue))
		return false;
	atomic_store_explicit(place_of(s, queue), queue, memory_order_relaxed);
	return true;
}

void hr_queue_forget(struct hr_state *s, const hsa_queue_t *queue)
{
	const hsa_queue_t *known = queue;
	atomic_compare_exchange_strong_explicit(place_of(s, queue), &known, NULL,
		memory_order_relaxed, memory_order_relaxed);
}

/* Returns the queue if it is valid, else NULL. The standard has the index functions take queues
 * that are const, although some change the index, which is not part of what the client sees. */
static hsa_queue_t *valid(struct hr_state *s, const hsa_queue_t *queue)
{
	bool ok = s != NULL && hr_queue_is_valid(s, queue);
	return ok ? (hsa_queue_t *)(uintptr_t)queue : NULL;
}

/* ---- indices --------------------------------------------------------------------------------- */

static uint64_t load_read(const hsa_queue_t *queue)
{
	HR_ENTER(s);
	const hsa_queue_t *q = valid(s, queue);
	return q == NULL ? 0 : rt_queue_read_index(q);
}

static uint64_t load_write(const hsa_queue_t *queue)
{
	HR_ENTER(s);
	const hsa_queue_t *q = valid(s, queue);
	return q == NULL ? 0 : rt_queue_write_index(q);
}

static void store_read(const hsa_queue_t *queue, uint64_t value)
{
	HR_ENTER(s);
	hsa_queue_t *q = valid(s, queue);
	if (q != NULL)
		rt_queue_store_read_index(q, value);
}

static void store_write(const hsa_queue_t *queue, uint64_t value)
{
	HR_ENTER(s);
	hsa_queue_t *q = valid(s, queue);
	if (q != NULL)
		rt_queue_store_write_index(q, value);
}

static uint64_t add_write(const hsa_queue_t *queue, uint64_t value)
{
	HR_ENTER(s);
	hsa_queue_t *q = valid(s, queue);
	return q == NULL ? 0 : rt_queue_add_write_index(q, value);
}

static uint64_t cas_write(const hsa_queue_t *queue, uint64_t expected, uint64_t value)
{
	HR_ENTER(s);
	hsa_queue_t *q = valid(s, queue);
	uint64_t found = q == NULL ? 0 : rt_queue_cas_write_index(q, expected, value);
	/* Who waits for its turn like this has the others go on, which may lack a CPU. */
	if (q != NULL && found != expected)
		sched_yield();
	return found;
}

#define LOAD(index, order) \
	uint64_t hsa_queue_load_##index##_index_##order(const hsa_queue_t *queue) \
	{ \
		return load_##index(queue); \
	}
#define LOADS(order) LOAD(read, order) LOAD(write, order)
LOADS(scacquire)
LOADS(relaxed)
LOADS(acquire)

#define STORE(index, order) \
	void hsa_queue_store_##index##_index_##order(const hsa_queue_t *queue, uint64_t value) \
	{ \
		store_##index(queue, value); \
	}
#define STORES(order) STORE(read, order) STORE(write, order)
STORES(relaxed)
STORES(screlease)
STORES(release)

#define READ_MODIFY_WRITE(order) \
	uint64_t hsa_queue_add_write_index_##order(const hsa_queue_t *queue, uint64_t value) \
	{ \
		return add_write(queue, value); \
	} \
	uint64_t hsa_queue_cas_write_index_##order(const hsa_queue_t *queue, uint64_t expected, \
		uint64_t value) \
	{ \
		return cas_write(queue, expected, value); \
	}
HR_ORDERS(READ_MODIFY_WRITE)
