/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Register allocation: virtual registers get physical numbers. */
#ifndef HSAEMU_PTX_REGALLOC_H
#define HSAEMU_PTX_REGALLOC_H

#include "hir/mnemonics.h"

/* Gives every register a number within HSAIL's limits (PRM 4.7), and spills registers where there
 * are too many. `protos` is for the spill code. */
void hir_allocate(struct hir_func *f, struct hir_protos *protos);
/* After allocation: drops copies of a register to itself. */
void hir_drop_copies(struct hir_func *f);

#endif
