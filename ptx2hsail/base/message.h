/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages point into the PTX that is translated. An error in a function of our library is reported
 * at the instruction that needs the function. */
#ifndef HSAEMU_PTX_MESSAGE_H
#define HSAEMU_PTX_MESSAGE_H

#include "parse/ptx_ast.h"

struct tr;

void tr_error(struct tr *t, struct ptx_span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
void tr_unsupported(struct tr *t, struct ptx_span span, const char *fmt, ...) PRINTF_LIKE(3, 4);

#endif
