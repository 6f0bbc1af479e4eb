/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cache: a folder of files, and for what cannot be written there the memory of this process. */
#define _GNU_SOURCE /* for secure_getenv() */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cache/cache_impl.h"

struct cache {
	struct cache_memory *memory;
	uint64_t max_bytes;
	char *folder; /* behind this structure; "": entries are in memory only */
};

static uint64_t size_of_environment(void)
{
	static const uint64_t usual = (uint64_t)256 << 20;
	const char *text = secure_getenv("HSAEMU_CACHE_SIZE");
	uint64_t size;
	return text != NULL && cache_read_size(text, &size) ? size : usual;
}

static bool is_off(void)
{
	const char *text = secure_getenv("HSAEMU_CACHE");
	return text != NULL && strcmp(text, "0") == 0;
}

static struct cache *new_cache(struct str folder)
{
	struct cache *c = mem_try_new(1, sizeof *c + folder.n + 1);
	if (c == NULL)
		return NULL;
	c->folder = (char *)(c + 1);
	if (folder.n != 0)
		memcpy(c->folder, folder.p, folder.n);
	c->memory = cache_memory_new();
	if (c->memory != NULL)
		return c;
	free(c);
	return NULL;
}

struct cache *cache_open(const struct cache_options *options)
{
	static const struct cache_options usual = {NULL, 0};
	const struct cache_options *o = options == NULL ? &usual : options;
	struct buf folder = BUF_INIT;
	if (is_off())
		return NULL;
	if (o->folder != NULL)
		buf_puts(&folder, o->folder);
	else
		cache_place(&folder);
	struct cache *c = new_cache(buf_slice(&folder));
	buf_release(&folder);
	if (c != NULL)
		c->max_bytes = o->max_bytes != 0 ? o->max_bytes : size_of_environment();
	return c;
}

void cache_close(struct cache *c)
{
	if (c == NULL)
		return;
	cache_memory_free(c->memory);
	free(c);
}

/* Appends what the file of an entry has. A damaged file is deleted. */
static bool find_in(int folder, const struct cache_key *key, struct buf *product,
	struct buf *messages)
{
	struct cache_name name = cache_name_of(key);
	struct cache_entry e = {.key = key};
	struct buf file = BUF_INIT;
	bool read = cache_file_read(folder, name.text, &file);
	bool good = read && cache_entry_parse(&e, buf_slice(&file));
	if (good) {
		buf_str(product, e.product);
		buf_str(messages, e.messages);
	} else if (read) {
		unlinkat(folder, name.text, 0);
	}
	buf_release(&file);
	return good;
}

bool cache_find(struct cache *c, const struct cache_key *key, struct buf *product,
	struct buf *messages)
{
	if (c == NULL)
		return false;
	int folder = c->folder[0] == '\0' ? -1 : cache_folder_open(c->folder, false);
	bool found = folder >= 0 && find_in(folder, key, product, messages);
	if (folder >= 0)
		close(folder);
	return found || cache_memory_find(c->memory, key, product, messages);
}

static bool store_in_folder(const struct cache *c, const struct cache_entry *e)
{
	uint64_t bytes = e->product.n + e->messages.n;
	if (c->folder[0] == '\0' || bytes > c->max_bytes)
		return false;
	int folder = cache_folder_open(c->folder, true);
	if (folder < 0)
		return false;
	bool stored = cache_file_write(folder, e);
	if (stored)
		cache_folder_grew(folder, bytes, c->max_bytes);
	close(folder);
	return stored;
}

void cache_store(struct cache *c, const struct cache_key *key, struct str product,
	struct str messages)
{
	const struct cache_entry e = {.key = key, .product = product, .messages = messages};
	if (c != NULL && !store_in_folder(c, &e))
		cache_memory_store(c->memory, &e);
}
