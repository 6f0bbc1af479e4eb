/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that rows of ptx_ops.def name; each translates the current instruction. */
#ifndef HSAEMU_PTX_ROW_FUNCTIONS_H
#define HSAEMU_PTX_ROW_FUNCTIONS_H

#include "table/rows.h"

#define OP(root, mods, types, operands, expansion)
#define FN(root, mods, types, operands, function) tr_function tr_fn_##function;
#include "table/ptx_ops.def"

#endif
