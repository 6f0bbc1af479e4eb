/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Flow of a wave, after Moll and Hack (docs/design/vector-code.md, "Partial linearisation").
 *
 * Blocks are lowered in the flow's order. Where a branch can split the wave, there is no branch:
 * the next block of the order follows, and the other successors are deferred. A block that some
 * lanes may not reach (partial) has a mask of the lanes that do. defer[b] are the blocks that must
 * still be visited when b runs. Branches on uniform values and the back edges of loops are real. A
 * heavy partial block is jumped over when its mask is empty.
 *
 * Most kernels begin with a test of their ids against the size of the data, which hardly ever
 * splits a wave. So what follows such a branch is there twice: with masks and, for waves that stay
 * whole, without. */
#include "ir/lowering.h"
#include "gang/gang_edge.h"
#include "ir/bits.h"
#include "ir/limits.h"

enum { COST_OF_MASK = 2 }; /* instructions that make a block's mask */

struct flow_state {
	struct fin_walk walk;
	/* by position: the blocks that are deferred to it; one more bit is for the end */
	struct fin_bits *defer;
	unsigned run; /* instructions since the last real branch, and COST_OF_MASK for each block */
	/* position of the branch that waves mostly pass whole, and of the block to which they go;
	 * or FIN_NOWHERE */
	uint32_t test, whole;
	/* few waves come by here: loops are not unrolled, as that costs LLVM more than it gains */
	bool is_rare;
};

static LLVMBuilderRef builder(const struct flow_state *s)
{
	return s->walk.g->w->l->b;
}

/* ---- deferral ------------------------------------------------------------------------------- */

static bool is_empty(const struct fin_bits *b)
{
	for (size_t k = 0; k < b->count; k++)
		if (b->words[k] != 0)
			return false;
	return true;
}

static uint32_t first_of(const struct flow_state *s, const struct fin_bits *b)
{
	for (size_t k = 0; k < b->count; k++)
		if (b->words[k] != 0)
			return (uint32_t)(k * 64 + (unsigned)__builtin_ctzll(b->words[k]));
	return s->walk.f->count;
}

/* The block where control goes on when all blocks in `next`, and those that are deferred here, are
 * still to be visited: the first of them. The others are deferred to it. */
static LLVMBasicBlockRef follow(struct flow_state *s, const uint32_t *next, uint32_t n)
{
	struct fin_bits all = fin_bits_new(s->walk.g->w->m->arena, s->walk.f->count + 1);
	uint32_t first;

	(void)fin_bits_union(&all, &s->defer[s->walk.at]);
	for (uint32_t k = 0; k < n; k++)
		fin_bits_add(&all, next[k]);
	first = first_of(s, &all);
	if (first < s->walk.f->count) {
		fin_bits_remove(&all, first);
		(void)fin_bits_union(&s->defer[first], &all);
	}
	return s->walk.label[first];
}

/* Whether the edge from the current block leaves a divergent loop. */
static bool leaves_divergent_loop(const struct flow_state *s, uint32_t to)
{
	for (uint32_t l = s->walk.f->loop_of[s->walk.at]; l != FIN_NOWHERE;
		l = s->walk.f->loops[l].parent)
		if (fin_bits_has(&s->walk.c->div->loop, l) && !fin_loop_has(s->walk.f, l, to))
			return true;
	return false;
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* Takes the edge to `to` for the lanes of `mask`. */
static void take_edge(struct flow_state *s, uint32_t to, LLVMValueRef *mask)
{
	const struct fin_flow *f = s->walk.f;
	bool meets = f->pred_count[to] > 1 && !fin_is_header(f, to);

	fin_walk_phis(&s->walk, to, mask,
		fin_bits_has(&s->walk.c->div->join, to) ||
			(meets && fin_walk_is_partial(&s->walk, s->walk.at)));
	fin_walk_add(&s->walk, to, mask, meets || leaves_divergent_loop(s, to));
}

/* Takes the edge to `to`, the join of a chain, for the lanes of `mask`; the lanes of `stay` stay in
 * the chain. */
static void take_link(struct flow_state *s, uint32_t to, LLVMValueRef *mask, LLVMValueRef *stay)
{
	fin_walk_phis(&s->walk, to, mask, true);
	fin_walk_add_leavers(&s->walk, to, mask, stay);
}

/* ---- branches ------------------------------------------------------------------------------- */

static void go_on_edge(struct fin_walk *w, uint32_t to)
{
	struct flow_state *s = (struct flow_state *)w;

	take_edge(s, to, w->g->mask);
	LLVMBuildBr(builder(s), follow(s, &to, 1));
}

static void lower_from(struct flow_state *s, uint32_t first);

/* Whether c->is_whole is about the branch at hand. */
static bool knows_whole(const struct flow_state *s)
{
	const struct fin_gang_code *c = s->walk.c;

	return c->is_whole != NULL && fin_taken_at(&c->whole, s->walk.at) == s->whole;
}

/* i1: some lane of `others`, which do not go to `whole`, is on. */
static LLVMValueRef is_mixed(struct flow_state *s, LLVMValueRef *others)
{
	const struct fin_gang_code *c = s->walk.c;

	if (knows_whole(s))
		return LLVMBuildNot(builder(s), c->is_whole, "");
	return fin_gang_any(s->walk.g, others);
}

/* A list of the branch at hand, which goes to `whole`. */
static struct fin_taken_list only_here(const struct flow_state *s)
{
	struct fin_taken *here = ARENA_NEW(s->walk.g->w->m->arena, struct fin_taken);

	*here = (struct fin_taken){s->walk.at, s->whole};
	return (struct fin_taken_list){here, 1};
}

/* Branches to a copy of the code without masks where no lane takes another edge than the one to
 * `whole`, and makes that copy. `others` has the lanes that take another edge. */
static void part_whole_waves(struct flow_state *s, LLVMValueRef *others)
{
	struct fin_gang *g = s->walk.g;
	LLVMBasicBlockRef whole = fin_gang_block(g, "whole"), mixed = fin_gang_block(g, "");
	const struct fin_divergence *mixed_div = s->walk.c->div;
	struct fin_taken_list settled = s->walk.c->settled;
	struct fin_taken_list taken = s->walk.c->whole;
	struct flow_state t = {.walk = {.g = g,
				       .c = s->walk.c,
				       .f = s->walk.f,
				       .at = s->walk.at,
				       .chains = s->walk.chains,
				       .leaving = s->walk.leaving},
		.test = FIN_NOWHERE,
		.whole = FIN_NOWHERE};

	if (knows_whole(s))
		s->walk.c->settled = taken;
	else
		taken = only_here(s);
	s->walk.c->div = fin_diverge_but_at(g->w->m->arena, s->walk.f, g->s, taken);
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(builder(s), is_mixed(s, others), mixed, whole));
	LLVMPositionBuilderAtEnd(builder(s), whole);
	lower_from(&t, s->whole);
	s->walk.c->settled = settled;
	LLVMPositionBuilderAtEnd(builder(s), mixed);
	s->is_rare = true;
	s->walk.c->div = mixed_div;
	g->mask = s->walk.c->entry_mask;
}

/* Ends a block whose branch splits the wave: takes the edge to each successor for the lanes that go
 * there. */
static void split(struct flow_state *s)
{
	uint32_t n = s->walk.f->succ_count[s->walk.at];
	const uint32_t *succ = s->walk.f->succ[s->walk.at];
	LLVMValueRef(*mask)[FIN_MAX_PARTS] = mem_new(n, sizeof *mask);

	fin_walk_split(&s->walk, mask);
	if (s->walk.at == s->test)
		part_whole_waves(s, mask[succ[0] == s->whole]);
	fin_chain_write(&s->walk);
	for (uint32_t k = 0; k < n; k++)
		if (n == 2 && fin_walk_is_partial(&s->walk, succ[k]) &&
			fin_chain_leads_to(&s->walk, succ[k]))
			take_link(s, succ[k], mask[k], mask[1 - k]);
		else
			take_edge(s, succ[k], mask[k]);
	LLVMBuildBr(builder(s), follow(s, succ, n));
	mem_free(mask);
}

/* Ends the latch of a loop: goes back while lanes are on, if the loop is divergent, and else in any
 * case. */
static void go_back(struct flow_state *s, uint32_t header)
{
	LLVMBuilderRef b = builder(s);
	LLVMValueRef back;

	take_edge(s, header, s->walk.g->mask);
	if (fin_bits_has(&s->walk.c->div->loop, s->walk.f->loop_of[s->walk.at]))
		back = LLVMBuildCondBr(b, fin_gang_any(s->walk.g, s->walk.g->mask),
			s->walk.label[header], follow(s, NULL, 0));
	else
		back = LLVMBuildBr(b, s->walk.label[header]);
	if (s->is_rare)
		fin_llvm_leave_loop(s->walk.g->w->l, back);
}

static void leave(struct flow_state *s)
{
	const struct fin_block *b = s->walk.f->order[s->walk.at];

	if (b->term.kind == FIN_TERM_BARRIER && fin_walk_is_partial(&s->walk, s->walk.at)) {
		LLVMBasicBlockRef on = fin_gang_block(s->walk.g, ""),
				  after = fin_gang_block(s->walk.g, "");

		LLVMBuildCondBr(builder(s), fin_gang_any(s->walk.g, s->walk.g->mask), on, after);
		LLVMPositionBuilderAtEnd(builder(s), on);
		s->walk.c->barrier(s->walk.c, b);
		LLVMBuildBr(builder(s), after);
		LLVMPositionBuilderAtEnd(builder(s), after);
	} else if (b->term.kind == FIN_TERM_BARRIER) {
		s->walk.c->barrier(s->walk.c, b);
	}
	LLVMBuildBr(builder(s), follow(s, &s->walk.f->count, 1));
}

/* Whether the block never goes to successor number `k`: to where a settled branch does not lead, or
 * to a copy of a loop that this code has not. */
static bool never_goes(const struct flow_state *s, uint32_t at, uint32_t k)
{
	const struct fin_term *t = &s->walk.f->order[at]->term;
	uint32_t taken = fin_taken_at(&s->walk.c->settled, at);

	if (taken != FIN_NOWHERE)
		return s->walk.f->succ[at][k] != taken;
	return ((t->asks_lines && !s->walk.g->has_lines) ||
		       (t->asks_all && (s->is_rare || !s->walk.g->has_lines))) &&
	       s->walk.f->succ[at][k] == fin_position(&s->walk.f->position, t->succ[0]->index);
}

static void lower_term(struct flow_state *s)
{
	uint32_t n = s->walk.f->succ_count[s->walk.at];
	const uint32_t *succ = s->walk.f->succ[s->walk.at];
	bool splits = fin_bits_has(&s->walk.c->div->branch, s->walk.at);
	uint32_t taken = fin_taken_at(&s->walk.c->settled, s->walk.at);

	if (taken != FIN_NOWHERE) {
		go_on_edge(&s->walk, taken);
		return;
	}
	if (n == 2 && (never_goes(s, s->walk.at, 0) || never_goes(s, s->walk.at, 1))) {
		go_on_edge(&s->walk, succ[never_goes(s, s->walk.at, 0)]);
		return;
	}
	for (uint32_t k = 0; k < n; k++)
		splits |= leaves_divergent_loop(s, succ[k]);
	if (n == 0) {
		leave(s);
	} else if (n > 1 && splits) {
		split(s);
	} else if (n > 1) {
		fin_walk_branch(&s->walk, go_on_edge);
	} else if (succ[0] <= s->walk.at) {
		go_back(s, succ[0]);
	} else {
		take_edge(s, succ[0], s->walk.g->mask);
		LLVMBuildBr(builder(s), follow(s, succ, 1));
	}
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* Defers all exits of a divergent loop at its header: what lies behind the loop is visited after
 * it, also by lanes that left early. */
static void defer_exits(struct flow_state *s, uint32_t loop)
{
	const struct fin_flow *f = s->walk.f;

	for (uint32_t k = f->loops[loop].header; k <= f->loops[loop].last; k++)
		for (uint32_t i = 0; i < f->succ_count[k]; i++)
			if (!fin_loop_has(f, loop, f->succ[k][i]))
				fin_bits_add(&s->defer[s->walk.at], f->succ[k][i]);
}

static void guard(struct flow_state *s)
{
	LLVMBasicBlockRef on = fin_gang_block(s->walk.g, "");

	LLVMBuildCondBr(builder(s), fin_gang_any(s->walk.g, s->walk.g->mask), on,
		follow(s, NULL, 0));
	LLVMPositionBuilderAtEnd(builder(s), on);
	s->run = 0;
	s->walk.leavers.after = 0;
}

static bool can_jump_over(const struct flow_state *s)
{
	return fin_walk_is_partial(&s->walk, s->walk.at) && !fin_is_header(s->walk.f, s->walk.at) &&
	       !is_empty(&s->defer[s->walk.at]);
}

/* Whether so much code of light blocks has been lowered in a row that this one is jumped over, too.
 * LLVM's time grows with the square of a block's length, so not all light blocks may become one. */
static bool is_long_run(const struct flow_state *s)
{
	return s->run >= FIN_LIMIT_LIGHT_RUN;
}

static void lower_block(struct flow_state *s)
{
	uint32_t loop = s->walk.f->loop_of[s->walk.at];
	bool heads = fin_is_header(s->walk.f, s->walk.at);

	LLVMPositionBuilderAtEnd(builder(s), s->walk.label[s->walk.at]);
	if (heads && fin_bits_has(&s->walk.c->div->loop, loop))
		defer_exits(s, loop);
	fin_walk_enter(&s->walk);
	if (can_jump_over(s) && (fin_walk_is_heavy(&s->walk) || is_long_run(s)))
		guard(s);
	fin_walk_pass(&s->walk);
	s->run += COST_OF_MASK;
	for (const struct fin_inst *i = s->walk.f->order[s->walk.at]->first; i != NULL;
		i = i->next) {
		fin_gang_inst(s->walk.g, i);
		s->run++;
	}
	lower_term(s);
}

/* ---- whole waves ---------------------------------------------------------------------------- */

/* Whether the code from a block on is so small that it may be there twice. */
static bool is_small(const struct flow_state *s, uint32_t from)
{
	uint32_t n = 0;

	for (uint32_t k = from; k < s->walk.f->count; k++)
		for (const struct fin_inst *i = s->walk.f->order[k]->first; i != NULL; i = i->next)
			n++;
	return n * s->walk.g->parts <= FIN_LIMIT_WHOLE_COPY;
}

/* Finds the first branch that can split the wave, if it is a test of ids around what follows. */
static void find_test(struct flow_state *s)
{
	uint32_t at = 0;
	const struct fin_term *t;

	s->test = s->whole = FIN_NOWHERE;
	while (at < s->walk.f->count && !fin_bits_has(&s->walk.c->div->branch, at))
		at++;
	if (s->walk.c->entry_mask != NULL || s->walk.c->keeps_masks || at == s->walk.f->count ||
		fin_walk_is_partial(&s->walk, at) || s->walk.f->loop_of[at] != FIN_NOWHERE ||
		s->walk.f->succ_count[at] != 2)
		return;
	t = &s->walk.f->order[at]->term;
	for (uint32_t k = 0; k < 2; k++)
		if (t->kind == FIN_TERM_CBR && s->walk.f->succ[at][1 - k] == s->walk.f->ipdom[at])
			s->whole = s->walk.f->succ[at][k];
	if (s->whole != FIN_NOWHERE && !fin_depends_on_memory(s->walk.g->s, t->value.reg) &&
		is_small(s, at + 1))
		s->test = at;
}

/* The position behind the last block that there is code for. */
static uint32_t end_of(const struct flow_state *s)
{
	return s->walk.c->tail != 0 ? s->walk.c->tail : s->walk.f->count;
}

/* The blocks that can run after block `first`, with that block. */
static struct fin_bits reachable(const struct flow_state *s, uint32_t first)
{
	struct fin_bits r = fin_bits_new(s->walk.g->w->m->arena, s->walk.f->count);

	fin_bits_add(&r, first);
	for (uint32_t k = first; k < end_of(s); k++) /* one pass is enough, as
	                                                loops are entered at their first block */
		for (uint32_t i = 0; fin_bits_has(&r, k) && i < s->walk.f->succ_count[k]; i++)
			if (!never_goes(s, k, i))
				fin_bits_add(&r, s->walk.f->succ[k][i]);
	return r;
}

/* Whether the code that is there so far comes to the block at hand. If it does not, the block is
 * not made: it is of a copy that this code has not. */
static bool is_reached(struct flow_state *s)
{
	LLVMBasicBlockRef label = s->walk.label[s->walk.at];

	if (LLVMGetFirstUse(LLVMBasicBlockAsValue(label)) != NULL)
		return true;
	LLVMDeleteBasicBlock(label);
	return false;
}

/* Lowers the blocks that can run from block `first` on. Unless `first` is the region's entry, the
 * code comes there by an edge from block s->walk.at. */
static void lower_from(struct flow_state *s, uint32_t first)
{
	struct fin_bits wanted = reachable(s, first);
	uint32_t n = s->walk.f->count;

	fin_walk_start(&s->walk, &wanted);
	fin_walk_in_order(&s->walk);
	s->walk.written = fin_bits_new(s->walk.g->w->m->arena, n);
	s->defer = mem_new(n, sizeof *s->defer);
	for (uint32_t k = 0; k < n; k++)
		s->defer[k] = fin_bits_new(s->walk.g->w->m->arena, n + 1);
	if (first != 0)
		take_edge(s, first, NULL);
	LLVMBuildBr(builder(s), s->walk.label[first]);
	for (s->walk.at = first; s->walk.at < end_of(s); s->walk.at++)
		if (fin_bits_has(&wanted, s->walk.at) && is_reached(s))
			lower_block(s);
	mem_free(s->defer);
	fin_walk_release(&s->walk);
}

/* Makes a copy of the whole region without masks, for waves of which no lane has ended. */
static void lower_whole_region(struct flow_state *s)
{
	struct fin_gang *g = s->walk.g;
	LLVMValueRef *mask = s->walk.c->entry_mask, off[FIN_MAX_PARTS];
	LLVMBasicBlockRef whole = fin_gang_block(g, "whole"), mixed = fin_gang_block(g, "");

	for (unsigned p = 0; p < g->parts; p++)
		off[p] = LLVMBuildNot(builder(s), mask[p], "");
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(builder(s), fin_gang_any(g, off), mixed, whole));
	LLVMPositionBuilderAtEnd(builder(s), whole);
	s->walk.c->entry_mask = g->mask = NULL;
	lower_from(s, 0);
	LLVMPositionBuilderAtEnd(builder(s), mixed);
	s->is_rare = true;
	s->walk.c->entry_mask = g->mask = mask;
}

void fin_gang_region(struct fin_gang *g, struct fin_gang_code *c)
{
	struct flow_state s = {.walk = {.g = g, .c = c, .f = c->flow}, .is_rare = c->is_rare};
	struct fin_chains chains;

	if (c->flow->dispatched) {
		fin_gang_dispatch(g, c);
		return;
	}
	chains = fin_chains_new(c->flow);
	s.walk.chains = &chains;
	s.walk.leaving = fin_walk_leaving(&s.walk);
	find_test(&s);
	if (c->mostly_whole && is_small(&s, 0))
		lower_whole_region(&s);
	lower_from(&s, 0);
	fin_chains_release(&chains);
}
