/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses a run file, or the value of one option of hsa-run, and throws the statements away. The
 * fuzzer tests the parser with these functions, which need neither a session nor an image. */
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
