/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* In which order the dispatcher takes the blocks of a region that have lanes.
 *
 * Outside of waiting loops it is the order of the flow. In loops that wait for other work-items
 * (reconverge.c) places where lanes go around come after all other blocks of the loop, and places
 * where lanes have to meet after those. So a lane that has left such a loop runs first, and does
 * what the others may wait for. All lanes that go around take one turn together, when nothing else
 * in the loop can run. Otherwise one waiting loop could keep the lanes in another one from looking
 * again at what they wait for.
 *
 * Loops that may wait by plain loads are searches nearly always, which end by themselves. Lanes of
 * a search stay together best if those that have left wait for the others, as after any loop. So
 * lanes go around such loops at once, before what follows them is run, but for a few times in a
 * thousand: then they wait for the turn. */
#include "gang/dispatch_order.h"
#include "regions/fiber.h"

static bool block_has(const struct fin_block *b, enum fin_wait wait)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (i->lowering == ISA_LOWER_BARRIER && i->wait == wait)
			return true;
	return false;
}

static bool block_waits(const struct fin_block *b)
{
	return block_has(b, FIN_WAIT_YIELD) || block_has(b, FIN_WAIT_BUSY);
}

/* Whether lanes go around a waiting loop in the block. */
static bool block_yields(const struct fin_block *b)
{
	return block_waits(b) || block_has(b, FIN_WAIT_TIME);
}

static bool block_meets(const struct fin_block *b)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (fin_is_meeting(i))
			return true;
	return false;
}

static bool loop_yields(const struct fin_flow *f, uint32_t first, uint32_t last)
{
	for (uint32_t k = first; k <= last; k++)
		if (block_yields(f->order[k]))
			return true;
	return false;
}

/* Whether the block begins with a wavebarrier, which was made of those in several places
 * (merge_wavebarriers.c). */
static bool block_joins(const struct fin_block *b)
{
	return b->first != NULL && b->first->lowering == ISA_LOWER_BARRIER &&
	       b->first->wait == FIN_WAIT_WAVE_BARRIER;
}

/* The position to which the block has an edge that is never taken, or FIN_NOWHERE. */
static uint32_t never_taken(const struct fin_flow *f, uint32_t at)
{
	const struct fin_term *t = &f->order[at]->term;

	return t->kind == FIN_TERM_CBR && t->value.kind == FIN_VALUE_IMM && t->value.lo == 0
	               ? fin_position(&f->position, t->succ[0]->index)
	               : FIN_NOWHERE;
}

/* Sets depth[k - first] to how many loops that may wait lanes have left on the way to position k,
 * as far as that leads forward. Returns the most. */
static uint32_t find_depths(const struct fin_flow *f, uint32_t first, uint32_t last,
	uint32_t *depth)
{
	uint32_t most = 0;

	for (uint32_t k = first; k <= last; k++) {
		uint32_t never = never_taken(f, k);

		most = depth[k - first] > most ? depth[k - first] : most;
		for (uint32_t i = 0; i < f->succ_count[k] && !block_yields(f->order[k]); i++) {
			uint32_t s = f->succ[k][i], d = depth[k - first];

			if (s <= k || s > last || s == never)
				continue;
			d += block_has(f->order[s], FIN_WAIT_PASSED);
			depth[s - first] = d > depth[s - first] ? d : depth[s - first];
		}
	}
	return most;
}

/* Gives ranks to blocks where lanes need not meet, so that what follows a loop comes after all of
 * the loop, and in a loop the places where lanes go around after all others. */
static void rank_patiently(struct fin_dispatch_order *o, const struct fin_flow *f, uint32_t first,
	uint32_t last)
{
	uint32_t *depth = mem_new((size_t)last - first + 1, sizeof *depth);
	uint32_t most = find_depths(f, first, last, depth);

	for (uint32_t d = 0; d <= most; d++)
		for (unsigned yields = 0; yields < 2; yields++)
			for (uint32_t k = first; k <= last; k++)
				if (depth[k - first] == d && !block_meets(f->order[k]) &&
					block_yields(f->order[k]) == (yields != 0))
					o->rank[k] = o->ranks++;
	mem_free(depth);
}

static void rank_in_a_row(struct fin_dispatch_order *o, const struct fin_flow *f, uint32_t first,
	uint32_t last)
{
	for (uint32_t k = first; k <= last; k++)
		if (!block_meets(f->order[k]))
			o->rank[k] = o->ranks++;
}

/* Gives ranks to the blocks of a waiting loop: first blocks where lanes need not meet, then the
 * turn, then blocks where lanes meet. Merged wavebarriers, to which all ways lead, come last. */
static void rank_waiting_loop(struct fin_dispatch_order *o, const struct fin_flow *f,
	uint32_t first, uint32_t last)
{
	struct fin_dispatch_turn *t = &o->turns[o->turn_count];

	*t = (struct fin_dispatch_turn){.first = first, .last = last, .is_rare = true};
	for (uint32_t k = first; k <= last; k++) {
		if (!block_yields(f->order[k]))
			continue;
		o->turn[k] = o->turn_count;
		t->places++;
		t->is_rare &= !block_waits(f->order[k]);
	}
	(t->is_rare ? rank_patiently : rank_in_a_row)(o, f, first, last);
	t->rank = o->ranks++;
	o->turn_count++;
	for (unsigned joins = 0; joins < 2; joins++)
		for (uint32_t k = first; k <= last; k++)
			if (block_meets(f->order[k]) && block_joins(f->order[k]) == joins)
				o->rank[k] = o->ranks++;
}

/* Gives ranks to positions in their order, but for blocks of merged wavebarriers, which come
 * last. */
static void rank_in_order(struct fin_dispatch_order *o, const struct fin_flow *f, uint32_t first,
	uint32_t last)
{
	for (unsigned joins = 0; joins < 2; joins++)
		for (uint32_t k = first; k <= last; k++)
			if (block_joins(f->order[k]) == joins)
				o->rank[k] = o->ranks++;
}

struct fin_dispatch_order fin_dispatch_order(const struct fin_flow *f)
{
	struct fin_dispatch_order o = {.rank = mem_new(f->count + 1, sizeof *o.rank),
		.turn = mem_new(f->count, sizeof *o.turn),
		.turns = mem_new(f->loop_count, sizeof *o.turns)};

	for (uint32_t k = 0; k < f->count; k++)
		o.turn[k] = FIN_NOWHERE;
	for (uint32_t k = 0; k < f->count;) {
		uint32_t l = f->loop_of[k], last = l == FIN_NOWHERE ? k : f->loops[l].last;

		if (l != FIN_NOWHERE && loop_yields(f, k, last))
			rank_waiting_loop(&o, f, k, last);
		else
			rank_in_order(&o, f, k, last);
		k = last + 1;
	}
	o.rank[f->count] = o.ranks++;
	return o;
}

void fin_dispatch_order_release(struct fin_dispatch_order *o)
{
	mem_free(o->rank);
	mem_free(o->turn);
	mem_free(o->turns);
}
