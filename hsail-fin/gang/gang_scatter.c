/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads and stores of a part whose lanes have any addresses: by gathers and scatters where the
 * processor has them, or for one lane after the other. */
#include "gang/gang_access.h"
#include "lower/lower_memory.h"
#include "ir/limits.h"

/* A 64-bit index as a number times the size of `unit`. */
struct scaled {
	const struct fin_value *index;
	LLVMTypeRef unit;
};

static struct scaled scaled_index(struct fin_access *x, const struct fin_value *v)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMTypeRef units[] = {l->i8, l->i16, l->i32, l->i64};
	struct scaled s = {v, l->i8};
	const struct fin_inst *i = v->kind == FIN_VALUE_REG ? fin_gang_def(x->g, v->reg) : NULL;

	if (i == NULL || i->isa == NULL)
		return s;
	if (i->isa->opcode == BRIG_OPCODE_SHL && i->operands[2].v[0].kind == FIN_VALUE_IMM &&
		i->operands[2].v[0].lo <= 3)
		return (struct scaled){&i->operands[1].v[0], units[i->operands[2].v[0].lo]};
	for (unsigned k = 1; i->isa->opcode == BRIG_OPCODE_MUL && k < 3; k++) {
		const struct fin_value *c = &i->operands[k].v[0];

		if (c->kind == FIN_VALUE_IMM && (c->lo == 2 || c->lo == 4 || c->lo == 8))
			return (struct scaled){
				&i->operands[3 - k].v[0], units[__builtin_ctzll(c->lo)]};
	}
	return s;
}

/* The cvt that widens an index, or NULL. */
static const struct fin_inst *widening(struct fin_access *x, const struct fin_value *v)
{
	const struct fin_inst *i = v->kind == FIN_VALUE_REG ? fin_gang_def(x->g, v->reg) : NULL;

	if (i == NULL || i->lowering != ISA_LOWER_CVT ||
		(i->isa->source_type != BRIG_TYPE_U32 && i->isa->source_type != BRIG_TYPE_S32) ||
		isa_type_find(i->isa->type)->bits != 64 ||
		i->operands[1].v[0].kind != FIN_VALUE_REG)
		return NULL;
	return i;
}

/* The address `base` of the part with the constant offset of the operand. */
static LLVMValueRef part_base(struct fin_access *x, const struct fin_value *base)
{
	struct fin_view v = fin_gang_scalars(x->g, x->part);
	LLVMValueRef ptr;

	ptr = LLVMBuildIntToPtr(fin_access_builder(x), fin_value_get(&v.w, base, BRIG_TYPE_U64),
		v.w.l->ptr, "");
	return fin_byte_offset(&v.w, ptr, x->i->operands[1].offset);
}

/* The addresses base + index. 32-bit indices make faster gathers, but must be signed: for unsigned
 * ones the sum is base + 2^31 units + sext(index ^ 2^31). */
static LLVMValueRef base_and_index(struct fin_access *x, const struct fin_value *base,
	const struct fin_value *index)
{
	LLVMBuilderRef b = fin_access_builder(x);
	struct fin_gang *g = x->g;
	struct scaled s = scaled_index(x, index);
	const struct fin_inst *cvt = widening(x, s.index);
	LLVMValueRef ptr = part_base(x, base), v;
	struct fin_view lanes = fin_gang_vectors(g, x->part);

	if (cvt != NULL) {
		v = fin_value_get(&lanes.w, &cvt->operands[1].v[0], BRIG_TYPE_U32);
		if (cvt->isa->source_type == BRIG_TYPE_U32) {
			LLVMValueRef half = LLVMConstInt(g->w->l->i64, (uint64_t)1 << 31, false);

			v = LLVMBuildXor(b, v, fin_like(v, (uint64_t)1 << 31), "");
			ptr = LLVMBuildGEP2(b, s.unit, ptr, &half, 1, "");
		}
		v = fin_resize(g->w->l, v, 64, true);
	} else {
		v = fin_value_get(&lanes.w, s.index, BRIG_TYPE_U64);
	}
	return LLVMBuildGEP2(b, s.unit, ptr, &v, 1, "");
}

static bool is_plain_sum(const struct fin_inst *i)
{
	const struct isa_type *t = isa_type_find(i->isa->type);

	return i->isa->opcode == BRIG_OPCODE_ADD &&
	       (t->kind == ISA_KIND_UNSIGNED || t->kind == ISA_KIND_SIGNED);
}

static bool is_one_for_part(const struct fin_access *x, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG
	               ? fin_is_part_uniform(x->g->s->of[v->reg]) && !x->g->s->of[v->reg].risky
	               : v->kind == FIN_VALUE_IMM;
}

/* An address as a sum of one value for the part and the rest. */
struct sum {
	const struct fin_value *base, *rest; /* both NULL: no such sum */
};

static struct sum sum_of(struct fin_access *x)
{
	const struct fin_operand *o = &x->i->operands[1];
	const struct fin_inst *i;

	if (x->lane_ptr != NULL || o->global != NULL || o->local != FIN_NO_LOCAL || !o->has_reg ||
		x->g->w->f->regs[o->reg].bits != 64)
		return (struct sum){NULL, NULL};
	i = fin_gang_def(x->g, o->reg);
	if (i == NULL || i->isa == NULL || !is_plain_sum(i))
		return (struct sum){NULL, NULL};
	for (unsigned k = 1; k < 3; k++) {
		const struct fin_value *base = &i->operands[k].v[0];

		if (base->kind == FIN_VALUE_REG && is_one_for_part(x, base))
			return (struct sum){base, &i->operands[3 - k].v[0]};
	}
	return (struct sum){NULL, NULL};
}

static LLVMValueRef sum_address(struct fin_access *x)
{
	struct sum s = sum_of(x);

	return s.base == NULL ? NULL : base_and_index(x, s.base, s.rest);
}

struct fin_address fin_access_of_lanes(struct fin_access *x)
{
	struct fin_address a = {.segment = x->i->isa->segment, .equiv = x->i->isa->equiv};
	struct fin_view lanes;
	LLVMValueRef sum;

	if (x->lane_ptr != NULL) {
		a.ptr = x->lane_ptr;
		return a;
	}
	if (fin_is_in_rows(x->g, x->i)) {
		a.ptr = fin_row_addresses(x);
		return a;
	}
	if (x->shape.kind == FIN_SHAPE_LINEAR && !x->shape.risky)
		return fin_access_linear_addresses(x);
	if (fin_access_has_step(x))
		return fin_step_addresses(x);
	sum = sum_address(x);
	lanes = fin_gang_vectors(x->g, x->part);
	if (sum == NULL)
		a = fin_address_of(&lanes.w, x->i, 1);
	else
		a.ptr = sum;
	if (LLVMGetTypeKind(LLVMTypeOf(a.ptr)) != LLVMVectorTypeKind)
		a.ptr = fin_splat(x->g->w->l, a.ptr, x->g->lanes);
	return a;
}

bool fin_access_is_native(const struct fin_access *x)
{
	const struct fin_target *t = &x->g->w->l->target;

	if (x->bytes != 4 && x->bytes != 8)
		return false;
	return fin_target_has(t, x->is_load ? "avx2" : "avx512vl");
}

/* Makes a gather. Where the processor has none, lanes that are off read zeros, so that no branch is
 * needed. */
static void gather(struct fin_access *x, struct fin_address *a)
{
	LLVMTypeRef type = LLVMVectorType(x->elem, x->g->lanes);
	LLVMTypeRef types[] = {type, LLVMTypeOf(a->ptr)};
	LLVMValueRef mask = x->mask;

	if (mask != NULL && !fin_access_is_native(x)) {
		a->ptr = fin_select(x->g->w->l, mask, a->ptr,
			fin_splat(x->g->w->l, fin_access_nowhere(x), x->g->lanes));
		mask = NULL;
	}
	if (mask == NULL)
		mask = fin_gang_all(x->g);
	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef args[] = {fin_byte_offset(x->g->w, a->ptr, (uint64_t)e * x->bytes),
			fin_access_i32(x, fin_promised_align(x->i, e, x->bytes)), mask,
			LLVMConstNull(type)};

		x->v[e] = fin_intrinsic(x->g->w->l, "llvm.masked.gather", types, 2, args, 4);
		if (x->mask == NULL || fin_access_is_native(x))
			fin_access_describe(x, x->v[e], a);
	}
}

static void scatter(struct fin_access *x, struct fin_address *a)
{
	LLVMTypeRef types[] = {LLVMTypeOf(x->v[0]), LLVMTypeOf(a->ptr)};

	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef args[] = {x->v[e],
			fin_byte_offset(x->g->w, a->ptr, (uint64_t)e * x->bytes),
			fin_access_i32(x, fin_promised_align(x->i, e, x->bytes)),
			x->mask != NULL ? x->mask : fin_gang_all(x->g)};

		fin_access_describe(x,
			fin_intrinsic(x->g->w->l, "llvm.masked.scatter", types, 2, args, 4), a);
	}
}

/* Stores for one lane after the other, in a loop over the lanes that are on. */
static void scatter_in_turn(struct fin_access *x, struct fin_address *a)
{
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b), body = fin_gang_block(x->g, "scatter");
	LLVMBasicBlockRef after = fin_gang_block(x->g, "");
	LLVMValueRef start = fin_gang_bits(x->g, x->mask != NULL ? x->mask : fin_gang_all(x->g));
	LLVMTypeRef type = LLVMTypeOf(start);
	LLVMValueRef left, lane, next;

	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, start, fin_like(start, 0), ""), body, after);
	LLVMPositionBuilderAtEnd(b, body);
	left = LLVMBuildPhi(b, type, "");
	lane = fin_lowest_bit(x->g->w->l, left);
	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef ptr = fin_access_lane_address(x, a, lane);
		LLVMValueRef r = LLVMBuildStore(b, LLVMBuildExtractElement(b, x->v[e], lane, ""),
			fin_byte_offset(x->g->w, ptr, (uint64_t)e * x->bytes));

		LLVMSetAlignment(r, fin_promised_align(x->i, e, x->bytes));
		fin_access_describe(x, r, a);
	}
	next = LLVMBuildAnd(b, left, LLVMBuildSub(b, left, fin_like(left, 1), ""), "");
	LLVMAddIncoming(left, &start, &before, 1);
	LLVMAddIncoming(left, &next, &body, 1);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, next, fin_like(next, 0), ""), body, after);
	LLVMPositionBuilderAtEnd(b, after);
}

/* Whether so few lanes are on that stores one after the other are faster than a scatter. */
static LLVMValueRef are_few(struct fin_access *x)
{
	LLVMValueRef n = fin_intrinsic1(x->g->w->l, "llvm.ctpop", fin_gang_bits(x->g, x->mask));

	return LLVMBuildICmp(fin_access_builder(x), LLVMIntULE, n,
		fin_like(n, FIN_LIMIT_SCATTER_LANES), "");
}

static void scatter_at_once(struct fin_access *x)
{
	struct fin_address a = fin_access_of_lanes(x);

	scatter(x, &a);
}

static void scatter_by_lane(struct fin_access *x)
{
	struct fin_address a =
		fin_access_has_step(x) ? fin_access_of_part(x) : fin_access_of_lanes(x);

	scatter_in_turn(x, &a);
}

/* Sets ptr to the lanes' linear addresses: lane 0's address plus multiples of the stride. */
static struct fin_address linear_lanes(struct fin_access *x, LLVMValueRef ptr[])
{
	struct fin_address a = fin_access_of_part(x);

	for (unsigned k = 0; k < x->g->lanes; k++)
		ptr[k] = fin_byte_offset(x->g->w, a.ptr, (uint64_t)x->shape.stride * k);
	return a;
}

static void extract_lanes(struct fin_access *x, LLVMValueRef v, LLVMValueRef ptr[])
{
	for (unsigned k = 0; k < x->g->lanes; k++)
		ptr[k] =
			LLVMBuildExtractElement(fin_access_builder(x), v, fin_access_i32(x, k), "");
}

/* Sets ptr to the address of each lane, a scalar: made from 32-bit numbers of elements where the
 * address has them. */
static struct fin_address known_lanes(struct fin_access *x, LLVMValueRef ptr[])
{
	struct fin_address a = {.segment = x->i->isa->segment, .equiv = x->i->isa->equiv};
	struct sum sum = sum_of(x);
	struct scaled s = {NULL, NULL};
	const struct fin_inst *cvt = NULL;
	struct fin_view lanes;
	LLVMValueRef base;

	if (x->shape.kind == FIN_SHAPE_LINEAR && !x->shape.risky)
		return linear_lanes(x, ptr);
	if (fin_access_has_step(x))
		return fin_step_each(x, ptr);
	if (sum.base != NULL) {
		s = scaled_index(x, sum.rest);
		cvt = widening(x, s.index);
	}
	if (cvt == NULL) {
		a = fin_access_of_lanes(x);
		extract_lanes(x, a.ptr, ptr);
		return a;
	}
	base = part_base(x, sum.base);
	lanes = fin_gang_vectors(x->g, x->part);
	extract_lanes(x, fin_value_get(&lanes.w, &cvt->operands[1].v[0], BRIG_TYPE_U32), ptr);
	for (unsigned k = 0; k < x->g->lanes; k++) {
		ptr[k] = fin_resize(x->g->w->l, ptr[k], 64, cvt->isa->source_type == BRIG_TYPE_S32);
		ptr[k] = LLVMBuildGEP2(fin_access_builder(x), s.unit, base, &ptr[k], 1, "");
	}
	return a;
}

/* Sets ptr to the address of each lane, and to `elsewhere` for lanes that are off. */
static struct fin_address all_lanes(struct fin_access *x, LLVMValueRef elsewhere,
	LLVMValueRef ptr[])
{
	struct fin_address a;

	if (x->mask == NULL)
		return known_lanes(x, ptr);
	a = fin_access_of_lanes(x);
	extract_lanes(x,
		fin_select(x->g->w->l, x->mask, a.ptr,
			fin_splat(x->g->w->l, elsewhere, x->g->lanes)),
		ptr);
	return a;
}

/* All lanes are on. */
void fin_access_each_lane(struct fin_access *x)
{
	LLVMValueRef ptr[FIN_MAX_LANES];
	struct fin_address a = known_lanes(x, ptr);
	LLVMBuilderRef b = fin_access_builder(x);

	for (unsigned e = 0; x->is_load && e < x->count; e++)
		x->v[e] = LLVMGetPoison(LLVMVectorType(x->elem, x->g->lanes));
	for (unsigned k = 0; k < x->g->lanes; k++) {
		LLVMValueRef lane = fin_access_i32(x, k);

		for (unsigned e = 0; e < x->count; e++) {
			LLVMValueRef r,
				at = fin_byte_offset(x->g->w, ptr[k], (uint64_t)e * x->bytes);

			if (x->is_load)
				r = LLVMBuildLoad2(b, x->elem, at, "");
			else
				r = LLVMBuildStore(b, LLVMBuildExtractElement(b, x->v[e], lane, ""),
					at);
			LLVMSetAlignment(r, fin_promised_align(x->i, e, x->bytes));
			fin_access_describe(x, r, &a);
			if (x->is_load)
				x->v[e] = LLVMBuildInsertElement(b, x->v[e], r, lane, "");
		}
	}
}

/* ---- several elements ----------------------------------------------------------------------- */

/* Whether the elements of a lane are together no more than the processor moves at once as a
 * number. */
static bool is_word(const struct fin_access *x)
{
	return (x->count == 2 || x->count == 4) && fin_access_size(x) <= 8;
}

/* Moves the elements of each lane as a number: one of floating point where lanes load one by one,
 * since LLVM loads others into general registers first. */
static void as_words(struct fin_access *x)
{
	LLVMBuilderRef b = fin_access_builder(x);
	struct fin_access y = *x;
	unsigned lanes = x->g->lanes;

	y.count = 1;
	y.bytes = fin_access_size(x);
	y.elem = y.bytes == 8 && x->is_load && fin_access_has_step(x)
	                 ? x->g->w->l->f64
	                 : fin_int_type(x->g->w->l, y.bytes * 8);
	if (!x->is_load)
		y.v[0] = LLVMBuildBitCast(b, fin_access_interleave(x), fin_vector_of(y.elem, lanes),
			"");
	fin_access_scattered(&y);
	if (x->is_load)
		fin_access_deinterleave(x,
			LLVMBuildBitCast(b, y.v[0], fin_vector_of(x->elem, lanes * x->count), ""));
}

static bool moves_as_tuples(const struct fin_access *x)
{
	unsigned size = fin_access_size(x);

	return (x->count == 2 || x->count == 4) && (size == 16 || size == 32) &&
	       !((x->g->is_terse || x->is_rare) && fin_access_is_native(x));
}

bool fin_access_moves_together(const struct fin_access *x)
{
	return is_word(x) || moves_as_tuples(x);
}

static void load_tuples(struct fin_access *x)
{
	LLVMTypeRef type = fin_vector_of(x->elem, x->count);
	LLVMValueRef ptr[FIN_MAX_LANES], tuple[FIN_MAX_LANES];
	struct fin_address a = all_lanes(x, fin_access_nowhere(x), ptr);

	for (unsigned k = 0; k < x->g->lanes; k++) {
		tuple[k] = LLVMBuildLoad2(fin_access_builder(x), type, ptr[k], "");
		LLVMSetAlignment(tuple[k], x->align);
		if (x->mask == NULL)
			fin_access_describe(x, tuple[k], &a);
	}
	fin_tuple_split(x->g, tuple, x->count, x->v);
}

/* Stores the elements of each lane as a vector of the lane. Lanes that are off write to a variable
 * of the function. */
static void store_tuples(struct fin_access *x)
{
	LLVMTypeRef type = fin_vector_of(x->elem, x->count);
	LLVMValueRef ptr[FIN_MAX_LANES], tuple[FIN_MAX_LANES], elsewhere = NULL;
	struct fin_address a;

	if (x->mask != NULL)
		elsewhere = LLVMBuildAlloca(x->g->w->entry, type, "");
	a = all_lanes(x, elsewhere, ptr);
	fin_tuple_join(x->g, x->v, x->count, tuple);
	for (unsigned k = 0; k < x->g->lanes; k++) {
		LLVMValueRef r = LLVMBuildStore(fin_access_builder(x), tuple[k], ptr[k]);

		LLVMSetAlignment(r, x->align);
		if (x->mask == NULL)
			fin_access_describe(x, r, &a);
	}
}

/* Chooses among the ways for any addresses. When few lanes are on, stores go one after the other,
 * as a scatter takes as long for one lane as for all. */
void fin_access_scattered(struct fin_access *x)
{
	struct fin_address a;

	if (is_word(x)) {
		as_words(x);
	} else if (moves_as_tuples(x)) {
		(x->is_load ? load_tuples : store_tuples)(x);
	} else if (fin_access_goes_by_known_lanes(x) || fin_step_goes_lane_by_lane(x)) {
		fin_access_each_lane(x);
	} else if (x->is_load) {
		a = fin_access_of_lanes(x);
		gather(x, &a);
	} else if (!fin_access_is_native(x)) {
		scatter_by_lane(x);
	} else if (x->mask == NULL || x->g->is_terse || x->is_apart) {
		scatter_at_once(x);
	} else {
		fin_access_choose(x, are_few(x), scatter_by_lane, scatter_at_once);
	}
}

const struct fin_value *fin_access_base(struct fin_access *x)
{
	return sum_of(x).base;
}

const struct fin_inst *fin_access_element_number(struct fin_access *x)
{
	struct sum sum = sum_of(x);
	struct scaled s;

	if (sum.base == NULL)
		return NULL;
	s = scaled_index(x, sum.rest);
	return LLVMGetIntTypeWidth(s.unit) == fin_access_size(x) * 8 ? widening(x, s.index) : NULL;
}

uint32_t fin_access_varying_part(struct fin_access *x, uint32_t reg)
{
	const struct fin_inst *i = fin_gang_def(x->g, reg);

	while (i != NULL && i->isa != NULL && is_plain_sum(i)) {
		unsigned k = is_one_for_part(x, &i->operands[1].v[0]) ? 2 : 1;

		if (k == 1 && !is_one_for_part(x, &i->operands[2].v[0]))
			break;
		if (i->operands[k].v[0].kind != FIN_VALUE_REG)
			break;
		reg = i->operands[k].v[0].reg;
		i = fin_gang_def(x->g, reg);
	}
	return reg;
}
