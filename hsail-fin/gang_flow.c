/* Control flow of a wave: partial linearisation (design: codegen 8.5; after Moll and Hack).
 *
 * Blocks are lowered in the flow's order. Where a branch can split the wave there is no branch:
 * the next block of the order follows, the others are deferred, and a block that some lanes may
 * not reach (partial) has a mask of those that do. defer[b] are the blocks still to be visited
 * when b runs. Branches on uniform values, and the back edges of loops, are real. A heavy partial
 * block is jumped over when its mask is empty.
 *
 * Most kernels begin with a test of their ids against the size of the data, which hardly ever splits
 * a wave: what follows such a branch is there twice, with masks and, for waves that stay whole,
 * without. */
#include "gang.h"

struct flow_state {
	struct fin_gang *g;
	struct fin_gang_code *c;
	const struct fin_flow *f;
	LLVMBasicBlockRef *label;  /* by position; [count] is the end */
	struct fin_bits *defer;    /* by position, with a bit for the end */
	LLVMValueRef (*mask)[FIN_MAX_PARTS]; /* allocas of masks by position, NULL until used */
	LLVMValueRef now[FIN_MAX_PARTS];     /* the mask of the current block */
	uint32_t at;
	uint32_t test, whole; /* the branch that waves mostly pass whole, and where to; or FIN_NOWHERE */
};

static LLVMBuilderRef builder(const struct flow_state *s)
{
	return s->g->w->l->b;
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
	return s->f->count;
}

/* Where control goes on when everything in `next`, and what is deferred here, is to be visited. */
static LLVMBasicBlockRef follow(struct flow_state *s, const uint32_t *next, uint32_t n)
{
	struct fin_bits all = fin_bits_new(s->g->w->m->arena, s->f->count + 1);
	uint32_t first;

	(void)fin_bits_union(&all, &s->defer[s->at]);
	for (uint32_t k = 0; k < n; k++)
		fin_bits_add(&all, next[k]);
	first = first_of(s, &all);
	if (first < s->f->count) {
		fin_bits_remove(&all, first);
		(void)fin_bits_union(&s->defer[first], &all);
	}
	return s->label[first];
}

/* ---- masks ---------------------------------------------------------------------------------- */

static LLVMTypeRef mask_type(const struct flow_state *s)
{
	return fin_shape(s->g->w->l->i1, s->g->lanes);
}

static LLVMValueRef mask_slot(struct flow_state *s, uint32_t at, unsigned part)
{
	if (s->mask[at][0] == NULL)
		for (unsigned p = 0; p < s->g->parts; p++) {
			s->mask[at][p] = LLVMBuildAlloca(s->g->w->entry, mask_type(s), "mask");
			LLVMBuildStore(s->g->init, LLVMConstNull(mask_type(s)), s->mask[at][p]);
		}
	return s->mask[at][part];
}

static bool is_partial(const struct flow_state *s, uint32_t at)
{
	return fin_bits_has(&s->c->div->partial, at);
}

/* Fetches the mask of the current block; in a loop the next iteration starts with none. */
static void enter_mask(struct flow_state *s)
{
	if (!is_partial(s, s->at)) {
		s->g->mask = s->c->entry_mask;
		return;
	}
	for (unsigned p = 0; p < s->g->parts; p++) {
		LLVMValueRef slot = mask_slot(s, s->at, p);

		s->now[p] = LLVMBuildLoad2(builder(s), mask_type(s), slot, "");
		if (s->f->loop_of[s->at] != FIN_NOWHERE)
			LLVMBuildStore(builder(s), LLVMConstNull(mask_type(s)), slot);
	}
	s->g->mask = s->now;
}

/* Whether the edge from the current block leaves a divergent loop. */
static bool leaves_divergent_loop(const struct flow_state *s, uint32_t to)
{
	for (uint32_t l = s->f->loop_of[s->at]; l != FIN_NOWHERE; l = s->f->loops[l].parent)
		if (fin_bits_has(&s->c->div->loop, l) && !fin_loop_has(s->f, l, to))
			return true;
	return false;
}

/* ---- edges ---------------------------------------------------------------------------------- */

static uint32_t source_of(const struct fin_phi *phi, const struct fin_block *to,
	const struct fin_block *from)
{
	for (uint32_t k = 0; k < to->pred_count; k++)
		if (to->preds[k] == from)
			return phi->from[k];
	BUG("no edge between blocks");
}

static unsigned phi_parts(const struct flow_state *s, const struct fin_phi *phi)
{
	return fin_is_uniform(s->g->s->of[phi->reg]) ? 1 : s->g->parts;
}

/* All sources are read before the first phi changes. */
static void move_phis(struct flow_state *s, uint32_t to, LLVMValueRef *mask)
{
	struct fin_gang *g = s->g;
	const struct fin_block *b = s->f->order[to], *from = s->f->order[s->at];
	LLVMValueRef *v = mem_new((size_t)b->phi_count * g->parts + 1, sizeof *v);
	bool mixes = fin_bits_has(&s->c->div->join, to) ||
	             (is_partial(s, s->at) && s->f->pred_count[to] > 1 && !fin_is_header(s->f, to));

	for (uint32_t k = 0; k < b->phi_count; k++)
		for (unsigned p = 0; p < phi_parts(s, &b->phis[k]); p++) {
			uint32_t source = source_of(&b->phis[k], b, from);

			v[k * g->parts + p] =
				g->s->of[b->phis[k].reg].kind == FIN_SHAPE_VARYING
					? fin_gang_vector(g, source, p)
					: fin_gang_scalar(g, source, p);
		}
	for (uint32_t k = 0; k < b->phi_count; k++) {
		uint32_t reg = b->phis[k].reg;
		bool blends = (mixes || fin_bits_has(&g->s->blend, reg)) && mask != NULL &&
		              g->s->of[reg].kind == FIN_SHAPE_VARYING;

		for (unsigned p = 0; p < phi_parts(s, &b->phis[k]); p++)
			fin_gang_blend(g, reg, p, v[k * g->parts + p], blends ? mask[p] : NULL);
	}
	free(v);
}

/* The lanes of `mask` go to `to`. */
static void take_edge(struct flow_state *s, uint32_t to, LLVMValueRef *mask)
{
	bool adds = (s->f->pred_count[to] > 1 && !fin_is_header(s->f, to)) ||
	            leaves_divergent_loop(s, to);

	move_phis(s, to, mask);
	if (!is_partial(s, to))
		return;
	for (unsigned p = 0; p < s->g->parts; p++) {
		LLVMValueRef m = mask != NULL ? mask[p] : fin_gang_all(s->g);
		LLVMValueRef slot = mask_slot(s, to, p);

		if (adds)
			m = LLVMBuildOr(builder(s),
				LLVMBuildLoad2(builder(s), mask_type(s), slot, ""), m, "");
		LLVMBuildStore(builder(s), m, slot);
	}
}

/* ---- branches ------------------------------------------------------------------------------- */

/* i1 or a mask: the branch goes to successor `to`. `index` is its value, scalar or vector. */
static LLVMValueRef goes_to(struct flow_state *s, LLVMValueRef index, uint32_t to)
{
	LLVMBuilderRef b = builder(s);
	const struct fin_term *t = &s->f->order[s->at]->term;
	bool is_first = s->f->position[t->succ[0]->index] == to;
	LLVMValueRef r = NULL;

	if (t->kind == FIN_TERM_CBR)
		return is_first ? index : LLVMBuildNot(b, index, "");
	/* the first label also gets what is beyond the list */
	for (uint32_t k = 1; k < t->succ_count; k++) {
		LLVMValueRef c;

		if ((s->f->position[t->succ[k]->index] == to) == is_first)
			continue;
		c = LLVMBuildICmp(b, LLVMIntEQ, index, fin_like(index, k), "");
		r = r == NULL ? c : LLVMBuildOr(b, r, c, "");
	}
	return is_first ? LLVMBuildNot(b, r, "") : r;
}

static uint16_t index_type(const struct fin_term *t)
{
	return t->kind == FIN_TERM_CBR    ? BRIG_TYPE_B1
	       : t->value_bits == 64 ? BRIG_TYPE_U64
	                             : BRIG_TYPE_U32;
}

/* A real branch; each edge has a block. */
static void branch(struct flow_state *s)
{
	struct fin_gang *g = s->g;
	LLVMBuilderRef b = builder(s);
	const struct fin_term *t = &s->f->order[s->at]->term;
	uint32_t n = s->f->succ_count[s->at];
	LLVMValueRef index;

	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	index = fin_value_get(g->w, &t->value, index_type(t));
	for (uint32_t k = 0; k < n; k++) {
		LLVMBasicBlockRef edge = fin_gang_block(g, "");
		LLVMBasicBlockRef rest = k + 1 < n ? fin_gang_block(g, "") : NULL;
		uint32_t to = s->f->succ[s->at][k];

		if (rest != NULL)
			LLVMBuildCondBr(b, goes_to(s, index, to), edge, rest);
		else
			LLVMBuildBr(b, edge);
		LLVMPositionBuilderAtEnd(b, edge);
		take_edge(s, to, g->mask);
		LLVMBuildBr(b, follow(s, &to, 1));
		if (rest != NULL)
			LLVMPositionBuilderAtEnd(b, rest);
	}
}

static void lower_from(struct flow_state *s, uint32_t first);

/* Goes on without masks where no lane takes another edge than the one to `whole`. */
static void part_whole_waves(struct flow_state *s, LLVMValueRef *others)
{
	struct fin_gang *g = s->g;
	LLVMBasicBlockRef whole = fin_gang_block(g, "whole"), mixed = fin_gang_block(g, "");
	struct fin_divergence div = fin_divergence_new(g->w->m->arena, s->f);
	const struct fin_divergence *mixed_div = s->c->div;
	struct flow_state t = {.g = g, .c = s->c, .f = s->f, .at = s->at,
		.test = FIN_NOWHERE, .whole = FIN_NOWHERE};

	div.settled = s->at;
	while (fin_diverge(s->f, g->s, &div))
		;
	s->c->div = &div;
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(builder(s), fin_gang_any(g, others), mixed, whole));
	LLVMPositionBuilderAtEnd(builder(s), whole);
	lower_from(&t, s->whole);
	LLVMPositionBuilderAtEnd(builder(s), mixed);
	s->c->div = mixed_div;
	g->mask = s->c->entry_mask;
}

/* Every successor in turn, each with its lanes. */
static void split(struct flow_state *s)
{
	struct fin_gang *g = s->g;
	LLVMBuilderRef b = builder(s);
	const struct fin_term *t = &s->f->order[s->at]->term;
	uint32_t n = s->f->succ_count[s->at];
	LLVMValueRef(*mask)[FIN_MAX_PARTS] = mem_new(n, sizeof *mask);

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef index;

		fin_gang_select(g, FIN_GANG_VECTOR, p, NULL);
		index = fin_value_get(g->w, &t->value, index_type(t));
		for (uint32_t k = 0; k < n; k++) {
			mask[k][p] = goes_to(s, index, s->f->succ[s->at][k]);
			if (g->mask != NULL)
				mask[k][p] = LLVMBuildAnd(b, g->mask[p], mask[k][p], "");
		}
	}
	if (s->at == s->test)
		part_whole_waves(s, mask[s->f->succ[s->at][0] == s->whole]);
	for (uint32_t k = 0; k < n; k++)
		take_edge(s, s->f->succ[s->at][k], mask[k]);
	LLVMBuildBr(b, follow(s, s->f->succ[s->at], n));
	free(mask);
}

/* The latch of a loop. */
static void go_back(struct flow_state *s, uint32_t header)
{
	LLVMBuilderRef b = builder(s);

	take_edge(s, header, s->g->mask);
	if (fin_bits_has(&s->c->div->loop, s->f->loop_of[s->at]))
		LLVMBuildCondBr(b, fin_gang_any(s->g, s->g->mask), s->label[header],
			follow(s, NULL, 0));
	else
		LLVMBuildBr(b, s->label[header]);
}

static void leave(struct flow_state *s)
{
	const struct fin_block *b = s->f->order[s->at];

	if (b->term.kind == FIN_TERM_BARRIER && is_partial(s, s->at)) {
		LLVMBasicBlockRef on = fin_gang_block(s->g, ""), after = fin_gang_block(s->g, "");

		LLVMBuildCondBr(builder(s), fin_gang_any(s->g, s->g->mask), on, after);
		LLVMPositionBuilderAtEnd(builder(s), on);
		s->c->barrier(s->c, b);
		LLVMBuildBr(builder(s), after);
		LLVMPositionBuilderAtEnd(builder(s), after);
	} else if (b->term.kind == FIN_TERM_BARRIER) {
		s->c->barrier(s->c, b);
	}
	LLVMBuildBr(builder(s), follow(s, &s->f->count, 1));
}

static void lower_term(struct flow_state *s)
{
	uint32_t n = s->f->succ_count[s->at];
	const uint32_t *succ = s->f->succ[s->at];
	bool splits = fin_bits_has(&s->c->div->branch, s->at);

	for (uint32_t k = 0; k < n; k++)
		splits |= leaves_divergent_loop(s, succ[k]);
	if (n == 0) {
		leave(s);
	} else if (n > 1) {
		(splits ? split : branch)(s);
	} else if (succ[0] <= s->at) {
		go_back(s, succ[0]);
	} else {
		take_edge(s, succ[0], s->g->mask);
		LLVMBuildBr(builder(s), follow(s, succ, 1));
	}
}

/* ---- blocks --------------------------------------------------------------------------------- */

static bool is_heavy_inst(const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_LOAD:
	case ISA_LOWER_STORE:
		return i->operands[1].kind != FIN_OPND_SLOTS;
	case ISA_LOWER_ATOMIC:
	case ISA_LOWER_SIGNAL:
	case ISA_LOWER_CALL:
	case ISA_LOWER_ALLOCA:
	case ISA_LOWER_DEBUGTRAP:
	case ISA_LOWER_DIVIDE:
	case ISA_LOWER_NATIVE:
	case ISA_LOWER_BARRIER:
	case ISA_LOWER_FBARRIER:
	case ISA_LOWER_FENCE:
	case ISA_LOWER_CLOCK:
	case ISA_LOWER_LANE:
	case ISA_LOWER_IMAGE:
	case ISA_LOWER_QUEUE:
		return true;
	default:
		return false;
	}
}

/* An edge into a join whose phis are scalars must not be taken by no lane at all. */
static bool feeds_scalar_phi(const struct flow_state *s, uint32_t to)
{
	const struct fin_block *b = s->f->order[to];

	if (s->f->pred_count[to] < 2 || fin_is_header(s->f, to))
		return false;
	for (uint32_t k = 0; k < b->phi_count; k++)
		if (s->g->s->of[b->phis[k].reg].kind != FIN_SHAPE_VARYING)
			return true;
	return false;
}

/* Whether running the block with an empty mask is wrong or a waste. */
static bool is_heavy(const struct flow_state *s)
{
	enum { LIGHT = 4 };
	const struct fin_block *b = s->f->order[s->at];
	unsigned n = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (++n > LIGHT || is_heavy_inst(i))
			return true;
	if (b->term.kind == FIN_TERM_BARRIER)
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

/* What lies behind a divergent loop is visited after it, also by lanes that left early. */
static void defer_exits(struct flow_state *s, uint32_t loop)
{
	for (uint32_t k = 0; k < s->f->count; k++)
		for (uint32_t i = 0; fin_loop_has(s->f, loop, k) && i < s->f->succ_count[k]; i++)
			if (!fin_loop_has(s->f, loop, s->f->succ[k][i]))
				fin_bits_add(&s->defer[s->at], s->f->succ[k][i]);
}

static void guard(struct flow_state *s)
{
	LLVMBasicBlockRef on = fin_gang_block(s->g, "");

	LLVMBuildCondBr(builder(s), fin_gang_any(s->g, s->g->mask), on, follow(s, NULL, 0));
	LLVMPositionBuilderAtEnd(builder(s), on);
}

static void lower_block(struct flow_state *s)
{
	uint32_t loop = s->f->loop_of[s->at];
	bool heads = fin_is_header(s->f, s->at);

	LLVMPositionBuilderAtEnd(builder(s), s->label[s->at]);
	if (heads && fin_bits_has(&s->c->div->loop, loop))
		defer_exits(s, loop);
	enter_mask(s);
	if (is_partial(s, s->at) && !heads && !is_empty(&s->defer[s->at]) && is_heavy(s))
		guard(s);
	for (const struct fin_inst *i = s->f->order[s->at]->first; i != NULL; i = i->next)
		fin_gang_inst(s->g, i);
	lower_term(s);
}

/* ---- whole waves ---------------------------------------------------------------------------- */

/* Whether the code from a block on may be there twice. */
static bool is_small(const struct flow_state *s, uint32_t from)
{
	enum { MAX_INSTS = 1024 };
	uint32_t n = 0;

	for (uint32_t k = from; k < s->f->count; k++)
		for (const struct fin_inst *i = s->f->order[k]->first; i != NULL; i = i->next)
			n++;
	return n * s->g->parts <= MAX_INSTS;
}

/* The first branch that can split the wave, when it is a test of ids around what follows. */
static void find_test(struct flow_state *s)
{
	uint32_t at = 0;
	const struct fin_term *t;

	s->test = s->whole = FIN_NOWHERE;
	while (at < s->f->count && !fin_bits_has(&s->c->div->branch, at))
		at++;
	if (s->c->entry_mask != NULL || at == s->f->count || is_partial(s, at) ||
		s->f->loop_of[at] != FIN_NOWHERE || s->f->succ_count[at] != 2)
		return;
	t = &s->f->order[at]->term;
	for (uint32_t k = 0; k < 2; k++)
		if (t->kind == FIN_TERM_CBR && s->f->succ[at][1 - k] == s->f->ipdom[at])
			s->whole = s->f->succ[at][k];
	if (s->whole != FIN_NOWHERE && !fin_depends_on_memory(s->g->s, t->value.reg) &&
		is_small(s, at + 1))
		s->test = at;
}

/* Blocks that can run when `first` does. */
static struct fin_bits reachable(const struct flow_state *s, uint32_t first)
{
	struct fin_bits r = fin_bits_new(s->g->w->m->arena, s->f->count);

	fin_bits_add(&r, first);
	for (uint32_t k = first; k < s->f->count; k++) /* loops are entered at their first block */
		for (uint32_t i = 0; fin_bits_has(&r, k) && i < s->f->succ_count[k]; i++)
			fin_bits_add(&r, s->f->succ[k][i]);
	return r;
}

/* Lowers what can run from block `first` on. From another block, s->at, it comes by an edge. */
static void lower_from(struct flow_state *s, uint32_t first)
{
	struct fin_bits wanted = reachable(s, first);
	uint32_t n = s->f->count;

	s->label = mem_new(n + 1, sizeof *s->label);
	s->defer = mem_new(n, sizeof *s->defer);
	s->mask = mem_new(n, sizeof *s->mask);
	for (uint32_t k = 0; k < n; k++) {
		s->label[k] = fin_bits_has(&wanted, k) ? fin_gang_block(s->g, "") : NULL;
		s->defer[k] = fin_bits_new(s->g->w->m->arena, n + 1);
	}
	s->label[n] = s->c->end;
	if (first != 0)
		take_edge(s, first, NULL);
	LLVMBuildBr(builder(s), s->label[first]);
	for (s->at = first; s->at < n; s->at++)
		if (fin_bits_has(&wanted, s->at))
			lower_block(s);
	free(s->mask);
	free(s->defer);
	free(s->label);
}

/* The whole region without masks, for waves of which no lane has ended. */
static void lower_whole_region(struct flow_state *s)
{
	struct fin_gang *g = s->g;
	LLVMValueRef *mask = s->c->entry_mask, off[FIN_MAX_PARTS];
	LLVMBasicBlockRef whole = fin_gang_block(g, "whole"), mixed = fin_gang_block(g, "");

	for (unsigned p = 0; p < g->parts; p++)
		off[p] = LLVMBuildNot(builder(s), mask[p], "");
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(builder(s), fin_gang_any(g, off), mixed, whole));
	LLVMPositionBuilderAtEnd(builder(s), whole);
	s->c->entry_mask = g->mask = NULL;
	lower_from(s, 0);
	LLVMPositionBuilderAtEnd(builder(s), mixed);
	s->c->entry_mask = g->mask = mask;
}

void fin_gang_region(struct fin_gang *g, struct fin_gang_code *c)
{
	struct flow_state s = {.g = g, .c = c, .f = c->flow};

	find_test(&s);
	if (c->mostly_whole && is_small(&s, 0))
		lower_whole_region(&s);
	lower_from(&s, 0);
}
