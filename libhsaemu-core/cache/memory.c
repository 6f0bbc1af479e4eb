/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Entries that could not be written, in the memory of this process. They are in mappings of their
 * own, because they outlive the compilation in which they were stored. */
#define _GNU_SOURCE /* for MAP_ANONYMOUS */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "cache/cache_impl.h"

enum { MOST_BYTES = 64 << 20 };

struct kept {
	struct kept *next;
	struct cache_key key;
	size_t bytes; /* of the mapping */
	size_t product, messages;
	char data[]; /* the product, then the messages */
};

struct cache_memory {
	pthread_mutex_t lock; /* guards all else */
	struct kept *first;   /* the one that was used last */
	size_t bytes;         /* of all mappings */
};

struct cache_memory *cache_memory_new(void)
{
	struct cache_memory *m = mem_try_new(1, sizeof *m);
	if (m != NULL && pthread_mutex_init(&m->lock, NULL) != 0) {
		free(m);
		return NULL;
	}
	return m;
}

static void drop(struct cache_memory *m, struct kept **at)
{
	struct kept *k = *at;
	*at = k->next;
	m->bytes -= k->bytes;
	munmap(k, k->bytes);
}

void cache_memory_free(struct cache_memory *m)
{
	while (m->first != NULL)
		drop(m, &m->first);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

static struct kept **find(struct cache_memory *m, const struct cache_key *key)
{
	struct kept **at = &m->first;
	while (*at != NULL && memcmp(&(*at)->key, key, sizeof *key) != 0)
		at = &(*at)->next;
	return at;
}

/* Copies an entry if the buffers have room for it; else sets the sizes that are needed. */
static bool copy_out(struct cache_memory *m, const struct cache_key *key, struct buf *product,
	struct buf *messages, size_t *needed)
{
	pthread_mutex_lock(&m->lock);
	struct kept **at = find(m, key), *k = *at;
	needed[0] = k == NULL ? 0 : k->product;
	needed[1] = k == NULL ? 0 : k->messages;
	bool fits = k != NULL && product->cap - product->len >= k->product &&
	            messages->cap - messages->len >= k->messages;
	if (fits) {
		*at = k->next;
		k->next = m->first;
		m->first = k;
		buf_append(product, k->data, k->product);
		buf_append(messages, k->data + k->product, k->messages);
	}
	pthread_mutex_unlock(&m->lock);
	return fits;
}

/* The buffers grow while the lock is free, because growing can end the compilation. */
bool cache_memory_find(struct cache_memory *m, const struct cache_key *key, struct buf *product,
	struct buf *messages)
{
	size_t needed[2];
	for (int tries = 0; tries < 2; tries++) {
		if (copy_out(m, key, product, messages, needed))
			return true;
		if (needed[0] + needed[1] == 0)
			return false;
		buf_reserve(product, needed[0]);
		buf_reserve(messages, needed[1]);
	}
	return false;
}

static struct kept *copy_in(const struct cache_entry *e)
{
	size_t bytes = sizeof(struct kept) + e->product.n + e->messages.n;
	if (bytes > MOST_BYTES)
		return NULL;
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	struct kept *k = p;
	*k = (struct kept){.key = *e->key, .bytes = bytes};
	k->product = e->product.n;
	k->messages = e->messages.n;
	if (e->product.n != 0)
		memcpy(k->data, e->product.p, e->product.n);
	if (e->messages.n != 0)
		memcpy(k->data + e->product.n, e->messages.p, e->messages.n);
	return k;
}

void cache_memory_store(struct cache_memory *m, const struct cache_entry *e)
{
	struct kept *k = copy_in(e);
	if (k == NULL)
		return;
	pthread_mutex_lock(&m->lock);
	struct kept **at = find(m, e->key);
	if (*at != NULL)
		drop(m, at);
	k->next = m->first;
	m->first = k;
	m->bytes += k->bytes;
	while (m->bytes > MOST_BYTES) {
		for (at = &m->first; (*at)->next != NULL;)
			at = &(*at)->next;
		drop(m, at);
	}
	pthread_mutex_unlock(&m->lock);
}
