/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs one row's columns in turn, in a process of its own, and tells the parent. */
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H

#include "prepare.h"

enum message_kind {
	MESSAGE_BEGIN, /* later messages, and an end without a message, concern this column */
	MESSAGE_SAMPLE,
	MESSAGE_FAIL,
	MESSAGE_WORK, /* of the case, not of a column */
};

struct message { /* small enough to be written at once */
	enum message_kind kind;
	enum column column;
	double cpu_ms, wall_ms;
	struct suite_work work;
	double triad_gbs;
	char text[PLAN_TEXT];
};

/* Takes samples of all columns in `todo` in turn, after verifying each column's results, and tells
 * the parent through the pipe. Does not return. */
_Noreturn void worker_run(const struct plan *plan, const struct row *row,
	const struct prepared files[COLUMN_COUNT], const bool todo[COLUMN_COUNT], int fd);

#endif
