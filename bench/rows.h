/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Measures and prints the rows of a comparison. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "json_log.h"

/* Measures the rows of the plan, save those that `saved` (or NULL) has; prints each, and writes
 * those measured to `log` (or NULL). Returns false when no process could be run or a signal
 * came. */
bool rows_measure(struct comparison *c, const struct comparison *saved, struct json_log *log);
/* Prints the tables of rows that are there. */
void rows_print(const struct comparison *c);

#endif
