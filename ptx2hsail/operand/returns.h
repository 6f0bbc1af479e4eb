/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ends of functions: ret, with results in registers, and exit. */
#ifndef HSAEMU_PTX_RETURNS_H
#define HSAEMU_PTX_RETURNS_H

#include "hsaemu/base.h"

struct tr;

void tr_return(struct tr *t);
/* Loads the parameters that are registers; for the function's entry. */
void tr_load_reg_params(struct tr *t);
/* tr_set_exited() records whether this work-item has executed `exit` in a function;
 * tr_return_if_exited(), after a call, returns if it has. */
void tr_set_exited(struct tr *t, uint64_t value);
void tr_return_if_exited(struct tr *t);

#endif
