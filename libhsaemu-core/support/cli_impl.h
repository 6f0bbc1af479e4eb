/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations that the parts of the command-line module share. */
#ifndef HSAEMU_CLI_IMPL_H
#define HSAEMU_CLI_IMPL_H

#include "hsaemu/buf.h"
#include "hsaemu/cli.h"

/* Values of the options every tool takes. */
struct cli_common {
	int color, format;
	uint64_t error_limit;
	bool warnings_are_errors, verbose;
};

struct cli_parser {
	const struct cli_tool *tool;
	struct cli_strings args;
	size_t next; /* index of the next argument */
	void *values;
	struct cli_common common;
	struct cli_result *result;
};

/* An option of either table, how it was spelled, and the struct its value lives in. */
struct cli_target {
	const struct cli_option *option;
	const char *spelling;
	char *base;
};

enum cli_step { CLI_STEP_NEXT, CLI_STEP_DONE, CLI_STEP_WRONG, CLI_STEP_IO };

/* Prints the one line about a wrong command line. */
enum cli_step cli_wrong(struct cli_parser *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
enum cli_step cli_unknown_option(struct cli_parser *p, const char *arg);
enum cli_step cli_set_value(struct cli_parser *p, struct cli_target t, const char *value);

/* The tool's options, then the common ones. */
size_t cli_option_count(const struct cli_parser *p);
struct cli_target cli_option_at(struct cli_parser *p, size_t i);

extern const struct cli_option cli_common_options[];
extern const size_t cli_common_option_count;
extern const struct cli_env cli_common_env[];

/* Appends to `list`, whose items are in `memory`. */
void cli_strings_add(struct cli_strings *list, struct arena *memory, const char *item);

/* Copies argv without its first element, response files expanded up to `--`. False when they nest
 * too deeply; *bad is the one too much. */
bool cli_expand(struct cli_strings *args, struct cli_strings *files, struct arena *memory, int argc,
	char **argv, const char **bad) NODISCARD;

/* How an option's value is attached to its name. */
enum cli_attach {
	CLI_ATTACH_NONE,
	CLI_ATTACH_EQUALS,
	CLI_ATTACH_SPACE,
	CLI_ATTACH_JOINED,
	CLI_ATTACH_OPTIONAL,
};
enum cli_attach cli_attach_of(const struct cli_option *o, const char *spelling);
/* The two spellings of an option, the shorter one first; [1] is NULL when there is one only. */
const char *cli_spelling(const struct cli_option *o, int which);
/* The name of an option's value, "auto|always|never" for choices; in `scratch`. */
const char *cli_value_name(const struct cli_option *o, struct buf *scratch);

/* The lowest exit status above `after`, the tool's meaning before the common one; NULL at the
 * end. */
const struct cli_status *cli_next_status(const struct cli_tool *tool, int after);

void cli_put_help(struct buf *out, const struct cli_tool *tool);
void cli_put_env(struct buf *out, const struct cli_tool *tool);
void cli_put_version(struct buf *out, const struct cli_tool *tool);
void cli_put_man(struct buf *out, const struct cli_tool *tool);        /* mdoc */
void cli_put_completion(struct buf *out, const struct cli_tool *tool); /* bash */

#endif
