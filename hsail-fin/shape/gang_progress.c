/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the registers that are linear in a whole gang of which parts are side by side in a row. Its
 * parts then need one scalar, one test of wrapped sums and one phi, not each its own.
 *
 * A register that is linear in a part need not be: id / 16 is one number for each part, and another
 * one in the next. So there are only sums and products of such registers, and operations on what
 * the gang has in common. Where lanes come on different ways, a phi of different sources varies, so
 * parts that do cannot make it wrong. */
#include "ir/lowering.h"
#include "shape/register_set.h"
#include "shape/shapes.h"
#include "ir/bits.h"

struct progress {
	const struct fin_function *f;
	const struct fin_shapes *s;
	struct fin_bits linear;
};

static bool is_linear(const struct progress *p, uint32_t reg)
{
	return fin_is_uniform(p->s->of[reg]) || fin_bits_has(&p->linear, reg);
}

static bool is_common(const struct progress *p, uint32_t reg)
{
	return fin_is_part_uniform(p->s->of[reg]) && is_linear(p, reg);
}

static bool all_operands(const struct progress *p, const struct fin_inst *i,
	bool (*are)(const struct progress *, uint32_t))
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!are(p, regs[n - 1]))
			return false;
	return true;
}

static bool is_flat_id(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_WORKITEM && !fin_knows_waves(i);
}

/* Whether the instruction gives what is linear in a gang for operands that are. */
static bool keeps_inst(void *owner, const struct fin_inst *i)
{
	const struct progress *p = owner;

	if (i->isa == NULL || fin_has_fact(i, FIN_PARTIAL))
		return false;
	if (is_flat_id(i))
		return true;
	if (fin_index_op(i) != FIN_INDEX_OTHER || fin_is_negative(i) || fin_shifts_evenly(p->s, i))
		return all_operands(p, i, is_linear);
	if (fin_is_access(i) ? i->lowering != ISA_LOWER_LOAD || fin_is_per_item(p->f, i, 1)
			     : fin_differs_by_item(i))
		return false;
	return all_operands(p, i, is_common);
}

static bool keeps_phi(void *owner, const struct fin_block *b, const struct fin_phi *phi)
{
	const struct progress *p = owner;

	for (uint32_t k = 0; k < b->pred_count; k++)
		if (!is_linear(p, phi->from[k]))
			return false;
	return true;
}

/* Whether a register is written in one place, for all lanes, and its value can be made again where
 * a sum may have wrapped. */
static bool is_plain(const struct fin_shapes *s, uint32_t reg)
{
	return s->of[reg].kind == FIN_SHAPE_LINEAR && !fin_bits_has(&s->blend, reg) &&
	       (s->def[reg] != NULL || (s->phi[reg] != NULL && !s->of[reg].risky));
}

struct fin_bits fin_linear_in_gang(const struct fin_function *f, const struct fin_shapes *s)
{
	struct progress p = {f, s, fin_bits_new(f->module->arena, f->reg_count)};

	for (uint32_t reg = 0; reg < f->reg_count; reg++)
		if (is_plain(s, reg))
			fin_bits_add(&p.linear, reg);
	fin_narrow_set(f, &p.linear, &(struct fin_set_rules){keeps_phi, keeps_inst, &p});
	return p.linear;
}
