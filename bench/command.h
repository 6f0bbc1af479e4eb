/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs another program and tells what it cost and why it failed. */
#ifndef BENCH_COMMAND_H
#define BENCH_COMMAND_H

#include <stddef.h>

struct command_cost {
	double cpu_ms; /* user and system time */
	long peak_kib;
};

/* From now on a signal that asks us to end (SIGINT, SIGTERM, SIGHUP, SIGXCPU) is remembered, and a
 * command that is running is killed. Signals that were ignored stay ignored. */
void command_stop_on_signals(void);
int command_stopped(void); /* the signal that asked us to end, or 0 */
/* Runs a command, for limit_s seconds of CPU time at most, with its standard output going to
 * /dev/null. Returns its exit status, 128 + the signal that ended it, or 127 when it could not be
 * started; if that is not 0, `why` tells the reason, which is the first line that the command wrote
 * to standard error, if any. */
int command_run(const char *const *argv, unsigned limit_s, struct command_cost *cost, char *why,
	size_t why_bytes);

#endif
