/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of outlined functions (outline.h). */
#ifndef HSAEMU_FIN_OUTLINE_CALL_H
#define HSAEMU_FIN_OUTLINE_CALL_H

#include "gang/gang.h"

/* Makes a call of `i` for each part if it is outlined for vectors; else returns false. */
bool fin_outline_call(struct fin_gang *g, const struct fin_inst *i);
/* The function that does `i` for each lane in turn if `i` is outlined in that way, else NULL; and
 * the call of that function, before which the registers of `i` must be spilled. */
LLVMValueRef fin_outline_in_turn(struct fin_gang *g, const struct fin_inst *i);
void fin_outline_call_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef fn);

#endif
