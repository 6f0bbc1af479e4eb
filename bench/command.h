/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs another program and says what it cost. */
#ifndef BENCH_COMMAND_H
#define BENCH_COMMAND_H

#include <stddef.h>

struct command_cost {
	double cpu_ms; /* user and system */
	long peak_kib;
};

/* From now on a signal that asks to end (SIGINT, SIGTERM, SIGHUP, SIGXCPU) ends the running
 * command, and is remembered. */
void command_stop_on_signals(void);
int command_stopped(void); /* by this signal, or 0 */
/* 0 when it ended with status 0. Else its exit status, 127 when it could not be started or 128
 * + the signal that ended it, and the first line it wrote to standard error, or words, in `why`.
 * Standard output goes to /dev/null. It may use limit_s seconds of CPU time. */
int command_run(const char *const *argv, unsigned limit_s, struct command_cost *cost, char *why,
	size_t why_bytes);

#endif
