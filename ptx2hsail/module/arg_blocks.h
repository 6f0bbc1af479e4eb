/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This puts arg blocks around the calls of a function. */
#ifndef HSAEMU_PTX_ARG_BLOCKS_H
#define HSAEMU_PTX_ARG_BLOCKS_H

#include "hsaemu/base.h"

struct tr;

void tr_finish_calls(struct tr *t);

#endif
