/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gives each loop a latch and a preheader of its own: see flow.h. */
#include "shape/flow_graph.h"
#include "ir/bits.h"
#include "ir/cfg.h"

/* Whether only one edge, a plain branch, leads into the header from inside of the loop, or else
 * from outside. */
static bool is_one_branch(const struct fin_graph *g, const struct fin_graph_loop *l, bool inside)
{
	uint32_t n = 0;
	bool plain = true;

	for (uint32_t i = 0; i < g->pred_count[l->header]; i++) {
		uint32_t p = g->pred[l->header][i];

		if (fin_bits_has(&l->nodes, p) != inside)
			continue;
		n++;
		plain &= g->block[p]->term.kind == FIN_TERM_BR && (!inside || p != l->header);
	}
	return n == 0 || (n == 1 && plain);
}

bool fin_graph_is_simple(const struct fin_graph *g)
{
	for (uint32_t k = 0; k < g->loop_count; k++)
		if (!is_one_branch(g, &g->loops[k], true) || !is_one_branch(g, &g->loops[k], false))
			return false;
	return true;
}

/* Leads the edges into the loop's header, from inside of the loop or from outside, to a new block,
 * which branches to the header. */
static void funnel(struct fin_function *f, struct fin_graph *g, const struct fin_graph_loop *l,
	bool inside)
{
	struct fin_block *header = g->block[l->header], *b = fin_block_new(f);

	fin_term_set(f->module, b, FIN_TERM_BR, 1);
	b->term.succ[0] = header;
	b->term.off = header->term.off;
	b->term.loc = header->first != NULL ? header->first->loc : header->term.loc;
	for (uint32_t i = 0; i < g->pred_count[l->header]; i++) {
		struct fin_term *t = &g->block[g->pred[l->header][i]]->term;

		if (fin_bits_has(&l->nodes, g->pred[l->header][i]) != inside)
			continue;
		for (uint32_t k = 0; k < t->succ_count; k++)
			if (t->succ[k] == header)
				t->succ[k] = b;
	}
}

static bool simplify_region(struct fin_function *f, struct fin_graph *g)
{
	bool changed = false;

	for (uint32_t k = 0; k < g->loop_count; k++)
		for (unsigned inside = 0; inside < 2; inside++)
			if (!is_one_branch(g, &g->loops[k], inside)) {
				funnel(f, g, &g->loops[k], inside);
				changed = true;
			}
	return changed;
}

/* Simplifies all regions; true when some region changed. Regions that share blocks see each other's
 * changes. */
static bool simplify_all(struct fin_function *f)
{
	struct fin_regions rs;
	bool changed = false;

	fin_regions_find(f, &rs);
	for (uint32_t r = 0; r < rs.count; r++) {
		struct fin_graph g;

		if (fin_graph_make(&g, f, &rs.regions[r]))
			changed |= simplify_region(f, &g);
	}
	return changed;
}

/* Two rounds suffice, unless regions see the same loop differently. A region that is then still not
 * simple becomes a dispatched one (fin_flow()). */
void fin_flow_simplify(struct fin_function *f)
{
	enum { ROUNDS = 16 };

	for (unsigned k = 0; k < ROUNDS && simplify_all(f); k++)
		fin_cfg_renumber(f);
	fin_cfg_renumber(f);
}
