/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Barriers, traps and the clock of a GPU. */
#include "hsaemu/kernel_abi.h"
#include "gcn/gcn.h"

static void barrier(struct fin_lower *w, const char *name)
{
	fin_gcn_group_fence(w, LLVMAtomicOrderingRelease);
	fin_intrinsic(w->l, name, NULL, 0, NULL, 0);
	fin_gcn_group_fence(w, LLVMAtomicOrderingAcquire);
}

/* Loops that wait need nothing: each wavefront runs by itself. */
void fin_gcn_wait(struct fin_lower *w, enum fin_wait wait)
{
	if (wait == FIN_WAIT_BARRIER)
		barrier(w, "llvm.amdgcn.s.barrier");
	else if (wait == FIN_WAIT_WAVE_BARRIER)
		barrier(w, "llvm.amdgcn.wave.barrier");
}

/* The numbers are in VGPRs, where who handles the trap finds them for each lane that is on. */
void fin_gcn_trap(struct fin_lower *w, unsigned trap, LLVMValueRef value)
{
	LLVMTypeRef types[] = {w->l->i32, w->l->i32};
	LLVMTypeRef type = LLVMFunctionType(w->l->void_, types, 2, false), result;
	LLVMValueRef args[] = {LLVMConstInt(w->l->i32, trap, false), value}, code;
	char text[32], constraints[32];

	(void)snprintf(text, sizeof text, "s_trap %d", HSAEMU_GPU_TRAP);
	(void)snprintf(constraints, sizeof constraints, "{v%d},{v%d},~{memory}",
		HSAEMU_GPU_TRAP_NUMBER, HSAEMU_GPU_TRAP_VALUE);
	code = LLVMGetInlineAsm(type, text, strlen(text), constraints, strlen(constraints), true,
		false, LLVMInlineAsmDialectATT, false);
	LLVMBuildCall2(w->l->b, type, code, args, 2, "");
	result = LLVMGetReturnType(LLVMGlobalGetValueType(w->fn));
	if (result == w->l->void_)
		LLVMBuildRetVoid(w->l->b);
	else
		LLVMBuildRet(w->l->b, LLVMGetPoison(result));
}

LLVMValueRef fin_gcn_clock(struct fin_lower *w)
{
	return fin_intrinsic(w->l, "llvm.readcyclecounter", NULL, 0, NULL, 0);
}
