/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file makes a module of a file or of bytes. The other half of the library, or hsaemu-cc,
 * compiles a source to an image; the image is then mapped. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "face_impl.h"
#include "hsaemu/fileio.h"
#include "hsaemu/kernel_name.h"
#include "hsaemu/unwind.h"

static const struct diag_options quiet = {.tool = "hsaemu", .error_limit = 20};

/* ---- modules --------------------------------------------------------------------------------- */

void face_module_free(struct hsaemu_module *m)
{
	face_blocks_free(m);
	gcn_device_image_free(m->gpu);
	if (m->image != NULL)
		rt_image_free(m->image);
	buf_release(&m->file);
	buf_release(&m->object);
	arena_release(&m->arena);
	free(m);
}

static struct hsaemu_module *new_module(struct hsaemu_runtime *r)
{
	struct hsaemu_module *m = mem_try_new(1, sizeof *m);
	if (m == NULL) {
		face_fail(HSAEMU_NO_MEMORY, "out of memory: a module");
		return NULL;
	}
	m->runtime = r;
	arena_init(&m->arena);
	m->messages = "";
	return m;
}

static void describe_kernel(struct hsaemu_module *m, struct hsaemu_kernel *k,
	const struct image_kernel *meta)
{
	k->module = m;
	k->descriptor = m->gpu != NULL ? gcn_device_kernel(m->gpu, meta)
	                               : rt_image_kernel_descriptor(m->image, meta);
	k->info = (struct hsaemu_kernel_info){.name = image_kernel_text(&m->arena, meta->name),
		.hsail = meta->name,
		.formal_count = meta->arg_count,
		.group_bytes = k->descriptor->group_bytes,
		.private_bytes = k->descriptor->private_bytes,
		.kernarg_bytes = k->descriptor->kernarg_bytes,
		.required_group = {k->descriptor->required_wg_x, k->descriptor->required_wg_y,
			k->descriptor->required_wg_z},
		.max_group = k->descriptor->max_flat_wg};
	if (k->info.name[0] == '&')
		k->info.name++;
	k->formals = ARENA_ARRAY(&m->arena, struct hsaemu_formal, meta->arg_count);
	for (uint32_t i = 0; i < meta->arg_count; i++)
		k->formals[i] = (struct hsaemu_formal){.name = meta->args[i].name,
			.type = meta->args[i].type,
			.bytes = meta->args[i].bytes,
			.elements = meta->args[i].dim,
			.offset = meta->args[i].offset};
}

/* Checks that each formal lies in the kernarg segment, since the image's metadata may be wrong.
 * Returns false after an error. */
static bool check_kernel(const struct hsaemu_kernel *k)
{
	for (uint32_t i = 0; i < k->info.formal_count; i++) {
		const struct hsaemu_formal *f = &k->formals[i];
		if (f->offset <= k->info.kernarg_bytes &&
			f->bytes <= k->info.kernarg_bytes - f->offset)
			continue;
		face_fail(HSAEMU_REFUSED,
			"metadata of '%s' puts %s, of %u bytes, at byte %u of a kernarg segment of %u",
			k->info.name, f->name, f->bytes, f->offset, k->info.kernarg_bytes);
		return false;
	}
	return true;
}

static bool describe_kernels(struct hsaemu_module *m)
{
	const struct image_meta *meta = rt_image_meta(m->image);
	m->kernel_count = meta->kernel_count;
	m->kernels = ARENA_ARRAY(&m->arena, struct hsaemu_kernel, meta->kernel_count);
	for (size_t i = 0; i < m->kernel_count; i++) {
		describe_kernel(m, &m->kernels[i], &meta->kernels[i]);
		if (!check_kernel(&m->kernels[i]))
			return false;
	}
	return true;
}

static bool map_image(struct hsaemu_module *m, const char *name)
{
	struct gcn_device *gpu = m->runtime->gpu;
	struct diag d;
	diag_init(&d, &quiet);
	bool ok = rt_image_load(name, m->file.data, m->file.len, &m->image, &d) &&
	          rt_image_bind(m->image, NULL, NULL, &d) &&
	          (gpu == NULL || gcn_device_image_load(gpu, m->image, name, m->file.data,
					  m->file.len, &m->gpu, &d));
	if (!ok)
		face_fail_diag(&d);
	diag_release(&d);
	return ok && describe_kernels(m);
}

/* ---- the way to an image --------------------------------------------------------------------- */

/* Returns the compiling half; NULL after an error. Threads that look for it at the same time find
 * the same one, so the lock is not held meanwhile. */
static const struct hsaemu_compiler *compiler_of(struct hsaemu_runtime *r)
{
	pthread_mutex_lock(&r->lock);
	const struct hsaemu_compiler *known = r->compiler;
	pthread_mutex_unlock(&r->lock);
	if (known != NULL)
		return known;
	struct buf why = BUF_INIT;
	const struct hsaemu_compiler *found = hsaemu_half_open(&why);
	if (found == NULL)
		face_fail_text(HSAEMU_NO_COMPILER, buf_slice(&why));
	buf_release(&why);
	pthread_mutex_lock(&r->lock);
	r->compiler = found;
	pthread_mutex_unlock(&r->lock);
	return found;
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name), m = strlen(suffix);
	return n > m && strcmp(name + n - m, suffix) == 0;
}

/* Returns the stage of the bytes. Text of no known stage is taken for PTX if the name ends in .ptx,
 * else for HSAIL; the translator or the assembler then says what is wrong with it. */
static enum stage stage_from(const char *name, struct str bytes)
{
	enum stage stage = stage_of(name, bytes);
	if (stage != STAGE_UNKNOWN)
		return stage;
	return has_suffix(name, ".ptx") ? STAGE_PTX : STAGE_HSAIL;
}

struct result {
	struct hsaemu_result *r;
	void (*release)(struct hsaemu_result *r);
};

static void release_result(void *arg)
{
	const struct result *r = arg;
	r->release(r->r);
}

/* Takes what was compiled, and releases the result. */
static bool take_result(struct hsaemu_module *m, struct hsaemu_result *r,
	void (*release)(struct hsaemu_result *r))
{
	struct result all = {r, release};
	struct unwind_guard guard = {.release = release_result, .arg = &all};
	const char *messages = r->messages != NULL ? r->messages : "";
	bool ok = r->status == HSAEMU_OK;
	unwind_guard_begin(&guard);
	if (ok) {
		buf_append(&m->file, r->image, r->image_bytes);
		m->messages = arena_strndup(&m->arena, messages, strlen(messages));
	} else {
		face_fail_text(r->status, str_from(messages));
	}
	unwind_guard_end(&guard);
	release(r);
	return ok;
}

/* Compiles with the other half of the library, and stores the result. */
static bool compile_here(struct hsaemu_module *m, const struct hsaemu_source *s,
	const struct face_cached *cached)
{
	struct hsaemu_result result = {.status = HSAEMU_OK};
	const struct hsaemu_compiler *compiler = compiler_of(m->runtime);
	if (compiler == NULL)
		return false;
	compiler->compile(s, 1, &result);
	bool ok = take_result(m, &result, compiler->release_result);
	if (ok)
		face_cached_store(m, compiler, cached);
	return ok;
}

/* Compiles the source to the module's image. `bytes` are borrowed and have a NUL behind them;
 * `path` is NULL if they come from no file. Returns false after an error. */
static bool compile(struct hsaemu_module *m, const char *name, const char *path, struct str bytes,
	enum stage stage)
{
	const struct hsaemu_options *o = &m->runtime->options;
	struct hsaemu_source s = {.stage = stage,
		.name = name,
		.bytes = bytes.p,
		.count = bytes.n,
		.optimisation = o->optimisation,
		.simd = (enum hsaemu_simd)o->simd,
		.cpu = o->cpu};
	struct hsaemu_result result = {.status = HSAEMU_OK};
	if (stage == STAGE_OPENCL || stage == STAGE_CUDA) {
		face_compile_c(&s, path, &result);
		return take_result(m, &result, face_release_c);
	}
	struct face_cached cached;
	bool ok = face_cached_find(m, &s, &cached) || compile_here(m, &s, &cached);
	face_cached_release(&cached);
	return ok;
}

static bool expect_loadable(const char *name, struct str bytes, enum stage stage)
{
	struct diag d;
	if (stage <= STAGE_IMAGE || stage == STAGE_CODE_OBJECT)
		return true;
	diag_init(&d, &quiet);
	bool ok = stage_expect("hsaemu_load", STAGE_IMAGE, name, bytes, &d);
	if (!ok)
		face_fail_diag(&d);
	diag_release(&d);
	return ok;
}

/* Makes the module's image of a code object for the runtime's GPU. */
static bool adopt(struct hsaemu_module *m, const char *name, struct str bytes)
{
	struct diag d;
	diag_init(&d, &quiet);
	bool ok = gcn_device_adopt(m->runtime->gpu, name, bytes.p, bytes.n, &m->file, &d);
	if (ok)
		buf_append(&m->object, bytes.p, bytes.n);
	else
		face_fail_diag(&d);
	diag_release(&d);
	return ok;
}

/* What hsaemu_load() and hsaemu_load_file() do, in a scope. */
struct load {
	struct hsaemu_runtime *runtime;
	const char *name, *path; /* `path` is NULL if the bytes come from no file */
	const void *bytes;
	size_t count;
	struct hsaemu_module *module; /* the result */
};

static void free_module(void *arg)
{
	face_module_free(arg);
}

static bool fill_module(struct hsaemu_module *m, const struct load *l, struct str bytes,
	enum stage stage)
{
	struct unwind_guard guard = {.release = free_module, .arg = m};
	unwind_guard_begin(&guard);
	bool ok = true;
	if (stage == STAGE_IMAGE)
		buf_append(&m->file, bytes.p, bytes.n);
	else if (stage == STAGE_CODE_OBJECT)
		ok = adopt(m, l->name, bytes);
	else
		ok = compile(m, l->name, l->path, bytes, stage);
	ok = ok && map_image(m, l->name);
	unwind_guard_end(&guard);
	return ok;
}

static void load_bytes(struct load *l, struct str bytes)
{
	enum stage stage = stage_from(l->name, bytes);
	if (bytes.n > UINT32_MAX) {
		face_fail(HSAEMU_REFUSED, "%s: 4 GiB or more", l->name);
		return;
	}
	struct hsaemu_module *m =
		expect_loadable(l->name, bytes, stage) ? new_module(l->runtime) : NULL;
	if (m == NULL)
		return;
	if (!fill_module(m, l, bytes, stage)) {
		face_module_free(m);
		return;
	}
	l->module = m;
}

/* The copy ends in a NUL, because the readers of text need one. */
static void load_copy(void *arg)
{
	struct load *l = arg;
	struct buf copy = BUF_INIT;
	buf_append(&copy, l->bytes, l->count);
	buf_u8(&copy, 0);
	load_bytes(l, (struct str){(const char *)copy.data, l->count});
	buf_release(&copy);
}

static struct hsaemu_module *load(struct load *l, void (*work)(void *arg))
{
	struct hsaemu_runtime *r = l->runtime;
	struct hsaemu_module *m = face_run(work, l) ? l->module : NULL;
	if (m == NULL)
		return NULL;
	pthread_mutex_lock(&r->lock);
	m->next = r->modules;
	r->modules = m;
	pthread_mutex_unlock(&r->lock);
	return m;
}

struct hsaemu_module *hsaemu_load(struct hsaemu_runtime *r, const char *name, const void *bytes,
	size_t count)
{
	struct load l = {.runtime = r, .name = name, .bytes = bytes, .count = count};
	if (r == NULL) {
		face_no_handle("hsaemu_load");
		return NULL;
	}
	face_begin();
	if (name == NULL || (bytes == NULL && count != 0)) {
		face_fail(HSAEMU_BAD_CALL, "hsaemu_load without a name, or without bytes");
		return NULL;
	}
	return load(&l, load_copy);
}

static bool read_file(const char *path, struct file_data *file)
{
	struct stat st;
	struct diag d;
	if (stat(path, &st) != 0 && errno == ENOENT) {
		face_fail(HSAEMU_NOT_FOUND, "%s: there is no such file", path);
		return false;
	}
	diag_init(&d, &quiet);
	/* "-" is standard input for the tools only; here it is the name of a file. */
	bool ok = file_read(file, strcmp(path, "-") == 0 ? "./-" : path, &d);
	if (!ok)
		face_fail_diag(&d);
	diag_release(&d);
	return ok;
}

static void release_file(void *arg)
{
	file_release(arg);
}

static void load_file(void *arg)
{
	struct load *l = arg;
	struct file_data file;
	struct unwind_guard guard = {.release = release_file, .arg = &file};
	if (!read_file(l->path, &file))
		return;
	unwind_guard_begin(&guard);
	load_bytes(l, (struct str){(const char *)file.bytes, file.len});
	unwind_guard_end(&guard);
	file_release(&file);
}

struct hsaemu_module *hsaemu_load_file(struct hsaemu_runtime *r, const char *path)
{
	struct load l = {.runtime = r, .name = path, .path = path};
	if (r == NULL) {
		face_no_handle("hsaemu_load_file");
		return NULL;
	}
	face_begin();
	if (path == NULL) {
		face_fail(HSAEMU_BAD_CALL, "hsaemu_load_file without a path");
		return NULL;
	}
	return load(&l, load_file);
}

/* ---- what is known of a module --------------------------------------------------------------- */

enum hsaemu_status hsaemu_unload(struct hsaemu_module *m)
{
	if (m == NULL)
		return face_no_handle("hsaemu_unload");
	struct hsaemu_runtime *r = m->runtime;
	struct hsaemu_module **at = &r->modules;
	face_begin();
	pthread_mutex_lock(&r->lock);
	size_t launches = m->launches;
	while (launches == 0 && *at != m)
		at = &(*at)->next;
	if (launches == 0)
		*at = m->next;
	pthread_mutex_unlock(&r->lock);
	if (launches != 0)
		return face_fail(HSAEMU_BAD_CALL,
			"the module has %zu launches that were not waited for", launches);
	face_module_free(m);
	return HSAEMU_OK;
}

const char *hsaemu_module_messages(const struct hsaemu_module *m)
{
	return m == NULL ? "" : m->messages;
}

const void *hsaemu_module_image(const struct hsaemu_module *m, size_t *count)
{
	const struct buf *b = m == NULL ? NULL : m->object.len != 0 ? &m->object : &m->file;
	if (count != NULL)
		*count = b == NULL ? 0 : b->len;
	return b == NULL ? NULL : b->data;
}
