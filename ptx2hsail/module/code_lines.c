/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* With -g, source lines are kept. A PTX file with .loc directives was compiled from another file,
 * and its lines are those. One without them was written by hand, so the lines are those of the PTX
 * file itself. */
#include "base/func.h"
#include "base/tr.h"
#include "module/code_lines.h"

static void append(struct tr *t, struct str file, uint32_t line, uint32_t column)
{
	struct hir_entry *e = hir_append(&t->body.hir, HIR_LOC);
	e->u.loc.file = file;
	e->u.loc.line = line;
	e->u.loc.column = column;
}

static void append_own(struct tr *t, struct ptx_span span)
{
	uint32_t line, column;
	if (!t->options->line_info || t->ptx->has_lines || t->body.func->is_library)
		return;
	source_position(t->ptx->source, span.off, &line, &column);
	if (line == t->body.line)
		return;
	t->body.line = line;
	append(t, str_from(t->ptx->source->name), line, column);
}

void tr_line_of_function(struct tr *t)
{
	t->body.line = 0;
	append_own(t, t->body.func->ptx->span);
}

void tr_line_of_statement(struct tr *t, const struct ptx_stmt *s)
{
	append_own(t, s->span);
}

void tr_line_directive(struct tr *t, const struct ptx_stmt *s)
{
	struct str file = {0};
	if (!t->options->line_info || s->u.loc.line == 0 || s->u.loc.line > UINT32_MAX ||
		s->u.loc.column > UINT32_MAX)
		return;
	for (const struct ptx_file_entry *f = t->ptx->files; f != NULL; f = f->next)
		if (f->number == s->u.loc.file)
			file = f->name;
	append(t, file, (uint32_t)s->u.loc.line,
		s->u.loc.column != 0 ? (uint32_t)s->u.loc.column : 1);
}
