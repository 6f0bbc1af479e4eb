/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Takes apart what would be kept for each work-item over barriers.
 *
 * Compilers turn `id * 17 + counter * 16` into a register that starts with id * 17 and goes up by
 * 16 in each iteration. It would be kept for each work-item over the barrier, and nothing would be
 * known of it where the next region starts. So the loop gets a register that counts from 0 for all
 * work-items, and the other one is a sum. Sums of ids and of such registers are computed where they
 * are used, not kept. So are addresses of 64 bits that come from one index of 32 bits, which is
 * kept in half the room and is linear where they are risky. All registers have one definition. */
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/lowering.h"
#include "ir/worklist.h"
#include "regions/regions.h"
#include "shape/index_passes.h"
#include "shape/shapes.h"

enum { MAX_DEPTH = 8 };

struct pass {
	struct fin_function *f;
	struct fin_inst **again;   /* by register: its definition, if it is cheap anywhere */
	struct fin_inst **def;     /* by register */
	struct fin_block **def_in; /* by register: the block that has it */
	struct fin_bits steps;     /* what counted for each work-item */
	struct fin_bits counters;  /* registers that count in a loop around a barrier */
	uint32_t reg_count;        /* registers that have an element in the arrays above */
};

/* ---- the function --------------------------------------------------------------------------- */

static void find_definitions(struct pass *p)
{
	uint32_t regs[FIN_MAX_REGS];
	struct arena *a = p->f->module->arena;

	p->reg_count = p->f->reg_count;
	p->again = fin_rematerialisable(p->f);
	p->def = ARENA_ARRAY(a, struct fin_inst *, p->reg_count);
	p->def_in = ARENA_ARRAY(a, struct fin_block *, p->reg_count);
	for (size_t k = 0; k < p->f->block_count; k++) {
		struct fin_block *b = p->f->blocks[k];

		for (struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
				p->def[regs[n - 1]] = i;
				p->def_in[regs[n - 1]] = b;
			}
	}
}

static void insert(struct fin_block *b, struct fin_inst *before, struct fin_inst *i)
{
	struct fin_inst **at = &b->first;

	while (*at != before)
		at = &(*at)->next;
	i->next = before;
	*at = i;
	if (before == NULL)
		b->last = i;
}

static void take_out(struct fin_block *b, const struct fin_inst *i)
{
	struct fin_inst **at = &b->first;

	b->last = NULL;
	while (*at != NULL)
		if (*at == i) {
			*at = i->next;
		} else {
			b->last = *at;
			at = &(*at)->next;
		}
}

/* A copy of an instruction. */
static struct fin_inst *copy_of(struct pass *p, const struct fin_inst *i)
{
	struct arena *a = p->f->module->arena;
	struct fin_inst *c = ARENA_NEW(a, struct fin_inst);

	*c = *i;
	c->operands = ARENA_ARRAY(a, struct fin_operand, i->operand_count);
	memcpy(c->operands, i->operands, i->operand_count * sizeof *c->operands);
	return c;
}

static bool is_reg(const struct fin_value *v, uint32_t reg)
{
	return v->kind == FIN_VALUE_REG && v->reg == reg;
}

/* ---- loops ---------------------------------------------------------------------------------- */

/* The number of the edge by which a loop goes back to its header, if it is entered by one other
 * edge, else FIN_NO_NODE. */
static uint32_t back_edge(const struct fin_block *header)
{
	if (header->pred_count != 2)
		return FIN_NO_NODE;
	for (uint32_t k = 0; k < 2; k++)
		if (header->preds[k]->index >= header->index &&
			header->preds[1 - k]->index < header->index)
			return k;
	return FIN_NO_NODE;
}

/* Whether the loop has a barrier in it, and is entered at its header only. */
static bool has_barrier(const struct pass *p, const struct fin_block *header, uint32_t back)
{
	struct fin_worklist w = fin_worklist_new(p->f->module->arena, p->f->block_count);
	bool found = false;
	uint32_t at;

	fin_worklist_add(&w, header->preds[back]->index);
	while (fin_worklist_take(&w, &at)) {
		const struct fin_block *b = p->f->blocks[at];

		if (at < header->index)
			return false;
		found |= b->term.kind == FIN_TERM_BARRIER;
		for (uint32_t k = 0; b != header && k < b->pred_count; k++)
			fin_worklist_add(&w, b->preds[k]->index);
	}
	return found;
}

/* ---- registers ------------------------------------------------------------------------------ */

/* Whether a register that is computed again anywhere is the same for all work-items. */
static bool is_shared(const struct pass *p, uint32_t reg, unsigned depth)
{
	uint32_t regs[FIN_MAX_REGS];

	if (reg >= p->reg_count || p->again[reg] == NULL || depth == 0 ||
		fin_differs_by_item(p->again[reg]))
		return false;
	for (unsigned n = fin_inst_uses(p->again[reg], regs); n > 0; n--)
		if (!is_shared(p, regs[n - 1], depth - 1))
			return false;
	return true;
}

/* How the phi goes on: the instruction `next = phi + number`, or NULL. */
static struct fin_inst *step_of(const struct pass *p, const struct fin_phi *phi, uint32_t back)
{
	struct fin_inst *i = p->def[phi->from[back]];

	if (i == NULL || fin_index_op(i) != FIN_INDEX_SUM ||
		!((is_reg(&i->operands[1].v[0], phi->reg) &&
			  i->operands[2].v[0].kind == FIN_VALUE_IMM) ||
			(is_reg(&i->operands[2].v[0], phi->reg) &&
				i->operands[1].v[0].kind == FIN_VALUE_IMM)))
		return NULL;
	return i;
}

/* ---- taking apart --------------------------------------------------------------------------- */

/* Makes the sum of what the phi started with and of `counter`, where the phi was. */
static void define_sum(struct pass *p, struct fin_block *header, const struct fin_phi *phi,
	const struct fin_inst *step, uint32_t start, uint32_t counter)
{
	struct fin_inst *sum = copy_of(p, step);

	for (unsigned k = 1; k < 3; k++)
		sum->operands[k].v[0] = (struct fin_value){.kind = FIN_VALUE_REG,
			.reg = sum->operands[k].v[0].kind == FIN_VALUE_REG ? start : counter};
	sum->operands[0].v[0].reg = phi->reg;
	insert(header, header->first, sum);
}

static void take_apart(struct pass *p, struct fin_block *header, struct fin_phi *phi, uint32_t back)
{
	struct fin_inst *step = step_of(p, phi, back), *next, *zero;
	uint32_t start = phi->from[1 - back];
	struct fin_reg like = {p->f->regs[phi->reg].bits, 'v', 0};
	uint32_t counter = fin_reg_new(p->f, like), first = fin_reg_new(p->f, like);
	uint32_t further = fin_reg_new(p->f, like);

	next = copy_of(p, step);
	for (unsigned k = 1; k < 3; k++)
		if (is_reg(&next->operands[k].v[0], phi->reg))
			next->operands[k].v[0].reg = counter;
	next->operands[0].v[0].reg = further;
	insert(p->def_in[phi->from[back]], step, next);
	zero = fin_move_new(p->f, step, start, first);
	zero->operands[1].v[0] = (struct fin_value){.kind = FIN_VALUE_IMM};
	insert(header->preds[1 - back], NULL, zero);
	define_sum(p, header, phi, step, start, counter);
	fin_bits_add(&p->steps, phi->from[back]);
	phi->reg = counter;
	phi->from[back] = further;
	phi->from[1 - back] = first;
}

/* Finds the counters of a loop, and takes apart what it counts for each work-item. */
static void visit_header(struct pass *p, struct fin_block *header)
{
	uint32_t back = back_edge(header);

	if (back == FIN_NO_NODE || header->phi_count == 0 || !has_barrier(p, header, back))
		return;
	for (uint32_t k = 0; k < header->phi_count; k++) {
		struct fin_phi *phi = &header->phis[k];
		uint32_t start = phi->from[1 - back];

		if (step_of(p, phi, back) == NULL || p->again[start] == NULL)
			continue;
		if (is_shared(p, start, MAX_DEPTH))
			fin_bits_add(&p->counters, phi->reg);
		else
			take_apart(p, header, phi, back);
	}
}

/* Drops the definitions of registers that nothing reads. */
static void drop_unread(struct pass *p, const struct fin_bits *regs)
{
	struct fin_bits read = fin_bits_new(p->f->module->arena, p->f->reg_count);
	uint32_t use[FIN_MAX_REGS];

	for (size_t k = 0; k < p->f->block_count; k++) {
		const struct fin_block *b = p->f->blocks[k];

		for (uint32_t n = 0; n < b->phi_count; n++)
			for (uint32_t e = 0; e < b->pred_count; e++)
				fin_bits_add(&read, b->phis[n].from[e]);
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_uses(i, use); n > 0; n--)
				fin_bits_add(&read, use[n - 1]);
		if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
			fin_bits_add(&read, b->term.value.reg);
	}
	for (size_t r = 0; (r = fin_bits_next(regs, r, p->reg_count)) < p->reg_count; r++)
		if (!fin_bits_has(&read, r))
			take_out(p->def_in[r], p->def[r]);
}

/* ---- sums where they are used --------------------------------------------------------------- */

/* Whether a register is a sum of ids and counters, or the like. */
static bool is_sum(const struct pass *p, uint32_t reg)
{
	const struct fin_inst *i = p->def[reg];
	uint32_t regs[FIN_MAX_REGS];
	bool counts = false, varies = false;

	if (i == NULL || fin_index_op(i) == FIN_INDEX_OTHER || p->again[reg] != NULL)
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--) {
		bool is_counter = fin_bits_has(&p->counters, regs[n - 1]);

		if (!is_counter && p->again[regs[n - 1]] == NULL)
			return false;
		counts |= is_counter;
		varies |= !is_counter && !is_shared(p, regs[n - 1], MAX_DEPTH);
	}
	return counts && varies;
}

/* Whether a register is computed by index operations from what is computed again anywhere, and from
 * one register of 32 bits, *leaf. */
static bool is_chain(const struct pass *p, uint32_t reg, unsigned depth, uint32_t *leaf)
{
	const struct fin_inst *i = p->def[reg];
	uint32_t regs[FIN_MAX_REGS];

	if (p->again[reg] != NULL)
		return true;
	if (p->f->regs[reg].bits == 32 && (*leaf == FIN_NO_NODE || *leaf == reg)) {
		*leaf = reg;
		return true;
	}
	if (i == NULL || depth == 0 || p->f->regs[reg].bits != 64 ||
		fin_index_op(i) == FIN_INDEX_OTHER)
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!is_chain(p, regs[n - 1], depth - 1, leaf))
			return false;
	return true;
}

/* Whether a register is an address, or the like, of which its index takes half the room. */
static bool is_address(const struct pass *p, uint32_t reg)
{
	enum { STEPS = 4 };
	uint32_t leaf = FIN_NO_NODE;

	return p->f->regs[reg].bits == 64 && p->again[reg] == NULL &&
	       is_chain(p, reg, STEPS, &leaf) && leaf != FIN_NO_NODE;
}

static void rename_use(struct fin_inst *i, uint32_t reg, uint32_t to)
{
	for (unsigned k = 0; k < i->operand_count; k++) {
		struct fin_operand *o = &i->operands[k];

		if (o->kind == FIN_OPND_ADDRESS && o->has_reg && o->reg == reg)
			o->reg = to;
		for (unsigned e = 0; o->kind != FIN_OPND_ADDRESS && e < o->count; e++)
			if (is_reg(&o->v[e], reg))
				o->v[e].reg = to;
	}
}

/* Makes a copy of the register's definition before an instruction of a block, or at its end for
 * NULL, and of the definitions of 64 bits that it needs. Returns the copy's register. */
static uint32_t define_again(struct pass *p, uint32_t reg, struct fin_block *b,
	struct fin_inst *before)
{
	struct fin_inst *c = copy_of(p, p->def[reg]);
	uint32_t regs[FIN_MAX_REGS], to = fin_reg_new(p->f, p->f->regs[reg]);

	for (unsigned n = fin_inst_uses(c, regs); n > 0; n--)
		if (p->again[regs[n - 1]] == NULL && p->f->regs[regs[n - 1]].bits == 64 &&
			!fin_bits_has(&p->counters, regs[n - 1]))
			rename_use(c, regs[n - 1], define_again(p, regs[n - 1], b, before));
	c->operands[0].v[0].reg = to;
	insert(b, before, c);
	return to;
}

/* Whether control goes on from the block to a phi that gets the register; renames it there. */
static void rename_phis(struct pass *p, struct fin_block *b, uint32_t reg, uint32_t *to)
{
	for (uint32_t s = 0; s < b->term.succ_count; s++) {
		struct fin_block *next = b->term.succ[s];

		for (uint32_t e = 0; e < next->pred_count; e++)
			for (uint32_t k = 0; next->preds[e] == b && k < next->phi_count; k++) {
				if (next->phis[k].from[e] != reg)
					continue;
				if (*to == reg)
					*to = define_again(p, reg, b, NULL);
				next->phis[k].from[e] = *to;
			}
	}
}

static bool uses(const struct fin_inst *i, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (regs[n - 1] == reg)
			return true;
	return false;
}

static void rename_in(struct pass *p, struct fin_block *b, uint32_t reg)
{
	uint32_t to = reg;

	for (struct fin_inst *i = b->first; i != NULL; i = i->next) {
		if (!uses(i, reg))
			continue;
		if (to == reg)
			to = define_again(p, reg, b, i);
		rename_use(i, reg, to);
	}
	if (b->term.value_bits != 0 && is_reg(&b->term.value, reg)) {
		if (to == reg)
			to = define_again(p, reg, b, NULL);
		b->term.value.reg = to;
	}
	rename_phis(p, b, reg, &to);
}

/* Whether the register is live behind some barrier. */
static bool is_kept(const struct pass *p, struct fin_live *l, uint32_t reg)
{
	fin_live_of(l, reg);
	for (size_t k = 0; k < p->f->block_count; k++)
		if (p->f->blocks[k]->term.kind == FIN_TERM_BARRIER &&
			fin_live_at(l, p->f->blocks[k]->term.succ[0]->index))
			return true;
	return false;
}

static void compute_where_used(struct pass *p)
{
	struct fin_bits sums = fin_bits_new(p->f->module->arena, p->reg_count);
	struct fin_live live;

	fin_live_init(&live, p->f);
	for (uint32_t r = 0; r < p->reg_count; r++)
		if ((is_sum(p, r) || is_address(p, r)) && is_kept(p, &live, r))
			fin_bits_add(&sums, r);
	fin_live_release(&live);
	for (size_t r = 0; (r = fin_bits_next(&sums, r, p->reg_count)) < p->reg_count; r++)
		for (size_t k = 0; k < p->f->block_count; k++)
			if (p->f->blocks[k] != p->def_in[r])
				rename_in(p, p->f->blocks[k], (uint32_t)r);
	drop_unread(p, &sums);
}

void fin_count_once(struct fin_function *f)
{
	struct pass p = {.f = f};

	if (!f->has_barrier || f->module->step_by_step)
		return;
	/* what the first turn makes counters of the second one finds */
	for (unsigned turn = 0; turn < 2; turn++) {
		find_definitions(&p);
		p.counters = fin_bits_new(f->module->arena, p.reg_count);
		p.steps = fin_bits_new(f->module->arena, p.reg_count);
		for (size_t k = 0; k < f->block_count; k++)
			visit_header(&p, f->blocks[k]);
		drop_unread(&p, &p.steps);
	}
	compute_where_used(&p);
}
