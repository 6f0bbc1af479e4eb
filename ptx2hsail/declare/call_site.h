/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The calls of a function, which are kept until arg_blocks.c writes their arg blocks. */
#ifndef HSAEMU_PTX_CALL_SITE_H
#define HSAEMU_PTX_CALL_SITE_H

#include "base/func.h"
#include "base/scope.h"

struct argument {             /* an argument or result of a call */
	struct symbol *param; /* a .param variable of the body; NULL: `value` is the argument */
	struct hir_op value;
	struct hir_op more[7]; /* the elements of a vector after `value` */
	unsigned more_count;
	enum ptx_type type;  /* type of `value` */
	struct hir_var *var; /* the variable in the arg block */
	uint64_t offset;     /* offset within `var` */
};

struct call_site {
	size_t before;        /* the call comes before the entry with this index */
	struct func *callee;  /* the function; for an indirect call, its signature */
	struct hir_op handle; /* of an indirect call: the function's address */
	struct argument *ins;
	uint32_t in_count;
	struct hir_var *out; /* NULL: no results */
	struct argument *outs;
	uint32_t out_count;
	struct call_site *next;
};
/* These add a call of site->callee to the current function. tr_call_begin() makes room for the
 * arguments, which the caller then sets; tr_call_end() gives them variables and records that the
 * call is at this place. */
void tr_call_begin(struct tr *t, struct call_site *site);
void tr_call_end(struct tr *t, struct call_site *site);

/* Calls `f` with values of its parameters' types. `out` is NULL, or has one register for each
 * result. */
void tr_call_function(struct tr *t, struct func *f, const struct hir_op *out,
	const struct hir_op *ins);

#endif
