/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ids divided by one number, as in `row = i / width; column = i % width`. A part whose lanes have
 * consecutive numbers mostly lies between two multiples of the divisor. Then all lanes have lane
 * 0's quotient, and remainders are consecutive. So the results are linear with a risk
 * (gang_risk.c): there is a scalar for each part and, for parts in which this is not so, each
 * lane's own value beside it. */
#include "gang/gang_lowerings.h"
#include "lower/lower_divide.h"

static uint64_t span_of(const struct fin_lane_shape *s, unsigned lanes)
{
	return (uint64_t)s->stride * (lanes - 1);
}

/* i1: whether no lane of the part passes a multiple of the divisor or the end of the number's
 * range. */
static LLVMValueRef is_whole(struct fin_gang *g, const struct fin_inst *i,
	const struct fin_division *r)
{
	LLVMBuilderRef b = g->w->l->b;
	bool is_signed = isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED;
	uint64_t span = span_of(&g->s->of[i->operands[1].v[0].reg], g->lanes);
	LLVMValueRef left = LLVMBuildSub(b, r->divisor, r->remainder, ""), yes;

	yes = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntUGT, left, fin_like(left, span), ""),
		LLVMBuildICmp(b, LLVMIntULE, r->number,
			fin_like(r->number, (is_signed ? INT32_MAX : UINT32_MAX) - span), ""),
		"");
	if (is_signed)
		yes = LLVMBuildAnd(b, yes,
			LLVMBuildICmp(b, LLVMIntSGT, r->divisor, fin_like(r->divisor, 0), ""), "");
	return yes;
}

LLVMValueRef fin_row_is_whole(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	struct fin_view v = fin_gang_scalars(g, part);
	struct fin_division r;

	if (g->rows == FIN_ROWS_EVEN)
		return LLVMConstInt(g->w->l->i1, 0, false);
	r = fin_divide_scalars(&v.w, i);
	return is_whole(g, i, &r);
}

static LLVMValueRef row_vector(struct fin_gang *g, const struct fin_inst *i,
	const struct fin_division *r, bool remainder)
{
	uint64_t stride = (uint64_t)g->s->of[i->operands[1].v[0].reg].stride;

	if (!remainder)
		return fin_splat(g->w->l, r->quotient, g->lanes);
	return LLVMBuildAdd(g->w->l->b, fin_splat(g->w->l, r->remainder, g->lanes),
		fin_gang_iota(g, g->w->l->i32, stride), "");
}

/* The same where the divisor is a power of two that divides lane 0's number. */
static LLVMValueRef even_vector(struct fin_gang *g, const struct fin_inst *i,
	const struct fin_division *r, bool remainder)
{
	LLVMValueRef pattern = fin_gang_row_pattern(g, i, r->divisor, remainder);

	return remainder ? pattern
	                 : LLVMBuildAdd(g->w->l->b, fin_splat(g->w->l, r->quotient, g->lanes),
				   pattern, "");
}

static bool has_same_operands(const struct fin_inst *i, const struct fin_inst *k)
{
	const struct fin_value *d = &i->operands[2].v[0], *e = &k->operands[2].v[0];

	return i->isa->type == k->isa->type && i->operands[1].v[0].reg == k->operands[1].v[0].reg &&
	       d->kind == e->kind && (d->kind == FIN_VALUE_REG ? d->reg == e->reg : d->lo == e->lo);
}

/* The values of one way to find each lane's remainder and quotient, and the block that it ends
 * in. */
struct way {
	LLVMBasicBlockRef end;
	LLVMValueRef v[2];
};

/* Makes the vectors by `make` where the condition holds, and goes to `after` then; continues where
 * it does not. Returns that way. */
static struct way branch_off(struct fin_gang *g, const struct fin_inst *i,
	const struct fin_division *r, LLVMValueRef condition, const char *otherwise,
	LLVMBasicBlockRef after,
	LLVMValueRef (*make)(struct fin_gang *, const struct fin_inst *,
		const struct fin_division *, bool))
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef other;
	struct way w = {.end = fin_gang_block(g, "")};

	other = fin_gang_block(g, otherwise);
	LLVMBuildCondBr(b, condition, w.end, other);
	LLVMPositionBuilderAtEnd(b, w.end);
	for (unsigned k = 0; k < 2; k++)
		w.v[k] = make(g, i, r, k == 0);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, other);
	return w;
}

/* Divides each lane's number. */
static struct way divide_each(struct fin_gang *g, const struct fin_inst *i, unsigned part,
	LLVMBasicBlockRef after)
{
	struct fin_view lanes = fin_gang_vectors(g, part);
	LLVMValueRef a[2] = {fin_src(&lanes.w, i, 1), fin_src(&lanes.w, i, 2)};
	struct way w;

	for (unsigned k = 0; k < 2; k++)
		w.v[k] = fin_divide_vectors(&lanes.w, i, a, k == 0);
	w.end = LLVMGetInsertBlock(g->w->l->b);
	LLVMBuildBr(g->w->l->b, after);
	return w;
}

/* Finds each lane's remainder and quotient, once for a division and a remainder of the same numbers
 * that follow each other. */
static void find_exact(struct fin_gang *g, const struct fin_inst *i, const struct fin_division *r,
	unsigned part)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef after = fin_gang_block(g, "");
	struct way way[3];
	unsigned n = 0;

	way[n++] = branch_off(g, i, r, is_whole(g, i, r), "rows", after, row_vector);
	if (g->rows != FIN_ROWS_ODD)
		way[n++] = branch_off(g, i, r, fin_gang_divides_evenly(g, i, r->number, r->divisor),
			"divide", after, even_vector);
	way[n++] = divide_each(g, i, part, after);
	LLVMPositionBuilderAtEnd(b, after);
	for (unsigned k = 0; k < 2; k++) {
		g->divided[k][part] = LLVMBuildPhi(b, LLVMTypeOf(way[0].v[k]), "");
		for (unsigned w = 0; w < n; w++)
			LLVMAddIncoming(g->divided[k][part], &way[w].v[k], &way[w].end, 1);
	}
}

/* The same where parts begin with rows that are shorter. */
static void find_even(struct fin_gang *g, const struct fin_inst *i, const struct fin_division *r,
	unsigned part)
{
	for (unsigned k = 0; k < 2; k++)
		g->divided[k][part] = even_vector(g, i, r, k == 0);
}

/* Divides a number of which the divisor, a power of two, is a factor. */
static struct fin_division divide_even(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	struct fin_view v = fin_gang_scalars(g, part);
	struct fin_division r = {fin_src(&v.w, i, 1), fin_src(&v.w, i, 2), NULL, NULL};

	r.quotient = LLVMBuildLShr(g->w->l->b, r.number, fin_gang_power_of(g, r.divisor), "");
	r.remainder = fin_like(r.number, 0);
	return r;
}

bool fin_gang_divides_row(const struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_value *to = &i->operands[0].v[0];

	return i->lowering == ISA_LOWER_DIVIDE && to->kind == FIN_VALUE_REG &&
	       g->s->of[to->reg].risky;
}

void fin_gang_divide_row(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	bool remainder = i->isa->opcode == BRIG_OPCODE_REM;
	struct fin_view v = fin_gang_scalars(g, part);
	bool is_even = g->rows == FIN_ROWS_EVEN;
	struct fin_division r = is_even ? divide_even(g, i, part) : fin_divide_scalars(&v.w, i);
	bool is_found = g->divides != NULL && g->divides != i && has_same_operands(g->divides, i) &&
	                g->divided_in == LLVMGetInsertBlock(g->w->l->b);

	fin_dst(&v.w, i, remainder ? r.remainder : r.quotient);
	if (!is_found) {
		(is_even ? find_even : find_exact)(g, i, &r, part);
		g->divides = i;
		g->divided_in = LLVMGetInsertBlock(g->w->l->b);
	}
	fin_gang_put_exact(g, i->operands[0].v[0].reg, part, g->divided[!remainder][part]);
}
