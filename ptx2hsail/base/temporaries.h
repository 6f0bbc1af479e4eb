/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These functions make registers and labels that the PTX does not have. */
#ifndef HSAEMU_PTX_TEMPORARIES_H
#define HSAEMU_PTX_TEMPORARIES_H

#include "hir/hir.h"

struct tr;

/* Returns the class of registers (BRIG_REGISTER_KIND_*) for a PTX type. */
uint8_t tr_kind_of(enum ptx_type type);
uint32_t tr_temp(struct tr *t, uint8_t kind);
struct hir_op tr_temp_op(struct tr *t, uint8_t kind);

/* tr_label() makes a label, tr_place_label() puts it at the current place in the code. */
uint32_t tr_label(struct tr *t);
void tr_place_label(struct tr *t, uint32_t label);

#endif
