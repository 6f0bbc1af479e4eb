/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cmp and class (PRM 5.11, 5.18). */
#include "lower/lower.h"

/* A comparison as LLVM predicates; the signaling forms give the same result (PRM 5.18.3). */
struct predicate {
	LLVMIntPredicate s, u;
	LLVMRealPredicate f;
};

static const struct predicate predicates[] = {
	[BRIG_COMPARE_EQ] = {LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ},
	[BRIG_COMPARE_NE] = {LLVMIntNE, LLVMIntNE, LLVMRealONE},
	[BRIG_COMPARE_LT] = {LLVMIntSLT, LLVMIntULT, LLVMRealOLT},
	[BRIG_COMPARE_LE] = {LLVMIntSLE, LLVMIntULE, LLVMRealOLE},
	[BRIG_COMPARE_GT] = {LLVMIntSGT, LLVMIntUGT, LLVMRealOGT},
	[BRIG_COMPARE_GE] = {LLVMIntSGE, LLVMIntUGE, LLVMRealOGE},
	[BRIG_COMPARE_EQU] = {.f = LLVMRealUEQ},
	[BRIG_COMPARE_NEU] = {.f = LLVMRealUNE},
	[BRIG_COMPARE_LTU] = {.f = LLVMRealULT},
	[BRIG_COMPARE_LEU] = {.f = LLVMRealULE},
	[BRIG_COMPARE_GTU] = {.f = LLVMRealUGT},
	[BRIG_COMPARE_GEU] = {.f = LLVMRealUGE},
	[BRIG_COMPARE_NUM] = {.f = LLVMRealORD},
	[BRIG_COMPARE_NAN] = {.f = LLVMRealUNO},
	[BRIG_COMPARE_SEQ] = {.f = LLVMRealOEQ},
	[BRIG_COMPARE_SNE] = {.f = LLVMRealONE},
	[BRIG_COMPARE_SLT] = {.f = LLVMRealOLT},
	[BRIG_COMPARE_SLE] = {.f = LLVMRealOLE},
	[BRIG_COMPARE_SGT] = {.f = LLVMRealOGT},
	[BRIG_COMPARE_SGE] = {.f = LLVMRealOGE},
	[BRIG_COMPARE_SGEU] = {.f = LLVMRealUGE},
	[BRIG_COMPARE_SEQU] = {.f = LLVMRealUEQ},
	[BRIG_COMPARE_SNEU] = {.f = LLVMRealUNE},
	[BRIG_COMPARE_SLTU] = {.f = LLVMRealULT},
	[BRIG_COMPARE_SLEU] = {.f = LLVMRealULE},
	[BRIG_COMPARE_SNUM] = {.f = LLVMRealORD},
	[BRIG_COMPARE_SNAN] = {.f = LLVMRealUNO},
	[BRIG_COMPARE_SGTU] = {.f = LLVMRealUGT},
};

static LLVMValueRef compare(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->source_type);
	const struct predicate *p = &predicates[i->isa->compare];
	LLVMValueRef x = fin_src(w, i, 1), y = fin_src(w, i, 2);

	if (!e.is_float)
		return LLVMBuildICmp(w->l->b, e.is_signed ? p->s : p->u, x, y, "");
	if (e.ftz) {
		x = fin_flush(w, x);
		y = fin_flush(w, y);
	}
	return fin_float_compare(w, p->f, x, y);
}

/* True is 1 for b1, all ones for integers and packed elements, 1.0 for floats. */
void fin_lower_cmp(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->type);
	LLVMValueRef c = compare(w, i);

	if (e.is_float)
		c = fin_select(w->l, c, fin_float(e.llvm_type, 1.0), fin_float(e.llvm_type, 0.0));
	else
		c = fin_resize(w->l, c, e.bits, true);
	fin_dst(w, i, c);
}

/* ---- class ---------------------------------------------------------------------------------- */

enum float_class { /* bits of the condition operand (PRM 5.13, table 5-20) */
	CLASS_SNAN = 0x001,
	CLASS_QNAN = 0x002,
	CLASS_NEG_INF = 0x004,
	CLASS_NEG_NORMAL = 0x008,
	CLASS_NEG_SUBNORMAL = 0x010,
	CLASS_NEG_ZERO = 0x020,
	CLASS_POS_ZERO = 0x040,
	CLASS_POS_SUBNORMAL = 0x080,
	CLASS_POS_NORMAL = 0x100,
	CLASS_POS_INF = 0x200,
};

/* Lower bounds of the classes of a magnitude, as bits. */
struct class_bounds {
	uint64_t normal, infinity, quiet_nan;
};

static struct class_bounds bounds_of(unsigned bits)
{
	unsigned mantissa = bits == 16 ? 10 : bits == 32 ? 23 : 52;
	uint64_t sign = (uint64_t)1 << (bits - 1);
	uint64_t infinity = sign - ((uint64_t)1 << mantissa);

	return (struct class_bounds){
		(uint64_t)1 << mantissa, infinity, infinity | (uint64_t)1 << (mantissa - 1)};
}

void fin_lower_class(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	unsigned bits = isa_type_find(i->isa->source_type)->bits;
	struct class_bounds k = bounds_of(bits);
	LLVMValueRef x = fin_to_int(w->l, fin_src(w, i, 1)), wanted = fin_src(w, i, 2);
	LLVMValueRef negative = LLVMBuildICmp(b, LLVMIntSLT, x, fin_like(x, 0), "");
	LLVMValueRef m = LLVMBuildAnd(b, x, fin_like(x, ((uint64_t)1 << (bits - 1)) - 1), "");
	const struct {
		uint64_t from;
		unsigned positive, negative;
	} steps[] = {
		{1, CLASS_POS_SUBNORMAL, CLASS_NEG_SUBNORMAL},
		{k.normal, CLASS_POS_NORMAL, CLASS_NEG_NORMAL},
		{k.infinity, CLASS_POS_INF, CLASS_NEG_INF},
		{k.infinity + 1, CLASS_SNAN, CLASS_SNAN},
		{k.quiet_nan, CLASS_QNAN, CLASS_QNAN},
	};
	LLVMValueRef c = fin_select(w->l, negative, fin_like(wanted, CLASS_NEG_ZERO),
		fin_like(wanted, CLASS_POS_ZERO));

	for (size_t s = 0; s < ARRAY_LEN(steps); s++) {
		LLVMValueRef here = fin_select(w->l, negative, fin_like(wanted, steps[s].negative),
			fin_like(wanted, steps[s].positive));

		c = fin_select(w->l,
			LLVMBuildICmp(b, LLVMIntUGE, m, fin_like(m, steps[s].from), ""), here, c);
	}
	c = LLVMBuildAnd(b, c, wanted, "");
	fin_dst(w, i, LLVMBuildICmp(b, LLVMIntNE, c, fin_like(c, 0), ""));
}
