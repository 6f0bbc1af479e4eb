/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Line tables are built when the first position is asked for: accepted inputs never need one. */
#include "hsaemu/fileio.h"

bool source_load(struct source *s, const char *path, struct diag *d)
{
	struct file_data f;
	const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
	source_borrow(s, name, "", 0);
	if (!file_read(&f, path, d))
		return false;
	if (f.len >= UINT32_MAX) {
		diag_error(d, diag_in_file(name), "a source text must be smaller than 4 GiB");
		file_release(&f);
		return false;
	}
	struct str text = str_skip_bom((struct str){(const char *)f.bytes, f.len});
	source_borrow(s, name, text.p, text.n);
	s->file = mem_new(1, sizeof *s->file);
	*s->file = f;
	return true;
}

void source_borrow(struct source *s, const char *name, const char *text, size_t len)
{
	*s = (struct source){.name = name, .text = text, .len = len};
}

void source_release(struct source *s)
{
	if (s->arena == NULL)
		mem_free(s->line_offs);
	if (s->file != NULL)
		file_release(s->file);
	mem_free(s->file);
	source_borrow(s, s->name, "", 0);
}

struct source *source_in_arena(struct arena *a, const char *name, const char *text, size_t len)
{
	struct source *s = ARENA_NEW(a, struct source);
	source_borrow(s, name, text, len);
	s->arena = a;
	return s;
}

static void index_lines(struct source *s)
{
	size_t count = 1;
	for (size_t i = 0; i < s->len; i++)
		count += s->text[i] == '\n';
	s->line_offs = s->arena != NULL ? ARENA_ARRAY(s->arena, uint32_t, count)
	                                : mem_new(count, sizeof *s->line_offs);
	s->line_count = 1;
	for (size_t i = 0; i < s->len; i++)
		if (s->text[i] == '\n')
			s->line_offs[s->line_count++] = (uint32_t)(i + 1);
}

void source_position(struct source *s, uint32_t off, uint32_t *line, uint32_t *col)
{
	if (s->line_offs == NULL)
		index_lines(s);
	if (off > s->len)
		BUG("offset %u in %s of %zu bytes", off, s->name, s->len);
	size_t low = 0, high = s->line_count; /* line_offs[low] <= off < line_offs[high] */
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;
		if (s->line_offs[mid] <= off)
			low = mid;
		else
			high = mid;
	}
	*line = (uint32_t)low + 1;
	*col = off - s->line_offs[low] + 1;
}

struct str source_line(struct source *s, uint32_t line)
{
	if (s->line_offs == NULL)
		index_lines(s);
	if (line == 0 || line > s->line_count)
		BUG("line %u in %s of %zu lines", line, s->name, s->line_count);
	size_t begin = s->line_offs[line - 1];
	size_t end = line == s->line_count ? s->len : s->line_offs[line] - 1u;
	if (end > begin && s->text[end - 1] == '\r')
		end--;
	return (struct str){s->text + begin, end - begin};
}
