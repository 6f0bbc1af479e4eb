/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See arch.h: AMD's Southern Islands GPUs. LLVM's generator for them ends the process when there is
 * something that it cannot select, so it runs in a process of its own (gcn_codegen.c). */
#include "llvm/arch.h"
#include "llvm/llvm_ctx.h"

/* What kernels do not use of what a dispatch can pass to them. Without these attributes registers
 * are set aside for it. */
static const char *const unused[] = {"amdgpu-no-queue-ptr", "amdgpu-no-dispatch-id",
	"amdgpu-no-completion-action", "amdgpu-no-default-queue", "amdgpu-no-hostcall-ptr",
	"amdgpu-no-multigrid-sync-arg", "amdgpu-no-heap-ptr", "amdgpu-no-lds-kernel-id"};

static void processor_attributes(struct fin_llvm *l, LLVMValueRef fn)
{
	for (size_t k = 0; k < ARRAY_LEN(unused); k++)
		fin_llvm_string_attribute(l, fn, unused[k], "");
	fin_llvm_string_attribute(l, fn, "target-cpu", l->target.cpu);
	/* subnormal numbers are kept, as HSAIL wants; the default of LLVM flushes those of f32 */
	fin_llvm_string_attribute(l, fn, "denormal-fp-math", "ieee,ieee");
	fin_llvm_string_attribute(l, fn, "denormal-fp-math-f32", "ieee,ieee");
	fin_llvm_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "convergent", 0);
}

const struct fin_arch fin_arch_gcn = {
	.triple = "amdgcn-amd-amdhsa",
	.data_layout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32"
		       "-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32"
		       "-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64"
		       "-S32-A5-G1-ni:7:8:9",
	.global_space = 1,
	.nop = "s_nop 0",
	.processor_attributes = processor_attributes,
};
