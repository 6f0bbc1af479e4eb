/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of the runtime, which does what code cannot do by itself: struct hsaemu_services of
 * kernel_abi.h has pointers to its functions. */
#include "hsaemu/kernel_abi.h"
#include "lower/lower_service.h"

LLVMValueRef fin_call_service(struct fin_lower *w, size_t offset, LLVMTypeRef fn_type,
	LLVMValueRef *args)
{
	LLVMValueRef services =
		fin_dispatch_field(w, offsetof(struct hsaemu_dispatch, services), w->l->ptr);
	LLVMValueRef fn =
		LLVMBuildLoad2(w->l->b, w->l->ptr, fin_byte_offset(w, services, offset), "");

	return LLVMBuildCall2(w->l->b, fn_type, fn, args, LLVMCountParamTypes(fn_type), "");
}

LLVMValueRef fin_call_wait_service(struct fin_lower *w, size_t offset, LLVMValueRef *args,
	unsigned count)
{
	LLVMTypeRef types[] = {w->l->ptr, w->l->i32, w->l->i32};

	return fin_call_service(w, offset, LLVMFunctionType(w->l->void_, types, count, false),
		args);
}
