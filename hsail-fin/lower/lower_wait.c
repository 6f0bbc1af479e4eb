/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Places where fiber code waits: barriers (PRM 9) and loops that yield. The runtime does the
 * waiting, by functions to which struct hsaemu_services points. */
#include "hsaemu/kernel_abi.h"
#include "lower/lower_wait.h"

LLVMValueRef fin_call_service(struct fin_lower *w, size_t offset, LLVMValueRef *args,
	unsigned count)
{
	LLVMTypeRef types[] = {w->l->ptr, w->l->i32, w->l->i32};
	LLVMTypeRef fn_type = LLVMFunctionType(w->l->void_, types, count, false);
	LLVMValueRef services =
		fin_dispatch_field(w, offsetof(struct hsaemu_dispatch, services), w->l->ptr);
	LLVMValueRef fn =
		LLVMBuildLoad2(w->l->b, w->l->ptr, fin_byte_offset(w, services, offset), "");

	return LLVMBuildCall2(w->l->b, fn_type, fn, args, count, "");
}

static void yield(struct fin_lower *w, enum hsaemu_yield kind)
{
	LLVMValueRef args[] = {w->wg, LLVMConstInt(w->l->i32, kind, false)};

	fin_call_service(w, offsetof(struct hsaemu_services, yield), args, 2);
}

static void note_passed(struct fin_lower *w)
{
	LLVMBuildStore(w->l->b, LLVMConstInt(w->l->i32, 1, false),
		fin_byte_offset(w, w->wg, offsetof(struct hsaemu_wg, passed)));
}

/* Takes one from the fiber's fuel each time around a loop. When none is left, other fibers run. */
static void burn_fuel(struct fin_lower *w)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef p = fin_byte_offset(w, w->wg, offsetof(struct hsaemu_wg, fuel));
	LLVMValueRef left = LLVMBuildLoad2(b, w->l->i32, p, "");
	LLVMBasicBlockRef empty = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
	LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
	LLVMValueRef branch;

	left = LLVMBuildSub(b, left, fin_like(left, 1), "");
	LLVMBuildStore(b, left, p);
	branch = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, left, fin_like(left, 0), ""), after,
		empty);
	fin_llvm_expect(w->l, branch);
	LLVMPositionBuilderAtEnd(b, empty);
	yield(w, HSAEMU_YIELD_TIME);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}

void fin_lower_wait(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->wait) {
	case FIN_WAIT_BARRIER:
		fin_call_service(w, offsetof(struct hsaemu_services, barrier), &w->wg, 1);
		break;
	case FIN_WAIT_WAVE_BARRIER:
		/* vector code needs none: all parts of a wave run an instruction before the next */
		if (!w->ops->is_in_step)
			fin_call_service(w, offsetof(struct hsaemu_services, wave_barrier), &w->wg,
				1);
		break;
	case FIN_WAIT_YIELD:
		yield(w, HSAEMU_YIELD_WAIT);
		break;
	case FIN_WAIT_PASSED:
		note_passed(w);
		break;
	case FIN_WAIT_TIME:
		burn_fuel(w);
		break;
	}
}
