/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of a runtime's blocks of memory: those that it has made, and those of the client's own
 * that it was told of. It is a balanced tree of ranges, of which no two overlap; a lookup is that
 * of a range of one byte. */
#include <search.h>
#include <stdlib.h>
#include "rt/memory/allocations_impl.h"
#include "rt/os/os_impl.h"
#include "rt/rt_impl.h"

/* Fences take two of the mappings that Linux allows a process, 65,530 by default, so only so many
 * blocks have them. Linux merges mappings without fences. */
enum { MOST_FENCED = 4096, HUGE_BYTES = 2 << 20 };

struct record {
	struct rt_allocation block;
	bool ours; /* the pages were mapped for it */
	bool fenced;
	struct os_fenced pages; /* without fences, only `pages` and `bytes` */
};

static uintptr_t start_of(const struct record *e)
{
	return (uintptr_t)e->block.base;
}

static int compare(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	if (start_of(x) + x->block.bytes <= start_of(y))
		return -1;
	return start_of(y) + y->block.bytes <= start_of(x) ? 1 : 0;
}

/* Called with the lock. Returns a record with a byte of the range, or NULL. */
static struct record *find_in(const struct rt_allocations *t, const void *base, size_t bytes)
{
	const struct record probe = {.block = {.base = (void *)(uintptr_t)base, .bytes = bytes}};
	struct record *const *found = tfind(&probe, &t->tree, compare);
	return found == NULL ? NULL : *found;
}

static struct record *find(const struct rt_allocations *t, const void *at)
{
	return find_in(t, at, 1);
}

/* Called with the lock. Returns the record that begins at `base`, or NULL. */
static struct record *find_start(const struct rt_allocations *t, const void *base)
{
	struct record *e = find(t, base);
	return e != NULL && e->block.base == base ? e : NULL;
}

/* ---- the table ------------------------------------------------------------------------------ */

bool rt_allocations_init(struct rt_allocations *t)
{
	t->tree = NULL;
	t->fenced = 0;
	return pthread_mutex_init(&t->lock, NULL) == 0;
}

static void unmap(struct record *e)
{
	if (e->fenced)
		os_unfence(&e->pages);
	else if (e->ours)
		os_unmap(e->pages.pages, e->pages.bytes);
}

void rt_allocations_release(struct rt_allocations *t)
{
	while (t->tree != NULL) {
		struct record *e = *(struct record **)t->tree;
		tdelete(e, &t->tree, compare);
		unmap(e);
		free(e);
	}
	pthread_mutex_destroy(&t->lock);
}

/* Called with the lock. Takes the record of the client's memory out of the table. False when it is
 * the runtime's. */
static bool evict(struct rt_allocations *t, struct record *e)
{
	if (e->ours)
		return false;
	tdelete(e, &t->tree, compare);
	free(e);
	return true;
}

/* Enters *e, which the table owns if the call succeeds. What the client has in the place of a new
 * mapping it has unmapped without telling. */
static hsa_status_t enter(struct rt_allocations *t, struct record *e)
{
	pthread_mutex_lock(&t->lock);
	struct record *const *in = tsearch(e, &t->tree, compare);
	while (in != NULL && *in != e && e->ours && evict(t, *in))
		in = tsearch(e, &t->tree, compare);
	bool entered = in != NULL && *in == e;
	t->fenced += entered && e->fenced;
	pthread_mutex_unlock(&t->lock);
	if (in == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	return entered ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* Takes the record that begins at `base` out of the table. NULL when there is none that is `ours`,
 * or the client's if not. */
static struct record *take_out(struct rt *rt, const void *base, bool ours)
{
	struct rt_allocations *t = &rt->allocations;
	if (rt_is_bereft(rt))
		return NULL;
	pthread_mutex_lock(&t->lock);
	struct record *e = find_start(t, base);
	if (e != NULL && e->ours == ours) {
		tdelete(e, &t->tree, compare);
		t->fenced -= e->fenced;
	} else {
		e = NULL;
	}
	pthread_mutex_unlock(&t->lock);
	return e;
}

/* ---- blocks --------------------------------------------------------------------------------- */

static bool may_fence(struct rt_allocations *t)
{
	pthread_mutex_lock(&t->lock);
	bool may = t->fenced < MOST_FENCED;
	pthread_mutex_unlock(&t->lock);
	return may;
}

/* The block takes the last of its pages, as far as its alignment allows. */
static bool map(struct rt_allocations *t, struct record *e, const struct rt_placement *place)
{
	if (e->block.bytes > SIZE_MAX / 4 || place->slack > SIZE_MAX / 4)
		return false;
	const size_t bytes = e->block.bytes + place->slack;
	struct os_fenced *p = &e->pages;
	e->ours = true;
	e->fenced = place->fenced && may_fence(t) && os_fence(p, bytes, OS_LEAST_FENCE, false);
	if (!e->fenced) {
		p->bytes = (size_t)align_up(bytes, OS_PAGE_BYTES);
		p->pages = os_map(p->bytes);
	}
	if (p->pages == NULL)
		return false;
	e->block.base = p->pages + p->bytes - align_up(bytes, place->align);
	if (bytes >= HUGE_BYTES)
		os_advise_huge(p->pages, p->bytes);
	return true;
}

static struct record *record_new(size_t bytes, uint32_t kind, uint64_t maker)
{
	struct record *e = mem_try_new(1, sizeof *e);
	if (e != NULL)
		e->block = (struct rt_allocation){.bytes = bytes, .kind = kind, .maker = maker};
	return e;
}

hsa_status_t rt_allocate(struct rt *rt, size_t bytes, uint32_t kind, uint64_t maker, void **out)
{
	static const struct rt_placement on_pages = {.align = OS_PAGE_BYTES, .fenced = true};
	return rt_allocate_placed(rt, bytes, &on_pages, kind, maker, out);
}

hsa_status_t rt_allocate_placed(struct rt *rt, size_t bytes, const struct rt_placement *place,
	uint32_t kind, uint64_t maker, void **out)
{
	if (bytes == 0 || !is_pow2(place->align) || place->align > OS_PAGE_BYTES)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	struct record *e = rt_is_bereft(rt) ? NULL : record_new(bytes, kind, maker);
	if (e == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (map(&rt->allocations, e, place)) {
		void *base = e->block.base;
		hsa_status_t status = enter(&rt->allocations, e);
		if (status == HSA_STATUS_SUCCESS) {
			*out = base;
			return status;
		}
		unmap(e);
	}
	free(e);
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

hsa_status_t rt_deallocate(struct rt *rt, void *base)
{
	struct record *e = take_out(rt, base, true);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	unmap(e);
	free(e);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t rt_allocation_add(struct rt *rt, void *base, size_t bytes, uint32_t kind,
	uint64_t maker)
{
	if (base == NULL || bytes == 0 || bytes > UINTPTR_MAX - (uintptr_t)base)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	struct record *e = rt_is_bereft(rt) ? NULL : record_new(bytes, kind, maker);
	if (e == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	e->block.base = base;
	hsa_status_t status = enter(&rt->allocations, e);
	if (status != HSA_STATUS_SUCCESS)
		free(e);
	return status;
}

bool rt_allocation_remove(struct rt *rt, const void *base)
{
	struct record *e = take_out(rt, base, false);
	free(e);
	return e != NULL;
}

bool rt_allocation_find(struct rt *rt, const void *inside, struct rt_allocation *out)
{
	struct rt_allocations *t = &rt->allocations;
	if (rt_is_bereft(rt))
		return false;
	pthread_mutex_lock(&t->lock);
	const struct record *e = find(t, inside);
	if (e != NULL)
		*out = e->block;
	pthread_mutex_unlock(&t->lock);
	return e != NULL;
}

bool rt_allocation_find_near(struct rt *rt, const void *at, struct rt_allocation *out)
{
	struct rt_allocations *t = &rt->allocations;
	const struct record *e = NULL;
	if (rt_is_bereft(rt))
		return false;
	pthread_mutex_lock(&t->lock);
	/* each range is twice as wide as the one before */
	for (uintptr_t d = 0; e == NULL && d <= OS_LEAST_FENCE; d = d == 0 ? 1 : 2 * d) {
		uintptr_t middle = (uintptr_t)at, low = middle < d ? 0 : middle - d,
			  high = middle > UINTPTR_MAX - d - 1 ? UINTPTR_MAX : middle + d + 1;
		e = find_in(t, (const void *)low, high - low);
	}
	if (e != NULL)
		*out = e->block;
	pthread_mutex_unlock(&t->lock);
	return e != NULL;
}

bool rt_allocation_set_maker(struct rt *rt, const void *base, uint32_t kind, uint64_t maker)
{
	struct rt_allocations *t = &rt->allocations;
	if (rt_is_bereft(rt))
		return false;
	pthread_mutex_lock(&t->lock);
	struct record *e = find_start(t, base);
	if (e != NULL) {
		e->block.kind = kind;
		e->block.maker = maker;
	}
	pthread_mutex_unlock(&t->lock);
	return e != NULL;
}

bool rt_allocation_set_user(struct rt *rt, const void *base, void *user)
{
	struct rt_allocations *t = &rt->allocations;
	if (rt_is_bereft(rt))
		return false;
	pthread_mutex_lock(&t->lock);
	struct record *e = find_start(t, base);
	if (e != NULL)
		e->block.user = user;
	pthread_mutex_unlock(&t->lock);
	return e != NULL;
}
