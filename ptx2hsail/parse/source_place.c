/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file finds where messages point: into the PTX, or into the source from which a compiler made
 * the PTX. It reads .loc and .file from the text and not from the tree, because a file that cannot
 * be parsed has messages, too. */
#include "hsaemu/origin.h"
#include "parse/ptx_ast.h"

struct loc {
	uint64_t file, line, column;
};

static struct str skip_blanks(struct str s)
{
	while (s.n != 0 && (s.p[0] == ' ' || s.p[0] == '\t'))
		s = str_skip(s, 1);
	return s;
}

static bool take_number(struct str *s, uint64_t *out)
{
	*s = skip_blanks(*s);
	return str_take_decimal(s, out);
}

/* Reads "WORD NUMBER ..." at the beginning of a line. Returns false when the line has not this
 * form. */
static bool take_directive(struct str line, struct str word, struct str *rest, uint64_t *number)
{
	*rest = skip_blanks(line);
	if (!str_starts(*rest, word))
		return false;
	*rest = str_skip(*rest, word.n);
	return take_number(rest, number);
}

/* Finds the .loc in force at `off`: the last one before it in the same function that has a line.
 * Returns false when there is none. */
static bool find_loc(struct source *s, uint32_t off, struct loc *out)
{
	uint32_t line, column;
	source_position(s, off, &line, &column);
	for (; line > 0; line--) {
		struct str text = source_line(s, line), rest;
		if (text.n != 0 && text.p[0] == '}')
			return false;
		if (take_directive(text, STR(".loc"), &rest, &out->file) &&
			take_number(&rest, &out->line) && take_number(&rest, &out->column) &&
			out->line != 0)
			return true;
	}
	return false;
}

/* Returns the quoted name that a .file gives the number. It searches all of the text, as LLVM
 * writes .file at the end. */
static struct str find_file(struct source *s, uint64_t number)
{
	for (uint32_t line = 1; line <= s->line_count; line++) {
		struct str rest;
		uint64_t n;
		if (!take_directive(source_line(s, line), STR(".file"), &rest, &n) || n != number)
			continue;
		rest = skip_blanks(rest);
		const char *end = rest.n < 2 ? NULL : memchr(rest.p + 1, '"', rest.n - 1);
		if (end != NULL && rest.p[0] == '"')
			return (struct str){rest.p + 1, (size_t)(end - rest.p) - 1};
	}
	return STR("");
}

struct diag_place ptx_place(const struct ptx_module *m, struct ptx_span s)
{
	struct loc loc = {0, 0, 0};
	if (m->origin == NULL)
		return diag_at_text(m->source, s.off, s.end - s.off);
	if (!find_loc(m->source, s.off, &loc))
		return diag_in_file(m->origin->name);
	return origin_place(m->origin, find_file(m->source, loc.file), loc.line, loc.column);
}
