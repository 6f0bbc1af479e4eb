/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Float operations that round up, down or to zero (PRM 4.19.2).
 *
 * The GPU takes the rounding from its MODE register. One piece of assembly sets MODE, computes and
 * sets MODE back, so that nothing else can run in between; code runs with MODE at its default.
 *
 * Quotients and roots have no instruction that rounds. They are computed to nearest from operands
 * whose exponents have been taken off, so that nothing overflows or gets subnormal. An fma gives
 * the sign of the error, by which the result is moved to a neighbour; then the exponent is put
 * back by an instruction that rounds the same way, which for a directed rounding is one rounding
 * in all. */
#include <math.h>
#include "gcn/gcn.h"

enum { MODE_UP = 1, MODE_DOWN = 2, MODE_ZERO = 3 };

static unsigned mode_of(uint8_t round)
{
	switch (round) {
	case BRIG_ROUND_FLOAT_ZERO:
		return MODE_ZERO;
	case BRIG_ROUND_FLOAT_PLUS_INFINITY:
		return MODE_UP;
	case BRIG_ROUND_FLOAT_MINUS_INFINITY:
		return MODE_DOWN;
	default:
		BUG("float rounding %d is not directed", (int)round);
	}
}

/* Calls an instruction of the GPU in a mode. Rounding has two bits for f32 and two for f16 and
 * f64. */
static LLVMValueRef in_mode(struct fin_lower *w, const char *name, LLVMTypeRef type,
	LLVMValueRef *a, unsigned n, uint8_t round)
{
	static const char *const operands[] = {"", "$0, $1", "$0, $1, $2", "$0, $1, $2, $3"};
	static const char constraints[][9] = {"", "=v,v", "=v,v,v", "=v,v,v,v"};
	unsigned mode = mode_of(round);
	LLVMTypeRef types[3], fn_type;
	struct buf text = BUF_INIT;
	LLVMValueRef code, r;

	for (unsigned k = 0; k < n; k++)
		types[k] = LLVMTypeOf(a[k]);
	fn_type = LLVMFunctionType(type, types, n, false);
	buf_printf(&text,
		"s_setreg_imm32_b32 hwreg(1, 0, 4), %u\n\t%s %s\n\t"
		"s_setreg_imm32_b32 hwreg(1, 0, 4), 0",
		mode | mode << 2, name, operands[n]);
	code = LLVMGetInlineAsm(fn_type, (char *)text.data, text.len,
		(char *)(uintptr_t)constraints[n], strlen(constraints[n]), false, false,
		LLVMInlineAsmDialectATT, false);
	r = LLVMBuildCall2(w->l->b, fn_type, code, a, n, "");
	LLVMAddCallSiteAttribute(r, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(w->l->ctx, LLVMGetEnumAttributeKindForName("memory", 6),
			0));
	buf_release(&text);
	return r;
}

/* ---- quotients and roots --------------------------------------------------------------------- */

static LLVMValueRef frexp_mantissa(struct fin_lower *w, LLVMValueRef v)
{
	return fin_intrinsic1(w->l, "llvm.amdgcn.frexp.mant", v);
}

static LLVMValueRef frexp_exponent(struct fin_lower *w, LLVMValueRef v)
{
	LLVMTypeRef types[] = {w->l->i32, LLVMTypeOf(v)};

	return fin_intrinsic(w->l, "llvm.amdgcn.frexp.exp", types, 2, &v, 1);
}

/* Moves r, which is not zero, to its neighbour away from zero (step 1) or towards it (step -1). */
static LLVMValueRef neighbour(struct fin_lower *w, LLVMValueRef r, LLVMValueRef step)
{
	LLVMValueRef bits = fin_to_int(w->l, r);

	bits = LLVMBuildAdd(w->l->b, bits,
		fin_resize(w->l, step, fin_element_bits(LLVMTypeOf(r)), true), "");
	return fin_bitcast(w->l, bits, LLVMTypeOf(r));
}

/* Rounds r, the result to nearest, by `error`, which has the sign of what is missing to the exact
 * result. */
static LLVMValueRef corrected(struct fin_lower *w, LLVMValueRef r, LLVMValueRef error,
	uint8_t round)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef zero = fin_float(LLVMTypeOf(r), 0), none = LLVMConstInt(w->l->i32, 0, false);
	LLVMValueRef negative = LLVMBuildFCmp(b, LLVMRealOLT, r, zero, "");
	LLVMValueRef above = LLVMBuildFCmp(b, LLVMRealOGT, error, zero, "");
	LLVMValueRef below = LLVMBuildFCmp(b, LLVMRealOLT, error, zero, ""), wrong, up;

	/* which way the result is to be moved along the numbers, if at all */
	if (round == BRIG_ROUND_FLOAT_PLUS_INFINITY) {
		wrong = above;
		up = LLVMConstInt(w->l->i1, 1, false);
	} else if (round == BRIG_ROUND_FLOAT_MINUS_INFINITY) {
		wrong = below;
		up = LLVMConstInt(w->l->i1, 0, false);
	} else {
		wrong = fin_select(w->l, negative, above, below);
		up = negative;
	}
	/* bits grow away from zero */
	up = LLVMBuildXor(b, up, negative, "");
	up = fin_select(w->l, up, LLVMConstInt(w->l->i32, 1, false),
		LLVMConstInt(w->l->i32, UINT32_MAX, false));
	return neighbour(w, r, fin_select(w->l, wrong, up, none));
}

static LLVMValueRef put_exponent(struct fin_lower *w, LLVMValueRef r, LLVMValueRef exponent,
	uint8_t round)
{
	LLVMValueRef a[] = {r, exponent};
	bool is_f64 = fin_element_bits(LLVMTypeOf(r)) == 64;

	return in_mode(w, is_f64 ? "v_ldexp_f64" : "v_ldexp_f32_e64", LLVMTypeOf(r), a, 2, round);
}

/* i1: v is a number other than zero. */
static LLVMValueRef is_ordinary(struct fin_lower *w, LLVMValueRef v)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef m = fin_intrinsic1(w->l, "llvm.fabs", v);

	return LLVMBuildAnd(b, LLVMBuildFCmp(b, LLVMRealOGT, m, fin_float(LLVMTypeOf(v), 0), ""),
		LLVMBuildFCmp(b, LLVMRealOLT, m, fin_float(LLVMTypeOf(v), HUGE_VAL), ""), "");
}

static LLVMValueRef quotient(struct fin_lower *w, LLVMValueRef *a, uint8_t round)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef n = frexp_mantissa(w, a[0]), d = frexp_mantissa(w, a[1]);
	LLVMValueRef exponent =
		LLVMBuildSub(b, frexp_exponent(w, a[0]), frexp_exponent(w, a[1]), "");
	LLVMValueRef q = LLVMBuildFDiv(b, n, d, ""), error, r;
	LLVMValueRef ordinary = LLVMBuildAnd(b, is_ordinary(w, a[0]), is_ordinary(w, a[1]), "");

	/* n - q d is exact, and has the sign of the error of q times that of d */
	error = fin_intrinsic3(w->l, "llvm.fma", LLVMBuildFNeg(b, q, ""), d, n);
	error = LLVMBuildFMul(b, error,
		fin_intrinsic2(w->l, "llvm.copysign", fin_float(LLVMTypeOf(d), 1), d), "");
	r = put_exponent(w, corrected(w, q, error, round), exponent, round);
	return fin_select(w->l, ordinary, r, LLVMBuildFDiv(b, a[0], a[1], ""));
}

static LLVMValueRef root(struct fin_lower *w, LLVMValueRef v, uint8_t round)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef m = frexp_mantissa(w, v), exponent = frexp_exponent(w, v), r, error;
	LLVMValueRef odd = LLVMBuildAnd(b, exponent, fin_like(exponent, 1), ""), negative;
	LLVMValueRef is_odd = LLVMBuildICmp(b, LLVMIntNE, odd, fin_like(odd, 0), "");

	/* an odd exponent gives one to the mantissa */
	m = fin_select(w->l, is_odd, LLVMBuildFAdd(b, m, m, ""), m);
	exponent = LLVMBuildAShr(b, LLVMBuildSub(b, exponent, odd, ""), fin_like(exponent, 1), "");
	r = fin_intrinsic1(w->l, "llvm.sqrt", m);
	error = fin_intrinsic3(w->l, "llvm.fma", LLVMBuildFNeg(b, r, ""), r, m);
	r = put_exponent(w, corrected(w, r, error, round), exponent, round);
	negative = LLVMBuildFCmp(b, LLVMRealULT, v, fin_float(LLVMTypeOf(v), 0), "");
	return fin_select(w->l,
		LLVMBuildAnd(b, is_ordinary(w, v), LLVMBuildNot(b, negative, ""), ""), r,
		fin_intrinsic1(w->l, "llvm.sqrt", v));
}

/* ---- all together ---------------------------------------------------------------------------- */

static const char *const names[][2] = {
	[FIN_FLOAT_ADD] = {"v_add_f32_e64", "v_add_f64"},
	[FIN_FLOAT_MUL] = {"v_mul_f32_e64", "v_mul_f64"},
	[FIN_FLOAT_FMA] = {"v_fma_f32", "v_fma_f64"},
	[FIN_FLOAT_TO_F32] = {NULL, "v_cvt_f32_f64_e32"},
};

static LLVMValueRef one(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a, uint8_t round)
{
	LLVMTypeRef type = LLVMTypeOf(a[0]);
	bool is_f64 = fin_element_bits(type) == 64;
	LLVMValueRef terms[3] = {a[0]};

	switch (op) {
	case FIN_FLOAT_DIV:
		return quotient(w, a, round);
	case FIN_FLOAT_SQRT:
		return root(w, a[0], round);
	case FIN_FLOAT_SUB:
		terms[1] = LLVMBuildFNeg(w->l->b, a[1], "");
		return in_mode(w, names[FIN_FLOAT_ADD][is_f64], type, terms, 2, round);
	case FIN_FLOAT_TO_F32:
		return in_mode(w, names[op][1], w->l->f32, a, 1, round);
	case FIN_FLOAT_ADD:
	case FIN_FLOAT_MUL:
		return in_mode(w, names[op][is_f64], type, a, 2, round);
	case FIN_FLOAT_FMA:
		return in_mode(w, names[op][is_f64], type, a, 3, round);
	}
	BUG("float operation %d", (int)op);
}

/* Applies an operation to one element after the other. */
static LLVMValueRef by_element(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	unsigned operands, LLVMTypeRef elem, uint8_t round)
{
	unsigned n = fin_element_count(LLVMTypeOf(a[0]));
	LLVMValueRef r = LLVMGetPoison(fin_vector_of(elem, n)), part[3];

	for (unsigned e = 0; e < n; e++) {
		LLVMValueRef index = LLVMConstInt(w->l->i32, e, false);

		for (unsigned k = 0; k < operands; k++)
			part[k] = fin_slice(w->l, a[k], e, 1);
		r = LLVMBuildInsertElement(w->l->b, r, one(w, op, part, round), index, "");
	}
	return r;
}

LLVMValueRef fin_gcn_directed(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round)
{
	static const unsigned operands[] = {[FIN_FLOAT_ADD] = 2,
		[FIN_FLOAT_SUB] = 2,
		[FIN_FLOAT_MUL] = 2,
		[FIN_FLOAT_DIV] = 2,
		[FIN_FLOAT_SQRT] = 1,
		[FIN_FLOAT_FMA] = 3,
		[FIN_FLOAT_TO_F32] = 1};
	LLVMTypeRef elem = op == FIN_FLOAT_TO_F32 ? w->l->f32 : fin_element_type(LLVMTypeOf(a[0]));

	if (fin_element_count(LLVMTypeOf(a[0])) == 1)
		return one(w, op, a, round);
	return by_element(w, op, a, operands[op], elem, round);
}

static LLVMValueRef half_of(struct fin_lower *w, LLVMValueRef v, uint8_t round)
{
	LLVMValueRef bits;

	if (round == BRIG_ROUND_FLOAT_NEAR_EVEN)
		return LLVMBuildFPTrunc(w->l->b, v, w->l->f16, "");
	bits = in_mode(w, "v_cvt_f16_f32_e32", w->l->i32, &v, 1, round);
	return fin_bitcast(w->l, fin_resize(w->l, bits, 16, false), w->l->f16);
}

LLVMValueRef fin_gcn_to_f16(struct fin_lower *w, LLVMValueRef v, uint8_t round)
{
	unsigned n = fin_element_count(LLVMTypeOf(v));
	LLVMValueRef r = LLVMGetPoison(fin_vector_of(w->l->f16, n));

	if (n == 1)
		return half_of(w, v, round);
	for (unsigned e = 0; e < n; e++)
		r = LLVMBuildInsertElement(w->l->b, r, half_of(w, fin_slice(w->l, v, e, 1), round),
			LLVMConstInt(w->l->i32, e, false), "");
	return r;
}

/* ---- to integers ----------------------------------------------------------------------------- */

/* Makes NaNs quiet. LLVM's llvm.canonicalize would make another NaN of a constant. */
static LLVMValueRef quiet(struct fin_lower *w, LLVMValueRef v)
{
	enum { QUIET = 51 }; /* the bit of f64 */
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef bits = fin_to_int(w->l, v), made;

	made = LLVMBuildOr(b, bits, fin_like(bits, (uint64_t)1 << QUIET), "");
	return fin_select(w->l, LLVMBuildFCmp(b, LLVMRealUNO, v, v, ""),
		fin_bitcast(w->l, made, LLVMTypeOf(v)), v);
}

/* LLVM has instructions for f32, and code for f64, which loses the sign of zero, leaves signaling
 * NaNs as they are, and is wrong for the floor and ceil of numbers next to zero. These differ from
 * trunc by one where that has gone the other way. */
LLVMValueRef fin_gcn_to_integral(struct fin_lower *w, const char *name, LLVMValueRef v)
{
	LLVMBuilderRef b = w->l->b;
	bool is_floor = strcmp(name, "llvm.floor") == 0, is_ceil = strcmp(name, "llvm.ceil") == 0;
	LLVMValueRef t, step, wrong;

	if (fin_element_bits(LLVMTypeOf(v)) != 64)
		return fin_intrinsic1(w->l, name, v);
	v = quiet(w, v);
	t = fin_intrinsic1(w->l, is_floor || is_ceil ? "llvm.trunc" : name, v);
	if (is_floor || is_ceil) {
		wrong = LLVMBuildFCmp(b, is_floor ? LLVMRealOGT : LLVMRealOLT, t, v, "");
		step = fin_float(LLVMTypeOf(v), is_floor ? -1 : 1);
		t = fin_select(w->l, wrong, LLVMBuildFAdd(b, t, step, ""), t);
	}
	return fin_intrinsic2(w->l, "llvm.copysign", t, v);
}
