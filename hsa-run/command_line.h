/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line's single dispatch as the statements of a run file. */
#ifndef HSA_RUN_COMMAND_LINE_H
#define HSA_RUN_COMMAND_LINE_H

#include "hsaemu/cli.h"
#include "session.h"

struct run_args {
	const char *run; /* --run FILE; NULL: a single dispatch */
	const char *kernel, *grid, *group, *offset, *dynamic, *timeout;
	struct cli_settings values; /* --arg, --set, --check, --out, --text, --print in order */
	uint64_t threads, cus, repeat;
	int scheduler; /* enum rt_scheduler; RT_SCHEDULER_COUNT: not given */
	int preempt;   /* enum finalize_preempt of hsail-fin */
	int opt_level; /* -O0 to -O3; 4: not given */
	int profile;   /* enum run_profile_kind */
	const char *cpu, *simd, *tlb;
	struct cli_strings fin, cc;
	bool json, time;
};

enum { RUN_OPT_LEVELS = 4 };

extern const char run_name_arg[], run_name_set[], run_name_check[], run_name_out[], run_name_text[],
	run_name_print[]; /* the options' names, to tell them apart in `values` */

/* What kind of value an option takes; false when its value is none that is parsed. */
bool run_args_option(const char *name, enum run_option *out);
/* The statements for one dispatch of `args->kernel` from `image`. False after diagnostics. */
bool run_args_statements(const struct run_args *args, const char *image, struct arena *a,
	struct diag *d, struct run_stmt **out) NODISCARD;
/* Options of the session; lists go to `a`. False after a diagnostic. */
bool run_args_options(const struct run_args *args, const struct cli_result *cli, struct arena *a,
	struct diag *d, struct run_options *out) NODISCARD;

#endif
