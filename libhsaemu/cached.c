/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file takes images from the cache, and puts into it what was compiled. An image that is there
 * does not need the compiling half, which is not even loaded. */
#include "face_impl.h"

/* Appends who would compile. Returns false if that cannot be told. */
static bool identify(struct hsaemu_runtime *r, struct buf *out)
{
	pthread_mutex_lock(&r->lock);
	const struct hsaemu_compiler *known = r->compiler;
	pthread_mutex_unlock(&r->lock);
	return known != NULL ? cache_identity_of_loaded(known, out) : hsaemu_half_identity(out);
}

/* The name is part of the result: messages and line tables have it. */
static void make_key(const struct hsaemu_source *s, const struct buf *identity,
	struct cache_key *key)
{
	struct cache_key_maker k;
	cache_key_begin(&k, "libhsaemu image");
	cache_key_add_bytes(&k, identity->data, identity->len);
	cache_key_add_number(&k, s->stage);
	cache_key_add_text(&k, s->name);
	cache_key_add_bytes(&k, s->bytes, s->count);
	cache_key_add_number(&k, s->optimisation);
	cache_key_add_number(&k, s->simd);
	cache_key_add_cpu(&k, s->cpu);
	cache_key_end(&k, key);
}

bool face_cached_find(struct hsaemu_module *m, const struct hsaemu_source *s, struct face_cached *c)
{
	struct buf messages = BUF_INIT;
	*c = (struct face_cached){.identity = BUF_INIT};
	if (m->runtime->cache == NULL || !identify(m->runtime, &c->identity))
		return false;
	c->has_key = true;
	make_key(s, &c->identity, &c->key);
	bool found = cache_find(m->runtime->cache, &c->key, &m->file, &messages);
	if (found)
		m->messages = arena_strndup(&m->arena,
			messages.len == 0 ? "" : (const char *)messages.data, messages.len);
	buf_release(&messages);
	return found;
}

/* The key may have the identity of another compiler than the one that was then loaded. */
void face_cached_store(const struct hsaemu_module *m, const struct hsaemu_compiler *compiler,
	const struct face_cached *c)
{
	if (c->has_key && cache_identity_is_loaded(compiler, &c->identity))
		cache_store(m->runtime->cache, &c->key, buf_slice(&m->file), str_from(m->messages));
}

void face_cached_release(struct face_cached *c)
{
	buf_release(&c->identity);
}
