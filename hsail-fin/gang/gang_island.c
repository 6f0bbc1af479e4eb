/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lowers an island (islands.h). There is straight code for all lanes, which has linear values as
 * sums of a scalar and a constant, and a loop for lanes that are on, which finds all values in
 * memory. */
#include "gang/islands.h"
#include "gang/gang_lanes.h"

bool fin_gang_is_in_island(const struct fin_gang *g, const struct fin_inst *i)
{
	return i->island != NULL && g->lanes > 1 && !g->is_stacked && !g->outlines && !g->shares;
}

static const struct fin_inst *next_member(const struct fin_inst *i)
{
	const struct fin_island *island = i->island;

	if (i == island->root)
		return NULL;
	do
		i = i->next;
	while (i->island != island);
	return i;
}

/* ---- values from outside -------------------------------------------------------------------- */

static bool is_defined(const struct fin_island *s, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = s->first; i != s->root; i = next_member(i))
		if (fin_inst_defs(i, regs) == 1 && regs[0] == reg)
			return true;
	return false;
}

/* What is done for each value of a shape that the island takes from outside. */
typedef void for_value(struct fin_gang *g, uint32_t reg, void *data);

static void for_values(struct fin_gang *g, const struct fin_island *s, enum fin_shape_kind kind,
	for_value *then, void *data)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = s->first; i != NULL; i = next_member(i))
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			if (g->s->of[regs[n - 1]].kind == kind && !is_defined(s, regs[n - 1]))
				then(g, regs[n - 1], data);
}

static void spill(struct fin_gang *g, uint32_t reg, void *data)
{
	(void)data;
	fin_gang_spill(g, reg);
}

static void test_linear(struct fin_gang *g, uint32_t reg, void *data)
{
	LLVMValueRef *all = data;

	for (unsigned p = 0; g->s->of[reg].risky && p < g->parts; p++)
		*all = LLVMBuildAnd(g->w->l->b, *all, fin_gang_is_linear(g, reg, p), "");
}

/* ---- lanes ---------------------------------------------------------------------------------- */

static void run_lane(struct fin_view *lane, const struct fin_island *s, LLVMValueRef *own)
{
	lane->own = own;
	for (const struct fin_inst *i = s->first; i != NULL; i = next_member(i))
		fin_lower_inst(&lane->w, i);
}

/* Runs all lanes, if all are on and linear values are so. */
static void all_lanes(struct fin_gang *g, const struct fin_island *s, LLVMValueRef on,
	LLVMValueRef *own, LLVMBasicBlockRef after)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef all = fin_gang_block(g, "lanes"), some = fin_gang_block(g, "");
	LLVMValueRef full = fin_gang_wave_bits(g, NULL);
	LLVMValueRef yes = LLVMBuildICmp(b, LLVMIntEQ, on, full, "");

	for_values(g, s, FIN_SHAPE_LINEAR, test_linear, &yes);
	LLVMBuildCondBr(b, yes, all, some);
	LLVMPositionBuilderAtEnd(b, all);
	for (unsigned n = 0; n < g->parts * g->lanes; n++) {
		struct fin_view lane = fin_gang_lane(g, LLVMConstInt(g->w->l->i32, n, false));

		run_lane(&lane, s, own);
	}
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, some);
}

void fin_gang_island(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_island *s = i->island;
	LLVMValueRef *own, on;
	LLVMBasicBlockRef after;
	struct fin_lane_loop l;

	if (i != s->root)
		return;
	own = mem_new(g->w->f->reg_count, sizeof *own);
	on = fin_gang_wave_bits(g, g->mask);
	after = fin_gang_block(g, "");
	for_values(g, s, FIN_SHAPE_VARYING, spill, NULL);
	if (!g->is_terse)
		all_lanes(g, s, on, own, after);
	for_values(g, s, FIN_SHAPE_LINEAR, spill, NULL);
	l = fin_gang_open_lanes(g);
	run_lane(&l.lane, s, own);
	fin_gang_close_lanes(g, &l);
	LLVMBuildBr(g->w->l->b, after);
	LLVMPositionBuilderAtEnd(g->w->l->b, after);
	mem_free(own);
}
