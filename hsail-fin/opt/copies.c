/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads what a register was copied from, not the copy, so that analyses see one name for a value.
 * Copies that nobody reads any more go. */
#include "ir/lowering.h"
#include "opt/opt_passes.h"

static bool is_copy(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_MOV && i->isa != NULL && i->operand_count == 2 &&
	       i->operands[0].count == 1 && i->operands[1].count == 1 &&
	       i->operands[1].v[0].kind == FIN_VALUE_REG;
}

/* By register: how many definitions it has. An instruction that keeps a part of its destination
 * defines it once more. */
static uint8_t *count_definitions(const struct fin_function *f)
{
	uint8_t *n = ARENA_ARRAY(f->module->arena, uint8_t, f->reg_count);
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < f->block_count; k++) {
		for (uint32_t p = 0; p < f->blocks[k]->phi_count; p++)
			n[f->blocks[k]->phis[p].reg] = 1;
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			for (unsigned d = fin_inst_defs(i, regs); d > 0; d--)
				n[regs[d - 1]] += n[regs[d - 1]] < 2;
	}
	return n;
}

/* By register: what it is a copy of, or itself. Blocks of a loop with two entries may come before
 * those that dominate them, so a copy may turn out to be one of a copy only later. */
static uint32_t *find_copies(const struct fin_function *f, bool *any)
{
	uint32_t *map = ARENA_ARRAY(f->module->arena, uint32_t, f->reg_count);
	const uint8_t *n = count_definitions(f);

	for (size_t r = 0; r < f->reg_count; r++)
		map[r] = (uint32_t)r;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next) {
			uint32_t to, from;

			if (!is_copy(i))
				continue;
			to = i->operands[0].v[0].reg;
			from = map[i->operands[1].v[0].reg];
			if (n[to] != 1 || n[from] > 1 || f->regs[to].bits != f->regs[from].bits)
				continue;
			map[to] = from;
			*any = true;
		}
	for (size_t r = 0; r < f->reg_count; r++)
		while (map[map[r]] != map[r])
			map[r] = map[map[r]];
	return map;
}

static void rename_block(struct fin_block *b, const uint32_t *map)
{
	struct fin_inst **at = &b->first;

	for (uint32_t p = 0; p < b->phi_count; p++)
		for (uint32_t k = 0; k < b->pred_count; k++)
			b->phis[p].from[k] = map[b->phis[p].from[k]];
	b->last = NULL;
	while (*at != NULL) {
		struct fin_inst *i = *at;

		if (is_copy(i) && map[i->operands[0].v[0].reg] != i->operands[0].v[0].reg) {
			*at = i->next;
			continue;
		}
		fin_inst_rename(i, map);
		b->last = i;
		at = &i->next;
	}
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		b->term.value.reg = map[b->term.value.reg];
}

void fin_drop_copies(struct fin_function *f)
{
	bool any = false;
	uint32_t *map;

	if (f->module->profile != NULL || f->module->step_by_step)
		return; /* each instruction counts */
	map = find_copies(f, &any);
	for (size_t k = 0; any && k < f->block_count; k++)
		rename_block(f->blocks[k], map);
}
