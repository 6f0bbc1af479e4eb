/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links modules of OpenCL C, and of the libraries what they use. LLVM's linker takes a linkonce
 * function only where it is used, and reads it only then from a module that is loaded lazily: so
 * the 8 MB of libclc cost little. */
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <unistd.h>
#include "cl_impl.h"
#include "hsaemu/unwind.h"

static LLVMModuleRef refuse(struct diag *d, const char *name, char *why)
{
	diag_error(d, diag_in_file(name), "%s", why != NULL ? why : "it is no bitcode of LLVM 19");
	return NULL;
}

/* What LLVM says about modules it reads or links, as it has no other place for it. */
struct listener {
	struct diag *d;
	const char *name, *about; /* what its messages begin with, after the name */
};

static void listen(LLVMDiagnosticInfoRef info, void *arg)
{
	const struct listener *l = arg;
	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
		return;
	char *text = LLVMGetDiagInfoDescription(info);
	diag_error(l->d, diag_in_file(l->name), "%s%s", l->about, text);
	LLVMDisposeMessage(text);
}

static LLVMModuleRef read_bitcode(struct listener *l, struct str bitcode, LLVMContextRef ctx)
{
	LLVMMemoryBufferRef bytes =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode.p, bitcode.n, l->name);
	LLVMModuleRef m = NULL;
	l->about = "it is no bitcode of LLVM 19: ";
	LLVMBool failed = LLVMParseBitcodeInContext2(ctx, bytes, &m);
	LLVMDisposeMemoryBuffer(bytes);
	l->about = "";
	return failed ? NULL : m;
}

LLVMModuleRef fin_cl_read(const char *name, struct str bitcode, LLVMContextRef ctx, struct arena *a,
	struct diag *d)
{
	struct listener *l = ARENA_NEW(a, struct listener);
	*l = (struct listener){d, name, ""};
	LLVMContextSetDiagnosticHandler(ctx, listen, l);
	return read_bitcode(l, bitcode, ctx);
}

/* Our header's inline functions go before libclc's of the same names, as they do in clang. */
static LLVMModuleRef read_module(struct listener *l, struct str bitcode, LLVMContextRef ctx)
{
	LLVMModuleRef m = read_bitcode(l, bitcode, ctx);
	if (m == NULL)
		return NULL;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage)
			LLVMSetLinkage(f, LLVMInternalLinkage);
	return m;
}

static void take_if_used(LLVMValueRef v)
{
	LLVMLinkage linkage = LLVMGetLinkage(v);
	if (!LLVMIsDeclaration(v) && linkage != LLVMAppendingLinkage &&
		linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
		LLVMSetLinkage(v, LLVMLinkOnceODRLinkage);
}

static bool add_library(LLVMModuleRef m, const char *path, struct diag *d)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	LLVMMemoryBufferRef bytes;
	LLVMModuleRef lib = NULL;
	char *why = NULL;
	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &bytes, &why))
		return refuse(d, path, why) != NULL;
	bool is_text = strcmp(path + strlen(path) - 3, ".ll") == 0;
	bool failed = is_text ? LLVMParseIRInContext(ctx, bytes, &lib, &why)
	                      : LLVMGetBitcodeModuleInContext2(ctx, bytes, &lib);
	if (failed)
		return refuse(d, path, why) != NULL;
	LLVMSetTarget(lib, LLVMGetTarget(m));
	LLVMSetDataLayout(lib, LLVMGetDataLayoutStr(m));
	for (LLVMValueRef f = LLVMGetFirstFunction(lib); f != NULL; f = LLVMGetNextFunction(f))
		take_if_used(f);
	for (LLVMValueRef g = LLVMGetFirstGlobal(lib); g != NULL; g = LLVMGetNextGlobal(g))
		take_if_used(g);
	return !LLVMLinkModules2(m, lib);
}

static bool is_kernel(LLVMValueRef f)
{
	enum { SPIR_KERNEL = 76 };
	return !LLVMIsDeclaration(f) && LLVMGetFunctionCallConv(f) == SPIR_KERNEL;
}

/* A function of the program's own: a kernel, if there is one. */
static LLVMValueRef any_function(LLVMModuleRef m)
{
	LLVMValueRef other = NULL;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (is_kernel(f))
			return f;
		else if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) != LLVMLinkOnceODRLinkage)
			other = f;
	return other;
}

static void make_local(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && !is_kernel(f))
			LLVMSetLinkage(f, LLVMInternalLinkage);
}

/* Drops what nothing needs, as most of the headers that some programs are made of; what all callers
 * have inlined goes later. */
static void drop_unused(LLVMModuleRef m)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(m, "globaldce", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error != NULL) /* without it there is only more to do */
		LLVMConsumeError(error);
}

/* Gives a library's function the options that the program was compiled with, without which LLVM
 * does not inline it, and makes it local. */
static void adopt(LLVMValueRef f, LLVMAttributeRef *attributes, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (LLVMIsStringAttribute(attributes[i]))
			LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attributes[i]);
	LLVMSetLinkage(f, LLVMInternalLinkage);
}

static void adopt_all(LLVMModuleRef m, struct arena *a)
{
	LLVMValueRef own = any_function(m);
	unsigned count =
		own != NULL ? LLVMGetAttributeCountAtIndex(own, LLVMAttributeFunctionIndex) : 0;
	LLVMAttributeRef *attributes = ARENA_ARRAY(a, LLVMAttributeRef, count);
	if (count != 0)
		LLVMGetAttributesAtIndex(own, LLVMAttributeFunctionIndex, attributes);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
			adopt(f, attributes, count);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		if (!LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMLinkOnceODRLinkage)
			LLVMSetLinkage(g, LLVMInternalLinkage);
}

static bool has_prefix(LLVMValueRef f, const char *prefix)
{
	size_t n;
	const char *name = LLVMGetValueName2(f, &n);
	return n >= strlen(prefix) && memcmp(name, prefix, strlen(prefix)) == 0;
}

/* Tells whether functions are missing that a library may have: none of LLVM's, nor of those that
 * ptx2hsail knows. */
static bool lacks_functions(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) != NULL &&
			LLVMGetIntrinsicID(f) == 0 && !has_prefix(f, "llvm.") &&
			!has_prefix(f, "__hsaemu_") && !has_prefix(f, "vprintf"))
			return true;
	return false;
}

/* The functions of hsaemu's library call those of libclc, which go before them. */
static bool add_libraries(LLVMModuleRef m, const struct fin_cl_program *p, struct arena *a,
	struct diag *d)
{
	struct buf found = BUF_INIT, why = BUF_INIT;
	bool ok = clc_find_libclc(&found, &why) || refuse(d, p->name, (char *)why.data) != NULL;
	const char *libclc = ok ? arena_printf(a, "%s", (const char *)found.data) : NULL;
	const char *const libraries[] = {
		arena_printf(a, "%s/samplers.ll", p->share), libclc, p->library, libclc};
	for (size_t i = 0; i < ARRAY_LEN(libraries) && ok && lacks_functions(m); i++)
		if (libraries[i] != p->library || access(p->library, R_OK) == 0)
			ok = add_library(m, libraries[i], d);
	buf_release(&found);
	buf_release(&why);
	if (!ok)
		return false;
	fin_cl_size_copies(m);
	adopt_all(m, a);
	return true;
}

LLVMModuleRef fin_cl_link(const struct fin_cl_program *p, LLVMContextRef ctx, struct arena *a,
	struct diag *d)
{
	struct listener *l = ARENA_NEW(a, struct listener);
	LLVMModuleRef all = NULL;
	*l = (struct listener){d, p->name, ""};
	LLVMContextSetDiagnosticHandler(ctx, listen, l);
	for (size_t i = 0; i < p->count; i++) {
		l->name = p->inputs[i].name;
		LLVMModuleRef m = read_module(l, p->inputs[i].bitcode, ctx);
		if (m == NULL)
			return NULL;
		if (all == NULL)
			all = m;
		else if (LLVMLinkModules2(all, m))
			return NULL;
	}
	if ((p->flags & CLC_LIBRARY) != 0)
		return all;
	if (!p->is_part)
		make_local(all);
	drop_unused(all);
	return add_libraries(all, p, a, d) ? all : NULL;
}
