/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layout of shared memory. */
#ifndef HSAEMU_PTX_SHARED_LAYOUT_H
#define HSAEMU_PTX_SHARED_LAYOUT_H

#include "module/prescan.h"

void tr_layout_shared(struct tr *t, const struct prescan *p);
/* Returns whether code of other files may run in this module's kernels, or its functions in their
 * kernels. */
bool tr_is_open(const struct tr *t);

#endif
