/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exceptions of float arithmetic (PRM 12.2). They are found by the processor's flags where it has
 * the operation, else by comparing a result in f64 with the bounds of the format. Tininess is
 * detected after rounding, as x86 does. */
#include <math.h>
#include "lower/lower_except.h"
#include "lower/target_ops.h"

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
static LLVMValueRef goes_away(struct fin_except *c, LLVMValueRef v, uint8_t round)
{
	LLVMValueRef bits = fin_to_int(c->w->l, v);
	LLVMValueRef negative = LLVMBuildICmp(c->w->l->b, LLVMIntSLT, bits, fin_like(bits, 0), "");

	if (round == BRIG_ROUND_FLOAT_PLUS_INFINITY)
		return fin_except_not(c, negative);
	return round == BRIG_ROUND_FLOAT_MINUS_INFINITY ? negative : NULL;
}

static LLVMValueRef overflows(struct fin_except *c, LLVMValueRef v, const struct bounds *f,
	uint8_t round)
{
	LLVMValueRef m = fin_except_magnitude(c, v), away = goes_away(c, v, round);
	double middle = f->largest + (f->above - f->largest) / 2;

	if (round == BRIG_ROUND_FLOAT_NEAR_EVEN)
		return fin_except_compare_to(c, LLVMRealOGE, m, middle);
	if (away == NULL)
		return fin_except_compare_to(c, LLVMRealOGE, m, f->above);
	return fin_select(c->w->l, away, fin_except_compare_to(c, LLVMRealOGT, m, f->largest),
		fin_except_compare_to(c, LLVMRealOGE, m, f->above));
}

static LLVMValueRef is_tiny(struct fin_except *c, LLVMValueRef v, const struct bounds *f,
	uint8_t round)
{
	LLVMValueRef m = fin_except_magnitude(c, v), away = goes_away(c, v, round);
	LLVMValueRef nonzero = fin_except_compare_to(c, LLVMRealOGT, m, 0);
	LLVMValueRef below = fin_except_compare_to(c, LLVMRealOLT, m, f->smallest);
	double step = ldexp(f->smallest, -(int)f->precision);

	if (round == BRIG_ROUND_FLOAT_NEAR_EVEN)
		below = fin_except_compare_to(c, LLVMRealOLT, m, f->smallest - step / 2);
	else if (away != NULL)
		below = fin_select(c->w->l, away,
			fin_except_compare_to(c, LLVMRealOLE, m, f->smallest - step), below);
	return fin_except_both(c, nonzero, below);
}

void fin_except_rounding(struct fin_except *c, LLVMValueRef v, LLVMValueRef lost, unsigned bits,
	uint8_t round, bool ftz)
{
	struct bounds f = bounds_of(bits);
	LLVMValueRef finite = fin_except_compare_to(c, LLVMRealOLT, fin_except_magnitude(c, v),
			     HUGE_VAL),
		     tiny;
	LLVMValueRef back = fin_widen(c->w, fin_narrow(c->w, v, bits, round), 64);
	LLVMValueRef inexact =
		fin_except_either(c, lost, fin_except_compare(c, LLVMRealONE, back, v));

	inexact = fin_except_both(c, inexact, finite);
	tiny = is_tiny(c, v, &f, round);
	fin_except_if(c, FIN_EXCEPT_OVERFLOW,
		fin_except_both(c, overflows(c, v, &f, round), finite));
	fin_except_if(c, FIN_EXCEPT_UNDERFLOW, ftz ? tiny : fin_except_both(c, tiny, inexact));
	fin_except_if(c, FIN_EXCEPT_INEXACT, inexact);
}

/* ---- arithmetic through f64 ----------------------------------------------------------------- */

/* The exact error of s, the rounded sum of a and b (Knuth's two-sum). */
static LLVMValueRef error_of_sum(struct fin_except *c, LLVMValueRef s, LLVMValueRef a,
	LLVMValueRef b)
{
	LLVMBuilderRef ir = c->w->l->b;
	LLVMValueRef part = LLVMBuildFSub(ir, s, a, "");
	LLVMValueRef rest = LLVMBuildFSub(ir, a, LLVMBuildFSub(ir, s, part, ""), "");

	return LLVMBuildFAdd(ir, rest, LLVMBuildFSub(ir, b, part, ""), "");
}

/* s, moved by one unit in the last place towards the exact sum if it is not exact itself. */
static LLVMValueRef moved_by_error(struct fin_except *c, LLVMValueRef s, LLVMValueRef error)
{
	struct fin_llvm *l = c->w->l;
	LLVMValueRef bits = fin_to_int(l, s), e = fin_to_int(l, error);
	LLVMValueRef opposite = LLVMBuildICmp(l->b, LLVMIntSLT, LLVMBuildXor(l->b, bits, e, ""),
		fin_like(bits, 0), "");
	LLVMValueRef step =
		fin_select(l, opposite, fin_like(bits, (uint64_t)-1), fin_like(bits, 1));
	LLVMValueRef moved = LLVMBuildAdd(l->b, bits, step, "");

	return fin_bitcast(l,
		fin_select(l, fin_except_compare_to(c, LLVMRealONE, error, 0), moved, bits),
		LLVMTypeOf(s));
}

static LLVMValueRef sum(struct fin_except *c, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef s = LLVMBuildFAdd(c->w->l->b, a, b, "");

	return moved_by_error(c, s, error_of_sum(c, s, a, b));
}

/* Computes an f64 that rounds to the narrower format like the exact result. Products of two numbers
 * of the narrower formats are exact in f64. So multiplying a quotient or root back shows whether it
 * was exact; *lost is set for one that was not, as fin_except_rounding() takes it. */
static LLVMValueRef exact_result(struct fin_except *c, enum fin_float_op op, LLVMValueRef *a,
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
	*lost = fin_except_compare(c, LLVMRealONE, back, a[0]);
	*lost = fin_except_both(c, *lost, fin_except_compare_to(c, LLVMRealONE, r, 0));
	return r;
}

static void signal_wide(struct fin_except *c, enum fin_float_op op, LLVMValueRef *a, unsigned n,
	unsigned bits, uint8_t round, bool ftz)
{
	LLVMValueRef wide[3], lost = NULL, r, nan = NULL, from_nan = NULL, zero;

	fin_except_signaling_nans(c, a, n);
	for (unsigned k = 0; k < n; k++) {
		wide[k] = fin_widen(c->w, a[k], 64);
		from_nan = fin_except_either(c, from_nan, fin_except_is_nan(c, a[k]));
	}
	r = exact_result(c, op, wide, &lost);
	nan = fin_except_compare(c, LLVMRealUNO, r, r);
	if (op != FIN_FLOAT_TO_F32)
		fin_except_if(c, FIN_EXCEPT_INVALID,
			fin_except_both(c, nan, fin_except_not(c, from_nan)));
	if (op == FIN_FLOAT_DIV) {
		zero = fin_except_compare_to(c, LLVMRealOEQ, wide[1], 0);
		zero = fin_except_both(c, zero, fin_except_compare_to(c, LLVMRealONE, wide[0], 0));
		fin_except_if(c, FIN_EXCEPT_DIVIDE_BY_ZERO,
			fin_except_both(c, zero,
				fin_except_compare_to(c, LLVMRealOLT,
					fin_except_magnitude(c, wide[0]), HUGE_VAL)));
	}
	fin_except_rounding(c, r, lost, bits, round, ftz);
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

/* v * scale. A number that would become zero stays as it is, since it still decides how the sum is
 * rounded. */
static LLVMValueRef scaled(struct fin_except *c, LLVMValueRef v, double scale)
{
	LLVMValueRef s = LLVMBuildFMul(c->w->l->b, v, fin_float(LLVMTypeOf(v), scale), "");

	return fin_select(c->w->l, fin_except_compare_to(c, LLVMRealOEQ, s, 0), v, s);
}

/* The magnitude of a[0] * a[1] + a[2] times `scale`, a power of two which moves the result away
 * from the end of the range that is tested. Of the two factors, the larger one is scaled down or
 * the smaller one is scaled up, as it has room for that. */
static LLVMValueRef scaled_fma(struct fin_except *c, LLVMValueRef *a, uint8_t round, double scale)
{
	LLVMValueRef first = fin_except_compare(c, scale < 1 ? LLVMRealOGE : LLVMRealOLE,
		fin_except_magnitude(c, a[0]), fin_except_magnitude(c, a[1]));
	LLVMValueRef moved[] = {fin_select(c->w->l, first, scaled(c, a[0], scale), a[0]),
		fin_select(c->w->l, first, a[1], scaled(c, a[1], scale)), scaled(c, a[2], scale)};

	return fin_except_magnitude(c, fin_fma(c->w, moved, round));
}

/* Finds what an fma of f64 signals where the processor has no instruction for it. The result is
 * exact if rounding up and rounding down give the same. */
static void signal_fma_f64(struct fin_except *c, LLVMValueRef *a, uint8_t round, bool ftz)
{
	struct fin_lower *w = c->w;
	LLVMValueRef r = fin_fma(w, a, round), from_nan = NULL, finite = NULL, inexact, tiny;
	LLVMValueRef up = fin_fma(w, a, BRIG_ROUND_FLOAT_PLUS_INFINITY);
	LLVMValueRef down = fin_fma(w, a, BRIG_ROUND_FLOAT_MINUS_INFINITY);

	fin_except_signaling_nans(c, a, 3);
	for (unsigned k = 0; k < 3; k++) {
		LLVMValueRef f = fin_except_compare_to(c, LLVMRealOLT,
			fin_except_magnitude(c, a[k]), HUGE_VAL);

		from_nan = fin_except_either(c, from_nan, fin_except_is_nan(c, a[k]));
		finite = finite == NULL ? f : fin_except_both(c, finite, f);
	}
	fin_except_if(c, FIN_EXCEPT_INVALID,
		fin_except_both(c, fin_except_compare(c, LLVMRealUNO, r, r),
			fin_except_not(c, from_nan)));
	inexact = fin_except_both(c, finite, fin_except_compare(c, LLVMRealONE, up, down));
	fin_except_if(c, FIN_EXCEPT_OVERFLOW,
		fin_except_both(c, finite,
			fin_except_compare_to(c, LLVMRealOGE, scaled_fma(c, a, round, 0.25),
				0x1p1022)));
	tiny = fin_except_compare_to(c, LLVMRealOLT, scaled_fma(c, a, round, 0x1p120), 0x1p-902);
	tiny = fin_except_both(c, tiny,
		fin_except_either(c, inexact, fin_except_compare_to(c, LLVMRealONE, r, 0)));
	fin_except_if(c, FIN_EXCEPT_UNDERFLOW,
		ftz ? fin_except_both(c, tiny, finite) : fin_except_both(c, tiny, inexact));
	fin_except_if(c, FIN_EXCEPT_INEXACT, inexact);
}

/* Does the operation for the processor's flags. */
static void signal_by_processor(struct fin_except *c, enum fin_float_op op, LLVMValueRef *a,
	unsigned n, uint8_t round, bool ftz)
{
	struct fin_llvm *l = c->w->l;
	LLVMValueRef safe[3];

	for (unsigned k = 0; k < n; k++)
		safe[k] = c->mask == NULL
		                  ? a[k]
		                  : fin_select(l, c->mask, a[k], fin_float(LLVMTypeOf(a[k]), 1));
	fin_except_add_flags(c, c->w->target->float_flags(c->w, op, safe, round, ftz));
}

void fin_except_narrowing(struct fin_except *c, LLVMValueRef v, unsigned bits, uint8_t round,
	bool ftz)
{
	if (bits == 32)
		signal_by_processor(c, FIN_FLOAT_TO_F32, &v, 1, round, ftz);
	else
		signal_wide(c, FIN_FLOAT_TO_F32, &v, 1, bits, round, ftz);
}

static void signal_float(struct fin_except *c, enum fin_float_op op, LLVMValueRef *a, unsigned n,
	uint8_t round, bool ftz)
{
	unsigned bits = fin_element_bits(LLVMTypeOf(a[0]));
	bool has = op != FIN_FLOAT_FMA || c->w->target->has_fma(c->w, bits);

	if (bits == 16 || (bits == 32 && !has))
		signal_wide(c, op, a, n, bits, round, ftz);
	else if (has)
		signal_by_processor(c, op, a, n, round, ftz);
	else
		signal_fma_f64(c, a, round, ftz);
}

/* Finds what x - floor(x) signals, which is nothing for infinities. */
static void signal_fract(struct fin_except *c, LLVMValueRef x, uint8_t round, bool ftz)
{
	struct fin_lower *w = c->w;
	unsigned bits = fin_element_bits(LLVMTypeOf(x));
	LLVMValueRef wide = fin_widen(w, x, bits == 16 ? 32 : bits), a[2], m, finite;

	m = fin_except_magnitude(c, wide);
	finite = fin_except_compare_to(c, LLVMRealUNE, m, HUGE_VAL);
	a[0] = x;
	a[1] = fin_narrow(w, fin_intrinsic1(w->l, "llvm.floor", wide), bits,
		BRIG_ROUND_FLOAT_NEAR_EVEN);
	c->mask = c->mask == NULL ? finite : fin_except_both(c, c->mask, finite);
	signal_float(c, FIN_FLOAT_SUB, a, 2, round, ftz);
}

void fin_except_arith(struct fin_except *c, const struct fin_inst *i, const struct fin_elem *e,
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
		fin_except_signaling_nans(c, a, n);
		break;
	default: /* bit operations signal nothing */
		break;
	}
}
