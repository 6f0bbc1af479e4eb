/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* LLVM's context, target machine and passes (docs/design/vector-code.md, "LLVM's part"). */
#include <pthread.h>
#include <stdlib.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include "llvm/llvm_ctx.h"
#include "llvm/slots.h"
#include "ir/limits.h"

static void make_types(struct fin_llvm *l)
{
	l->i1 = LLVMInt1TypeInContext(l->ctx);
	l->i8 = LLVMInt8TypeInContext(l->ctx);
	l->i16 = LLVMInt16TypeInContext(l->ctx);
	l->i32 = LLVMInt32TypeInContext(l->ctx);
	l->i64 = LLVMInt64TypeInContext(l->ctx);
	l->i128 = LLVMInt128TypeInContext(l->ctx);
	l->f16 = LLVMHalfTypeInContext(l->ctx);
	l->f32 = LLVMFloatTypeInContext(l->ctx);
	l->f64 = LLVMDoubleTypeInContext(l->ctx);
	l->ptr = LLVMPointerTypeInContext(l->ctx, 0);
	l->global_ptr = LLVMPointerTypeInContext(l->ctx, l->target.arch->global_space);
	l->void_ = LLVMVoidTypeInContext(l->ctx);
}

/* ---- what LLVM tells ------------------------------------------------------------------------ */

/* Passes the size of a stack frame on to l->on_stack. LLVM's C API has no way to ask for the size,
 * but LLVM warns of one that is larger than an attribute allows: "stack frame size (N) exceeds
 * limit (0) in function 'F'". */
static void note_stack(const struct fin_llvm *l, const char *text)
{
	static const char start[] = "stack frame size (", before[] = "in function '";
	const char *size = strstr(text, start), *name = strstr(text, before);
	const char *end = strrchr(text, '\'');

	if (size == NULL || name == NULL || l->on_stack == NULL)
		return;
	name += sizeof before - 1;
	if (end > name)
		l->on_stack(l->on_stack_arg, (struct str){name, (size_t)(end - name)},
			strtoull(size + sizeof start - 1, NULL, 10));
}

struct heard {
	const struct fin_llvm *l;
	LLVMDiagnosticSeverity severity;
	char *text;
};

static void hear(void *arg)
{
	const struct heard *h = arg;

	if (h->severity == LLVMDSError)
		BUG("LLVM: %s", h->text);
	note_stack(h->l, h->text);
}

/* In a scope, LLVM's function that this is called by is not left but comes to its end, and so gives
 * back what it holds. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *arg)
{
	struct fin_llvm *l = arg;
	struct heard h = {l, LLVMGetDiagInfoSeverity(info), LLVMGetDiagInfoDescription(info)};
	struct unwind_report why;

	if (!unwind_is_on()) {
		hear(&h);
	} else if (l->heard == UNWIND_DONE) {
		l->heard = unwind_run(hear, &h, &why);
		l->why = why;
	}
	LLVMDisposeMessage(h.text);
}

static void expect_nothing_heard(const struct fin_llvm *l)
{
	if (l->heard != UNWIND_DONE)
		unwind_again(l->heard, &l->why);
}

/* ---- set-up --------------------------------------------------------------------------------- */

static LLVMCodeGenOptLevel codegen_level(int opt_level)
{
	static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
		LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};

	return levels[opt_level];
}

/* Sets options of LLVM that no API has.
 *
 * Gathers and scatters that the processor lacks become long blocks of loads and stores; without the
 * first option, the scheduler would compare each of these with each. The register allocator's
 * search for regions to split live ranges at takes half of the time of long kernels and finds no
 * better code, so the second limits it. Conditional stores that are merged, which the third
 * prevents, lose their lines, but a user wants to know which of them faulted. The pass that moves
 * values to mask registers, which the fourth leaves out, looks at all connected values anew for
 * each value, and the code is no shorter for it. The last option lets loops that are not unrolled
 * entirely have two copies of their body, not eight. Where their lengths vary, the processor
 * guesses the end of each wrongly, and so it would that of the loop for what remains. */
static void take_options(void)
{
	static const char *const options[] = {"hsail-fin", "-dag-maps-huge-region=200",
		"-grow-region-complexity-budget=500", "-simplifycfg-merge-cond-stores=false",
		"-disable-x86-domain-reassignment", "-unroll-max-count=2"};

	LLVMParseCommandLineOptions(ARRAY_LEN(options), options, NULL);
}

static void unlock(void *lock)
{
	pthread_mutex_unlock(lock);
}

void fin_set_up_once(void (*set_up)(void), bool *done)
{
	static pthread_mutex_t llvm_lock = PTHREAD_MUTEX_INITIALIZER;
	struct unwind_guard guard = {.release = unlock, .arg = &llvm_lock};

	pthread_mutex_lock(&llvm_lock);
	unwind_guard_begin(&guard);
	if (!*done)
		set_up();
	*done = true;
	unwind_guard_end(&guard);
	pthread_mutex_unlock(&llvm_lock);
}

static void make_machine(struct fin_llvm *l, int opt_level)
{
	LLVMTargetMachineOptionsRef mo;
	const char *triple = l->target.arch->triple;
	LLVMTargetRef target;
	char *message = NULL;
	static bool is_set_up;

	if (l->target.arch->register_generator == NULL)
		return;
	fin_set_up_once(l->target.arch->register_generator, l->target.arch->is_set_up);
	fin_set_up_once(take_options, &is_set_up);
	if (LLVMGetTargetFromTriple(triple, &target, &message))
		BUG("LLVM: %s", message);
	mo = LLVMCreateTargetMachineOptions();
	LLVMTargetMachineOptionsSetCPU(mo, l->target.cpu);
	LLVMTargetMachineOptionsSetFeatures(mo, l->target.attrs);
	LLVMTargetMachineOptionsSetCodeGenOptLevel(mo, codegen_level(opt_level));
	LLVMTargetMachineOptionsSetRelocMode(mo, LLVMRelocPIC);
	LLVMTargetMachineOptionsSetCodeModel(mo, LLVMCodeModelSmall);
	l->machine = LLVMCreateTargetMachineWithOptions(target, triple, mo);
	LLVMDisposeTargetMachineOptions(mo);
}

void fin_llvm_set_version(struct fin_llvm *l, const struct fin_version *v)
{
	l->target = v->target;
	l->suffix = v->suffix;
}

void fin_llvm_init(struct fin_llvm *l, const char *module_name, const struct finalize_options *o,
	const struct fin_version *v)
{
	*l = (struct fin_llvm){0};
	fin_llvm_set_version(l, v);
	make_machine(l, (int)o->opt_level);
	l->optimised = o->opt_level > 0;
	l->ctx = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(l->ctx, on_diagnostic, l);
	l->mod = LLVMModuleCreateWithNameInContext(module_name, l->ctx);
	l->b = LLVMCreateBuilderInContext(l->ctx);
	l->layout = l->machine != NULL ? LLVMCreateTargetDataLayout(l->machine)
	                               : LLVMCreateTargetData(v->target.arch->data_layout);
	LLVMSetTarget(l->mod, l->target.arch->triple);
	LLVMSetModuleDataLayout(l->mod, l->layout);
	make_types(l);
	l->empty_node = fin_md_list(l, NULL, 0);
	l->md_invariant_load = fin_md_kind(l, "invariant.load");
	l->md_range = fin_md_kind(l, "range");
}

LLVMBuilderRef fin_builder_new(struct fin_llvm *l)
{
	size_t i = 0;

	while (i < FIN_BUILDERS && l->builders[i] != NULL)
		i++;
	if (i == FIN_BUILDERS)
		BUG("more than %d builders", FIN_BUILDERS);
	return l->builders[i] = LLVMCreateBuilderInContext(l->ctx);
}

void fin_builder_free(struct fin_llvm *l, LLVMBuilderRef b)
{
	size_t i = 0;

	while (l->builders[i] != b)
		i++;
	l->builders[i] = NULL;
	LLVMDisposeBuilder(b);
}

void fin_llvm_release(struct fin_llvm *l)
{
	for (size_t i = 0; i < FIN_BUILDERS; i++)
		if (l->builders[i] != NULL)
			LLVMDisposeBuilder(l->builders[i]);
	if (l->code != NULL)
		LLVMDisposeMemoryBuffer(l->code);
	if (l->debug != NULL)
		LLVMDisposeDIBuilder(l->debug);
	if (l->b != NULL)
		LLVMDisposeBuilder(l->b);
	if (l->mod != NULL)
		LLVMDisposeModule(l->mod);
	if (l->ctx != NULL)
		LLVMContextDispose(l->ctx);
	if (l->layout != NULL)
		LLVMDisposeTargetData(l->layout);
	if (l->machine != NULL)
		LLVMDisposeTargetMachine(l->machine);
	*l = (struct fin_llvm){0};
}

/* ---- results -------------------------------------------------------------------------------- */

void fin_llvm_verify(struct fin_llvm *l)
{
	char *message = NULL;

	if (LLVMVerifyModule(l->mod, LLVMReturnStatusAction, &message))
		BUG("LLVM's verifier: %s", message);
	LLVMDisposeMessage(message);
}

/* The first passes of levels 1 and 2, on slots that are values already. Level 2 has sccp before,
 * because what the ids of a wave are computed from is often known to be zero. Level 1 does without
 * it, and without a second instcombine: the code of 4,000 generated instructions is as long, and
 * takes 6 % less time. Both levels have gvn later, because the parts of a wave compute much of the
 * same. */
#define FIRST(combine) "early-cse<memssa>,simplifycfg<switch-range-to-icmp>," combine

/* What level 2 does with loops that are worth it: iterations are counted in the width of addresses,
 * and several of them become one. */
#define COUNT_IN_ADDRESSES "indvars,"
#define UNROLL "loop-unroll<O2>,"

/* The passes of each level. Some passes take quadratic time in large functions, chiefly schedulers
 * and those that ask how often loops run, each loop in terms of those before it; level 1 does
 * without them. Level 2 has what makes a difference for kernels: LLVM's own default takes twice as
 * long for the same speed. licm speculates only in the end: patterns of accesses (gang_pattern.c)
 * are wanted in some gangs only, but are the same in all, and early-cse finds those that are there
 * for several accesses. Before that, what licm would move out of loops lengthens short ones. */
#define PIPELINES(combine, count, unroll) \
	{"default<O0>", \
		"function(" FIRST( \
			combine) ",loop-mssa(licm<no-allowspeculation>),gvn,adce,simplifycfg)", \
		"function(sroa,sccp," FIRST( \
			combine) ",jump-threading,correlated-propagation,simplifycfg," \
				 "loop-mssa(loop-rotate,licm<no-allowspeculation>),loop(" count \
				 "loop-unroll-full),gvn,adce,simplifycfg," unroll combine \
				 ",loop-mssa(licm<allowspeculation>),early-cse,simplifycfg)", \
		"default<O3>"}

/* The second row is for modules in which a loop is not most of the code (FIN_LIMIT_LLVM_SHORT). The
 * third one is for functions with many selects by lane. For each of these instcombine asks whether
 * other values could be poison, which takes most of the time where lanes leave a loop in hundreds
 * of places. */
static const char *const pipelines[3][4] = {
	PIPELINES("instcombine<no-verify-fixpoint>", COUNT_IN_ADDRESSES, UNROLL),
	PIPELINES("instcombine<no-verify-fixpoint>", "", ""),
	PIPELINES("instsimplify", COUNT_IN_ADDRESSES, UNROLL)};

static const char *pipeline_of(const struct fin_llvm_sizes *s, int level)
{
	if (s->selects > FIN_LIMIT_LLVM_SELECTS)
		return pipelines[2][level];
	return pipelines[s->all > FIN_LIMIT_LLVM_SHORT && s->has_open_loop][level];
}

static void lower_code_level(struct fin_llvm *l, int level)
{
	LLVMDisposeTargetMachine(l->machine);
	make_machine(l, level);
}

/* Runs LLVM's passes. Returns the level for code generation. */
static int optimise(struct fin_llvm *l, const struct finalize_options *o)
{
	struct fin_llvm_sizes size = fin_llvm_sizes(l);
	bool is_large =
		size.instructions > FIN_LIMIT_LLVM_LARGE || size.loops > FIN_LIMIT_LLVM_LOOPS;
	int level = o->opt_level > 1 && is_large ? 1 : (int)o->opt_level;
	/* Level 0, because the register coalescer and block placement take quadratic time in the
	 * successors of a switch. */
	int code_level = size.labels > FIN_LIMIT_LLVM_LABELS ? 0 : level;
	LLVMPassBuilderOptionsRef po = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error;

	LLVMPassBuilderOptionsSetLoopVectorization(po, false);
	LLVMPassBuilderOptionsSetSLPVectorization(po, false);
	LLVMPassBuilderOptionsSetLoopInterleaving(po, false);
	LLVMPassBuilderOptionsSetVerifyEach(po, o->verify_each);
	if (code_level != (int)o->opt_level)
		lower_code_level(l, code_level);
	error = LLVMRunPasses(l->mod, pipeline_of(&size, level), l->machine, po);
	LLVMDisposePassBuilderOptions(po);
	expect_nothing_heard(l);
	if (error != NULL)
		BUG("LLVM: %s", LLVMGetErrorMessage(error));
	return code_level;
}

static bool does_not_return(LLVMValueRef i)
{
	static const char name[] = "noreturn";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);

	return i != NULL && LLVMIsACallInst(i) != NULL &&
	       LLVMIsAFunction(LLVMGetCalledValue(i)) != NULL &&
	       LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(i),
		       (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

/* Whether the block is only the default of switches that have a case for every value. */
static bool is_needless_default(LLVMBasicBlockRef b)
{
	LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
	bool is_default = u != NULL && LLVMGetFirstInstruction(b) == LLVMGetBasicBlockTerminator(b);

	for (; u != NULL && is_default; u = LLVMGetNextUse(u))
		is_default = LLVMIsASwitchInst(LLVMGetUser(u)) != NULL &&
		             LLVMGetSwitchDefaultDest(LLVMGetUser(u)) == b;
	return is_default;
}

/* Puts an instruction that faults before each `unreachable`, but behind calls that do not return.
 * LLVM makes no code of `unreachable`, so that control would run into whatever lies behind it. */
static void end_by_trap(struct fin_llvm *l, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL;
		b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(b);

		if (LLVMGetInstructionOpcode(last) != LLVMUnreachable ||
			does_not_return(LLVMGetPreviousInstruction(last)) || is_needless_default(b))
			continue;
		LLVMPositionBuilderBefore(l->b, last);
		LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(last));
		fin_intrinsic(l, "llvm.trap", NULL, 0, NULL, 0);
	}
}

static void end_all_by_trap(struct fin_llvm *l)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(l->mod); f != NULL; f = LLVMGetNextFunction(f))
		end_by_trap(l, f);
}

static void emit_text(struct fin_llvm *l, struct buf *out)
{
	char *text = LLVMPrintModuleToString(l->mod);

	buf_puts(out, text);
	LLVMDisposeMessage(text);
}

static void emit_code(struct fin_llvm *l, LLVMCodeGenFileType type, struct buf *out)
{
	char *message = NULL;

	if (LLVMTargetMachineEmitToMemoryBuffer(l->machine, l->mod, type, &message, &l->code))
		BUG("LLVM: %s", message);
	expect_nothing_heard(l);
	fin_llvm_is_set_up();
	buf_append(out, LLVMGetBufferStart(l->code), LLVMGetBufferSize(l->code));
}

void fin_llvm_emit(struct fin_llvm *l, const struct finalize_options *o,
	struct fin_pass_clock *clock, struct buf *out)
{
	int code_level;

	fin_llvm_separate(l);
	if (o->opt_level > 0) {
		fin_slots_to_values(l);
		fin_llvm_keep_interleaved(l);
		fin_pass_done(clock, "slots to values");
	}
	code_level = optimise(l, o);
	end_all_by_trap(l);
	fin_llvm_unmask_logic(l);
	fin_llvm_select_halves(l);
	if (code_level > 0)
		fin_llvm_share_loads(l);
	if (o->opt_level > 0) {
		fin_llvm_keep_extremes(l);
		fin_llvm_take_away_splats(l);
	}
	/* its assembler instructions would part loads that may share */
	fin_llvm_part_masks(l);
	/* A lower level, because in the cut blocks the scheduler after register allocation would
	 * still compare each instruction with each. */
	if (o->opt_level > 0 && fin_llvm_cut(l) && code_level > 1)
		lower_code_level(l, 1);
	fin_pass_done(clock, "LLVM passes");
	switch (o->emit) {
	case FINALIZE_LLVM_IR:
		emit_text(l, out);
		break;
	case FINALIZE_ASM:
		emit_code(l, LLVMAssemblyFile, out);
		break;
	case FINALIZE_OBJ:
		emit_code(l, LLVMObjectFile, out);
		break;
	case FINALIZE_IR:
		BUG("LLVM does not print our own IR");
	}
	fin_pass_done(clock, "LLVM code generation");
}
