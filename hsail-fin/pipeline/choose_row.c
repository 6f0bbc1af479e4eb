/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses the dimension of work-groups along which lanes run.
 *
 * That is x, as in the waves of HSAIL. But kernels that walk the rows of a matrix by their x ids
 * gather what lanes along y would have side by side. Which work-items run together, and in which
 * order, is free between two barriers where a kernel knows nothing of waves. */
#include "pipeline/choose_row.h"
#include "gang/gang.h"
#include "gang/vector_cost.h"
#include "ir/lowering.h"

/* So many times faster the estimate has to be: groups may have another shape than it hopes. */
static const double WORTH = 1.25;

bool fin_may_reorder(const struct fin_prepared *p)
{
	return !p->f->module->step_by_step &&
	       !fin_needs_lockstep(p->f, p->flows, p->regions.count) && !fin_has_waves(p->f);
}

/* Whether groups may have rows of whole parts in that dimension. */
static bool may_fit(const struct fin_prepared *p, unsigned dim)
{
	const uint32_t *wg = p->f->control.required_wg;

	return wg[0] == 0 || wg[dim] % p->lanes == 0;
}

/* Whether lanes may be along that dimension. */
static bool may_be(const struct fin_prepared *p, unsigned dim)
{
	enum finalize_lanes_along along = p->options->along;

	if (along == FINALIZE_ALONG_AUTO)
		return fin_has_ids(p->f, dim) && may_fit(p, dim);
	return along == (enum finalize_lanes_along)(FINALIZE_ALONG_X + dim);
}

static bool is_in_memory(const struct fin_inst *i)
{
	return fin_is_access(i) && i->isa->segment != BRIG_SEGMENT_GROUP && i->operands[1].has_reg;
}

/* Whether lanes access memory at places apart, where the elements of a cache line are those of
 * other rows. */
static bool is_apart(const struct fin_prepared *p, const struct fin_inst *i)
{
	struct fin_lane_shape s = fin_address_shape(p->f, &p->across_hoped, i, 1);
	int64_t bytes = isa_type_find(i->isa->type)->bits / 8 * i->operands[0].count;

	return !fin_is_part_uniform(s) && (s.kind != FIN_SHAPE_LINEAR || s.stride != bytes);
}

/* Whether lanes along x access a cache line each, as far as ids tell. */
static bool is_far_apart(const struct fin_prepared *p, const struct fin_inst *i)
{
	enum { LINE = 64 };
	struct fin_lane_shape s = fin_address_shape(p->f, &p->hoped, i, 1);

	return s.kind == FIN_SHAPE_LINEAR
	               ? s.stride >= LINE || s.stride <= -LINE
	               : s.kind == FIN_SHAPE_VARYING &&
	                         !fin_depends_on_memory(&p->hoped, i->operands[1].reg);
}

/* Several groups as one make longer rows, which is right where a row's elements are beside each
 * other. Where an access has them apart, the cache lines of one row are those that the next one
 * needs, and a long row has more of them than a cache. */
void fin_choose_tiles(struct fin_prepared *p)
{
	bool apart = false;

	for (size_t k = 0; k < p->f->block_count; k++)
		for (const struct fin_inst *i = p->f->blocks[k]->first; i != NULL; i = i->next)
			apart |= is_in_memory(i) && (p->row != 0 ? is_apart : is_far_apart)(p, i);
	if (p->row != 0 && apart)
		p->f->alike = (struct fin_alike){.items = 0};
	else
		p->f->alike.along_y = p->row == 1 || (apart && fin_has_ids(p->f, 1));
}

void fin_choose_row(struct fin_prepared *p)
{
	const struct fin_payoff_target t = {.lanes = p->lanes};
	bool is_told = p->options->along != FINALIZE_ALONG_AUTO;
	double best;

	if ((!may_be(p, 1) && !may_be(p, 2)) || !fin_may_reorder(p))
		return;
	best = is_told ? 0 : fin_gang_gain(p->f, &p->regions, p->flows, &p->hoped, &t) * WORTH;
	for (unsigned dim = 1; dim < 3 && (is_told || best > 0); dim++) {
		struct fin_shape_rules rules = {.in_rows = true, .no_wrap = true, .row = dim};
		struct fin_shapes hoped;
		double gain;

		if (!may_be(p, dim))
			continue;
		fin_shapes(p->f, &p->regions, p->flows, rules, &hoped);
		gain = fin_gang_gain(p->f, &p->regions, p->flows, &hoped, &t);
		if (!is_told && gain <= best)
			continue;
		best = gain;
		p->row = dim;
		p->across_hoped = hoped;
	}
	if (p->row != 0 && p->product == FIN_VECTOR_KERNEL)
		fin_shapes(p->f, &p->regions, p->flows,
			(struct fin_shape_rules){.in_rows = true, .row = p->row}, &p->across);
}
