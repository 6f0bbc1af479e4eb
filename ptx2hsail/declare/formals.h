/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parameters and results of functions become HSAIL variables. */
#ifndef HSAEMU_PTX_FORMALS_H
#define HSAEMU_PTX_FORMALS_H

#include "base/func.h"

struct tr;

/* Makes f->params, f->ret and f->ret_offsets from the PTX declaration. Returns false after a
 * message. */
bool tr_add_formals(struct tr *t, struct func *f);

#endif
