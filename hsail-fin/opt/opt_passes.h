/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes over one function. pipeline/passes.def says when they run. */
#ifndef HSAEMU_FIN_OPT_PASSES_H
#define HSAEMU_FIN_OPT_PASSES_H

#include "ir/ir.h"

/* branch_width.c: forgets what the width of branches promises where no barrier depends on it. */
void fin_branch_widths(struct fin_function *f);
/* promote_variables.c: makes registers of variables that are only accessed at constant offsets. */
void fin_promote_variables(struct fin_function *f);
/* split_webs.c: splits registers into their independent webs of definitions and uses. */
void fin_split_webs(struct fin_function *f);
/* constants.c: replaces registers that an immediate is moved to by the immediate. */
void fin_constants(struct fin_function *f);
/* ssa.c: gives every register one definition; a register without any is undefined. The exception
 * are instructions that keep part of their destination: a copy of the old value to the destination
 * comes before them, so that it is defined twice. */
void fin_ssa(struct fin_function *f);
/* copies.c: reads what was copied in place of copies, after ssa.c. */
void fin_drop_copies(struct fin_function *f);
/* clamps.c: makes conversions of floats that clamp of such and choices, after ssa.c. */
void fin_merge_clamps(struct fin_function *f);
/* float_ranges.c: finds conversions of floats to whole numbers that need no clamps, after ssa.c. */
void fin_find_ranges(struct fin_function *f);
/* whole_squares.c */
void fin_decide_squares(struct fin_function *f);
/* tuples.c: makes one load or store of several whose elements lie beside each other. */
void fin_merge_accesses(struct fin_function *f);
/* counters.c: notes the loads and stores of counters: numbers to which each work-item adds at a
 * place that it has loaded. */
void fin_find_counters(struct fin_function *f);
/* layout.c: gives what stays in memory its offset. False after a diagnostic. */
bool fin_layout(struct fin_function *f) NODISCARD;

#endif
