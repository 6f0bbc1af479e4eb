/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Risky linear values: those that are linear unless a sum wraps, or a part has the end of a row of
 * divided ids. There is a scalar for each part, which is lane 0's; whether a part is linear is
 * tested where it matters, and each lane's own value is made where it is not.
 *
 * A sum has a risk from each of its operands. With many sums on top of each other, there are more
 * ways down to their roots than one could walk, so each register is visited once: what is made of
 * it is known for the rest of the LLVM block. */
#include "gang/gang.h"

/* Finds the register for which a phi with equal sources stands. */
static uint32_t look_through(const struct fin_gang *g, uint32_t reg)
{
	while (g->s->phi[reg] != NULL)
		reg = g->s->phi[reg]->from[0];
	return reg;
}

const struct fin_inst *fin_gang_risky_def(const struct fin_gang *g, uint32_t reg)
{
	return g->s->def[look_through(g, reg)];
}

/* ---- what is known in a block --------------------------------------------------------------- */

struct fin_risk *fin_gang_risk(struct fin_gang *g, uint32_t reg)
{
	if (g->risk[reg] == NULL)
		g->risk[reg] = ARENA_NEW(g->w->f->module->arena, struct fin_risk);
	return g->risk[reg];
}

bool fin_gang_knows(const struct fin_gang *g, const struct fin_known *k)
{
	return k->in != NULL && k->in == LLVMGetInsertBlock(g->w->l->b);
}

LLVMValueRef fin_gang_note(const struct fin_gang *g, struct fin_known *k, LLVMValueRef v)
{
	*k = (struct fin_known){.v = v, .in = LLVMGetInsertBlock(g->w->l->b)};
	return v;
}

void fin_gang_forget(struct fin_gang *g, uint32_t reg, unsigned part)
{
	struct fin_risk *r = g->risk[reg];

	if (r == NULL)
		return;
	r->pattern.in = NULL;
	for (unsigned p = part; p < (fin_is_once(g->s, reg) ? g->parts : part + 1); p++) {
		r->exact[p].in = r->first[p].in = NULL;
		for (unsigned test = 0; test < FIN_RISK_TESTS; test++)
			r->test[test][p].in = NULL;
	}
}

/* ---- each lane's own value ------------------------------------------------------------------ */

void fin_gang_put_exact(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	LLVMValueRef *slot = &fin_gang_risk(g, reg)->slot[part];

	if (*slot == NULL)
		*slot = LLVMBuildAlloca(g->w->entry, type, "");
	LLVMBuildStore(g->init, LLVMConstNull(type), *slot);
	LLVMBuildStore(g->w->l->b, v, *slot);
}

LLVMValueRef fin_gang_exact(struct fin_gang *g, uint32_t reg, unsigned part)
{
	struct fin_view v = fin_gang_vectors(g, part);
	struct fin_risk *r;

	reg = look_through(g, reg);
	r = fin_gang_risk(g, reg);
	if (r->slot[part] != NULL)
		return LLVMBuildLoad2(g->w->l->b, fin_vector_of(g->w->l->i32, g->lanes),
			r->slot[part], "");
	if (fin_gang_knows(g, &r->exact[part]))
		return r->exact[part].v;
	v.wanted = reg;
	fin_lower_inst(&v.w, g->s->def[reg]);
	if (v.found == NULL)
		BUG("definition of register %u does not define it", reg);
	return fin_gang_note(g, &r->exact[part], v.found);
}

LLVMValueRef fin_gang_exact_first(struct fin_gang *g, uint32_t reg, unsigned part)
{
	struct fin_view v = fin_gang_scalars(g, part);
	struct fin_known *known;

	reg = look_through(g, reg);
	known = &fin_gang_risk(g, reg)->first[part];
	if (fin_gang_knows(g, known))
		return known->v;
	v.wanted = reg;
	fin_lower_inst(&v.w, g->s->def[reg]);
	if (v.found == NULL)
		BUG("definition of register %u does not define it", reg);
	return fin_gang_note(g, known, v.found);
}

/* ---- whether a part is linear --------------------------------------------------------------- */

/* How far the last lane's number is from lane 0's: in the part, or in the gang if the result of `i`
 * is to be linear there. */
static int64_t span_of(const struct fin_gang *g, const struct fin_inst *i, uint32_t operand)
{
	unsigned parts = fin_gang_goes_on(g, i->operands[0].v[0].reg) ? g->parts : 1;

	return g->s->of[operand].stride * (int64_t)(g->lanes * parts - 1);
}

/* i1: whether base + (lanes - 1) * stride stays in the range of the type that `cvt` widens. */
static LLVMValueRef stays_in_range(struct fin_gang *g, const struct fin_inst *cvt, unsigned part)
{
	LLVMBuilderRef b = g->w->l->b;
	uint32_t reg = cvt->operands[1].v[0].reg;
	int64_t span = span_of(g, cvt, reg);
	bool is_signed = isa_type_find(cvt->isa->source_type)->kind == ISA_KIND_SIGNED;
	int64_t min = is_signed ? INT32_MIN : 0, max = is_signed ? INT32_MAX : UINT32_MAX;
	LLVMValueRef base = fin_resize(g->w->l, fin_gang_scalar(g, reg, part), 64, is_signed);

	if (span < 0)
		return LLVMBuildICmp(b, LLVMIntSGE, base, fin_like(base, (uint64_t)(min - span)),
			"");
	return LLVMBuildICmp(b, LLVMIntSLE, base, fin_like(base, (uint64_t)(max - span)), "");
}

/* i1: whether base + (lanes - 1) * stride stays in the range of the type that `shift` shifts. */
static LLVMValueRef stays_in_type(struct fin_gang *g, const struct fin_inst *shift, unsigned part)
{
	LLVMBuilderRef b = g->w->l->b;
	const struct isa_type *t = isa_type_find(shift->isa->type);
	bool is_signed = t->kind == ISA_KIND_SIGNED;
	uint32_t reg = shift->operands[1].v[0].reg;
	int64_t span = span_of(g, shift, reg);
	uint64_t ones = UINT64_MAX >> (64 - t->bits);
	uint64_t max = is_signed ? ones >> 1 : ones, min = is_signed ? ~max : 0;
	LLVMValueRef base = fin_gang_scalar(g, reg, part);

	if (span < 0)
		return LLVMBuildICmp(b, is_signed ? LLVMIntSGE : LLVMIntUGE, base,
			fin_like(base, min - (uint64_t)span), "");
	return LLVMBuildICmp(b, is_signed ? LLVMIntSLE : LLVMIntULE, base,
		fin_like(base, max - (uint64_t)span), "");
}

/* i1: whether no lane's number carries over the bits `low` of lane 0's. */
static LLVMValueRef stays_below(struct fin_gang *g, const struct fin_inst *i, uint64_t low,
	unsigned part)
{
	unsigned k = i->operands[1].v[0].kind == FIN_VALUE_REG ? 1 : 2;
	uint32_t reg = i->operands[k].v[0].reg;
	uint64_t span = (uint64_t)g->s->of[reg].stride * (g->lanes - 1);
	LLVMValueRef base = fin_gang_scalar(g, reg, part);

	base = LLVMBuildAnd(g->w->l->b, base, fin_like(base, low), "");
	return LLVMBuildICmp(g->w->l->b, LLVMIntULE, base, fin_like(base, low - span), "");
}

/* i1: whether the risk that a definition adds to those of its operands does not come true. */
static LLVMValueRef own_risk_is_off(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	uint64_t low;

	if (i->lowering == ISA_LOWER_DIVIDE)
		return fin_row_is_whole(g, i, part);
	if (fin_splits_number(g->s, i, &low))
		return stays_below(g, i, low, part);
	if (fin_shifts_evenly(g->s, i))
		return stays_in_type(g, i, part);
	if (i->lowering == ISA_LOWER_CVT &&
		isa_type_find(i->isa->type)->bits > isa_type_find(i->isa->source_type)->bits &&
		g->s->of[i->operands[1].v[0].reg].stride != 0 && fin_widens_a_sum(g->s, i))
		return stays_in_range(g, i, part);
	return LLVMConstInt(g->w->l->i1, 1, false);
}

LLVMValueRef fin_gang_all_risks(struct fin_gang *g, uint32_t reg, unsigned part,
	enum fin_risk_test test,
	LLVMValueRef (*own)(struct fin_gang *, const struct fin_inst *, unsigned part))
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef all = LLVMConstInt(g->w->l->i1, 1, false);
	struct fin_known *known;
	const struct fin_inst *i;
	uint32_t regs[FIN_MAX_REGS];

	if (!g->s->of[reg].risky)
		return all;
	if (test == FIN_RISK_LINEAR && fin_gang_goes_on(g, reg))
		part = 0; /* whose test is that of the gang */
	known = &fin_gang_risk(g, reg)->test[test][part];
	if (fin_gang_knows(g, known))
		return known->v;
	i = fin_gang_risky_def(g, reg);
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		all = LLVMBuildAnd(b, all, fin_gang_all_risks(g, regs[n - 1], part, test, own), "");
	return fin_gang_note(g, known, LLVMBuildAnd(b, all, own(g, i, part), ""));
}

LLVMValueRef fin_gang_is_linear(struct fin_gang *g, uint32_t reg, unsigned part)
{
	return fin_gang_all_risks(g, reg, part, FIN_RISK_LINEAR, own_risk_is_off);
}

/* ---- what the risk depends on --------------------------------------------------------------- */

static bool any_risk(const struct fin_gang *g, uint32_t reg,
	bool (*is)(const struct fin_gang *, const struct fin_inst *), struct fin_bits *seen)
{
	const struct fin_inst *i;
	uint32_t regs[FIN_MAX_REGS];

	if (!g->s->of[reg].risky || fin_bits_has(seen, reg))
		return false;
	fin_bits_add(seen, reg);
	i = fin_gang_risky_def(g, reg);
	if (is(g, i))
		return true;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (any_risk(g, regs[n - 1], is, seen))
			return true;
	return false;
}

bool fin_gang_any_risk(const struct fin_gang *g, uint32_t reg,
	bool (*is)(const struct fin_gang *, const struct fin_inst *))
{
	struct fin_bits seen;

	if (!g->s->of[reg].risky)
		return false;
	seen = fin_bits_new(g->w->f->module->arena, g->w->f->reg_count);
	return any_risk(g, reg, is, &seen);
}

static bool has_row(const struct fin_gang *g, const struct fin_inst *i)
{
	uint64_t low;

	return i->lowering == ISA_LOWER_DIVIDE || fin_splits_number(g->s, i, &low);
}

bool fin_gang_has_rows(const struct fin_gang *g, uint32_t reg)
{
	return fin_gang_any_risk(g, reg, has_row);
}
