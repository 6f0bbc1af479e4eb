/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the regions that run for the first work-items of a group only, and which of them have code
 * for one work-item besides (shape/few_items.h). */
#include "pipeline/choose_few.h"
#include "gang/gang.h"

/* Kernels with more regions are long, and gain little from each. */
enum { MAX_REGIONS = 64 };

/* Whether a part of the kernel may be left out for work-items that do nothing there. */
static bool may_leave_out(const struct fin_prepared *p)
{
	const struct fin_function *f = p->f;

	return p->regions.count > 1 && p->regions.count <= MAX_REGIONS && p->row == 0 &&
	       !f->module->step_by_step && f->module->profile == NULL && !f->yields &&
	       (f->control.break_mask | f->control.detect_mask) == 0;
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

void fin_choose_few(struct fin_prepared *p)
{
	const struct fin_few_view v = {p->f, &p->regions, p->flows, &p->in_rows, &p->any};
	bool some = false, one_by_one = false;

	if (!may_leave_out(p))
		return;
	p->few = ARENA_ARRAY(p->f->module->arena, struct fin_few_items, p->regions.count);
	for (uint32_t r = 1; r < p->regions.count; r++) {
		p->few[r] = fin_few_items_of(&v, r);
		some |= p->few[r].bound_count > 0;
		one_by_one |= p->few[r].one_by_one;
	}
	if (!some)
		p->few = NULL;
	if (!one_by_one)
		return;
	if (!fin_needs_lockstep(p->f, p->flows, p->regions.count))
		fin_shapes(p->f, &p->regions, p->flows,
			(struct fin_shape_rules){.in_rows = true, .single = true}, &p->single);
	for (uint32_t r = 1; r < p->regions.count; r++)
		p->few[r].one_by_one &= p->single.of != NULL && is_scalar(p, r);
}
