/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file is the parser's entry: it runs the scanner and the grammar. */
#include <limits.h>

#include "parse/module_header.h"
#include "ptx.tab.h"
/* flex uses these names for types that bison gives a prefix */
#define YYSTYPE PTX_YYSTYPE
#define YYLTYPE PTX_YYLTYPE
#include "ptx.lex.h"

bool ptx_parse(struct ptx_module *m, struct source *text, struct origin *origin, struct diag *d)
{
	*m = (struct ptx_module){.source = text, .origin = origin};
	arena_init(&m->arena);
	struct ptx_parser p = {.module = m,
		.diag = d,
		.next_func = &m->funcs,
		.next_var = &m->vars,
		.next_file = &m->files,
		.next_pragma = &m->pragmas};
	if (text->len > INT_MAX) {
		diag_error(d, diag_in_file(text->name), "file is larger than 2 GiB");
		return false;
	}
	unsigned errors = d->error_count;
	yyscan_t scanner;
	if (ptx_yylex_init_extra(&p, &scanner) != 0)
		oom();
	if (ptx_yy_scan_bytes(text->text, (int)text->len, scanner) == NULL)
		oom();
	int status = ptx_yyparse(scanner, &p);
	ptx_yylex_destroy(scanner);
	bool is_whole = status == 0 && d->error_count == errors;
	return is_whole && ptx_has_version(&p);
}

void ptx_module_release(struct ptx_module *m)
{
	arena_release(&m->arena);
}
