/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The memory of signals. Slabs lie in regions, each twice as large as the one before, so there is
 * no limit on the number of signals, and a handle's slab is found in a few steps, without a lock.
 * Pages of a region stay untouched until they are used. */
#include <stdlib.h>
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/signal/signal_block_impl.h"
#include "rt/signal/signal_impl.h"

enum { MOST_SLABS = 1024 }; /* of a region */

struct signal_region {
	struct signal_region *next;
	uint8_t *base; /* of the first slab */
	void *mapping;
	size_t slab_count;  /* slabs for which there is room */
	atomic_size_t made; /* slabs that were prepared */
};

static size_t mapping_bytes(const struct signal_region *r)
{
	/* a slab more, for the alignment */
	return (r->slab_count + 1) * SLAB_BYTES;
}

static struct signal_slab *slab_at(const struct signal_region *r, size_t index)
{
	return (struct signal_slab *)(void *)(r->base + index * SLAB_BYTES);
}

/* ---- the pool ------------------------------------------------------------------------------- */

hsa_status_t signal_pool_init(struct signal_pool *p)
{
	atomic_init(&p->regions, NULL);
	p->free = NULL;
	p->live = 0;
	return pthread_mutex_init(&p->lock, NULL) == 0 ? HSA_STATUS_SUCCESS
	                                               : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

void signal_pool_release(struct signal_pool *p)
{
	struct signal_region *next;
	for (struct signal_region *r = atomic_load(&p->regions); r != NULL; r = next) {
		next = r->next;
		os_unmap(r->mapping, mapping_bytes(r));
		free(r);
	}
	pthread_mutex_destroy(&p->lock);
}

static struct signal_region *region_new(size_t slabs)
{
	struct signal_region *r = mem_try_new(1, sizeof *r);
	if (r == NULL)
		return NULL;
	r->slab_count = slabs;
	r->mapping = os_map(mapping_bytes(r));
	if (r->mapping == NULL) {
		free(r);
		return NULL;
	}
	r->base = (uint8_t *)align_up((uintptr_t)r->mapping, SLAB_BYTES);
	return r;
}

/* Called with the pool's lock. Returns a region with room for a slab, or NULL when there is no
 * memory. */
static struct signal_region *roomy_region(struct signal_pool *p)
{
	/* relaxed: both change only under the lock */
	struct signal_region *r = atomic_load_explicit(&p->regions, memory_order_relaxed), *more;
	if (r != NULL && atomic_load_explicit(&r->made, memory_order_relaxed) < r->slab_count)
		return r;
	size_t slabs = r == NULL ? 1 : r->slab_count < MOST_SLABS ? 2 * r->slab_count : MOST_SLABS;
	more = region_new(slabs);
	if (more == NULL && slabs > 1)
		more = region_new(1);
	if (more == NULL)
		return NULL;
	more->next = r;
	/* release: a thread that finds the region finds it complete */
	atomic_store_explicit(&p->regions, more, memory_order_release);
	return more;
}

/* Adds a slab. Called with the pool's lock; false when there is no memory. */
static bool pool_grow(struct signal_pool *p, struct rt *rt)
{
	struct signal_region *r = roomy_region(p);
	if (r == NULL)
		return false;
	size_t index = atomic_load_explicit(&r->made, memory_order_relaxed);
	struct signal_slab *slab = slab_at(r, index);
	slab->rt = rt;
	for (size_t i = SLAB_SIGNALS; i-- > 0;) {
		slab->sides[i].next_free = p->free;
		p->free = &slab->sides[i];
	}
	/* release: as above */
	atomic_store_explicit(&r->made, index + 1, memory_order_release);
	return true;
}

/* ---- signals -------------------------------------------------------------------------------- */

hsa_status_t signal_new(struct rt *rt, hsa_signal_value_t initial, struct rt_queue *doorbell_of,
	hsa_signal_t *out)
{
	struct signal_pool *p = &rt->signals;
	struct signal_side *side = NULL;
	if (rt_is_bereft(rt))
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	pthread_mutex_lock(&p->lock);
	if (p->free != NULL || pool_grow(p, rt)) {
		side = p->free;
		p->free = side->next_free;
		p->live++;
	}
	pthread_mutex_unlock(&p->lock);
	if (side == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	struct signal_slab *slab = slab_of_side(side);
	amd_signal_t *block = &slab->blocks[side - slab->sides];
	block->start_ts = block->end_ts = 0;
	block->queue_ptr = (amd_queue_t *)(void *)doorbell_of;
	__atomic_store_n(&block->value, initial, __ATOMIC_RELEASE);
	atomic_store_explicit(&side->refs, 1, memory_order_relaxed);
	/* The kind is always USER, because clients that find DOORBELL go on to a hardware
	 * pointer. */
	__atomic_store_n(&block->kind, AMD_SIGNAL_KIND_USER, __ATOMIC_RELEASE);
	out->handle = (uint64_t)(uintptr_t)block;
	return HSA_STATUS_SUCCESS;
}

static const struct signal_slab *find_slab(const struct signal_pool *p, uint64_t handle)
{
	const struct signal_region *r = atomic_load_explicit(&p->regions, memory_order_acquire);
	for (; r != NULL; r = r->next) {
		uint64_t index = (handle - (uint64_t)(uintptr_t)r->base) / SLAB_BYTES;
		if (index < atomic_load_explicit(&r->made, memory_order_acquire))
			return slab_at(r, index);
	}
	return NULL;
}

bool signal_is_live(const struct signal_pool *p, uint64_t handle, const struct signal_slab **last)
{
	const struct signal_slab *slab = slab_of((hsa_signal_t){handle});
	if (slab == NULL || (slab != *last && find_slab(p, handle) == NULL))
		return false;
	*last = slab;
	uint64_t at = handle - (uint64_t)(uintptr_t)slab->blocks;
	if (at >= sizeof slab->blocks || at % sizeof slab->blocks[0] != 0)
		return false;
	return !signal_is_gone((hsa_signal_t){handle});
}

bool rt_signal_is_valid(struct rt *rt, hsa_signal_t signal)
{
	const struct signal_slab *none = NULL;
	return signal_is_live(&rt->signals, signal.handle, &none);
}

hsa_status_t rt_signal_create(struct rt *rt, hsa_signal_value_t initial, hsa_signal_t *out)
{
	return signal_new(rt, initial, NULL, out);
}

bool signal_ref(hsa_signal_t s)
{
	atomic_uint *refs = &side_of(s)->refs;
	/* relaxed: taking a reference orders nothing */
	unsigned n = atomic_load_explicit(refs, memory_order_relaxed);
	while (n != 0 && !atomic_compare_exchange_weak_explicit(refs, &n, n + 1,
				 memory_order_relaxed, memory_order_relaxed))
		;
	return n != 0;
}

void signal_unref(hsa_signal_t s)
{
	struct signal_side *side = side_of(s);
	struct rt *rt = slab_of(s)->rt;
	/* acq_rel: all uses of the block come before it is used again */
	if (atomic_fetch_sub_explicit(&side->refs, 1, memory_order_acq_rel) != 1)
		return;
	if (rt_is_bereft(rt))
		return;
	struct signal_pool *p = &rt->signals;
	pthread_mutex_lock(&p->lock);
	side->next_free = p->free;
	p->free = side;
	p->live--;
	pthread_mutex_unlock(&p->lock);
}

void signal_pool_each(struct signal_pool *p, void (*function)(struct signal_side *))
{
	const struct signal_region *r = atomic_load(&p->regions);
	for (; r != NULL; r = r->next)
		for (size_t i = 0; i < atomic_load(&r->made) * SLAB_SIGNALS; i++)
			function(&slab_at(r, i / SLAB_SIGNALS)->sides[i % SLAB_SIGNALS]);
}
