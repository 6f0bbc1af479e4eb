/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the rows of a plan. */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

#include "prepare.h"

/* Fills row->cells, by a process of its own that is started again without the column that made it
 * fail. `files` keeps what was made for the case. False when the process cannot be run or
 * a signal came (command_stop_on_signals()). */
bool compare_row(const struct plan *plan, struct prepared files[COLUMN_COUNT], struct row *row);

#endif
