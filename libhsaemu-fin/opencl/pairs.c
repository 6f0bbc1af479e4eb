/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vectors of two bytes are passed and returned as 16 bits: LLVM's code generator for PTX stops at
 * some of them, and reads others as if their elements had 16 bits each. */
#include <stdlib.h>
#include "cl_impl.h"

enum { MOST = 256 };

struct rewriting {
	LLVMContextRef ctx;
	LLVMBuilderRef b;
	LLVMTypeRef i16, pair;
	LLVMValueRef from, to;
	unsigned count;
};

bool fin_cl_has_attribute(LLVMValueRef f, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind) != NULL;
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, unsigned at, bool is_call)
{
	LLVMAttributeRef all[64];
	unsigned n = is_call ? LLVMGetCallSiteAttributeCount(from, at)
	                     : LLVMGetAttributeCountAtIndex(from, at);
	if (n > ARRAY_LEN(all))
		return;
	if (is_call)
		LLVMGetCallSiteAttributes(from, at, all);
	else
		LLVMGetAttributesAtIndex(from, at, all);
	for (unsigned i = 0; i < n; i++)
		if (is_call)
			LLVMAddCallSiteAttribute(to, at, all[i]);
		else
			LLVMAddAttributeAtIndex(to, at, all[i]);
}

static void declare(struct rewriting *r)
{
	LLVMTypeRef old = LLVMGlobalGetValueType(r->from), params[MOST];
	LLVMTypeRef result = LLVMGetReturnType(old);
	size_t n;
	LLVMGetParamTypes(old, params);
	for (unsigned i = 0; i < r->count; i++)
		params[i] = params[i] == r->pair ? r->i16 : params[i];
	LLVMTypeRef type = LLVMFunctionType(result == r->pair ? r->i16 : result, params, r->count,
		LLVMIsFunctionVarArg(old));
	LLVMModuleRef m = LLVMGetGlobalParent(r->from);
	r->to = LLVMAddFunction(m, "", type);
	LLVMSetLinkage(r->to, LLVMGetLinkage(r->from));
	LLVMSetVisibility(r->to, LLVMGetVisibility(r->from));
	LLVMSetFunctionCallConv(r->to, LLVMGetFunctionCallConv(r->from));
	copy_attributes(r->from, r->to, LLVMAttributeFunctionIndex, false);
	for (unsigned i = 0; i <= r->count; i++)
		copy_attributes(r->from, r->to, i, false);
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(r->from, &n);
	for (unsigned i = 0; i < n; i++)
		LLVMGlobalSetMetadata(r->to, LLVMValueMetadataEntriesGetKind(all, i),
			LLVMValueMetadataEntriesGetMetadata(all, i));
	LLVMDisposeValueMetadataEntries(all);
	LLVMGlobalClearMetadata(r->from);
}

static void move_body(struct rewriting *r)
{
	LLVMBasicBlockRef b;
	while ((b = LLVMGetFirstBasicBlock(r->from)) != NULL) {
		LLVMRemoveBasicBlockFromParent(b);
		LLVMAppendExistingBasicBlock(r->to, b);
	}
	LLVMPositionBuilderBefore(r->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(r->to)));
	for (unsigned i = 0; i < r->count; i++) {
		LLVMValueRef was = LLVMGetParam(r->from, i), is = LLVMGetParam(r->to, i);
		if (LLVMTypeOf(was) == r->pair)
			is = LLVMBuildBitCast(r->b, is, r->pair, "");
		LLVMReplaceAllUsesWith(was, is);
	}
	if (LLVMGetReturnType(LLVMGlobalGetValueType(r->from)) != r->pair)
		return;
	for (b = LLVMGetFirstBasicBlock(r->to); b != NULL; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef ret = LLVMGetBasicBlockTerminator(b);
		if (LLVMIsAReturnInst(ret) == NULL)
			continue;
		LLVMPositionBuilderBefore(r->b, ret);
		LLVMSetOperand(ret, 0, LLVMBuildBitCast(r->b, LLVMGetOperand(ret, 0), r->i16, ""));
	}
}

static void rewrite_call(struct rewriting *r, LLVMValueRef call)
{
	LLVMValueRef args[MOST];
	LLVMPositionBuilderBefore(r->b, call);
	unsigned n = LLVMGetNumArgOperands(call);
	for (unsigned i = 0; i < n; i++) {
		args[i] = LLVMGetOperand(call, i);
		if (i < r->count && LLVMTypeOf(args[i]) == r->pair)
			args[i] = LLVMBuildBitCast(r->b, args[i], r->i16, "");
	}
	LLVMValueRef made = LLVMBuildCall2(r->b, LLVMGlobalGetValueType(r->to), r->to, args, n, "");
	LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
	LLVMSetTailCall(made, LLVMIsTailCall(call));
	copy_attributes(call, made, LLVMAttributeFunctionIndex, true);
	for (unsigned i = 0; i <= n; i++)
		copy_attributes(call, made, i, true);
	if (LLVMTypeOf(call) == r->pair)
		made = LLVMBuildBitCast(r->b, made, r->pair, "");
	LLVMReplaceAllUsesWith(call, made);
	LLVMInstructionEraseFromParent(call);
}

static void rewrite_calls(struct rewriting *r)
{
	LLVMUseRef u = LLVMGetFirstUse(r->from);
	while (u != NULL) {
		LLVMUseRef next = LLVMGetNextUse(u);
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsACallInst(user) != NULL && LLVMGetCalledValue(user) == r->from &&
			LLVMGetNumArgOperands(user) <= MOST) {
			rewrite_call(r, user);
			next = LLVMGetFirstUse(r->from);
		}
		u = next;
	}
}

static bool has_pair(struct rewriting *r, LLVMValueRef f)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(f), params[MOST];
	r->count = LLVMCountParamTypes(type);
	if (r->count >= MOST || LLVMGetIntrinsicID(f) != 0)
		return false;
	LLVMGetParamTypes(type, params);
	bool has = LLVMGetReturnType(type) == r->pair;
	for (unsigned i = 0; i < r->count; i++)
		has |= params[i] == r->pair;
	return has;
}

static void rewrite(struct rewriting *r)
{
	size_t n;
	declare(r);
	if (!LLVMIsDeclaration(r->from))
		move_body(r);
	rewrite_calls(r);
	LLVMReplaceAllUsesWith(r->from, r->to);
	struct buf name = BUF_INIT;
	const char *old = LLVMGetValueName2(r->from, &n);
	buf_append(&name, old, n);
	LLVMDeleteFunction(r->from);
	LLVMSetValueName2(r->to, (const char *)name.data, name.len);
	buf_release(&name);
}

/* Tells whether no call of a function, nor the function itself, is left when all is inlined. */
static bool vanishes(LLVMValueRef f)
{
	return fin_cl_has_attribute(f, "alwaysinline") && LLVMGetLinkage(f) == LLVMInternalLinkage;
}

void fin_cl_pass_pairs(LLVMModuleRef m)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	struct rewriting r = {.ctx = ctx,
		.b = LLVMCreateBuilderInContext(ctx),
		.i16 = LLVMInt16TypeInContext(ctx),
		.pair = LLVMVectorType(LLVMInt8TypeInContext(ctx), 2)};
	for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f != NULL; f = next) {
		next = LLVMGetNextFunction(f);
		if (vanishes(f) || !has_pair(&r, f))
			continue;
		r.from = f;
		rewrite(&r);
	}
	LLVMDisposeBuilder(r.b);
}
