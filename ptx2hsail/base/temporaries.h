/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These are registers and labels of our own. */
#ifndef HSAEMU_PTX_TEMPORARIES_H
#define HSAEMU_PTX_TEMPORARIES_H

#include "hir/hir.h"

struct tr;

/* The class of registers (BRIG_REGISTER_KIND_*) for a PTX type. */
uint8_t tr_kind_of(enum ptx_type type);
uint32_t tr_temp(struct tr *t, uint8_t kind);
struct hir_op tr_temp_op(struct tr *t, uint8_t kind);

/* A label, and where it is. */
uint32_t tr_label(struct tr *t);
void tr_place_label(struct tr *t, uint32_t label);

#endif
