/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Barriers that no work-item need wait at, since those of a group run in the order of their ids
 * (docs/design/vector-code.md, "Barriers that are skipped"). */
#ifndef HSAEMU_FIN_SKIP_BARRIERS_H
#define HSAEMU_FIN_SKIP_BARRIERS_H

#include "ir/ir.h"

/* Makes these branches, and sets f->in_order if there are any. What they are in then runs in groups
 * of one row only. */
void fin_skip_barriers(struct fin_function *f);

#endif
