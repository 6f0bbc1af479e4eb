/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of our own that translated code calls (library.c), and barriers that are such
 * (tr_sync.c). */
#ifndef HSAEMU_PTX_LIBRARY_H
#define HSAEMU_PTX_LIBRARY_H

#include "base/tr.h"

/* Calls of `f` with values of its formals' types; `out` is NULL, or one register for each
 * result. */
void tr_call_function(struct tr *t, struct func *f, const struct hir_op *out,
	const struct hir_op *ins);

/* Functions of our own (library.c). */
enum tr_library {
#define LIBRARY(id, name, text) TR_LIBRARY_##id,
#include "declare/library.def"
	TR_LIBRARY_COUNT
};
/* `variant` is "" or the letters of one. */
void tr_library_call(struct tr *t, enum tr_library id, const char *variant,
	const struct hir_op *out, const struct hir_op *ins);
/* Other library functions call it. */
void tr_library_need(struct tr *t, enum tr_library id);
/* NULL when the module has not used it yet. */
struct func *tr_library_find(struct tr *t, struct str name);
struct func *tr_library_add(struct tr *t, struct str name, struct str body);
void tr_library_release(struct tr *t);

/* Barriers of a number of threads (tr_sync.c): at a kernel's begin and where it ends. */
void tr_barriers_start(struct tr *t);
void tr_barriers_end(struct tr *t);
/* The barriers that an instruction may mean, as bits, and whether it has a number of threads. */
uint32_t tr_barrier_numbers(enum op_kind kind, const struct ptx_inst *inst, bool *is_counted);

#endif
