/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* LLVM's passes and its code generator for PTX. */
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include "cl_impl.h"

static void set_up(void)
{
	LLVMInitializeNVPTXTargetInfo();
	LLVMInitializeNVPTXTarget();
	LLVMInitializeNVPTXTargetMC();
	LLVMInitializeNVPTXAsmPrinter();
}

static LLVMTargetMachineRef new_machine(const char *arch, unsigned level)
{
	static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
		LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
	LLVMTargetRef target;
	char *why = NULL;
	static bool is_set_up;
	fin_set_up_once(set_up, &is_set_up);
	if (LLVMGetTargetFromTriple("nvptx64--nvidiacl", &target, &why))
		BUG("LLVM: %s", why);
	return LLVMCreateTargetMachine(target, "nvptx64--nvidiacl", arch, "+ptx85", levels[level],
		LLVMRelocDefault, LLVMCodeModelDefault);
}

static bool complain(struct diag *d, const char *what, const char *why)
{
	diag_error(d, diag_in_file("OpenCL C"), "%s: %s", what, why);
	return false;
}

/* At the levels at which clang does it, if options do not say otherwise. */
static bool chosen(enum hsaemu_choice c, unsigned level)
{
	return c == HSAEMU_BY_LEVEL ? level >= 2 : c == HSAEMU_YES;
}

static bool run_passes(LLVMModuleRef m, LLVMTargetMachineRef machine,
	const struct fin_cl_program *p, unsigned level, struct diag *d)
{
	static const char *const pipelines[] = {
		"default<O0>", "default<O1>", "default<O2>", "default<O3>"};
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMPassBuilderOptionsSetLoopUnrolling(options, chosen(p->unroll, level));
	LLVMPassBuilderOptionsSetLoopInterleaving(options, chosen(p->unroll, level));
	LLVMPassBuilderOptionsSetLoopVectorization(options, chosen(p->vectorize, level));
	LLVMPassBuilderOptionsSetSLPVectorization(options, chosen(p->vectorize_slp, level));
	LLVMErrorRef error = LLVMRunPasses(m, pipelines[level], machine, options);
	LLVMDisposePassBuilderOptions(options);
	if (error == NULL)
		return true;
	char *text = LLVMGetErrorMessage(error);
	complain(d, "LLVM", text);
	LLVMDisposeErrorMessage(text);
	return false;
}

static bool emit(LLVMModuleRef m, LLVMTargetMachineRef machine, struct buf *out, struct diag *d)
{
	LLVMMemoryBufferRef text;
	char *why = NULL;
	bool ok = !LLVMTargetMachineEmitToMemoryBuffer(machine, m, LLVMAssemblyFile, &why, &text);
	if (ok) {
		buf_append(out, LLVMGetBufferStart(text), LLVMGetBufferSize(text));
		LLVMDisposeMemoryBuffer(text);
	} else {
		complain(d, "LLVM makes no PTX", why);
	}
	LLVMDisposeMessage(why);
	return ok;
}

bool fin_cl_ptx(LLVMModuleRef m, const struct fin_cl_program *p, struct buf *out, struct diag *d)
{
	unsigned level = p->optimisation - 1;
	LLVMTargetMachineRef machine = new_machine(p->arch, level);
	char *why = NULL;
	bool ok = !LLVMVerifyModule(m, LLVMReturnStatusAction, &why) ||
	          complain(d, "LLVM refuses the module", why);
	LLVMDisposeMessage(why);
	if (ok && p->unroll == HSAEMU_BY_LEVEL)
		fin_cl_keep_loops(m);
	ok = ok && run_passes(m, machine, p, level, d);
	if (ok) { /* which passes may have made of others */
		fin_cl_split_loads(m);
		fin_cl_split_vectors(m);
	}
	ok = ok && emit(m, machine, out, d);
	LLVMDisposeTargetMachine(machine);
	return ok;
}
