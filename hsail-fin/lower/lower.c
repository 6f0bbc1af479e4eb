/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lowers an instruction by the function in the column `lower` of lowerings.def. */
#include "llvm/debug_info.h"
#include "ir/exceptions.h"
#include "lower/lower.h"

/* Control flow is not lowered instruction by instruction (lower_ctrl.c). */
#define fin_lower_none NULL

static fin_lowering *const lowerings[] = {
#define LOWER(id, decode, lower, wave, llvm_type, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = fin_lower_##lower,
#include "ir/lowerings.def"
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
