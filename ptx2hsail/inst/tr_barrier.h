/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Barriers may be of a number of threads, which needs code where a kernel begins and ends. */
#ifndef HSAEMU_PTX_TR_BARRIER_H
#define HSAEMU_PTX_TR_BARRIER_H

#include "table/rows.h"

/* At a kernel's begin and where it ends. */
void tr_barriers_start(struct tr *t);
void tr_barriers_end(struct tr *t);
/* The barriers that an instruction may mean, as bits, and whether it has a number of threads. */
uint32_t tr_barrier_numbers(enum op_kind kind, const struct ptx_inst *inst, bool *is_counted);

#endif
