/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes over one function, in the order of pipeline/passes.def. */
#ifndef HSAEMU_FIN_OPT_PASSES_H
#define HSAEMU_FIN_OPT_PASSES_H

#include "ir/ir.h"

/* branch_width.c: forgets what the width of branches promises where nothing depends on it. */
void fin_widths(struct fin_function *f);
/* promote_variables.c: variables only accessed at constant offsets become registers. */
void fin_promote(struct fin_function *f);
/* split_webs.c: splits registers into their independent webs of definitions and uses. */
void fin_webs(struct fin_function *f);
/* constants.c: registers that are moved immediates are replaced by them. */
void fin_constants(struct fin_function *f);
/* ssa.c: every register has one definition, or none and is undefined. An instruction that keeps
 * part of its destination gets a copy of it first, and so defines it twice. */
void fin_ssa(struct fin_function *f);
/* layout.c: offsets of what stays in memory. False after a diagnostic. */
bool fin_layout(struct fin_function *f) NODISCARD;

#endif
