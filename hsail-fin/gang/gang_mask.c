/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Masks of lanes, as vectors of i1 and as bits; vectors and arrays with an element for each
 * lane. */
#include "gang/gang.h"

LLVMBasicBlockRef fin_gang_block(struct fin_gang *g, const char *name)
{
	return LLVMAppendBasicBlockInContext(g->w->l->ctx, g->w->fn, name);
}

LLVMValueRef fin_gang_bits(struct fin_gang *g, LLVMValueRef mask)
{
	return LLVMBuildBitCast(g->w->l->b, mask, fin_int_type(g->w->l, g->lanes), "");
}

LLVMValueRef fin_gang_mask(struct fin_gang *g, LLVMValueRef bits)
{
	return LLVMBuildBitCast(g->w->l->b, fin_resize(g->w->l, bits, g->lanes, false),
		fin_vector_of(g->w->l->i1, g->lanes), "");
}

LLVMValueRef fin_gang_all(struct fin_gang *g)
{
	return LLVMConstAllOnes(fin_vector_of(g->w->l->i1, g->lanes));
}

LLVMValueRef fin_gang_any(struct fin_gang *g, LLVMValueRef *masks)
{
	LLVMValueRef all = masks[0], bits;

	for (unsigned p = 1; p < g->parts; p++)
		all = LLVMBuildOr(g->w->l->b, all, masks[p], "");
	bits = fin_gang_bits(g, all);
	return LLVMBuildICmp(g->w->l->b, LLVMIntNE, bits, fin_like(bits, 0), "");
}

LLVMValueRef fin_gang_wave_bits(struct fin_gang *g, LLVMValueRef *masks)
{
	LLVMBuilderRef b = g->w->l->b;
	unsigned lanes = g->parts * g->lanes;
	LLVMTypeRef type = lanes > 32 ? g->w->l->i64 : g->w->l->i32;
	LLVMValueRef all = LLVMConstNull(type);

	if (masks == NULL)
		return LLVMConstInt(type, UINT64_MAX >> (64 - lanes), false);
	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef bits = fin_resize(g->w->l, fin_gang_bits(g, masks[p]),
			LLVMGetIntTypeWidth(type), false);

		bits = LLVMBuildShl(b, bits, fin_like(bits, (uint64_t)p * g->lanes), "");
		all = LLVMBuildOr(b, all, bits, "");
	}
	return all;
}

LLVMValueRef fin_gang_iota(struct fin_gang *g, LLVMTypeRef elem, uint64_t stride)
{
	LLVMValueRef v[FIN_MAX_LANES];

	for (unsigned k = 0; k < g->lanes; k++)
		v[k] = LLVMConstInt(elem, k * stride, false);
	return g->lanes == 1 ? v[0] : LLVMConstVector(v, g->lanes);
}

LLVMValueRef fin_gang_element(struct fin_gang *g, LLVMTypeRef elem, LLVMValueRef array, unsigned n)
{
	LLVMValueRef index = LLVMConstInt(g->w->l->i64, n, false);

	return LLVMBuildGEP2(g->w->l->b, elem, array, &index, 1, "");
}
