/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of handles. A client may hand in any number as a handle, so nothing is followed that
 * the table does not have. */
#include <stdlib.h>
#include <string.h>
#include "hsa_impl.h"

/* The low half of a handle is the slot's index plus one, the high half its generation. */
enum { FIRST_SLOTS = 64 };

/* ---- objects --------------------------------------------------------------------------------- */

void hr_object_init(struct hr_object *o, void (*free)(struct hr_object *o))
{
	atomic_init(&o->refs, 1);
	o->free = free;
}

void hr_object_drop(struct hr_object *o)
{
	/* acq_rel: all uses come before the end */
	if (atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) == 1)
		o->free(o);
}

/* ---- the table ------------------------------------------------------------------------------- */

bool hr_handles_init(struct hr_handles *h)
{
	*h = (struct hr_handles){0};
	return pthread_mutex_init(&h->lock, NULL) == 0;
}

void hr_handles_release(struct hr_handles *h)
{
	for (size_t i = 0; i < h->count; i++) {
		struct hr_slot *s = &h->slots[i];
		if (s->object != NULL && s->object == s->owner)
			hr_object_drop(s->owner);
	}
	free(h->slots);
	free(h->unused);
	pthread_mutex_destroy(&h->lock);
}

/* Makes room for more slots. The lock is held. */
static bool grow(struct hr_handles *h)
{
	size_t capacity = h->capacity == 0 ? FIRST_SLOTS : 2 * h->capacity;
	if (capacity > UINT32_MAX)
		return false;
	struct hr_slot *slots = mem_try_new(capacity, sizeof *slots);
	size_t *unused = mem_try_new(capacity, sizeof *unused);
	if (slots == NULL || unused == NULL) {
		free(slots);
		free(unused);
		return false;
	}
	if (h->count != 0)
		memcpy(slots, h->slots, h->count * sizeof *slots);
	free(h->slots);
	free(h->unused); /* empty, or the table would not grow */
	h->slots = slots;
	h->unused = unused;
	h->capacity = capacity;
	return true;
}

/* Returns the index of a slot to use, or SIZE_MAX when there is no memory. The lock is held. */
static size_t take_slot(struct hr_handles *h)
{
	if (h->unused_count != 0)
		return h->unused[--h->unused_count];
	if (h->count == h->capacity && !grow(h))
		return SIZE_MAX;
	return h->count++;
}

static uint64_t handle_of(const struct hr_handles *h, size_t index)
{
	return (uint64_t)h->slots[index].generation << 32 | (uint32_t)(index + 1);
}

uint64_t hr_handle_new(struct hr_handles *h, enum hr_kind kind, void *object,
	struct hr_object *owner)
{
	uint64_t handle = 0;
	pthread_mutex_lock(&h->lock);
	size_t i = take_slot(h);
	if (i != SIZE_MAX) {
		struct hr_slot *s = &h->slots[i];
		s->object = object;
		s->owner = owner;
		s->kind = kind;
		s->generation++;
		handle = handle_of(h, i);
	}
	pthread_mutex_unlock(&h->lock);
	return handle;
}

/* Returns the slot of a handle, or NULL. The lock is held. */
static struct hr_slot *slot_of(struct hr_handles *h, enum hr_kind kind, uint64_t handle)
{
	uint64_t i = (uint32_t)handle;
	if (i == 0 || i > h->count)
		return NULL;
	struct hr_slot *s = &h->slots[i - 1];
	bool valid = s->object != NULL && s->kind == kind && s->generation == handle >> 32;
	return valid ? s : NULL;
}

void *hr_handle_get(struct hr_handles *h, enum hr_kind kind, uint64_t handle)
{
	pthread_mutex_lock(&h->lock);
	const struct hr_slot *s = slot_of(h, kind, handle);
	void *object = s == NULL ? NULL : s->object;
	pthread_mutex_unlock(&h->lock);
	return object;
}

struct hr_hold hr_hold(struct hr_handles *h, enum hr_kind kind, uint64_t handle)
{
	struct hr_hold hold = {0};
	pthread_mutex_lock(&h->lock);
	const struct hr_slot *s = slot_of(h, kind, handle);
	if (s != NULL)
		hold = (struct hr_hold){s->object, s->owner};
	/* relaxed: while the handle is in the table there is another reference */
	if (hold.owner != NULL)
		atomic_fetch_add_explicit(&hold.owner->refs, 1, memory_order_relaxed);
	pthread_mutex_unlock(&h->lock);
	return hold;
}

void hr_hold_end(const struct hr_hold *hold)
{
	if (hold->owner != NULL)
		hr_object_drop(hold->owner);
}

void *hr_handle_take(struct hr_handles *h, enum hr_kind kind, uint64_t handle)
{
	void *object = NULL;
	pthread_mutex_lock(&h->lock);
	struct hr_slot *s = slot_of(h, kind, handle);
	if (s != NULL) {
		object = s->object;
		s->object = NULL;
		h->unused[h->unused_count++] = (size_t)(s - h->slots);
	}
	pthread_mutex_unlock(&h->lock);
	return object;
}

uint64_t hr_handle_next(struct hr_handles *h, enum hr_kind kind, size_t *cursor)
{
	uint64_t handle = 0;
	pthread_mutex_lock(&h->lock);
	while (handle == 0 && *cursor < h->count) {
		const struct hr_slot *s = &h->slots[*cursor];
		if (s->object != NULL && s->kind == kind)
			handle = handle_of(h, *cursor);
		++*cursor;
	}
	pthread_mutex_unlock(&h->lock);
	return handle;
}
