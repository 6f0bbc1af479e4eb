/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments whose addresses are generic ones have copies in private memory. */
#ifndef HSAEMU_PTX_ARGUMENT_COPIES_H
#define HSAEMU_PTX_ARGUMENT_COPIES_H

#include "hir/hir.h"

struct tr;

struct arg_copy {
	struct hir_var *arg, *copy;
	struct arg_copy *next;
};
/* Private copy of all kernel arguments, made at the entry of the current kernel. */
struct hir_var *tr_params_copy(struct tr *t);
/* Private copy of one argument of the current function, made at its entry: PTX lets code move such
 * an argument's address to a register, and then it lies in the local space (PTX ISA 5.1.6.4). */
struct hir_var *tr_arg_copy(struct tr *t, struct hir_var *arg);
/* Makes those copies: when the body is known, in front of it. */
void tr_copy_arguments(struct tr *t);

#endif
