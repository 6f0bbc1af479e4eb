/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the initial value of a sampler. */
#ifndef HSAEMU_PTX_SAMPLERS_H
#define HSAEMU_PTX_SAMPLERS_H

#include "hir/hir.h"

struct tr;

void tr_initialise_sampler(struct tr *t, const struct ptx_var *v, struct hir_var *h);

#endif
