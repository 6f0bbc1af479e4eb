/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks that are jumped over where no lane is on (docs/design/vector-code.md, "Heavy blocks"). */
#include "ir/lowering.h"
#include "gang/gang_edge.h"
#include "ir/bits.h"
#include "ir/exceptions.h"
#include "ir/limits.h"

/* ---- values that leave a block -------------------------------------------------------------- */

static void find_homes(const struct fin_block *b, uint32_t at, uint32_t *home)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
			home[regs[n - 1]] = at;
}

static void find_readers(const struct fin_block *b, uint32_t at, const uint32_t *home,
	struct fin_bits *leaving)
{
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t k = 0; k < b->phi_count; k++)
		for (uint32_t e = 0; e < b->pred_count; e++)
			fin_bits_add(leaving, b->phis[k].from[e]);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			if (home[regs[n - 1]] != at)
				fin_bits_add(leaving, regs[n - 1]);
}

struct fin_bits fin_walk_leaving(const struct fin_walk *s)
{
	uint32_t n = s->g->w->f->reg_count;
	struct fin_bits leaving = fin_bits_new(s->g->w->m->arena, n);
	uint32_t *home = mem_new(n, sizeof *home); /* by register: 1 + position of its block */

	for (uint32_t k = 0; k < s->f->count; k++)
		find_homes(s->f->order[k], k + 1, home);
	for (uint32_t k = 0; k < s->f->count; k++)
		find_readers(s->f->order[k], k + 1, home, &leaving);
	mem_free(home);
	return leaving;
}

/* ---- heavy blocks --------------------------------------------------------------------------- */

static bool is_heavy_inst(const struct fin_inst *i)
{
	return fin_has_fact(i, FIN_HEAVY) && !fin_is_register_move(i);
}

/* Whether the instruction gives other blocks more than a condition. */
static bool gives(const struct fin_walk *s, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
		if (s->g->w->f->regs[regs[n - 1]].bits > 1 &&
			fin_bits_has(&s->leaving, regs[n - 1]))
			return true;
	return false;
}

/* The length of the longest chain of instructions up to those that give values; 0: there are none.
 * The block has few instructions. */
static unsigned depth(const struct fin_walk *s, const struct fin_block *b)
{
	uint32_t made[FIN_LIMIT_LIGHT_TEST], regs[FIN_MAX_REGS];
	unsigned length[FIN_LIMIT_LIGHT_TEST], n = 0, most = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next, n++) {
		unsigned uses = fin_inst_uses(i, regs);

		length[n] = 1;
		for (unsigned k = 0; k < n; k++)
			for (unsigned u = 0; u < uses; u++)
				if (made[k] == regs[u] && length[k] >= length[n])
					length[n] = length[k] + 1;
		made[n] = fin_inst_defs(i, regs) > 0 ? regs[0] : UINT32_MAX;
		if (gives(s, i) && length[n] > most)
			most = length[n];
	}
	return most;
}

/* Whether the block's instructions are too many to be run for no lane. Those of a condition only
 * delay a mask, which is mostly foreseen; chains that make other values may be what a loop waits
 * for. Instructions that each have code of their own for exceptions or counts are long by
 * themselves. */
static bool is_long(const struct fin_walk *s, const struct fin_block *b)
{
	unsigned n = 0, chain;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (++n > FIN_LIMIT_LIGHT_TEST || is_heavy_inst(i))
			return true;
	if (n <= FIN_LIMIT_LIGHT_BLOCK)
		return false;
	if (fin_each_counts(s->g->w->f))
		return true;
	chain = depth(s, b);
	return chain > FIN_LIMIT_LIGHT_CHAIN ||
	       (chain > 0 && n * s->g->parts > 2 * FIN_LIMIT_LIGHT_BLOCK);
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

	if (is_long(s, b) || b->term.kind == FIN_TERM_BARRIER)
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
