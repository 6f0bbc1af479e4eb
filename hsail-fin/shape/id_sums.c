/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds sums of ids: see id_sums.h. */
#include "shape/id_sums.h"
#include "ir/lowering.h"

/* How many bits a number is shifted at least, so that what its lanes have for each id is far from
 * the limits of 64 bits; and how deep chains of definitions are looked at. */
enum { LEAST_SHIFT = 16, MAX_DEPTH = 16 };

enum form {
	FORM_UNKNOWN,
	FORM_OTHER,
	FORM_GROUP,
	FORM_SUM,
};

struct search {
	const struct fin_function *f;
	const struct fin_shapes *s;
	const struct fin_shapes *across; /* for another way to take lanes, or NULL */
	struct fin_id_sums *out;
	uint8_t *form; /* by register */
};

static enum form form_of(struct search *c, uint32_t reg);

static enum form form_of_value(struct search *c, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG ? form_of(c, v->reg) : FORM_GROUP;
}

bool fin_is_summed_id(const struct fin_inst *i, unsigned *dim)
{
	for (*dim = 0; *dim < 3; ++*dim)
		if (fin_reads_id(i, *dim))
			return true;
	return false;
}

/* ---- numbers of the group ------------------------------------------------------------------- */

/* Whether the instruction gives a number of the group where its operands are such. */
static bool keeps_group(const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_LOAD:
		return fin_is_register_move(i) ||
		       (i->isa->segment == BRIG_SEGMENT_KERNARG && !i->operands[1].has_reg);
	case ISA_LOWER_DISPATCH:
	case ISA_LOWER_MOV:
		return true;
	case ISA_LOWER_ARITH:
	case ISA_LOWER_SHIFT:
	case ISA_LOWER_LOGIC:
		return fin_is_index_type(i->isa->type);
	case ISA_LOWER_CVT:
		return fin_is_index_type(i->isa->type) && fin_is_index_type(i->isa->source_type);
	default:
		return false;
	}
}

static bool is_for_group(struct search *c, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	if (!keeps_group(i) || fin_inst_defs(i, regs) != 1)
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (form_of(c, regs[n - 1]) != FORM_GROUP)
			return false;
	return true;
}

/* ---- what may wrap -------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* How many of the lowest bits are zero in what the sum has for each id. */
static unsigned zeros_of(struct search *c, const struct fin_value *v, unsigned depth)
{
	const struct fin_inst *i;
	const struct fin_operand *o;
	unsigned n;

	if (form_of_value(c, v) == FORM_GROUP)
		return 64;
	i = c->s->def[v->reg];
	if (depth == 0 || fin_is_summed_id(i, &n))
		return 0;
	o = i->operands;
	n = zeros_of(c, &o[1].v[0], depth - 1);
	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return least(n, zeros_of(c, &o[2].v[0], depth - 1));
	case FIN_INDEX_PRODUCT:
		return least(n, zeros_of(c, &o[2].v[0], depth - 1));
	case FIN_INDEX_PRODUCT_AND_SUM:
		return least(least(n, zeros_of(c, &o[2].v[0], depth - 1)),
			zeros_of(c, &o[3].v[0], depth - 1));
	case FIN_INDEX_SHIFT_LEFT:
		return n + (unsigned)(o[2].v[0].lo & (isa_type_find(i->isa->type)->bits - 1));
	case FIN_INDEX_COPY:
		return n;
	case FIN_INDEX_OTHER:
		break;
	}
	return 0;
}

/* Whether a number is taken away somewhere in the sum: unsigned ones then often wrap on purpose, as
 * in `if (id > 0) p[id - 1]`. */
static bool takes_away(struct search *c, const struct fin_value *v, unsigned depth)
{
	const struct fin_inst *i;
	unsigned dim;

	if (v->kind == FIN_VALUE_IMM)
		return (int32_t)(uint32_t)v->lo < 0 || (int64_t)v->lo < 0;
	i = c->s->def[v->reg];
	if (form_of(c, v->reg) == FORM_GROUP || fin_is_summed_id(i, &dim))
		return false;
	if (depth == 0 || fin_index_op(i) == FIN_INDEX_DIFFERENCE)
		return true;
	for (unsigned k = 1; k < i->operand_count; k++)
		if (takes_away(c, &i->operands[k].v[0], depth - 1))
			return true;
	return false;
}

/* Whether the instruction widens a sum to 64 bits, or shifts one right evenly. */
static bool may_wrap(struct search *c, const struct fin_inst *i)
{
	if (i->lowering == ISA_LOWER_CVT)
		return isa_type_find(i->isa->type)->bits >
		               isa_type_find(i->isa->source_type)->bits &&
		       fin_widens_a_sum(c->s, i);
	return i->lowering == ISA_LOWER_SHIFT && i->isa->opcode == BRIG_OPCODE_SHR;
}

static bool is_even_shift(struct search *c, const struct fin_inst *i)
{
	const struct fin_value *n = &i->operands[2].v[0];

	return i->lowering == ISA_LOWER_SHIFT && i->isa->opcode == BRIG_OPCODE_SHR &&
	       fin_is_index_type(i->isa->type) && isa_type_find(i->isa->type)->bits == 64 &&
	       n->kind == FIN_VALUE_IMM && (n->lo & 63) >= LEAST_SHIFT &&
	       form_of_value(c, &i->operands[1].v[0]) == FORM_SUM &&
	       zeros_of(c, &i->operands[1].v[0], MAX_DEPTH) >= (n->lo & 63);
}

/* Whether it is likely that what may wrap does not. */
static bool is_testable(struct search *c, const struct fin_inst *i)
{
	uint16_t type = i->lowering == ISA_LOWER_CVT ? i->isa->source_type : i->isa->type;

	return isa_type_find(type)->kind == ISA_KIND_SIGNED ||
	       !takes_away(c, &i->operands[1].v[0], MAX_DEPTH);
}

/* ---- forms ---------------------------------------------------------------------------------- */

static enum form form_of_product(struct search *c, const struct fin_inst *i)
{
	enum form a = form_of_value(c, &i->operands[1].v[0]);
	enum form b = form_of_value(c, &i->operands[2].v[0]);

	return a == FORM_OTHER || b == FORM_OTHER || (a == FORM_SUM && b == FORM_SUM) ? FORM_OTHER
	                                                                              : FORM_SUM;
}

static enum form form_of_sum(struct search *c, const struct fin_inst *i)
{
	const struct fin_operand *o = i->operands;

	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return form_of_value(c, &o[1].v[0]) == FORM_OTHER ||
		                       form_of_value(c, &o[2].v[0]) == FORM_OTHER
		               ? FORM_OTHER
		               : FORM_SUM;
	case FIN_INDEX_PRODUCT:
		return form_of_product(c, i);
	case FIN_INDEX_PRODUCT_AND_SUM:
		return form_of_value(c, &o[3].v[0]) == FORM_OTHER ? FORM_OTHER
		                                                  : form_of_product(c, i);
	case FIN_INDEX_SHIFT_LEFT:
		return o[2].v[0].kind == FIN_VALUE_IMM ? form_of_value(c, &o[1].v[0]) : FORM_OTHER;
	case FIN_INDEX_COPY:
		if (o[1].v[0].kind == FIN_VALUE_REG && c->f->regs[o[1].v[0].reg].bits < 32)
			return FORM_OTHER;
		return form_of_value(c, &o[1].v[0]);
	case FIN_INDEX_OTHER:
		break;
	}
	return is_even_shift(c, i) ? FORM_SUM : FORM_OTHER;
}

static enum form form_of_inst(struct search *c, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned dim;

	if (is_for_group(c, i))
		return FORM_GROUP;
	if (fin_is_summed_id(i, &dim))
		return FORM_SUM;
	if (fin_inst_defs(i, regs) != 1 || form_of_sum(c, i) != FORM_SUM)
		return FORM_OTHER;
	return may_wrap(c, i) && !is_testable(c, i) ? FORM_OTHER : FORM_SUM;
}

static enum form form_of(struct search *c, uint32_t reg)
{
	const struct fin_inst *i = c->s->def[reg];

	if (c->form[reg] == FORM_UNKNOWN) {
		c->form[reg] = FORM_OTHER; /* what depends on itself is no sum */
		if (i != NULL && c->s->phi[reg] == NULL &&
			(c->f->regs[reg].bits == 32 || c->f->regs[reg].bits == 64))
			c->form[reg] = form_of_inst(c, i);
	}
	return (enum form)c->form[reg];
}

/* ---- what is to be tested ------------------------------------------------------------------- */

/* Notes what has to be tested so that the register is a sum; returns whether anything has. */
static bool note_tests(struct search *c, uint32_t reg)
{
	const struct fin_inst *i = c->s->def[reg];
	uint32_t regs[FIN_MAX_REGS];
	bool any;

	if (c->form[reg] != FORM_SUM)
		return false;
	if (fin_bits_has(&c->out->sums, reg))
		return fin_bits_has(&c->out->depends, reg);
	any = may_wrap(c, i);
	if (any)
		fin_bits_add(&c->out->sure, reg);
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		any |= note_tests(c, regs[n - 1]);
	fin_bits_add(&c->out->sums, reg);
	if (any)
		fin_bits_add(&c->out->depends, reg);
	return any;
}

/* Whether a register would be linear without a risk if no sum wrapped. One that is risky and kept
 * over a barrier varies. */
static bool may_gain(const struct fin_shapes *s, const struct fin_shapes *hoped, uint32_t reg)
{
	return s->of[reg].risky ||
	       (s->of[reg].kind == FIN_SHAPE_VARYING && hoped->of[reg].kind == FIN_SHAPE_LINEAR);
}

/* Whether rows of that length may be made of whole parts. */
static bool may_divide_rows(struct search *c, const struct fin_value *length)
{
	return form_of_value(c, length) == FORM_GROUP &&
	       (length->kind == FIN_VALUE_REG || length->lo % FIN_MAX_LANES == 0);
}

/* Whether the instruction divides a sum, whose lanes follow each other, by a number of the group,
 * or takes it apart, and the result has a risk. */
static bool is_divided(struct search *c, const struct fin_inst *i)
{
	const struct fin_operand *o = i->operands;
	const struct fin_value *n;
	uint64_t low;

	if (i->isa == NULL || i->operand_count != 3 || o[0].v[0].kind != FIN_VALUE_REG ||
		!c->s->of[o[0].v[0].reg].risky)
		return false;
	if (i->lowering == ISA_LOWER_DIVIDE ? !may_divide_rows(c, &o[2].v[0])
					    : !fin_splits_number(c->s, i, &low))
		return false;
	n = &o[o[1].v[0].kind == FIN_VALUE_REG ? 1 : 2].v[0];
	return n->kind == FIN_VALUE_REG && c->s->of[n->reg].stride == 1 &&
	       c->s->of[n->reg].kind == FIN_SHAPE_LINEAR && form_of(c, n->reg) == FORM_SUM;
}

static void note_divided(struct search *c)
{
	for (size_t b = 0; b < c->f->block_count; b++)
		for (const struct fin_inst *i = c->f->blocks[b]->first; i != NULL; i = i->next)
			if (is_divided(c, i))
				fin_bits_add(&c->out->divided, i->operands[0].v[0].reg);
}

static void note_stored(struct search *c)
{
	for (size_t b = 0; b < c->f->block_count; b++)
		for (const struct fin_inst *i = c->f->blocks[b]->first; i != NULL; i = i->next) {
			const struct fin_operand *o = &i->operands[1];

			if (i->lowering == ISA_LOWER_STORE && fin_is_access(i) &&
				i->isa->segment == BRIG_SEGMENT_GLOBAL && o->has_reg &&
				c->f->regs[o->reg].bits == 64 && form_of(c, o->reg) == FORM_SUM)
				fin_bits_add(&c->out->stored, o->reg);
		}
}

/* ---- addresses in loops --------------------------------------------------------------------- */

static bool is_uniform(const struct search *c, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_IMM ||
	       (fin_is_uniform(c->s->of[v->reg]) &&
		       (c->across == NULL || fin_is_uniform(c->across->of[v->reg])));
}

/* Takes away what is added to a register for all lanes alike, without a change of its size. */
static uint32_t without_uniform(struct search *c, uint32_t reg)
{
	for (unsigned depth = 0; depth < MAX_DEPTH; depth++) {
		const struct fin_inst *i = c->s->def[reg];
		const struct fin_operand *o;
		enum fin_index_op op;
		unsigned varies = 1;

		if (i == NULL || i->operand_count < 2 || c->s->phi[reg] != NULL)
			return reg;
		o = i->operands;
		op = fin_index_op(i);
		if (op == FIN_INDEX_SUM && is_uniform(c, &o[1].v[0]))
			varies = 2;
		if (o[varies].v[0].kind != FIN_VALUE_REG ||
			c->f->regs[o[varies].v[0].reg].bits != c->f->regs[reg].bits)
			return reg;
		if (op != FIN_INDEX_COPY && ((op != FIN_INDEX_SUM && op != FIN_INDEX_DIFFERENCE) ||
						    !is_uniform(c, &o[3 - varies].v[0])))
			return reg;
		reg = o[varies].v[0].reg;
	}
	return reg;
}

static bool has_phi(const struct fin_block *b, uint32_t reg)
{
	for (uint32_t k = 0; k < b->phi_count; k++)
		if (b->phis[k].reg == reg)
			return true;
	return false;
}

/* The sum that a register is when the loops begin, of those around some place, in which something
 * is added to it, the same for all lanes; or FIN_NOWHERE. Lanes that are in such a loop have gone
 * around equally often, so they are as far apart as they were. */
static uint32_t sum_at_start(struct search *c, const struct fin_flow *w, uint32_t loop,
	uint32_t reg)
{
	for (unsigned depth = 0; depth < MAX_DEPTH; depth++) {
		const struct fin_phi *phi;
		uint32_t a, b;

		if (form_of(c, reg) == FORM_SUM)
			return reg;
		reg = without_uniform(c, reg);
		phi = c->s->phi[reg];
		if (phi == NULL)
			return form_of(c, reg) == FORM_SUM ? reg : FIN_NOWHERE;
		while (loop != FIN_NOWHERE && !has_phi(w->order[w->loops[loop].header], reg))
			loop = w->loops[loop].parent;
		if (loop == FIN_NOWHERE || c->s->phi_sources[reg] != 2)
			return FIN_NOWHERE;
		a = without_uniform(c, phi->from[0]);
		b = without_uniform(c, phi->from[1]);
		if ((a == reg) == (b == reg))
			return FIN_NOWHERE;
		reg = phi->from[a == reg];
		loop = w->loops[loop].parent;
	}
	return FIN_NOWHERE;
}

/* Whether lanes access what all work-items share at addresses that vary. */
static bool varies(struct search *c, const struct fin_shapes *s, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];

	return fin_is_access(i) && o->has_reg && s->of[o->reg].kind == FIN_SHAPE_VARYING &&
	       !fin_is_per_item(c->f, i, 1);
}

/* Notes an address at a position of a region, or that it has no step there. */
static void note_step(struct search *c, const struct fin_flow *w, uint32_t at, uint32_t reg,
	struct fin_bits *others)
{
	uint32_t began = form_of(c, reg) == FORM_SUM ? reg
	                 : w->dispatched             ? FIN_NOWHERE
	                                             : sum_at_start(c, w, w->loop_of[at], reg);

	if (began == FIN_NOWHERE) {
		fin_bits_add(others, reg);
		return;
	}
	(void)note_tests(c, began);
	fin_bits_add(&c->out->stepped, reg);
	c->out->began[reg] = began != reg ? began : FIN_NOWHERE;
	c->out->some = true;
}

static void note_stepped(struct search *c, const struct fin_flow *flows, uint32_t regions)
{
	struct fin_bits others = fin_bits_new(c->f->module->arena, c->f->reg_count);

	for (uint32_t r = 0; r < regions; r++)
		for (uint32_t k = 0; k < flows[r].count; k++)
			for (const struct fin_inst *i = flows[r].order[k]->first; i != NULL;
				i = i->next)
				if (varies(c, c->s, i) ||
					(c->across != NULL && varies(c, c->across, i)))
					note_step(c, &flows[r], k, i->operands[1].reg, &others);
	for (size_t n = 0; (n = fin_bits_next(&others, n, c->f->reg_count)) < c->f->reg_count; n++)
		fin_bits_remove(&c->out->stepped, (uint32_t)n);
}

static struct search search_new(const struct fin_function *f, const struct fin_shapes *s,
	struct fin_id_sums *out)
{
	return (struct search){f, s, NULL, out, mem_new(f->reg_count + 1, 1)};
}

/* Ends the search, and notes the numbers of the group that it has found. */
static void search_end(struct search *c)
{
	for (uint32_t reg = 0; reg < c->f->reg_count; reg++)
		if (c->form[reg] == FORM_GROUP)
			fin_bits_add(&c->out->group, reg);
	mem_free(c->form);
}

struct fin_id_sums fin_id_sums(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t regions, const struct fin_shapes *s, const struct fin_shapes *hoped,
	const struct fin_shapes *across, const struct fin_shapes *across_hoped)
{
	struct arena *a = f->module->arena;
	struct fin_id_sums r = {.sums = fin_bits_new(a, f->reg_count),
		.group = fin_bits_new(a, f->reg_count),
		.sure = fin_bits_new(a, f->reg_count),
		.depends = fin_bits_new(a, f->reg_count),
		.stored = fin_bits_new(a, f->reg_count),
		.stepped = fin_bits_new(a, f->reg_count),
		.began = ARENA_ARRAY(a, uint32_t, f->reg_count),
		.divided = fin_bits_new(a, f->reg_count)};
	struct search c = search_new(f, s, &r);

	c.across = across;
	for (uint32_t reg = 0; reg < f->reg_count; reg++)
		if ((may_gain(s, hoped, reg) ||
			    (across != NULL && may_gain(across, across_hoped, reg))) &&
			form_of(&c, reg) == FORM_SUM)
			r.some |= note_tests(&c, reg);
	note_stepped(&c, flows, regions);
	note_divided(&c);
	note_stored(&c);
	search_end(&c);
	return r;
}

void fin_keep_id_sums(const struct fin_function *f, const struct fin_shapes *s,
	struct fin_bits *regs)
{
	struct search c = search_new(f, s, NULL);

	for (size_t r = 0; (r = fin_bits_next(regs, r, f->reg_count)) < f->reg_count; r++)
		if (form_of(&c, (uint32_t)r) != FORM_SUM)
			fin_bits_remove(regs, (uint32_t)r);
	mem_free(c.form);
}

void fin_add_id_sums(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_bits *regs, struct fin_id_sums *sums)
{
	struct search c = search_new(f, s, sums);

	for (size_t r = 0; (r = fin_bits_next(regs, r, f->reg_count)) < f->reg_count; r++)
		if (form_of(&c, (uint32_t)r) == FORM_SUM)
			sums->some |= note_tests(&c, (uint32_t)r);
	search_end(&c);
}
