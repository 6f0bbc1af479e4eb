/* Image statements: read or built once per process, mapped afresh each time, so that program
 * variables begin with their initial values. */
#include "build.h"
#include "hsaemu/fileio.h"
#include "report.h"

static const char *key_of(struct run_session *s, const char *path, const char *const *flags,
	uint32_t count)
{
	struct buf b = BUF_INIT;
	buf_puts(&b, path);
	for (uint32_t i = 0; i < count; i++)
		buf_printf(&b, "\n%s", flags[i]);
	const char *key = arena_strndup(&s->arena, (const char *)b.data, b.len);
	buf_release(&b);
	return key;
}

static bool read_image(struct run_session *s, const char *path, const char *const *flags,
	uint32_t count, struct buf *out)
{
	struct file_data file;
	bool ok = true;
	if (!file_read(&file, path, s->diag)) {
		run_result_message(s, RUN_NOT_FOUND, "image cannot be read");
		return false;
	}
	if (run_source_of(file.bytes, file.len) == RUN_SOURCE_IMAGE) {
		buf_append(out, file.bytes, file.len);
	} else {
		diag_flush(s->diag, stderr); /* before what the tools print */
		ok = run_build(path, file.bytes, file.len, flags, count, s->options->verbose, out,
			s->diag);
		if (!ok)
			run_result_message(s, RUN_FAILURE, "image cannot be built");
	}
	file_release(&file);
	return ok;
}

static bool get_image(struct run_session *s, const char *path, const char *const *flags,
	uint32_t count, struct run_image_file **out)
{
	const char *key = key_of(s, path, flags, count);
	for (*out = s->image_files; *out != NULL; *out = (*out)->next)
		if (strcmp((*out)->key, key) == 0)
			return true;
	struct buf b = BUF_INIT;
	if (!read_image(s, path, flags, count, &b)) {
		buf_release(&b);
		return false;
	}
	struct run_image_file *f = ARENA_NEW(&s->arena, struct run_image_file);
	*f = (struct run_image_file){
		.next = s->image_files, .key = key, .bytes = b.data, .len = b.len};
	s->image_files = *out = f;
	return true;
}

bool run_image_open(struct run_session *s, const struct run_stmt *stmt)
{
	const struct run_options *o = s->options;
	const char *path = o->image != NULL ? o->image : run_input_path(s, stmt->path);
	uint32_t count = stmt->flag_count + o->fin_flag_count;
	const char **flags = ARENA_ARRAY(&s->arena, const char *, count);
	for (uint32_t i = 0; i < count; i++)
		flags[i] =
			i < stmt->flag_count ? stmt->flags[i] : o->fin_flags[i - stmt->flag_count];
	struct run_image_file *file = NULL;
	struct rt_image *image = NULL;
	if (!run_drain(s) || !get_image(s, path, flags, count, &file))
		return false;
	if (!rt_image_load(path, file->bytes, file->len, &image, s->diag)) {
		run_result_message(s, RUN_FAILURE, "image cannot be loaded");
		return false;
	}
	if (o->verbose)
		diag_note(s->diag, diag_in_file(path), "code for %s", rt_image_version(image));
	run_profile_end(s);
	if (s->image != NULL)
		rt_image_free(s->image);
	s->image = image;
	s->image_file = file;
	return run_profile_begin(s, image);
}
