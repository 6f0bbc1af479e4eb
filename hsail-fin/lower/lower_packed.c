/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Moves between elements of packed values, and the multimedia operations (PRM 5.9, 5.15). */
#include "lower/lower.h"

/* ---- shuffle, unpacklo, unpackhi ------------------------------------------------------------ */

static unsigned log2_of(unsigned n)
{
	unsigned k = 0;

	while (1u << k < n)
		k++;
	return k;
}

/* The bit that says that an element of the result comes from the second source. There are 16
 * elements at most. */
enum { SECOND = 16 };

static unsigned source_element(const struct fin_inst *i, unsigned count, unsigned e)
{
	unsigned half = count / 2, field = log2_of(count);

	if (i->isa->opcode == BRIG_OPCODE_SHUFFLE) {
		unsigned pick = (unsigned)(i->operands[3].v[0].lo >> (e * field)) & (count - 1);

		/* as the text of PRM 5.9 says; table 5-13 differs */
		return pick | (e < half ? 0 : SECOND);
	}
	return (e / 2 + (i->isa->opcode == BRIG_OPCODE_UNPACKHI ? half : 0)) | (e % 2 ? SECOND : 0);
}

void fin_lower_shuffle(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->type);
	unsigned from[16];

	for (unsigned k = 0; k < e.count; k++) {
		unsigned s = source_element(i, e.count, k);

		from[k] = (s & (SECOND - 1)) + (s & SECOND ? w->lanes * e.count : 0);
	}
	fin_dst(w, i, fin_lane_shuffle(w, fin_src(w, i, 1), fin_src(w, i, 2), e.count, from));
}

/* ---- pack, unpack --------------------------------------------------------------------------- */

/* A packed value as one integer for each lane. */
static LLVMValueRef whole(struct fin_lower *w, LLVMValueRef v, uint16_t type)
{
	return fin_bitcast(w->l, v,
		fin_vector_of(fin_int_type(w->l, isa_type_find(type)->bits), w->lanes));
}

/* Turns an element number (operand k, any u32) into a shift amount as wide as `like`. */
static LLVMValueRef element_shift(struct fin_lower *w, const struct fin_inst *i, unsigned k,
	const struct isa_type *packed, LLVMValueRef like)
{
	LLVMBuilderRef b = w->l->b;
	unsigned bits = isa_type_find(packed->elem)->bits;
	LLVMValueRef n = fin_src(w, i, k);

	n = LLVMBuildAnd(b, n, fin_like(n, packed->count - 1u), "");
	n = LLVMBuildShl(b, n, fin_like(n, log2_of(bits)), "");
	return fin_resize(w->l, n, fin_element_bits(LLVMTypeOf(like)), false);
}

void fin_lower_pack(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	const struct isa_type *t = isa_type_find(i->isa->type);
	unsigned bits = isa_type_find(t->elem)->bits;
	LLVMValueRef x = whole(w, fin_src(w, i, 1), i->isa->type);
	LLVMValueRef shift = element_shift(w, i, 3, t, x);
	LLVMValueRef ones = fin_resize(w->l,
		fin_int(fin_vector_of(fin_int_type(w->l, bits), w->lanes), UINT64_MAX), t->bits,
		false);
	LLVMValueRef value = fin_resize(w->l, fin_to_int(w->l, fin_src(w, i, 2)), bits, false);
	LLVMValueRef hole = LLVMBuildNot(b, LLVMBuildShl(b, ones, shift, ""), "");

	value = LLVMBuildShl(b, fin_resize(w->l, value, t->bits, false), shift, "");
	x = LLVMBuildOr(b, LLVMBuildAnd(b, x, hole, ""), value, "");
	fin_dst(w, i, fin_bitcast(w->l, x, fin_hsail_type(w, t)));
}

void fin_lower_unpack(struct fin_lower *w, const struct fin_inst *i)
{
	const struct isa_type *t = isa_type_find(i->isa->type);
	const struct isa_type *packed = isa_type_find(i->isa->source_type);
	LLVMValueRef x = whole(w, fin_src(w, i, 1), i->isa->source_type);

	x = LLVMBuildLShr(w->l->b, x, element_shift(w, i, 2, packed, x), "");
	x = fin_resize(w->l, x, isa_type_find(packed->elem)->bits, false);
	x = fin_resize(w->l, x, t->bits, t->kind == ISA_KIND_SIGNED);
	fin_dst(w, i, fin_bitcast(w->l, x, fin_hsail_type(w, t)));
}

/* ---- multimedia ----------------------------------------------------------------------------- */

/* packcvt: four floats become bytes, rounded to nearest even and clamped; a NaN gives 0. */
void fin_lower_packcvt(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMTypeRef words = fin_vector_of(w->l->i32, w->lanes);
	LLVMValueRef r = fin_int(words, 0);

	for (unsigned k = 0; k < 4; k++) {
		LLVMValueRef v = fin_intrinsic1(w->l, "llvm.roundeven", fin_src(w, i, k + 1));
		LLVMValueRef byte = fin_saturate(w, v, 8, false);

		byte = fin_resize(w->l, byte, 32, false);
		byte = LLVMBuildShl(w->l->b, byte, fin_like(byte, 8 * k), "");
		r = LLVMBuildOr(w->l->b, r, byte, "");
	}
	fin_dst(w, i, fin_bitcast(w->l, r, fin_hsail_type(w, isa_type_find(i->isa->type))));
}

void fin_lower_unpackcvt(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef x = whole(w, fin_src(w, i, 1), i->isa->source_type);
	LLVMValueRef shift = element_shift(w, i, 2, isa_type_find(i->isa->source_type), x);

	x = fin_resize(w->l, LLVMBuildLShr(w->l->b, x, shift, ""), 8, false);
	fin_dst(w, i, LLVMBuildUIToFP(w->l->b, x, fin_vector_of(w->l->f32, w->lanes), ""));
}

/* lerp: for each byte, (a + b + (c & 1)) >> 1 with a sum of nine bits. */
void fin_lower_lerp(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef c = fin_src(w, i, 3), sum;

	c = LLVMBuildAnd(b, c, fin_like(c, 1), "");
	sum = LLVMBuildAdd(b, fin_resize(w->l, fin_src(w, i, 1), 16, false),
		fin_resize(w->l, fin_src(w, i, 2), 16, false), "");
	sum = LLVMBuildAdd(b, sum, fin_resize(w->l, c, 16, false), "");
	sum = LLVMBuildLShr(b, sum, fin_like(sum, 1), "");
	fin_dst(w, i, fin_resize(w->l, sum, 8, false));
}

/* sad and sadhi: the sum of absolute differences, for sadhi in the upper half, plus operand 3. */
void fin_lower_sad(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	struct fin_elem e = fin_elem_of(w, i, i->isa->source_type);
	LLVMValueRef x = fin_src(w, i, 1), y = fin_src(w, i, 2), sum, base;
	LLVMValueRef d = LLVMBuildSub(b, fin_intrinsic2(w->l, "llvm.umax", x, y),
		fin_intrinsic2(w->l, "llvm.umin", x, y), "");

	sum = fin_resize(w->l, fin_lane_element(w, d, e.count, 0), 32, false);
	for (unsigned k = 1; k < e.count; k++)
		sum = LLVMBuildAdd(b, sum,
			fin_resize(w->l, fin_lane_element(w, d, e.count, k), 32, false), "");
	if (i->isa->opcode == BRIG_OPCODE_SADHI)
		sum = LLVMBuildShl(b, sum, fin_like(sum, 16), "");
	base = whole(w, fin_src(w, i, 3), i->operands[3].type);
	sum = LLVMBuildAdd(b, base, sum, "");
	fin_dst(w, i, fin_bitcast(w->l, sum, fin_hsail_type(w, isa_type_find(i->isa->type))));
}
