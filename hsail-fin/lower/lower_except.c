/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exceptions (PRM 11.2, 12): what an instruction would signal is found before the instruction is
 * lowered.
 *
 * Kernels without a policy have no such code. With a policy, the operands of an instruction that
 * may generate an enabled exception are looked at apart from its value. f32 and f64 arithmetic is
 * done once more in a piece of assembly between two changes of MXCSR, which leaves the flags
 * (lower_directed.c); lanes that are off compute with 1, which is exact. Exceptions for which x86
 * has no flags, those of f16 among them, are found by comparing with the bounds of the format. So
 * neither what LLVM makes of the value nor lanes that are off can raise or lose a flag.
 *
 * DETECT collects flags in a byte for each wave, hsaemu_wg.detect. PRM 12.3 speaks of work-groups,
 * but 11.2 of waves; a byte for each wave also does not depend on the order in which waves run. The
 * instructions that read and write the byte stand between wave barriers (decode_body.c), as they
 * act for a wave. BREAK traps; kernels that break go lane by lane, to name the work-item. Tininess
 * is detected after rounding, as x86 does. */
#include <math.h>
#include "ir/lowering.h"
#include "hsaemu/finalize.h"
#include "hsaemu/kernel_abi.h"
#include "ir/exceptions.h"
#include "lower/lower_except.h"

/* ---- conversions ---------------------------------------------------------------------------- */

static void check_float_to_int(struct fin_except *c, const struct isa_inst *i, LLVMValueRef v,
	uint8_t round)
{
	static const char *const directions[] = {
		"llvm.roundeven", "llvm.trunc", "llvm.ceil", "llvm.floor"};
	const struct isa_type *to = isa_type_find(i->type);
	unsigned form = round - BRIG_ROUND_INTEGER_NEAR_EVEN;
	bool is_signed = to->kind == ISA_KIND_SIGNED, signaling = form >= 8,
	     saturates = form / 4 % 2;
	LLVMValueRef wide = fin_widen(c->w, v, 64), whole, fits, from_nan = fin_except_is_nan(c, v);
	double above = ldexp(1, (int)to->bits - is_signed), least = is_signed ? -above : 0;

	whole = fin_intrinsic1(c->w->l, directions[form % 4], wide);
	fits = fin_except_both(c, fin_except_compare_to(c, LLVMRealOGE, whole, least),
		fin_except_compare_to(c, LLVMRealOLT, whole, above));
	fin_except_if(c, FIN_EXCEPT_INVALID,
		saturates ? fin_except_is_signaling(c, v)
			  : fin_except_either(c, from_nan, fin_except_not(c, fits)));
	if (signaling)
		fin_except_if(c, FIN_EXCEPT_INEXACT,
			fin_except_both(c, fits, fin_except_compare(c, LLVMRealONE, whole, wide)));
}

/* An integer with more significant digits than the format has is inexact. Only f16 is so narrow
 * that integers overflow it. */
static void check_int_to_float(struct fin_except *c, const struct isa_inst *i, LLVMValueRef v,
	uint8_t round)
{
	struct fin_llvm *l = c->w->l;
	bool is_signed = isa_type_find(i->source_type)->kind == ISA_KIND_SIGNED;
	unsigned bits = isa_type_find(i->type)->bits, precision = bits == 16   ? 11
	                                                          : bits == 32 ? 24
	                                                                       : 53;
	LLVMValueRef x = fin_resize(l, v, 64, is_signed), m, args[2], digits, wide;
	LLVMTypeRef llvm_type = LLVMTypeOf(x);

	m = is_signed ? fin_select(l, LLVMBuildICmp(l->b, LLVMIntSLT, x, fin_like(x, 0), ""),
				LLVMBuildNeg(l->b, x, ""), x)
	              : x;
	args[0] = m;
	args[1] = LLVMConstInt(l->i1, 0, false);
	digits = LLVMBuildSub(l->b, fin_like(x, 64),
		fin_intrinsic(l, "llvm.ctlz", &llvm_type, 1, args, 2), "");
	digits = LLVMBuildSub(l->b, digits, fin_intrinsic(l, "llvm.cttz", &llvm_type, 1, args, 2),
		"");
	fin_except_if(c, FIN_EXCEPT_INEXACT,
		LLVMBuildICmp(l->b, LLVMIntSGT, digits, fin_like(digits, precision), ""));
	if (bits != 16)
		return;
	llvm_type = fin_type_with(llvm_type, l->f64);
	wide = is_signed ? LLVMBuildSIToFP(l->b, x, llvm_type, "")
	                 : LLVMBuildUIToFP(l->b, x, llvm_type, "");
	fin_except_rounding(c, wide, NULL, bits, round, false);
}

static void check_cvt(struct fin_except *c, const struct fin_inst *i)
{
	const struct isa_type *to = isa_type_find(i->isa->type),
			      *from = isa_type_find(i->isa->source_type);
	uint8_t round = fin_round_of(c->w, i->isa);
	LLVMValueRef v = fin_src(c->w, i, 1);

	if (to->bits == 1 || from->bits == 1)
		return;
	if (from->kind == ISA_KIND_FLOAT && i->isa->ftz)
		v = fin_flush(c->w, v);
	if (from->kind != ISA_KIND_FLOAT && to->kind == ISA_KIND_FLOAT)
		check_int_to_float(c, i->isa, v, round);
	else if (from->kind == ISA_KIND_FLOAT && to->kind != ISA_KIND_FLOAT)
		check_float_to_int(c, i->isa, v, round);
	else if (from->kind == ISA_KIND_FLOAT && to->bits >= from->bits)
		fin_except_signaling_nans(c, &v, 1);
	else if (from->kind == ISA_KIND_FLOAT)
		fin_except_narrowing(c, v, to->bits, round, i->isa->ftz);
}

/* ---- comparisons, integer division ---------------------------------------------------------- */

static void check_cmp(struct fin_except *c, const struct fin_inst *i)
{
	bool signaling = i->isa->compare >= BRIG_COMPARE_SEQ;

	for (unsigned k = 1; k <= 2; k++) {
		LLVMValueRef v = fin_src(c->w, i, k);

		fin_except_if(c, FIN_EXCEPT_INVALID,
			signaling ? fin_except_is_nan(c, v) : fin_except_is_signaling(c, v));
	}
}

static void check_divisor(struct fin_except *c, const struct fin_inst *i)
{
	LLVMValueRef v = fin_src(c->w, i, 2);

	fin_except_if(c, FIN_EXCEPT_DIVIDE_BY_ZERO,
		LLVMBuildICmp(c->w->l->b, LLVMIntEQ, v, fin_like(v, 0), ""));
}

/* ---- which elements count ------------------------------------------------------------------- */

/* A mask that has element 0 of each lane. */
static LLVMValueRef low_elements(struct fin_lower *w, unsigned count)
{
	LLVMValueRef c[256];
	unsigned n = w->lanes * count;

	for (unsigned k = 0; k < n; k++)
		c[k] = LLVMConstInt(w->l->i1, k % count == 0, false);
	return LLVMConstVector(c, n);
}

static void select_elements(struct fin_except *c, const struct fin_inst *i, unsigned count)
{
	LLVMValueRef lanes = c->w->ops->mask(c->w);

	if (lanes != NULL)
		c->mask = fin_repeat(c->w, lanes, count);
	if (count == 1 || !fin_inst_keeps_dest(i))
		return;
	c->mask = c->mask == NULL ? low_elements(c->w, count)
	                          : fin_except_both(c, c->mask, low_elements(c->w, count));
}

/* ---- all together --------------------------------------------------------------------------- */

_Static_assert(HSAEMU_MAX_WORKGROUP / HSAEMU_WAVESIZE == 4 * sizeof(uint64_t), "a byte per wave");

/* The address of the byte with the wave's DETECT bits. */
static LLVMValueRef status_bits(struct fin_lower *w)
{
	LLVMValueRef first = fin_byte_offset(w, w->wg, offsetof(struct hsaemu_wg, detect));
	LLVMValueRef id = w->ops->wave_id(w), wave;

	wave = LLVMBuildUDiv(w->l->b, id, fin_like(id, HSAEMU_WAVESIZE), "");
	wave = fin_resize(w->l, wave, 64, false);
	return LLVMBuildGEP2(w->l->b, w->l->i8, first, &wave, 1, "");
}

/* `yes` if some lane is on, else `no`: an instruction that acts for the whole wave must do nothing
 * without any lane. */
static LLVMValueRef if_any(struct fin_lower *w, LLVMValueRef yes, LLVMValueRef no)
{
	LLVMValueRef any = w->ops->any(w);

	return any == NULL ? yes : fin_select(w->l, any, yes, no);
}

static void break_if(struct fin_lower *w, LLVMValueRef flags)
{
	LLVMValueRef set = LLVMBuildICmp(w->l->b, LLVMIntNE, flags, fin_like(flags, 0), "");

	w->ops->trap_if(w, set, HSAEMU_TRAP_EXCEPTION, flags);
}

static void report(struct fin_lower *w, LLVMValueRef flags)
{
	LLVMBuilderRef b = w->l->b;
	unsigned detect = w->f->control.detect_mask & FIN_ANY_EXCEPTION;
	unsigned breaks = w->f->control.break_mask & FIN_ANY_EXCEPTION;
	LLVMValueRef p = status_bits(w);

	flags = if_any(w, flags, fin_like(flags, 0));
	if (breaks != 0)
		break_if(w, LLVMBuildAnd(b, flags, fin_like(flags, breaks), ""));
	if (detect == 0)
		return;
	flags = LLVMBuildAnd(b, flags, fin_like(flags, detect), "");
	flags = LLVMBuildTrunc(b, flags, w->l->i8, "");
	LLVMBuildStore(b, LLVMBuildOr(b, LLVMBuildLoad2(b, w->l->i8, p, ""), flags, ""), p);
}

static void check_arithmetic(struct fin_except *c, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(c->w, i, i->isa->type);
	LLVMValueRef a[3];

	select_elements(c, i, e.count);
	for (unsigned k = 1; k < i->operand_count; k++)
		a[k - 1] = e.ftz ? fin_flush(c->w, fin_src(c->w, i, k)) : fin_src(c->w, i, k);
	fin_apply_control(c->w, i, &e, a);
	fin_except_arith(c, i, &e, a);
}

void fin_check_exceptions(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_except c = {.w = w, .enabled = fin_exceptions_of(w->f)};

	if (c.enabled == 0 || !fin_may_except(i))
		return;
	if (i->lowering == ISA_LOWER_CMP) {
		select_elements(&c, i, isa_type_find(i->isa->source_type)->count);
		check_cmp(&c, i);
	} else if (i->lowering == ISA_LOWER_CVT) {
		select_elements(&c, i, 1);
		check_cvt(&c, i);
	} else if (fin_is_float_type(i->isa->type)) {
		check_arithmetic(&c, i);
	} else {
		select_elements(&c, i, 1);
		check_divisor(&c, i);
	}
	if (c.flags != NULL)
		report(w, c.flags);
}

/* ---- the instructions ----------------------------------------------------------------------- */

void fin_lower_exception(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef p = status_bits(w), old = LLVMBuildLoad2(b, w->l->i8, p, ""), mask;

	if (i->isa->opcode == BRIG_OPCODE_GETDETECTEXCEPT) {
		old = LLVMBuildZExt(b, old, w->l->i32, "");
		fin_dst(w, i, fin_splat(w->l, old, w->lanes));
		return;
	}
	mask = LLVMConstInt(w->l->i8, i->operands[0].v[0].lo & FIN_ANY_EXCEPTION, false);
	mask = i->isa->opcode == BRIG_OPCODE_SETDETECTEXCEPT
	               ? LLVMBuildOr(b, old, mask, "")
	               : LLVMBuildAnd(b, old, LLVMBuildNot(b, mask, ""), "");
	LLVMBuildStore(b, if_any(w, mask, old), p);
}

void fin_clear_exceptions(struct fin_lower *w)
{
	for (unsigned k = 0; k < 4; k++) {
		LLVMValueRef at = LLVMConstInt(w->l->i64,
			offsetof(struct hsaemu_wg, detect) + k * sizeof(uint64_t), false);

		LLVMBuildStore(w->entry, LLVMConstInt(w->l->i64, 0, false),
			LLVMBuildGEP2(w->entry, w->l->i8, w->wg, &at, 1, ""));
	}
}
