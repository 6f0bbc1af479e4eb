/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declares functions, kernels and aliases. */
#ifndef HSAEMU_PTX_FUNCTIONS_H
#define HSAEMU_PTX_FUNCTIONS_H

#include "base/func.h"

struct tr;

void tr_declare_function(struct tr *t, struct ptx_module *m, const struct ptx_func *p);
void tr_declare_alias(struct tr *t, const struct ptx_alias *a);

#endif
