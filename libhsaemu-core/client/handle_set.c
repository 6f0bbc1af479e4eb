/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <pthread.h>
#include <stdint.h>
#include "hsaemu/handle_set.h"

enum { BUCKETS = 1024 };

/* Threads that look for different handles seldom meet. */
static struct bucket {
	pthread_mutex_t lock;
	struct handle *first;
} valid_handles[BUCKETS];

static pthread_once_t buckets_once = PTHREAD_ONCE_INIT;

static void init_buckets(void)
{
	for (unsigned i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&valid_handles[i].lock,
			NULL); /* cannot fail without attributes */
}

static struct bucket *bucket_of(const void *handle)
{
	uintptr_t n = (uintptr_t)handle;
	pthread_once(&buckets_once, init_buckets);
	return &valid_handles[(n >> 4 ^ n >> 14) % BUCKETS];
}

static struct bucket *lock_bucket(const void *handle)
{
	struct bucket *b = bucket_of(handle);
	pthread_mutex_lock(&b->lock);
	return b;
}

/* Returns the link to the handle, or to NULL. */
static struct handle **find(struct bucket *b, const void *any)
{
	struct handle **link = &b->first;
	while (*link != NULL && *link != any)
		link = &(*link)->next;
	return link;
}

void handle_enter(struct handle *h, unsigned kind)
{
	struct bucket *b = lock_bucket(h);
	h->kind = kind;
	h->next = b->first;
	b->first = h;
	pthread_mutex_unlock(&b->lock);
}

void handle_leave(struct handle *h)
{
	struct bucket *b = lock_bucket(h);
	struct handle **link = find(b, h);
	if (*link != NULL)
		*link = h->next;
	pthread_mutex_unlock(&b->lock);
}

struct handle *handle_lock(const void *any, unsigned kind)
{
	struct bucket *b = lock_bucket(any);
	struct handle *h = *find(b, any);
	if (h != NULL && h->kind == kind)
		return h;
	pthread_mutex_unlock(&b->lock);
	return NULL;
}

void handle_unlock(const struct handle *h)
{
	pthread_mutex_unlock(&bucket_of(h)->lock);
}

bool handle_is_valid(const void *any, unsigned kind)
{
	const struct handle *h = handle_lock(any, kind);
	if (h != NULL)
		handle_unlock(h);
	return h != NULL;
}

bool handle_take(const void *any, unsigned kind)
{
	struct bucket *b = lock_bucket(any);
	struct handle **link = find(b, any);
	bool is = *link != NULL && (*link)->kind == kind;
	if (is)
		*link = (*link)->next;
	pthread_mutex_unlock(&b->lock);
	return is;
}
