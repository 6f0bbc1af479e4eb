/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles, references and uses of objects. A client may hand in any number, so nothing is followed
 * that is not among the valid handles. */
#include <stddef.h>
#include <stdlib.h>
#include "object_impl.h"

/* Where the set has the object whose address this is, or would be. */
static const void *key_of(const void *handle)
{
	return (const void *)((uintptr_t)handle + offsetof(struct ocl_object, handle));
}

static struct ocl_object *object_of(struct handle *h)
{
	return (struct ocl_object *)(void *)((char *)h - offsetof(struct ocl_object, handle));
}

void *ocl_object_new(enum ocl_kind kind, const struct ocl_object *parent, size_t bytes,
	void (*free)(struct ocl_object *o))
{
	struct ocl_object *o = mem_try_new(1, bytes);
	if (o == NULL)
		return NULL;
	o->dispatch = parent->dispatch;
	o->free = free;
	atomic_init(&o->refs, 1);
	atomic_init(&o->uses, 1);
	atomic_init(&o->memories, 1);
	handle_enter(&o->handle, kind);
	return o;
}

void ocl_object_publish(struct ocl_object *o, enum ocl_kind kind)
{
	handle_enter(&o->handle, kind);
}

void ocl_object_hide(struct ocl_object *o)
{
	handle_leave(&o->handle);
}

bool ocl_is_valid(enum ocl_kind kind, const void *handle)
{
	struct handle *h = handle_lock(key_of(handle), kind);
	if (h == NULL)
		return false;
	const struct ocl_object *o = object_of(h);
	/* relaxed: who releases an object while others hand in its handle is mistaken */
	bool valid = o->free == NULL || atomic_load_explicit(&o->refs, memory_order_relaxed) != 0;
	handle_unlock(h);
	return valid;
}

void ocl_object_use(struct ocl_object *o)
{
	/* relaxed: whoever calls this has a use already */
	if (o->free != NULL)
		atomic_fetch_add_explicit(&o->uses, 1, memory_order_relaxed);
}

void ocl_object_drop(struct ocl_object *o)
{
	/* acq_rel: all uses come before the end */
	if (o->free == NULL || atomic_fetch_sub_explicit(&o->uses, 1, memory_order_acq_rel) != 1)
		return;
	handle_leave(&o->handle);
	o->free(o);
}

bool ocl_object_try_use(struct ocl_object *o)
{
	unsigned uses = atomic_load_explicit(&o->uses, memory_order_relaxed);
	while (uses != 0)
		if (atomic_compare_exchange_weak_explicit(&o->uses, &uses, uses + 1,
			    memory_order_acquire, memory_order_relaxed))
			return true;
	return false;
}

void ocl_object_remember(struct ocl_object *o)
{
	atomic_fetch_add_explicit(&o->memories, 1, memory_order_relaxed);
}

void ocl_object_forget(struct ocl_object *o)
{
	if (atomic_fetch_sub_explicit(&o->memories, 1, memory_order_acq_rel) == 1)
		free(o);
}

void ocl_object_retain(struct ocl_object *o)
{
	if (o->free != NULL)
		atomic_fetch_add_explicit(&o->refs, 1, memory_order_relaxed);
}

/* Adds a reference for a use that the caller has taken. */
static void add_reference(struct ocl_object *o)
{
	/* the first reference keeps the use, and others share it */
	if (atomic_fetch_add_explicit(&o->refs, 1, memory_order_acq_rel) != 0)
		ocl_object_drop(o);
}

bool ocl_retain(enum ocl_kind kind, const void *handle)
{
	struct handle *h = handle_lock(key_of(handle), kind);
	if (h == NULL)
		return false;
	struct ocl_object *o = object_of(h);
	bool lives = o->free == NULL || ocl_object_try_use(o);
	handle_unlock(h);
	if (lives && o->free != NULL)
		add_reference(o);
	return lives;
}

void ocl_object_release(struct ocl_object *o)
{
	if (o->free != NULL && atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) == 1)
		ocl_object_drop(o);
}

cl_uint ocl_object_references(const struct ocl_object *o)
{
	return o->free == NULL ? 1 : atomic_load_explicit(&o->refs, memory_order_relaxed);
}
