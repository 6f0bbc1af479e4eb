/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Some functions are called by their address. */
#ifndef HSAEMU_PTX_FUNCTION_ADDRESS_H
#define HSAEMU_PTX_FUNCTION_ADDRESS_H

#include "base/func.h"

struct tr;

/* Before code: its address is taken, by code or only in an initial value. */
void tr_take_address(struct tr *t, struct func *f, bool in_code);
/* False after a message: it is none that can be called by its address. */
bool tr_has_address(struct tr *t, const struct func *f, struct ptx_span span);
/* A d register with it. */
struct hir_op tr_function_address(struct tr *t, const struct func *f);
/* What the functions of .callprototype or .calltargets have in common; NULL after a message. */
struct func *tr_signature(struct tr *t, const struct ptx_stmt *table);

#endif
