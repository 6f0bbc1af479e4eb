/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How often loops go around, as far as constants tell: where a phi of the loop's head starts with
 * one, counts by another, and is compared with a third. */
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

/* Whether some branch compares `a` or `b` with a constant; sets *out to the constant. */
static bool is_limited(const struct code *c, uint32_t a, uint32_t b, int64_t *out)
{
	for (size_t k = 0; k < c->f->block_count; k++) {
		const struct fin_term *t = &c->f->blocks[k]->term;
		const struct fin_inst *i = t->succ_count > 1 && t->value.kind == FIN_VALUE_REG
		                                   ? definition(c, t->value.reg)
		                                   : NULL;

		if (i == NULL || i->lowering != ISA_LOWER_CMP ||
			i->operands[1].v[0].kind != FIN_VALUE_REG ||
			i->operands[2].v[0].kind != FIN_VALUE_IMM ||
			(i->operands[1].v[0].reg != a && i->operands[1].v[0].reg != b))
			continue;
		*out = c->f->regs[a].bits == 32 ? (int32_t)(uint32_t)i->operands[2].v[0].lo
		                                : (int64_t)i->operands[2].v[0].lo;
		return true;
	}
	return false;
}

/* The number of iterations of a loop by a phi of its head, or 0 when the phi does not count by
 * constants. */
static double turns_by(const struct code *c, const struct fin_block *b, const struct fin_phi *phi)
{
	int64_t start = 0, step = 0, limit = 0;
	uint32_t next = FIN_NOWHERE;
	bool starts = false;
	double n;

	for (uint32_t p = 0; p < b->pred_count; p++) {
		if (b->preds[p]->index >= b->index) {
			if (!is_step(c, phi->reg, phi->from[p], &step))
				return 0;
			next = phi->from[p];
		} else {
			starts = is_constant(c, phi->from[p], &start);
		}
	}
	if (!starts || next == FIN_NOWHERE || !is_limited(c, next, phi->reg, &limit))
		return 0;
	n = ((double)limit - (double)start) / (double)step;
	return n < 1 ? 0 : n > MOST_TURNS ? MOST_TURNS : n;
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
