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
	fin_gang_forget(g, reg, part);
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

const struct fin_inst *fin_gang_def(const struct fin_gang *g, uint32_t reg)
{
	if (fin_bits_has(&g->opaque, reg) || fin_bits_has(&g->s->blend, reg))
		return NULL;
	return g->s->def[reg];
}

/* ---- reading and writing -------------------------------------------------------------------- */

bool fin_gang_goes_on(const struct fin_gang *g, uint32_t reg)
{
	return !g->is_stacked && g->s->of[reg].kind == FIN_SHAPE_LINEAR && fin_is_once(g->s, reg);
}

/* Lane 0's value in a later part of a register that is linear in the whole gang. */
static LLVMValueRef go_on(struct fin_gang *g, uint32_t reg, unsigned part)
{
	LLVMValueRef v = read_slot(g, reg, 0);
	uint64_t lanes = (uint64_t)part * g->lanes;

	return LLVMBuildAdd(g->w->l->b, v, fin_like(v, lanes * (uint64_t)g->s->of[reg].stride), "");
}

LLVMValueRef fin_gang_scalar(struct fin_gang *g, uint32_t reg, unsigned part)
{
	struct fin_lane_shape s = g->s->of[reg];

	if (s.kind == FIN_SHAPE_VARYING)
		BUG("register %u varies", reg);
	if (part == 0 || !fin_gang_goes_on(g, reg))
		return read_slot(g, reg, part);
	return s.risky && !g->is_tested ? fin_gang_exact_first(g, reg, part) : go_on(g, reg, part);
}

LLVMValueRef fin_gang_vector(struct fin_gang *g, uint32_t reg, unsigned part)
{
	struct fin_lane_shape s = g->s->of[reg];
	LLVMValueRef base;

	if (s.kind == FIN_SHAPE_VARYING)
		return read_slot(g, reg, part);
	if (s.kind == FIN_SHAPE_LINEAR && s.risky)
		return fin_gang_exact(g, reg, part);
	base = fin_gang_scalar(g, reg, part);
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
