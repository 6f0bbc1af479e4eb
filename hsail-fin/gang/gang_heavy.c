/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks that are jumped over where no lane is on (docs/design/vector-code.md, "Heavy blocks"). */
#include "ir/lowering.h"
#include "gang/gang_edge.h"
#include "ir/bits.h"
#include "ir/limits.h"

static bool is_heavy_inst(const struct fin_inst *i)
{
	return fin_has_fact(i, FIN_HEAVY) && !fin_is_register_move(i);
}

static bool is_long(const struct fin_block *b)
{
	unsigned n = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (++n > FIN_LIMIT_LIGHT_BLOCK || is_heavy_inst(i))
			return true;
	return false;
}

/* Whether the edge writes phis of a join that are scalars. Such an edge must not be taken without
 * any lane, as it would overwrite what other lanes have written. */
static bool feeds_scalar_phi(const struct fin_walk *s, uint32_t to)
{
	const struct fin_block *b = s->f->order[to];

	if (s->f->pred_count[to] < 2 || fin_is_header(s->f, to))
		return false;
	for (uint32_t k = 0; k < b->phi_count; k++)
		if (s->g->s->of[b->phis[k].reg].kind != FIN_SHAPE_VARYING)
			return true;
	return false;
}

bool fin_walk_is_heavy(const struct fin_walk *s)
{
	const struct fin_block *b = s->f->order[s->at];

	if (is_long(b) || b->term.kind == FIN_TERM_BARRIER)
		return true;
	if (s->f->succ_count[s->at] > 1 && !fin_bits_has(&s->c->div->branch, s->at))
		return true;
	for (uint32_t k = 0; k < s->f->succ_count[s->at]; k++) {
		uint32_t to = s->f->succ[s->at][k];

		if ((to > s->at && fin_is_header(s->f, to)) || feeds_scalar_phi(s, to))
			return true;
	}
	return false;
}
