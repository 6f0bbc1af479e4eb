/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Carries out image statements. An image is read or built once per process, but mapped afresh by
 * each statement, so that program variables begin with their initial values. */
#include "hsaemu/fileio.h"
#include "completion.h"
#include "load_image.h"
#include "profile_report.h"
#include "results.h"
#include "run_tools.h"

static void put_key(struct buf *b, const char *const *flags, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		buf_printf(b, "\n%s", flags[i]);
}

/* Returns the key under which an image file is kept. Image statements with the same key share one
 * file. The key leaves out the command line's flags, which are the same for all statements. */
static const char *key_of(struct run_session *s, const char *path, const struct run_flags *flags)
{
	struct buf b = BUF_INIT;
	buf_puts(&b, path);
	put_key(&b, flags->statement, flags->statement_count);
	const char *key = arena_strndup(&s->arena, (const char *)b.data, b.len);
	buf_release(&b);
	return key;
}

/* Warns of flags that have no effect because the machine code is made already. --profile and what
 * --deep asks for are left out, because the image may have counters, or code for a GPU; who needs
 * them reports when it has none. The statement's
 * flags are left out when the command line gives another image. */
static void warn_of_flags(struct run_session *s, const char *path, const struct run_flags *flags)
{
	struct buf names = BUF_INIT;
	uint32_t first = s->options->image != NULL ? flags->statement_count : 0;
	for (uint32_t i = first; i < flags->statement_count + flags->fin_count; i++) {
		const char *flag = i < flags->statement_count
		                           ? flags->statement[i]
		                           : flags->fin[i - flags->statement_count];
		if (strcmp(flag, "--profile") != 0 && strcmp(flag, run_flag_deep) != 0)
			buf_printf(&names, "%s'%s'", names.len == 0 ? "" : ", ", flag);
	}
	for (uint32_t i = 0; i < flags->cc_count; i++)
		buf_printf(&names, "%s'%s'", names.len == 0 ? "" : ", ", flags->cc[i]);
	if (names.len != 0)
		diag_warning(s->diag, diag_in_file(path),
			"no effect on machine code that is made already: " STR_FMT,
			STR_ARG(buf_slice(&names)));
	buf_release(&names);
}

static bool make_image(struct run_session *s, const char *path, struct str bytes,
	const struct run_flags *flags, struct buf *out)
{
	enum stage stage = stage_of(path, bytes);
	bool adopts = stage == STAGE_CODE_OBJECT && s->gpu != NULL;
	if (stage > STAGE_IMAGE && !adopts &&
		!stage_expect("hsa-run", STAGE_IMAGE, path, bytes, s->diag))
		return false;
	if (stage == STAGE_OBJECT || stage == STAGE_IMAGE || adopts)
		warn_of_flags(s, path, flags);
	if (adopts)
		return gcn_device_adopt(s->gpu, path, bytes.p, bytes.n, out, s->diag);
	if (stage == STAGE_IMAGE) {
		buf_append(out, bytes.p, bytes.n);
		return true;
	}
	diag_flush(s->diag, stderr); /* Messages so far come before those of the tools. */
	return run_build(path, stage, bytes, flags, s->options->verbose, out, s->diag);
}

static bool read_image(struct run_session *s, const char *path, const struct run_flags *flags,
	struct buf *out)
{
	struct file_data file;
	if (!file_read(&file, path, s->diag)) {
		run_result_message(s, RUN_NOT_FOUND, "image cannot be read");
		return false;
	}
	bool ok = make_image(s, path, (struct str){(const char *)file.bytes, file.len}, flags, out);
	if (!ok)
		run_result_message(s, RUN_FAILURE, "image cannot be built");
	file_release(&file);
	return ok;
}

static bool get_image(struct run_session *s, const char *path, const struct run_flags *flags,
	struct run_image_file **out)
{
	const char *key = key_of(s, path, flags);
	for (*out = s->image_files; *out != NULL; *out = (*out)->next)
		if (strcmp((*out)->key, key) == 0)
			return true;
	struct buf b = BUF_INIT;
	if (!read_image(s, path, flags, &b)) {
		buf_release(&b);
		return false;
	}
	struct run_image_file *f = ARENA_NEW(&s->arena, struct run_image_file);
	*f = (struct run_image_file){
		.next = s->image_files, .key = key, .bytes = b.data, .len = b.len};
	s->image_files = *out = f;
	return true;
}

/* Maps the image. Nobody can define here what it imports, so it must import nothing. */
static bool map_image(struct run_session *s, const char *path, const struct run_image_file *file,
	struct rt_image **out)
{
	unsigned before = s->diag->memory_count;
	if (!rt_image_load(path, file->bytes, file->len, out, s->diag)) {
		run_result_message(s, s->diag->memory_count != before ? RUN_NO_MEMORY : RUN_FAILURE,
			"image cannot be loaded");
		return false;
	}
	if (rt_image_bind(*out, NULL, NULL, s->diag))
		return true;
	rt_image_free(*out);
	run_result_message(s, RUN_FAILURE, "image cannot be loaded");
	return false;
}

bool run_image_open(struct run_session *s, const struct run_stmt *stmt)
{
	const struct run_options *o = s->options;
	const char *path = o->image != NULL ? o->image : run_input_path(s, stmt->path);
	struct run_flags flags = {.statement = stmt->flags,
		.statement_count = stmt->flag_count,
		.fin = o->fin_flags,
		.fin_count = o->fin_flag_count,
		.cc = o->cc_flags,
		.cc_count = o->cc_flag_count};
	struct run_image_file *file = NULL;
	struct rt_image *image = NULL;
	if (!run_drain(s) || !get_image(s, path, &flags, &file) ||
		!map_image(s, path, file, &image))
		return false;
	if (o->verbose)
		diag_note(s->diag, diag_in_file(path), "code for %s", rt_image_version(image));
	run_profile_end(s);
	run_image_close(s);
	s->image = image;
	if (s->gpu != NULL && !gcn_device_image_load(s->gpu, image, path, file->bytes, file->len,
				      &s->gpu_image, s->diag)) {
		run_result_message(s, RUN_FAILURE, "code for a GPU cannot be loaded");
		return false;
	}
	s->image_file = file;
	s->last_name = (struct run_last_name){NULL, NULL};
	return run_profile_begin(s, image);
}
