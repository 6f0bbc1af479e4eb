/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line of hsaemu-bench. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "hsaemu/cli.h"
#include "plan.h"

#define BENCH_UNSET UINT64_MAX /* a number that was not given */

struct bench_options {
	const char *top, *cpu, *verify, *json, *svg, *curves, *from, *compare, *csv, *source;
	const char *operand; /* the new one of --compare; NULL: none */
	struct cli_strings cases, suites, simd, peers, sizes, threads;
	uint64_t repeat, least_ms, patience_s;
	int scheduler, language, deep; /* -1: not given */
	bool quick, growth, list, medians, resume, deferred;
};

extern const struct cli_tool bench_tool;
extern const char *const bench_models[]; /* the words of `deep` */
/* Makes the plan; the caller allocates plan->cases, all false. Returns EXIT_DONE, or another exit
 * status after a message. */
int bench_plan(const struct bench_options *o, struct plan *plan);

#endif
