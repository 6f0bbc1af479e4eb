/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gcn-codegen: makes code for AMD's Southern Islands GPUs of LLVM's bitcode. hsail-fin and the
 * compiling library run it (gcn/gcn_child.c), because LLVM's generator ends the process where there
 * is something that it cannot select. */
#include <stdio.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include "hsaemu/cli.h"
#include "hsaemu/finalize.h"
#include "gcn_mistakes.h"

struct options {
	int level, emit;
	bool verify;
};

#define OPTION(name, type, field, arg, choices, help) \
	{name, NULL, type, offsetof(struct options, field), arg, choices, help}

static const char *const levels[] = {"0", "1", "2", "3", NULL};
static const char *const kinds[] = {"obj", "asm", "llvm-ir", NULL}; /* enum finalize_emit */

static const struct cli_option option_table[] = {
	OPTION("-O", CLI_JOINED, level, "LEVEL", levels, "how hard to optimise (default: 2)"),
	OPTION("--emit", CLI_CHOICE, emit, "KIND", kinds, "what to write (default: obj)"),
	OPTION("--verify-ir", CLI_FLAG, verify, NULL, NULL,
		"run LLVM's verifier on the module and after every pass"),
};

static const struct cli_tool tool = {
	.name = "gcn-codegen",
	.summary = "make code for GPUs of LLVM's bitcode",
	.usage = "[options] <BITCODE >CODE",
	.description =
		"gcn-codegen makes a relocatable code object for AMD's Southern Islands GPUs. "
		"It is a step of hsail-fin -mcpu=gfx600.",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
};

static int fail(const char *what, const char *why)
{
	(void)fprintf(stderr, "error: %s: %s\n", what, why);
	return EXIT_REFUSED;
}

static LLVMTargetMachineRef make_machine(const char *triple, int level, char **message)
{
	static const LLVMCodeGenOptLevel code_levels[] = {LLVMCodeGenLevelNone,
		LLVMCodeGenLevelLess, LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
	LLVMTargetRef target;

	LLVMInitializeAMDGPUTargetInfo();
	LLVMInitializeAMDGPUTarget();
	LLVMInitializeAMDGPUTargetMC();
	LLVMInitializeAMDGPUAsmPrinter();
	LLVMInitializeAMDGPUAsmParser(); /* for inline assembly */
	if (LLVMGetTargetFromTriple(triple, &target, message))
		return NULL;
	return LLVMCreateTargetMachine(target, triple, "gfx600", "", code_levels[level],
		LLVMRelocPIC, LLVMCodeModelDefault);
}

/* Loops with several entries get one. The code generator does so itself, but later, and then lanes
 * that leave a loop may get values of another time around it. */
static const char one_entry[] = "function(lower-switch,fix-irreducible)";

static const char *run_passes(LLVMModuleRef module, LLVMTargetMachineRef machine,
	const struct options *o)
{
	static const char *const pipelines[] = {
		"default<O0>", "default<O1>", "default<O2>", "default<O3>"};
	LLVMPassBuilderOptionsRef po = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error;

	LLVMPassBuilderOptionsSetVerifyEach(po, o->verify);
	error = LLVMRunPasses(module, pipelines[o->level], machine, po);
	if (error == NULL && o->level > 0)
		error = LLVMRunPasses(module, one_entry, machine, po);
	LLVMDisposePassBuilderOptions(po);
	return error != NULL ? LLVMGetErrorMessage(error) : NULL;
}

static int put(const char *bytes, size_t count)
{
	if (fwrite(bytes, 1, count, stdout) != count || fflush(stdout) != 0)
		return fail("standard output", "cannot be written");
	return EXIT_DONE;
}

static int write_module(LLVMModuleRef module, LLVMTargetMachineRef machine, int emit)
{
	LLVMMemoryBufferRef code;
	char *message = NULL;
	int status;

	if (emit == FINALIZE_LLVM_IR) {
		message = LLVMPrintModuleToString(module);
		status = put(message, strlen(message));
		LLVMDisposeMessage(message);
		return status;
	}
	if (LLVMTargetMachineEmitToMemoryBuffer(machine, module,
		    emit == FINALIZE_ASM ? LLVMAssemblyFile : LLVMObjectFile, &message, &code))
		return fail("code", message);
	status = put(LLVMGetBufferStart(code), LLVMGetBufferSize(code));
	LLVMDisposeMemoryBuffer(code);
	return status;
}

/* LLVM gives a message, which may be empty, also where nothing is wrong. */
static int verify(LLVMModuleRef module)
{
	char *message = NULL;
	bool is_wrong = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
	int status = is_wrong ? fail("verifier", message) : EXIT_DONE;

	LLVMDisposeMessage(message);
	return status;
}

static int make(LLVMModuleRef module, const struct options *o)
{
	char *message = NULL;
	LLVMTargetMachineRef machine = make_machine(LLVMGetTarget(module), o->level, &message);
	const char *why;
	int status;

	if (machine == NULL)
		return fail("target", message);
	if (o->verify && (status = verify(module)) != EXIT_DONE)
		return status;
	why = run_passes(module, machine, o);
	if (why == NULL)
		gcn_avoid_mistakes(module, o->level);
	status = why != NULL ? fail("passes", why) : write_module(module, machine, o->emit);
	LLVMDisposeTargetMachine(machine);
	return status;
}

static int run(const struct options *o)
{
	LLVMMemoryBufferRef bitcode;
	LLVMModuleRef module;
	char *message = NULL;
	int status;

	if (LLVMCreateMemoryBufferWithSTDIN(&bitcode, &message))
		return fail("standard input", message);
	if (LLVMParseBitcode2(bitcode, &module))
		return fail("standard input", "it is no bitcode of LLVM 19");
	LLVMDisposeMemoryBuffer(bitcode);
	status = make(module, o);
	LLVMDisposeModule(module);
	LLVMShutdown();
	return status;
}

int main(int argc, char **argv)
{
	struct options o = {.level = 2};
	struct cli_result cli;
	int status;

	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_RUN)
		status = run(&o);
	cli_release(&cli);
	return status;
}
