/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Barriers and traps of a GPU. */
#include "hsaemu/kernel_abi.h"
#include "gcn/gcn.h"

static void barrier(struct fin_lower *w, const char *name)
{
	fin_gcn_group_fence(w, LLVMAtomicOrderingRelease);
	fin_intrinsic(w->l, name, NULL, 0, NULL, 0);
	fin_gcn_group_fence(w, LLVMAtomicOrderingAcquire);
}

/* A wavefront that waits in a loop leaves the others more of the machine. */
static void rest(struct fin_lower *w)
{
	LLVMValueRef time = LLVMConstInt(w->l->i32, 1, false);

	fin_intrinsic(w->l, "llvm.amdgcn.s.sleep", NULL, 0, &time, 1);
}

/* LLVM puts no copies of this block into those before it. */
static void keep_block(struct fin_lower *w)
{
	static const char convergent[] = "convergent";
	LLVMTypeRef type = LLVMFunctionType(w->l->void_, NULL, 0, false);
	LLVMValueRef code =
		LLVMGetInlineAsm(type, "", 0, "", 0, true, false, LLVMInlineAsmDialectATT, false);
	unsigned id = LLVMGetEnumAttributeKindForName(convergent, sizeof convergent - 1);

	LLVMAddCallSiteAttribute(LLVMBuildCall2(w->l->b, type, code, NULL, 0, ""),
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(w->l->ctx, id, 0));
}

void fin_gcn_wait(struct fin_lower *w, enum fin_wait wait)
{
	if (wait == FIN_WAIT_BARRIER)
		barrier(w, "llvm.amdgcn.s.barrier");
	else if (wait == FIN_WAIT_WAVE_BARRIER)
		barrier(w, "llvm.amdgcn.wave.barrier");
	else if (wait == FIN_WAIT_YIELD)
		rest(w);
	else if (wait == FIN_WAIT_TIME)
		keep_block(w);
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
