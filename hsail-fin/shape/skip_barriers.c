/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See skip_barriers.h. Levels of trees that are made in place load, wait, and store what is nearer
 * to the begin:
 *
 *     a = s[2 * id] + s[2 * id + 1]; barrier; s[id] = a; barrier
 *
 * What is *before* a barrier, up to the barriers before it, runs for all work-items, and then what
 * is *behind* it, up to the next ones. If both ran for one work-item after the other, by their ids,
 * the result would be the same if what is before for one commutes with what is behind for all with
 * smaller ids. That is the case here: 2 * id is greater than any smaller id.
 *
 * A barrier need not go as a whole. Where a branch that all work-items take alike leads from behind
 * it to what does not commute, as behind a loop, a barrier is put there in its place. */
#include "shape/skip_barriers.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/exceptions.h"
#include "ir/limits.h"
#include "ir/lowering.h"
#include "ir/worklist.h"
#include "regions/regions.h"
#include "shape/few_items.h"
#include "shape/id_places.h"
#include "shape/shapes.h"

enum { MAX_ACCESSES = 16, MAX_MOVED = 4 };

/* The accesses of memory that other work-items have, too, in some blocks. */
struct accesses {
	const struct fin_inst *inst[MAX_ACCESSES];
	unsigned count;
	bool all; /* there is nothing else by which the order of work-items can be told */
};

/* An edge to which the barrier moves. */
struct edge {
	struct fin_block *from;
	uint32_t succ;
};

struct pass {
	struct fin_function *f;
	struct fin_inst **def; /* by register: its only definition, or NULL */
	struct fin_uniformity u;
	const struct fin_block *barrier; /* that may be skipped */
	struct accesses before;
	struct fin_worklist blocks; /* what is being searched */
	struct fin_worklist behind; /* blocks behind the barrier that all work-items come by */
	struct edge moved[MAX_MOVED];
	unsigned moved_count;
	bool needs_order; /* what is before and behind does not commute in any order */
	bool ends; /* some way behind the barrier leads to another one without such an edge */
};

/* ---- accesses ------------------------------------------------------------------------------- */

static bool is_barrier(const struct fin_block *b)
{
	return b->term.kind == FIN_TERM_BARRIER;
}

/* Whether work-items other than the one that makes it may access the same memory. */
static bool is_shared(const struct fin_inst *i)
{
	switch (i->isa->segment) {
	case BRIG_SEGMENT_KERNARG:
	case BRIG_SEGMENT_READONLY:
	case BRIG_SEGMENT_PRIVATE:
	case BRIG_SEGMENT_SPILL:
	case BRIG_SEGMENT_ARG:
		return false;
	default:
		return true;
	}
}

/* Whether this orders what the group's own work-items do. */
static bool is_near_fence(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_FENCE &&
	       i->isa->memory_scope <= BRIG_MEMORY_SCOPE_WORKGROUP;
}

static void add_accesses(struct accesses *a, const struct fin_block *b)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		if (i->pseudo != FIN_PSEUDO_FIELD && i->isa == NULL)
			a->all = false;
		else if (fin_is_register_move(i) || fin_is_computed(i) ||
			 i->lowering == ISA_LOWER_DIVIDE || i->lowering == ISA_LOWER_NATIVE ||
			 is_near_fence(i) || (fin_is_access(i) && !is_shared(i)))
			continue;
		else if (fin_is_access(i) && a->count < MAX_ACCESSES)
			a->inst[a->count++] = i;
		else
			a->all = false;
	}
}

static bool is_along_x(const struct fin_id_place *p)
{
	return p->known && p->stride[1] == 0 && p->stride[2] == 0;
}

/* Whether the access `p` of a work-item is behind what `q` is of all with smaller ids, by addresses
 * that grow with them: p's smallest distance is that of neighbours, and of the first two. */
static bool is_behind(const struct pass *p, const struct fin_inst *i, const struct fin_inst *q)
{
	struct fin_id_place a = fin_id_place_of_access(p->def, i),
			    b = fin_id_place_of_access(p->def, q);
	int64_t bytes = isa_type_find(q->isa->type)->bits / 8 * q->operands[0].count;

	return is_along_x(&a) && is_along_x(&b) && a.local == b.local && a.base == b.base &&
	       a.stride[0] >= b.stride[0] && a.at + a.stride[0] >= b.at + bytes;
}

/* A load of what was stored before would have the lanes of a wave run in step, so it stays behind
 * the barrier. */
static bool commute(struct pass *p, const struct fin_inst *i, const struct fin_inst *q)
{
	if (i->lowering == ISA_LOWER_LOAD && q->lowering == ISA_LOWER_LOAD)
		return true;
	if (i->isa->segment != q->isa->segment)
		return i->isa->segment != BRIG_SEGMENT_FLAT && q->isa->segment != BRIG_SEGMENT_FLAT;
	p->needs_order = true;
	return i->isa->segment == BRIG_SEGMENT_GROUP && q->lowering == ISA_LOWER_STORE &&
	       is_behind(p, i, q);
}

static bool all_commute(struct pass *p, const struct accesses *behind)
{
	if (!behind->all)
		return false;
	for (unsigned i = 0; i < p->before.count; i++)
		for (unsigned q = 0; q < behind->count; q++)
			if (!commute(p, p->before.inst[i], behind->inst[q]))
				return false;
	return true;
}

/* ---- before --------------------------------------------------------------------------------- */

static void find_before(struct pass *p, const struct fin_block *b)
{
	uint32_t at;

	p->before = (struct accesses){.all = true};
	fin_worklist_clear(&p->blocks);
	fin_worklist_add(&p->blocks, b->index);
	while (fin_worklist_take(&p->blocks, &at)) {
		const struct fin_block *k = p->f->blocks[at];

		add_accesses(&p->before, k);
		for (uint32_t n = 0; n < k->pred_count; n++)
			if (!is_barrier(k->preds[n]))
				fin_worklist_add(&p->blocks, k->preds[n]->index);
	}
}

static bool is_divided(const struct pass *p, const struct fin_block *b)
{
	return b->term.succ_count > 1 && fin_bits_has(&p->u.divergent, b->index);
}

static void add_successors(struct fin_worklist *w, const struct fin_block *b,
	const struct fin_block *stop)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++)
		if (b->term.succ[k] != stop)
			fin_worklist_add(w, b->term.succ[k]->index);
}

/* Whether work-items part before the barrier, and do not meet again on the way to it. */
static bool leaves_some(const struct pass *p, const struct fin_block *b)
{
	return fin_bits_has(&p->blocks.seen, b->index) && !is_barrier(b) && is_divided(p, b) &&
	       (b->ipdom == NULL || !fin_bits_has(&p->blocks.seen, b->ipdom->index));
}

/* Whether work-items that end in place of coming to the barrier do nothing on their way that others
 * can tell: some of these may be behind the barrier already, even of the same gang. What is before
 * the barrier has been found. */
static bool end_idly(struct pass *p)
{
	struct accesses a = {.all = true};
	uint32_t at;

	fin_worklist_clear(&p->behind);
	for (size_t k = 0; k < p->f->block_count; k++)
		if (leaves_some(p, p->f->blocks[k]))
			add_successors(&p->behind, p->f->blocks[k], NULL);
	while (fin_worklist_take(&p->behind, &at)) {
		const struct fin_block *b = p->f->blocks[at];

		if (!fin_bits_has(&p->blocks.seen, at))
			add_accesses(&a, b);
		if (!is_barrier(b))
			add_successors(&p->behind, b, NULL);
	}
	return a.all && a.count == 0;
}

/* ---- behind --------------------------------------------------------------------------------- */

/* Whether what is before commutes with what a block does that all work-items come by, and with what
 * some of them do behind its branch until they are together again. */
static bool may_run(struct pass *p, const struct fin_block *b)
{
	struct accesses a = {.all = true};
	uint32_t at;

	add_accesses(&a, b);
	if (!is_divided(p, b))
		return all_commute(p, &a);
	if (b->ipdom == NULL)
		return false;
	fin_worklist_clear(&p->blocks);
	add_successors(&p->blocks, b, b->ipdom);
	while (fin_worklist_take(&p->blocks, &at)) {
		const struct fin_block *k = p->f->blocks[at];

		if (is_barrier(k) || k == b)
			return false;
		add_accesses(&a, k);
		add_successors(&p->blocks, k, b->ipdom);
	}
	return all_commute(p, &a);
}

/* Goes on behind a block that may run. */
static bool go_on(struct pass *p, struct fin_block *b)
{
	if (is_barrier(b) || b->term.kind == FIN_TERM_RET) {
		p->ends |= is_barrier(b);
		return b != p->barrier; /* else nothing would be left to wait at in a loop */
	}
	if (is_divided(p, b)) {
		if (!may_run(p, b->ipdom))
			return false;
		fin_worklist_add(&p->behind, b->ipdom->index);
		return true;
	}
	for (uint32_t k = 0; k < b->term.succ_count; k++) {
		if (may_run(p, b->term.succ[k]))
			fin_worklist_add(&p->behind, b->term.succ[k]->index);
		else if (p->moved_count == MAX_MOVED)
			return false;
		else
			p->moved[p->moved_count++] = (struct edge){b, k};
	}
	return true;
}

/* Whether the work-items need not wait in `b`, but for the edges in `moved`. Where nothing has an
 * order there is little behind the barrier, and what is before may be for few work-items. */
static bool may_skip(struct pass *p, const struct fin_block *b)
{
	struct fin_block *first = b->term.succ[0];
	uint32_t at;

	p->barrier = b;
	p->moved_count = 0;
	p->ends = p->needs_order = false;
	find_before(p, b);
	if (!p->before.all || !end_idly(p) || !may_run(p, first))
		return false;
	fin_worklist_clear(&p->behind);
	fin_worklist_add(&p->behind, first->index);
	while (fin_worklist_take(&p->behind, &at))
		if (!go_on(p, p->f->blocks[at]))
			return false;
	return p->ends && p->needs_order;
}

/* ---- the same branch before and behind ------------------------------------------------------ */

/* Whether a block does nothing, if nobody waits. */
static bool is_idle(const struct fin_block *b)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (!is_near_fence(i))
			return false;
	return true;
}

static bool defines(const struct fin_block *b, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
			if (regs[n - 1] == reg)
				return true;
	return false;
}

static bool branches_by(const struct fin_block *b, uint32_t reg)
{
	return b->term.kind == FIN_TERM_CBR && b->term.value.kind == FIN_VALUE_REG &&
	       b->term.value.reg == reg && b->term.succ[0] != b->term.succ[1];
}

/* Leads a barrier that is skipped, in
 *
 *     if (c) before; barrier; if (c) behind
 *
 * around: if (c) { before; behind }. Lanes for which c does not hold have nothing behind it, so
 * what is before still runs for all lanes of a gang before anything does that is behind. */
static void join_branches(struct fin_block *b)
{
	struct fin_block *next = b->term.succ[0], *from, *some = NULL;
	uint32_t reg = next->term.value.reg, way;

	if (!is_idle(b) || !is_idle(next) || next->pred_count != 1 || b->pred_count != 2 ||
		!branches_by(next, reg))
		return;
	from = b->preds[!branches_by(b->preds[0], reg)];
	some = b->preds[from == b->preds[0]];
	if (!branches_by(from, reg) || some->pred_count != 1 || some->preds[0] != from ||
		some->term.kind != FIN_TERM_BR || defines(some, reg))
		return;
	way = from->term.succ[1] == b;
	if (from->term.succ[!way] != some || next->term.succ[way] != next->ipdom)
		return;
	from->term.succ[way] = next->ipdom;
	some->term.succ[0] = next->term.succ[!way];
}

/* ---- all ------------------------------------------------------------------------------------ */

static void skip(struct pass *p, struct fin_block *b)
{
	for (unsigned k = 0; k < p->moved_count; k++) {
		struct edge *e = &p->moved[k];
		struct fin_block *wait = fin_block_new(p->f);

		fin_term_set(p->f->module, wait, FIN_TERM_BARRIER, 1);
		wait->term.succ[0] = e->from->term.succ[e->succ];
		wait->term.width = b->term.width;
		wait->term.off = b->term.off;
		wait->term.loc = b->term.loc;
		e->from->term.succ[e->succ] = wait;
	}
	b->term.kind = FIN_TERM_BR;
	join_branches(b);
	fin_cfg_renumber(p->f);
	p->f->in_order = true;
}

static struct pass pass_new(struct fin_function *f)
{
	struct arena *a = f->module->arena;
	struct pass p = {.f = f,
		.def = ARENA_ARRAY(a, struct fin_inst *, f->reg_count),
		.blocks = fin_worklist_new(a, f->block_count),
		.behind = fin_worklist_new(a, f->block_count)};

	fin_only_definitions(f, p.def);
	fin_uniform(f, &p.u);
	return p;
}

/* Skips one barrier, if one can be. */
static bool skip_one(struct fin_function *f)
{
	struct pass p = pass_new(f);

	for (size_t k = 0; k < f->block_count; k++)
		if (is_barrier(f->blocks[k]) && may_skip(&p, f->blocks[k])) {
			skip(&p, f->blocks[k]);
			return true;
		}
	return false;
}

/* Whether the function may be looked at: what tells rows or waves apart may tell orders apart,
 * profiles count work-items at barriers, and groups that must have several rows run none of it. */
static bool may_look(const struct fin_function *f)
{
	return f->is_kernel && f->has_barrier && !fin_each_counts(f) &&
	       fin_instruction_count(f) <= FIN_LIMIT_SKIP_BARRIERS && !fin_has_waves(f) &&
	       !fin_has_ids(f, 1) && !fin_has_ids(f, 2) && !fin_has_lowering(f, ISA_LOWER_CALL) &&
	       !fin_has_lowering(f, ISA_LOWER_LANE) && !fin_barriers_part(f) &&
	       fin_waves_stay_together(f) && f->control.required_wg[1] <= 1 &&
	       f->control.required_wg[2] <= 1;
}

void fin_skip_barriers(struct fin_function *f)
{
	enum { MAX_SKIPPED = 4 };

	for (unsigned n = 0; n < MAX_SKIPPED && may_look(f) && skip_one(f);)
		n++;
}
