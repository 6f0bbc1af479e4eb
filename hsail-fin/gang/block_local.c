/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Registers that vector code only reads in the block that defines them. Their slots need not start
 * as zero, so LLVM finds all accesses of a slot in one block.
 *
 * A register is not local either when code in other blocks may look at its definition, or compute
 * its value from the definition again. Such registers are those that make addresses, linear values
 * that may wrap, and all from which these are computed. */
#include "ir/lowering.h"
#include "gang/gang.h"
#include "ir/exceptions.h"
#include "ir/bits.h"
#include "ir/worklist.h"

struct local_pass {
	const struct fin_function *f;
	const struct fin_shapes *s;
	struct fin_bits local;
	uint32_t *home; /* by register: number of the block that defines it */
	/* registers that are not local, and whose sources are not local either */
	struct fin_worklist dropped;
};

static void drop(struct local_pass *p, uint32_t reg)
{
	fin_bits_remove(&p->local, reg);
}

/* Drops a register and all registers from which it is computed. */
static void drop_all(struct local_pass *p, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS], r;

	fin_worklist_add(&p->dropped, reg);
	while (fin_worklist_take(&p->dropped, &r)) {
		const struct fin_inst *i = p->s->def[r];

		drop(p, r);
		for (unsigned n = i == NULL ? 0 : fin_inst_uses(i, regs); n > 0; n--)
			fin_worklist_add(&p->dropped, regs[n - 1]);
	}
}

/* Whether the instruction gives all lanes a value, so that no old value is needed. */
static bool writes_whole(const struct fin_function *f, const struct fin_inst *i)
{
	bool in_turn = fin_breaks(f) && fin_may_except(i);

	return !in_turn && !fin_has_fact(i, FIN_PARTIAL);
}

static void find_definitions(struct local_pass *p, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
			uint32_t r = regs[n - 1];

			p->home[r] = b->index;
			if (p->s->def[r] == i && writes_whole(p->f, i) &&
				!fin_bits_has(&p->s->blend, r))
				fin_bits_add(&p->local, r);
		}
}

static void look_at_uses(struct local_pass *p, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t k = 0; k < b->phi_count; k++)
		for (uint32_t e = 0; e < b->pred_count; e++)
			drop(p, b->phis[k].from[e]);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			if (p->home[regs[n - 1]] != b->index)
				drop(p, regs[n - 1]);
		for (unsigned k = 0; k < i->operand_count; k++)
			if (i->operands[k].kind == FIN_OPND_ADDRESS && i->operands[k].has_reg)
				drop_all(p, i->operands[k].reg);
	}
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		drop_all(p, b->term.value.reg);
}

struct fin_bits fin_gang_local(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_regions *rs)
{
	struct arena *a = f->module->arena;
	struct local_pass p = {.f = f,
		.s = s,
		.local = fin_bits_new(a, f->reg_count),
		.dropped = fin_worklist_new(a, f->reg_count)};

	p.home = mem_new(f->reg_count, sizeof *p.home);
	for (size_t k = 0; k < f->block_count; k++)
		find_definitions(&p, f->blocks[k]);
	for (size_t k = 0; k < f->block_count; k++)
		look_at_uses(&p, f->blocks[k]);
	for (uint32_t r = 0; r < f->reg_count; r++)
		if (s->of[r].risky)
			drop_all(&p, r);
	for (uint32_t r = 1; r < rs->count; r++)
		for (uint32_t k = 0; k < rs->regions[r].context_count; k++)
			drop(&p, rs->regions[r].context[k]);
	mem_free(p.home);
	return p.local;
}
