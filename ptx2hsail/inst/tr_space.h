/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generic addresses of kernel arguments. */
#ifndef HSAEMU_PTX_TR_SPACE_H
#define HSAEMU_PTX_TR_SPACE_H

#include "hsaemu/base.h"

struct tr;

/* For a kernel's beginning: stores the place of its argument copies in a variable for the functions
 * that it calls. */
void tr_tell_arguments(struct tr *t);

#endif
