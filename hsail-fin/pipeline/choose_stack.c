/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses whether the parts of a gang are stacked: lie behind each other along y, where lanes are
 * along x, or along x where these are along another dimension.
 *
 * A product of matrices loads an element of one matrix for a row of work-items, and a vector of the
 * other for a column of them. Parts of one column load that vector once. So there are more sums for
 * each load, and enough of them that the processor need not wait for one to make the next. */
#include "pipeline/choose_stack.h"
#include "gang/gang.h"
#include "gang/vector_cost.h"
#include "ir/exceptions.h"
#include "ir/limits.h"
#include "ir/lowering.h"
#include "pipeline/choose_row.h"
#include "shape/id_steps.h"

/* So many times faster the estimate has to be. */
static const double WORTH = 1.15;

static bool may_be_stacked(const struct fin_prepared *p, unsigned stack)
{
	const struct fin_shapes *s = p->row != 0 ? &p->across : &p->in_rows;
	const struct fin_function *f = p->f;
	bool has_ids = false;

	if (fin_each_counts(f) || !fin_may_reorder(p))
		return false;
	for (uint32_t r = 0; r < p->regions.count; r++)
		if (p->flows[r].dispatched)
			return false;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next) {
			if (!fin_fits_wide_gang(f, s, i))
				return false;
			has_ids |= fin_reads_id(i, stack);
		}
	return has_ids;
}

/* How many values the loop at block `b` takes from one iteration to the next in each part, in
 * vectors of 32-bit elements. */
static unsigned carried(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_bits *alike, const struct fin_block *b)
{
	unsigned n = 0;

	for (uint32_t k = 0; k < b->phi_count; k++) {
		uint32_t reg = b->phis[k].reg;

		if (s->of[reg].kind == FIN_SHAPE_VARYING && !fin_bits_has(alike, reg))
			n += (f->regs[reg].bits + 31) / 32;
	}
	return n;
}

static unsigned most_carried(const struct fin_prepared *p, const struct fin_shapes *s,
	const struct fin_bits *alike)
{
	unsigned most = 0;

	for (uint32_t r = 0; r < p->regions.count; r++)
		for (uint32_t l = 0; l < p->flows[r].loop_count; l++) {
			const struct fin_flow *w = &p->flows[r];
			unsigned n = carried(p->f, s, alike, w->order[w->loops[l].header]);

			most = n > most ? n : most;
		}
	return most;
}

/* How many parts are best. While one adds to a sum of each work-item, the processor could begin
 * eight additions; but groups whose size is not known may have no stacks of eight. */
static unsigned parts_for(const struct fin_prepared *p, unsigned carried)
{
	if (carried == 1 && p->f->control.required_wg[0] != 0)
		return 8;
	return p->lanes > 4 && carried > FIN_LIMIT_STACK_CARRIED ? 2 : 4;
}

/* How many parts there are to be, which have up to 64 lanes; 0: groups of the size that the kernel
 * requires have no such stacks. */
static unsigned parts_of(const struct fin_prepared *p, const struct fin_shapes *s, unsigned stack,
	const struct fin_bits *alike)
{
	static const unsigned told[] = {
		[FINALIZE_STACK_2] = 2, [FINALIZE_STACK_4] = 4, [FINALIZE_STACK_8] = 8};
	const uint32_t *wg = p->f->control.required_wg;
	unsigned parts = told[p->options->stack];

	if (p->options->stack == FINALIZE_STACK_AUTO)
		parts = parts_for(p, most_carried(p, s, alike));
	while (parts * p->lanes > 64 || (wg[0] != 0 && wg[stack] % parts != 0))
		parts /= 2;
	return parts > 1 && (wg[0] == 0 || wg[p->row] % p->lanes == 0) ? parts : 0;
}

/* Whether it is much that so many parts have alike, in a kernel that may get a body more. */
static bool pays(const struct fin_prepared *p, unsigned parts, const struct fin_bits *alike)
{
	const struct fin_shapes *hoped = p->row != 0 ? &p->across_hoped : &p->hoped;
	struct fin_payoff_target t = {.lanes = p->lanes};
	double gain;

	if (fin_instruction_count(p->f) > FIN_LIMIT_STACK)
		return false;
	gain = fin_gang_gain(p->f, &p->regions, p->flows, hoped, &t);
	t.alike = alike;
	t.parts = parts;
	return fin_gang_gain(p->f, &p->regions, p->flows, hoped, &t) >= gain * WORTH;
}

/* Whether a register is alike although something that it is made of is not. */
static bool cancels(const struct fin_shapes *s, const struct fin_bits *alike, uint32_t reg)
{
	const struct fin_inst *i = s->def[reg];
	uint32_t regs[FIN_MAX_REGS];

	if (i == NULL || !fin_bits_has(alike, reg))
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!fin_is_uniform(s->of[regs[n - 1]]) && !fin_bits_has(alike, regs[n - 1]))
			return true;
	return false;
}

/* Finds what is alike. Sets *level to the sums among it in which the id along which parts are
 * stacked cancels out, if tests for the group hold. */
static struct fin_bits find_alike(const struct fin_prepared *p, const struct fin_shapes *s,
	unsigned stack, struct fin_bits *level)
{
	const struct fin_function *f = p->f;
	struct fin_bits alike = fin_alike(f, &p->regions, p->flows, s, stack, NULL);

	*level = fin_bits_new(f->module->arena, f->reg_count);
	if (p->sums.sums.count == 0)
		return alike;
	*level = fin_level_sums(f, s, stack);
	for (uint32_t reg = 0; reg < f->reg_count; reg++)
		if (fin_is_uniform(s->of[reg]) || fin_bits_has(&alike, reg))
			fin_bits_remove(level, reg);
	fin_keep_id_sums(f, s, level);
	if (fin_bits_next(level, 0, f->reg_count) == f->reg_count)
		return alike;
	alike = fin_alike(f, &p->regions, p->flows, s, stack, level);
	for (uint32_t reg = 0; reg < f->reg_count; reg++)
		if (!cancels(s, &alike, reg))
			fin_bits_remove(level, reg);
	return alike;
}

void fin_choose_stack(struct fin_prepared *p)
{
	unsigned stack = p->row == 0, parts;
	const struct fin_shapes *s = p->row != 0 ? &p->across : &p->in_rows;
	struct fin_bits alike, level;

	if (p->options->stack == FINALIZE_STACK_OFF || !may_be_stacked(p, stack))
		return;
	alike = find_alike(p, s, stack, &level);
	parts = parts_of(p, s, stack, &alike);
	if (parts == 0 || (p->options->stack == FINALIZE_STACK_AUTO && !pays(p, parts, &alike)))
		return;
	p->stacked = parts;
	if (p->row == 0)
		p->across = p->in_rows;
	p->across.alike = alike;
	if (p->sums.sums.count > 0)
		fin_add_id_sums(p->f, s, &level, &p->sums);
}
