/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compiling half of the library makes an image of PTX, HSAIL, BRIG or an object, or of several
 * modules of BRIG, with the functions that the tools are made of. */
#include "hsaemu/assemble.h"
#include "hsaemu/cli.h"
#include "hsaemu/compiler.h"
#include "hsaemu/translate.h"
#include "hsaemu/unwind.h"
#include "opencl/spirv_impl.h"
#include "program_impl.h"

struct job {
	const struct hsaemu_source *source; /* one of the five is given */
	size_t source_count;                /* that there are of it */
	const struct hsaemu_program *program;
	const struct hsaemu_cl_source *cl_source;
	const struct hsaemu_cl_program *cl_program;
	const struct hsaemu_cl_module *cl_module;
	struct hsaemu_result *out;
	struct diag_options options;
	struct arena arena; /* holds what messages refer to */
	struct diag d;
};

/* The modules of an image need different names (PRM 4.2.1). */
static bool to_brig(struct job *j, const struct hsaemu_source *s, struct buf *brig)
{
	size_t number = (size_t)(s - j->source);
	const struct translate_options translation = {.line_info = true,
		.module_name = number == 0 ? NULL : arena_printf(&j->arena, "&ptx.%zu", number)};
	const struct assemble_options assembly = {.debug_lines = true};
	struct source *text = source_in_arena(&j->arena, s->name, s->bytes, s->count);
	return s->stage == STAGE_PTX ? translate_ptx(text, &translation, brig, &j->d)
	                             : assemble(text, &assembly, brig, &j->d);
}

/* With `stubs`, the image has no code. */
static bool brig_to_image(struct job *j, struct str brig, bool stubs, struct buf *image)
{
	const struct hsaemu_source *s = j->source;
	const struct hsaemu_brig module = {s->name, brig.p, brig.n};
	const struct hsaemu_program p = {.modules = &module,
		.count = 1,
		.optimisation = s->optimisation,
		.simd = s->simd,
		.cpu = s->cpu,
		.debug_info = true,
		.stubs = stubs};
	return fin_program_image(&p, image, &j->d);
}

/* All sources are read, also when one is refused, so that the messages name all mistakes. */
static bool sources_to_image(struct job *j, struct buf *image)
{
	const struct hsaemu_source *first = j->source;
	size_t n = j->source_count, modules = 0, objects = 0;
	struct buf *brig = ARENA_ARRAY(&j->arena, struct buf, n);
	struct hsaemu_brig *module = ARENA_ARRAY(&j->arena, struct hsaemu_brig, n);
	struct hsaemu_brig *object = ARENA_ARRAY(&j->arena, struct hsaemu_brig, n);
	bool ok = true;
	for (size_t i = 0; i < n; i++) {
		const struct hsaemu_source *s = &first[i];
		const struct hsaemu_brig given = {s->name, s->bytes, s->count};
		brig[i] = (struct buf)BUF_INIT;
		if (s->stage == STAGE_OBJECT) {
			object[objects++] = given;
		} else if (s->stage == STAGE_BRIG) {
			module[modules++] = given;
		} else {
			ok &= to_brig(j, s, &brig[i]);
			module[modules++] =
				(struct hsaemu_brig){s->name, brig[i].data, brig[i].len};
		}
	}
	const struct hsaemu_program p = {.modules = module,
		.count = modules,
		.objects = object,
		.object_count = objects,
		.optimisation = first->optimisation,
		.simd = first->simd,
		.cpu = first->cpu,
		.debug_info = true};
	ok = ok && fin_program_image(&p, image, &j->d);
	for (size_t i = 0; i < n; i++)
		buf_release(&brig[i]);
	return ok;
}

/* Makes an image of OpenCL C's PTX, with stubs if its kernels are to get their code late and may;
 * `module` is what this is made of then, else empty. */
static bool late_image(struct job *j, struct buf *module, struct buf *image)
{
	bool ok = to_brig(j, j->source, module);
	size_t kernels = 0;
	bool late = ok && j->cl_program->late &&
	            fin_kernels_are_apart(module->data, module->len, &kernels) && kernels > 1;
	ok = ok && brig_to_image(j, buf_slice(module), late, image);
	if (!late)
		buf_release(module);
	return ok;
}

/* The status is that of what is given; OK: the diagnostics say it. */
static enum hsaemu_status link_to_image(struct job *j, struct buf *module, struct buf *image,
	bool *ok)
{
	const struct hsaemu_cl_program *given = j->cl_program;
	struct fin_cl_program p;
	struct buf ptx = BUF_INIT;
	enum hsaemu_status status = fin_cl_open(given, &j->arena, &p, &j->d);
	if (status != HSAEMU_OK)
		return status;
	if ((p.flags & CLC_LIBRARY) != 0) {
		*ok = fin_cl_ptx_of(&p, &j->arena, image, &j->d);
		return HSAEMU_OK;
	}
	if (!fin_cl_ptx_of(&p, &j->arena, &ptx, &j->d))
		return HSAEMU_OK;
	buf_u8(&ptx, 0);
	const struct hsaemu_source s = {.stage = STAGE_PTX,
		.name = given->objects[0].name,
		.bytes = (const char *)ptx.data,
		.count = ptx.len - 1,
		.optimisation = p.optimisation,
		.simd = given->simd,
		.cpu = given->cpu};
	j->source = &s;
	*ok = late_image(j, module, image);
	j->source = NULL;
	j->out->optimisation = p.optimisation;
	buf_release(&ptx);
	return HSAEMU_OK;
}

static enum hsaemu_status module_to_ptx(struct job *j, struct buf *ptx, bool *ok)
{
	struct fin_cl_program p;
	enum hsaemu_status status = fin_cl_open_module(j->cl_module, &j->arena, &p, &j->d);
	*ok = status == HSAEMU_OK && fin_cl_ptx_of(&p, &j->arena, ptx, &j->d);
	return status;
}

static bool any_to_image(struct job *j, struct buf *image)
{
	return j->source != NULL ? sources_to_image(j, image)
	                         : fin_program_image(j->program, image, &j->d);
}

static enum hsaemu_status status_of(const struct diag *d)
{
	switch (diag_exit_status(d)) {
	case EXIT_BUG:
		return HSAEMU_NO_MEMORY;
	case EXIT_USAGE: /* The named processor does not exist. */
		return HSAEMU_BAD_CALL;
	case EXIT_UNSUPPORTED:
		return HSAEMU_UNSUPPORTED;
	}
	return HSAEMU_REFUSED;
}

static void compile_any(struct job *j, struct buf *module, struct buf *image)
{
	bool ok = false;
	enum hsaemu_status status = HSAEMU_OK;
	if (j->cl_program != NULL)
		status = link_to_image(j, module, image, &ok);
	else if (j->cl_module != NULL)
		status = module_to_ptx(j, image, &ok);
	else
		ok = any_to_image(j, image);
	j->out->status = status != HSAEMU_OK ? status : ok ? HSAEMU_OK : status_of(&j->d);
}

/* Compiles; all that it takes is of the scope that it runs in. */
static void compile_in_scope(void *arg)
{
	struct job *j = arg;
	struct buf image = BUF_INIT, module = BUF_INIT, messages = BUF_INIT;
	arena_init(&j->arena);
	diag_init(&j->d, &j->options);
	if (j->cl_source != NULL && j->cl_source->is_spirv) {
		fin_spirv_compile(j->cl_source, &j->arena, &j->d, j->out);
	} else if (j->cl_source != NULL) {
		fin_cl_compile(j->cl_source, &j->arena, j->out);
	} else {
		compile_any(j, &module, &image);
		diag_take(&j->d, &messages);
		buf_u8(&messages, 0);
		j->out->messages = (char *)messages.data;
		j->out->image = image.data;
		j->out->image_bytes = image.len;
		j->out->module = module.data;
		j->out->module_bytes = module.len;
	}
	diag_release(&j->d);
	arena_release(&j->arena);
}

/* The text of a compilation that did not come to its end; NULL if there is no memory for it. */
static char *last_words(const char *before, const char *text)
{
	size_t a = strlen(before), b = strlen(text);
	char *copy = mem_try_new(a + b + 1, 1);
	if (copy == NULL)
		return NULL;
	memcpy(copy, before, a);
	memcpy(copy + a, text, b);
	return copy;
}

/* What LLVM has no code for, in bitcode of clang, it says only when it gives up. */
static struct hsaemu_result unfinished(const struct job *j, enum unwind_end end,
	const struct unwind_report *why)
{
	struct hsaemu_result r = {.status = HSAEMU_NO_MEMORY};
	if (end != UNWIND_BUG) {
		r.messages = last_words("", "hsaemu: error: out of memory");
	} else if (j->cl_program == NULL && j->cl_module == NULL &&
		   (j->cl_source == NULL || !j->cl_source->is_spirv)) {
		r.messages = last_words("", why->text);
	} else {
		r.status = HSAEMU_UNSUPPORTED;
		r.messages = last_words("OpenCL C: error: unsupported: there is no code for this: ",
			why->text);
	}
	return r;
}

static void run(struct job *j, unsigned error_limit)
{
	struct unwind_report why;
	j->options = (struct diag_options){.tool = "hsaemu", .error_limit = error_limit};
	enum unwind_end end = UNWIND_NO_MEMORY;
	if (fin_catch_begin()) {
		end = unwind_run(compile_in_scope, j, &why);
		fin_catch_end();
	}
	if (end != UNWIND_DONE)
		*j->out = unfinished(j, end, &why);
}

enum { ERROR_LIMIT = 20 };

static void compile(const struct hsaemu_source *sources, size_t count, struct hsaemu_result *out)
{
	struct job j = {.source = sources, .source_count = count, .out = out};
	/* A PTX source gets no limit of errors, so that everything without a translation is
	 * listed. */
	run(&j, sources->stage == STAGE_PTX ? 0 : ERROR_LIMIT);
}

static void finalize_program(const struct hsaemu_program *p, struct hsaemu_result *out)
{
	struct job j = {.program = p, .out = out};
	run(&j, ERROR_LIMIT);
}

static void compile_cl(const struct hsaemu_cl_source *s, struct hsaemu_result *out)
{
	struct job j = {.cl_source = s, .out = out};
	run(&j, ERROR_LIMIT);
}

static void link_cl(const struct hsaemu_cl_program *p, struct hsaemu_result *out)
{
	struct job j = {.cl_program = p, .out = out};
	run(&j, ERROR_LIMIT);
}

static void cl_to_ptx(const struct hsaemu_cl_module *m, struct hsaemu_result *out)
{
	struct job j = {.cl_module = m, .out = out};
	run(&j, ERROR_LIMIT);
}

static void release_result(struct hsaemu_result *r)
{
	mem_free(r->image);
	mem_free(r->module);
	mem_free(r->messages);
	mem_free(r->files);
}

const struct hsaemu_compiler hsaemu_compiler = {
	.version = HSAEMU_COMPILER_VERSION,
	.bytes = sizeof hsaemu_compiler,
	.release = hsaemu_version,
	.compile = compile,
	.release_result = release_result,
	.finalize_program = finalize_program,
	.compile_cl = compile_cl,
	.link_cl = link_cl,
	.cl_to_ptx = cl_to_ptx,
};
