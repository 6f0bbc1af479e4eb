/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This loads and stores variables of arg blocks, which hold the arguments and results of calls. */
#ifndef HSAEMU_PTX_TRANSFER_H
#define HSAEMU_PTX_TRANSFER_H

#include "hir/hir.h"

struct tr;

void tr_transfer(struct tr *t, bool load, struct hir_var *var, uint64_t offset, enum ptx_type type,
	struct hir_op value);

#endif
