/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The comparison as text. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "plan.h"

void table_head(const struct plan *plan, enum suite_size size, unsigned threads);
/* `single` is the same case's row with one thread, NULL for that one itself. */
void table_row(const struct plan *plan, const struct row *row, const struct row *single);
/* Geometric means of the ratios of one table, and what was left out and why. */
void table_foot(const struct plan *plan, const struct row *rows, size_t count);

#endif
