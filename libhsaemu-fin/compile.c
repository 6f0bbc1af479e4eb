/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compiling half of the library makes an image of PTX, HSAIL, BRIG or an object, with the
 * functions that the tools are made of. The device library that each image is linked with is part
 * of this half. */
#include <pthread.h>
#include <stdlib.h>
#include "hsaemu/assemble.h"
#include "hsaemu/cli.h"
#include "hsaemu/compiler.h"
#include "hsaemu/finalize.h"
#include "hsaemu/link.h"
#include "hsaemu/translate.h"
#include "helpers_impl.h"

/* Only one compilation runs at a time, because LLVM's set-up belongs to the whole process. */
static pthread_mutex_t compile_lock = PTHREAD_MUTEX_INITIALIZER;

struct job {
	const struct hsaemu_source *s;
	struct arena arena; /* holds what messages refer to */
	struct diag d;
};

static bool to_brig(struct job *j, struct buf *brig)
{
	const struct hsaemu_source *s = j->s;
	const struct translate_options translation = {.line_info = true};
	const struct assemble_options assembly = {.debug_lines = true};
	struct source *text = source_in_arena(&j->arena, s->name, s->bytes, s->count);
	return s->stage == STAGE_PTX ? translate_ptx(text, &translation, brig, &j->d)
	                             : assemble(text, &assembly, brig, &j->d);
}

static bool finalize_brig(const struct hsaemu_source *s, struct str brig, struct buf *object,
	struct diag *d)
{
	static const enum finalize_simd simd[] = {[HSAEMU_SIMD_AUTO] = FINALIZE_SIMD_AUTO,
		[HSAEMU_SIMD_OFF] = FINALIZE_SIMD_OFF,
		[HSAEMU_SIMD_SSE] = FINALIZE_SIMD_SSE,
		[HSAEMU_SIMD_AVX2] = FINALIZE_SIMD_AVX2,
		[HSAEMU_SIMD_AVX512] = FINALIZE_SIMD_AVX512};
	const struct finalize_options o = {
		.opt_level = s->optimisation == 0 ? 2 : (int)s->optimisation - 1,
		.cpu = s->cpu,
		.simd = simd[s->simd],
		.debug_info = true};
	return finalize(s->name, brig.p, brig.n, &o, object, d) && !diag_failed(d);
}

static bool link_object(const struct hsaemu_source *s, struct str object, struct buf *image,
	struct diag *d)
{
	const struct link_input inputs[] = {{s->name, object.p, object.n},
		{"libhsahelpers.a", fin_helpers_begin,
			(size_t)(fin_helpers_end - fin_helpers_begin)}};
	const struct link_options o = {.gc = false};
	return link_image(inputs, ARRAY_LEN(inputs), &o, image, NULL, d);
}

static bool to_image(struct job *j, struct buf *image)
{
	const struct hsaemu_source *s = j->s;
	struct buf brig = BUF_INIT, object = BUF_INIT;
	struct str given = {s->bytes, s->count};
	bool text = s->stage == STAGE_PTX || s->stage == STAGE_HSAIL;
	bool ok = !text || to_brig(j, &brig);
	if (ok && s->stage != STAGE_OBJECT)
		ok = finalize_brig(s, text ? buf_slice(&brig) : given, &object, &j->d);
	if (ok)
		ok = link_object(s, s->stage == STAGE_OBJECT ? given : buf_slice(&object), image,
			&j->d);
	buf_release(&brig);
	buf_release(&object);
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

static void compile(const struct hsaemu_source *s, struct hsaemu_result *out)
{
	/* A PTX source gets no limit of errors, so that everything without a translation is
	 * listed. */
	const struct diag_options options = {
		.tool = "hsaemu", .error_limit = s->stage == STAGE_PTX ? 0 : 20};
	struct buf image = BUF_INIT, messages = BUF_INIT;
	struct job j = {.s = s};
	pthread_mutex_lock(&compile_lock);
	arena_init(&j.arena);
	diag_init(&j.d, &options);
	bool ok = to_image(&j, &image);
	out->status = ok ? HSAEMU_OK : status_of(&j.d);
	diag_take(&j.d, &messages);
	diag_release(&j.d);
	arena_release(&j.arena);
	pthread_mutex_unlock(&compile_lock);
	buf_u8(&messages, 0);
	out->messages = (char *)messages.data;
	out->image = image.data;
	out->image_bytes = image.len;
}

static void release_result(struct hsaemu_result *r)
{
	free(r->image);
	free(r->messages);
}

const struct hsaemu_compiler hsaemu_compiler = {
	.version = HSAEMU_COMPILER_VERSION,
	.bytes = sizeof hsaemu_compiler,
	.release = hsaemu_version,
	.compile = compile,
	.release_result = release_result,
};
