/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates one function and writes it as BRIG. */
#ifndef HSAEMU_PTX_FUNCTION_BODY_H
#define HSAEMU_PTX_FUNCTION_BODY_H

#include "base/func.h"

struct tr;

void tr_function_translate(struct tr *t, struct func *f);

#endif
