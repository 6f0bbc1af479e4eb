/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates one instruction, or reports why it cannot. */
#ifndef HSAEMU_PTX_SELECT_ROW_H
#define HSAEMU_PTX_SELECT_ROW_H

#include "parse/ptx_ast.h"

struct tr;

void tr_instruction(struct tr *t, const struct ptx_stmt *s);

#endif
