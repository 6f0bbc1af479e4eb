/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fbarriers (PRM 9.1). The runtime does their operations, for a work-item or a wave. */
#include "hsaemu/kernel_abi.h"
#include "lower/lower_service.h"
#include "lower/lower_wait.h"

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

LLVMValueRef fin_fbarrier_address(struct fin_lower *w, const struct fin_inst *i, unsigned k)
{
	const struct fin_operand *o = &i->operands[k];

	if (o->kind != FIN_OPND_ADDRESS)
		return fin_src(w, i, k);
	return fin_group_address(w, &w->f->locals[o->local]);
}

void fin_fbarrier_call(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef address)
{
	LLVMValueRef args[] = {w->wg, LLVMConstInt(w->l->i32, operation(i), false), address};

	fin_call_wait_service(w, offsetof(struct hsaemu_services, fbarrier), args, 3);
}

void fin_lower_fbarrier(struct fin_lower *w, const struct fin_inst *i)
{
	if (i->isa->opcode == BRIG_OPCODE_LDF)
		fin_dst(w, i, fin_splat(w->l, fin_fbarrier_address(w, i, 1), w->lanes));
	else
		fin_fbarrier_call(w, i, fin_fbarrier_address(w, i, 0));
}
