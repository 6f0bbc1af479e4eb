/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compiling half of the library makes an image of PTX, HSAIL, BRIG or an object, or of several
 * modules of BRIG, with the functions that the tools are made of. */
#include <pthread.h>
#include "hsaemu/assemble.h"
#include "hsaemu/cli.h"
#include "hsaemu/compiler.h"
#include "hsaemu/translate.h"
#include "program_impl.h"

/* Only one compilation runs at a time, because LLVM's set-up belongs to the whole process. */
static pthread_mutex_t compile_lock = PTHREAD_MUTEX_INITIALIZER;

struct job {
	const struct hsaemu_source *source; /* one of the two is given */
	const struct hsaemu_program *program;
	struct arena arena; /* holds what messages refer to */
	struct diag d;
};

static bool to_brig(struct job *j, struct buf *brig)
{
	const struct hsaemu_source *s = j->source;
	const struct translate_options translation = {.line_info = true};
	const struct assemble_options assembly = {.debug_lines = true};
	struct source *text = source_in_arena(&j->arena, s->name, s->bytes, s->count);
	return s->stage == STAGE_PTX ? translate_ptx(text, &translation, brig, &j->d)
	                             : assemble(text, &assembly, brig, &j->d);
}

static bool brig_to_image(struct job *j, struct str brig, struct buf *image)
{
	const struct hsaemu_source *s = j->source;
	const struct hsaemu_brig module = {s->name, brig.p, brig.n};
	const struct hsaemu_program p = {.modules = &module,
		.count = 1,
		.optimisation = s->optimisation,
		.simd = s->simd,
		.cpu = s->cpu,
		.debug_info = true};
	return fin_program_image(&p, image, &j->d);
}

static bool source_to_image(struct job *j, struct buf *image)
{
	const struct hsaemu_source *s = j->source;
	const struct str given = {s->bytes, s->count};
	const struct link_input object = {s->name, s->bytes, s->count};
	struct buf brig = BUF_INIT;
	if (s->stage == STAGE_OBJECT)
		return fin_link_objects(&object, 1, false, image, &j->d);
	if (s->stage == STAGE_BRIG)
		return brig_to_image(j, given, image);
	bool ok = to_brig(j, &brig) && brig_to_image(j, buf_slice(&brig), image);
	buf_release(&brig);
	return ok;
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

static void run(struct job *j, unsigned error_limit, struct hsaemu_result *out)
{
	const struct diag_options options = {.tool = "hsaemu", .error_limit = error_limit};
	struct buf image = BUF_INIT, messages = BUF_INIT;
	pthread_mutex_lock(&compile_lock);
	arena_init(&j->arena);
	diag_init(&j->d, &options);
	bool ok = j->source != NULL ? source_to_image(j, &image)
	                            : fin_program_image(j->program, &image, &j->d);
	out->status = ok ? HSAEMU_OK : status_of(&j->d);
	diag_take(&j->d, &messages);
	diag_release(&j->d);
	arena_release(&j->arena);
	pthread_mutex_unlock(&compile_lock);
	buf_u8(&messages, 0);
	out->messages = (char *)messages.data;
	out->image = image.data;
	out->image_bytes = image.len;
}

enum { ERROR_LIMIT = 20 };

static void compile(const struct hsaemu_source *s, struct hsaemu_result *out)
{
	struct job j = {.source = s};
	/* A PTX source gets no limit of errors, so that everything without a translation is
	 * listed. */
	run(&j, s->stage == STAGE_PTX ? 0 : ERROR_LIMIT, out);
}

static void finalize_program(const struct hsaemu_program *p, struct hsaemu_result *out)
{
	struct job j = {.program = p};
	run(&j, ERROR_LIMIT, out);
}

static void release_result(struct hsaemu_result *r)
{
	mem_free(r->image);
	mem_free(r->messages);
}

const struct hsaemu_compiler hsaemu_compiler = {
	.version = HSAEMU_COMPILER_VERSION,
	.bytes = sizeof hsaemu_compiler,
	.release = hsaemu_version,
	.compile = compile,
	.release_result = release_result,
	.finalize_program = finalize_program,
};
