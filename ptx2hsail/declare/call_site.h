/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function keeps its calls until their arg blocks are written (arg_blocks.c). */
#ifndef HSAEMU_PTX_CALL_SITE_H
#define HSAEMU_PTX_CALL_SITE_H

#include "base/func.h"
#include "base/scope.h"

struct argument {             /* of a call */
	struct symbol *param; /* NULL: `value` */
	struct hir_op value;
	struct hir_op more[7]; /* of a vector: what follows `value` */
	unsigned more_count;
	enum ptx_type type;  /* of `value` */
	struct hir_var *var; /* in the arg block */
	uint64_t offset;     /* within `var` */
};

struct call_site {
	size_t before;        /* entries before this index come first */
	struct func *callee;  /* of an indirect call its signature */
	struct hir_op handle; /* indirect */
	struct argument *ins;
	uint32_t in_count;
	struct hir_var *out; /* NULL: no results */
	struct argument *outs;
	uint32_t out_count;
	struct call_site *next;
};
/* A call of `site->callee`: the first makes room for the arguments, which the caller sets; the
 * second gives them variables and notes that the call is here. */
void tr_call_begin(struct tr *t, struct call_site *site);
void tr_call_end(struct tr *t, struct call_site *site);

/* Calls of `f` with values of its formals' types; `out` is NULL, or one register for each
 * result. */
void tr_call_function(struct tr *t, struct func *f, const struct hir_op *out,
	const struct hir_op *ins);

#endif
