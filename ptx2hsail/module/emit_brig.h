/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This writes translated functions and variables as BRIG. */
#ifndef HSAEMU_PTX_EMIT_BRIG_H
#define HSAEMU_PTX_EMIT_BRIG_H

#include "hir/hir.h"

struct tr;

void tr_emit_function(struct tr *t);
void tr_emit_variable(struct tr *t, struct hir_var *v);
/* To be called after all functions: writes the pragmas and sets the references to functions. */
void tr_emit_finish(struct tr *t);

#endif
