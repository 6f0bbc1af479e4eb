/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Masks, phis and branches of the blocks of a region, which both ways to go through them share
 * (gang_edge.h). */
#include "gang/gang_edge.h"
#include "ir/bits.h"
#include "ir/cfg.h"

void fin_walk_start(struct fin_walk *s, const struct fin_bits *wanted)
{
	uint32_t n = s->f->count;

	s->label = mem_new(n + 1, sizeof *s->label);
	s->mask = mem_new(n, sizeof *s->mask);
	for (uint32_t k = 0; k < n; k++)
		if (s->c->tail != 0 && k >= s->c->tail)
			s->label[k] = s->c->end;
		else if (wanted == NULL || fin_bits_has(wanted, k))
			s->label[k] = fin_gang_block(s->g, "");
	s->label[n] = s->c->end;
}

void fin_walk_in_order(struct fin_walk *s)
{
	struct arena *a = s->g->w->m->arena;

	s->passed = fin_bits_new(a, s->f->count);
	s->given = fin_bits_new(a, s->f->count);
	s->phis = fin_bits_new(a, s->g->w->f->reg_count);
	s->is_in_order = true;
}

void fin_walk_release(struct fin_walk *s)
{
	mem_free(s->mask);
	mem_free(s->label);
}

/* ---- masks ---------------------------------------------------------------------------------- */

static LLVMTypeRef mask_type(const struct fin_walk *s)
{
	return fin_vector_of(s->g->w->l->i1, s->g->lanes);
}

static LLVMValueRef mask_slot(struct fin_walk *s, uint32_t at, unsigned part)
{
	if (s->mask[at][0] == NULL)
		for (unsigned p = 0; p < s->g->parts; p++) {
			LLVMValueRef none = LLVMConstNull(mask_type(s));

			s->mask[at][p] = LLVMBuildAlloca(s->g->w->entry, mask_type(s), "mask");
			LLVMBuildStore(s->g->init, none, s->mask[at][p]);
		}
	return s->mask[at][part];
}

void fin_walk_enter(struct fin_walk *s)
{
	if (!fin_walk_is_partial(s, s->at)) {
		s->g->mask = s->c->entry_mask;
		return;
	}
	for (unsigned p = 0; p < s->g->parts; p++) {
		LLVMValueRef slot = mask_slot(s, s->at, p);

		s->now[p] = LLVMBuildLoad2(s->g->w->l->b, mask_type(s), slot, "");
		if (s->f->loop_of[s->at] != FIN_NOWHERE)
			LLVMBuildStore(s->g->w->l->b, LLVMConstNull(mask_type(s)), slot);
	}
	s->g->mask = s->now;
}

void fin_walk_waiting(struct fin_walk *s, uint32_t at, LLVMValueRef *mask)
{
	for (unsigned p = 0; p < s->g->parts; p++)
		mask[p] = LLVMBuildLoad2(s->g->w->l->b, mask_type(s), mask_slot(s, at, p), "");
}

/* ---- phis ----------------------------------------------------------------------------------- */

/* The number of values that the edge to block `to` writes to phi `k`: none if a chain has, one if
 * the phi is uniform, else one for each part. */
static unsigned phi_parts(const struct fin_walk *s, uint32_t to, uint32_t k)
{
	if (fin_chain_wrote(s, to, k))
		return 0;
	return fin_is_once(s->g->s, s->f->order[to]->phis[k].reg) ? 1 : s->g->parts;
}

/* Whether all lanes that come to `to` from the current block have passed the dominator of `to` in
 * the iteration at hand. */
static bool is_dominated_here(const struct fin_walk *s, uint32_t to)
{
	const struct fin_flow *f = s->f;

	return s->is_in_order && !fin_is_header(f, to) && fin_bits_has(&s->passed, f->idom[to]) &&
	       f->loop_of[f->idom[to]] == f->loop_of[to] && f->loop_of[s->at] == f->loop_of[to];
}

LLVMValueRef *fin_walk_phi_mask(struct fin_walk *s, uint32_t to, uint32_t reg, LLVMValueRef *mask)
{
	bool is_first = is_dominated_here(s, to) && !fin_bits_has(&s->phis, reg) &&
	                !fin_bits_has(&s->g->s->blend, reg);

	if (s->is_in_order)
		fin_bits_add(&s->phis, reg);
	return is_first ? NULL : mask;
}

void fin_walk_phis(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, bool mixes)
{
	struct fin_gang *g = s->g;
	const struct fin_block *b = s->f->order[to], *from = s->f->order[s->at];
	LLVMValueRef *v = mem_new((size_t)b->phi_count * g->parts + 1, sizeof *v);
	unsigned *parts = mem_new((size_t)b->phi_count + 1, sizeof *parts);
	LLVMValueRef *by;

	for (uint32_t k = 0; k < b->phi_count; k++) {
		uint32_t source = fin_phi_source(&b->phis[k], b, from);

		parts[k] = phi_parts(s, to, k);
		for (unsigned p = 0; p < parts[k]; p++)
			v[k * g->parts + p] = g->s->of[b->phis[k].reg].kind == FIN_SHAPE_VARYING
			                              ? fin_gang_vector(g, source, p)
			                              : fin_gang_scalar(g, source, p);
	}
	for (uint32_t k = 0; k < b->phi_count; k++) {
		uint32_t reg = b->phis[k].reg;
		bool blends = (mixes || fin_bits_has(&g->s->blend, reg)) && mask != NULL &&
		              g->s->of[reg].kind == FIN_SHAPE_VARYING;

		if (blends && parts[k] < g->parts && !fin_is_uniform(g->s->of[reg]) && parts[k] > 0)
			BUG("register %u is the same in all parts, but for lanes that are off",
				reg);
		by = parts[k] > 0 ? fin_walk_phi_mask(s, to, reg, blends ? mask : NULL) : NULL;
		for (unsigned p = 0; p < parts[k]; p++)
			fin_gang_blend(g, reg, p, v[k * g->parts + p], by == NULL ? NULL : by[p]);
	}
	mem_free(parts);
	mem_free(v);
}

/* ---- branches ------------------------------------------------------------------------------- */

/* Whether the branch goes to successor `to`: an i1, or a mask if `index`, the branch's value, is a
 * vector. */
static LLVMValueRef goes_to(struct fin_walk *s, LLVMValueRef index, uint32_t to)
{
	LLVMBuilderRef b = s->g->w->l->b;
	const struct fin_term *t = &s->f->order[s->at]->term;
	bool is_first = fin_position(&s->f->position, t->succ[0]->index) == to;
	LLVMValueRef r = NULL;

	if (t->kind == FIN_TERM_CBR)
		return is_first ? index : LLVMBuildNot(b, index, "");
	/* an index beyond the list goes to the first label, too */
	for (uint32_t k = 1; k < t->succ_count; k++) {
		LLVMValueRef c;

		if ((fin_position(&s->f->position, t->succ[k]->index) == to) == is_first)
			continue;
		c = LLVMBuildICmp(b, LLVMIntEQ, index, fin_like(index, k), "");
		r = r == NULL ? c : LLVMBuildOr(b, r, c, "");
	}
	return is_first ? LLVMBuildNot(b, r, "") : r;
}

static uint16_t index_type(const struct fin_term *t)
{
	return t->kind == FIN_TERM_CBR ? BRIG_TYPE_B1
	       : t->value_bits == 64   ? BRIG_TYPE_U64
	                               : BRIG_TYPE_U32;
}

/* The value of the current block's branch, a scalar or vector as the view says. */
static LLVMValueRef branch_index(struct fin_walk *s, struct fin_view v)
{
	const struct fin_term *t = &s->f->order[s->at]->term;

	return fin_value_get(&v.w, &t->value, index_type(t));
}

/* Chooses the way of a branch on a varying value whose width modifier promises that the lanes
 * agree. */
static void choose_by_lanes(struct fin_walk *s, LLVMValueRef *goes)
{
	uint32_t n = s->f->succ_count[s->at];
	LLVMValueRef(*mask)[FIN_MAX_PARTS] = mem_new(n, sizeof *mask);

	fin_walk_split(s, mask);
	for (uint32_t k = 0; k < n; k++)
		goes[k] = fin_gang_any(s->g, mask[k]);
	mem_free(mask);
}

static bool is_known_uniform(const struct fin_walk *s)
{
	const struct fin_value *v = &s->f->order[s->at]->term.value;

	return v->kind != FIN_VALUE_REG || fin_is_uniform(s->g->s->of[v->reg]);
}

/* Finds for each successor whether the branch goes there, i1. All lanes go the same way. */
static void choose(struct fin_walk *s, LLVMValueRef *goes)
{
	LLVMValueRef index;

	if (!is_known_uniform(s)) {
		choose_by_lanes(s, goes);
		return;
	}
	index = branch_index(s, fin_gang_once(s->g));
	for (uint32_t k = 0; k < s->f->succ_count[s->at]; k++)
		goes[k] = goes_to(s, index, s->f->succ[s->at][k]);
}

/* Makes a switch of the branch. An index beyond the list goes to the first label, too. */
static void switch_to(struct fin_walk *s, const LLVMBasicBlockRef *edge_to)
{
	const struct fin_term *t = &s->f->order[s->at]->term;
	LLVMBasicBlockRef first = edge_to[fin_position(&s->f->position, t->succ[0]->index)];
	LLVMValueRef index, end;

	index = branch_index(s, fin_gang_once(s->g));
	end = LLVMBuildSwitch(s->g->w->l->b, index, first, t->succ_count - 1);
	for (uint32_t k = 1; k < t->succ_count; k++) {
		LLVMBasicBlockRef edge = edge_to[fin_position(&s->f->position, t->succ[k]->index)];

		if (edge != first)
			LLVMAddCase(end, fin_like(index, k), edge);
	}
}

static void branch_by_switch(struct fin_walk *s, void (*go)(struct fin_walk *s, uint32_t to))
{
	LLVMBasicBlockRef *edge_to = mem_new(s->f->count, sizeof *edge_to); /* by position */
	uint32_t n = s->f->succ_count[s->at];

	for (uint32_t k = 0; k < n; k++)
		edge_to[s->f->succ[s->at][k]] = fin_gang_block(s->g, "");
	switch_to(s, edge_to);
	for (uint32_t k = 0; k < n; k++) {
		LLVMPositionBuilderAtEnd(s->g->w->l->b, edge_to[s->f->succ[s->at][k]]);
		go(s, s->f->succ[s->at][k]);
	}
	mem_free(edge_to);
}

static void branch_by_conditions(struct fin_walk *s, void (*go)(struct fin_walk *s, uint32_t to))
{
	LLVMBuilderRef b = s->g->w->l->b;
	uint32_t n = s->f->succ_count[s->at];
	LLVMValueRef *goes = mem_new(n, sizeof *goes);

	choose(s, goes);
	for (uint32_t k = 0; k < n; k++) {
		LLVMBasicBlockRef edge = fin_gang_block(s->g, "");
		LLVMBasicBlockRef rest = k + 1 < n ? fin_gang_block(s->g, "") : NULL;

		if (rest != NULL)
			LLVMBuildCondBr(b, goes[k], edge, rest);
		else
			LLVMBuildBr(b, edge);
		LLVMPositionBuilderAtEnd(b, edge);
		go(s, s->f->succ[s->at][k]);
		if (rest != NULL)
			LLVMPositionBuilderAtEnd(b, rest);
	}
	mem_free(goes);
}

void fin_walk_branch(struct fin_walk *s, void (*go)(struct fin_walk *s, uint32_t to))
{
	if (s->f->order[s->at]->term.kind == FIN_TERM_SWITCH && is_known_uniform(s))
		branch_by_switch(s, go);
	else
		branch_by_conditions(s, go);
}

void fin_walk_split(struct fin_walk *s, LLVMValueRef (*mask)[FIN_MAX_PARTS])
{
	struct fin_gang *g = s->g;

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef index = branch_index(s, fin_gang_vectors(g, p));

		for (uint32_t k = 0; k < s->f->succ_count[s->at]; k++) {
			mask[k][p] = goes_to(s, index, s->f->succ[s->at][k]);
			if (g->mask != NULL)
				mask[k][p] = LLVMBuildAnd(g->w->l->b, g->mask[p], mask[k][p], "");
		}
	}
}

void fin_walk_add(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, bool adds)
{
	LLVMBuilderRef b = s->g->w->l->b;

	if (!fin_walk_is_partial(s, to) || (s->is_in_order && fin_bits_has(&s->given, to)))
		return;
	for (unsigned p = 0; p < s->g->parts; p++) {
		LLVMValueRef m = mask != NULL ? mask[p] : fin_gang_all(s->g);
		LLVMValueRef slot = mask_slot(s, to, p);

		if (adds)
			m = LLVMBuildOr(b, LLVMBuildLoad2(b, mask_type(s), slot, ""), m, "");
		LLVMBuildStore(b, m, slot);
	}
}

void fin_walk_pass(struct fin_walk *s)
{
	const struct fin_flow *f = s->f;
	uint32_t to = f->ipdom[s->at];

	fin_bits_add(&s->passed, s->at);
	if (to == f->count || f->idom[to] != s->at || f->pred_count[to] < 2 || s->g->mask == NULL ||
		!is_dominated_here(s, to) || !fin_walk_is_partial(s, s->at))
		return;
	fin_walk_add(s, to, s->g->mask, false);
	fin_bits_add(&s->given, to);
}

static bool follows_link(const struct fin_walk *s, uint32_t to)
{
	return s->at > 0 && s->leavers.after == s->at && s->f->pred_count[s->at] == 1 &&
	       s->chains->link[s->at - 1].join == to;
}

void fin_walk_add_leavers(struct fin_walk *s, uint32_t to, LLVMValueRef *mask, LLVMValueRef *stay)
{
	LLVMBuilderRef b = s->g->w->l->b;
	bool follows = follows_link(s, to);

	if (s->is_in_order && fin_bits_has(&s->given, to))
		return;
	s->leavers.after = s->at + 1;
	for (unsigned p = 0; p < s->g->parts; p++) {
		LLVMValueRef slot = mask_slot(s, to, p), left = mask[p];

		if (follows) {
			left = LLVMBuildAnd(b, s->leavers.first[p], LLVMBuildNot(b, stay[p], ""),
				"");
		} else {
			s->leavers.first[p] =
				s->g->mask != NULL ? s->g->mask[p] : fin_gang_all(s->g);
			s->leavers.waiting[p] = LLVMBuildLoad2(b, mask_type(s), slot, "");
		}
		LLVMBuildStore(b, LLVMBuildOr(b, s->leavers.waiting[p], left, ""), slot);
	}
}
