/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This is arithmetic of bf16 and bf16x2. */
#ifndef HSAEMU_PTX_TR_BF16_H
#define HSAEMU_PTX_TR_BF16_H

#include "hir/hir.h"

struct tr;

/* a + b */
struct hir_op tr_bf16_sum(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);
/* The current instruction's min or max. */
struct hir_op tr_bf16_pick(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);

#endif
