/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Who finalizes: the cache, if it has the code, or else the compiling half of libhsaemu, which is
 * loaded when it is first needed. */
#include <stdio.h>
#include <stdlib.h>
#include "finalizer_impl.h"
#include "hsaemu/cache.h"

struct hr_finalizer {
	struct cache *cache;                            /* NULL: it is off */
	const struct hsaemu_compiler *_Atomic compiler; /* NULL until it is needed */
	atomic_bool told;                               /* why there is no compiler */
};

static hsa_status_t open_cache(void *arg)
{
	struct hr_finalizer *f = arg;
	f->cache = cache_open(NULL);
	return HSA_STATUS_SUCCESS;
}

struct hr_finalizer *hr_finalizer_new(void)
{
	struct hr_finalizer *f = mem_try_new(1, sizeof *f);
	if (f != NULL && hr_protect("hsa_init", open_cache, f) != HSA_STATUS_SUCCESS)
		f->cache = NULL;
	return f;
}

void hr_finalizer_free(struct hr_finalizer *f)
{
	if (f != NULL)
		cache_close(f->cache);
	free(f);
}

/* ---- the cache ------------------------------------------------------------------------------- */

/* What is asked for, and its way through the cache. */
struct request {
	struct hr_finalizer *f;
	const struct hsaemu_program *job;
	bool has_key;
	struct cache_key key;
	struct buf identity; /* who is thought to compile */
	struct buf image, messages;
	struct hr_code *code;
};

static void make_key(struct request *r)
{
	const struct hsaemu_program *p = r->job;
	struct cache_key_maker k;
	cache_key_begin(&k, "libhsa-runtime code object");
	cache_key_add_bytes(&k, r->identity.data, r->identity.len);
	cache_key_add_number(&k, p->count);
	for (size_t i = 0; i < p->count; i++) {
		cache_key_add_text(&k, p->modules[i].name);
		cache_key_add_bytes(&k, p->modules[i].bytes, p->modules[i].count);
	}
	cache_key_add_number(&k, p->optimisation);
	cache_key_add_number(&k, p->simd);
	cache_key_add_cpu(&k, p->cpu);
	cache_key_add_number(&k, p->controls.given);
	for (size_t i = 0; i < FINALIZE_CONTROLS; i++)
		for (size_t n = 0; n < ARRAY_LEN(p->controls.values[i]); n++)
			cache_key_add_number(&k, p->controls.values[i][n]);
	cache_key_add_number(&k, p->detect_mask);
	cache_key_add_number(&k, p->break_mask);
	cache_key_add_number(&k, p->round);
	cache_key_add_number(&k, p->debug_info);
	cache_key_add_number(&k, p->imports);
	cache_key_end(&k, &r->key);
}

static hsa_status_t find_cached(void *arg)
{
	struct request *r = arg;
	const struct hsaemu_compiler *known = atomic_load(&r->f->compiler);
	r->has_key = known != NULL ? cache_identity_of_loaded(known, &r->identity)
	                           : hsaemu_half_identity(&r->identity);
	if (!r->has_key)
		return HSA_STATUS_SUCCESS;
	make_key(r);
	if (cache_find(r->f->cache, &r->key, &r->image, &r->messages) &&
		hr_code_new(NULL, r->image.data, r->image.len, &r->code) != HSA_STATUS_SUCCESS)
		r->code = NULL; /* no code object; it is compiled, and stored in its stead */
	return HSA_STATUS_SUCCESS;
}

/* Stores what was compiled, if the key has the compiler that did it. */
static hsa_status_t store(void *arg)
{
	struct request *r = arg;
	if (cache_identity_is_loaded(atomic_load(&r->f->compiler), &r->identity))
		cache_store(r->f->cache, &r->key,
			(struct str){(const char *)r->code->bytes, r->code->count}, STR(""));
	return HSA_STATUS_SUCCESS;
}

/* ---- the compiling half ---------------------------------------------------------------------- */

/* A line on stderr, but not one for each attempt, says why there is none, because the status does
 * not. */
static hsa_status_t find_compiler(void *arg)
{
	struct hr_finalizer *f = arg;
	struct buf why = BUF_INIT;
	const struct hsaemu_compiler *found = hsaemu_half_open(&why);
	if (found == NULL && !atomic_exchange(&f->told, true))
		fprintf(stderr, "libhsa-runtime64: " STR_FMT "\n", STR_ARG(buf_slice(&why)));
	buf_release(&why);
	atomic_store(&f->compiler, found);
	return found != NULL ? HSA_STATUS_SUCCESS
	                     : (hsa_status_t)HSA_EXT_STATUS_ERROR_FINALIZATION_FAILED;
}

static hsa_status_t compile(struct request *r)
{
	struct hsaemu_result result = {.status = HSAEMU_OK};
	hsa_status_t status = (hsa_status_t)HSA_EXT_STATUS_ERROR_FINALIZATION_FAILED;
	const struct hsaemu_compiler *compiler = atomic_load(&r->f->compiler);
	compiler->finalize_program(r->job, &result);
	if (result.messages != NULL)
		hr_explain_text("hsa_ext_program_finalize", result.messages);
	if (result.status == HSAEMU_OK)
		status = hr_code_new(NULL, result.image, result.image_bytes, &r->code);
	else if (result.status == HSAEMU_NO_MEMORY)
		status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	compiler->release_result(&result);
	return status;
}

/* ---- both ------------------------------------------------------------------------------------ */

static hsa_status_t finalize_anew(struct request *r)
{
	const char *what = "hsa_ext_program_finalize";
	hsa_status_t status = HSA_STATUS_SUCCESS;
	if (atomic_load(&r->f->compiler) == NULL)
		status = hr_protect(what, find_compiler, r->f);
	if (status == HSA_STATUS_SUCCESS)
		status = compile(r);
	if (status == HSA_STATUS_SUCCESS && r->has_key &&
		hr_protect(what, store, r) != HSA_STATUS_SUCCESS)
		hr_explain_text(what, "there was no memory to keep the code in the cache\n");
	return status;
}

/* When there is no memory to look into the cache, the code is compiled without it. */
hsa_status_t hr_finalize(struct hr_finalizer *f, const struct hsaemu_program *job,
	struct hr_code **out)
{
	struct request r = {.f = f, .job = job};
	hsa_status_t status = HSA_STATUS_SUCCESS;
	if (f->cache != NULL &&
		hr_protect("hsa_ext_program_finalize", find_cached, &r) != HSA_STATUS_SUCCESS)
		r = (struct request){.f = f, .job = job};
	if (r.code == NULL)
		status = finalize_anew(&r);
	buf_release(&r.identity);
	buf_release(&r.image);
	buf_release(&r.messages);
	if (status == HSA_STATUS_SUCCESS)
		*out = r.code;
	return status;
}
