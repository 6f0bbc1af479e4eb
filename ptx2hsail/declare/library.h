/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of our own, written in PTX, that translated code calls. */
#ifndef HSAEMU_PTX_LIBRARY_H
#define HSAEMU_PTX_LIBRARY_H

#include "base/func.h"

struct tr;

enum tr_library {
#define LIBRARY(id, name, text) TR_LIBRARY_##id,
#include "declare/library.def"
	TR_LIBRARY_COUNT
};
/* Calls the function. `variant` is "" or the letters of the variant (library.def). */
void tr_library_call(struct tr *t, enum tr_library id, const char *variant,
	const struct hir_op *out, const struct hir_op *ins);
/* Adds a function that other library functions call. */
void tr_library_need(struct tr *t, enum tr_library id);
/* tr_library_find() returns the function, or NULL when the module has not used it yet;
 * tr_library_add() parses it from `body` and declares it. */
struct func *tr_library_find(struct tr *t, struct str name);
struct func *tr_library_add(struct tr *t, struct str name, struct str body);
void tr_library_release(struct tr *t);

#endif
