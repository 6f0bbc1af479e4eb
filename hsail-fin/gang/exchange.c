/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether work-items exchange data in group memory within a region (lockstep.c). They do not if all
 * loads that stores reach are from elements of which each work-item has its own: at the same place
 * plus the same number of bytes for each id. A load that only work-items make whose id in some
 * dimension is 0 may also be from where that one's element is. Elements do not lie on each other,
 * as two work-items that store in one would not know whose value is left.
 *
 * That rule leaves out what others store behind a load or a store. It is for kernels that know the
 * first id only and name variables in their accesses; all others have to stay apart in whatever
 * order accesses come, and may have different variables for that. */
#include "gang/gang.h"
#include "ir/lowering.h"
#include "shape/id_places.h"

enum { MAX_ACCESSES = 16 };

struct access {
	const struct fin_inst *inst;
	uint32_t position;
	struct fin_id_place place;
	uint32_t variable; /* or FIN_NO_LOCAL */
	int64_t bytes;
	bool of_first[3]; /* by dimension: only work-items with id 0 make it */
};

struct query {
	const struct fin_flow *w;
	struct fin_inst *const *def; /* by register: its only definition, or NULL */
	const struct fin_group_variables *variables;
	bool tells[3];      /* by dimension: the kernel knows that id */
	bool has_addresses; /* variables have their addresses in registers */
	bool has_flat;      /* there are flat accesses, which may be of group memory */
	bool tells_order;   /* it knows the place of work-items in the order of all */
	struct access access[MAX_ACCESSES];
	unsigned count;
};

/* ---- accesses ------------------------------------------------------------------------------- */

/* Whether numbers of work-items are the same only if the id is 0. */
static bool meet_at_zero(const struct fin_id_place *a, const struct fin_id_place *b, unsigned dim)
{
	if (!a->known || !b->known || a->base != FIN_NOWHERE || b->base != FIN_NOWHERE ||
		a->local != b->local || a->at != b->at || !fin_is_near_place(a) ||
		!fin_is_near_place(b))
		return false;
	for (unsigned d = 0; d < 3; d++)
		if ((a->stride[d] != b->stride[d]) != (d == dim))
			return false;
	return true;
}

/* Whether only work-items with id 0 in that dimension come to a position. */
static bool is_of_first(const struct query *q, uint32_t at, unsigned dim)
{
	const struct fin_flow *w = q->w;

	for (; at != 0; at = w->idom[at]) {
		const struct fin_block *from = w->order[w->idom[at]];
		const struct fin_inst *c = NULL;
		struct fin_id_place a, b;

		if (w->pred_count[at] != 1 || from->term.kind != FIN_TERM_CBR ||
			from->term.value.kind != FIN_VALUE_REG ||
			from->term.succ[0] == from->term.succ[1])
			continue;
		c = q->def[from->term.value.reg];
		if (c == NULL || c->lowering != ISA_LOWER_CMP ||
			!fin_is_index_type(c->isa->source_type) ||
			c->isa->compare != (from->term.succ[0] == w->order[at] ? BRIG_COMPARE_EQ
									       : BRIG_COMPARE_NE))
			continue;
		a = fin_id_place_of(q->def, &c->operands[1].v[0]);
		b = fin_id_place_of(q->def, &c->operands[2].v[0]);
		if (meet_at_zero(&a, &b, dim))
			return true;
	}
	return false;
}

/* Finds the region's accesses of group memory. False when there are too many, or others than loads
 * and stores. */
static bool find_accesses(struct query *q)
{
	for (uint32_t at = 0; at < q->w->count; at++)
		for (const struct fin_inst *i = q->w->order[at]->first; i != NULL; i = i->next) {
			struct access *a = &q->access[q->count];

			q->has_flat |= i->isa != NULL && i->isa->segment == BRIG_SEGMENT_FLAT;
			if (i->isa == NULL || i->isa->segment != BRIG_SEGMENT_GROUP ||
				fin_is_register_move(i))
				continue;
			q->has_addresses |= i->lowering == ISA_LOWER_LDA;
			if (i->lowering == ISA_LOWER_LDA)
				continue;
			if (!fin_is_access(i) || q->count == MAX_ACCESSES)
				return false;
			*a = (struct access){i, at, fin_id_place_of_access(q->def, i),
				fin_group_variable(q->variables, i),
				isa_type_find(i->isa->type)->bits / 8 * i->operands[0].count,
				{is_of_first(q, at, 0), is_of_first(q, at, 1),
					is_of_first(q, at, 2)}};
			q->count++;
		}
	return true;
}

static bool is_store(const struct access *a)
{
	return a->inst->lowering == ISA_LOWER_STORE;
}

static bool reaches(const struct query *q, uint32_t from, uint32_t to, bool *seen)
{
	for (uint32_t k = 0; k < q->w->succ_count[from]; k++) {
		uint32_t next = q->w->succ[from][k];

		if (next == to)
			return true;
		if (seen[next])
			continue;
		seen[next] = true;
		if (reaches(q, next, to, seen))
			return true;
	}
	return false;
}

/* Whether `a` may come before `b`. Accesses are in the order of their blocks. */
static bool may_precede(const struct query *q, const struct access *a, const struct access *b)
{
	bool *seen, found;

	if (a->position == b->position && a < b)
		return true;
	seen = mem_new(q->w->count, sizeof *seen);
	found = reaches(q, a->position, b->position, seen);
	mem_free(seen);
	return found;
}

/* Whether the load is from no other work-item's element than the one that makes it. */
static bool is_own(const struct query *q, const struct access *store, const struct access *load)
{
	const struct fin_id_place *s = &store->place, *l = &load->place;
	int64_t first = s->at < l->at ? s->at : l->at;
	int64_t s_end = s->at + store->bytes, l_end = l->at + load->bytes;

	if (q->tells_order || !s->known || !l->known || s->local != l->local || s->base != l->base)
		return false;
	for (unsigned d = 0; d < 3; d++) {
		if (q->tells[d] && (s_end > l_end ? s_end : l_end) - first > s->stride[d])
			return false;
		if (l->stride[d] != s->stride[d] && (l->stride[d] != 0 || !load->of_first[d]))
			return false;
	}
	return true;
}

/* Whether all loads that stores reach are of own elements. */
static bool loads_own(const struct query *q)
{
	for (unsigned s = 0; s < q->count; s++)
		for (unsigned l = 0; l < q->count; l++)
			if (is_store(&q->access[s]) && !is_store(&q->access[l]) &&
				may_precede(q, &q->access[s], &q->access[l]) &&
				!is_own(q, &q->access[s], &q->access[l]))
				return false;
	return true;
}

/* Whether the accesses are of two variables, or of own elements. */
static bool never_meet(const struct query *q, const struct access *a, const struct access *b)
{
	if (a->variable != FIN_NO_LOCAL && b->variable != FIN_NO_LOCAL &&
		a->variable != b->variable)
		return true;
	return is_store(a) ? is_own(q, a, b) : is_own(q, b, a);
}

/* Whether `a`, or an element of it, may come before `b` or an element of that. */
static bool may_begin_before(const struct query *q, const struct access *a, const struct access *b)
{
	return (a == b && a->inst->operands[0].count > 1) || may_precede(q, a, b);
}

/* Whether no work-item accesses what another one stores, in whatever order. */
static bool are_apart(const struct query *q)
{
	for (unsigned a = 0; a < q->count; a++)
		for (unsigned b = 0; b < q->count; b++)
			if ((is_store(&q->access[a]) || is_store(&q->access[b])) &&
				may_begin_before(q, &q->access[a], &q->access[b]) &&
				!never_meet(q, &q->access[a], &q->access[b]))
				return false;
	return true;
}

static bool has_flat_ids(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->isa != NULL &&
				(i->isa->opcode == BRIG_OPCODE_WORKITEMFLATID ||
					i->isa->opcode == BRIG_OPCODE_WORKITEMFLATABSID))
				return true;
	return false;
}

static bool tells_order(const struct fin_function *f)
{
	return fin_has_waves(f) || has_flat_ids(f);
}

bool fin_tells_rows(const struct fin_function *f)
{
	return fin_has_ids(f, 1) || fin_has_ids(f, 2) || tells_order(f);
}

static struct query query_of(const struct fin_function *f, struct fin_inst *const *def,
	const struct fin_group_variables *v, const struct fin_flow *w)
{
	return (struct query){.w = w,
		.def = def,
		.variables = v,
		.tells = {true, fin_has_ids(f, 1), fin_has_ids(f, 2)},
		.tells_order = tells_order(f)};
}

bool fin_loads_own(const struct fin_function *f, struct fin_inst *const *def,
	const struct fin_group_variables *v, const struct fin_flow *w)
{
	struct query q = query_of(f, def, v, w);

	return !fin_tells_rows(f) && !w->dispatched && find_accesses(&q) && !q.has_addresses &&
	       loads_own(&q);
}

bool fin_stays_apart(const struct fin_function *f, struct fin_inst *const *def,
	const struct fin_group_variables *v, const struct fin_flow *w)
{
	struct query q = query_of(f, def, v, w);

	return !w->dispatched && find_accesses(&q) && !q.has_flat && are_apart(&q);
}
