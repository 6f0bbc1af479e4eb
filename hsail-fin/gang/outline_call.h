/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of outlined functions (outline.h). */
#ifndef HSAEMU_FIN_OUTLINE_CALL_H
#define HSAEMU_FIN_OUTLINE_CALL_H

#include "gang/gang.h"

/* `i` as a call for each part if it is one of those, else false. */
bool fin_outline_call(struct fin_gang *g, const struct fin_inst *i);
/* What does `i` for each lane in turn if it is one of those, or NULL; its call, whose registers are
 * spilled. */
LLVMValueRef fin_outline_in_turn(struct fin_gang *g, const struct fin_inst *i);
void fin_outline_call_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef fn);

#endif
