/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From SPIR-V to an object: the translator makes bitcode for SPIR of it, which gets the address
 * spaces of PTX, and its built-in functions as clang makes them of our headers. */
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include "spirv_impl.h"

static const char file[] = "SPIR-V";

struct making {
	const struct hsaemu_cl_source *source;
	struct arena *arena;
	struct diag *d;
	struct clc_options options;
	struct buf messages;
	LLVMContextRef ctx;
	LLVMModuleRef m, functions; /* the program's, and those that it calls */
};

static bool verify(struct making *k, LLVMModuleRef m)
{
	char *why = NULL;
	bool ok = !LLVMVerifyModule(m, LLVMReturnStatusAction, &why);
	if (!ok)
		diag_error(k->d, diag_in_file(file), "LLVM refuses the module: %s", why);
	LLVMDisposeMessage(why);
	return ok;
}

/* ---- the program's functions ----------------------------------------------------------------- */

enum { SPIR_FUNCTION = 75, SPIR_KERNEL = 76 };

/* A call is made as its function is, whatever kind it is of; and whether the function is inlined is
 * said by itself, as a kernel that is called has to be. */
static void adapt_call(LLVMValueRef i)
{
	static const char noinline[] = "noinline";
	LLVMValueRef f = LLVMIsACallInst(i) != NULL ? LLVMGetCalledValue(i) : NULL;
	if (f == NULL || LLVMIsAFunction(f) == NULL)
		return;
	unsigned convention = LLVMGetFunctionCallConv(f);
	LLVMSetInstructionCallConv(i,
		convention == SPIR_FUNCTION ? (unsigned)LLVMCCallConv : convention);
	LLVMRemoveCallSiteEnumAttribute(i, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMGetEnumAttributeKindForName(noinline, sizeof noinline - 1));
}

/* Functions are called as clang has them called for PTX, and may have barriers in them. */
static void adapt(LLVMValueRef f)
{
	static const char convergent[] = "convergent";
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	if (LLVMGetFunctionCallConv(f) == SPIR_FUNCTION)
		LLVMSetFunctionCallConv(f, LLVMCCallConv);
	if (LLVMGetIntrinsicID(f) == 0)
		LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMCreateEnumAttribute(ctx,
				LLVMGetEnumAttributeKindForName(convergent, sizeof convergent - 1),
				0));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
			i = LLVMGetNextInstruction(i))
			adapt_call(i);
}

/* Keeps lines of debug information, as clang makes them for -g: what PTX says of variables has
 * names in it that are none of PTX. */
static void strip_variables(LLVMModuleRef m)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(m, "strip-nonlinetable-debuginfo", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error != NULL)
		BUG("LLVM: %s", LLVMGetErrorMessage(error));
}

static enum hsaemu_status read_program(struct making *k)
{
	struct buf bitcode = BUF_INIT;
	enum hsaemu_status status = fin_spirv_translate(k->source, &bitcode, &k->messages);
	if (status == HSAEMU_OK)
		k->m = fin_cl_read(file, buf_slice(&bitcode), k->ctx, k->arena, k->d);
	buf_release(&bitcode);
	if (status != HSAEMU_OK)
		return status;
	if (k->m == NULL || !verify(k, k->m))
		return HSAEMU_REFUSED;
	strip_variables(k->m);
	for (LLVMValueRef f = LLVMGetFirstFunction(k->m); f != NULL; f = LLVMGetNextFunction(f))
		adapt(f);
	return HSAEMU_OK;
}

/* ---- the functions that it calls ------------------------------------------------------------- */

/* Of the program's options, those about arithmetic and work-groups are for these functions, too. */
static const char *options_of(const struct making *k)
{
	static const char prefix[] = "-cl-";
	struct buf text = BUF_INIT;
	buf_puts(&text, "-w -cl-std=CL3.0");
	for (size_t i = 0; i < k->options.count; i++)
		if (strncmp(k->options.words[i], prefix, sizeof prefix - 1) == 0)
			buf_printf(&text, " %s", k->options.words[i]);
	const char *copy = arena_strndup(k->arena, (const char *)text.data, text.len);
	buf_release(&text);
	return copy;
}

static void read_object(struct making *k, const struct hsaemu_result *r)
{
	struct clc_object o = clc_object_read(r->image, r->image_bytes);
	k->functions = fin_cl_read("built-in functions", o.bitcode, k->ctx, k->arena, k->d);
}

static enum hsaemu_status make_functions(struct making *k)
{
	struct buf text = BUF_INIT;
	struct hsaemu_result r = {.status = HSAEMU_REFUSED};
	if (!fin_spirv_functions(k->m, k->arena, &text, k->d)) {
		buf_release(&text);
		return HSAEMU_UNSUPPORTED;
	}
	const struct hsaemu_cl_source s = {.name = "<built-in functions>",
		.bytes = (const char *)text.data,
		.count = text.len,
		.options = options_of(k),
		.share = k->source->share};
	fin_cl_compile(&s, k->arena, &r);
	if (r.status == HSAEMU_OK)
		read_object(k, &r);
	else if (r.messages != NULL)
		buf_printf(&k->messages,
			"error: the program calls a function that there is not in OpenCL C:\n%s",
			r.messages);
	mem_free(r.image);
	mem_free(r.messages);
	mem_free(r.files);
	buf_release(&text);
	return r.status == HSAEMU_OK && k->functions == NULL ? HSAEMU_REFUSED : r.status;
}

/* ---- both ------------------------------------------------------------------------------------ */

static bool change_spaces(struct making *k)
{
	struct buf text = BUF_INIT;
	char *why = NULL;
	LLVMSetTarget(k->m, LLVMGetTarget(k->functions));
	LLVMSetDataLayout(k->m, LLVMGetDataLayoutStr(k->functions));
	char *before = LLVMPrintModuleToString(k->m);
	bool ok = fin_spirv_spaces(str_from(before), file, &text, k->d);
	LLVMDisposeMessage(before);
	LLVMDisposeModule(k->m);
	k->m = NULL;
	if (ok) {
		LLVMMemoryBufferRef bytes =
			LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)text.data, text.len,
				file);
		ok = !LLVMParseIRInContext(k->ctx, bytes, &k->m, &why);
		if (!ok)
			diag_error(k->d, diag_in_file(file), "LLVM refuses the module: %s", why);
		LLVMDisposeMessage(why);
	}
	buf_release(&text);
	return ok && verify(k, k->m);
}

/* What clang says of the machine is the same for all functions, or LLVM does not inline them. */
static void copy_attributes(struct making *k, LLVMValueRef from)
{
	unsigned count = LLVMGetAttributeCountAtIndex(from, LLVMAttributeFunctionIndex);
	LLVMAttributeRef *all = ARENA_ARRAY(k->arena, LLVMAttributeRef, count);
	LLVMGetAttributesAtIndex(from, LLVMAttributeFunctionIndex, all);
	for (LLVMValueRef f = LLVMGetFirstFunction(k->m); f != NULL; f = LLVMGetNextFunction(f))
		for (unsigned i = 0; i < count && !LLVMIsDeclaration(f); i++)
			if (LLVMIsStringAttribute(all[i]))
				LLVMAddAttributeAtIndex(f,
					(LLVMAttributeIndex)LLVMAttributeFunctionIndex, all[i]);
}

/* As clang does it, so that LLVM's code generator sees that they are kernels. */
static void annotate_kernels(LLVMModuleRef m)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	LLVMValueRef yes = LLVMConstInt(LLVMInt32TypeInContext(ctx), 1, false);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		LLVMMetadataRef parts[] = {LLVMValueAsMetadata(f),
			LLVMMDStringInContext2(ctx, "kernel", strlen("kernel")),
			LLVMValueAsMetadata(yes)};
		if (LLVMGetFunctionCallConv(f) == SPIR_KERNEL && !LLVMIsDeclaration(f))
			LLVMAddNamedMetadataOperand(m, "nvvm.annotations",
				LLVMMetadataAsValue(ctx,
					LLVMMDNodeInContext2(ctx, parts, ARRAY_LEN(parts))));
	}
}

/* Returns whether a function is called as clang has compiled it. */
static bool check_function(struct making *k, LLVMValueRef f)
{
	size_t n;
	const char *name = LLVMGetValueName2(f, &n);
	LLVMValueRef called = LLVMGetNamedFunction(k->m, name);
	if (called == NULL || LLVMGlobalGetValueType(called) == LLVMGlobalGetValueType(f))
		return true;
	diag_unsupported(k->d, diag_in_file(file), "the types of '%s'", name);
	return false;
}

static bool join(struct making *k)
{
	bool ok = true;
	copy_attributes(k, LLVMGetNamedFunction(k->functions, "hsaemu_spirv"));
	for (LLVMValueRef f = LLVMGetFirstFunction(k->functions); f != NULL;
		f = LLVMGetNextFunction(f))
		ok = check_function(k, f) && ok;
	if (!ok)
		return false;
	ok = !LLVMLinkModules2(k->m, k->functions);
	k->functions = NULL;
	for (LLVMValueRef f = LLVMGetFirstFunction(k->m); f != NULL && ok;
		f = LLVMGetNextFunction(f)) {
		struct str name;
		name.p = LLVMGetValueName2(f, &name.n);
		if (str_starts(name, STR("hsaemu_spirv")) && !LLVMIsDeclaration(f))
			LLVMSetLinkage(f, LLVMInternalLinkage);
	}
	return ok;
}

static void put_object(struct making *k, struct hsaemu_result *out)
{
	struct buf bytes = BUF_INIT;
	LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(k->m);
	const struct clc_object o = {.kind = CLC_OBJECT,
		.flags = k->options.flags,
		.bitcode = {LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode)}};
	clc_object_write(&o, &bytes);
	LLVMDisposeMemoryBuffer(bitcode);
	out->image = bytes.data;
	out->image_bytes = bytes.len;
}

static enum hsaemu_status make(struct making *k, struct hsaemu_result *out)
{
	const struct hsaemu_cl_source *s = k->source;
	if (!clc_options_read(CLC_COMPILE, s->options, k->arena, &k->options, &k->messages))
		return HSAEMU_BAD_CALL;
	if (!clc_spirv_check(s->bytes, s->count, &k->messages))
		return HSAEMU_REFUSED;
	enum hsaemu_status status = read_program(k);
	if (status == HSAEMU_OK)
		status = make_functions(k);
	if (status != HSAEMU_OK)
		return status;
	if (!change_spaces(k) || !join(k))
		return k->d->unsupported_count != 0 ? HSAEMU_UNSUPPORTED : HSAEMU_REFUSED;
	annotate_kernels(k->m);
	put_object(k, out);
	return HSAEMU_OK;
}

void fin_spirv_compile(const struct hsaemu_cl_source *s, struct arena *a, struct diag *d,
	struct hsaemu_result *out)
{
	struct making k = {.source = s, .arena = a, .d = d, .ctx = LLVMContextCreate()};
	out->status = make(&k, out);
	if (k.functions != NULL)
		LLVMDisposeModule(k.functions);
	if (k.m != NULL)
		LLVMDisposeModule(k.m);
	LLVMContextDispose(k.ctx);
	diag_take(d, &k.messages);
	if (k.messages.len != 0)
		buf_u8(&k.messages, 0);
	out->messages = (char *)k.messages.data;
	clc_options_release(&k.options);
}
