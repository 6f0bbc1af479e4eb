/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the regions that run for the first work-items of a group only, and which of them have code
 * for one work-item besides (shape/few_items.h). */
#include "pipeline/choose_few.h"
#include "gang/gang.h"
#include "ir/exceptions.h"
#include "ir/limits.h"
#include "ir/lowering.h"

/* Kernels with more regions are long, and gain little from each. */
enum { MAX_REGIONS = 64 };

/* Whether a part of the kernel may be left out for work-items that do nothing there. */
static bool may_leave_out(const struct fin_prepared *p)
{
	const struct fin_function *f = p->f;

	return !f->yields && !fin_each_counts(f);
}

static bool varies(const struct fin_shapes *s, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t k = 0; k < b->phi_count; k++)
		if (!fin_is_uniform(s->of[b->phis[k].reg]))
			return true;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
			if (!fin_is_uniform(s->of[regs[n - 1]]))
				return true;
	return false;
}

/* Whether all registers of a region are scalars in the code for one work-item. */
static bool is_scalar(const struct fin_prepared *p, uint32_t region)
{
	for (uint32_t k = 0; k < p->flows[region].count; k++)
		if (varies(&p->single, p->flows[region].order[k]))
			return false;
	return true;
}

static void find_single(struct fin_prepared *p)
{
	if (p->single.of == NULL && !fin_needs_lockstep(p->f, p->flows, p->regions.count))
		fin_shapes(p->f, &p->regions, p->flows,
			(struct fin_shape_rules){.in_rows = true, .single = true}, &p->single);
}

/* Whether vectors are hardly ever partial. A kernel with barriers that requires a size of groups is
 * run in whole groups. One without runs its work-items by rows, and only where what tests in the
 * code ask for does not hold is there anything left. */
static bool is_hardly_partial(const struct fin_prepared *p)
{
	uint32_t n = p->f->control.required_wg[0];

	return p->regions.count > 1 ? n != 0 && n % p->lanes == 0 : p->sums.some || p->whole_rows;
}

/* Finds whether all regions may run for one work-item after the other, where the kernel may gain
 * from that (gang_kernel.h). */
static void choose_single(struct fin_prepared *p)
{
	const struct fin_function *f = p->f;

	if (f->yields || f->in_order || f->dynamic_stack || f->module->profile != NULL ||
		f->module->step_by_step || fin_has_lowering(f, ISA_LOWER_LANE) ||
		fin_has_lowering(f, ISA_LOWER_CALL) || !is_hardly_partial(p))
		return;
	find_single(p);
	/* where no lanes part, shapes do not tell that some work-items end before a barrier */
	p->all_single = p->single.of != NULL && !p->single.live_mask && !p->in_rows.live_mask &&
	                !p->any.live_mask;
	for (uint32_t r = 0; r < p->regions.count; r++)
		p->all_single = p->all_single && is_scalar(p, r);
}

/* ---- steps that vectors can take ------------------------------------------------------------ */

/* Whether neighbours access elements that are a few elements apart, or all access one. */
static bool is_near(const struct fin_prepared *p, const struct fin_shapes *s,
	const struct fin_inst *i)
{
	struct fin_lane_shape a = fin_address_shape(p->f, s, i, 1);
	int64_t bytes = isa_type_find(i->isa->type)->bits / 8;

	if (fin_is_uniform(a))
		return true;
	return a.kind == FIN_SHAPE_LINEAR && i->operands[0].count == 1 && bytes >= 4 &&
	       a.stride >= bytes && a.stride <= FIN_LIMIT_STRIDE * bytes && a.stride % bytes == 0;
}

static bool are_all_near(const struct fin_prepared *p, uint32_t region, const struct fin_shapes *s)
{
	const struct fin_flow *w = &p->flows[region];

	for (uint32_t at = 0; at < w->count; at++)
		for (const struct fin_inst *i = w->order[at]->first; i != NULL; i = i->next)
			if (fin_is_access(i) && !is_near(p, s, i))
				return false;
	return true;
}

/* Whether all steps are multiples of one register, at most `value` times of which is near. */
static bool may_be_near(const struct fin_few_items *few, uint64_t value)
{
	for (unsigned k = 0; k < few->step_count; k++)
		if (few->step[k].reg != few->step[0].reg || few->step[k].at != few->step[0].at ||
			few->step[k].factor * value > FIN_LIMIT_STRIDE * few->step[k].element)
			return false;
	return true;
}

static bool reads(const struct fin_block *b, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			if (regs[n - 1] == reg)
				return true;
	return false;
}

/* Whether all instructions of the region that read the step's register read the same value. */
static bool has_one_value(const struct fin_prepared *p, uint32_t region,
	const struct fin_access_step *s)
{
	const struct fin_few_view v = {p->f, &p->regions, p->flows, &p->in_rows, &p->any};
	const struct fin_flow *w = &p->flows[region];
	struct fin_origin o = fin_origin_of(&v, region, s->reg, s->at);

	for (uint32_t at = 0; at < w->count; at++) {
		struct fin_origin k = fin_origin_of(&v, region, s->reg, at);

		if (reads(w->order[at], s->reg) && (k.kind != o.kind || k.reg != o.reg))
			return false;
	}
	return true;
}

/* Finds the powers of two for which the steps are so near that vectors are better than one
 * work-item after the other. */
static void find_near(struct fin_prepared *p, uint32_t region)
{
	struct fin_few_items *few = &p->few[region];

	if (!few->one_by_one || !few->is_sparse || !few->has_wide || few->step_count == 0 ||
		few->bound[few->wide].sign != 0 || !has_one_value(p, region, &few->step[0]))
		return;
	for (uint64_t value = 1; may_be_near(few, value) && few->near_count < FIN_MAX_NEAR;
		value *= 2) {
		struct fin_near_step *n = &few->near[few->near_count];

		n->settled = (struct fin_settled){region,
			{few->bound[few->wide].branch, few->bound[few->wide].to}, few->step[0].reg,
			few->step[0].at, value};
		fin_shapes(p->f, &p->regions, p->flows,
			(struct fin_shape_rules){.in_rows = true, .settled = &n->settled},
			&n->shapes);
		few->near_count += are_all_near(p, region, &n->shapes);
	}
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Forgets the bounds of regions that cannot be left early: others may depend on these. */
static void drop_bounds(struct fin_prepared *p, const struct fin_few_view *v)
{
	bool dropped = true;

	while (dropped) {
		dropped = false;
		for (uint32_t r = 1; r < p->regions.count; r++)
			if (p->few[r].bound_count > 0 && !fin_few_leave(v, p->few, r)) {
				p->few[r] = (struct fin_few_items){.bound_count = 0};
				dropped = true;
			}
	}
}

static void choose_in_regions(struct fin_prepared *p, const struct fin_few_view *v)
{
	bool some = false, one_by_one = false;

	p->few = ARENA_ARRAY(p->f->module->arena, struct fin_few_items, p->regions.count);
	for (uint32_t r = 1; r < p->regions.count; r++)
		p->few[r] = fin_few_items_of(v, r);
	drop_bounds(p, v);
	for (uint32_t r = 1; r < p->regions.count; r++) {
		some |= p->few[r].bound_count > 0;
		one_by_one |= p->few[r].one_by_one;
	}
	if (!some)
		p->few = NULL;
	if (!one_by_one)
		return;
	find_single(p);
	for (uint32_t r = 1; r < p->regions.count; r++)
		p->few[r].one_by_one &= p->single.of != NULL && is_scalar(p, r);
	p->levels = ARENA_ARRAY(p->f->module->arena, struct fin_levels, p->regions.count);
	for (uint32_t r = 1; r < p->regions.count; r++) {
		if (!p->f->in_order)
			p->levels[r] = fin_levels_of(v, &p->few[r], r);
		if (!p->levels[r].some)
			find_near(p, r);
	}
}

void fin_choose_few(struct fin_prepared *p)
{
	const struct fin_few_view v = {p->f, &p->regions, p->flows, &p->in_rows, &p->any};

	p->reach = (struct fin_reach){0};
	if (may_leave_out(p) && p->regions.count == 1)
		p->reach = fin_reach_of(&v);
	else if (may_leave_out(p) && p->regions.count <= MAX_REGIONS && p->row == 0)
		choose_in_regions(p, &v);
	choose_single(p);
}
