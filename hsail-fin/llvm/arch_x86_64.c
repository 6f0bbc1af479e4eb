/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See arch.h: processors that run the code themselves. */
#include <llvm-c/Target.h>
#include "llvm/arch.h"
#include "llvm/llvm_ctx.h"

enum { UWTABLE_ASYNC = 2 }; /* a value of llvm::UWTableKind, which the C API lacks */

static void register_generator(void)
{
	LLVMInitializeX86TargetInfo();
	LLVMInitializeX86Target();
	LLVMInitializeX86TargetMC();
	LLVMInitializeX86AsmPrinter();
	LLVMInitializeX86AsmParser(); /* for inline assembly */
}

static void processor_attributes(struct fin_llvm *l, LLVMValueRef fn)
{
	unsigned bits = l->target.vector_bits;
	const char *width = bits == 512 ? "512" : bits == 256 ? "256" : "128";

	fin_llvm_string_attribute(l, fn, "target-cpu", l->target.cpu);
	fin_llvm_string_attribute(l, fn, "tune-cpu", l->target.tune);
	fin_llvm_string_attribute(l, fn, "target-features", l->target.attrs);
	fin_llvm_string_attribute(l, fn, "prefer-vector-width", width);
	fin_llvm_string_attribute(l, fn, "min-legal-vector-width", width);
	/* makes .eh_frame exact at every instruction, for backtraces from faults and in
	 * profilers */
	fin_llvm_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "uwtable", UWTABLE_ASYNC);
}

static bool is_set_up;

const struct fin_arch fin_arch_x86_64 = {
	.triple = "x86_64-unknown-linux-gnu",
	.register_generator = register_generator,
	.is_set_up = &is_set_up,
	.nop = "nop",
	.processor_attributes = processor_attributes,
};
