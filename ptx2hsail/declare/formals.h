/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parameters and results of functions are variables of HSAIL. */
#ifndef HSAEMU_PTX_FORMALS_H
#define HSAEMU_PTX_FORMALS_H

#include "base/func.h"

struct tr;

/* False after a message. */
bool tr_add_formals(struct tr *t, struct func *f);

#endif
