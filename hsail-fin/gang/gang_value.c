/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Registers of a wave, kept as their shape allows (gang.h). Slots are allocas that LLVM promotes.
 * They start as zero in every gang: a lane that is off must never hold poison, which one blended
 * mask would spread to the lanes that are on. */
#include "gang/gang.h"
#include "ir/bits.h"

/* ---- slots ---------------------------------------------------------------------------------- */

static LLVMTypeRef slot_type(struct fin_gang *g, uint32_t reg)
{
	LLVMTypeRef bits = fin_int_type(g->w->l, g->w->f->regs[reg].bits);

	return g->s->of[reg].kind == FIN_SHAPE_VARYING ? fin_vector_of(bits, g->lanes) : bits;
}

static unsigned slot_count(const struct fin_gang *g, uint32_t reg)
{
	return fin_is_once(g->s, reg) ? 1 : g->parts;
}

/* The value with which a slot starts. A local register needs none: only lanes that are off read it
 * before it is written, and what it had in the gang before must not be kept alive. */
static LLVMValueRef first_value(const struct fin_gang *g, uint32_t reg, LLVMTypeRef type)
{
	return fin_bits_has(&g->local, reg) ? LLVMGetUndef(type) : LLVMConstNull(type);
}

static LLVMValueRef slot(struct fin_gang *g, uint32_t reg, unsigned part)
{
	LLVMTypeRef type = slot_type(g, reg);
	unsigned n = slot_count(g, reg);

	if (g->slot[reg][0] == NULL)
		for (unsigned p = 0; p < n; p++)
			g->slot[reg][p] = LLVMBuildAlloca(g->w->entry, type, "");
	if (!fin_bits_has(&g->started, reg)) {
		fin_bits_add(&g->started, reg);
		for (unsigned p = 0; p < n; p++)
			LLVMBuildStore(g->init, first_value(g, reg, type), g->slot[reg][p]);
	}
	return g->slot[reg][n == 1 ? 0 : part];
}

static LLVMValueRef read_slot(struct fin_gang *g, uint32_t reg, unsigned part)
{
	return LLVMBuildLoad2(g->w->l->b, slot_type(g, reg), slot(g, reg, part), "");
}

void fin_gang_put(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v)
{
	LLVMBuildStore(g->w->l->b, v, slot(g, reg, part));
	if (g->spilled_in != NULL)
		fin_bits_remove(&g->spilled, reg);
}

void fin_gang_blend(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v,
	LLVMValueRef mask)
{
	if (mask != NULL)
		v = fin_select(g->w->l, mask, v, read_slot(g, reg, part));
	fin_gang_put(g, reg, part, v);
}

/* ---- risky linear values -------------------------------------------------------------------- */

/* Finds the register for which a phi with equal sources stands. */
static uint32_t look_through(const struct fin_gang *g, uint32_t reg)
{
	while (g->s->phi[reg] != NULL)
		reg = g->s->phi[reg]->from[0];
	return reg;
}

void fin_gang_put_exact(struct fin_gang *g, uint32_t reg, unsigned part, LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	if (g->exact[reg][part] == NULL)
		g->exact[reg][part] = LLVMBuildAlloca(g->w->entry, type, "");
	LLVMBuildStore(g->init, LLVMConstNull(type), g->exact[reg][part]);
	LLVMBuildStore(g->w->l->b, v, g->exact[reg][part]);
}

/* Computes each lane's own value of a risky register, from its definition. */
static LLVMValueRef exact_vector(struct fin_gang *g, uint32_t reg, unsigned part)
{
	struct fin_view v = fin_gang_vectors(g, part);

	reg = look_through(g, reg);
	if (g->exact[reg][part] != NULL)
		return LLVMBuildLoad2(g->w->l->b, fin_vector_of(g->w->l->i32, g->lanes),
			g->exact[reg][part], "");
	v.wanted = reg;
	fin_lower_inst(&v.w, g->s->def[reg]);
	if (v.found == NULL)
		BUG("definition of register %u does not define it", reg);
	return v.found;
}

/* i1: whether base + (lanes - 1) * stride stays in the range of the type that `cvt` widens. */
static LLVMValueRef stays_in_range(struct fin_gang *g, const struct fin_inst *cvt, unsigned part)
{
	LLVMBuilderRef b = g->w->l->b;
	uint32_t reg = cvt->operands[1].v[0].reg;
	int64_t span = g->s->of[reg].stride * (int64_t)(g->lanes - 1);
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
	int64_t span = g->s->of[reg].stride * (int64_t)(g->lanes - 1);
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

LLVMValueRef fin_gang_is_linear(struct fin_gang *g, uint32_t reg, unsigned part)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef all = LLVMConstInt(g->w->l->i1, 1, false);
	const struct fin_inst *i;
	uint32_t regs[FIN_MAX_REGS];
	uint64_t low;

	if (!g->s->of[reg].risky)
		return all;
	i = g->s->def[look_through(g, reg)];
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		all = LLVMBuildAnd(b, all, fin_gang_is_linear(g, regs[n - 1], part), "");
	if (i->lowering == ISA_LOWER_DIVIDE)
		all = LLVMBuildAnd(b, all, fin_row_is_whole(g, i, part), "");
	if (fin_splits_number(g->s, i, &low))
		all = LLVMBuildAnd(b, all, stays_below(g, i, low, part), "");
	if (fin_shifts_evenly(g->s, i))
		all = LLVMBuildAnd(b, all, stays_in_type(g, i, part), "");
	if (i->lowering == ISA_LOWER_CVT &&
		isa_type_find(i->isa->type)->bits > isa_type_find(i->isa->source_type)->bits &&
		g->s->of[i->operands[1].v[0].reg].stride != 0 && fin_widens_a_sum(g->s, i))
		all = LLVMBuildAnd(b, all, stays_in_range(g, i, part), "");
	return all;
}

bool fin_gang_has_rows(const struct fin_gang *g, uint32_t reg)
{
	const struct fin_inst *i;
	uint32_t regs[FIN_MAX_REGS];
	uint64_t low;

	if (!g->s->of[reg].risky)
		return false;
	i = g->s->def[look_through(g, reg)];
	if (i->lowering == ISA_LOWER_DIVIDE || fin_splits_number(g->s, i, &low))
		return true;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (fin_gang_has_rows(g, regs[n - 1]))
			return true;
	return false;
}

const struct fin_inst *fin_gang_def(const struct fin_gang *g, uint32_t reg)
{
	if (fin_bits_has(&g->opaque, reg) || fin_bits_has(&g->s->blend, reg))
		return NULL;
	return g->s->def[reg];
}

/* ---- reading and writing -------------------------------------------------------------------- */

LLVMValueRef fin_gang_scalar(struct fin_gang *g, uint32_t reg, unsigned part)
{
	if (g->s->of[reg].kind == FIN_SHAPE_VARYING)
		BUG("register %u varies", reg);
	return read_slot(g, reg, part);
}

LLVMValueRef fin_gang_vector(struct fin_gang *g, uint32_t reg, unsigned part)
{
	struct fin_lane_shape s = g->s->of[reg];
	LLVMValueRef base;

	if (s.kind == FIN_SHAPE_VARYING)
		return read_slot(g, reg, part);
	if (s.kind == FIN_SHAPE_LINEAR && s.risky)
		return exact_vector(g, reg, part);
	base = read_slot(g, reg, part);
	if (s.kind != FIN_SHAPE_LINEAR || s.stride == 0)
		return fin_splat(g->w->l, base, g->lanes);
	return LLVMBuildAdd(g->w->l->b, fin_splat(g->w->l, base, g->lanes),
		fin_gang_iota(g, LLVMTypeOf(base), (uint64_t)s.stride), "");
}

LLVMTypeRef fin_gang_spill_type(struct fin_gang *g, uint32_t reg)
{
	unsigned bits = g->w->f->regs[reg].bits;

	return fin_int_type(g->w->l, bits < 8 ? 8 : bits);
}
