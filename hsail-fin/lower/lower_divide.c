/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Division and remainder of integers (PRM 5.2). Nothing traps: a divisor 0, for which HSAIL leaves
 * the result open, counts as 1, and MIN / -1 is MIN with remainder 0.
 *
 * Vectors of 32-bit numbers are divided in f64. Of two numbers below 2^32, a / b is either whole or
 * at least 1 / b away from the next whole number, which is far more than f64 loses. Signed numbers
 * are divided as magnitudes. */
#include "gang/gang.h"

/* ---- scalars -------------------------------------------------------------------------------- */

/* Lanes that are off divide, too, by what they happen to have: freezing makes that one number. */
static LLVMValueRef frozen(struct fin_lower *w, LLVMValueRef v)
{
	return fin_shape_count(LLVMTypeOf(v)) > 1 ? LLVMBuildFreeze(w->l->b, v, "") : v;
}

static LLVMValueRef safe_divisor(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef n,
	LLVMValueRef d)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef one = LLVMBuildICmp(b, LLVMIntEQ, d, fin_like(d, 0), "");

	if (e->is_signed) {
		LLVMValueRef min = fin_like(n, (uint64_t)1 << (e->bits - 1));
		LLVMValueRef overflow = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntEQ, n, min, ""),
			LLVMBuildICmp(b, LLVMIntEQ, d, fin_like(d, UINT64_MAX), ""), "");

		one = LLVMBuildOr(b, one, overflow, "");
	}
	return fin_select(w->l, one, fin_like(d, 1), d);
}

static LLVMValueRef divide(struct fin_lower *w, const struct fin_elem *e, LLVMValueRef *a,
	bool remainder)
{
	LLVMValueRef n = frozen(w, a[0]), d = safe_divisor(w, e, n, frozen(w, a[1]));

	if (remainder)
		return e->is_signed ? LLVMBuildSRem(w->l->b, n, d, "")
		                    : LLVMBuildURem(w->l->b, n, d, "");
	return e->is_signed ? LLVMBuildSDiv(w->l->b, n, d, "") : LLVMBuildUDiv(w->l->b, n, d, "");
}

/* ---- vectors of 32 bits --------------------------------------------------------------------- */

static LLVMValueRef to_f64(struct fin_lower *w, LLVMValueRef v)
{
	return LLVMBuildUIToFP(w->l->b, v, fin_shape_with(LLVMTypeOf(v), w->l->f64), "");
}

/* At least 1. */
static LLVMValueRef nonzero(struct fin_lower *w, LLVMValueRef v)
{
	return fin_intrinsic2(w->l, "llvm.umax", v, fin_like(v, 1));
}

/* Numbers in f64 from 0 to below 2^32, rounded down: they are the low bits of 2^52 + x. */
static LLVMValueRef to_u32(struct fin_lower *w, LLVMValueRef x)
{
	if (fin_target_has(&w->l->target, "avx512vl"))
		return LLVMBuildFPToUI(w->l->b, x, fin_shape_with(LLVMTypeOf(x), w->l->i32), "");
	x = fin_intrinsic1(w->l, "llvm.floor", x);
	x = LLVMBuildFAdd(w->l->b, x, fin_float(LLVMTypeOf(x), 0x1p52), "");
	return fin_resize(w->l, fin_to_int(w->l, x), 32, false);
}

static LLVMValueRef quotient(struct fin_lower *w, LLVMValueRef a, LLVMValueRef d)
{
	LLVMValueRef q = LLVMBuildFDiv(w->l->b, to_f64(w, a), to_f64(w, d), "");

	return to_u32(w, q);
}

/* One divisor d for all: (a + 1/2) * (1/d) is 1/2d or more away from any whole number. */
static LLVMValueRef quotient_by_one(struct fin_lower *w, LLVMValueRef a, LLVMValueRef d)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef q = to_f64(w, a), inverse;

	inverse = LLVMBuildFDiv(b, LLVMConstReal(w->l->f64, 1.0),
		LLVMBuildUIToFP(b, d, w->l->f64, ""), "");
	q = LLVMBuildFAdd(b, q, fin_float(LLVMTypeOf(q), 0.5), "");
	q = LLVMBuildFMul(b, q, fin_splat(w->l, inverse, w->lanes), "");
	return to_u32(w, q);
}

static LLVMValueRef sign_of(struct fin_lower *w, LLVMValueRef v)
{
	return LLVMBuildAShr(w->l->b, v, fin_like(v, 31), "");
}

/* -v where `sign` is -1, v where it is 0. */
static LLVMValueRef with_sign(struct fin_lower *w, LLVMValueRef v, LLVMValueRef sign)
{
	return LLVMBuildSub(w->l->b, LLVMBuildXor(w->l->b, v, sign, ""), sign, "");
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* Ids divided by one number, as in `row = i / width; column = i % width`. A part whose lanes have
 * consecutive numbers mostly lies between two multiples of the divisor: then all lanes have lane
 * 0's quotient, and remainders are consecutive. So the results are linear with a risk
 * (gang_value.c): a scalar for each part, and each lane's own value beside it for where this is not
 * so. */
struct row {
	LLVMValueRef base, d;             /* lane 0's number, the divisor; i32 */
	LLVMValueRef quotient, remainder; /* of lane 0 */
};

static uint64_t span_of(const struct fin_lane_shape *s, unsigned lanes)
{
	return (uint64_t)s->stride * (lanes - 1);
}

bool fin_divides_rows(const struct fin_shapes *s, const struct fin_inst *i)
{
	const struct fin_value *n = &i->operands[1].v[0], *d = &i->operands[2].v[0];
	const struct isa_type *t = isa_type_find(i->isa->type);

	if (t->kind == ISA_KIND_FLOAT || t->bits != 32 || t->count != 1 ||
		n->kind != FIN_VALUE_REG || s->of[n->reg].kind != FIN_SHAPE_LINEAR ||
		s->of[n->reg].risky || s->of[n->reg].stride <= 0 ||
		s->of[n->reg].stride > INT16_MAX)
		return false;
	if (d->kind == FIN_VALUE_REG)
		return fin_is_uniform(s->of[d->reg]);
	return d->kind == FIN_VALUE_IMM && (uint32_t)d->lo > span_of(&s->of[n->reg], FIN_MAX_LANES);
}

/* base / d for d above 0: the upper half of base * ceil(2^64 / d), exact for 32-bit numbers. */
static LLVMValueRef scalar_quotient(struct fin_lower *w, LLVMValueRef base, LLVMValueRef d)
{
	LLVMBuilderRef b = w->l->b;
	LLVMTypeRef i128 = LLVMInt128TypeInContext(w->l->ctx);
	LLVMValueRef wide = fin_resize(w->l, d, 64, false), magic, q;

	magic = LLVMBuildUDiv(b, fin_like(wide, UINT64_MAX), wide, "");
	magic = LLVMBuildAdd(b, magic, fin_like(magic, 1), ""); /* 0 for d = 1 */
	q = LLVMBuildMul(b, LLVMBuildZExt(b, magic, i128, ""), LLVMBuildZExt(b, base, i128, ""),
		"");
	q = LLVMBuildTrunc(b, LLVMBuildLShr(b, q, LLVMConstInt(i128, 64, false), ""), w->l->i32,
		"");
	return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, d, fin_like(d, 1), ""), base, q, "");
}

/* In mode PART. */
static struct row row_of(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->type);
	LLVMValueRef a[] = {fin_src(w, i, 1), fin_src(w, i, 2)};
	struct row r = {.base = a[0], .d = nonzero(w, a[1])};

	r.quotient = e.is_signed ? divide(w, &e, a, false) : scalar_quotient(w, r.base, r.d);
	r.remainder = LLVMBuildSub(w->l->b, r.base, LLVMBuildMul(w->l->b, r.quotient, r.d, ""), "");
	return r;
}

/* i1: no lane passes a multiple of the divisor, or the end of the numbers. */
static LLVMValueRef is_whole(struct fin_gang *g, const struct fin_inst *i, const struct row *r)
{
	LLVMBuilderRef b = g->w->l->b;
	bool is_signed = isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED;
	uint64_t span = span_of(&g->s->of[i->operands[1].v[0].reg], g->lanes);
	LLVMValueRef left = LLVMBuildSub(b, r->d, r->remainder, ""), yes;

	yes = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntUGT, left, fin_like(left, span), ""),
		LLVMBuildICmp(b, LLVMIntULE, r->base,
			fin_like(r->base, (is_signed ? INT32_MAX : UINT32_MAX) - span), ""),
		"");
	if (is_signed)
		yes = LLVMBuildAnd(b, yes,
			LLVMBuildICmp(b, LLVMIntSGT, r->d, fin_like(r->d, 0), ""), "");
	return yes;
}

LLVMValueRef fin_row_is_whole(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	struct row r;

	fin_gang_select(g, FIN_GANG_PART, part, NULL);
	r = row_of(g->w, i);
	return is_whole(g, i, &r);
}

static LLVMValueRef row_vector(struct fin_gang *g, const struct fin_inst *i, const struct row *r,
	bool remainder)
{
	uint64_t stride = (uint64_t)g->s->of[i->operands[1].v[0].reg].stride;

	if (!remainder)
		return fin_splat(g->w->l, r->quotient, g->lanes);
	return LLVMBuildAdd(g->w->l->b, fin_splat(g->w->l, r->remainder, g->lanes),
		fin_gang_iota(g, g->w->l->i32, stride), "");
}

/* ---- any vector ----------------------------------------------------------------------------- */

static LLVMValueRef divide_vector(struct fin_lower *w, const struct fin_inst *i,
	const struct fin_elem *e, LLVMValueRef *a, bool remainder)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef same = fin_same_src(w, i, 2), n = a[0], d, q, sign = NULL;

	if (same == NULL)
		same = a[1]; /* the one divisor, or all */
	d = same;
	if (e->is_signed) {
		n = with_sign(w, n, sign_of(w, n));
		d = with_sign(w, d, sign_of(w, d));
	}
	d = nonzero(w, d);
	if (fin_shape_count(LLVMTypeOf(d)) == 1) {
		q = quotient_by_one(w, n, d);
		d = fin_splat(w->l, d, w->lanes);
	} else {
		q = quotient(w, n, d);
	}
	if (remainder)
		q = LLVMBuildSub(b, n, LLVMBuildMul(b, q, d, ""), "");
	if (e->is_signed)
		sign = sign_of(w, remainder ? a[0] : LLVMBuildXor(b, a[0], a[1], ""));
	return sign != NULL ? with_sign(w, q, sign) : q;
}

static bool has_same_operands(const struct fin_inst *i, const struct fin_inst *k)
{
	const struct fin_value *d = &i->operands[2].v[0], *e = &k->operands[2].v[0];

	return i->isa->type == k->isa->type && i->operands[1].v[0].reg == k->operands[1].v[0].reg &&
	       d->kind == e->kind && (d->kind == FIN_VALUE_REG ? d->reg == e->reg : d->lo == e->lo);
}

/* Each lane's remainder and quotient: found out once for two instructions in a row. */
static void find_exact(struct fin_gang *g, const struct fin_inst *i, const struct row *r)
{
	LLVMBuilderRef b = g->w->l->b;
	unsigned part = g->part;
	LLVMBasicBlockRef whole = fin_gang_block(g, ""), other = fin_gang_block(g, "divide");
	LLVMBasicBlockRef after = fin_gang_block(g, ""), from[2] = {whole, NULL};
	LLVMValueRef a[2], v[2][2];
	struct fin_elem e;

	LLVMBuildCondBr(b, is_whole(g, i, r), whole, other);
	LLVMPositionBuilderAtEnd(b, whole);
	for (unsigned k = 0; k < 2; k++)
		v[k][0] = row_vector(g, i, r, k == 0);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, other);
	fin_gang_select(g, FIN_GANG_VECTOR, part, NULL);
	e = fin_elem_of(g->w, i, i->isa->type);
	a[0] = fin_src(g->w, i, 1);
	a[1] = fin_src(g->w, i, 2);
	for (unsigned k = 0; k < 2; k++)
		v[k][1] = divide_vector(g->w, i, &e, a, k == 0);
	fin_gang_select(g, FIN_GANG_PART, part, NULL);
	from[1] = LLVMGetInsertBlock(b);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
	for (unsigned k = 0; k < 2; k++) {
		g->divided[k][part] = LLVMBuildPhi(b, LLVMTypeOf(v[k][0]), "");
		LLVMAddIncoming(g->divided[k][part], v[k], from, 2);
	}
}

/* A part of a row, and each lane's value for where it is none. */
static void divide_row(struct fin_lower *w, const struct fin_inst *i, bool remainder)
{
	struct fin_gang *g = w->gang;
	struct row r = row_of(w, i);
	bool is_found = g->divides != NULL && g->divides != i && has_same_operands(g->divides, i) &&
	                g->divided_in == LLVMGetInsertBlock(w->l->b);

	fin_dst(w, i, remainder ? r.remainder : r.quotient);
	if (!is_found) {
		find_exact(g, i, &r);
		g->divides = i;
		g->divided_in = LLVMGetInsertBlock(w->l->b);
	}
	fin_gang_put_exact(g, i->operands[0].v[0].reg, g->part, g->divided[!remainder][g->part]);
}

static bool is_row(const struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_value *to = &i->operands[0].v[0];

	return w->gang != NULL && w->gang->mode == FIN_GANG_PART && to->kind == FIN_VALUE_REG &&
	       w->gang->s->of[to->reg].risky;
}

/* ---- all together --------------------------------------------------------------------------- */

static bool by_constant(const struct fin_inst *i)
{
	return i->operands[2].v[0].kind == FIN_VALUE_IMM;
}

bool fin_divides_in_turn(const struct fin_inst *i)
{
	const struct isa_type *t = isa_type_find(i->isa->type);

	return t->kind != ISA_KIND_FLOAT && t->bits == 64 && !by_constant(i);
}

void fin_lower_divide(struct fin_lower *w, const struct fin_inst *i)
{
	struct fin_elem e = fin_elem_of(w, i, i->isa->type);
	bool remainder = i->isa->opcode == BRIG_OPCODE_REM;
	LLVMValueRef a[2];

	if (is_row(w, i)) {
		divide_row(w, i, remainder);
		return;
	}
	if (e.is_float) {
		fin_lower_arith(w, i);
		return;
	}
	a[0] = fin_src(w, i, 1);
	a[1] = fin_src(w, i, 2);
	if (w->lanes > 1 && e.bits == 32 && !by_constant(i))
		fin_dst(w, i, divide_vector(w, i, &e, a, remainder));
	else
		fin_dst(w, i, divide(w, &e, a, remainder));
}
