/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integers as bits: 24-bit products, shifts, logic, bit counts and bit fields (PRM 5.4 to 5.7,
 * bitalign and bytealign of 5.15). Shift amounts, offsets and widths are masked before use, as the
 * PRM says; LLVM leaves the result of too large a shift undefined. */
#include "lower/lower.h"

/* ---- mul24, mad24 and their high halves ----------------------------------------------------- */

/* Operands that need more than 24 bits get a plain product of 32 by 32 bits, which is one of the
 * results that the PRM allows. */
void fin_lower_mul24(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	bool is_signed = i->isa->type == BRIG_TYPE_S32;
	bool high = i->isa->opcode == BRIG_OPCODE_MUL24HI || i->isa->opcode == BRIG_OPCODE_MAD24HI;
	LLVMValueRef x = fin_resize(w->l, fin_src(w, i, 1), 64, is_signed);
	LLVMValueRef y = fin_resize(w->l, fin_src(w, i, 2), 64, is_signed);
	LLVMValueRef product = LLVMBuildMul(b, x, y, ""), r;

	if (high)
		product = LLVMBuildLShr(b, product, fin_like(product, 32), "");
	r = fin_resize(w->l, product, 32, false);
	if (i->operand_count > 3)
		r = LLVMBuildAdd(b, r, fin_src(w, i, 3), "");
	fin_dst(w, i, r);
}

/* ---- shifts --------------------------------------------------------------------------------- */

void fin_lower_shift(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->type);
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef x = fin_src(w, i, 1), amount = fin_src(w, i, 2), r;

	amount = LLVMBuildAnd(b, amount, fin_like(amount, e.bits - 1), "");
	amount = fin_repeat(w, fin_resize(w->l, amount, e.bits, false), e.count);
	if (i->isa->opcode == BRIG_OPCODE_SHL)
		r = LLVMBuildShl(b, x, amount, "");
	else if (e.is_signed)
		r = LLVMBuildAShr(b, x, amount, "");
	else
		r = LLVMBuildLShr(b, x, amount, "");
	fin_dst(w, i, r);
}

/* ---- logic ---------------------------------------------------------------------------------- */

void fin_lower_logic(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef x = fin_src(w, i, 1), y = fin_src(w, i, 2), r;

	if (i->isa->opcode == BRIG_OPCODE_AND)
		r = LLVMBuildAnd(b, x, y, "");
	else if (i->isa->opcode == BRIG_OPCODE_OR)
		r = LLVMBuildOr(b, x, y, "");
	else
		r = LLVMBuildXor(b, x, y, "");
	fin_dst(w, i, r);
}

/* The number of leading or trailing zeros as u32; 0xffffffff when no bit is set (PRM 5.7). */
static LLVMValueRef find_bit(struct fin_lower *w, LLVMValueRef x, const char *intrinsic)
{
	LLVMTypeRef llvm_type = LLVMTypeOf(x);
	LLVMValueRef args[] = {x, LLVMConstInt(w->l->i1, 0, false)};
	LLVMValueRef n =
		fin_resize(w->l, fin_intrinsic(w->l, intrinsic, &llvm_type, 1, args, 2), 32, false);
	LLVMValueRef none = LLVMBuildICmp(w->l->b, LLVMIntEQ, x, fin_like(x, 0), "");

	return fin_select(w->l, none, fin_like(n, UINT64_MAX), n);
}

/* firstbit: for signed numbers, the first bit that differs from the sign. */
static LLVMValueRef first_bit(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef x)
{
	const struct isa_type *t = isa_type_find(i->isa->source_type);
	LLVMBuilderRef b = w->l->b;

	if (t->kind == ISA_KIND_SIGNED)
		x = LLVMBuildXor(b, x, LLVMBuildAShr(b, x, fin_like(x, t->bits - 1), ""), "");
	return find_bit(w, x, "llvm.ctlz");
}

void fin_lower_int_unary(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef x = fin_src(w, i, 1), r;

	switch (i->isa->opcode) {
	case BRIG_OPCODE_NOT:
		r = LLVMBuildNot(w->l->b, x, "");
		break;
	case BRIG_OPCODE_POPCOUNT:
		r = fin_resize(w->l, fin_intrinsic1(w->l, "llvm.ctpop", x), 32, false);
		break;
	case BRIG_OPCODE_BITREV:
		r = fin_intrinsic1(w->l, "llvm.bitreverse", x);
		break;
	case BRIG_OPCODE_FIRSTBIT:
		r = first_bit(w, i, x);
		break;
	case BRIG_OPCODE_LASTBIT:
		r = find_bit(w, x, "llvm.cttz");
		break;
	default:
		BUG("code+0x%x: no integer operation", i->off);
	}
	fin_dst(w, i, r);
}

/* ---- bit fields ----------------------------------------------------------------------------- */

/* Operand k, an offset or width in u32, masked and as wide as the result. */
static LLVMValueRef field_amount(struct fin_lower *w, const struct fin_inst *i, unsigned k)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;
	LLVMValueRef n = fin_src(w, i, k);

	n = LLVMBuildAnd(w->l->b, n, fin_like(n, bits - 1), "");
	return fin_resize(w->l, n, bits, false);
}

/* 2^width - 1 */
static LLVMValueRef low_mask(struct fin_lower *w, LLVMValueRef width)
{
	LLVMBuilderRef b = w->l->b;

	return LLVMBuildSub(b, LLVMBuildShl(b, fin_like(width, 1), width, ""), fin_like(width, 1),
		"");
}

static LLVMValueRef bit_extract(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	unsigned bits = isa_type_find(i->isa->type)->bits;
	LLVMValueRef x = fin_src(w, i, 1), offset = field_amount(w, i, 2),
		     width = field_amount(w, i, 3);
	LLVMValueRef field = LLVMBuildLShr(b, x, offset, ""), up;

	if (isa_type_find(i->isa->type)->kind != ISA_KIND_SIGNED)
		return LLVMBuildAnd(b, field, low_mask(w, width), "");
	/* `up` is 0 for width 0, so the shifts leave the whole field: a select gives 0 instead */
	up = LLVMBuildAnd(b, LLVMBuildSub(b, fin_like(width, bits), width, ""),
		fin_like(width, bits - 1), "");
	field = LLVMBuildAShr(b, LLVMBuildShl(b, field, up, ""), up, "");
	return fin_select(w->l, LLVMBuildICmp(b, LLVMIntEQ, width, fin_like(width, 0), ""),
		fin_like(width, 0), field);
}

static LLVMValueRef bit_insert(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef base = fin_src(w, i, 1), bits = fin_src(w, i, 2);
	LLVMValueRef offset = field_amount(w, i, 3), mask = low_mask(w, field_amount(w, i, 4));
	LLVMValueRef hole = LLVMBuildNot(b, LLVMBuildShl(b, mask, offset, ""), "");
	LLVMValueRef field = LLVMBuildShl(b, LLVMBuildAnd(b, bits, mask, ""), offset, "");

	return LLVMBuildOr(b, LLVMBuildAnd(b, base, hole, ""), field, "");
}

static LLVMValueRef bit_select(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef mask = fin_src(w, i, 1);

	return LLVMBuildOr(b, LLVMBuildAnd(b, fin_src(w, i, 2), mask, ""),
		LLVMBuildAnd(b, fin_src(w, i, 3), LLVMBuildNot(b, mask, ""), ""), "");
}

void fin_lower_bitfield(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->isa->opcode) {
	case BRIG_OPCODE_BITEXTRACT:
		fin_dst(w, i, bit_extract(w, i));
		break;
	case BRIG_OPCODE_BITINSERT:
		fin_dst(w, i, bit_insert(w, i));
		break;
	case BRIG_OPCODE_BITMASK:
		fin_dst(w, i,
			LLVMBuildShl(w->l->b, low_mask(w, field_amount(w, i, 2)),
				field_amount(w, i, 1), ""));
		break;
	case BRIG_OPCODE_BITSELECT:
		fin_dst(w, i, bit_select(w, i));
		break;
	default:
		BUG("code+0x%x: no bit field operation", i->off);
	}
}

/* bitalign and bytealign: src1:src0 shifted right by bits or bytes. */
void fin_lower_bitalign(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef low = fin_src(w, i, 1), high = fin_src(w, i, 2), n = fin_src(w, i, 3);

	if (i->isa->opcode == BRIG_OPCODE_BYTEALIGN)
		n = LLVMBuildShl(w->l->b, n, fin_like(n, 3), "");
	fin_dst(w, i, fin_intrinsic3(w->l, "llvm.fshr", high, low, n)); /* masks n with 31 */
}
