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
#include "lower/lower.h"

enum { INVALID, DIVIDE_BY_ZERO, OVERFLOWS, UNDERFLOWS, IS_INEXACT };

struct check {
	struct fin_lower *w;
	LLVMValueRef mask; /* which elements count, i1 for each; NULL: all do */
	unsigned enabled;
	LLVMValueRef flags; /* i32: a bit for each exception; NULL: none so far */
};

/* ---- what is signaled ----------------------------------------------------------------------- */

static void add_flags(struct check *c, LLVMValueRef flags)
{
	c->flags = c->flags == NULL ? flags : LLVMBuildOr(c->w->l->b, c->flags, flags, "");
}

/* Signals the exception when `condition` holds for an element that counts. */
static void signal_if(struct check *c, unsigned exception, LLVMValueRef condition)
{
	struct fin_llvm *l = c->w->l;

	if ((c->enabled >> exception & 1) == 0)
		return;
	if (c->mask != NULL)
		condition = LLVMBuildAnd(l->b, condition, c->mask, "");
	if (fin_shape_count(LLVMTypeOf(condition)) > 1)
		condition = fin_intrinsic1(l, "llvm.vector.reduce.or", condition);
	condition = LLVMBuildZExt(l->b, condition, l->i32, "");
	add_flags(c, LLVMBuildShl(l->b, condition, fin_like(condition, exception), ""));
}

/* ---- classification ------------------------------------------------------------------------- */

static LLVMValueRef both(struct check *c, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildAnd(c->w->l->b, a, b, "");
}

static LLVMValueRef either(struct check *c, LLVMValueRef a, LLVMValueRef b)
{
	return a == NULL ? b : LLVMBuildOr(c->w->l->b, a, b, "");
}

static LLVMValueRef is_not(struct check *c, LLVMValueRef a)
{
	return LLVMBuildNot(c->w->l->b, a, "");
}

static LLVMValueRef is_nan(struct check *c, LLVMValueRef v)
{
	return fin_is_nan(c->w, fin_to_int(c->w->l, v), fin_shape_bits(LLVMTypeOf(v)));
}

static LLVMValueRef is_signaling(struct check *c, LLVMValueRef v)
{
	LLVMBuilderRef b = c->w->l->b;
	unsigned bits = fin_shape_bits(LLVMTypeOf(v));
	unsigned mantissa = bits == 16 ? 10 : bits == 32 ? 23 : 52;
	LLVMValueRef x = fin_to_int(c->w->l, v);
	LLVMValueRef quiet = LLVMBuildAnd(b, x, fin_like(x, (uint64_t)1 << (mantissa - 1)), "");

	return both(c, is_nan(c, v), LLVMBuildICmp(b, LLVMIntEQ, quiet, fin_like(quiet, 0), ""));
}

static LLVMValueRef magnitude(struct check *c, LLVMValueRef v)
{
	return fin_intrinsic1(c->w->l, "llvm.fabs", v);
}

static LLVMValueRef compare(struct check *c, LLVMRealPredicate p, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildFCmp(c->w->l->b, p, a, b, "");
}

static LLVMValueRef compare_to(struct check *c, LLVMRealPredicate p, LLVMValueRef a, double b)
{
	return compare(c, p, a, fin_float(LLVMTypeOf(a), b));
}

static void signal_signaling(struct check *c, LLVMValueRef *a, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		signal_if(c, INVALID, is_signaling(c, a[k]));
}

/* ---- the bounds of a format ----------------------------------------------------------------- */

struct bounds {
	double largest, above; /* largest number, and the next one if the exponent had no end */
	double smallest;       /* smallest normal number */
	unsigned precision;
};

static struct bounds bounds_of(unsigned bits)
{
	unsigned precision = bits == 16 ? 11 : 24;
	int most = bits == 16 ? 15 : 127;

	return (struct bounds){ldexp(2 - ldexp(1, 1 - (int)precision), most), ldexp(1, most + 1),
		ldexp(1, 1 - most), precision};
}

/* Whether the rounding goes away from zero: an i1 for each element, or NULL for never. */
static LLVMValueRef goes_away(struct check *c, LLVMValueRef v, uint8_t round)
{
	LLVMValueRef bits = fin_to_int(c->w->l, v);
	LLVMValueRef negative = LLVMBuildICmp(c->w->l->b, LLVMIntSLT, bits, fin_like(bits, 0), "");

	if (round == BRIG_ROUND_FLOAT_PLUS_INFINITY)
		return is_not(c, negative);
	return round == BRIG_ROUND_FLOAT_MINUS_INFINITY ? negative : NULL;
}

static LLVMValueRef overflows(struct check *c, LLVMValueRef v, const struct bounds *f,
	uint8_t round)
{
	LLVMValueRef m = magnitude(c, v), away = goes_away(c, v, round);
	double middle = f->largest + (f->above - f->largest) / 2;

	if (round == BRIG_ROUND_FLOAT_NEAR_EVEN)
		return compare_to(c, LLVMRealOGE, m, middle);
	if (away == NULL)
		return compare_to(c, LLVMRealOGE, m, f->above);
	return fin_select(c->w->l, away, compare_to(c, LLVMRealOGT, m, f->largest),
		compare_to(c, LLVMRealOGE, m, f->above));
}

static LLVMValueRef is_tiny(struct check *c, LLVMValueRef v, const struct bounds *f, uint8_t round)
{
	LLVMValueRef m = magnitude(c, v), away = goes_away(c, v, round);
	LLVMValueRef nonzero = compare_to(c, LLVMRealOGT, m, 0);
	LLVMValueRef below = compare_to(c, LLVMRealOLT, m, f->smallest);
	double step = ldexp(f->smallest, -(int)f->precision);

	if (round == BRIG_ROUND_FLOAT_NEAR_EVEN)
		below = compare_to(c, LLVMRealOLT, m, f->smallest - step / 2);
	else if (away != NULL)
		below = fin_select(c->w->l, away, compare_to(c, LLVMRealOLE, m, f->smallest - step),
			below);
	return both(c, nonzero, below);
}

/* Signals what rounding v, an f64, to a narrower format does. `lost` says that v itself is not the
 * exact result already; NULL: it always is. */
static void signal_rounding(struct check *c, LLVMValueRef v, LLVMValueRef lost, unsigned bits,
	uint8_t round, bool ftz)
{
	struct bounds f = bounds_of(bits);
	LLVMValueRef finite = compare_to(c, LLVMRealOLT, magnitude(c, v), HUGE_VAL), tiny;
	LLVMValueRef back = fin_widen(c->w, fin_narrow(c->w, v, bits, round), 64);
	LLVMValueRef inexact = either(c, lost, compare(c, LLVMRealONE, back, v));

	inexact = both(c, inexact, finite);
	tiny = is_tiny(c, v, &f, round);
	signal_if(c, OVERFLOWS, both(c, overflows(c, v, &f, round), finite));
	signal_if(c, UNDERFLOWS, ftz ? tiny : both(c, tiny, inexact));
	signal_if(c, IS_INEXACT, inexact);
}

/* ---- arithmetic through f64 ----------------------------------------------------------------- */

/* The exact error of s, the rounded sum of a and b (Knuth's two-sum). */
static LLVMValueRef error_of_sum(struct check *c, LLVMValueRef s, LLVMValueRef a, LLVMValueRef b)
{
	LLVMBuilderRef ir = c->w->l->b;
	LLVMValueRef part = LLVMBuildFSub(ir, s, a, "");
	LLVMValueRef rest = LLVMBuildFSub(ir, a, LLVMBuildFSub(ir, s, part, ""), "");

	return LLVMBuildFAdd(ir, rest, LLVMBuildFSub(ir, b, part, ""), "");
}

/* s, moved by one unit in the last place towards the exact sum if it is not exact itself. */
static LLVMValueRef moved_by_error(struct check *c, LLVMValueRef s, LLVMValueRef error)
{
	struct fin_llvm *l = c->w->l;
	LLVMValueRef bits = fin_to_int(l, s), e = fin_to_int(l, error);
	LLVMValueRef opposite = LLVMBuildICmp(l->b, LLVMIntSLT, LLVMBuildXor(l->b, bits, e, ""),
		fin_like(bits, 0), "");
	LLVMValueRef step =
		fin_select(l, opposite, fin_like(bits, (uint64_t)-1), fin_like(bits, 1));
	LLVMValueRef moved = LLVMBuildAdd(l->b, bits, step, "");

	return fin_bitcast(l, fin_select(l, compare_to(c, LLVMRealONE, error, 0), moved, bits),
		LLVMTypeOf(s));
}

static LLVMValueRef sum(struct check *c, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef s = LLVMBuildFAdd(c->w->l->b, a, b, "");

	return moved_by_error(c, s, error_of_sum(c, s, a, b));
}

/* Computes an f64 that rounds to the narrower format like the exact result. Products of two numbers
 * of the narrower formats are exact in f64. So multiplying a quotient or root back shows whether it
 * was exact; *lost is set for one that was not, as signal_rounding() takes it. */
static LLVMValueRef exact_result(struct check *c, enum fin_float_op op, LLVMValueRef *a,
	LLVMValueRef *lost)
{
	LLVMBuilderRef b = c->w->l->b;
	LLVMValueRef r, back;

	switch (op) {
	case FIN_FLOAT_ADD:
		return sum(c, a[0], a[1]);
	case FIN_FLOAT_SUB:
		return sum(c, a[0], LLVMBuildFNeg(b, a[1], ""));
	case FIN_FLOAT_MUL:
		return LLVMBuildFMul(b, a[0], a[1], "");
	case FIN_FLOAT_FMA:
		return sum(c, LLVMBuildFMul(b, a[0], a[1], ""), a[2]);
	case FIN_FLOAT_DIV:
		r = LLVMBuildFDiv(b, a[0], a[1], "");
		back = LLVMBuildFMul(b, r, a[1], "");
		break;
	case FIN_FLOAT_SQRT:
		r = fin_intrinsic1(c->w->l, "llvm.sqrt", a[0]);
		back = LLVMBuildFMul(b, r, r, "");
		break;
	default:
		return a[0]; /* a conversion */
	}
	/* `back` may be rounded where r has more digits than the format, but then r is inexact in
	 * any case */
	*lost = compare(c, LLVMRealONE, back, a[0]);
	*lost = both(c, *lost, compare_to(c, LLVMRealONE, r, 0));
	return r;
}

static void signal_wide(struct check *c, enum fin_float_op op, LLVMValueRef *a, unsigned n,
	unsigned bits, uint8_t round, bool ftz)
{
	LLVMValueRef wide[3], lost = NULL, r, nan = NULL, from_nan = NULL, zero;

	signal_signaling(c, a, n);
	for (unsigned k = 0; k < n; k++) {
		wide[k] = fin_widen(c->w, a[k], 64);
		from_nan = either(c, from_nan, is_nan(c, a[k]));
	}
	r = exact_result(c, op, wide, &lost);
	nan = compare(c, LLVMRealUNO, r, r);
	if (op != FIN_FLOAT_TO_F32)
		signal_if(c, INVALID, both(c, nan, is_not(c, from_nan)));
	if (op == FIN_FLOAT_DIV) {
		zero = compare_to(c, LLVMRealOEQ, wide[1], 0);
		zero = both(c, zero, compare_to(c, LLVMRealONE, wide[0], 0));
		signal_if(c, DIVIDE_BY_ZERO,
			both(c, zero, compare_to(c, LLVMRealOLT, magnitude(c, wide[0]), HUGE_VAL)));
	}
	signal_rounding(c, r, lost, bits, round, ftz);
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

/* v * scale. A number that would become zero stays as it is, since it still decides how the sum is
 * rounded. */
static LLVMValueRef scaled(struct check *c, LLVMValueRef v, double scale)
{
	LLVMValueRef s = LLVMBuildFMul(c->w->l->b, v, fin_float(LLVMTypeOf(v), scale), "");

	return fin_select(c->w->l, compare_to(c, LLVMRealOEQ, s, 0), v, s);
}

/* The magnitude of a[0] * a[1] + a[2] times `scale`, a power of two which moves the result away
 * from the end of the range that is tested. Of the two factors, the larger one is scaled down or
 * the smaller one is scaled up, as it has room for that. */
static LLVMValueRef scaled_fma(struct check *c, LLVMValueRef *a, uint8_t round, double scale)
{
	LLVMValueRef first = compare(c, scale < 1 ? LLVMRealOGE : LLVMRealOLE, magnitude(c, a[0]),
		magnitude(c, a[1]));
	LLVMValueRef moved[] = {fin_select(c->w->l, first, scaled(c, a[0], scale), a[0]),
		fin_select(c->w->l, first, a[1], scaled(c, a[1], scale)), scaled(c, a[2], scale)};

	return magnitude(c, fin_fma(c->w, moved, round));
}

/* Finds what an fma of f64 signals where the processor has no instruction for it. The result is
 * exact if rounding up and rounding down give the same. */
static void signal_fma_f64(struct check *c, LLVMValueRef *a, uint8_t round, bool ftz)
{
	struct fin_lower *w = c->w;
	LLVMValueRef r = fin_fma(w, a, round), from_nan = NULL, finite = NULL, inexact, tiny;
	LLVMValueRef up = fin_fma(w, a, BRIG_ROUND_FLOAT_PLUS_INFINITY);
	LLVMValueRef down = fin_fma(w, a, BRIG_ROUND_FLOAT_MINUS_INFINITY);

	signal_signaling(c, a, 3);
	for (unsigned k = 0; k < 3; k++) {
		LLVMValueRef f = compare_to(c, LLVMRealOLT, magnitude(c, a[k]), HUGE_VAL);

		from_nan = either(c, from_nan, is_nan(c, a[k]));
		finite = finite == NULL ? f : both(c, finite, f);
	}
	signal_if(c, INVALID, both(c, compare(c, LLVMRealUNO, r, r), is_not(c, from_nan)));
	inexact = both(c, finite, compare(c, LLVMRealONE, up, down));
	signal_if(c, OVERFLOWS,
		both(c, finite,
			compare_to(c, LLVMRealOGE, scaled_fma(c, a, round, 0.25), 0x1p1022)));
	tiny = compare_to(c, LLVMRealOLT, scaled_fma(c, a, round, 0x1p120), 0x1p-902);
	tiny = both(c, tiny, either(c, inexact, compare_to(c, LLVMRealONE, r, 0)));
	signal_if(c, UNDERFLOWS, ftz ? both(c, tiny, finite) : both(c, tiny, inexact));
	signal_if(c, IS_INEXACT, inexact);
}

/* Does the operation for the processor's flags. */
static void signal_by_processor(struct check *c, enum fin_float_op op, LLVMValueRef *a, unsigned n,
	uint8_t round, bool ftz)
{
	struct fin_llvm *l = c->w->l;
	LLVMValueRef safe[3], m;

	for (unsigned k = 0; k < n; k++)
		safe[k] = c->mask == NULL
		                  ? a[k]
		                  : fin_select(l, c->mask, a[k], fin_float(LLVMTypeOf(a[k]), 1));
	m = fin_float_flags(c->w, op, safe, round, ftz);
	/* flags of MXCSR: invalid, denormal, divide by zero, overflow, underflow, inexact */
	add_flags(c, LLVMBuildOr(l->b, LLVMBuildAnd(l->b, m, fin_like(m, 1), ""),
			     LLVMBuildAnd(l->b, LLVMBuildLShr(l->b, m, fin_like(m, 1), ""),
				     fin_like(m, 0x1e), ""),
			     ""));
}

static void signal_float(struct check *c, enum fin_float_op op, LLVMValueRef *a, unsigned n,
	uint8_t round, bool ftz)
{
	unsigned bits = fin_shape_bits(LLVMTypeOf(a[0]));
	bool has = op != FIN_FLOAT_FMA || fin_target_has(&c->w->l->target, "fma");

	if (bits == 16 || (bits == 32 && !has))
		signal_wide(c, op, a, n, bits, round, ftz);
	else if (has)
		signal_by_processor(c, op, a, n, round, ftz);
	else
		signal_fma_f64(c, a, round, ftz);
}

/* Finds what x - floor(x) signals, which is nothing for infinities. */
static void signal_fract(struct check *c, LLVMValueRef x, uint8_t round, bool ftz)
{
	struct fin_lower *w = c->w;
	unsigned bits = fin_shape_bits(LLVMTypeOf(x));
	LLVMValueRef wide = fin_widen(w, x, bits == 16 ? 32 : bits), a[2], m, finite;

	m = magnitude(c, wide);
	finite = compare_to(c, LLVMRealUNE, m, HUGE_VAL);
	a[0] = x;
	a[1] = fin_narrow(w, fin_intrinsic1(w->l, "llvm.floor", wide), bits,
		BRIG_ROUND_FLOAT_NEAR_EVEN);
	c->mask = c->mask == NULL ? finite : both(c, c->mask, finite);
	signal_float(c, FIN_FLOAT_SUB, a, 2, round, ftz);
}

static void check_arith(struct check *c, const struct fin_inst *i, const struct fin_elem *e,
	LLVMValueRef *a)
{
	unsigned n = i->operand_count - 1u;

	switch (i->isa->opcode) {
	case BRIG_OPCODE_ADD:
		signal_float(c, FIN_FLOAT_ADD, a, n, e->round, e->ftz);
		break;
	case BRIG_OPCODE_SUB:
		signal_float(c, FIN_FLOAT_SUB, a, n, e->round, e->ftz);
		break;
	case BRIG_OPCODE_MUL:
		signal_float(c, FIN_FLOAT_MUL, a, n, e->round, e->ftz);
		break;
	case BRIG_OPCODE_DIV:
		signal_float(c, FIN_FLOAT_DIV, a, n, e->round, e->ftz);
		break;
	case BRIG_OPCODE_SQRT:
		signal_float(c, FIN_FLOAT_SQRT, a, n, e->round, e->ftz);
		break;
	case BRIG_OPCODE_FMA:
	case BRIG_OPCODE_MAD:
		signal_float(c, FIN_FLOAT_FMA, a, n, e->round, e->ftz);
		break;
	case BRIG_OPCODE_FRACT:
		signal_fract(c, a[0], e->round, e->ftz);
		break;
	case BRIG_OPCODE_MAX:
	case BRIG_OPCODE_MIN:
	case BRIG_OPCODE_CEIL:
	case BRIG_OPCODE_FLOOR:
	case BRIG_OPCODE_RINT:
	case BRIG_OPCODE_TRUNC:
		signal_signaling(c, a, n);
		break;
	default: /* bit operations signal nothing */
		break;
	}
}

/* ---- conversions ---------------------------------------------------------------------------- */

static void check_float_to_int(struct check *c, const struct isa_inst *i, LLVMValueRef v,
	uint8_t round)
{
	static const char *const directions[] = {
		"llvm.roundeven", "llvm.trunc", "llvm.ceil", "llvm.floor"};
	const struct isa_type *to = isa_type_find(i->type);
	unsigned form = round - BRIG_ROUND_INTEGER_NEAR_EVEN;
	bool is_signed = to->kind == ISA_KIND_SIGNED, signaling = form >= 8,
	     saturates = form / 4 % 2;
	LLVMValueRef wide = fin_widen(c->w, v, 64), whole, fits, from_nan = is_nan(c, v);
	double above = ldexp(1, (int)to->bits - is_signed), least = is_signed ? -above : 0;

	whole = fin_intrinsic1(c->w->l, directions[form % 4], wide);
	fits = both(c, compare_to(c, LLVMRealOGE, whole, least),
		compare_to(c, LLVMRealOLT, whole, above));
	signal_if(c, INVALID,
		saturates ? is_signaling(c, v) : either(c, from_nan, is_not(c, fits)));
	if (signaling)
		signal_if(c, IS_INEXACT, both(c, fits, compare(c, LLVMRealONE, whole, wide)));
}

/* An integer with more significant digits than the format has is inexact. Only f16 is so narrow
 * that integers overflow it. */
static void check_int_to_float(struct check *c, const struct isa_inst *i, LLVMValueRef v,
	uint8_t round)
{
	struct fin_llvm *l = c->w->l;
	bool is_signed = isa_type_find(i->source_type)->kind == ISA_KIND_SIGNED;
	unsigned bits = isa_type_find(i->type)->bits, precision = bits == 16   ? 11
	                                                          : bits == 32 ? 24
	                                                                       : 53;
	LLVMValueRef x = fin_resize(l, v, 64, is_signed), m, args[2], digits, wide;
	LLVMTypeRef shape = LLVMTypeOf(x);

	m = is_signed ? fin_select(l, LLVMBuildICmp(l->b, LLVMIntSLT, x, fin_like(x, 0), ""),
				LLVMBuildNeg(l->b, x, ""), x)
	              : x;
	args[0] = m;
	args[1] = LLVMConstInt(l->i1, 0, false);
	digits = LLVMBuildSub(l->b, fin_like(x, 64),
		fin_intrinsic(l, "llvm.ctlz", &shape, 1, args, 2), "");
	digits = LLVMBuildSub(l->b, digits, fin_intrinsic(l, "llvm.cttz", &shape, 1, args, 2), "");
	signal_if(c, IS_INEXACT,
		LLVMBuildICmp(l->b, LLVMIntSGT, digits, fin_like(digits, precision), ""));
	if (bits != 16)
		return;
	shape = fin_shape_with(shape, l->f64);
	wide = is_signed ? LLVMBuildSIToFP(l->b, x, shape, "")
	                 : LLVMBuildUIToFP(l->b, x, shape, "");
	signal_rounding(c, wide, NULL, bits, round, false);
}

static void check_cvt(struct check *c, const struct fin_inst *i)
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
		signal_signaling(c, &v, 1);
	else if (from->kind == ISA_KIND_FLOAT && to->bits == 32)
		signal_by_processor(c, FIN_FLOAT_TO_F32, &v, 1, round, i->isa->ftz);
	else if (from->kind == ISA_KIND_FLOAT)
		signal_wide(c, FIN_FLOAT_TO_F32, &v, 1, to->bits, round, i->isa->ftz);
}

/* ---- comparisons, integer division ---------------------------------------------------------- */

static void check_cmp(struct check *c, const struct fin_inst *i)
{
	bool signaling = i->isa->compare >= BRIG_COMPARE_SEQ;

	for (unsigned k = 1; k <= 2; k++) {
		LLVMValueRef v = fin_src(c->w, i, k);

		signal_if(c, INVALID, signaling ? is_nan(c, v) : is_signaling(c, v));
	}
}

static void check_divisor(struct check *c, const struct fin_inst *i)
{
	LLVMValueRef v = fin_src(c->w, i, 2);

	signal_if(c, DIVIDE_BY_ZERO, LLVMBuildICmp(c->w->l->b, LLVMIntEQ, v, fin_like(v, 0), ""));
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

static void select_elements(struct check *c, const struct fin_inst *i, unsigned count)
{
	LLVMValueRef lanes = c->w->ops->mask(c->w);

	if (lanes != NULL)
		c->mask = fin_repeat(c->w, lanes, count);
	if (count == 1 || !fin_inst_keeps_dest(i))
		return;
	c->mask = c->mask == NULL ? low_elements(c->w, count)
	                          : both(c, c->mask, low_elements(c->w, count));
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

static void check_arithmetic(struct check *c, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(c->w, i, i->isa->type);
	LLVMValueRef a[3];

	select_elements(c, i, e.count);
	for (unsigned k = 1; k < i->operand_count; k++)
		a[k - 1] = e.ftz ? fin_flush(c->w, fin_src(c->w, i, k)) : fin_src(c->w, i, k);
	fin_apply_control(c->w, i, &e, a);
	check_arith(c, i, &e, a);
}

void fin_check_exceptions(struct fin_lower *w, const struct fin_inst *i)
{
	struct check c = {.w = w, .enabled = fin_exceptions_of(w->f)};

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
