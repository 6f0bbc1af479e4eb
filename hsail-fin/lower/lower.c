/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dispatch over the lowering column of opcodes.def. */
#include "llvm/debug_info.h"
#include "ir/exceptions.h"
#include "lower/lower.h"

/* Control flow, and what decoding refuses, has no lowering here. */
static fin_lowering *const lowerings[ISA_LOWER_COUNT] = {
	[ISA_LOWER_NOP] = fin_lower_nop, /* decoding drops HSAIL's */
	[ISA_LOWER_ARITH] = fin_lower_arith,
	[ISA_LOWER_DIVIDE] = fin_lower_divide,
	[ISA_LOWER_MUL24] = fin_lower_mul24,
	[ISA_LOWER_SHIFT] = fin_lower_shift,
	[ISA_LOWER_LOGIC] = fin_lower_logic,
	[ISA_LOWER_INT_UNARY] = fin_lower_int_unary,
	[ISA_LOWER_BITFIELD] = fin_lower_bitfield,
	[ISA_LOWER_COMBINE] = fin_lower_combine,
	[ISA_LOWER_EXPAND] = fin_lower_expand,
	[ISA_LOWER_LDA] = fin_lower_lda,
	[ISA_LOWER_MOV] = fin_lower_mov,
	[ISA_LOWER_SHUFFLE] = fin_lower_shuffle,
	[ISA_LOWER_PACK] = fin_lower_pack,
	[ISA_LOWER_UNPACK] = fin_lower_unpack,
	[ISA_LOWER_CMOV] = fin_lower_cmov,
	[ISA_LOWER_CLASS] = fin_lower_class,
	[ISA_LOWER_NATIVE] = fin_lower_native,
	[ISA_LOWER_BITALIGN] = fin_lower_bitalign,
	[ISA_LOWER_PACKCVT] = fin_lower_packcvt,
	[ISA_LOWER_UNPACKCVT] = fin_lower_unpackcvt,
	[ISA_LOWER_LERP] = fin_lower_lerp,
	[ISA_LOWER_SAD] = fin_lower_sad,
	[ISA_LOWER_SEGMENTP] = fin_lower_segmentp,
	[ISA_LOWER_FTOS] = fin_lower_ftos,
	[ISA_LOWER_STOF] = fin_lower_stof,
	[ISA_LOWER_NULLPTR] = fin_lower_nullptr,
	[ISA_LOWER_CMP] = fin_lower_cmp,
	[ISA_LOWER_CVT] = fin_lower_cvt,
	[ISA_LOWER_LOAD] = fin_lower_load,
	[ISA_LOWER_STORE] = fin_lower_store,
	[ISA_LOWER_ATOMIC] = fin_lower_atomic,
	[ISA_LOWER_SIGNAL] = fin_lower_signal,
	[ISA_LOWER_FENCE] = fin_lower_fence,
	[ISA_LOWER_QUEUE] = fin_lower_queue,
	[ISA_LOWER_EXCEPTION] = fin_lower_exception,
	[ISA_LOWER_CALL] = fin_lower_call,
	[ISA_LOWER_ALLOCA] = fin_lower_alloca,
	[ISA_LOWER_DISPATCH] = fin_lower_dispatch,
	[ISA_LOWER_WORKITEM] = fin_lower_workitem,
	[ISA_LOWER_CLOCK] = fin_lower_clock,
	[ISA_LOWER_DEBUGTRAP] = fin_lower_debugtrap,
	[ISA_LOWER_LANE] = fin_lower_lane,
	[ISA_LOWER_BARRIER] = fin_lower_wait,
	[ISA_LOWER_FBARRIER] = fin_lower_fbarrier,
	[ISA_LOWER_IMAGE] = fin_lower_image,
};

void fin_lower_inst(struct fin_lower *w, const struct fin_inst *i)
{
	fin_lowering *lower = lowerings[i->lowering];

	if (lower == NULL)
		BUG("code+0x%x has no lowering", i->off);
	fin_debug_location(w, i->loc);
	lower(w, i);
}

void fin_execute_inst(struct fin_lower *w, const struct fin_inst *i)
{
	if (fin_exceptions_of(w->f) != 0) {
		fin_debug_location(w, i->loc);
		fin_check_exceptions(w, i);
	}
	fin_lower_inst(w, i);
}

void fin_unsupported(struct fin_lower *w, const struct fin_inst *i, const char *what,
	const char *section)
{
	diag_unsupported(w->diag, fin_place(w->m, i->off), "%s (PRM %s)", what, section);
	w->made->failed = true;
}
