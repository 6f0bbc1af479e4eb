/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of functions. */
#include "llvm/llvm_ctx.h"

void fin_llvm_string_attribute(struct fin_llvm *l, LLVMValueRef fn, const char *name,
	const char *value)
{
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(l->ctx, name, (unsigned)strlen(name), value,
			(unsigned)strlen(value)));
}

void fin_llvm_attribute(struct fin_llvm *l, LLVMValueRef fn, unsigned index, const char *name,
	uint64_t value)
{
	unsigned id = LLVMGetEnumAttributeKindForName(name, strlen(name));

	if (id == 0)
		BUG("LLVM knows no attribute '%s'", name);
	LLVMAddAttributeAtIndex(fn, index, LLVMCreateEnumAttribute(l->ctx, id, value));
}

void fin_llvm_function_attributes(struct fin_llvm *l, LLVMValueRef fn)
{
	l->target.arch->processor_attributes(l, fn);
	fin_llvm_string_attribute(l, fn, "no-builtins", "");
	fin_llvm_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "nounwind", 0);
	/* An access at address 0 faults, or is one of a segment: code that leads to it is not
	 * dead. */
	fin_llvm_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "null_pointer_is_valid", 0);
}

void fin_llvm_frame_pointer(struct fin_llvm *l, LLVMValueRef fn)
{
	fin_llvm_string_attribute(l, fn, "frame-pointer", "all");
}

void fin_llvm_measure_stack(struct fin_llvm *l, LLVMValueRef fn)
{
	fin_llvm_string_attribute(l, fn, "warn-stack-size", "0");
}
