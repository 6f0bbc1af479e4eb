/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Turns the command line's single dispatch into the statements of a run file, and its other options
 * into options of the session. */
#ifndef HSA_RUN_COMMAND_LINE_H
#define HSA_RUN_COMMAND_LINE_H

#include "hsaemu/cli.h"
#include "session.h"

struct run_args {
	const char *run; /* --run FILE; NULL when the command line has a single dispatch */
	const char *kernel, *grid, *group, *offset, *dynamic, *timeout;
	/* --arg, --set, --check, --out, --text and --print, in their order */
	struct cli_settings values;
	uint64_t threads, cus, repeat, seed;
	int scheduler; /* enum rt_scheduler; RT_SCHEDULER_COUNT when it is not given */
	int preempt;   /* enum finalize_preempt of hsail-fin */
	int opt_level; /* 0 to 3 for -O0 to -O3; RUN_OPT_LEVELS when it is not given */
	int deep;      /* a word of GCN_MODEL_WORDS; RUN_DEEP_BY_ENVIRONMENT when it is not given */
	int profile;   /* enum run_profile_kind */
	const char *model_file, *report, *trace; /* with `deep` */
	const char *cpu, *simd, *tlb;
	struct cli_strings fin, cc;
	bool json, time, print_model;
};

enum { RUN_OPT_LEVELS = 4, RUN_DEEP_BY_ENVIRONMENT = -1 };

extern const char run_name_arg[], run_name_set[], run_name_check[], run_name_out[], run_name_text[],
	run_name_print[]; /* the options' names, which tell them apart in `values` */

/* Sets *out to the kind of value that the option `name` takes. Returns false when the option's
 * value is not parsed. */
bool run_args_option(const char *name, enum run_option *out);
/* Returns whether a value sets a parameter of the timing model: --set without the & of
 * variables. */
bool run_is_model_setting(const struct cli_setting *value);
/* Makes the statements that dispatch `args->kernel` from `image` once. Returns false after
 * diagnostics. */
bool run_args_statements(const struct run_args *args, const char *image, struct arena *a,
	struct diag *d, struct run_stmt **out) NODISCARD;
/* Sets the options of the session, whose lists go to the arena. Returns false after a
 * diagnostic. */
bool run_args_options(const struct run_args *args, const struct cli_result *cli, struct arena *a,
	struct diag *d, struct run_options *out) NODISCARD;

#endif
