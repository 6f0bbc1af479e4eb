/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arithmetic on bf16 and bf16x2. */
#ifndef HSAEMU_PTX_TR_BF16_H
#define HSAEMU_PTX_TR_BF16_H

#include "hir/hir.h"

struct tr;

/* Returns a + b. */
struct hir_op tr_bf16_sum(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);
/* Returns the minimum or maximum, by the current instruction. */
struct hir_op tr_bf16_pick(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);

#endif
