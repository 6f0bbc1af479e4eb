/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finalizes through the cache. Only objects are kept, and only those whose finalization gave no
 * messages: what to write of these, and how, is another matter at each run. */
#define _GNU_SOURCE /* for memmem() and secure_getenv() */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/cache.h"
#include "cached.h"

/* An object has the name of its BRIG file only where debug information finds no other name. Most
 * do not have it, and are found again whatever the file is called. */
enum name { ANY_NAME, THIS_NAME };

struct request {
	const char *file;
	struct str brig;
	const struct finalize_options *o;
	struct buf identity;
};

static void add_options(struct cache_key_maker *k, const struct finalize_options *o)
{
	cache_key_add_number(k, (uint64_t)o->opt_level);
	cache_key_add_cpu(k, o->cpu);
	cache_key_add_text(k, o->attrs);
	cache_key_add_number(k, o->simd);
	cache_key_add_number(k, o->fibers);
	cache_key_add_number(k, o->preempt);
	cache_key_add_number(k, o->flow);
	cache_key_add_number(k, o->along);
	cache_key_add_number(k, o->stack);
	cache_key_add_number(k, o->program_round);
	cache_key_add_number(k, o->detect_mask);
	cache_key_add_number(k, o->break_mask);
	cache_key_add_number(k, o->controls.given);
	for (size_t i = 0; i < FINALIZE_CONTROLS; i++)
		for (size_t n = 0; n < ARRAY_LEN(o->controls.values[i]); n++)
			cache_key_add_number(k, o->controls.values[i][n]);
	cache_key_add_number(k, o->profile);
	cache_key_add_number(k, o->debug_info);
	cache_key_add_number(k, o->part);
	cache_key_add_number(k, o->parts);
	cache_key_add_text(k, o->kernel);
	cache_key_add_number(k, o->stubs);
	cache_key_add_number(k, o->is_embedded);
}
_Static_assert(sizeof(struct finalize_options) == 368 &&
		       offsetof(struct finalize_options, verify_each) == 362,
	"each option is part of the key");

static struct cache_key key_of(const struct request *r, enum name name)
{
	struct cache_key_maker k;
	struct cache_key key;
	cache_key_begin(&k, "hsail-fin object");
	cache_key_add_bytes(&k, r->identity.data, r->identity.len);
	cache_key_add_text(&k, name == THIS_NAME ? r->file : NULL);
	cache_key_add_bytes(&k, r->brig.p, r->brig.n);
	add_options(&k, r->o);
	cache_key_end(&k, &key);
	return key;
}

static bool find(struct cache *c, const struct request *r, enum name name, struct buf *out)
{
	struct cache_key key = key_of(r, name);
	struct buf messages = BUF_INIT;
	bool found = cache_find(c, &key, out, &messages);
	buf_release(&messages);
	return found;
}

static void store(struct cache *c, const struct request *r, struct str object)
{
	const char *slash = strrchr(r->file, '/'), *last = slash == NULL ? r->file : slash + 1;
	bool has_name = memmem(object.p, object.n, last, strlen(last)) != NULL;
	struct cache_key key = key_of(r, has_name ? THIS_NAME : ANY_NAME);
	cache_store(c, &key, object, STR(""));
}

/* What only messages tell is not kept, nor what is asked for to be checked. */
static bool is_for_cache(const struct finalize_options *o)
{
	return o->emit == FINALIZE_OBJ && !o->remark_done && !o->remark_missed && !o->time_passes &&
	       !o->verify_each;
}

static bool check_size(struct diag *d)
{
	const char *text = secure_getenv("HSAEMU_CACHE_SIZE");
	uint64_t bytes;
	if (text == NULL || cache_read_size(text, &bytes))
		return true;
	diag_usage(d, "HSAEMU_CACHE_SIZE: '%s' is no size, such as 256M", text);
	return false;
}

bool fin_finalize_cached(const char *file, struct str brig, const struct finalize_options *o,
	struct buf *out, struct diag *d)
{
	struct request r = {file, brig, o, BUF_INIT};
	struct cache *c = NULL;
	if (!check_size(d))
		return false;
	if (is_for_cache(o) &&
		cache_identity_of_loaded((const void *)(uintptr_t)finalize, &r.identity))
		c = cache_open(NULL);
	bool ok = find(c, &r, ANY_NAME, out) || find(c, &r, THIS_NAME, out);
	if (!ok) {
		ok = finalize(file, brig.p, brig.n, o, out, d) && !diag_failed(d);
		if (ok && d->first == NULL)
			store(c, &r, buf_slice(out));
	}
	cache_close(c);
	buf_release(&r.identity);
	return ok;
}
