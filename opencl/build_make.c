/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Does the work of builds: sources, objects, libraries and BRIG go through the compiling half,
 * which is not even loaded if the result is known. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/opencl_c.h"
#include "hsaemu/unwind.h"
#include "late_impl.h"
#include "make_impl.h"

static enum ocl_code_kind result_of(const struct ocl_job *j)
{
	switch (j->step) {
	case OCL_STEP_BUILD:
		return OCL_CODE_IMAGE;
	case OCL_STEP_COMPILE:
		return OCL_CODE_OBJECT;
	case OCL_STEP_LINK:
		return (j->flags & CLC_LIBRARY) != 0 ? OCL_CODE_LIBRARY : OCL_CODE_IMAGE;
	}
	return OCL_CODE_NONE;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static struct hsaemu_cl_header *headers_of(const struct ocl_job *j)
{
	struct hsaemu_cl_header *h = mem_new(j->header_count + 1, sizeof *h);
	for (size_t i = 0; i < j->header_count; i++)
		h[i] = (struct hsaemu_cl_header){j->headers[i].name, j->headers[i].program->source,
			j->headers[i].program->source_bytes};
	return h;
}

/* Appends the names of included files, each with a 0 behind it. */
static bool compile(const struct ocl_job *j, const struct hsaemu_compiler *half,
	struct ocl_made *object, struct buf *files)
{
	struct hsaemu_cl_header *headers = headers_of(j);
	const struct hsaemu_cl_source s = {.bytes = j->program->source,
		.count = j->program->source_bytes,
		.options = j->options,
		.headers = headers,
		.header_count = j->header_count,
		.is_spirv = j->program->origin == OCL_OF_IL,
		.no_images = ocl_is_deep()};
	bool ok = ocl_half_compile(half, &s, object, files);
	mem_free(headers);
	return ok;
}

static bool join(struct ocl_make *m, const struct hsaemu_compiler *half,
	const struct hsaemu_brig *objects, size_t count)
{
	const struct hsaemu_cl_program p = {.objects = objects,
		.count = count,
		.options = m->job->step == OCL_STEP_LINK ? m->job->options : NULL,
		.simd = HSAEMU_SIMD_AUTO,
		.cpu = ocl_cpus(),
		.late = ocl_late_is_wanted()};
	return ocl_half_link(half, &p, &m->made);
}

static bool finalize_brig(struct ocl_make *m, const struct hsaemu_compiler *half,
	const struct hsaemu_brig *module)
{
	const struct hsaemu_program p = ocl_half_program(module);
	return ocl_half_finalize(half, &p, &m->made);
}

/* Compiles the source and, for an executable, links it. */
static bool make_of_source(struct ocl_make *m, const struct hsaemu_compiler *half,
	struct buf *files)
{
	if (!compile(m->job, half, &m->made, files))
		return false;
	if (m->job->step == OCL_STEP_COMPILE)
		return true;
	struct buf object = m->made.code;
	m->made.code = (struct buf)BUF_INIT;
	const struct hsaemu_brig one = {"<source>", object.data, object.len};
	bool ok = join(m, half, &one, 1);
	buf_release(&object);
	return ok;
}

static bool make_of_inputs(struct ocl_make *m, const struct hsaemu_compiler *half)
{
	size_t count = m->job->input_count;
	struct hsaemu_brig *objects = mem_new(count, sizeof *objects);
	struct arena names;
	bool ok;
	arena_init(&names);
	for (size_t i = 0; i < count; i++)
		objects[i] = (struct hsaemu_brig){arena_printf(&names, "program %zu", i + 1),
			m->inputs[i]->code, m->inputs[i]->bytes};
	if (count == 1 && m->inputs[0]->kind == OCL_CODE_BRIG)
		ok = finalize_brig(m, half, objects);
	else
		ok = join(m, half, objects, count);
	mem_free(objects);
	arena_release(&names);
	return ok;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Compiles, unless another thread has done it meanwhile. */
static void make_here(struct ocl_make *m, const struct hsaemu_compiler *half,
	const struct ocl_cached *cached)
{
	struct unwind_guard inside;
	struct buf files = BUF_INIT;
	if (!ocl_gate_enter(&inside, &m->made.log))
		return;
	if (cached->cache != NULL && ocl_cached_find(cached, m, &m->made.code, &m->made.log))
		m->made.status = HSAEMU_OK;
	else if (ocl_make_compiles(m->job) ? make_of_source(m, half, &files)
					   : make_of_inputs(m, half))
		ocl_cached_store(cached, m, half, buf_slice(&files));
	ocl_gate_leave(&inside);
	buf_release(&files);
}

static void make(struct ocl_make *m)
{
	struct ocl_cached cached;
	ocl_cached_begin(&cached, m);
	if (cached.cache != NULL && ocl_cached_find(&cached, m, &m->made.code, &m->made.log)) {
		m->made.status = HSAEMU_OK;
	} else {
		const struct hsaemu_compiler *half = hsaemu_half_open(&m->made.log);
		m->made.status = half == NULL ? HSAEMU_NO_COMPILER : HSAEMU_REFUSED;
		if (half != NULL)
			make_here(m, half, &cached);
		else
			buf_u8(&m->made.log, '\n');
	}
	ocl_cached_release(&cached);
}

static void make_code(struct ocl_make *m)
{
	const struct ocl_build *first = m->job->input_count != 0 ? m->inputs[0] : NULL;
	if (m->job->step == OCL_STEP_BUILD && first != NULL && first->kind == OCL_CODE_IMAGE) {
		buf_append(&m->made.code, first->code, first->bytes);
		m->made.status = HSAEMU_OK;
	} else {
		make(m);
	}
}

/* ---- results --------------------------------------------------------------------------------- */

static void put_origin(const struct ocl_make *m, uint8_t *out)
{
	const struct ocl_job *j = m->job;
	struct cache_key_maker k;
	struct cache_key key;
	cache_key_begin(&k, "OpenCL source");
	if (ocl_make_compiles(j))
		cache_key_add_bytes(&k, j->program->source, j->program->source_bytes);
	for (size_t i = 0; i < j->input_count; i++)
		cache_key_add_bytes(&k, m->inputs[i]->origin, sizeof m->inputs[i]->origin);
	cache_key_end(&k, &key);
	memcpy(out, key.bytes, sizeof key.bytes);
}

static cl_int error_of(enum ocl_step step, enum hsaemu_status status)
{
	static const cl_int failures[] = {[OCL_STEP_BUILD] = CL_BUILD_PROGRAM_FAILURE,
		[OCL_STEP_COMPILE] = CL_COMPILE_PROGRAM_FAILURE,
		[OCL_STEP_LINK] = CL_LINK_PROGRAM_FAILURE};
	switch (status) {
	case HSAEMU_OK:
		return CL_SUCCESS;
	case HSAEMU_NO_MEMORY:
		return CL_OUT_OF_HOST_MEMORY;
	case HSAEMU_NO_COMPILER:
		return step == OCL_STEP_LINK ? CL_LINKER_NOT_AVAILABLE : CL_COMPILER_NOT_AVAILABLE;
	default:
		return failures[step];
	}
}

struct work {
	struct ocl_make make;
	uint8_t origin[OCL_DIGEST_BYTES];
};

static void do_work(void *arg)
{
	struct work *w = arg;
	make_code(&w->make);
	buf_u8(&w->make.made.log, 0);
	put_origin(&w->make, w->origin);
}

/* Loads what was made to an executable. */
static cl_int load(const struct ocl_made *made, struct ocl_build *b, char **why)
{
	struct ocl_late_parts parts;
	if (!ocl_late_open(made->code.data, made->code.len, &parts))
		return ocl_build_load(b, made->code.data, made->code.len, why);
	cl_int error = ocl_image_load(parts.image.p, parts.image.n, &b->image, why);
	if (error != CL_SUCCESS)
		return error;
	b->kind = OCL_CODE_LATE;
	b->late = ocl_late_new(&parts, b->image);
	return b->late != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static struct ocl_build *without_code(const struct ocl_make *m, const char *log)
{
	return ocl_build_new(CL_BUILD_ERROR, m->job->options, log);
}

/* Makes the build of what was made, which it takes; NULL without memory. An image that cannot be
 * loaded is refused. */
static struct ocl_build *take_work(struct work *w)
{
	struct ocl_make *m = &w->make;
	const char *log = (const char *)m->made.log.data;
	char *why = NULL;
	if (m->made.status != HSAEMU_OK)
		return without_code(m, log);
	struct ocl_build *b = ocl_build_new(CL_BUILD_SUCCESS, m->job->options, log);
	if (b == NULL)
		return NULL;
	b->kind = result_of(m->job);
	if (b->kind == OCL_CODE_IMAGE) {
		cl_int error = load(&m->made, b, &why);
		if (error != CL_SUCCESS) {
			ocl_build_drop(b);
			m->made.status =
				error == CL_INVALID_BINARY ? HSAEMU_REFUSED : HSAEMU_NO_MEMORY;
			b = without_code(m, why != NULL ? why : log);
			free(why);
			return b;
		}
	}
	b->code = m->made.code.data;
	b->bytes = m->made.code.len;
	memcpy(b->origin, w->origin, sizeof b->origin);
	m->made.code = (struct buf)BUF_INIT;
	return b;
}

cl_int ocl_make(const struct ocl_job *j, struct ocl_build *const *inputs, struct ocl_build **out)
{
	struct work w = {.make = {.job = j, .inputs = inputs, .made = {.status = HSAEMU_REFUSED}}};
	*out = NULL;
	cl_int error = ocl_work_run(do_work, &w);
	if (error != CL_SUCCESS)
		return error; /* what it had is gone with the scope */
	*out = take_work(&w);
	buf_release(&w.make.made.code);
	buf_release(&w.make.made.log);
	return *out == NULL ? CL_OUT_OF_HOST_MEMORY : error_of(j->step, w.make.made.status);
}
