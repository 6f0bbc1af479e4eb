/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "shape/register_set.h"
#include "ir/lowering.h"

static bool take_out(struct fin_bits *set, uint32_t reg)
{
	if (!fin_bits_has(set, reg))
		return false;
	fin_bits_remove(set, reg);
	return true;
}

static bool scan_inst(struct fin_bits *set, const struct fin_set_rules *rules,
	const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_defs(i, regs);
	bool keeps = n == 0 || rules->keeps_inst(rules->owner, i), changed = false;

	for (; !keeps && n > 0; n--)
		changed |= take_out(set, regs[n - 1]);
	return changed;
}

static bool scan(const struct fin_function *f, struct fin_bits *set,
	const struct fin_set_rules *rules)
{
	bool changed = false;

	for (size_t k = 0; k < f->block_count; k++) {
		const struct fin_block *b = f->blocks[k];

		for (uint32_t p = 0; p < b->phi_count; p++)
			if (!rules->keeps_phi(rules->owner, b, &b->phis[p]))
				changed |= take_out(set, b->phis[p].reg);
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			changed |= scan_inst(set, rules, i);
	}
	return changed;
}

void fin_narrow_set(const struct fin_function *f, struct fin_bits *set,
	const struct fin_set_rules *rules)
{
	while (scan(f, set, rules))
		;
}
