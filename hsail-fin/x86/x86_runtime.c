/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How code for the host gets at its dispatch, waits and reports: by struct hsaemu_dispatch, struct
 * hsaemu_wg and the runtime's functions (kernel_abi.h). */
#include "lower/entry.h"
#include "lower/lower_service.h"
#include "x86/x86.h"

/* ---- fields ---------------------------------------------------------------------------------- */

static LLVMValueRef invariant_field(struct fin_lower *w, LLVMValueRef base, size_t offset,
	LLVMTypeRef type)
{
	LLVMValueRef index = LLVMConstInt(w->l->i64, offset, false);
	LLVMValueRef load = LLVMBuildLoad2(w->entry, type,
		LLVMBuildGEP2(w->entry, w->l->i8, base, &index, 1, ""), "");

	LLVMSetMetadata(load, w->l->md_invariant_load, w->l->empty_node);
	return load;
}

LLVMValueRef fin_x86_dispatch_field(struct fin_lower *w, size_t offset, LLVMTypeRef type)
{
	return invariant_field(w, w->dispatch, offset, type);
}

LLVMValueRef fin_x86_wg_field(struct fin_lower *w, size_t offset, LLVMTypeRef type)
{
	return invariant_field(w, w->wg, offset, type);
}

/* The work-item's private block is in flat memory as it is, and so is the group's. */
struct fin_aperture fin_x86_aperture(struct fin_lower *w, unsigned segment)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef bytes, base = w->block;

	if (segment == BRIG_SEGMENT_GROUP) {
		base = fin_group_base(w);
		bytes = fin_dispatch_field(w, offsetof(struct hsaemu_dispatch, group_bytes),
			w->l->i32);
	} else if (w->block_bytes != NULL) {
		bytes = w->block_bytes;
	} else {
		bytes = LLVMBuildLoad2(b, w->l->i32,
			fin_byte_offset(w, w->block, HSAEMU_STACK_LIMIT), "");
	}
	base = LLVMBuildPtrToInt(b, base, fin_type_with(LLVMTypeOf(base), w->l->i64), "");
	bytes = fin_resize(w->l, bytes, 64, false);
	if (fin_element_count(LLVMTypeOf(base)) < w->lanes)
		base = fin_splat(w->l, base, w->lanes);
	return (struct fin_aperture){base, fin_splat(w->l, bytes, w->lanes)};
}

/* ---- variables that hsa-ld places ------------------------------------------------------------ */

LLVMValueRef fin_x86_linked_place(struct fin_lower *w, const struct fin_variable *v)
{
	LLVMValueRef at = LLVMBuildLoad2(w->entry, w->l->i32, fin_linked_word(w->unit, v), "");

	LLVMSetMetadata(at, w->l->md_invariant_load, w->l->empty_node);
	return at;
}

LLVMValueRef fin_x86_linked_private_bytes(struct fin_lower *w)
{
	return LLVMBuildLoad2(w->entry, w->l->i32, fin_linked_private_bytes(w->unit), "");
}

/* The kernel has stored it. */
LLVMValueRef fin_x86_linked_group(struct fin_lower *w)
{
	LLVMValueRef at = LLVMConstInt(w->l->i64, offsetof(struct hsaemu_wg, linked_group), false);

	return LLVMBuildLoad2(w->entry, w->l->i32,
		LLVMBuildGEP2(w->entry, w->l->i8, w->wg, &at, 1, ""), "");
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void yield(struct fin_lower *w, enum hsaemu_yield kind)
{
	LLVMValueRef args[] = {w->wg, LLVMConstInt(w->l->i32, kind, false)};

	fin_call_wait_service(w, offsetof(struct hsaemu_services, yield), args, 2);
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

void fin_x86_wait(struct fin_lower *w, enum fin_wait wait)
{
	switch (wait) {
	case FIN_WAIT_BARRIER:
		fin_call_wait_service(w, offsetof(struct hsaemu_services, barrier), &w->wg, 1);
		break;
	case FIN_WAIT_WAVE_BARRIER:
		/* vector code needs none: all parts of a wave run an instruction before the next */
		if (!w->ops->is_in_step)
			fin_call_wait_service(w, offsetof(struct hsaemu_services, wave_barrier),
				&w->wg, 1);
		break;
	case FIN_WAIT_YIELD:
		yield(w, HSAEMU_YIELD_WAIT);
		break;
	case FIN_WAIT_BUSY:
		/* as when the time is up: that others have yielded, too, is no reason to rest */
		yield(w, HSAEMU_YIELD_TIME);
		break;
	case FIN_WAIT_PASSED:
		note_passed(w);
		break;
	case FIN_WAIT_TIME:
	case FIN_WAIT_TIME_TOGETHER:
		burn_fuel(w);
		break;
	}
}

/* ---- the runtime's help --------------------------------------------------------------------- */

/* Calls hsa_trap() of the helper archive, which does not return. */
void fin_x86_trap(struct fin_lower *w, unsigned trap, LLVMValueRef value)
{
	LLVMTypeRef types[] = {w->l->ptr, w->l->ptr, w->l->i32, w->l->i32, w->l->i32};
	LLVMTypeRef fn_type = LLVMFunctionType(w->l->void_, types, ARRAY_LEN(types), false);
	LLVMValueRef fn = LLVMGetNamedFunction(w->l->mod, HSAEMU_HELPER("hsa_trap"));
	LLVMValueRef args[] = {
		w->dispatch, w->wg, LLVMConstInt(w->l->i32, trap, false), value, w->flat_id};

	if (fn == NULL) {
		fn = LLVMAddFunction(w->l->mod, HSAEMU_HELPER("hsa_trap"), fn_type);
		LLVMSetVisibility(fn, LLVMHiddenVisibility);
		fin_llvm_attribute(w->l, fn, (unsigned)LLVMAttributeFunctionIndex, "noreturn", 0);
		fin_llvm_attribute(w->l, fn, (unsigned)LLVMAttributeFunctionIndex, "cold", 0);
	}
	LLVMBuildCall2(w->l->b, fn_type, fn, args, ARRAY_LEN(args), "");
	LLVMBuildUnreachable(w->l->b);
}

/* The clock behaves like a relaxed atomic: a call of which LLVM knows nothing is never merged or
 * moved. */
LLVMValueRef fin_x86_clock(struct fin_lower *w)
{
	return fin_call_service(w, offsetof(struct hsaemu_services, clock),
		LLVMFunctionType(w->l->i64, NULL, 0, false), NULL);
}

/* The runtime does the operation, as it may have to wake threads or to sleep. */
LLVMValueRef fin_x86_signal(struct fin_lower *w, LLVMValueRef *args)
{
	LLVMTypeRef types[] = {w->l->i64, w->l->i32, w->l->i64, w->l->i64, w->l->i64};

	return fin_call_service(w, offsetof(struct hsaemu_services, signal),
		LLVMFunctionType(w->l->i64, types, ARRAY_LEN(types), false), args);
}

/* A work-group runs on one thread. */
bool fin_x86_is_alone(const struct fin_inst *i)
{
	return i->isa->segment == BRIG_SEGMENT_GROUP ||
	       i->isa->memory_scope < BRIG_MEMORY_SCOPE_AGENT;
}
