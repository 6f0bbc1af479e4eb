/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the registers that the parts of a gang have alike, where the parts are stacked: lane v of
 * each part has the same ids but for that in the dimension along which they are stacked.
 *
 * Such a register is made of other ids, of what the wave has in common and of what is loaded from
 * places that are alike. All parts load before the next instruction runs, so they find the same
 * values. All registers start as alike. */
#include "ir/lowering.h"
#include "shape/register_set.h"
#include "shape/shapes.h"
#include "ir/bits.h"

struct alike_pass {
	const struct fin_function *f;
	const struct fin_shapes *s;
	unsigned stack;
	const struct fin_bits *level; /* alike whatever they are made of, or NULL */
	/* by block index: blocks to which lanes of different parts may come on different ways */
	struct fin_bits meets;
	struct fin_bits alike;
};

/* ---- blocks where lanes meet ---------------------------------------------------------------- */

static bool comes_from_partial(const struct fin_flow *w, const struct fin_divergence *d,
	const struct fin_block *b)
{
	for (uint32_t k = 0; k < b->pred_count; k++) {
		uint32_t from = fin_position(&w->position, b->preds[k]->index);

		if (from != FIN_NOWHERE && fin_bits_has(&d->partial, from))
			return true;
	}
	return false;
}

static void find_meets(struct alike_pass *p, const struct fin_flow *w,
	const struct fin_divergence *d)
{
	for (uint32_t k = 0; k < w->count; k++)
		if (w->dispatched || fin_bits_has(&d->join, k) ||
			(w->pred_count[k] > 1 && !fin_is_header(w, k) &&
				comes_from_partial(w, d, w->order[k])))
			fin_bits_add(&p->meets, w->order[k]->index);
}

/* ---- registers ------------------------------------------------------------------------------ */

static bool is_alike(const struct alike_pass *p, uint32_t reg)
{
	return fin_is_uniform(p->s->of[reg]) || fin_bits_has(&p->alike, reg);
}

/* Whether the instruction gives the same in all parts if its operands are alike. Operations that
 * leave lanes which are off as they were look at the mask of a part. */
static bool keeps_alike(const struct alike_pass *p, const struct fin_inst *i)
{
	if (fin_has_fact(i, FIN_PARTIAL))
		return false;
	if (fin_is_access(i))
		return i->lowering == ISA_LOWER_LOAD && !fin_is_per_item(p->f, i, 1);
	if (i->lowering == ISA_LOWER_WORKITEM)
		for (unsigned dim = 0; dim < 3; dim++)
			if (fin_reads_id(i, dim))
				return dim != p->stack;
	return !fin_differs_by_item(i);
}

static bool has_alike_operands(const struct alike_pass *p, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!is_alike(p, regs[n - 1]))
			return false;
	return true;
}

static bool keeps_phi(void *owner, const struct fin_block *b, const struct fin_phi *phi)
{
	const struct alike_pass *p = owner;
	bool all = !fin_bits_has(&p->meets, b->index);

	for (uint32_t k = 0; all && k < b->pred_count; k++)
		all = is_alike(p, phi->from[k]);
	return all;
}

static bool is_level(const struct alike_pass *p, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	return p->level != NULL && fin_inst_defs(i, regs) == 1 && fin_bits_has(p->level, regs[0]);
}

/* The results of an instruction are all alike, or none is. */
static bool keeps_inst(void *owner, const struct fin_inst *i)
{
	const struct alike_pass *p = owner;
	uint32_t regs[FIN_MAX_REGS];
	bool all = is_level(p, i) || (keeps_alike(p, i) && has_alike_operands(p, i));

	for (unsigned n = fin_inst_defs(i, regs); all && n > 0; n--)
		all = is_alike(p, regs[n - 1]);
	return all;
}

/* Whether a register is written once: in all lanes, whatever their masks are. */
static bool is_plain(const struct fin_shapes *s, uint32_t reg)
{
	return (s->def[reg] != NULL || s->phi[reg] != NULL) && !fin_bits_has(&s->blend, reg);
}

struct fin_bits fin_alike(const struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows, const struct fin_shapes *s, unsigned stack,
	const struct fin_bits *level)
{
	struct arena *a = f->module->arena;
	struct alike_pass p = {
		f, s, stack, level, fin_bits_new(a, f->block_count), fin_bits_new(a, f->reg_count)};

	for (uint32_t r = 0; r < rs->count; r++)
		find_meets(&p, &flows[r], &s->in[r]);
	for (uint32_t reg = 0; reg < f->reg_count; reg++)
		if (!fin_is_uniform(s->of[reg]) && is_plain(s, reg))
			fin_bits_add(&p.alike, reg);
	fin_narrow_set(f, &p.alike, &(struct fin_set_rules){keeps_phi, keeps_inst, &p});
	return p.alike;
}
