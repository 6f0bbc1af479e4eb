/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads of sixteen bytes that need not be aligned become two of eight: LLVM's code generator for
 * PTX reads those at once, as if they were aligned. */
#include "cl_impl.h"

enum { BYTES = 16, HALF = BYTES / 2 };

struct halves {
	LLVMBuilderRef b;
	LLVMTypeRef byte, whole, half;
	LLVMValueRef both; /* a mask of shufflevector */
};

static bool is_to_be_split(const void *arg, LLVMValueRef i)
{
	const struct halves *h = arg;
	return LLVMGetInstructionOpcode(i) == LLVMLoad && LLVMTypeOf(i) == h->whole &&
	       LLVMGetAlignment(i) < BYTES;
}

static LLVMValueRef load_half(const struct halves *h, LLVMValueRef i, unsigned first)
{
	LLVMValueRef offset =
		LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(h->byte)), first, false);
	LLVMValueRef at = LLVMBuildGEP2(h->b, h->byte, LLVMGetOperand(i, 0), &offset, 1, "");
	LLVMValueRef v = LLVMBuildLoad2(h->b, h->half, at, "");
	unsigned align = LLVMGetAlignment(i);
	LLVMSetAlignment(v, align < HALF ? align : HALF);
	LLVMSetVolatile(v, LLVMGetVolatile(i));
	return v;
}

static LLVMValueRef split(const void *arg, LLVMValueRef i)
{
	const struct halves *h = arg;
	LLVMValueRef lower = load_half(h, i, 0), upper = load_half(h, i, HALF);
	return LLVMBuildShuffleVector(h->b, lower, upper, h->both, "");
}

void fin_cl_split_loads(LLVMModuleRef m)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	LLVMTypeRef byte = LLVMInt8TypeInContext(ctx), word = LLVMInt32TypeInContext(ctx);
	LLVMValueRef order[BYTES];
	for (unsigned k = 0; k < BYTES; k++)
		order[k] = LLVMConstInt(word, k, false);
	struct halves h = {LLVMCreateBuilderInContext(ctx), byte, LLVMVectorType(byte, BYTES),
		LLVMVectorType(byte, HALF), LLVMConstVector(order, BYTES)};
	fin_cl_replace(m, h.b, is_to_be_split, split, &h);
	LLVMDisposeBuilder(h.b);
}
