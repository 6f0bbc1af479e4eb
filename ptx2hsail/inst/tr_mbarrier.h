/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses of mbarriers and other shared memory. */
#ifndef HSAEMU_PTX_TR_MBARRIER_H
#define HSAEMU_PTX_TR_MBARRIER_H

#include "hir/hir.h"

struct tr;

/* Reads an address of shared memory, given in that space or as a generic one, into an s register.
 * Returns false after a message. */
bool tr_group_address(struct tr *t, const struct ptx_operand *o, enum ptx_space space,
	struct hir_op *out);

#endif
