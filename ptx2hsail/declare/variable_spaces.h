/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declares variables, each as its state space requires. */
#ifndef HSAEMU_PTX_VARIABLE_SPACES_H
#define HSAEMU_PTX_VARIABLE_SPACES_H

#include "hir/hir.h"

struct tr;
struct scope;

void tr_declare_module_var(struct tr *t, const struct ptx_var *v);
void tr_declare_global(struct tr *t, struct scope *s, const struct ptx_var *v, struct str name);
void tr_declare_shared(struct tr *t, struct scope *s, const struct ptx_var *v, bool in_function);

#endif
