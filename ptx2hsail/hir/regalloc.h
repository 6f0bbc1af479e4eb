/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This gives registers their numbers. */
#ifndef HSAEMU_PTX_REGALLOC_H
#define HSAEMU_PTX_REGALLOC_H

#include "hir/mnemonics.h"

/* Gives every register a number within HSAIL's budget (PRM 4.7); adds spill code where there are
 * too many. `protos` is for the spill code. */
void hir_allocate(struct hir_func *f, struct hir_protos *protos);
/* Drops copies of a register to itself; after allocation. */
void hir_drop_copies(struct hir_func *f);

#endif
