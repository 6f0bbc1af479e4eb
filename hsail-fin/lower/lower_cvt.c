/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversions between types: cvt (PRM 5.19). */
#include "lower/target_ops.h"

struct conversion {
	const struct isa_type *to, *from;
	bool ftz, fits;
	uint8_t round;
};

static bool is_float(const struct isa_type *t)
{
	return t->kind == ISA_KIND_FLOAT;
}

static bool is_signed(const struct isa_type *t)
{
	return t->kind == ISA_KIND_SIGNED;
}

static bool is_bool(const struct isa_type *t)
{
	return t->bits == 1;
}

/* ---- float to integer ----------------------------------------------------------------------- */

/* Rounds to an integer in one of four directions. The values of the _sat and signaling forms repeat
 * the directions in the same order. Toward zero, the conversion that follows does it. */
static LLVMValueRef round_to_integral(struct fin_lower *w, LLVMValueRef v, uint8_t round)
{
	static const char *const directions[] = {"llvm.roundeven", NULL, "llvm.ceil", "llvm.floor"};
	const char *direction = directions[(round - BRIG_ROUND_INTEGER_NEAR_EVEN) % 4];

	return direction == NULL ? v : fin_to_integral(w, direction, v);
}
_Static_assert(BRIG_ROUND_INTEGER_NEAR_EVEN + 4 == BRIG_ROUND_INTEGER_NEAR_EVEN_SAT &&
		       BRIG_ROUND_INTEGER_NEAR_EVEN + 8 == BRIG_ROUND_INTEGER_SIGNALING_NEAR_EVEN &&
		       BRIG_ROUND_INTEGER_NEAR_EVEN + 12 ==
			       BRIG_ROUND_INTEGER_SIGNALING_NEAR_EVEN_SAT,
	"directions repeat every four values");

static LLVMValueRef saturate_scalar(struct fin_lower *w, LLVMValueRef v, unsigned bits,
	bool is_signed)
{
	LLVMTypeRef types[] = {fin_int_type(w->l, bits), LLVMTypeOf(v)};

	return fin_intrinsic(w->l, is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat", types, 2, &v,
		1);
}

/* Vectors are clamped before a plain conversion, since LLVM lowers its saturating conversion of a
 * vector as one scalar conversion after the other. The plain conversion may give poison where a
 * value is out of range; a select drops the poison. */
LLVMValueRef fin_saturate(struct fin_lower *w, LLVMValueRef v, unsigned bits, bool is_signed)
{
	LLVMBuilderRef b = w->l->b;
	LLVMTypeRef floats = LLVMTypeOf(v);
	unsigned value_bits = bits - is_signed, through = bits < 32 ? 32 : bits;
	double end = 2.0 * (double)((uint64_t)1 << (value_bits - 1));
	bool is_exact = value_bits <= (fin_element_bits(floats) == 32 ? 24 : 53);
	LLVMValueRef low = fin_float(floats, is_signed ? -end : 0),
		     high = fin_float(floats, end - 1);
	LLVMValueRef x, r;

	if (fin_element_count(floats) == 1)
		return saturate_scalar(w, v, bits, is_signed);
	if (bits == 32 && is_signed && fin_element_bits(floats) == 32 &&
		w->target->to_s32 != NULL) {
		r = w->target->to_s32(w, v);
		if (r != NULL)
			return r;
	}
	x = fin_select(w->l, LLVMBuildFCmp(b, LLVMRealOGT, v, low, ""), v, low); /* low for a NaN */
	if (is_exact)
		x = fin_select(w->l, LLVMBuildFCmp(b, LLVMRealOLT, x, high, ""), x, high);
	floats = fin_type_with(floats, fin_int_type(w->l, through));
	r = is_signed || bits < 32 ? LLVMBuildFPToSI(b, x, floats, "")
	                           : LLVMBuildFPToUI(b, x, floats, "");
	if (!is_exact)
		r = fin_select(w->l,
			LLVMBuildFCmp(b, LLVMRealOGE, x, fin_float(LLVMTypeOf(x), end), ""),
			fin_like(r, is_signed ? ((uint64_t)1 << value_bits) - 1 : UINT64_MAX), r);
	if (is_signed)
		r = fin_select(w->l, LLVMBuildFCmp(b, LLVMRealUNO, v, v, ""), fin_like(r, 0), r);
	return fin_resize(w->l, r, bits, false);
}

/* Lanes that are off may have any number, of which LLVM makes poison, but not if it is frozen. */
static LLVMValueRef convert_in_range(struct fin_lower *w, const struct conversion *c,
	LLVMValueRef v)
{
	unsigned bits = c->to->bits < 32 ? 32 : c->to->bits;
	LLVMTypeRef type = fin_type_with(LLVMTypeOf(v), fin_int_type(w->l, bits));

	v = is_signed(c->to) || c->to->bits < 32 ? LLVMBuildFPToSI(w->l->b, v, type, "")
	                                         : LLVMBuildFPToUI(w->l->b, v, type, "");
	v = LLVMBuildFreeze(w->l->b, v, "");
	return fin_resize(w->l, v, c->to->bits, false);
}

/* For values out of range, HSAIL defines the _sat forms only. The other forms saturate as well
 * here, so that results do not depend on the processor or on what LLVM folds. */
static LLVMValueRef float_to_int(struct fin_lower *w, const struct conversion *c, LLVMValueRef v)
{
	v = fin_widen(w, v, c->from->bits == 16 ? 32 : c->from->bits);
	v = round_to_integral(w, v, c->round);
	if (c->fits)
		return convert_in_range(w, c, v);
	return fin_saturate(w, v, c->to->bits, is_signed(c->to));
}

/* ---- integer to float ----------------------------------------------------------------------- */

/* Converts to the nearest float. The way to f16 goes through f32: integers below 2^24 are exact in
 * f32, and larger ones overflow f16 in any case. */
static LLVMValueRef int_to_float_near(struct fin_lower *w, const struct conversion *c,
	LLVMValueRef v)
{
	unsigned bits = c->to->bits == 16 ? 32 : c->to->bits;
	LLVMTypeRef llvm_type = fin_type_with(LLVMTypeOf(v), fin_float_type(w->l, bits));

	if (fin_element_bits(LLVMTypeOf(v)) < 32)
		v = fin_resize(w->l, v, 32, is_signed(c->from));
	v = is_signed(c->from) ? LLVMBuildSIToFP(w->l->b, v, llvm_type, "")
	                       : LLVMBuildUIToFP(w->l->b, v, llvm_type, "");
	return fin_narrow(w, v, c->to->bits, BRIG_ROUND_FLOAT_NEAR_EVEN);
}

static LLVMValueRef int_to_float(struct fin_lower *w, const struct conversion *c, LLVMValueRef v)
{
	const struct conversion to_f64 = {
		isa_type_find(BRIG_TYPE_F64), c->from, false, false, BRIG_ROUND_FLOAT_NEAR_EVEN};
	LLVMValueRef negative = NULL;

	if (c->round == BRIG_ROUND_FLOAT_NEAR_EVEN)
		return int_to_float_near(w, c, v);
	if (c->from->bits <= 32) /* exact in f64 */
		return fin_narrow(w, int_to_float_near(w, &to_f64, v), c->to->bits, c->round);
	if (is_signed(c->from)) {
		v = fin_resize(w->l, v, 64, true);
		negative = LLVMBuildICmp(w->l->b, LLVMIntSLT, v, fin_like(v, 0), "");
		v = fin_select(w->l, negative, LLVMBuildNeg(w->l->b, v, ""), v);
	}
	return fin_magnitude_to_float(w, v, negative, c->to->bits, c->round);
}

/* ---- float to float ------------------------------------------------------------------------- */

static LLVMValueRef float_to_float(struct fin_lower *w, const struct conversion *c, LLVMValueRef v)
{
	if (c->to->bits > c->from->bits)
		return fin_widen(w, v, c->to->bits);
	v = fin_narrow(w, v, c->to->bits, c->round);
	return c->ftz ? fin_flush(w, v) : v;
}

static LLVMValueRef to_bool(struct fin_lower *w, const struct conversion *c, LLVMValueRef v)
{
	LLVMValueRef bits = fin_to_int(w->l, v);

	if (is_float(c->from)) /* NaN is true, both zeros are false */
		bits = LLVMBuildShl(w->l->b, bits, fin_like(bits, 1), "");
	return LLVMBuildICmp(w->l->b, LLVMIntNE, bits, fin_like(bits, 0), "");
}

static LLVMValueRef convert(struct fin_lower *w, const struct conversion *c, LLVMValueRef v)
{
	if (is_float(c->from) && c->ftz)
		v = fin_flush(w, v);
	if (is_bool(c->to))
		return to_bool(w, c, v);
	if (is_float(c->to))
		return is_float(c->from) ? float_to_float(w, c, v) : int_to_float(w, c, v);
	if (is_float(c->from))
		return float_to_int(w, c, v);
	return fin_resize(w->l, v, c->to->bits, is_signed(c->from)); /* b1 zero-extends */
}

void fin_lower_cvt(struct fin_lower *w, const struct fin_inst *i)
{
	struct conversion c = {isa_type_find(i->isa->type), isa_type_find(i->isa->source_type),
		i->isa->ftz, i->fits, fin_round_of(w, i->isa)};

	fin_dst(w, i, convert(w, &c, fin_src(w, i, 1)));
}
