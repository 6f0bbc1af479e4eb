/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A wave in a region of any shape (docs/design/vector-code.md, "The dispatcher").
 *
 *     while some block has lanes that wait for it:
 *         run the first such block of the flow's order for these lanes
 *
 * The order makes blocks outside of loops run once, for all lanes that come to them. Which blocks
 * have lanes is a set of bits on several levels: a bit of a level says that a word of the level
 * below is not empty. The end of the region is the last block, which is always in the set. A block
 * that all lanes of the wave run together goes on to the next without the set.
 *
 * Loops that wait for other work-items have another order (dispatch_order.c). All their lanes that
 * go around take one turn together. */
#include "hsaemu/kernel_abi.h"
#include "gang/dispatch_order.h"
#include "gang/gang_edge.h"
#include "ir/bits.h"
#include "ir/limits.h"

enum {
	MAX_LEVELS = 6,
	WORD = 64,
	/* In so many times around loops that may wait, some are turns: two for each place where
	 * lanes go around, so that it is not always another one whose time has come. */
	TURN_PERIOD = 1024,
};

struct dispatch {
	struct fin_walk walk;
	LLVMBasicBlockRef next; /* the code that finds the next block to run */
	unsigned levels;
	uint32_t words[MAX_LEVELS]; /* by level: number of words */
	LLVMValueRef set[MAX_LEVELS];
	struct fin_dispatch_order o;
	LLVMBasicBlockRef *turn_label; /* the code of each turn */
};

static LLVMBuilderRef builder(const struct dispatch *s)
{
	return s->walk.g->w->l->b;
}

/* ---- the set of blocks ---------------------------------------------------------------------- */

static LLVMValueRef u64(const struct dispatch *s, uint64_t v)
{
	return LLVMConstInt(s->walk.g->w->l->i64, v, false);
}

static LLVMValueRef word(struct dispatch *s, unsigned level, LLVMValueRef index)
{
	return LLVMBuildGEP2(builder(s), s->walk.g->w->l->i64, s->set[level], &index, 1, "");
}

static LLVMValueRef load_word(struct dispatch *s, LLVMValueRef at)
{
	return LLVMBuildLoad2(builder(s), s->walk.g->w->l->i64, at, "");
}

static void new_set(struct dispatch *s)
{
	struct fin_lower *w = s->walk.g->w;
	uint32_t n = s->o.ranks;

	do {
		uint32_t words = (n + WORD - 1) / WORD;

		s->words[s->levels] = words;
		s->set[s->levels++] =
			LLVMBuildAlloca(w->entry, LLVMArrayType2(w->l->i64, words), "set");
		n = words;
	} while (n > 1);
	for (unsigned k = 0; k < s->levels; k++)
		for (uint32_t i = 0; i < s->words[k]; i++)
			LLVMBuildStore(builder(s), u64(s, 0), word(s, k, u64(s, i)));
}

/* Adds the bit if `when`, an i1. */
static void add_bit_if(struct dispatch *s, uint32_t at, LLVMValueRef when)
{
	LLVMBuilderRef b = builder(s);

	for (unsigned k = 0; k < s->levels; k++, at /= WORD) {
		LLVMValueRef p = word(s, k, u64(s, at / WORD)), bit = u64(s, 1ull << at % WORD);

		bit = fin_select(s->walk.g->w->l, when, bit, u64(s, 0));
		LLVMBuildStore(b, LLVMBuildOr(b, load_word(s, p), bit, ""), p);
	}
}

static void add_bit(struct dispatch *s, uint32_t at)
{
	add_bit_if(s, at, LLVMConstInt(s->walk.g->w->l->i1, 1, false));
}

/* Removes the bit and, on the levels above, the bits of words that became empty. */
static void remove_bit(struct dispatch *s, uint32_t at)
{
	LLVMBuilderRef b = builder(s);
	LLVMValueRef empty = LLVMConstInt(s->walk.g->w->l->i1, 1, false);

	for (unsigned k = 0; k < s->levels; k++, at /= WORD) {
		LLVMValueRef p = word(s, k, u64(s, at / WORD)), old = load_word(s, p);
		LLVMValueRef v = LLVMBuildAnd(b, old, u64(s, ~(1ull << at % WORD)), "");

		v = fin_select(s->walk.g->w->l, empty, v, old);
		LLVMBuildStore(b, v, p);
		empty = LLVMBuildICmp(b, LLVMIntEQ, v, u64(s, 0), "");
	}
}

/* i1: whether it is time for a rare turn, by the fuel, of which each time around takes one. */
static LLVMValueRef is_time_for(struct dispatch *s, const struct fin_dispatch_turn *t)
{
	struct fin_lower *w = s->walk.g->w;
	uint32_t turns = t->places < TURN_PERIOD / 4 ? 2 * t->places : TURN_PERIOD / 2;
	LLVMValueRef fuel = LLVMBuildLoad2(builder(s), w->l->i32,
		fin_byte_offset(w, w->wg, offsetof(struct hsaemu_wg, fuel)), "");

	fuel = LLVMBuildAnd(builder(s), fuel, fin_like(fuel, TURN_PERIOD - 1), "");
	return LLVMBuildICmp(builder(s), LLVMIntULT, fuel, fin_like(fuel, turns), "");
}

/* Notes that lanes wait for the block. Lanes that go around a waiting loop wait for its turn
 * instead. */
static void add_block(struct dispatch *s, uint32_t at)
{
	uint32_t turn = at < s->walk.f->count ? s->o.turn[at] : FIN_NOWHERE;

	if (turn == FIN_NOWHERE) {
		add_bit(s, s->o.rank[at]);
	} else if (!s->o.turns[turn].is_rare) {
		add_bit(s, s->o.turns[turn].rank);
	} else {
		LLVMValueRef now = is_time_for(s, &s->o.turns[turn]);

		add_bit_if(s, s->o.turns[turn].rank, now);
		add_bit_if(s, s->o.rank[at], LLVMBuildNot(builder(s), now, ""));
	}
}

static LLVMValueRef first_block(struct dispatch *s)
{
	struct fin_llvm *l = s->walk.g->w->l;
	LLVMValueRef at = u64(s, 0);

	for (unsigned k = s->levels; k-- > 0;) {
		LLVMValueRef bit = fin_lowest_bit(l, load_word(s, word(s, k, at)));

		at = LLVMBuildAdd(builder(s), LLVMBuildMul(builder(s), at, u64(s, WORD), ""), bit,
			"");
	}
	return at;
}

static void lower_next(struct dispatch *s)
{
	const struct fin_walk *w = &s->walk;
	LLVMValueRef sw;

	LLVMPositionBuilderAtEnd(builder(s), s->next);
	sw = LLVMBuildSwitch(builder(s), first_block(s), w->label[w->f->count], w->f->count);
	for (uint32_t k = 0; k < w->f->count; k++)
		LLVMAddCase(sw, u64(s, s->o.rank[k]), w->label[k]);
	for (uint32_t t = 0; t < s->o.turn_count; t++)
		LLVMAddCase(sw, u64(s, s->o.turns[t].rank), s->turn_label[t]);
}

/* ---- turns ---------------------------------------------------------------------------------- */

/* Makes the code of a turn: every block of the loop that yields and has lanes gets its bit in the
 * set. */
static void lower_turn(struct dispatch *s, uint32_t number)
{
	const struct fin_dispatch_turn *t = &s->o.turns[number];
	struct fin_gang *g = s->walk.g;
	LLVMBuilderRef b = builder(s);

	LLVMPositionBuilderAtEnd(b, s->turn_label[number]);
	remove_bit(s, t->rank);
	for (uint32_t k = t->first; k <= t->last; k++) {
		LLVMBasicBlockRef some, after;
		LLVMValueRef mask[FIN_MAX_PARTS];

		if (s->o.turn[k] == FIN_NOWHERE || s->walk.mask[k][0] == NULL)
			continue;
		some = fin_gang_block(g, "");
		after = fin_gang_block(g, "");
		fin_walk_waiting(&s->walk, k, mask);
		LLVMBuildCondBr(b, fin_gang_any(g, mask), some, after);
		LLVMPositionBuilderAtEnd(b, some);
		add_bit(s, s->o.rank[k]);
		LLVMBuildBr(b, after);
		LLVMPositionBuilderAtEnd(b, after);
	}
	LLVMBuildBr(b, s->next);
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* Takes the edge to `to` for the lanes of `mask`, which wait for it then. */
static void take_edge(struct dispatch *s, uint32_t to, LLVMValueRef *mask)
{
	fin_walk_phis(&s->walk, to, mask,
		fin_walk_is_partial(&s->walk, s->walk.at) ||
			fin_bits_has(&s->walk.c->div->join, to));
	fin_walk_add(&s->walk, to, mask, true);
}

/* Goes on where all lanes of the block go to `to`. */
static void go_to(struct fin_walk *w, uint32_t to)
{
	struct dispatch *s = (struct dispatch *)w;

	take_edge(s, to, s->walk.g->mask);
	if (fin_walk_is_partial(&s->walk, s->walk.at)) {
		add_block(s, to);
		LLVMBuildBr(builder(s), s->next);
	} else {
		LLVMBuildBr(builder(s), s->walk.label[to]);
	}
}

/* Sends lanes to the successors of a branch that splits. A successor to which no lane goes is not
 * touched, since its phis may be scalars. */
static void split(struct dispatch *s)
{
	struct fin_gang *g = s->walk.g;
	LLVMBuilderRef b = builder(s);
	uint32_t n = s->walk.f->succ_count[s->walk.at];
	LLVMValueRef(*mask)[FIN_MAX_PARTS] = mem_new(n, sizeof *mask);

	fin_walk_split(&s->walk, mask);
	for (uint32_t k = 0; k < n; k++) {
		LLVMBasicBlockRef some = fin_gang_block(g, ""), after = fin_gang_block(g, "");

		LLVMBuildCondBr(b, fin_gang_any(g, mask[k]), some, after);
		LLVMPositionBuilderAtEnd(b, some);
		take_edge(s, s->walk.f->succ[s->walk.at][k], mask[k]);
		add_block(s, s->walk.f->succ[s->walk.at][k]);
		LLVMBuildBr(b, after);
		LLVMPositionBuilderAtEnd(b, after);
	}
	LLVMBuildBr(b, s->next);
	mem_free(mask);
}

/* ---- blocks --------------------------------------------------------------------------------- */

static void lower_term(struct dispatch *s)
{
	const struct fin_block *b = s->walk.f->order[s->walk.at];

	if (s->walk.f->succ_count[s->walk.at] == 0) {
		if (b->term.kind == FIN_TERM_BARRIER)
			s->walk.c->barrier(s->walk.c, b);
		LLVMBuildBr(builder(s), fin_walk_is_partial(&s->walk, s->walk.at)
						? s->next
						: s->walk.label[s->walk.f->count]);
	} else if (s->walk.f->succ_count[s->walk.at] == 1) {
		go_to(&s->walk, s->walk.f->succ[s->walk.at][0]);
	} else if (fin_bits_has(&s->walk.c->div->branch, s->walk.at)) {
		split(s);
	} else {
		fin_walk_branch(&s->walk, go_to);
	}
}

static void lower_block(struct dispatch *s)
{
	LLVMPositionBuilderAtEnd(builder(s), s->walk.label[s->walk.at]);
	fin_walk_enter(&s->walk);
	remove_bit(s, s->o.rank[s->walk.at]);
	for (const struct fin_inst *i = s->walk.f->order[s->walk.at]->first; i != NULL; i = i->next)
		fin_gang_inst(s->walk.g, i);
	lower_term(s);
}

/* ---- values in memory ----------------------------------------------------------------------- */

/* Whether to keep values in memory. A value in a register at every block of a loop means a copy at
 * the end of every block, so LLVM's time and code would grow with the product. */
static bool is_too_much(const struct dispatch *s)
{
	const struct fin_gang *g = s->walk.g;
	uint64_t values = 0, blocks = 0;

	for (uint32_t r = 0; r < g->w->f->reg_count; r++)
		values += fin_bits_has(&g->s->blend, r) && g->slot[r][0] != NULL;
	for (uint32_t k = 0; k < s->walk.f->count; k++)
		blocks += s->walk.f->loop_of[k] != FIN_NOWHERE;
	return values * g->parts * blocks > FIN_LIMIT_DISPATCH_COPIES;
}

/* Keeps a variable in memory: LLVM makes no register of a variable whose address is an operand of
 * assembly code. */
static void pin(struct dispatch *s, LLVMValueRef variable)
{
	struct fin_llvm *l = s->walk.g->w->l;
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(l->ctx), &l->ptr, 1, false);
	LLVMValueRef nothing =
		LLVMGetInlineAsm(type, "", 0, "r", 1, true, false, LLVMInlineAsmDialectATT, false);

	LLVMBuildCall2(s->walk.g->w->entry, type, nothing, &variable, 1, "");
}

static void pin_all(struct dispatch *s)
{
	const struct fin_gang *g = s->walk.g;

	for (unsigned p = 0; p < g->parts; p++) {
		for (uint32_t r = 0; r < g->w->f->reg_count; r++)
			if (fin_bits_has(&g->s->blend, r) && g->slot[r][p] != NULL)
				pin(s, g->slot[r][p]);
		for (uint32_t k = 0; k < s->walk.f->count; k++)
			if (s->walk.mask[k][p] != NULL)
				pin(s, s->walk.mask[k][p]);
	}
}

void fin_gang_dispatch(struct fin_gang *g, struct fin_gang_code *c)
{
	struct dispatch s = {.walk = {.g = g, .c = c, .f = c->flow}};

	fin_walk_start(&s.walk, NULL);
	s.next = fin_gang_block(g, "dispatch");
	s.o = fin_dispatch_order(c->flow);
	s.turn_label = mem_new(s.o.turn_count, sizeof *s.turn_label);
	for (uint32_t t = 0; t < s.o.turn_count; t++)
		s.turn_label[t] = fin_gang_block(g, "turn");
	new_set(&s);
	add_block(&s, s.walk.f->count);
	fin_walk_add(&s.walk, 0, c->entry_mask, true);
	LLVMBuildBr(builder(&s), s.walk.label[0]);
	lower_next(&s);
	for (s.walk.at = 0; s.walk.at < s.walk.f->count; s.walk.at++)
		lower_block(&s);
	for (uint32_t t = 0; t < s.o.turn_count; t++)
		lower_turn(&s, t);
	if (is_too_much(&s))
		pin_all(&s);
	mem_free(s.turn_label);
	fin_dispatch_order_release(&s.o);
	fin_walk_release(&s.walk);
}
