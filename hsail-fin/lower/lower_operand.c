/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Registers, constants and operand types (PRM 4.16). Registers hold bits; lowerings see typed
 * values. */
#include "lower/lower.h"

LLVMTypeRef fin_register_type(struct fin_lower *w, uint32_t reg)
{
	return fin_vector_of(fin_int_type(w->l, w->f->regs[reg].bits), w->lanes);
}

LLVMValueRef fin_reg_get(struct fin_lower *w, uint32_t reg)
{
	return w->ops->get(w, reg);
}

void fin_reg_set(struct fin_lower *w, uint32_t reg, LLVMValueRef bits)
{
	w->ops->set(w, reg, bits);
}

static LLVMTypeRef element_type(struct fin_lower *w, const struct isa_type *elem)
{
	if (elem->kind == ISA_KIND_FLOAT)
		return fin_float_type(w->l, elem->bits);
	return fin_int_type(w->l, elem->bits);
}

LLVMTypeRef fin_hsail_type(struct fin_lower *w, const struct isa_type *t)
{
	return fin_vector_of(element_type(w, isa_type_find(t->elem)), w->lanes * t->count);
}

/* The element of a constant that begins at bit `at`, as an integer or float. */
static LLVMValueRef constant_part(struct fin_lower *w, const struct fin_value *v,
	const struct isa_type *elem, unsigned at)
{
	uint64_t words[] = {v->lo, v->hi};
	LLVMTypeRef ints = fin_int_type(w->l, elem->bits);
	LLVMValueRef c;

	if (elem->bits == 128)
		return LLVMConstIntOfArbitraryPrecision(ints, 2, words);
	c = LLVMConstInt(ints, words[at / 64] >> (at % 64), false);
	return LLVMConstBitCast(c, element_type(w, elem));
}

/* A constant over all lanes. It is built element by element, so that LLVM sees a vector and can
 * fold it. */
static LLVMValueRef constant(struct fin_lower *w, const struct fin_value *v,
	const struct isa_type *t)
{
	const struct isa_type *elem = isa_type_find(t->elem);
	LLVMValueRef elements[256];
	unsigned n = w->lanes * t->count;

	for (unsigned i = 0; i < n; i++)
		elements[i] = constant_part(w, v, elem, i % t->count * elem->bits);
	return n == 1 ? elements[0] : LLVMConstVector(elements, n);
}

LLVMValueRef fin_value_get(struct fin_lower *w, const struct fin_value *v, uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);
	LLVMValueRef bits;

	if (v->kind == FIN_VALUE_IMM)
		return constant(w, v, t);
	bits = fin_resize(w->l, fin_reg_get(w, v->reg), t->bits, false);
	return fin_bitcast(w->l, bits, fin_hsail_type(w, t));
}

void fin_value_set(struct fin_lower *w, const struct fin_value *v, uint16_t type,
	LLVMValueRef value)
{
	const struct isa_type *t = isa_type_find(type);
	LLVMTypeRef bits_shape = fin_vector_of(fin_int_type(w->l, t->bits), w->lanes);
	LLVMValueRef bits = fin_bitcast(w->l, value, bits_shape);

	fin_reg_set(w, v->reg,
		fin_resize(w->l, bits, w->f->regs[v->reg].bits, t->kind == ISA_KIND_SIGNED));
}

LLVMValueRef fin_src_at(struct fin_lower *w, const struct fin_inst *i, unsigned k, unsigned e)
{
	return fin_value_get(w, &i->operands[k].v[e], i->operands[k].type);
}

LLVMValueRef fin_src(struct fin_lower *w, const struct fin_inst *i, unsigned k)
{
	return fin_src_at(w, i, k, 0);
}

LLVMValueRef fin_same_src(struct fin_lower *w, const struct fin_inst *i, unsigned k)
{
	const struct fin_value *v = &i->operands[k].v[0];

	if (w->lanes == 1)
		return fin_src(w, i, k);
	return v->kind == FIN_VALUE_REG ? w->ops->same(w, v->reg) : NULL;
}

void fin_dst_at(struct fin_lower *w, const struct fin_inst *i, unsigned e, LLVMValueRef v)
{
	fin_value_set(w, &i->operands[0].v[e], i->operands[0].type, v);
}

void fin_dst(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef v)
{
	fin_dst_at(w, i, 0, v);
}

/* ---- elements ------------------------------------------------------------------------------- */

uint8_t fin_round_of(const struct fin_lower *w, const struct isa_inst *i)
{
	if (i->round == BRIG_ROUND_NONE || i->round == BRIG_ROUND_FLOAT_DEFAULT)
		return w->m->float_round;
	return i->round;
}

static bool saturates(const struct isa_inst *i)
{
	return i->pack >= BRIG_PACK_PPSAT && i->pack <= BRIG_PACK_PSAT;
}

struct fin_elem fin_elem_of(struct fin_lower *w, const struct fin_inst *i, uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);
	const struct isa_type *e = isa_type_find(t->elem);

	return (struct fin_elem){.type = e,
		.bits = e->bits,
		.count = t->count,
		.is_float = e->kind == ISA_KIND_FLOAT,
		.is_signed = e->kind == ISA_KIND_SIGNED,
		.round = fin_round_of(w, i->isa),
		.ftz = i->isa->ftz,
		.sat = saturates(i->isa),
		.llvm_type = fin_hsail_type(w, t)};
}

/* Shuffles two vectors as integers, since LLVM takes shuffles of f16 apart. */
static LLVMValueRef shuffle(struct fin_lower *w, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *mask,
	unsigned n)
{
	LLVMValueRef r = LLVMBuildShuffleVector(w->l->b, fin_to_int(w->l, a), fin_to_int(w->l, b),
		LLVMConstVector(mask, n), "");

	return fin_bitcast(w->l, r, fin_vector_of(fin_element_type(LLVMTypeOf(a)), n));
}

LLVMValueRef fin_lane_shuffle(struct fin_lower *w, LLVMValueRef a, LLVMValueRef b, unsigned count,
	const unsigned *from)
{
	LLVMValueRef mask[256];

	for (unsigned v = 0; v < w->lanes; v++)
		for (unsigned e = 0; e < count; e++)
			mask[v * count + e] = LLVMConstInt(w->l->i32, v * count + from[e], false);
	return shuffle(w, a, b, mask, w->lanes * count);
}

LLVMValueRef fin_lane_element(struct fin_lower *w, LLVMValueRef v, unsigned count, unsigned e)
{
	LLVMValueRef mask[64];

	if (count == 1)
		return v;
	if (w->lanes == 1)
		return LLVMBuildExtractElement(w->l->b, v, LLVMConstInt(w->l->i32, e, false), "");
	for (unsigned k = 0; k < w->lanes; k++)
		mask[k] = LLVMConstInt(w->l->i32, k * count + e, false);
	return shuffle(w, v, LLVMGetPoison(LLVMTypeOf(v)), mask, w->lanes);
}

LLVMValueRef fin_repeat(struct fin_lower *w, LLVMValueRef v, unsigned count)
{
	LLVMValueRef mask[256];

	if (count == 1)
		return v;
	if (w->lanes == 1)
		return fin_splat(w->l, v, count);
	for (unsigned k = 0; k < w->lanes * count; k++)
		mask[k] = LLVMConstInt(w->l->i32, k / count, false);
	return shuffle(w, v, LLVMGetPoison(LLVMTypeOf(v)), mask, w->lanes * count);
}

LLVMValueRef fin_broadcast_low(struct fin_lower *w, LLVMValueRef v, unsigned count)
{
	static const unsigned zeros[16];

	return fin_lane_shuffle(w, v, LLVMGetPoison(LLVMTypeOf(v)), count, zeros);
}

LLVMValueRef fin_merge_low(struct fin_lower *w, LLVMValueRef low, LLVMValueRef rest, unsigned count)
{
	unsigned from[16];

	for (unsigned e = 0; e < count; e++)
		from[e] = e;
	from[0] = w->lanes * count; /* element 0 of the second operand of the shuffle */
	return fin_lane_shuffle(w, rest, low, count, from);
}
