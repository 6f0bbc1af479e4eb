/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of the runtime. */
#ifndef HSAEMU_FIN_LOWER_SERVICE_H
#define HSAEMU_FIN_LOWER_SERVICE_H

#include "lower/lower.h"

/* Calls the function at `offset` of struct hsaemu_services, which is of the type. */
LLVMValueRef fin_call_service(struct fin_lower *w, size_t offset, LLVMTypeRef fn_type,
	LLVMValueRef *args);
/* Calls one that may wait: its arguments are the work-group and up to two numbers, i32. */
LLVMValueRef fin_call_wait_service(struct fin_lower *w, size_t offset, LLVMValueRef *args,
	unsigned count);

#endif
