/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mov, cmov, combine, expand (PRM 5.8, 5.10). */
#include "lower/lower.h"

void fin_lower_mov(struct fin_lower *w, const struct fin_inst *i)
{
	fin_dst(w, i, fin_src(w, i, 1));
}

/* cmov: a c register selects whole values, a packed selector selects element by element. */
void fin_lower_cmov(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef c = fin_src(w, i, 1);

	if (fin_element_bits(LLVMTypeOf(c)) > 1)
		c = LLVMBuildICmp(w->l->b, LLVMIntNE, c, fin_like(c, 0), "");
	fin_dst(w, i, fin_select(w->l, c, fin_src(w, i, 2), fin_src(w, i, 3)));
}

void fin_lower_combine(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	unsigned bits = isa_type_find(i->isa->type)->bits, n = i->operands[1].count;
	LLVMValueRef r = fin_resize(w->l, fin_src_at(w, i, 1, 0), bits, false);

	for (unsigned e = 1; e < n; e++) {
		LLVMValueRef part = fin_resize(w->l, fin_src_at(w, i, 1, e), bits, false);

		part = LLVMBuildShl(b, part, fin_like(part, (uint64_t)e * bits / n), "");
		r = LLVMBuildOr(b, r, part, "");
	}
	fin_dst(w, i, r);
}

void fin_lower_expand(struct fin_lower *w, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;
	LLVMValueRef x = fin_src(w, i, 1);

	for (unsigned e = 0; e < i->operands[0].count; e++) {
		LLVMValueRef part = LLVMBuildLShr(w->l->b, x, fin_like(x, (uint64_t)e * bits), "");

		fin_dst_at(w, i, e, fin_resize(w->l, part, bits, false));
	}
}

/* A work-item alone is in line, with its own number. */
void fin_lower_line(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->pseudo) {
	case FIN_PSEUDO_IS_LINE:
	case FIN_PSEUDO_ON_LINE:
	case FIN_PSEUDO_LEADS_ON:
		fin_dst(w, i, LLVMConstInt(w->l->i1, 1, false));
		break;
	case FIN_PSEUDO_HOW_MANY:
		fin_dst(w, i, fin_resize(w->l, fin_src(w, i, 1), 32, false));
		break;
	case FIN_PSEUDO_ALL:
		fin_dst(w, i,
			i->operands[2].v[0].lo == 0 ? LLVMBuildNot(w->l->b, fin_src(w, i, 1), "")
						    : fin_src(w, i, 1));
		break;
	default:
		fin_dst(w, i, fin_src(w, i, 1));
		break;
	}
}
