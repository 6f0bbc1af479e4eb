/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Barriers for a number of threads need code where a kernel begins and ends. */
#ifndef HSAEMU_PTX_TR_BARRIER_H
#define HSAEMU_PTX_TR_BARRIER_H

#include "table/rows.h"

/* These append the code for a kernel's beginning and for its ends. */
void tr_barriers_start(struct tr *t);
void tr_barriers_end(struct tr *t);
/* Returns the numbers of the barriers that an instruction may mean, one bit for each. *is_counted
 * tells whether it gives a number of threads. */
uint32_t tr_barrier_numbers(enum op_kind kind, const struct ptx_inst *inst, bool *is_counted);

#endif
