/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* With -g: these append the source line of the function's name, of a statement and of a .loc. */
#ifndef HSAEMU_PTX_CODE_LINES_H
#define HSAEMU_PTX_CODE_LINES_H

#include "parse/ptx_ast.h"

struct tr;

void tr_line_of_function(struct tr *t);
void tr_line_of_statement(struct tr *t, const struct ptx_stmt *s);
void tr_line_directive(struct tr *t, const struct ptx_stmt *s);

#endif
