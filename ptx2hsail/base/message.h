/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages are about the statement that is translated, or one of its operands. What is wrong in
 * a function of the library is told of the instruction that wants it. */
#ifndef HSAEMU_PTX_MESSAGE_H
#define HSAEMU_PTX_MESSAGE_H

#include "parse/ptx_ast.h"

struct tr;

void tr_error(struct tr *t, struct ptx_span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
void tr_unsupported(struct tr *t, struct ptx_span span, const char *fmt, ...) PRINTF_LIKE(3, 4);

#endif
