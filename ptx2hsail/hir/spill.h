/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Spilling: registers that get no number live in memory. */
#ifndef HSAEMU_PTX_SPILL_H
#define HSAEMU_PTX_SPILL_H

#include "hir/mnemonics.h"

/* Rewrites the function so that the marked registers live in the spill segment. */
void hir_spill(struct hir_func *f, const bool *spilled, struct hir_protos *protos);

#endif
