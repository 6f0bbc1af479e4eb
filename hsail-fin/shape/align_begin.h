/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is asked before a loop that may be run in line (align_copy.c). */
#ifndef HSAEMU_FIN_ALIGN_BEGIN_H
#define HSAEMU_FIN_ALIGN_BEGIN_H

#include "shape/align_counted.h"

/* Ends the block before the loop, and that for late lanes, by branches to the copy or onwards. */
void fin_maker_begin(struct fin_maker *m);
/* Ends the block at hand by a branch to a loop over rounds, and makes the branches of that. Phis in
 * line begin with `late` if lanes that begin late wait for others. */
void fin_maker_begin_rounds(struct fin_maker *m, const uint32_t *late);
/* What a phi of the loop's header begins with. */
uint32_t fin_maker_start_of(const struct fin_maker *m, const struct fin_phi *phi);

#endif
