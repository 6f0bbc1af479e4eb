/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Patterns: numbers of which only lane 0's differs from part to part (gang.h).
 *
 * Sums of ids and of ids divided by one number are such, where the divisor is a power of two and
 * divides lane 0's number: each part then begins with a new row, or lies in one. All vectors of a
 * pattern are made of what is one for the group, so LLVM moves them out of the loop over gangs. */
#include "gang/gang.h"
#include "lower/lower_divide.h"

static LLVMValueRef zeros(struct fin_gang *g)
{
	return LLVMConstNull(fin_vector_of(g->w->l->i32, g->lanes));
}

static LLVMValueRef pattern_of_value(struct fin_gang *g, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG ? fin_gang_pattern(g, v->reg) : zeros(g);
}

static bool is_one(const struct fin_gang *g, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_IMM || fin_is_uniform(g->s->of[v->reg]);
}

/* A number by which a pattern is multiplied, in all lanes. */
static LLVMValueRef factor(struct fin_gang *g, const struct fin_value *v)
{
	LLVMValueRef one = v->kind == FIN_VALUE_REG
	                           ? fin_gang_scalar(g, v->reg, 0)
	                           : LLVMConstInt(g->w->l->i32, (uint32_t)v->lo, false);

	return fin_splat(g->w->l, one, g->lanes);
}

static LLVMValueRef product(struct fin_gang *g, const struct fin_inst *i)
{
	for (unsigned k = 1; k < 3; k++) {
		const struct fin_value *c = &i->operands[k].v[0];
		LLVMValueRef p;

		if (!is_one(g, c))
			continue;
		p = pattern_of_value(g, &i->operands[3 - k].v[0]);
		return p == NULL ? NULL : LLVMBuildMul(g->w->l->b, p, factor(g, c), "");
	}
	return NULL;
}

static LLVMValueRef sum(struct fin_gang *g, LLVMValueRef a, LLVMValueRef b, bool minus)
{
	if (a == NULL || b == NULL)
		return NULL;
	return (minus ? LLVMBuildSub : LLVMBuildAdd)(g->w->l->b, a, b, "");
}

static LLVMValueRef shifted(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef p = pattern_of_value(g, &i->operands[1].v[0]);

	if (p == NULL || i->operands[2].v[0].kind != FIN_VALUE_IMM)
		return NULL;
	return LLVMBuildShl(g->w->l->b, p, fin_like(p, i->operands[2].v[0].lo & 31), "");
}

/* The pattern of a quotient or remainder, where fin_gang_divides_evenly(). */
static LLVMValueRef divided(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_value *d = &i->operands[2].v[0];

	return fin_gang_row_pattern(g, i,
		d->kind == FIN_VALUE_REG ? fin_gang_scalar(g, d->reg, 0)
					 : LLVMConstInt(g->w->l->i32, (uint32_t)d->lo, false),
		i->isa->opcode == BRIG_OPCODE_REM);
}

static LLVMValueRef pattern_of_inst(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_operand *o = i->operands;

	if (i->lowering == ISA_LOWER_DIVIDE)
		return g->rows == FIN_ROWS_ODD ? NULL : divided(g, i);
	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return sum(g, pattern_of_value(g, &o[1].v[0]), pattern_of_value(g, &o[2].v[0]),
			fin_index_op(i) == FIN_INDEX_DIFFERENCE);
	case FIN_INDEX_PRODUCT:
		return product(g, i);
	case FIN_INDEX_PRODUCT_AND_SUM:
		return sum(g, product(g, i), pattern_of_value(g, &o[3].v[0]), false);
	case FIN_INDEX_SHIFT_LEFT:
		return shifted(g, i);
	case FIN_INDEX_COPY:
		return pattern_of_value(g, &o[1].v[0]);
	case FIN_INDEX_OTHER:
		break;
	}
	return NULL;
}

LLVMValueRef fin_gang_pattern(struct fin_gang *g, uint32_t reg)
{
	struct fin_lane_shape s = g->s->of[reg];
	struct fin_known *known;

	if (g->w->f->regs[reg].bits != 32 || s.kind == FIN_SHAPE_VARYING)
		return NULL;
	if (!s.risky)
		return s.kind == FIN_SHAPE_LINEAR
		               ? fin_gang_iota(g, g->w->l->i32, (uint64_t)s.stride)
		               : zeros(g);
	known = &fin_gang_risk(g, reg)->pattern;
	if (fin_gang_knows(g, known))
		return known->v;
	return fin_gang_note(g, known, pattern_of_inst(g, fin_gang_risky_def(g, reg)));
}

/* Whether a register can be one of a pattern's numbers, if its own operands are. */
static bool has_numbers(const struct fin_gang *g, uint32_t reg)
{
	return g->w->f->regs[reg].bits == 32 && g->s->of[reg].kind != FIN_SHAPE_VARYING;
}

static bool lacks_pattern(const struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_operand *o = i->operands;
	uint32_t regs[FIN_MAX_REGS];

	if (i->lowering == ISA_LOWER_DIVIDE)
		return g->rows == FIN_ROWS_ODD;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!has_numbers(g, regs[n - 1]))
			return true;
	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
	case FIN_INDEX_COPY:
		return false;
	case FIN_INDEX_PRODUCT:
	case FIN_INDEX_PRODUCT_AND_SUM:
		return !is_one(g, &o[1].v[0]) && !is_one(g, &o[2].v[0]);
	case FIN_INDEX_SHIFT_LEFT:
		return o[2].v[0].kind != FIN_VALUE_IMM;
	case FIN_INDEX_OTHER:
		break;
	}
	return true;
}

bool fin_gang_has_pattern(const struct fin_gang *g, uint32_t reg)
{
	return has_numbers(g, reg) && !fin_gang_any_risk(g, reg, lacks_pattern);
}

LLVMValueRef fin_gang_power_of(struct fin_gang *g, LLVMValueRef number)
{
	LLVMTypeRef type = LLVMTypeOf(number);
	LLVMValueRef args[] = {number, LLVMConstInt(g->w->l->i1, 0, false)};

	return LLVMBuildAnd(g->w->l->b, fin_intrinsic(g->w->l, "llvm.cttz", &type, 1, args, 2),
		fin_like(number, 31), "");
}

LLVMValueRef fin_gang_row_pattern(struct fin_gang *g, const struct fin_inst *i,
	LLVMValueRef divisor, bool remainder)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMTypeRef type = g->w->l->i32;
	uint32_t reg = i->operands[1].v[0].reg;
	LLVMValueRef numbers = fin_gang_iota(g, type, (uint64_t)g->s->of[reg].stride);
	LLVMValueRef n;

	if (remainder) {
		n = LLVMBuildSub(b, divisor, fin_like(divisor, 1), "");
		return LLVMBuildAnd(b, numbers, fin_splat(g->w->l, n, g->lanes), "");
	}
	n = fin_gang_power_of(g, divisor);
	return LLVMBuildLShr(b, numbers, fin_splat(g->w->l, n, g->lanes), "");
}

LLVMValueRef fin_gang_divides_evenly(struct fin_gang *g, const struct fin_inst *i,
	LLVMValueRef number, LLVMValueRef divisor)
{
	LLVMBuilderRef b = g->w->l->b;
	bool is_signed = isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED;
	uint64_t stride = (uint64_t)g->s->of[i->operands[1].v[0].reg].stride;
	LLVMValueRef less = LLVMBuildSub(b, divisor, fin_like(divisor, 1), ""), yes;
	LLVMValueRef bits = LLVMBuildAnd(b, LLVMBuildOr(b, divisor, number, ""), less, "");

	if (g->rows == FIN_ROWS_EVEN)
		return LLVMConstInt(g->w->l->i1, 1, false);
	/* the divisor is a power of two, and lane 0's number a multiple of it */
	yes = LLVMBuildICmp(b, LLVMIntEQ, bits, fin_like(bits, 0), "");
	yes = LLVMBuildAnd(b, yes,
		LLVMBuildICmp(b, is_signed ? LLVMIntSGT : LLVMIntNE, divisor, fin_like(divisor, 0),
			""),
		"");
	return LLVMBuildAnd(b, yes,
		LLVMBuildICmp(b, LLVMIntULE, number,
			fin_like(number,
				(is_signed ? INT32_MAX : UINT32_MAX) - stride * (g->lanes - 1)),
			""),
		"");
}

/* i1: whether the numbers of a quotient or remainder are so; those of sums are if their operands'
 * are. */
static LLVMValueRef own_pattern_holds(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	struct fin_view v = fin_gang_scalars(g, part);

	return i->lowering == ISA_LOWER_DIVIDE
	               ? fin_gang_divides_evenly(g, i, fin_src(&v.w, i, 1), fin_src(&v.w, i, 2))
	               : LLVMConstInt(g->w->l->i1, 1, false);
}

LLVMValueRef fin_gang_pattern_holds(struct fin_gang *g, uint32_t reg, unsigned part)
{
	return fin_gang_all_risks(g, reg, part, FIN_RISK_PATTERN, own_pattern_holds);
}
