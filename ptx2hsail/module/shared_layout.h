/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This places shared memory. */
#ifndef HSAEMU_PTX_SHARED_LAYOUT_H
#define HSAEMU_PTX_SHARED_LAYOUT_H

#include "module/prescan.h"

void tr_layout_shared(struct tr *t, const struct prescan *p);
/* Of its static variables. */
uint64_t tr_shared_bytes_of_module(const struct tr *t);
/* Whether code of other files may run in its kernels, or its functions in others' kernels. */
bool tr_is_open(const struct tr *t);

#endif
