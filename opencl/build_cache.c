/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps what builds made (cache.h). Of a source that includes files there are two entries: one has
 * the names of the files; the key of the other one, with the code, has their contents, too. */
#define _GNU_SOURCE /* for CLOCK_REALTIME_COARSE */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "hsaemu/fileio.h"
#include "hsaemu/opencl_c.h"
#include "hsaemu/unwind.h"
#include "late_impl.h"
#include "make_impl.h"

static pthread_once_t cache_once = PTHREAD_ONCE_INIT;
static struct cache *the_cache; /* lives to the process's end; NULL: off */

static void open_cache(void)
{
	the_cache = cache_open(NULL);
}

/* By them clang looks for files, or changes its command. */
static void add_environment(struct cache_key_maker *k)
{
	static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS"};
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		cache_key_add_text(k, getenv(names[i]));
}

/* Appends the identity of what the job compiles with. */
static bool identify(const struct ocl_job *j, struct buf *out)
{
	struct buf why = BUF_INIT;
	bool known = !ocl_make_compiles(j) ||
	             (clc_identity(NULL, out, &why) && (j->program->origin != OCL_OF_IL ||
							       clc_translator_identity(out, &why)));
	buf_release(&why);
	return known;
}

static void make_key(struct ocl_cached *c, const struct ocl_make *m, const struct buf *clang)
{
	const struct ocl_job *j = m->job;
	struct cache_key_maker k;
	cache_key_begin(&k, "OpenCL program");
	cache_key_add_bytes(&k, c->half.data, c->half.len);
	cache_key_add_bytes(&k, clang->data, clang->len);
	cache_key_add_cpu(&k, ocl_cpus());
	cache_key_add_number(&k, j->step);
	cache_key_add_number(&k, ocl_late_is_wanted());
	cache_key_add_text(&k, j->options);
	if (ocl_make_compiles(j)) {
		add_environment(&k);
		cache_key_add_number(&k, j->program->origin);
		cache_key_add_bytes(&k, j->program->source, j->program->source_bytes);
	}
	for (size_t i = 0; i < j->header_count; i++) {
		const struct _cl_program *header = j->headers[i].program;
		cache_key_add_text(&k, j->headers[i].name);
		cache_key_add_bytes(&k, header->source, header->source_bytes);
	}
	for (size_t i = 0; i < j->input_count; i++) {
		cache_key_add_number(&k, m->inputs[i]->kind);
		cache_key_add_bytes(&k, m->inputs[i]->code, m->inputs[i]->bytes);
	}
	cache_key_end(&k, &c->key);
}

/* Returns whether there is a cache, and it is known who compiles. */
static bool begin(struct ocl_cached *c)
{
	pthread_once(&cache_once, open_cache);
	*c = (struct ocl_cached){.half = BUF_INIT};
	return the_cache != NULL && hsaemu_half_identity(&c->half);
}

void ocl_cached_begin(struct ocl_cached *c, const struct ocl_make *m)
{
	struct buf clang = BUF_INIT;
	struct timespec now;
	bool known = begin(c) && identify(m->job, &clang);
	clock_gettime(CLOCK_REALTIME_COARSE, &now);
	c->begun_ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
	if (known) {
		c->cache = the_cache;
		make_key(c, m, &clang);
	}
	buf_release(&clang);
}

void ocl_cached_release(struct ocl_cached *c)
{
	buf_release(&c->half);
}

/* ---- included files -------------------------------------------------------------------------- */

static void release_file(void *arg)
{
	file_release(arg);
}

static bool add_file(struct cache_key_maker *k, const char *name)
{
	static const struct diag_options quiet = {.tool = "hsaemu", .error_limit = 1};
	struct diag d;
	struct file_data file;
	struct unwind_guard guard = {.release = release_file, .arg = &file};
	diag_init(&d, &quiet);
	bool ok = strcmp(name, "-") != 0 && file_read(&file, name, &d);
	diag_release(&d);
	if (!ok)
		return false;
	unwind_guard_begin(&guard);
	cache_key_add_text(k, name);
	cache_key_add_bytes(k, file.bytes, file.len);
	unwind_guard_end(&guard);
	file_release(&file);
	return true;
}

/* Makes the key of the code from the names of the files; relative ones belong to a folder. Returns
 * false if one of them cannot be read. */
static bool code_key(const struct ocl_cached *c, struct str files, struct cache_key *out)
{
	struct cache_key_maker k;
	cache_key_begin(&k, "OpenCL code");
	cache_key_add_bytes(&k, c->key.bytes, sizeof c->key.bytes);
	if (files.n != 0) {
		char folder[PATH_MAX];
		cache_key_add_text(&k, getcwd(folder, sizeof folder));
	}
	for (size_t at = 0; at < files.n; at += strlen(files.p + at) + 1)
		if (!add_file(&k, files.p + at))
			return false;
	cache_key_end(&k, out);
	return true;
}

/* A file that was written while the source was compiled may have had other contents then. */
static bool are_older(const struct ocl_cached *c, struct str files)
{
	struct stat st;
	for (size_t at = 0; at < files.n; at += strlen(files.p + at) + 1)
		if (stat(files.p + at, &st) != 0 ||
			(int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec >= c->begun_ns)
			return false;
	return true;
}

/* ---- entries --------------------------------------------------------------------------------- */

bool ocl_cached_find(const struct ocl_cached *c, const struct ocl_make *m, struct buf *code,
	struct buf *log)
{
	struct buf files = BUF_INIT, none = BUF_INIT;
	struct cache_key key = c->key;
	bool found = true;
	if (ocl_make_compiles(m->job)) {
		found = cache_find(c->cache, &c->key, &files, &none) &&
		        (files.len == 0 || files.data[files.len - 1] == 0) &&
		        code_key(c, buf_slice(&files), &key);
	}
	found = found && cache_find(c->cache, &key, code, log);
	buf_release(&files);
	buf_release(&none);
	return found;
}

void ocl_cached_store(const struct ocl_cached *c, const struct ocl_make *m,
	const struct hsaemu_compiler *half, struct str files)
{
	struct cache_key key = c->key;
	if (c->cache == NULL || !cache_identity_is_loaded(half, &c->half))
		return;
	if (ocl_make_compiles(m->job)) {
		if (!are_older(c, files) || !code_key(c, files, &key))
			return;
		cache_store(c->cache, &c->key, files, STR(""));
	}
	cache_store(c->cache, &key, buf_slice(&m->made.code), buf_slice(&m->made.log));
}

/* ---- kernels --------------------------------------------------------------------------------- */

void ocl_cached_begin_kernel(struct ocl_cached *c, struct str module, unsigned optimisation,
	const char *kernel)
{
	struct cache_key_maker k;
	if (!begin(c))
		return;
	c->cache = the_cache;
	cache_key_begin(&k, "OpenCL kernel");
	cache_key_add_bytes(&k, c->half.data, c->half.len);
	cache_key_add_cpu(&k, ocl_cpus());
	cache_key_add_bytes(&k, module.p, module.n);
	cache_key_add_number(&k, optimisation);
	cache_key_add_text(&k, kernel);
	cache_key_end(&k, &c->key);
}

bool ocl_cached_find_kernel(const struct ocl_cached *c, struct ocl_made *m)
{
	return c->cache != NULL && cache_find(c->cache, &c->key, &m->code, &m->log);
}

void ocl_cached_store_kernel(const struct ocl_cached *c, const struct hsaemu_compiler *half,
	const struct ocl_made *m)
{
	if (c->cache != NULL && cache_identity_is_loaded(half, &c->half))
		cache_store(c->cache, &c->key, buf_slice(&m->code), buf_slice(&m->log));
}
