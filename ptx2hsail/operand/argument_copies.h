/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Private copies of arguments whose addresses code takes. */
#ifndef HSAEMU_PTX_ARGUMENT_COPIES_H
#define HSAEMU_PTX_ARGUMENT_COPIES_H

#include "hir/hir.h"

struct tr;

struct arg_copy {
	struct hir_var *arg, *copy;
	struct arg_copy *next;
};
/* Returns the private copy of all arguments of the current kernel, made at its entry. */
struct hir_var *tr_params_copy(struct tr *t);
/* Returns the private copy of one argument of the current function, made at its entry. PTX lets
 * code move the address of an argument to a register, and the argument then lies in the local space
 * (PTX ISA 5.1.6.4). */
struct hir_var *tr_arg_copy(struct tr *t, struct hir_var *arg);
/* To be called when the body is translated: inserts code that makes these copies at its
 * beginning. */
void tr_copy_arguments(struct tr *t);

#endif
