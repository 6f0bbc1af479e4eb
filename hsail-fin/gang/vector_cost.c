/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides whether vector code is worth having for a kernel, by an estimate in cycles for one part
 * of a gang.
 *
 * It nearly always is. What can be slower is a loop that lanes leave at different times and that
 * hardly does more than load from addresses that differ from lane to lane: half of the lanes are
 * off on average, and gathers take as long as the loads one after the other, or longer. The same is
 * true of bytes and halfwords that each lane stores at a place of its own.
 *
 * The sums and multiples of an address are left out, since scalar code has them for nothing. Two
 * costs of scalar code besides its instructions count: the loop over the work-items from barrier to
 * barrier, and loops whose end the processor cannot foresee. */
#include "ir/limits.h"
#include "gang/vector_cost.h"
#include "gang/gang_access.h"
#include "gang/islands.h"
#include "gang/loop_turns.h"
#include "ir/bits.h"

/* Costs in hundredths of a cycle, as measured: of an instruction for each lane, unless the comment
 * says otherwise. The last one is no cost. */
enum {
	SCALAR_INST = 25,
	VECTOR_INST_16 = 100, /* for a part, by lanes: two halves in turn on many processors */
	VECTOR_INST_8 = 60,
	VECTOR_INST_4 = 45,
	GATHER_FAST = 60,
	GATHER_SLOW = 125,
	SCATTER = 150,
	LOAD_IN_TURN = 125, /* one lane after the other */
	STORE_IN_TURN = 200,
	TUPLE = 90, /* as a vector of the lane's own */
	ATOMIC = 150,
	SCALAR_ROOT = 400,   /* a quotient or square root of floats of 32 bits */
	VECTOR_ROOT = 65,    /* the same, for each lane */
	WRONG_WAY = 1500,    /* a branch that the processor does not foresee */
	SCALAR_REGION = 250, /* the code from barrier to barrier, for a work-item */
	VECTOR_REGION = 800, /* the same, for a part */
	MAX_DEPTH = 6,       /* most loops around a block whose iterations are multiplied */
};

struct estimate {
	const struct fin_function *f;
	const struct fin_shapes *s;
	const struct fin_payoff_target *target;
	struct fin_bits data;  /* registers that vary with what was loaded */
	struct fin_bits place; /* registers that are only used to make addresses */
	/* by block: iterations of the loop that it heads; 0: it heads none */
	double *turns;
	double vector, scalar;
	bool has_rows; /* private memory has rows (gang_private.c) */
};

static bool is_memory(const struct fin_inst *i)
{
	return (i->lowering == ISA_LOWER_LOAD || i->lowering == ISA_LOWER_STORE) &&
	       i->operands[1].kind != FIN_OPND_PROMOTED;
}

/* ---- addresses ------------------------------------------------------------------------------ */

/* Whether the instruction can be part of an access's own address: a sum, a small multiple or a
 * change of width. */
static bool makes_places(const struct fin_inst *i)
{
	const struct isa_type *t = i->isa != NULL ? isa_type_find(i->isa->type) : NULL;

	if (t == NULL || t->bits < 32 ||
		(t->kind != ISA_KIND_SIGNED && t->kind != ISA_KIND_UNSIGNED))
		return false;
	switch (i->lowering) {
	case ISA_LOWER_CVT:
		return isa_type_find(i->isa->source_type)->kind != ISA_KIND_FLOAT;
	case ISA_LOWER_MOV:
		return true;
	case ISA_LOWER_SHIFT:
		return i->isa->opcode == BRIG_OPCODE_SHL &&
		       i->operands[2].v[0].kind == FIN_VALUE_IMM;
	case ISA_LOWER_ARITH:
		return i->isa->opcode == BRIG_OPCODE_ADD ||
		       (i->isa->opcode == BRIG_OPCODE_MUL && t->bits == 64 &&
			       i->operands[2].v[0].kind == FIN_VALUE_IMM);
	default:
		return false;
	}
}

static void not_a_place(struct estimate *e, uint32_t reg, bool *changed)
{
	if (!fin_bits_has(&e->place, reg))
		return;
	fin_bits_remove(&e->place, reg);
	*changed = true;
}

static bool is_place_inst(const struct estimate *e, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	return makes_places(i) && fin_inst_defs(i, regs) == 1 && fin_bits_has(&e->place, regs[0]);
}

static bool note_other_uses(struct estimate *e, const struct fin_inst *i)
{
	bool changed = false, is_access = is_memory(i);
	uint32_t regs[FIN_MAX_REGS];

	if (is_place_inst(e, i))
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!is_access || !i->operands[1].has_reg || regs[n - 1] != i->operands[1].reg)
			not_a_place(e, regs[n - 1], &changed);
	return changed;
}

/* Looks at a block from its end, where uses are, so that a chain of sums takes one pass. */
static bool note_block(struct estimate *e, const struct fin_block *b)
{
	bool changed = false;
	size_t n;
	const struct fin_inst **list = fin_list_insts(b, &n);

	while (n > 0)
		changed |= note_other_uses(e, list[--n]);
	mem_free(list);
	return changed;
}

static void find_places(struct estimate *e)
{
	const struct fin_function *f = e->f;
	bool changed = true;

	e->place = fin_bits_new(f->module->arena, f->reg_count);
	for (size_t r = 0; r < f->reg_count; r++)
		if (e->s->def[r] != NULL)
			fin_bits_add(&e->place, r);
	for (size_t k = 0; k < f->block_count; k++) {
		const struct fin_block *b = f->blocks[k];

		for (uint32_t i = 0; i < b->phi_count; i++)
			for (uint32_t p = 0; p < b->pred_count; p++)
				not_a_place(e, b->phis[i].from[p], &changed);
		if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
			not_a_place(e, b->term.value.reg, &changed);
	}
	while (changed) {
		changed = false;
		for (size_t k = f->block_count; k-- > 0;)
			changed |= note_block(e, f->blocks[k]);
	}
}

/* ---- costs ---------------------------------------------------------------------------------- */

static bool is_uniform_inst(const struct estimate *e, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_defs(i, regs);

	return n > 0 && fin_is_uniform(e->s->of[regs[0]]);
}

/* How many times 32 bits a float has of which the instruction makes a quotient or a square root; 0:
 * it makes none. The processor begins such only every few cycles. */
static unsigned root_size(const struct fin_inst *i)
{
	const struct isa_type *t = i->isa != NULL ? isa_type_find(i->isa->type) : NULL;

	if (t == NULL || t->kind != ISA_KIND_FLOAT || t->count != 1 ||
		(i->isa->opcode != BRIG_OPCODE_DIV && i->isa->opcode != BRIG_OPCODE_SQRT))
		return 0;
	return t->bits == 64 ? 2 : 1;
}

static unsigned vector_inst(const struct estimate *e)
{
	return e->target->lanes > 8   ? VECTOR_INST_16
	       : e->target->lanes > 4 ? VECTOR_INST_8
	                              : VECTOR_INST_4;
}

/* The cost, for each lane, of a load or store whose lanes have places of their own. */
static unsigned apart_cost(const struct estimate *e, const struct fin_inst *i)
{
	const struct fin_payoff_target *t = e->target;
	unsigned count = i->operands[0].count, bytes = isa_type_find(i->isa->type)->bits / 8;
	bool is_load = i->lowering == ISA_LOWER_LOAD;

	if (count != 3 && bytes * count > 8)
		return TUPLE * (bytes * count / 16);
	if (count != 3 && count > 1) {
		bytes *= count;
		count = 1;
	}
	if (bytes < 4 || (is_load ? t->lanes < 8 : t->lanes < 16))
		return (is_load ? LOAD_IN_TURN : STORE_IN_TURN) * count;
	if (!is_load)
		return SCATTER * count;
	return (t->slow_gathers ? GATHER_SLOW : GATHER_FAST) * count;
}

/* Whether the lanes' elements are beside each other, or nearly. */
static bool is_close(const struct estimate *e, const struct fin_inst *i, int64_t stride)
{
	int64_t bytes = isa_type_find(i->isa->type)->bits / 8;

	if (stride == bytes * i->operands[0].count)
		return true;
	return (i->lowering == ISA_LOWER_LOAD || (e->target->lanes == 16 && bytes >= 4)) &&
	       stride > 0 && stride <= FIN_LIMIT_STRIDE * bytes;
}

static unsigned memory_cost(const struct estimate *e, const struct fin_inst *i)
{
	struct fin_lane_shape a = fin_address_shape(e->f, e->s, i, 1);
	unsigned together = vector_inst(e) * i->operands[0].count;
	unsigned apart = apart_cost(e, i) * e->target->lanes;

	if (e->has_rows && fin_is_private_access(e->f, i))
		return fin_is_one_row(e->s, i) ? together : apart;
	if (fin_is_part_uniform(a) || !i->operands[1].has_reg)
		return together;
	if (a.kind == FIN_SHAPE_LINEAR)
		return is_close(e, i, a.stride) ? together : apart;
	/* an address that depends on ids alone may be either, but not where lanes go along rows */
	return fin_bits_has(&e->data, i->operands[1].reg) || e->s->phi[i->operands[1].reg] != NULL
	               ? apart
	               : (together + apart) / 2;
}

/* The cost, for each lane, of what runs for one lane after the other. */
static unsigned island_cost(const struct fin_inst *i)
{
	if (i->island->root == i)
		return ATOMIC;
	return i->is_counter ? 0 : SCALAR_INST; /* what a counter has is loaded by its root */
}

static unsigned part_cost(const struct estimate *e, const struct fin_inst *i)
{
	if (i->island != NULL && i->island->is_of_last)
		return SCALAR_INST;
	if (i->island != NULL)
		return island_cost(i) * e->target->lanes;
	if (is_uniform_inst(e, i))
		return SCALAR_INST;
	if (is_memory(i))
		return memory_cost(e, i);
	if (i->lowering == ISA_LOWER_ATOMIC)
		return ATOMIC * e->target->lanes;
	if (root_size(i) > 0)
		return VECTOR_ROOT * root_size(i) * e->target->lanes;
	return vector_inst(e);
}

static double vector_cost(const struct estimate *e, const struct fin_inst *i)
{
	const struct fin_payoff_target *t = e->target;
	uint32_t regs[FIN_MAX_REGS];
	bool once =
		t->alike != NULL && fin_inst_defs(i, regs) > 0 && fin_bits_has(t->alike, regs[0]);

	return (double)part_cost(e, i) / (once ? t->parts : 1);
}

/* Whether lanes take a branch by what they loaded or computed, not by where they are. */
static bool goes_by_data(const struct estimate *e, const struct fin_term *t)
{
	const struct fin_inst *i;

	if (t->value.kind != FIN_VALUE_REG)
		return false;
	i = e->s->def[t->value.reg];
	return fin_bits_has(&e->data, t->value.reg) ||
	       (i != NULL && i->isa != NULL && i->lowering == ISA_LOWER_CMP &&
		       isa_type_find(i->isa->source_type)->kind == ISA_KIND_FLOAT);
}

/* The share of lanes that are on where they do nearly the same. */
static const double ALIKE = 0.9;

/* The share of lanes that are on in a divergent loop, on average. */
static double share_in_loop(const struct estimate *e, const struct fin_flow *w,
	const struct fin_divergence *d, uint32_t loop)
{
	for (uint32_t k = w->loops[loop].header; k <= w->loops[loop].last; k++)
		for (uint32_t i = 0; fin_bits_has(&d->branch, k) && i < w->succ_count[k]; i++)
			if (!fin_loop_has(w, loop, w->succ[k][i]) &&
				goes_by_data(e, &w->order[k]->term))
				return 0.5;
	return ALIKE;
}

/* By position: the share of lanes that are on, which is all that scalar code has to run. Only loops
 * make it less than 1: for branches that lanes take by chance, scalar code pays in another way. */
static double *shares(const struct estimate *e, const struct fin_flow *w,
	const struct fin_divergence *d)
{
	double *on = ARENA_ARRAY(e->f->module->arena, double, w->count);

	for (uint32_t k = 0; k < w->count; k++)
		on[k] = 1;
	for (uint32_t l = 0; l < w->loop_count; l++) {
		double share = fin_bits_has(&d->loop, l) ? share_in_loop(e, w, d, l) : 1;

		for (uint32_t k = w->loops[l].header; share < 1 && k <= w->loops[l].last; k++)
			on[k] = share < on[k] ? share : on[k];
	}
	return on;
}

/* How often the blocks of a loop in a region run. */
static double trips(const struct estimate *e, const struct fin_flow *w, uint32_t loop)
{
	double times = 1;
	unsigned depth = 0;

	for (uint32_t l = loop; l != FIN_NOWHERE; l = w->loops[l].parent) {
		double n = e->turns[w->order[w->loops[l].header]->index];

		if (depth++ < MAX_DEPTH)
			times *= n > 0 ? n : FIN_LOOP_TURNS;
	}
	return times;
}

/* The cost for a lane. Scalar code accesses one element after the other. */
static unsigned scalar_cost(const struct estimate *e, const struct fin_inst *i)
{
	if (root_size(i) > 0 && !is_uniform_inst(e, i))
		return SCALAR_ROOT + SCALAR_ROOT / 4 * (root_size(i) - 1);
	return SCALAR_INST * (is_memory(i) ? i->operands[0].count : 1);
}

/* Adds the costs of a block. `times` says how often the loop with barriers around the region runs,
 * `on` which share of the lanes is on. */
static void add_block(struct estimate *e, const struct fin_flow *w, uint32_t at, double times,
	double on)
{
	times *= trips(e, w, w->loop_of[at]);
	for (const struct fin_inst *i = w->order[at]->first; i != NULL; i = i->next) {
		if (is_place_inst(e, i))
			continue;
		e->vector += times * vector_cost(e, i);
		e->scalar += times * on * scalar_cost(e, i) * e->target->lanes;
		if (i->lowering == ISA_LOWER_ATOMIC)
			e->scalar += times * on * ATOMIC * e->target->lanes;
	}
}

/* Adds what it costs scalar code that work-items leave a loop when the processor does not expect
 * it. */
static void add_exits(struct estimate *e, const struct fin_flow *w, const struct fin_divergence *d,
	double times)
{
	for (uint32_t l = 0; l < w->loop_count; l++)
		if (fin_bits_has(&d->loop, l) && share_in_loop(e, w, d, l) < ALIKE)
			e->scalar += times * trips(e, w, w->loops[l].parent) * WRONG_WAY *
			             e->target->lanes;
}

/* ---- loops with barriers -------------------------------------------------------------------- */

static bool waits(const struct fin_block *b)
{
	return b->term.kind == FIN_TERM_BARRIER;
}

/* For each region, the set of regions that can come after it. */
static struct fin_bits *followers(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows)
{
	struct fin_bits *after = ARENA_ARRAY(f->module->arena, struct fin_bits, rs->count);
	bool changed = true;

	for (uint32_t r = 0; r < rs->count; r++) {
		after[r] = fin_bits_new(f->module->arena, rs->count);
		for (uint32_t k = 0; k < flows[r].count; k++)
			if (waits(flows[r].order[k]))
				fin_bits_add(&after[r],
					rs->of_entry[flows[r].order[k]->term.succ[0]->index]);
	}
	while (changed) {
		changed = false;
		for (uint32_t r = rs->count; r-- > 0;)
			for (uint32_t s = 0; s < rs->count; s++)
				if (fin_bits_has(&after[r], s))
					changed |= fin_bits_union(&after[r], &after[s]);
	}
	return after;
}

/* The positions of a region from which it can be entered again. */
static struct fin_bits in_cycle(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *w, const struct fin_bits *after, uint32_t region)
{
	struct fin_bits r = fin_bits_new(f->module->arena, w->count + 1);
	bool changed = fin_bits_has(&after[region], region);

	while (changed) {
		changed = false;
		for (uint32_t k = w->count; k-- > 0;) {
			const struct fin_block *b = w->order[k];
			bool found = false;

			if (fin_bits_has(&r, k))
				continue;
			if (waits(b)) {
				uint32_t next = rs->of_entry[b->term.succ[0]->index];

				found = next == region || fin_bits_has(&after[next], region);
			}
			for (uint32_t i = 0; i < w->succ_count[k]; i++)
				found |= fin_bits_has(&r, w->succ[k][i]);
			if (found)
				fin_bits_add(&r, k);
			changed |= found;
		}
	}
	return r;
}

/* The iterations of the loop with barriers in which a region is. */
static double turns_of_cycle(const struct estimate *e, const struct fin_flow *w,
	const struct fin_bits *cycle)
{
	for (uint32_t k = 0; k < w->count; k++) {
		uint32_t l = w->loop_of[k];
		double n = e->turns[w->order[k]->index];

		if (fin_bits_has(cycle, k) && n > 0 &&
			(l == FIN_NOWHERE || w->loops[l].header != k))
			return n;
	}
	return FIN_LOOP_TURNS;
}

/* Adds the cost of beginning a region: values that are kept over the barrier are loaded and
 * stored. */
static void add_entry(struct estimate *e, const struct fin_regions *rs, uint32_t region,
	double times)
{
	uint32_t kept = 0;

	for (uint32_t k = 0; k < rs->regions[region].context_count; k++)
		kept += rs->kind[rs->regions[region].context[k]] == FIN_CONTEXT_ITEM;
	e->scalar += times * e->target->lanes * (SCALAR_REGION + 2 * kept * SCALAR_INST);
	e->vector += times * (VECTOR_REGION + 2 * kept * vector_inst(e));
}

static void add_regions(struct estimate *e, struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows)
{
	const struct fin_bits *after = followers(f, rs, flows);

	for (uint32_t r = 0; r < rs->count; r++) {
		struct fin_bits cycle = in_cycle(f, rs, &flows[r], after, r);
		const double *on = shares(e, &flows[r], &e->s->in[r]);
		double turns = turns_of_cycle(e, &flows[r], &cycle);

		add_exits(e, &flows[r], &e->s->in[r], fin_bits_has(&after[r], r) ? turns : 1);
		if (r > 0)
			add_entry(e, rs, r, fin_bits_has(&after[r], r) ? turns : 1);

		for (uint32_t k = 0; k < flows[r].count; k++)
			add_block(e, &flows[r], k, fin_bits_has(&cycle, k) ? turns : 1, on[k]);
	}
}

double fin_gang_gain(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows, const struct fin_shapes *s,
	const struct fin_payoff_target *target)
{
	struct estimate e = {.f = f, .s = s, .target = target, .has_rows = fin_private_unit(f) > 0};

	if (fin_gang_is_bulky(f, flows, rs->count, s))
		return 0;
	e.data = fin_data(f, s);
	find_places(&e);
	e.turns = fin_loop_turns(f, s);
	add_regions(&e, f, rs, flows);
	return e.vector > 0 ? e.scalar / e.vector : 1;
}
