/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds waiting loops, which may go around until another work-item, or the host, has changed memory
 * that they look at.
 *
 * A loop is the blocks between a block and an edge back to it in reverse post-order; that covers
 * irreducible graphs too. It waits when whether it goes around depends, through registers or
 * through branches, on what an atomic or a signal returned in the loop, or a load if there is a
 * fence in the loop. Loops that get on by their own effort do not count:
 *
 * - a compare-and-swap of what was read before, repeated until it succeeds: when it fails, another
 *   work-item has succeeded;
 * - a compare-and-swap that looks at another place each time around, as when a hash table is
 *   searched for a free one;
 * - additions that all go in one direction, as when work is taken from a counter.
 *
 * Work-items of a group go around a loop with a barrier together, so what a group does for itself
 * cannot block such a loop. There only reads of what other groups write count, but the value that
 * is read may also come to the branch through memory.
 *
 * With --preempt=timeout, loops may wait by plain loads, too. So any load counts as a read of what
 * others write, unless it is from constant memory. Most loops that such loads decide about are
 * searches, which end by themselves. They let others run only when they have taken long. */
#include "regions/wait_loop.h"

static void add_block(struct fin_wait_loop *l, const struct fin_block *b)
{
	fin_bits_add(&l->in, b->index);
	if (b->index >= l->end)
		l->end = b->index + (size_t)1;
}

static bool is_group_barrier(const struct fin_block *b)
{
	return b->term.kind == FIN_TERM_BARRIER && !b->term.of_wave;
}

/* ---- which blocks --------------------------------------------------------------------------- */

static bool has_edge(const struct fin_wait_loop *l, const struct fin_block *from)
{
	return l->across_barriers || !is_group_barrier(from);
}

/* Collects the blocks from which control can come back to the head. False when there are none. */
static bool collect_before(struct fin_wait_loop *l)
{
	bool any = false;
	uint32_t at;

	memset(l->in.words, 0, l->in.count * sizeof *l->in.words);
	l->end = 0;
	fin_worklist_clear(&l->ways);
	add_block(l, l->head);
	for (uint32_t k = 0; k < l->head->pred_count; k++) {
		const struct fin_block *p = l->head->preds[k];

		if (p->index < l->head->index || !has_edge(l, p))
			continue;
		fin_worklist_add(&l->ways, p->index);
		any = true;
	}
	while (fin_worklist_take(&l->ways, &at)) {
		const struct fin_block *b = l->f->blocks[at];

		add_block(l, b);
		for (uint32_t k = 0; b != l->head && k < b->pred_count; k++)
			if (b->preds[k]->index > l->head->index && has_edge(l, b->preds[k]))
				fin_worklist_add(&l->ways, b->preds[k]->index);
	}
	return any;
}

/* Keeps only those of the collected blocks that the head leads to. False when the head does not
 * lead back to itself, as when a barrier is on every way. */
static bool collect(struct fin_wait_loop *l)
{
	bool around = false;
	uint32_t at;

	if (!collect_before(l))
		return false;
	fin_worklist_clear(&l->ways);
	fin_worklist_add(&l->ways, l->head->index);
	while (fin_worklist_take(&l->ways, &at)) {
		const struct fin_block *b = l->f->blocks[at];

		for (uint32_t k = 0; k < b->term.succ_count && has_edge(l, b); k++) {
			const struct fin_block *s = b->term.succ[k];

			around |= s == l->head;
			if (in_loop(l, s))
				fin_worklist_add(&l->ways, s->index);
		}
	}
	memcpy(l->in.words, l->ways.seen.words, l->in.count * sizeof *l->in.words);
	return around;
}

/* ---- what is in it -------------------------------------------------------------------------- */

static bool is_atomic_read(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_ATOMIC && i->isa->opcode == BRIG_OPCODE_ATOMIC;
}

static bool is_addition(const struct fin_inst *i)
{
	const struct fin_operand *by = &i->operands[fin_atomic_address(i) + 1];

	switch (i->isa->atomic_op) {
	case BRIG_ATOMIC_ADD:
	case BRIG_ATOMIC_SUB:
	case BRIG_ATOMIC_WRAPINC:
	case BRIG_ATOMIC_WRAPDEC:
		return by->v[0].kind == FIN_VALUE_REG || by->v[0].lo != 0;
	default:
		return false;
	}
}

static bool goes_down(const struct fin_inst *i)
{
	const struct fin_value *by = &i->operands[fin_atomic_address(i) + 1].v[0];
	unsigned bits = isa_type_find(i->isa->type)->bits;
	bool negative = by->kind == FIN_VALUE_IMM && (by->lo >> (bits - 1) & 1) != 0;
	bool is_sub =
		i->isa->atomic_op == BRIG_ATOMIC_SUB || i->isa->atomic_op == BRIG_ATOMIC_WRAPDEC;

	return is_sub != (negative && i->isa->atomic_op != BRIG_ATOMIC_WRAPDEC &&
				 i->isa->atomic_op != BRIG_ATOMIC_WRAPINC);
}

static void survey_inst(struct fin_wait_loop *l, const struct fin_inst *i)
{
	l->has_fence |= i->lowering == ISA_LOWER_FENCE;
	if (i->lowering != ISA_LOWER_ATOMIC || !is_addition(i))
		return;
	if (goes_down(i))
		l->subtracts = true;
	else
		l->adds = true;
}

static void survey(struct fin_wait_loop *l)
{
	l->has_barrier = l->has_fence = l->adds = l->subtracts = false;
	for (size_t k = l->head->index; k < l->end; k++) {
		const struct fin_block *b = l->f->blocks[k];

		if (!in_loop(l, b))
			continue;
		l->has_barrier |= is_group_barrier(b);
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			survey_inst(l, i);
	}
}

/* ---- reads of what others write ------------------------------------------------------------- */

static bool is_shared_load(const struct fin_inst *i)
{
	if (i->lowering != ISA_LOWER_LOAD || i->operands[1].kind == FIN_OPND_PROMOTED ||
		i->isa->is_const)
		return false;
	return fin_is_shared_segment(i->isa->segment);
}

/* Whether a load without a fence may read what others write. What was read may also have been kept
 * in private memory since. */
static bool is_plain_load(const struct fin_wait_loop *l, const struct fin_inst *i)
{
	if (i->lowering != ISA_LOWER_LOAD || i->operands[1].kind == FIN_OPND_PROMOTED ||
		i->isa->is_const)
		return false;
	if (l->across_barriers)
		return fin_is_shared_segment(i->isa->segment) &&
		       i->isa->segment != BRIG_SEGMENT_GROUP;
	return fin_is_shared_segment(i->isa->segment) || i->isa->segment == BRIG_SEGMENT_PRIVATE ||
	       i->isa->segment == BRIG_SEGMENT_SPILL;
}

static bool calls_what_reads(const struct fin_inst *i, bool by_plain_loads)
{
	struct fin_callees c;

	if (i->call == NULL || i->call->callee == NULL)
		return false;
	c = fin_callees_of_call(i->call);
	return c.unknown || c.waits || (by_plain_loads && i->call->callee->device == NULL);
}

static bool depends_on_others(const struct fin_wait_loop *l, const struct fin_inst *i)
{
	const struct fin_operand *a;

	if (i->lowering == ISA_LOWER_SIGNAL || i->lowering == ISA_LOWER_QUEUE ||
		calls_what_reads(i, l->by_plain_loads))
		return true;
	if (l->by_plain_loads && (i->lowering == ISA_LOWER_IMAGE || is_plain_load(l, i)))
		return true;
	if (i->lowering == ISA_LOWER_LOAD)
		return l->has_fence && !l->across_barriers && is_shared_load(i);
	if (!is_atomic_read(i) || (l->across_barriers && i->isa->segment == BRIG_SEGMENT_GROUP))
		return false;
	a = &i->operands[1];
	if (i->isa->atomic_op == BRIG_ATOMIC_CAS)
		return !a->has_reg || !fin_loop_moves_on(l, a->reg, 0);
	return !is_addition(i) || (l->adds && l->subtracts);
}

/* ---- what depends on them ------------------------------------------------------------------- */

static bool make_uncertain(struct fin_wait_loop *l, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	bool changed = false;

	for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
		changed |= !fin_bits_has(&l->uncertain, regs[n - 1]);
		fin_bits_add(&l->uncertain, regs[n - 1]);
	}
	return changed;
}

static bool reads_uncertain(const struct fin_wait_loop *l, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (fin_bits_has(&l->uncertain, regs[n - 1]))
			return true;
	/* in a loop with a barrier, another work-item may have put what it read into memory */
	return l->across_barriers && is_shared_load(i);
}

static bool branches_on_uncertain(const struct fin_wait_loop *l, const struct fin_block *b)
{
	return b->term.succ_count > 1 && b->term.value.kind == FIN_VALUE_REG &&
	       fin_bits_has(&l->uncertain, b->term.value.reg);
}

/* Fills ways.seen with the blocks of the loop whose running depends on the branch at the end of
 * `b`. True when the head is among them: then the branch decides about going around. */
static bool decided_by(struct fin_wait_loop *l, const struct fin_block *b)
{
	const struct fin_block *at = b;
	bool around = false;
	uint32_t number;

	fin_worklist_clear(&l->ways);
	do {
		for (uint32_t k = 0; k < at->term.succ_count && has_edge(l, at); k++) {
			const struct fin_block *s = at->term.succ[k];

			around |= s == l->head && s != b->ipdom;
			if (s != b->ipdom && s != l->head && in_loop(l, s))
				fin_worklist_add(&l->ways, s->index);
		}
	} while (fin_worklist_take(&l->ways, &number) && (at = l->f->blocks[number]) != NULL);
	return around;
}

static bool spread_block(struct fin_wait_loop *l, const struct fin_block *b, bool decided)
{
	bool changed = false;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (decided || depends_on_others(l, i) || reads_uncertain(l, i))
			changed |= make_uncertain(l, i);
	return changed;
}

static void spread(struct fin_wait_loop *l)
{
	bool changed = true;

	memset(l->uncertain.words, 0, l->uncertain.count * sizeof *l->uncertain.words);
	while (changed) {
		changed = false;
		for (size_t k = l->head->index; k < l->end; k++) {
			const struct fin_block *b = l->f->blocks[k];

			if (!in_loop(l, b))
				continue;
			changed |= spread_block(l, b, false);
			if (!branches_on_uncertain(l, b))
				continue;
			(void)decided_by(l, b);
			for (size_t s = l->head->index; s < l->end; s++)
				if (fin_bits_has(&l->ways.seen, s))
					changed |= spread_block(l, l->f->blocks[s], true);
		}
	}
}

/* ---- verdict -------------------------------------------------------------------------------- */

static bool is_reg(const struct fin_operand *o, uint32_t reg)
{
	return o->kind == FIN_OPND_VALUES && o->v[0].kind == FIN_VALUE_REG && o->v[0].reg == reg;
}

/* Whether every definition of `reg` in the loop reads memory, or moves such a value. */
static bool is_read(const struct fin_wait_loop *l, uint32_t reg, unsigned depth)
{
	uint32_t regs[FIN_MAX_REGS];
	bool any = false;

	for (size_t k = l->head->index; k < l->end; k++)
		for (const struct fin_inst *i = l->f->blocks[k]->first;
			i != NULL && fin_bits_has(&l->in, k); i = i->next) {
			if (fin_inst_defs(i, regs) == 0 || regs[0] != reg)
				continue;
			any = true;
			if (i->lowering == ISA_LOWER_LOAD || is_atomic_read(i))
				continue;
			if (i->lowering != ISA_LOWER_MOV || depth > 1 ||
				fin_inst_uses(i, regs) != 1 || !is_read(l, regs[0], depth + 1))
				return false;
		}
	return any;
}

/* Whether `c` is (r == e) or (r != e), where r is the result of a compare-and-swap that expected e,
 * and e was read from memory. */
static bool tells_of_success(const struct fin_wait_loop *l, uint32_t c)
{
	unsigned count;
	const struct fin_inst *cmp = fin_loop_definition(l, c, &count), *cas;
	uint32_t r, e;

	if (count != 1 || cmp->lowering != ISA_LOWER_CMP || cmp->operand_count != 3 ||
		(cmp->isa->compare != BRIG_COMPARE_EQ && cmp->isa->compare != BRIG_COMPARE_NE))
		return false;
	for (unsigned k = 1; k <= 2; k++) {
		if (cmp->operands[k].kind != FIN_OPND_VALUES ||
			cmp->operands[k].v[0].kind != FIN_VALUE_REG)
			return false;
		r = cmp->operands[k].v[0].reg;
		e = cmp->operands[3 - k].v[0].reg;
		cas = fin_loop_definition(l, r, &count);
		if (count == 1 && is_atomic_read(cas) && cas->isa->atomic_op == BRIG_ATOMIC_CAS &&
			is_reg(&cas->operands[2], e) && is_read(l, e, 0))
			return true;
	}
	return false;
}

static bool leaves(const struct fin_wait_loop *l, const struct fin_block *b)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++)
		if (!in_loop(l, b->term.succ[k]))
			return true;
	return false;
}

static bool has_source(const struct fin_wait_loop *l)
{
	for (size_t k = l->head->index; k < l->end; k++)
		for (const struct fin_inst *i = l->f->blocks[k]->first;
			i != NULL && fin_bits_has(&l->in, k); i = i->next)
			if (depends_on_others(l, i))
				return true;
	return false;
}

static bool waits(struct fin_wait_loop *l)
{
	survey(l);
	if ((l->across_barriers && !l->has_barrier) || !has_source(l))
		return false;
	spread(l);
	for (size_t k = l->head->index; k < l->end; k++) {
		const struct fin_block *b = l->f->blocks[k];

		if (in_loop(l, b) && branches_on_uncertain(l, b) &&
			!tells_of_success(l, b->term.value.reg) &&
			(leaves(l, b) || decided_by(l, b)))
			return true;
	}
	return false;
}

/* ---- all loops ------------------------------------------------------------------------------ */

static struct fin_loop_edge *edge_of(struct fin_loop_edges *out, struct fin_block *from,
	uint32_t succ, struct fin_block *head)
{
	for (size_t i = 0; i < out->count; i++)
		if (out->edges[i].from == from && out->edges[i].succ == succ)
			return &out->edges[i];
	ARRAY_GROW(out->edges, out->count, out->cap);
	out->edges[out->count] = (struct fin_loop_edge){.from = from, .succ = succ, .head = head};
	return &out->edges[out->count++];
}

static void note_edges(const struct fin_wait_loop *l, struct fin_loop_edges *out)
{
	struct fin_block *head = l->f->blocks[l->head->index];
	bool busy = fin_loop_writes(l), has_lanes = fin_has_lowering(l->f, ISA_LOWER_LANE);

	for (size_t k = head->index; k < l->end; k++) {
		struct fin_block *b = l->f->blocks[k];

		for (uint32_t s = 0; in_loop(l, b) && s < b->term.succ_count; s++)
			if (b->term.succ[s] == l->head) {
				struct fin_loop_edge *e = edge_of(out, b, s, head);

				e->back |= !l->by_plain_loads;
				e->may_wait |= l->by_plain_loads;
				e->together |= l->by_plain_loads && has_lanes;
				e->busy = busy;
			} else if (!in_loop(l, b->term.succ[s]) &&
				   !(l->by_plain_loads && has_lanes)) {
				edge_of(out, b, s, head)->leaves = true;
			}
	}
}

static bool may_read(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (is_atomic_read(i) || i->lowering == ISA_LOWER_SIGNAL ||
				i->lowering == ISA_LOWER_QUEUE || i->lowering == ISA_LOWER_FENCE ||
				calls_what_reads(i, false))
				return true;
	return false;
}

static bool is_head(const struct fin_block *b)
{
	for (uint32_t k = 0; k < b->pred_count; k++)
		if (b->preds[k]->index >= b->index)
			return true;
	return false;
}

/* Adds the edges of the loop that begins at the head if it waits. With `by_plain_loads`, a loop
 * that does not wait by other means counts, too. */
static void look_at_loop(struct fin_wait_loop *l, bool by_plain_loads, struct fin_loop_edges *out)
{
	l->by_plain_loads = false;
	if (!collect(l))
		return;
	if (!waits(l)) {
		l->by_plain_loads = true;
		if (!by_plain_loads || !waits(l))
			return;
	}
	note_edges(l, out);
}

void fin_find_waiting_loops(const struct fin_function *f, bool by_plain_loads,
	struct fin_loop_edges *out)
{
	struct arena *a = f->module->arena;
	struct fin_wait_loop l = {.f = f};

	if (!by_plain_loads && !may_read(f))
		return;
	l.in = fin_bits_new(a, f->block_count);
	l.ways = fin_worklist_new(a, f->block_count);
	l.uncertain = fin_bits_new(a, f->reg_count);
	for (size_t k = 0; k < f->block_count; k++) {
		l.head = f->blocks[k];
		for (unsigned across = 0; is_head(l.head) && across < 2; across++) {
			l.across_barriers = across != 0;
			look_at_loop(&l, by_plain_loads, out);
		}
	}
}
