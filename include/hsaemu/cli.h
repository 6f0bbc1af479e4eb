/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command lines: one option table per tool gives the parser, --help, the man page and the
 * completion.
 *
 * Contract (all tools): options anywhere; `--` ends them, what follows are operands; `--opt=value`
 * and `--opt value`; `-oF` and `-o F`; names such as `-mcpu` take `=value`; `@file` response files
 * (white space separates, quotes and backslash protect, a file that is not there stays an
 * argument); `-` is a file operand (standard input). -h/--help prints to stdout and exits 0,
 * -V/--version likewise; a wrong option prints one line with a suggestion and exits EXIT_USAGE.
 * Every tool also takes --color=, --diagnostic-format=, -ferror-limit=, -Werror and -v without
 * listing them, and the hidden --help=man and --help=completion for the build. */
#ifndef HSAEMU_CLI_H
#define HSAEMU_CLI_H

#include "hsaemu/decls.h"
#include "hsaemu/diag.h"

HSAEMU_BEGIN_DECLS

enum cli_type {
	CLI_FLAG,     /* bool */
	CLI_STRING,   /* const char * ; the last one wins */
	CLI_STRINGS,  /* struct cli_strings ; repeatable */
	CLI_ORDERED,  /* struct cli_settings ; options that share one offset keep their order */
	CLI_UINT,     /* uint64_t ; decimal, 0x hex, optional K/M/G suffix (powers of 1024) */
	CLI_CHOICE,   /* int: index into `choices` */
	CLI_JOINED,   /* int: as CHOICE, the value joined without '=' (-O2) */
	CLI_OPTIONAL, /* int: as CHOICE; an option without "=value" means the second choice */
};

struct cli_strings {
	const char **items;
	size_t count, capacity;
};

struct cli_settings {
	struct cli_setting {
		const char *name; /* points to the `name` in the option table */
		const char *value;
	} *items;
	size_t count, capacity;
};

struct cli_option {
	const char *name;  /* "--threads", "-o", "-mcpu" (takes =value), "-O" */
	const char *alias; /* second spelling or NULL */
	enum cli_type type;
	size_t offset;              /* offset of the value in the tool's options struct */
	const char *arg;            /* name of the value in --help, NULL for flags and choices */
	const char *const *choices; /* CHOICE, JOINED: NULL-terminated */
	const char *help;           /* one or more sentences, lower case, no full stop at the end */
};

/* exit statuses that a tool has besides the common ones, or with its own meaning */
struct cli_status {
	int status;
	const char *meaning;
};

struct cli_env { /* environment variables, for --help=env and the man page */
	const char *name;
	const char *meaning;
};

/* rows for tools that use the cache, or run one that does */
#define CLI_ENV_CACHE \
	{"HSAEMU_CACHE", "0: nothing is taken from the cache of finalized code or put into it"}, \
		{"HSAEMU_CACHE_DIR", \
			"folder of the cache; default: hsaemu in XDG_CACHE_HOME (ignored if " \
			"relative) or in ~/.cache; it must belong to the user and be closed to others"}, \
		{"HSAEMU_CACHE_SIZE", \
			"size at which the entries that were not used for the longest " \
			"time are deleted, such as 1G; default: 256M"}

struct cli_tool {
	const char *name;        /* "hsail-as" */
	const char *summary;     /* one line for the man page's NAME */
	const char *usage;       /* "[options] FILE|-" */
	const char *description; /* paragraphs separated by blank lines; lines that begin with a
	                            space are shown as they are */
	const char *examples;    /* lines, may be NULL */
	const struct cli_option *options;
	size_t option_count;
	const struct cli_status *statuses; /* ended by meaning == NULL, may be NULL */
	const struct cli_env *env;         /* ended by name == NULL, may be NULL */
	const char *version_extra;         /* extra lines of --version, may be NULL */
	size_t min_files, max_files; /* file operands; when min is 1 and none is given and standard
	                                input is not a terminal, "-" is supplied */
};

struct cli_result {
	struct cli_strings files;     /* operands in order */
	struct cli_strings responses; /* files that arguments were read from */
	struct diag_options diag;     /* from the common options */
	bool verbose;
	struct arena memory; /* holds all strings and lists, including those in *values */
};

enum cli_outcome { CLI_RUN, CLI_EXIT };

/* Parses into *values (the tool's options struct, preset to its defaults) and *result. With
 * CLI_EXIT everything has been printed, and *status is the exit status. Strings and lists,
 * including those in *values, point into argv or live until cli_release(), which the caller must
 * call after either outcome. */
enum cli_outcome cli_parse(const struct cli_tool *tool, int argc, char **argv, void *values,
	struct cli_result *result, int *status) NODISCARD;
void cli_release(struct cli_result *result);

/* Reports a mistake of the command line that was found after cli_parse(), such as options that
 * exclude each other. Prints the line and returns EXIT_USAGE. */
int cli_usage_error(const struct cli_tool *tool, const char *fmt, ...) PRINTF_LIKE(2, 3);

extern const char hsaemu_version[]; /* the suite's version, such as "0.2.0" */

HSAEMU_END_DECLS

#endif
