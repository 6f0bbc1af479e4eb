/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory scopes of atomics and fences (PRM 6.2). LLVM's C API cannot name one, but its text can: an
 * atomic with a scope is a function, read as text, that LLVM puts in place of its calls. */
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include "gcn/gcn.h"

enum { MAX_OPERANDS = 3 };

/* LLVM's word for an order. */
static const char *order_name(LLVMAtomicOrdering order)
{
	switch (order) {
	case LLVMAtomicOrderingMonotonic:
		return "monotonic";
	case LLVMAtomicOrderingAcquire:
		return "acquire";
	case LLVMAtomicOrderingRelease:
		return "release";
	default:
		return "seq_cst";
	}
}

/* The scope in LLVM's words. Group memory is that of a work-group; system scope is what LLVM takes
 * where there is none. */
static const char *scope_name(const struct fin_inst *i)
{
	uint8_t scope = i->isa->memory_scope;

	if (i->isa->segment == BRIG_SEGMENT_GROUP && scope > BRIG_MEMORY_SCOPE_WORKGROUP)
		scope = BRIG_MEMORY_SCOPE_WORKGROUP;
	switch (scope) {
	case BRIG_MEMORY_SCOPE_WORKITEM:
		return "syncscope(\"singlethread\") ";
	case BRIG_MEMORY_SCOPE_WAVEFRONT:
		return "syncscope(\"wavefront\") ";
	case BRIG_MEMORY_SCOPE_WORKGROUP:
		return "syncscope(\"workgroup\") ";
	case BRIG_MEMORY_SCOPE_AGENT:
		return "syncscope(\"agent\") ";
	default:
		return "";
	}
}

/* Makes a module with a function that does what `access` does, of which the operands are
 * parameters. */
static LLVMModuleRef function_of(struct fin_lower *w, LLVMValueRef access, const char *name)
{
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("atomic", w->l->ctx);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(w->l->ctx);
	LLVMValueRef copy = LLVMInstructionClone(access), fn;
	unsigned n = (unsigned)LLVMGetNumOperands(access);
	LLVMTypeRef types[MAX_OPERANDS], result = LLVMTypeOf(access);

	if (n > MAX_OPERANDS)
		BUG("an atomic with %u operands", n);
	for (unsigned k = 0; k < n; k++)
		types[k] = LLVMTypeOf(LLVMGetOperand(access, k));
	fn = LLVMAddFunction(module, name, LLVMFunctionType(result, types, n, false));
	fin_llvm_attribute(w->l, fn, (unsigned)LLVMAttributeFunctionIndex, "alwaysinline", 0);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(w->l->ctx, fn, ""));
	for (unsigned k = 0; k < n; k++)
		LLVMSetOperand(copy, k, LLVMGetParam(fn, k));
	LLVMInstructionSetDebugLoc(copy, NULL);
	LLVMInsertIntoBuilder(b, copy);
	if (result == w->l->void_)
		LLVMBuildRetVoid(b);
	else
		LLVMBuildRet(b, copy);
	LLVMDisposeBuilder(b);
	return module;
}

/* Appends the text of a module with one atomic instruction, with the scope before its order. */
static void put_text(LLVMModuleRef module, const char *order, const char *scope, struct buf *out)
{
	char *text = LLVMPrintModuleToString(module), *at = strstr(text, order);

	if (at == NULL)
		BUG("an atomic that is not '%s'", order);
	buf_append(out, text, (size_t)(at - text));
	buf_puts(out, scope);
	buf_puts(out, at);
	buf_u8(out, 0);
	LLVMDisposeMessage(text);
}

static void link(struct fin_lower *w, const struct buf *text, const char *name)
{
	LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRange((const char *)text->data,
		text->len - 1, "atomic", true);
	LLVMModuleRef module;
	char *message = NULL;

	if (LLVMParseIRInContext(w->l->ctx, memory, &module, &message))
		BUG("LLVM: %s", message);
	LLVMSetDataLayout(module, LLVMGetDataLayoutStr(w->l->mod));
	LLVMSetTarget(module, LLVMGetTarget(w->l->mod));
	if (LLVMLinkModules2(w->l->mod, module))
		BUG("LLVM cannot link an atomic operation");
	LLVMSetLinkage(LLVMGetNamedFunction(w->l->mod, name), LLVMInternalLinkage);
}

/* Appends a name that is the same for the same instruction, scope and types. The word for the
 * order must not be in it. */
static void put_name(LLVMValueRef access, LLVMAtomicOrdering order, const char *scope,
	struct buf *out)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(access);
	const char *word = strchr(scope, '"') + 1;

	buf_printf(out, "hsa.atomic.%d.%d.%d.%.*s", (int)op,
		op == LLVMAtomicRMW ? (int)LLVMGetAtomicRMWBinOp(access) : 0, (int)order,
		(int)strcspn(word, "\""), word);
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(access); k++) {
		char *type = LLVMPrintTypeToString(LLVMTypeOf(LLVMGetOperand(access, k)));

		buf_printf(out, ".%s", type);
		LLVMDisposeMessage(type);
	}
	if (op == LLVMLoad) {
		char *type = LLVMPrintTypeToString(LLVMTypeOf(access));

		buf_printf(out, ".%s", type);
		LLVMDisposeMessage(type);
	}
	buf_u8(out, 0);
}

static LLVMValueRef with_scope(struct fin_lower *w, LLVMValueRef access, const char *scope)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(access);
	LLVMAtomicOrdering order = op == LLVMAtomicCmpXchg ? LLVMGetCmpXchgSuccessOrdering(access)
	                                                   : LLVMGetOrdering(access);
	unsigned n = (unsigned)LLVMGetNumOperands(access);
	LLVMValueRef args[MAX_OPERANDS], fn, r;
	struct buf name = BUF_INIT, text = BUF_INIT;

	put_name(access, order, scope, &name);
	if (LLVMGetNamedFunction(w->l->mod, (const char *)name.data) == NULL) {
		LLVMModuleRef module = function_of(w, access, (const char *)name.data);

		put_text(module, order_name(order), scope, &text);
		LLVMDisposeModule(module);
		link(w, &text, (const char *)name.data);
	}
	fn = LLVMGetNamedFunction(w->l->mod, (const char *)name.data);
	for (unsigned k = 0; k < n; k++)
		args[k] = LLVMGetOperand(access, k);
	r = LLVMBuildCall2(w->l->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
	LLVMInstructionEraseFromParent(access);
	buf_release(&name);
	buf_release(&text);
	return r;
}

LLVMValueRef fin_gcn_scoped(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef access)
{
	const char *scope = scope_name(i);

	return *scope == '\0' ? access : with_scope(w, access, scope);
}

void fin_gcn_group_fence(struct fin_lower *w, LLVMAtomicOrdering order)
{
	with_scope(w, LLVMBuildFence(w->l->b, order, false, ""), "syncscope(\"workgroup\") ");
}
