/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This is min and max of floats. */
#ifndef HSAEMU_PTX_TR_MINMAX_H
#define HSAEMU_PTX_TR_MINMAX_H

#include "hir/hir.h"

struct tr;

/* The current instruction's min or max, with its modifiers. */
struct hir_op tr_minmax(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);

#endif
