/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the comparison as text. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "plan.h"

void table_head(const struct plan *plan, enum suite_size size, unsigned threads);
/* Prints a row; `single` is the same case's row with one thread, NULL if `row` is that one. */
void table_row(const struct plan *plan, const struct row *row, const struct row *single);
/* Prints the geometric means of a table's ratios, then what was left out and why. */
void table_foot(const struct plan *plan, const struct row *rows, size_t count);

#endif
