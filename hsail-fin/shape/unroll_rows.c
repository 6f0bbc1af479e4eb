/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unrolls loops in which each lane goes along a row of its own, as over a matrix that lies row by
 * row: from lane to lane addresses are far apart, and an iteration goes on by one element. Four
 * iterations then load elements beside each other (opt/tuples.c), so each lane needs a quarter of
 * the loads. All other loops are better left to LLVM.
 *
 *     before:  go to test
 *     test:    if lanes have four more iterations at least, go to four, else to rest
 *     four:    four iterations, of which the last decides: go to turn, or out of the loop
 *     turn:    what phis get from there; go to test
 *     rest:    go to the loop as it was
 *
 * Registers that the last of the four iterations sets keep their names, so they have several
 * definitions then, and fin_ssa() gives them new names. */
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/limits.h"
#include "ir/lowering.h"
#include "shape/align_counted.h"
#include "shape/block_origins.h"

enum {
	COPIES = 4,
	FAR_APART = 8, /* elements from lane to lane */
	MOST_STEP = 1 << 28,
};

struct search {
	struct fin_function *f;
	const struct fin_flow *w;
	struct fin_shapes s; /* hoped; only `def` is there at first */
	struct fin_aligned_loops found;
};

/* ---- which loops ---------------------------------------------------------------------------- */

static bool may_be_copied(const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_LOAD:
	case ISA_LOWER_STORE:
	case ISA_LOWER_ARITH:
	case ISA_LOWER_SHIFT:
	case ISA_LOWER_LOGIC:
	case ISA_LOWER_CVT:
	case ISA_LOWER_CMP:
	case ISA_LOWER_MOV:
	case ISA_LOWER_CMOV:
	case ISA_LOWER_INT_UNARY:
	case ISA_LOWER_NATIVE:
		return i->pseudo == FIN_PSEUDO_NONE && !fin_inst_keeps_dest(i) &&
		       !fin_has_fact(i, FIN_IN_TURN);
	default:
		return false;
	}
}

static bool is_small(const struct fin_block *b)
{
	unsigned n = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (!may_be_copied(i) || n++ >= FIN_LIMIT_UNROLLED)
			return false;
	return b->first != NULL;
}

/* Finds the blocks of a loop of one block, and an empty latch. */
static bool find_blocks(const struct search *c, const struct fin_loop *loop,
	struct fin_aligned_loop *l)
{
	*l = (struct fin_aligned_loop){.header = c->w->order[loop->header],
		.latch = c->w->order[loop->last],
		.block_count = 2};
	for (uint32_t k = 0; k < l->header->pred_count; k++)
		if (l->header->preds[k] != l->latch)
			l->before = l->header->preds[k];
	l->blocks = ARENA_ARRAY(c->f->module->arena, struct fin_block *, 2);
	l->blocks[0] = l->header;
	l->blocks[1] = l->latch;
	return loop->last == loop->header + 1 && l->header->pred_count == 2 && l->before != NULL &&
	       l->before->term.kind == FIN_TERM_BR && l->latch->term.kind == FIN_TERM_BR;
}

/* What an iteration adds to the phi, or 0: that is not known. */
static int64_t step_of(const struct fin_inst *const *def, const struct fin_aligned_loop *l,
	const struct fin_phi *phi)
{
	const struct fin_inst *i = def[fin_phi_source(phi, l->header, l->latch)];
	int64_t n;

	if (i == NULL ||
		(fin_index_op(i) != FIN_INDEX_SUM && fin_index_op(i) != FIN_INDEX_DIFFERENCE) ||
		i->operands[1].v[0].kind != FIN_VALUE_REG || i->operands[1].v[0].reg != phi->reg ||
		i->operands[2].v[0].kind != FIN_VALUE_IMM)
		return 0;
	n = isa_type_find(i->isa->type)->bits == 64 ? (int64_t)i->operands[2].v[0].lo
	                                            : (int32_t)(uint32_t)i->operands[2].v[0].lo;
	if (n > MOST_STEP || n < -MOST_STEP)
		return 0;
	return fin_index_op(i) == FIN_INDEX_SUM ? n : -n;
}

static const struct fin_phi *phi_of(const struct fin_block *b, uint32_t reg)
{
	for (uint32_t k = 0; k < b->phi_count; k++)
		if (b->phis[k].reg == reg)
			return &b->phis[k];
	return NULL;
}

/* Whether the instruction accesses an element at a phi that goes on, or back, by one element. */
static bool goes_along(const struct search *c, const struct fin_aligned_loop *l,
	const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];
	const struct fin_phi *phi;
	int64_t bytes, step;

	if (!fin_is_access(i) || i->operands[0].count != 1 || !o->has_reg || o->global != NULL ||
		o->local != FIN_NO_LOCAL)
		return false;
	bytes = isa_type_find(i->isa->type)->bits / 8;
	phi = phi_of(l->header, o->reg);
	if (bytes <= 0 || bytes > 8 || phi == NULL)
		return false;
	step = step_of((const struct fin_inst *const *)c->s.def, l, phi);
	return step == bytes || step == -bytes;
}

static bool any_goes_along(const struct search *c, const struct fin_aligned_loop *l)
{
	for (const struct fin_inst *i = l->header->first; i != NULL; i = i->next)
		if (goes_along(c, l, i))
			return true;
	return false;
}

/* Whether lanes are far apart in some access that goes along a row. */
static bool any_is_far_apart(const struct search *c, const struct fin_aligned_loop *l)
{
	for (const struct fin_inst *i = l->header->first; i != NULL; i = i->next) {
		struct fin_lane_shape s;
		int64_t far;

		if (!goes_along(c, l, i))
			continue;
		s = c->s.of[i->operands[1].reg];
		far = (int64_t)FAR_APART * (isa_type_find(i->isa->type)->bits / 8);
		if (s.kind == FIN_SHAPE_VARYING ||
			(s.kind == FIN_SHAPE_LINEAR && (s.stride >= far || s.stride <= -far)))
			return true;
	}
	return false;
}

/* Finds loops by their form alone. */
static void search_region(struct search *c)
{
	for (uint32_t k = 0; k < c->w->loop_count; k++) {
		struct fin_aligned_loop l;

		if (!find_blocks(c, &c->w->loops[k], &l) || !is_small(l.header) ||
			!any_goes_along(c, &l))
			continue;
		fin_align_count(c->f, &c->s, &l);
		if (!l.is_counted)
			continue;
		l.counter = k; /* the loop's number, until it is chosen */
		ARRAY_GROW(c->found.loop, c->found.count, c->found.cap);
		c->found.loop[c->found.count++] = l;
	}
}

static struct fin_inst **definitions(struct fin_function *f)
{
	struct fin_inst **def = ARENA_ARRAY(f->module->arena, struct fin_inst *, f->reg_count);
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
				def[regs[n - 1]] = i;
	return def;
}

/* The region in which the block is. */
static uint32_t region_of(const struct fin_regions *rs, const struct fin_flow *flows,
	const struct fin_block *b)
{
	for (uint32_t r = 0; r < rs->count; r++)
		if (fin_position(&flows[r].position, b->index) != FIN_NOWHERE)
			return r;
	BUG("block %u is in no region", b->index);
}

/* Whether the block is in one region only. With barriers, a block may be in several. */
static bool is_in_one(const struct fin_regions *rs, const struct fin_flow *flows,
	const struct fin_block *b)
{
	unsigned n = 0;

	for (uint32_t r = 0; r < rs->count; r++)
		n += fin_position(&flows[r].position, b->index) != FIN_NOWHERE;
	return n == 1;
}

/* Keeps the loops that lanes leave together, and in which they are far apart. */
static void choose(struct search *c, const struct fin_regions *rs, const struct fin_flow *flows)
{
	size_t kept = 0;

	fin_shapes(c->f, rs, flows, (struct fin_shape_rules){.in_rows = true, .no_wrap = true},
		&c->s);
	for (size_t k = 0; k < c->found.count; k++) {
		struct fin_aligned_loop *l = &c->found.loop[k];
		uint32_t r = region_of(rs, flows, l->header);

		if (is_in_one(rs, flows, l->header) &&
			!fin_bits_has(&c->s.in[r].loop, l->counter) && any_is_far_apart(c, l))
			c->found.loop[kept++] = *l;
	}
	c->found.count = kept;
}

/* ---- copies --------------------------------------------------------------------------------- */

struct unroll {
	struct fin_maker m;
	const struct fin_aligned_loop *l;
	const struct fin_inst *const *def;
	struct fin_block *test, *four, *turn, *rest;
	unsigned copy;
	uint32_t *now; /* by register: its name in this copy */
};

static void compare(struct fin_maker *m, uint8_t how, uint16_t type, struct fin_value a,
	struct fin_value b, uint32_t to)
{
	fin_maker_append(m, to, ISA_LOWER_CMP,
		(struct isa_inst){.opcode = BRIG_OPCODE_CMP,
			.type = BRIG_TYPE_B1,
			.source_type = type,
			.compare = how},
		a, b);
}

/* Whether there are four more iterations, or more: the counter is not near the end. */
static void make_test(struct unroll *u)
{
	const struct fin_counted *n = &u->l->counted;
	struct fin_maker *m = &u->m;
	bool up = n->step > 0;
	uint64_t far = (uint64_t)(up ? n->step : -n->step) * (COPIES - 1);
	struct fin_value i = reg_value(n->phi->reg);
	uint32_t left, ok;

	m->b = u->test;
	left = fin_maker_compute(m, BRIG_OPCODE_SUB, 32, up ? n->end : i, up ? i : n->end);
	ok = fin_maker_compare(m, BRIG_COMPARE_GT, left, number(far));
	if (!n->is_equality) {
		uint32_t before = fin_maker_reg(m, 1);

		compare(m, up ? BRIG_COMPARE_LT : BRIG_COMPARE_GT,
			n->is_signed ? BRIG_TYPE_S32 : BRIG_TYPE_U32, i, n->end, before);
		ok = fin_maker_and(m, ok, reg_value(before));
	}
	fin_maker_end_by(m, ok, u->four, u->rest);
}

/* Whether an iteration reads the register for more than to find whether it is the last one. */
static bool is_read(const struct unroll *u, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = u->l->header->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			if (regs[n - 1] == reg && i != u->def[u->l->header->term.value.reg])
				return true;
	return false;
}

static void add_to(struct unroll *u, uint32_t reg, uint64_t n, uint32_t to)
{
	uint16_t type = fin_unsigned_of(u->m.f->regs[reg].bits);

	if (type == BRIG_TYPE_U32)
		n = (uint32_t)n;
	fin_maker_append(&u->m, to, ISA_LOWER_ARITH,
		(struct isa_inst){.opcode = BRIG_OPCODE_ADD, .type = type}, reg_value(reg),
		number(n));
}

/* Gives phis their names in a copy. Those to which each iteration adds a number are sums. */
static void begin_copy(struct unroll *u)
{
	const struct fin_block *h = u->l->header;
	uint32_t *next = ARENA_ARRAY(u->m.f->module->arena, uint32_t, h->phi_count);

	for (uint32_t k = 0; k < h->phi_count; k++)
		next[k] = u->copy == 0 ? h->phis[k].reg
		                       : u->now[fin_phi_source(&h->phis[k], h, u->l->latch)];
	for (uint32_t k = 0; k < h->phi_count; k++) {
		const struct fin_phi *phi = &h->phis[k];
		int64_t step = step_of(u->def, u->l, phi);

		if (step == 0 || u->copy == 0) {
			u->now[phi->reg] = next[k];
			continue;
		}
		u->now[phi->reg] = fin_maker_reg(&u->m, u->m.f->regs[phi->reg].bits);
		add_to(u, phi->reg, (uint64_t)step * u->copy, u->now[phi->reg]);
	}
}

/* Lets an access at a phi that goes on by a number have the number in its offset, so that accesses
 * of all copies have one base. */
static void set_base(struct unroll *u, const struct fin_inst *old, struct fin_inst *i)
{
	const struct fin_phi *phi;
	int64_t step;

	if (!fin_is_access(old) || !old->operands[1].has_reg)
		return;
	phi = phi_of(u->l->header, old->operands[1].reg);
	step = phi == NULL ? 0 : step_of(u->def, u->l, phi);
	if (step == 0)
		return;
	i->operands[1].reg = phi->reg;
	i->operands[1].offset += (uint64_t)step * u->copy;
	if (u->m.f->regs[phi->reg].bits == 32) /* as in all addresses of 32 bits */
		i->operands[1].offset = (uint32_t)i->operands[1].offset;
}

static void copy_inst(struct unroll *u, const struct fin_inst *old)
{
	struct arena *a = u->m.f->module->arena;
	struct fin_inst *i = ARENA_NEW(a, struct fin_inst);
	uint32_t regs[FIN_MAX_REGS];

	*i = *old;
	i->next = NULL;
	i->operands = ARENA_ARRAY(a, struct fin_operand, old->operand_count);
	memcpy(i->operands, old->operands, old->operand_count * sizeof *i->operands);
	fin_inst_rename_only(i, false, u->now);
	set_base(u, old, i);
	for (unsigned n = fin_inst_defs(old, regs); n > 0; n--)
		u->now[regs[n - 1]] =
			u->copy == COPIES - 1
				? regs[n - 1]
				: fin_maker_reg(&u->m, u->m.f->regs[regs[n - 1]].bits);
	fin_inst_rename_only(i, true, u->now);
	fin_block_append(u->four, i);
}

/* Whether only the last copy needs what the instruction computes: how the loop counts. */
static bool is_for_end(const struct unroll *u, const struct fin_inst *i)
{
	const struct fin_block *h = u->l->header;
	uint32_t regs[FIN_MAX_REGS];
	bool counts = false;

	if (fin_inst_defs(i, regs) != 1 || is_read(u, regs[0]))
		return false;
	for (uint32_t k = 0; k < h->phi_count; k++) {
		if (fin_phi_source(&h->phis[k], h, u->l->latch) != regs[0])
			continue;
		if (step_of(u->def, u->l, &h->phis[k]) == 0)
			return false;
		counts = true;
	}
	return counts || regs[0] == h->term.value.reg;
}

static void make_four(struct unroll *u)
{
	const struct fin_block *h = u->l->header;

	u->m.b = u->four;
	for (u->copy = 0; u->copy < COPIES; u->copy++) {
		begin_copy(u);
		for (const struct fin_inst *i = h->first; i != NULL; i = i->next)
			if (u->copy == COPIES - 1 || !is_for_end(u, i))
				copy_inst(u, i);
	}
	fin_term_set(u->m.f->module, u->four, h->term.kind, h->term.succ_count);
	for (uint32_t k = 0; k < h->term.succ_count; k++)
		u->four->term.succ[k] = h->term.succ[k] == u->l->latch ? u->turn : h->term.succ[k];
	u->four->term.value = h->term.value;
	u->four->term.value_bits = h->term.value_bits;
	u->four->term.width = h->term.width;
	u->four->term.off = h->term.off;
	u->four->term.loc = h->term.loc;
}

/* All phis change at once, so each gets its new value by a register of its own. */
static void make_turn(struct unroll *u)
{
	const struct fin_block *h = u->l->header;
	uint32_t *next = ARENA_ARRAY(u->m.f->module->arena, uint32_t, h->phi_count);

	u->m.b = u->turn;
	for (uint32_t k = 0; k < h->phi_count; k++) {
		next[k] = fin_maker_reg(&u->m, u->m.f->regs[h->phis[k].reg].bits);
		fin_maker_move(&u->m, u->now[fin_phi_source(&h->phis[k], h, u->l->latch)], next[k]);
	}
	for (uint32_t k = 0; k < h->phi_count; k++)
		fin_maker_move(&u->m, next[k], h->phis[k].reg);
	fin_maker_end(&u->m, u->test);
}

/* Lets phis begin with what they have behind the copies. */
static void make_starts(struct unroll *u)
{
	struct fin_block *h = u->l->header;

	u->m.b = u->l->before;
	for (uint32_t k = 0; k < h->phi_count; k++) {
		fin_maker_move(&u->m, fin_phi_source(&h->phis[k], h, u->l->before), h->phis[k].reg);
		for (uint32_t p = 0; p < h->pred_count; p++)
			if (h->preds[p] == u->l->before)
				h->phis[k].from[p] = h->phis[k].reg;
	}
	fin_maker_end(&u->m, u->test);
}

static void unroll(struct fin_function *f, const struct fin_aligned_loop *l,
	const struct fin_inst *const *def, struct fin_origins *o)
{
	struct unroll u = {.m = {.f = f, .l = l, .like = l->header->first}, .l = l, .def = def};
	size_t regs = f->reg_count;

	u.test = fin_origins_add(o, NULL);
	u.four = fin_origins_add(o, l->header);
	u.turn = fin_origins_add(o, NULL);
	u.rest = fin_origins_add(o, l->before);
	u.now = ARENA_ARRAY(f->module->arena, uint32_t, regs);
	for (size_t r = 0; r < regs; r++)
		u.now[r] = (uint32_t)r;
	make_starts(&u);
	make_test(&u);
	make_four(&u);
	make_turn(&u);
	u.m.b = u.rest;
	fin_maker_end(&u.m, l->header);
}

bool fin_unroll_rows(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows)
{
	struct search c = {.f = f, .s = {.def = definitions(f)}};
	const struct fin_inst *const *def = (const struct fin_inst *const *)c.s.def;
	struct fin_origins o;

	for (uint32_t r = 0; r < rs->count; r++) {
		c.w = &flows[r];
		search_region(&c);
	}
	if (c.found.count > 0)
		choose(&c, rs, flows);
	if (c.found.count > 0) {
		o = fin_origins_new(f);
		for (size_t k = 0; k < c.found.count; k++)
			unroll(f, &c.found.loop[k], def, &o);
		fin_origins_settle(&o);
	}
	mem_free(c.found.loop);
	return c.found.count > 0;
}
