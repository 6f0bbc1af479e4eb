/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions end by ret, with results in registers, or by exit. */
#ifndef HSAEMU_PTX_RETURNS_H
#define HSAEMU_PTX_RETURNS_H

#include "hsaemu/base.h"

struct tr;

void tr_return(struct tr *t);
/* Parameters in registers are loaded at the function's entry. */
void tr_load_reg_params(struct tr *t);
/* Whether this work-item has executed `exit` in a function. */
void tr_set_exited(struct tr *t, uint64_t value);
void tr_return_if_exited(struct tr *t);

#endif
