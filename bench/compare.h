/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the rows of a plan. */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

#include "prepare.h"

/* Fills row->cells from a worker process. When a column makes the worker fail, another worker is
 * started without that column. `files` keeps what was prepared for the case. Returns false when no
 * worker can be run, or a signal came (command_stop_on_signals()); the row then has what was
 * sampled before. */
bool compare_row(const struct plan *plan, struct prepared files[COLUMN_COUNT], struct row *row);

#endif
