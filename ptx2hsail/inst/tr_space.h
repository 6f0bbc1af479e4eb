/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of kernels may have generic addresses. */
#ifndef HSAEMU_PTX_TR_SPACE_H
#define HSAEMU_PTX_TR_SPACE_H

#include "hsaemu/base.h"

struct tr;

/* Tells functions where the kernel's copies of its arguments are. */
void tr_tell_arguments(struct tr *t);

#endif
