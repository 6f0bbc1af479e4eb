/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes that change how indices and addresses are computed. pipeline/passes.def says when they
 * run. */
#ifndef HSAEMU_FIN_INDEX_PASSES_H
#define HSAEMU_FIN_INDEX_PASSES_H

#include "ir/ir.h"

/* ors.c: makes sums of bitwise ors of numbers that have no bit in common. */
void fin_ors_to_sums(struct fin_function *f);
/* narrow.c: computes in 32 bits what is computed in 64 and of which the lower half is used. */
void fin_use_halves(struct fin_function *f);
/* bounds.c: widens sums of 32 bits term by term where branches tell that they do not wrap. All
 * registers must have one definition. */
void fin_widen_bounded(struct fin_function *f);
/* count_once.c: what loops around barriers add to ids is counted once for all work-items. Registers
 * must have one definition. */
void fin_count_once(struct fin_function *f);

#endif
