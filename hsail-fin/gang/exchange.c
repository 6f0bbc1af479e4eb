/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether work-items exchange data in group memory within a region (lockstep.c). They do not if all
 * loads that stores reach are from elements of which each work-item has its own: at the same place
 * plus the same number of bytes for each id. A load that only the first work-item makes may also be
 * from where that one's element is. */
#include "gang/gang.h"
#include "ir/lowering.h"
#include "shape/id_places.h"

enum { MAX_ACCESSES = 16 };

struct access {
	const struct fin_inst *inst;
	uint32_t position;
	struct fin_id_place place;
	int64_t bytes;
	bool of_first; /* only the work-item with id 0 makes it */
};

struct query {
	const struct fin_flow *w;
	struct fin_inst *const *def; /* by register: its only definition, or NULL */
	struct access access[MAX_ACCESSES];
	unsigned count;
};

/* ---- accesses ------------------------------------------------------------------------------- */

/* Whether only work-items with id 0 come to a position. */
static bool is_of_first(const struct query *q, uint32_t at)
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
		if (a.known && b.known && a.base == FIN_NOWHERE && b.base == FIN_NOWHERE &&
			a.at == b.at && a.stride != b.stride && a.stride >= 0 && b.stride >= 0 &&
			a.stride <= FIN_MAX_ID_STRIDE && b.stride <= FIN_MAX_ID_STRIDE)
			return true;
	}
	return false;
}

/* Finds the region's accesses of group memory. */
static bool find_accesses(struct query *q)
{
	for (uint32_t at = 0; at < q->w->count; at++)
		for (const struct fin_inst *i = q->w->order[at]->first; i != NULL; i = i->next) {
			struct access *a = &q->access[q->count];

			if (i->isa == NULL || i->isa->segment != BRIG_SEGMENT_GROUP ||
				fin_is_register_move(i))
				continue;
			if (!fin_is_access(i) || q->count == MAX_ACCESSES)
				return false;
			*a = (struct access){i, at, fin_id_place_of_access(q->def, i),
				isa_type_find(i->isa->type)->bits / 8 * i->operands[0].count,
				is_of_first(q, at)};
			q->count++;
		}
	return true;
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

/* Whether the store may come before the load. Accesses are in the order of their blocks. */
static bool may_precede(const struct query *q, const struct access *store,
	const struct access *load)
{
	bool *seen, found;

	if (store->position == load->position && store < load)
		return true;
	seen = mem_new(q->w->count, sizeof *seen);
	found = reaches(q, store->position, load->position, seen);
	mem_free(seen);
	return found;
}

/* Whether the load is from no other work-item's element than the one that makes it. */
static bool is_own(const struct access *store, const struct access *load)
{
	const struct fin_id_place *s = &store->place, *l = &load->place;
	int64_t first = s->at < l->at ? s->at : l->at;
	int64_t s_end = s->at + store->bytes, l_end = l->at + load->bytes;

	if (!s->known || !l->known || s->local != l->local || s->base != l->base || s->stride <= 0)
		return false;
	if (l->stride != s->stride && (l->stride != 0 || !load->of_first))
		return false;
	return (s_end > l_end ? s_end : l_end) - first <= s->stride;
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

bool fin_tells_rows(const struct fin_function *f)
{
	return fin_has_ids(f, 1) || fin_has_ids(f, 2) || fin_has_waves(f) || has_flat_ids(f);
}

bool fin_may_exchange(struct fin_inst *const *def, const struct fin_flow *w)
{
	struct query q = {.w = w, .def = def};
	bool exchanges = w->dispatched || !find_accesses(&q);

	for (unsigned s = 0; !exchanges && s < q.count; s++)
		for (unsigned l = 0; !exchanges && l < q.count; l++)
			exchanges = q.access[s].inst->lowering == ISA_LOWER_STORE &&
			            q.access[l].inst->lowering == ISA_LOWER_LOAD &&
			            may_precede(&q, &q.access[s], &q.access[l]) &&
			            !is_own(&q.access[s], &q.access[l]);
	return exchanges;
}
