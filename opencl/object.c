/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles, references and uses of objects. A client may hand in any number, so nothing is followed
 * that is not among the valid handles. */
#include <pthread.h>
#include <stdlib.h>
#include "object_impl.h"

enum { BUCKETS = 1024 };

/* Threads that look for different handles seldom meet. */
static struct bucket {
	pthread_mutex_t lock;
	struct ocl_object *first;
} valid_handles[BUCKETS];

static pthread_once_t buckets_once = PTHREAD_ONCE_INIT;

static void init_buckets(void)
{
	for (size_t i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&valid_handles[i].lock,
			NULL); /* cannot fail without attributes */
}

static struct bucket *bucket_of(const void *handle)
{
	uintptr_t n = (uintptr_t)handle;
	pthread_once(&buckets_once, init_buckets);
	return &valid_handles[(n >> 4 ^ n >> 14) % BUCKETS];
}

static void enter(struct ocl_object *o)
{
	struct bucket *b = bucket_of(o);
	pthread_mutex_lock(&b->lock);
	o->next = b->first;
	b->first = o;
	pthread_mutex_unlock(&b->lock);
}

static void leave(struct ocl_object *o)
{
	struct bucket *b = bucket_of(o);
	pthread_mutex_lock(&b->lock);
	struct ocl_object **link = &b->first;
	while (*link != o)
		link = &(*link)->next;
	*link = o->next;
	pthread_mutex_unlock(&b->lock);
}

void *ocl_object_new(enum ocl_kind kind, const struct ocl_object *parent, size_t bytes,
	void (*free)(struct ocl_object *o))
{
	struct ocl_object *o = mem_try_new(1, bytes);
	if (o == NULL)
		return NULL;
	o->dispatch = parent->dispatch;
	o->kind = kind;
	o->free = free;
	atomic_init(&o->refs, 1);
	atomic_init(&o->uses, 1);
	atomic_init(&o->memories, 1);
	enter(o);
	return o;
}

void ocl_object_publish(struct ocl_object *o, enum ocl_kind kind)
{
	o->kind = kind;
	enter(o);
}

void ocl_object_hide(struct ocl_object *o)
{
	struct bucket *b = bucket_of(o);
	pthread_mutex_lock(&b->lock);
	o->kind = OCL_HIDDEN;
	pthread_mutex_unlock(&b->lock);
}

/* Returns the object of this kind that lives at the address, or NULL. The bucket is locked. */
static struct ocl_object *find(const struct bucket *b, enum ocl_kind kind, const void *handle)
{
	struct ocl_object *o = b->first;
	while (o != NULL && o != handle)
		o = o->next;
	return o != NULL && o->kind == kind ? o : NULL;
}

bool ocl_is_valid(enum ocl_kind kind, const void *handle)
{
	struct bucket *b = bucket_of(handle);
	pthread_mutex_lock(&b->lock);
	const struct ocl_object *o = find(b, kind, handle);
	/* relaxed: who releases an object while others hand in its handle is mistaken */
	bool valid = o != NULL &&
	             (o->free == NULL || atomic_load_explicit(&o->refs, memory_order_relaxed) != 0);
	pthread_mutex_unlock(&b->lock);
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
	leave(o);
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
	struct bucket *b = bucket_of(handle);
	pthread_mutex_lock(&b->lock);
	struct ocl_object *o = find(b, kind, handle);
	bool lives = o != NULL && (o->free == NULL || ocl_object_try_use(o));
	pthread_mutex_unlock(&b->lock);
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
