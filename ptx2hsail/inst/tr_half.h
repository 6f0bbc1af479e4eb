/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 16-bit floats are computed in f32. */
#ifndef HSAEMU_PTX_TR_HALF_H
#define HSAEMU_PTX_TR_HALF_H

#include "hir/hir.h"

struct tr;

/* Returns an f16 or bf16 as an f32; of a pair, the low or the high one. */
struct hir_op tr_half_to_f32(struct tr *t, struct hir_op a, enum ptx_type type, bool high);

#endif
