/* Calls of functions with code of their own: lower_call.c. */
#ifndef HSAEMU_FIN_CALL_H
#define HSAEMU_FIN_CALL_H

#include "hsaemu/kernel_abi.h"
#include "lower.h"

/* The code that a handle's descriptor has at `offset`; a trap when there is no descriptor. */
LLVMValueRef fin_call_handle(struct fin_lower *w, LLVMValueRef handle, size_t offset);

#endif
