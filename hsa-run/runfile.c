/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "hsaemu/runfile.h"
#include "command_line.h"

bool run_file_check(struct source *s, struct diag *d)
{
	struct arena arena;
	struct run_stmt *first = NULL;
	arena_init(&arena);
	bool ok = run_parse_file(s, &arena, d, &first);
	arena_release(&arena);
	return ok;
}

bool run_file_check_option(const char *option, struct source *s, struct diag *d)
{
	enum run_option kind;
	struct run_stmt stmt;
	struct arena arena;
	if (!run_args_option(option, &kind))
		return false;
	arena_init(&arena);
	bool ok = run_parse_option(kind, s, &arena, d, &stmt);
	arena_release(&arena);
	return ok;
}
