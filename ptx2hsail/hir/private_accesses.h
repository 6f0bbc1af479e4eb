/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Accesses of private memory by flat addresses. */
#ifndef HSAEMU_PTX_PRIVATE_ACCESSES_H
#define HSAEMU_PTX_PRIVATE_ACCESSES_H

#include "hir/mnemonics.h"

/* Before allocation: makes plain loads and stores of atomic ones whose flat address is seen to be
 * that of private memory. */
void hir_plain_private(struct hir_func *f, struct hir_protos *protos);

#endif
