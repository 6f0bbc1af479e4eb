/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses of functions, and indirect calls. */
#ifndef HSAEMU_PTX_FUNCTION_ADDRESS_H
#define HSAEMU_PTX_FUNCTION_ADDRESS_H

#include "base/func.h"

struct tr;

/* To be called before any body is translated: notes that code (in_code), or only an initial value,
 * takes the address of `f`. */
void tr_take_address(struct tr *t, struct func *f, bool in_code);
/* Returns whether `f` can be called by its address; if not, reports why. */
bool tr_has_address(struct tr *t, const struct func *f, struct ptx_span span);
/* Returns a d register that holds the address. */
struct hir_op tr_function_address(struct tr *t, const struct func *f);
/* Returns the signature that the functions of a .callprototype or .calltargets share, or NULL after
 * a message. */
struct func *tr_signature(struct tr *t, const struct ptx_stmt *table);

#endif
