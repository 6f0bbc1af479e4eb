/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libclc's copies by a work-group share the work as if all work-groups had the size of a whole one.
 * Since OpenCL C 2.0 the last ones of a grid may be smaller, and would leave elements out. */
#include <string.h>
#include "cl_impl.h"

static const char query[] = "llvm.nvvm.read.ptx.sreg.ntid.";

static bool is_size_of_a_copy(const void *arg, LLVMValueRef i)
{
	size_t n;
	(void)arg;
	if (LLVMIsACallInst(i) == NULL || LLVMIsAFunction(LLVMGetCalledValue(i)) == NULL ||
		strncmp(LLVMGetValueName2(LLVMGetCalledValue(i), &n), query, strlen(query)) != 0)
		return false;
	LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
	return strstr(LLVMGetValueName2(f, &n), "async_work_group_") != NULL;
}

struct sizes {
	LLVMModuleRef m;
	LLVMBuilderRef b;
	LLVMTypeRef query; /* of functions that return i32 */
};

/* Calls a function without arguments, whose name ends in the axis. */
static LLVMValueRef ask(const struct sizes *s, const char *name, char axis)
{
	char full[64];
	snprintf(full, sizeof full, "%s%c", name, axis);
	LLVMValueRef f = LLVMGetNamedFunction(s->m, full);
	if (f == NULL)
		f = LLVMAddFunction(s->m, full, s->query);
	return LLVMBuildCall2(s->b, s->query, f, NULL, 0, "");
}

/* The size of the work-group: as many work-items as are left, if they are fewer than in a whole
 * one. */
static LLVMValueRef current_size(const void *arg, LLVMValueRef i)
{
	const struct sizes *s = arg;
	size_t n;
	char axis = LLVMGetValueName2(LLVMGetCalledValue(i), &n)[strlen(query)];
	LLVMValueRef size = ask(s, query, axis);
	LLVMValueRef group = ask(s, "llvm.nvvm.read.ptx.sreg.ctaid.", axis);
	LLVMValueRef left = LLVMBuildSub(s->b, ask(s, "__hsaemu_global_size_", axis),
		LLVMBuildMul(s->b, group, size, ""), "");
	return LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntULT, left, size, ""), left, size,
		"");
}

void fin_cl_size_copies(LLVMModuleRef m)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	struct sizes s = {m, LLVMCreateBuilderInContext(ctx),
		LLVMFunctionType(LLVMInt32TypeInContext(ctx), NULL, 0, false)};
	fin_cl_replace(m, s.b, is_size_of_a_copy, current_size, &s);
	LLVMDisposeBuilder(s.b);
}
