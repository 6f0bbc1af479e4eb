/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX to an image, by the compiling half of the library, which is loaded for that alone, or from
 * the cache. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/cache.h"
#include "hsaemu/compiler.h"
#include "hsaemu/unwind.h"
#include "module_impl.h"

static const char *cpus(void)
{
	return rt_environment_deep_model(cu_environment()->deep) != NULL ? "native,gfx600"
	                                                                 : "native";
}

static struct cache *the_cache(void)
{
	static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
	static struct cache *cu_cache;
	static bool is_open;
	pthread_mutex_lock(&cache_lock);
	if (!is_open)
		cu_cache = cache_open(NULL);
	is_open = true;
	pthread_mutex_unlock(&cache_lock);
	return cu_cache;
}

struct compilation {
	struct hsaemu_source *sources;
	size_t count;
	struct cache *cache;
	struct buf *image, *log;
	enum hsaemu_status status;
};

static void make_key(const struct compilation *c, const struct buf *identity, struct cache_key *key)
{
	struct cache_key_maker k;
	cache_key_begin(&k, "libcuda image");
	cache_key_add_bytes(&k, identity->data, identity->len);
	for (size_t i = 0; i < c->count; i++)
		cache_key_add_bytes(&k, c->sources[i].bytes, c->sources[i].count);
	cache_key_add_number(&k, c->sources->optimisation);
	cache_key_add_cpu(&k, c->sources->cpu);
	cache_key_end(&k, key);
}

static void compile(struct compilation *c, const struct cache_key *key, const struct buf *identity)
{
	struct hsaemu_result r = {.status = HSAEMU_REFUSED};
	const struct hsaemu_compiler *half = hsaemu_half_open(c->log);
	if (half == NULL) {
		c->status = HSAEMU_NO_COMPILER;
		return;
	}
	half->compile(c->sources, c->count, &r);
	c->status = r.status;
	buf_append(c->image, r.image, r.image_bytes);
	if (r.messages != NULL)
		buf_puts(c->log, r.messages);
	half->release_result(&r);
	if (c->status == HSAEMU_OK && key != NULL && cache_identity_is_loaded(half, identity))
		cache_store(c->cache, key, buf_slice(c->image), buf_slice(c->log));
}

static void find_or_compile(void *arg)
{
	struct compilation *c = arg;
	struct buf identity = BUF_INIT;
	struct cache_key key;
	bool has_key = c->cache != NULL && hsaemu_half_identity(&identity);
	if (has_key)
		make_key(c, &identity, &key);
	if (has_key && cache_find(c->cache, &key, c->image, c->log))
		c->status = HSAEMU_OK;
	else
		compile(c, has_key ? &key : NULL, &identity);
	buf_release(&identity);
}

static CUresult error_of(enum hsaemu_status status)
{
	switch (status) {
	case HSAEMU_OK:
		return CUDA_SUCCESS;
	case HSAEMU_NO_MEMORY:
		return CUDA_ERROR_OUT_OF_MEMORY;
	case HSAEMU_NO_COMPILER:
		return CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
	default:
		return CUDA_ERROR_INVALID_PTX;
	}
}

static unsigned optimisation_of(unsigned level)
{
	return level > 3 ? 3 : level;
}

/* Makes sources of the program's files; their texts are the caller's to free, also after an
 * error. */
static CUresult read_sources(const struct cu_code *code, size_t count, unsigned level,
	struct hsaemu_source *sources)
{
	for (size_t i = 0; i < count; i++) {
		char *text;
		CUresult error = cu_code_text(&code[i], &text, &sources[i].count);
		if (error != CUDA_SUCCESS)
			return error;
		sources[i].bytes = text;
		sources[i].stage = STAGE_PTX;
		sources[i].name = code[i].name != NULL ? code[i].name : "<ptx>";
		sources[i].optimisation = optimisation_of(level);
		sources[i].simd = HSAEMU_SIMD_AUTO;
		sources[i].cpu = cpus();
	}
	return CUDA_SUCCESS;
}

CUresult cu_ptx_compile(const struct cu_code *code, unsigned level, struct buf *image,
	struct buf *log)
{
	struct unwind_report why;
	size_t count = code->files > 1 ? code->files : 1;
	struct compilation c = {.sources = mem_try_new(count, sizeof *c.sources),
		.count = count,
		.cache = the_cache(),
		.image = image,
		.log = log,
		.status = HSAEMU_REFUSED};
	if (c.sources == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	CUresult error = read_sources(code, count, level, c.sources);
	if (error == CUDA_SUCCESS)
		error = unwind_run(find_or_compile, &c, &why) == UNWIND_DONE
		                ? error_of(c.status)
		                : CUDA_ERROR_OUT_OF_MEMORY;
	for (size_t i = 0; i < count; i++)
		free((void *)(uintptr_t)c.sources[i].bytes);
	free(c.sources);
	return error;
}
