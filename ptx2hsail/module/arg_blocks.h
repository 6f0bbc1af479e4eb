/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* After all statements of a function: puts arg blocks around its calls. */
#ifndef HSAEMU_PTX_ARG_BLOCKS_H
#define HSAEMU_PTX_ARG_BLOCKS_H

#include "hsaemu/base.h"

struct tr;

void tr_finish_calls(struct tr *t);

#endif
