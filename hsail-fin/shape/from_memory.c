/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the registers that vary with what is loaded: see shapes.h. */
#include "ir/lowering.h"
#include "ir/bits.h"
#include "shape/shapes.h"

static bool is_from_memory(const struct fin_inst *i)
{
	return fin_has_fact(i, FIN_MEMORY) && !fin_is_register_move(i);
}

/* The registers that vary with memory and, if `in_loops`, those that vary with a loop's
 * iterations. */
struct origin {
	const struct fin_shapes *s;
	bool in_loops;
	struct fin_bits regs;
};

static bool mark_origin(struct origin *o, uint32_t reg)
{
	if (fin_is_uniform(o->s->of[reg]) || fin_bits_has(&o->regs, reg))
		return false;
	fin_bits_add(&o->regs, reg);
	return true;
}

static bool pass_on(struct origin *o, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];
	bool changed = false;

	for (uint32_t i = 0; i < b->phi_count; i++)
		for (uint32_t k = 0; k < b->pred_count; k++)
			if ((o->in_loops && b->preds[k]->index >= b->index) ||
				fin_bits_has(&o->regs, b->phis[i].from[k]))
				changed |= mark_origin(o, b->phis[i].reg);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		bool found = is_from_memory(i);

		for (unsigned n = fin_inst_uses(i, regs); n > 0 && !found; n--)
			found = fin_bits_has(&o->regs, regs[n - 1]);
		for (unsigned n = found ? fin_inst_defs(i, regs) : 0; n > 0; n--)
			changed |= mark_origin(o, regs[n - 1]);
	}
	return changed;
}

static struct fin_bits find_origin(const struct fin_function *f, const struct fin_shapes *s,
	bool in_loops)
{
	struct origin o = {s, in_loops, fin_bits_new(f->module->arena, f->reg_count)};
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t k = 0; k < f->block_count; k++)
			changed |= pass_on(&o, f->blocks[k]);
	}
	return o.regs;
}

struct fin_bits fin_from_memory(const struct fin_function *f, const struct fin_shapes *s)
{
	return find_origin(f, s, true);
}

struct fin_bits fin_data(const struct fin_function *f, const struct fin_shapes *s)
{
	return find_origin(f, s, false);
}
