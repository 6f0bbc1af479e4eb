/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the initial value of a variable. */
#ifndef HSAEMU_PTX_INITIAL_VALUES_H
#define HSAEMU_PTX_INITIAL_VALUES_H

#include "hir/hir.h"

struct tr;

void tr_initialise(struct tr *t, const struct ptx_var *v, struct hir_var *h);

#endif
