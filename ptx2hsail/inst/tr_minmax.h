/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Minimum and maximum of floats. */
#ifndef HSAEMU_PTX_TR_MINMAX_H
#define HSAEMU_PTX_TR_MINMAX_H

#include "hir/hir.h"

struct tr;

/* Returns the minimum or maximum, by the current instruction and its modifiers. */
struct hir_op tr_minmax(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);

#endif
