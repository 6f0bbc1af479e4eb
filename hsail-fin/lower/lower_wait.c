/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where fiber code waits: barriers, fbarriers (PRM 9) and loops that yield. The runtime does it, by
 * functions that struct hsaemu_services points to. */
#include "hsaemu/kernel_abi.h"
#include "llvm/debug_info.h"
#include "gang/gang.h"

static LLVMValueRef call_service(struct fin_lower *w, size_t offset, LLVMValueRef *args,
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

	call_service(w, offsetof(struct hsaemu_services, yield), args, 2);
}

static void note_passed(struct fin_lower *w)
{
	LLVMBuildStore(w->l->b, LLVMConstInt(w->l->i32, 1, false),
		fin_byte_offset(w, w->wg, offsetof(struct hsaemu_wg, passed)));
}

/* The fiber's fuel is less after each time around, and at 0 others run. */
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
		call_service(w, offsetof(struct hsaemu_services, barrier), &w->wg, 1);
		break;
	case FIN_WAIT_WAVE_BARRIER:
		/* all parts of a wave run an instruction before the next */
		if (w->gang == NULL)
			call_service(w, offsetof(struct hsaemu_services, wave_barrier), &w->wg, 1);
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

/* ---- fbarriers ------------------------------------------------------------------------------ */

static enum hsaemu_fbarrier_op operation(const struct fin_inst *i)
{
	switch (i->isa->opcode) {
	case BRIG_OPCODE_INITFBAR:
		return HSAEMU_FBARRIER_INIT;
	case BRIG_OPCODE_JOINFBAR:
		return HSAEMU_FBARRIER_JOIN;
	case BRIG_OPCODE_WAITFBAR:
		return HSAEMU_FBARRIER_WAIT;
	case BRIG_OPCODE_ARRIVEFBAR:
		return HSAEMU_FBARRIER_ARRIVE;
	case BRIG_OPCODE_LEAVEFBAR:
		return HSAEMU_FBARRIER_LEAVE;
	case BRIG_OPCODE_RELEASEFBAR:
		return HSAEMU_FBARRIER_RELEASE;
	default:
		BUG("code+0x%x: no fbarrier operation", i->off);
	}
}

/* Its address in the group segment, i32. */
static LLVMValueRef fbarrier(struct fin_lower *w, const struct fin_inst *i, unsigned k)
{
	const struct fin_operand *o = &i->operands[k];

	if (o->kind != FIN_OPND_ADDRESS)
		return fin_src(w, i, k);
	return fin_group_address(w, &w->f->locals[o->local]);
}

static void call_fbarrier(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef address)
{
	LLVMValueRef args[] = {w->wg, LLVMConstInt(w->l->i32, operation(i), false), address};

	call_service(w, offsetof(struct hsaemu_services, fbarrier), args, 3);
}

void fin_lower_fbarrier(struct fin_lower *w, const struct fin_inst *i)
{
	if (i->isa->opcode == BRIG_OPCODE_LDF)
		fin_dst(w, i, fin_splat(w->l, fbarrier(w, i, 1), w->lanes));
	else
		call_fbarrier(w, i, fbarrier(w, i, 0));
}

/* The value that all lanes which are on have in common. */
static LLVMValueRef common_value(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef all = LLVMConstInt(l->i32, 0, false);

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v;

		fin_gang_select(g, FIN_GANG_VECTOR, p, NULL);
		v = fbarrier(g->w, i, 0);
		if (g->mask != NULL)
			v = fin_select(l, g->mask[p], v, fin_like(v, 0));
		all = LLVMBuildOr(l->b, all, fin_intrinsic1(l, "llvm.vector.reduce.or", v), "");
	}
	return all;
}

/* A work-item initialises and releases; the wave does the rest, once. */
void fin_gang_fbarrier(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef address = NULL;

	if (i->isa->opcode == BRIG_OPCODE_INITFBAR || i->isa->opcode == BRIG_OPCODE_RELEASEFBAR) {
		fin_gang_lanes(g, i);
		return;
	}
	if (i->operands[0].kind != FIN_OPND_ADDRESS)
		address = common_value(g, i);
	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	fin_debug_location(g->w, i->loc);
	call_fbarrier(g->w, i, address != NULL ? address : fbarrier(g->w, i, 0));
}
