/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds places in the source from which a compiler made an input (origin.h). */
#include <sys/stat.h>
#include "hsaemu/origin.h"

void origin_open(struct origin *o, const char *name)
{
	const struct diag_options quiet = {.tool = NULL};
	struct diag ignored;
	struct stat st;
	*o = (struct origin){.name = name};
	arena_init(&o->arena);
	diag_init(&ignored, &quiet);
	o->readable = stat(name, &st) == 0 && S_ISREG(st.st_mode) &&
	              source_load(&o->text, name, &ignored);
	diag_release(&ignored);
}

void origin_close(struct origin *o)
{
	if (o->readable)
		source_release(&o->text);
	arena_release(&o->arena);
}

/* Returns whether a line table's file is the origin. Line tables spell the name differently, mostly
 * with the whole path. */
static bool is_origin(struct origin *o, const char *file)
{
	struct stat a, b;
	return strcmp(file, o->name) == 0 || (stat(file, &a) == 0 && stat(o->name, &b) == 0 &&
						     a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

static size_t line_count(struct source *s)
{
	uint32_t line, column;
	source_position(s, 0, &line, &column); /* this counts the lines */
	return s->line_count;
}

struct diag_place origin_place(struct origin *o, struct str file, uint64_t line, uint64_t column)
{
	const char *name = arena_strndup(&o->arena, file.p, file.n);
	if (line == 0 || line > UINT32_MAX)
		return diag_in_file(o->name);
	if (!is_origin(o, name))
		return diag_in_file(arena_printf(&o->arena, "%s:%llu", name,
			(unsigned long long)line));
	if (!o->readable)
		return diag_in_file(arena_printf(&o->arena, "%s:%llu", o->name,
			(unsigned long long)line));
	if (line > line_count(&o->text))
		return diag_in_file(o->name);
	struct str text = source_line(&o->text, (uint32_t)line);
	size_t skip = column == 0 ? 0 : column - 1 < text.n ? (size_t)column - 1 : text.n;
	return diag_at_text(&o->text, (uint32_t)(text.p - o->text.text + skip), 1);
}
