/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How often loops go around, as far as constants tell: where a phi of the loop's head starts with
 * one, counts by another, and is compared with a third. A loop that counts up to the size of the
 * work-group, or down from it, goes around as often as groups usually have work-items. */
#include "gang/loop_turns.h"

enum { MOST_TURNS = 64 };

struct code {
	const struct fin_function *f;
	const struct fin_shapes *s;
};

static const struct fin_inst *definition(const struct code *c, uint32_t reg)
{
	const struct fin_inst *i = c->s->def[reg];

	return i != NULL && i->isa != NULL ? i : NULL;
}

/* Whether a register is a constant; sets *out to it, sign-extended. */
static bool is_constant(const struct code *c, uint32_t reg, int64_t *out)
{
	const struct fin_inst *i = definition(c, reg);

	if (i == NULL || i->lowering != ISA_LOWER_MOV || i->operands[1].v[0].kind != FIN_VALUE_IMM)
		return false;
	*out = c->f->regs[reg].bits == 32 ? (int32_t)(uint32_t)i->operands[1].v[0].lo
	                                  : (int64_t)i->operands[1].v[0].lo;
	return true;
}

/* Whether `next` is `phi` plus a constant; sets *out to the constant. */
static bool is_step(const struct code *c, uint32_t phi, uint32_t next, int64_t *out)
{
	const struct fin_inst *i = definition(c, next);

	if (i == NULL || i->lowering != ISA_LOWER_ARITH || i->isa->opcode != BRIG_OPCODE_ADD ||
		i->operands[1].v[0].kind != FIN_VALUE_REG || i->operands[1].v[0].reg != phi ||
		i->operands[2].v[0].kind != FIN_VALUE_IMM)
		return false;
	*out = c->f->regs[next].bits == 32 ? (int32_t)(uint32_t)i->operands[2].v[0].lo
	                                   : (int64_t)i->operands[2].v[0].lo;
	return *out != 0;
}

/* Whether the register is the size of the work-group. */
static bool is_size(const struct code *c, uint32_t reg)
{
	const struct fin_inst *i = definition(c, reg);

	while (i != NULL && (i->lowering == ISA_LOWER_MOV || i->lowering == ISA_LOWER_CVT) &&
		i->operands[1].v[0].kind == FIN_VALUE_REG)
		i = definition(c, i->operands[1].v[0].reg);
	return i != NULL && fin_place_query(i) == FIN_PLACE_SIZE;
}

static bool tells(const struct code *c, const struct fin_value *limit)
{
	return limit->kind == FIN_VALUE_IMM ||
	       (limit->kind == FIN_VALUE_REG && is_size(c, limit->reg));
}

/* The constant or size that some branch compares `a` or `b` with, or NULL. */
static const struct fin_value *limit_of(const struct code *c, uint32_t a, uint32_t b)
{
	for (size_t k = 0; k < c->f->block_count; k++) {
		const struct fin_term *t = &c->f->blocks[k]->term;
		const struct fin_inst *i = t->succ_count > 1 && t->value.kind == FIN_VALUE_REG
		                                   ? definition(c, t->value.reg)
		                                   : NULL;

		if (i != NULL && i->lowering == ISA_LOWER_CMP &&
			i->operands[1].v[0].kind == FIN_VALUE_REG &&
			(i->operands[1].v[0].reg == a || i->operands[1].v[0].reg == b) &&
			tells(c, &i->operands[2].v[0]))
			return &i->operands[2].v[0];
	}
	return NULL;
}

struct counter {
	uint32_t phi, next, start; /* registers; the last two FIN_NOWHERE where there is none */
	int64_t step;
};

/* Finds how the phi counts; false when it does not do so by a constant. */
static bool find_counter(const struct code *c, const struct fin_block *b, const struct fin_phi *phi,
	struct counter *out)
{
	*out = (struct counter){phi->reg, FIN_NOWHERE, FIN_NOWHERE, 0};
	for (uint32_t p = 0; p < b->pred_count; p++) {
		if (b->preds[p]->index < b->index) {
			out->start = phi->from[p];
			continue;
		}
		if (!is_step(c, phi->reg, phi->from[p], &out->step))
			return false;
		out->next = phi->from[p];
	}
	return out->start != FIN_NOWHERE && out->next != FIN_NOWHERE;
}

/* The number of iterations of a loop by a phi of its head, or 0 when that does not tell. */
static double turns_by(const struct code *c, const struct fin_block *b, const struct fin_phi *phi)
{
	const struct fin_value *limit;
	struct counter n;
	int64_t start, end;
	double turns;

	if (!find_counter(c, b, phi, &n) || (limit = limit_of(c, n.next, n.phi)) == NULL)
		return 0;
	if (is_size(c, n.start) || limit->kind == FIN_VALUE_REG)
		return n.step == 1 || n.step == -1 ? MOST_TURNS : 0;
	if (!is_constant(c, n.start, &start))
		return 0;
	end = c->f->regs[n.phi].bits == 32 ? (int32_t)(uint32_t)limit->lo : (int64_t)limit->lo;
	turns = ((double)end - (double)start) / (double)n.step;
	return turns < 1 ? 0 : turns > MOST_TURNS ? MOST_TURNS : turns;
}

double *fin_loop_turns(const struct fin_function *f, const struct fin_shapes *s)
{
	const struct code c = {f, s};
	double *turns = ARENA_ARRAY(f->module->arena, double, f->block_count);

	for (size_t k = 0; k < f->block_count; k++) {
		const struct fin_block *b = f->blocks[k];

		for (uint32_t p = 0; p < b->pred_count; p++)
			if (b->preds[p]->index >= b->index)
				turns[k] = FIN_LOOP_TURNS;
		for (uint32_t i = 0; turns[k] > 0 && i < b->phi_count; i++) {
			double n = turns_by(&c, b, &b->phis[i]);

			if (n > 0) {
				turns[k] = n;
				break;
			}
		}
	}
	return turns;
}
