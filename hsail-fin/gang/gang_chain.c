/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Phis of a block, the join, to which many branches lead, each of which only some lanes take.
 *
 * If phis were blended on every edge for the lanes that take it, 400 early returns with 10 live
 * registers would be 4,000 selects, of which 400 say something new. So the branches are looked at
 * as links of a chain, in which each dominates the next, and a phi is written at a link for all
 * lanes that are there. Lanes that stay get their value at the link by which they leave. Each lane
 * at a link was at the link before, so a phi that has the same source at both is not written again.
 *
 * Writing a phi for lanes that stay destroys nothing that they need. If code behind the link used
 * the phi's old value without passing the join again, the join would dominate the link, and so be
 * the header of a loop; no chain leads to a header. Nor does a lane come to the later of two links
 * from the join with another value: a cycle through the join and that link passes the header of a
 * loop that both links are in, and from there the earlier link, which dominates the later one. */
#include "gang/gang_chain.h"

#include "gang/gang_edge.h"
#include "ir/bits.h"
#include "ir/cfg.h"

enum {
	FEW = 3,        /* shorter chains are not worth it */
	MAX_WAY = 16,   /* most instructions of a block between a branch and the join */
	MAX_CLIMB = 64, /* most dominators that are looked at to find the link before */
};

/* ---- search --------------------------------------------------------------------------------- */

struct search {
	struct fin_chains *c;
	uint32_t *found;     /* by position: 1 + position of the join to which the block branches */
	uint32_t *depth;     /* by position: number of the chain's links up to this one */
	uint32_t *at, count; /* the blocks whose branches lead to the join */
};

static bool is_short(const struct fin_block *b)
{
	unsigned n = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		n++;
	return n <= MAX_WAY;
}

/* The block whose branch leads to the join by way of `from`, its predecessor, or FIN_NOWHERE. It is
 * `from` itself, or what comes before `from` if that is a short block with one way in and out. */
static uint32_t branch_before(const struct fin_flow *w, uint32_t from)
{
	if (from == FIN_NOWHERE || w->succ_count[from] > 1)
		return from;
	if (w->pred_count[from] != 1 || fin_is_header(w, from) || !is_short(w->order[from]) ||
		w->succ_count[w->idom[from]] < 2)
		return FIN_NOWHERE;
	return w->idom[from];
}

static int by_position(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void find_branches(struct search *s, uint32_t join)
{
	const struct fin_flow *w = s->c->flow;
	const struct fin_block *b = w->order[join];

	s->count = 0;
	for (uint32_t k = 0; k < b->pred_count; k++) {
		uint32_t from = fin_position(&w->position, b->preds[k]->index);
		uint32_t at = branch_before(w, from);

		if (at == FIN_NOWHERE || s->found[at] == join + 1 ||
			s->c->link[at].join != FIN_NOWHERE)
			continue;
		s->found[at] = join + 1;
		s->c->link[at].from = from;
		s->at[s->count++] = at;
	}
	qsort(s->at, s->count, sizeof *s->at, by_position);
}

/* The nearest dominator that branches to the join, if it is in the same loop, else FIN_NOWHERE. */
static uint32_t link_before(const struct search *s, uint32_t at, uint32_t join)
{
	const struct fin_flow *w = s->c->flow;
	uint32_t d = at;

	for (unsigned n = 0; d != 0 && n < MAX_CLIMB; n++) {
		d = w->idom[d];
		if (s->found[d] == join + 1)
			return w->loop_of[d] == w->loop_of[at] ? d : FIN_NOWHERE;
	}
	return FIN_NOWHERE;
}

static void find_chain(struct search *s, uint32_t join)
{
	struct fin_chain_link *link = s->c->link;
	uint32_t last = FIN_NOWHERE;

	find_branches(s, join);
	for (uint32_t k = 0; k < s->count; k++) {
		uint32_t at = s->at[k], before = link_before(s, at, join);

		link[at].before = before;
		s->depth[at] = before == FIN_NOWHERE ? 1 : s->depth[before] + 1;
		if (last == FIN_NOWHERE || s->depth[at] > s->depth[last])
			last = at;
	}
	if (last == FIN_NOWHERE || s->depth[last] < FEW)
		return;
	for (uint32_t at = last; at != FIN_NOWHERE; at = link[at].before) {
		link[at].join = join;
		s->c->link_of[link[at].from] = at;
	}
}

struct fin_chains fin_chains_new(const struct fin_flow *w)
{
	struct fin_chains c = {.flow = w,
		.link = mem_new(w->count, sizeof *c.link),
		.link_of = mem_new(w->count, sizeof *c.link_of)};
	struct search s = {.c = &c,
		.depth = mem_new(w->count, sizeof *s.depth),
		.found = mem_new(w->count, sizeof *s.found),
		.at = mem_new(w->count, sizeof *s.at)};

	for (uint32_t k = 0; k < w->count; k++) {
		c.link[k].join = FIN_NOWHERE;
		c.link_of[k] = FIN_NOWHERE;
	}
	for (uint32_t k = 0; k < w->count; k++)
		if (w->order[k]->phi_count > 0 && w->pred_count[k] >= FEW && !fin_is_header(w, k))
			find_chain(&s, k);
	mem_free(s.at);
	mem_free(s.found);
	mem_free(s.depth);
	return c;
}

void fin_chains_release(struct fin_chains *c)
{
	mem_free(c->link_of);
	mem_free(c->link);
}

/* ---- code ----------------------------------------------------------------------------------- */

static bool defines(const struct fin_block *b, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t k = 0; k < b->phi_count; k++)
		if (b->phis[k].reg == reg)
			return true;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
			if (regs[n - 1] == reg)
				return true;
	return false;
}

static uint32_t source_of(const struct fin_chains *c, uint32_t at, uint32_t phi)
{
	const struct fin_block *to = c->flow->order[c->link[at].join];

	return fin_phi_source(&to->phis[phi], to, c->flow->order[c->link[at].from]);
}

/* Whether the link can write the phi: the phi has a value for each lane, and its source is computed
 * before the link's branch, not in a block behind it. */
static bool can_write(const struct fin_walk *s, uint32_t at, uint32_t phi)
{
	const struct fin_chains *c = s->chains;
	uint32_t from = c->link[at].from;
	uint32_t reg = c->flow->order[c->link[at].join]->phis[phi].reg;

	return s->g->s->of[reg].kind == FIN_SHAPE_VARYING &&
	       (from == at || !defines(c->flow->order[from], source_of(c, at, phi)));
}

static bool has_written(const struct fin_walk *s, uint32_t at)
{
	return at != FIN_NOWHERE && fin_bits_has(&s->written, at);
}

/* Whether the link before has given the phi the same source. */
static bool is_written(const struct fin_walk *s, uint32_t phi)
{
	uint32_t before = s->chains->link[s->at].before;

	return has_written(s, before) && can_write(s, before, phi) &&
	       source_of(s->chains, before, phi) == source_of(s->chains, s->at, phi);
}

void fin_chain_write(struct fin_walk *s)
{
	const struct fin_chain_link *link = &s->chains->link[s->at];
	struct fin_gang *g = s->g;
	const struct fin_block *to;
	LLVMValueRef *by;

	if (link->join == FIN_NOWHERE)
		return;
	to = s->f->order[link->join];
	for (uint32_t k = 0; k < to->phi_count; k++) {
		if (!can_write(s, s->at, k) || is_written(s, k))
			continue;
		by = fin_walk_phi_mask(s, link->join, to->phis[k].reg, g->mask);
		for (unsigned p = 0; p < g->parts; p++)
			fin_gang_blend(g, to->phis[k].reg, p,
				fin_gang_vector(g, source_of(s->chains, s->at, k), p),
				by == NULL ? NULL : by[p]);
	}
	fin_bits_add(&s->written, s->at);
}

bool fin_chain_leads_to(const struct fin_walk *s, uint32_t to)
{
	return s->chains->link[s->at].join == to && s->chains->link[s->at].from == s->at;
}

bool fin_chain_wrote(const struct fin_walk *s, uint32_t to, uint32_t k)
{
	uint32_t at = s->chains == NULL ? FIN_NOWHERE : s->chains->link_of[s->at];

	return has_written(s, at) && s->chains->link[at].join == to && can_write(s, at, k);
}
