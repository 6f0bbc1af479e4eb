/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes one load or store of accesses to elements that lie beside each other, such as the members
 * of a structure or of a vector that a compiler took apart. Vector code then loads what lies
 * between the elements of the first lane and those of the last one once, not once for each member.
 *
 * Accesses of a block are collected as long as they commute: loads while nothing writes, and stores
 * to different bytes at one base. A load takes the place of the first one of its elements, a store
 * that of the last one. */
#include "ir/lowering.h"
#include "opt/opt_passes.h"

enum { MOST_OPEN = 64, MOST_ELEMENTS = 4 };

struct pass {
	struct fin_function *f;
	struct fin_inst *open[MOST_OPEN]; /* accesses that commute, in the order of the block */
	unsigned count;
};

static int64_t bytes_of(const struct fin_inst *i)
{
	return isa_type_find(i->isa->type)->bits / 8;
}

static int64_t offset_of(const struct fin_inst *i)
{
	return (int64_t)i->operands[1].offset;
}

static bool is_candidate(const struct fin_inst *i)
{
	return fin_is_access(i) && i->operands[0].count == 1 && i->operands[1].has_reg &&
	       i->isa->segment != BRIG_SEGMENT_PRIVATE && i->isa->segment != BRIG_SEGMENT_SPILL &&
	       i->isa->segment != BRIG_SEGMENT_ARG && bytes_of(i) > 0 && bytes_of(i) <= 8;
}

/* Whether both access elements of one kind at one base. */
static bool are_alike(const struct fin_inst *a, const struct fin_inst *b)
{
	const struct fin_operand *x = &a->operands[1], *y = &b->operands[1];

	return a->lowering == b->lowering && a->isa->type == b->isa->type &&
	       a->isa->segment == b->isa->segment && a->isa->equiv == b->isa->equiv &&
	       a->isa->width == b->isa->width && a->isa->is_const == b->isa->is_const &&
	       x->global == y->global && x->local == y->local && x->reg == y->reg;
}

/* ---- merging -------------------------------------------------------------------------------- */

/* The accesses, by their numbers in fin_pass.open, that become one; in the order of their
 * offsets. */
struct tuple {
	unsigned part[MOST_OPEN], count;
};

/* Makes one access of elements that follow each other. */
static void merge(struct pass *p, const unsigned *part, unsigned n)
{
	struct arena *arena = p->f->module->arena;
	struct isa_inst *isa = ARENA_NEW(arena, struct isa_inst);
	struct fin_operand *o = ARENA_ARRAY(arena, struct fin_operand, 2);
	bool is_load = p->open[part[0]]->lowering == ISA_LOWER_LOAD;
	unsigned here = part[0];

	*isa = *p->open[part[0]]->isa;
	isa->vec = (uint8_t)n;
	memcpy(o, p->open[part[0]]->operands, 2 * sizeof *o);
	o[0].count = (uint8_t)n;
	o[0].is_vector = true;
	for (unsigned e = 0; e < n; e++) {
		o[0].v[e] = p->open[part[e]]->operands[0].v[0];
		p->open[part[e]]->operands = NULL; /* it goes */
		if (is_load ? part[e] < here : part[e] > here)
			here = part[e];
	}
	p->open[here]->isa = isa;
	p->open[here]->operands = o;
	p->open[here]->is_tuple = true;
}

static void merge_neighbours(struct pass *p, const struct tuple *t)
{
	for (unsigned at = 0, n; at < t->count; at += n) {
		const struct fin_inst *first = p->open[t->part[at]];

		for (n = 1; n < MOST_ELEMENTS && at + n < t->count; n++)
			if (offset_of(p->open[t->part[at + n]]) !=
				offset_of(first) + n * bytes_of(first))
				break;
		if (n > 1)
			merge(p, &t->part[at], n);
	}
}

/* Takes the accesses that are like number `first`, sorted. Of those with equal offsets one is
 * taken. */
static struct tuple take_alike(struct pass *p, unsigned first, bool *done)
{
	struct tuple t = {.count = 0};

	for (unsigned k = first; k < p->count; k++) {
		unsigned at = t.count;

		if (done[k] || !are_alike(p->open[first], p->open[k]))
			continue;
		done[k] = true;
		while (at > 0 && offset_of(p->open[t.part[at - 1]]) > offset_of(p->open[k]))
			at--;
		if (at > 0 && offset_of(p->open[t.part[at - 1]]) == offset_of(p->open[k]))
			continue;
		memmove(&t.part[at + 1], &t.part[at], (t.count++ - at) * sizeof *t.part);
		t.part[at] = k;
	}
	return t;
}

static void close_all(struct pass *p)
{
	bool done[MOST_OPEN] = {false};

	for (unsigned k = 0; k < p->count; k++) {
		struct tuple t;

		if (done[k])
			continue;
		t = take_alike(p, k, done);
		merge_neighbours(p, &t);
	}
	p->count = 0;
}

/* ---- collecting ----------------------------------------------------------------------------- */

/* Whether the access may change places with those that are open. */
static bool commutes(const struct pass *p, const struct fin_inst *i)
{
	for (unsigned k = 0; k < p->count; k++) {
		const struct fin_inst *o = p->open[k];
		int64_t distance = offset_of(i) - offset_of(o);

		if (i->lowering == ISA_LOWER_LOAD && o->lowering == ISA_LOWER_LOAD)
			continue;
		if (!are_alike(i, o) || (distance > -bytes_of(i) && distance < bytes_of(i)))
			return false;
	}
	return true;
}

static void collect(struct pass *p, struct fin_inst *i)
{
	if (!is_candidate(i)) {
		if (i->isa == NULL || fin_has_fact(i, FIN_HEAVY) || fin_has_fact(i, FIN_MEMORY))
			if (!fin_is_register_move(i))
				close_all(p);
		return;
	}
	if (p->count == MOST_OPEN || !commutes(p, i))
		close_all(p);
	p->open[p->count++] = i;
}

/* Drops the instructions that went into others. */
static void sweep(struct fin_block *b)
{
	struct fin_inst **at = &b->first;

	b->last = NULL;
	while (*at != NULL) {
		if ((*at)->operands == NULL && (*at)->operand_count > 0) {
			*at = (*at)->next;
			continue;
		}
		b->last = *at;
		at = &(*at)->next;
	}
}

void fin_merge_accesses(struct fin_function *f)
{
	struct pass p = {.f = f};

	if (f->module->profile != NULL || f->module->step_by_step)
		return; /* each instruction counts */
	for (size_t k = 0; k < f->block_count; k++) {
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			collect(&p, i);
		close_all(&p);
		sweep(f->blocks[k]);
	}
}
