/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls that a wave makes of functions with code of their own (kernel_abi.h: fw.NAME). */
#ifndef HSAEMU_FIN_GANG_CALL_H
#define HSAEMU_FIN_GANG_CALL_H

#include "gang/gang_rows.h"

LLVMTypeRef fin_wave_type(struct fin_llvm *l);
/* Declares fw.NAME for a function, whose code is then wanted. */
LLVMValueRef fin_wave_declare(struct fin_lower *w, struct fin_function *f);
/* Lowers a call, or a pseudo instruction ENTER or RETURN. */
void fin_gang_call(struct fin_gang *g, const struct fin_inst *i);

#endif
