/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses the loops that lanes run in line: see align.h. They are innermost loops, as code grows,
 * in which some access would be of one vector, or of one address, if what it depends on were in
 * line. */
#include "shape/align_counted.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/limits.h"
#include "ir/lowering.h"

struct choice {
	struct fin_function *f;
	const struct fin_flow *w;
	const struct fin_divergence *div;
	const struct fin_shapes *s, *hoped;
	uint32_t loop;
	const uint32_t *home;   /* by register: the block that defines it, or FIN_NOWHERE */
	struct fin_bits wanted; /* registers on which addresses in the loop depend */
	struct fin_bits lines;  /* registers that are in line in the copy, but vary here */
	bool divides_ids;       /* lanes may be in several rows */
	struct fin_aligned_loop l;
};

static struct fin_block *block_at(const struct choice *c, uint32_t at)
{
	return c->w->order[at];
}

static uint32_t first_of(const struct choice *c)
{
	return c->w->loops[c->loop].header;
}

static uint32_t last_of(const struct choice *c)
{
	return c->w->loops[c->loop].last;
}

static bool is_inside(const struct choice *c, uint32_t reg)
{
	uint32_t at;

	if (c->home[reg] == FIN_NOWHERE)
		return false;
	at = fin_position(&c->w->position, c->home[reg]);
	return at != FIN_NOWHERE && fin_loop_has(c->w, c->loop, at);
}

/* ---- the loop ------------------------------------------------------------------------------- */

static bool is_innermost(const struct choice *c)
{
	for (uint32_t l = 0; l < c->w->loop_count; l++)
		if (c->w->loops[l].parent == c->loop)
			return false;
	return true;
}

/* Whether work-items may run the instruction in another order. */
static bool may_be_copied(const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_LANE:
	case ISA_LOWER_LINE:
	case ISA_LOWER_CALL:
	case ISA_LOWER_BARRIER:
	case ISA_LOWER_FBARRIER:
	case ISA_LOWER_FENCE:
	case ISA_LOWER_CLOCK:
	case ISA_LOWER_IMAGE:
	case ISA_LOWER_EXCEPTION:
		return false;
	default:
		return !fin_has_fact(i, FIN_IN_TURN) && i->pseudo == FIN_PSEUDO_NONE;
	}
}

static bool has_few(const struct choice *c, uint32_t most)
{
	uint32_t n = 0;

	for (uint32_t k = first_of(c); k <= last_of(c); k++)
		for (const struct fin_inst *i = block_at(c, k)->first; i != NULL; i = i->next)
			if (!may_be_copied(i) || n++ >= most)
				return false;
	return true;
}

static bool is_small(const struct choice *c)
{
	return has_few(c, FIN_LIMIT_ALIGNED) && last_of(c) - first_of(c) < FIN_LIMIT_ALIGNED_BLOCKS;
}

/* Sets the loop's blocks; false when it does not have the form that fin_flow_simplify() gives. */
static bool find_blocks(struct choice *c)
{
	struct fin_aligned_loop *l = &c->l;

	l->header = block_at(c, first_of(c));
	l->latch = block_at(c, last_of(c));
	l->before = NULL;
	for (uint32_t k = 0; k < l->header->pred_count; k++)
		if (l->header->preds[k] != l->latch)
			l->before = l->header->preds[k];
	if (l->header->pred_count != 2 || l->before == NULL || l->header == l->latch ||
		l->before->term.kind != FIN_TERM_BR || l->latch->term.kind != FIN_TERM_BR)
		return false;
	l->block_count = last_of(c) - first_of(c) + 1;
	l->blocks = ARENA_ARRAY(c->f->module->arena, struct fin_block *, l->block_count);
	for (uint32_t k = 0; k < l->block_count; k++)
		l->blocks[k] = block_at(c, first_of(c) + k);
	return true;
}

/* ---- what addresses depend on --------------------------------------------------------------- */

static bool want(struct choice *c, uint32_t reg)
{
	if (fin_bits_has(&c->wanted, reg))
		return false;
	fin_bits_add(&c->wanted, reg);
	return true;
}

static const struct fin_operand *address_of(const struct fin_inst *i)
{
	return fin_is_access(i) && i->operands[1].kind == FIN_OPND_ADDRESS && i->operands[1].has_reg
	               ? &i->operands[1]
	               : NULL;
}

static bool want_sources(struct choice *c, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];
	bool changed = false;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		if (address_of(i) != NULL)
			changed |= want(c, address_of(i)->reg);
		if (fin_is_access(i) || fin_inst_defs(i, regs) != 1 ||
			!fin_bits_has(&c->wanted, regs[0]))
			continue;
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			changed |= want(c, regs[n - 1]);
	}
	for (uint32_t k = 0; k < b->phi_count; k++)
		for (uint32_t p = 0; fin_bits_has(&c->wanted, b->phis[k].reg) && p < b->pred_count;
			p++)
			if (b->preds[p] != c->l.before)
				changed |= want(c, b->phis[k].from[p]);
	return changed;
}

static void find_wanted(struct choice *c)
{
	bool changed = true;

	c->wanted = fin_bits_new(c->f->module->arena, c->f->reg_count);
	while (changed) {
		changed = false;
		for (uint32_t k = c->l.block_count; k-- > 0;)
			changed |= want_sources(c, c->l.blocks[k]);
	}
}

/* ---- numbers in line ------------------------------------------------------------------------ */

static bool has_line(const struct choice *c, uint32_t reg)
{
	unsigned bits = c->f->regs[reg].bits;

	return (bits == 32 || bits == 64) && c->s->of[reg].kind == FIN_SHAPE_VARYING &&
	       c->hoped->of[reg].kind != FIN_SHAPE_NONE &&
	       c->hoped->of[reg].kind != FIN_SHAPE_VARYING;
}

static int64_t stride_of(const struct choice *c, uint32_t reg)
{
	return c->hoped->of[reg].kind == FIN_SHAPE_LINEAR ? c->hoped->of[reg].stride : 0;
}

/* Finds what an iteration adds to the phi; false when it does something else. */
static bool find_step(const struct choice *c, const struct fin_phi *phi, struct fin_value *step)
{
	uint32_t next = fin_phi_source(phi, c->l.header, c->l.latch);
	const struct fin_inst *i = c->s->def[next];

	if (i == NULL || !is_inside(c, next) || fin_index_op(i) != FIN_INDEX_SUM)
		return false;
	for (unsigned k = 1; k < 3; k++) {
		const struct fin_value *v = &i->operands[k].v[0];

		*step = i->operands[3 - k].v[0];
		if (v->kind == FIN_VALUE_REG && v->reg == phi->reg &&
			(step->kind == FIN_VALUE_IMM ||
				(!is_inside(c, step->reg) && fin_is_uniform(c->s->of[step->reg]))))
			return true;
	}
	return false;
}

static void add_line(struct choice *c, struct fin_line *lines, uint32_t *count, struct fin_line x)
{
	lines[(*count)++] = x;
	fin_bits_add(&c->lines, x.reg);
}

static void find_lines(struct choice *c)
{
	const struct fin_block *h = c->l.header;
	struct arena *a = c->f->module->arena;
	size_t values = 0;

	c->lines = fin_bits_new(a, c->f->reg_count);
	c->l.phis = ARENA_ARRAY(a, struct fin_line, h->phi_count);
	for (uint32_t k = 0; k < h->phi_count; k++) {
		struct fin_line x = {.reg = h->phis[k].reg};

		x.stride = stride_of(c, x.reg);
		if (fin_bits_has(&c->wanted, x.reg) && has_line(c, x.reg) &&
			find_step(c, &h->phis[k], &x.step))
			add_line(c, c->l.phis, &c->l.phi_count, x);
	}
	for (uint32_t r = 0; r < c->f->reg_count; r++)
		values += fin_bits_has(&c->wanted, r) && !is_inside(c, r) && has_line(c, r);
	c->l.values = ARENA_ARRAY(a, struct fin_line, values);
	for (uint32_t r = 0; r < c->f->reg_count; r++)
		if (fin_bits_has(&c->wanted, r) && !is_inside(c, r) && has_line(c, r))
			add_line(c, c->l.values, &c->l.value_count,
				(struct fin_line){.reg = r, .stride = stride_of(c, r)});
}

/* Whether the register will be in line in the copy, where it is made of what is in line. It is not
 * if it varies although nothing that it is made of does. */
static bool follows(const struct choice *c, uint32_t reg, unsigned depth)
{
	const struct fin_inst *i = c->s->def[reg];
	uint32_t regs[FIN_MAX_REGS];
	bool varies = false;

	if (c->s->of[reg].kind != FIN_SHAPE_VARYING || fin_bits_has(&c->lines, reg))
		return true;
	if (i == NULL || depth == 0 || !is_inside(c, reg) || fin_is_access(i) ||
		c->hoped->of[reg].kind == FIN_SHAPE_VARYING)
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--) {
		if (!follows(c, regs[n - 1], depth - 1))
			return false;
		varies |= c->s->of[regs[n - 1]].kind == FIN_SHAPE_VARYING;
	}
	return varies;
}

/* Whether the access is of a vector or of one address in the copy, and not here. */
static bool gains(const struct choice *c, const struct fin_inst *i)
{
	const struct fin_operand *a = address_of(i);
	struct fin_lane_shape x;

	if (a == NULL || fin_address_shape(c->f, c->s, i, 1).kind != FIN_SHAPE_VARYING ||
		c->s->of[a->reg].kind != FIN_SHAPE_VARYING)
		return false;
	x = c->hoped->of[a->reg];
	return (fin_is_part_uniform(x) || x.stride == (int64_t)isa_type_find(i->isa->type)->bits /
							      8 * i->operands[0].count) &&
	       follows(c, a->reg, FIN_LIMIT_HALF);
}

static bool is_worth_it(const struct choice *c)
{
	for (uint32_t k = 0; k < c->l.block_count; k++)
		for (const struct fin_inst *i = c->l.blocks[k]->first; i != NULL; i = i->next)
			if (gains(c, i))
				return true;
	return false;
}

/* ---- the counter ---------------------------------------------------------------------------- */

static int64_t constant(const struct choice *c, const struct fin_value *v, uint32_t like)
{
	return c->f->regs[like].bits == 32 ? (int32_t)(uint32_t)v->lo : (int64_t)v->lo;
}

static bool is_power_of_two(int64_t n)
{
	return n == 1 || n == 2 || n == 4 || n == 8;
}

/* Whether lanes begin together at this phi, or may be made to. */
enum counting { COUNTS_NOT, COUNTS_TOGETHER, COUNTS_APART };

static enum counting counting(const struct choice *c, const struct fin_phi *phi, int64_t *step)
{
	struct fin_value v;

	if (!find_step(c, phi, &v) || v.kind != FIN_VALUE_IMM)
		return COUNTS_NOT;
	*step = constant(c, &v, phi->reg);
	if (fin_is_part_uniform(c->s->of[phi->reg]))
		return COUNTS_TOGETHER;
	return has_line(c, phi->reg) && c->f->regs[phi->reg].bits == 32 &&
	                       fin_is_part_uniform(c->hoped->of[phi->reg]) &&
	                       is_power_of_two(*step < 0 ? -*step : *step)
	               ? COUNTS_APART
	               : COUNTS_NOT;
}

/* Finds a comparison of the counter with a number from before the loop. */
static void find_end(struct choice *c, const struct fin_phi *phi)
{
	uint32_t next = fin_phi_source(phi, c->l.header, c->l.latch);

	for (uint32_t k = 0; k < c->l.block_count; k++)
		for (const struct fin_inst *i = c->l.blocks[k]->first; i != NULL; i = i->next)
			for (unsigned n = 1; i->lowering == ISA_LOWER_CMP && n < 3; n++) {
				const struct fin_value *v = &i->operands[n].v[0],
						       *end = &i->operands[3 - n].v[0];

				if (v->kind != FIN_VALUE_REG ||
					(v->reg != phi->reg && v->reg != next) ||
					(end->kind == FIN_VALUE_REG && is_inside(c, end->reg)))
					continue;
				c->l.end = *end;
				c->l.has_end = true;
			}
}

static void find_counter(struct choice *c)
{
	const struct fin_block *h = c->l.header;
	int64_t step;

	c->l.counter = FIN_NOWHERE;
	if (!fin_bits_has(&c->div->loop, c->loop))
		return;
	for (uint32_t k = 0; k < h->phi_count; k++)
		if (counting(c, &h->phis[k], &step) == COUNTS_TOGETHER)
			return;
	for (uint32_t k = 0; k < h->phi_count && !c->l.has_end; k++)
		if (counting(c, &h->phis[k], &step) == COUNTS_APART) {
			c->l.counter = k;
			c->l.counter_step = step;
			find_end(c, &h->phis[k]);
		}
}

/* ---- all loops ------------------------------------------------------------------------------ */

static bool is_known(const struct fin_aligned_loops *all, const struct fin_block *header)
{
	for (size_t k = 0; k < all->count; k++)
		if (all->loop[k].header == header)
			return true;
	return false;
}

static void choose(struct choice *c, struct fin_aligned_loops *all)
{
	if (!is_innermost(c) || !is_small(c) || !find_blocks(c) || is_known(all, c->l.header))
		return;
	find_wanted(c);
	find_counter(c);
	find_lines(c);
	if (fin_bits_has(&c->div->loop, c->loop))
		fin_align_count(c->f, c->s, &c->l);
	if (c->l.phi_count + c->l.value_count == 0 || !is_worth_it(c))
		return;
	c->l.has_full = c->l.is_counted && has_few(c, FIN_LIMIT_UNROLLED);
	c->l.in_rounds = c->l.is_counted && c->divides_ids;
	ARRAY_GROW(all->loop, all->count, all->cap);
	all->loop[all->count++] = c->l;
}

static uint32_t *homes(const struct fin_function *f)
{
	uint32_t *home = ARENA_ARRAY(f->module->arena, uint32_t, f->reg_count);
	uint32_t regs[FIN_MAX_REGS];

	memset(home, 0xff, f->reg_count * sizeof *home);
	for (uint32_t k = 0; k < f->block_count; k++) {
		const struct fin_block *b = f->blocks[k];

		for (uint32_t i = 0; i < b->phi_count; i++)
			home[b->phis[i].reg] = k;
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
				home[regs[n - 1]] = k;
	}
	return home;
}

/* Whether ids are divided by a number, as in row = i / width. */
static bool divides_ids(const struct fin_function *f, const struct fin_shapes *hoped)
{
	for (uint32_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->lowering == ISA_LOWER_DIVIDE &&
				i->operands[1].v[0].kind == FIN_VALUE_REG &&
				hoped->of[i->operands[1].v[0].reg].kind == FIN_SHAPE_LINEAR &&
				hoped->of[i->operands[1].v[0].reg].stride != 0)
				return true;
	return false;
}

struct fin_aligned_loops fin_aligned_loops(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows, const struct fin_shapes *s, const struct fin_shapes *hoped,
	bool apart)
{
	struct fin_aligned_loops all = {0};
	const uint32_t *home = homes(f);
	bool divides = divides_ids(f, hoped);

	for (uint32_t r = 0; r < rs->count; r++)
		for (uint32_t l = 0; !flows[r].dispatched && l < flows[r].loop_count; l++) {
			struct choice c = {.f = f,
				.w = &flows[r],
				.div = &s->in[r],
				.s = s,
				.hoped = hoped,
				.loop = l,
				.home = home,
				.divides_ids = divides};

			if (apart || !fin_bits_has(&c.div->loop, l))
				choose(&c, &all);
		}
	return all;
}
