/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the registers that hold one value for the whole work-group.
 *
 * A register varies when one of its definitions varies: the definition reads a work-item id, memory
 * or a varying register, or it stands in a block that only some work-items may execute. Such
 * partial blocks are reachable from a branch on a varying value before the branch's post-dominator.
 * Both sets are found together, starting from "all uniform". */
#include "ir/lowering.h"
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/worklist.h"

struct pass {
	const struct fin_function *f;
	struct fin_bits varying; /* registers that may vary */
	struct fin_bits partial; /* blocks that only some work-items may execute */
	bool changed;
	struct fin_worklist ahead; /* blocks reachable from the branch that is being looked at */
};

static bool inst_varies(const struct pass *p, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_uses(i, regs);

	if (fin_differs_by_item(i))
		return true;
	for (unsigned k = 0; k < n; k++)
		if (fin_bits_has(&p->varying, regs[k]))
			return true;
	return false;
}

static void scan_block(struct pass *p, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		if (!fin_bits_has(&p->partial, b->index) && !inst_varies(p, i))
			continue;
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
			if (fin_bits_has(&p->varying, regs[n - 1]))
				continue;
			fin_bits_add(&p->varying, regs[n - 1]);
			p->changed = true;
		}
	}
}

static void visit(struct pass *p, const struct fin_block *b, const struct fin_block *stop)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++) {
		const struct fin_block *s = b->term.succ[k];

		if (s != stop)
			fin_worklist_add(&p->ahead, s->index);
	}
}

/* Adds to the partial blocks what is reachable from `b` without passing its post-dominator. The
 * search also goes on through blocks that were partial before: these may be so because of a branch
 * with a nearer post-dominator. */
static void mark_partial(struct pass *p, const struct fin_block *b)
{
	uint32_t at;

	fin_worklist_clear(&p->ahead);
	visit(p, b, b->ipdom);
	while (fin_worklist_take(&p->ahead, &at))
		visit(p, p->f->blocks[at], b->ipdom);
	p->changed |= fin_bits_union(&p->partial, &p->ahead.seen);
}

static void scan_branch(struct pass *p, const struct fin_block *b, struct fin_bits *done)
{
	if (b->term.succ_count < 2 || fin_bits_has(done, b->index) ||
		b->term.value.kind != FIN_VALUE_REG || b->term.width == BRIG_WIDTH_ALL ||
		!fin_bits_has(&p->varying, b->term.value.reg))
		return;
	fin_bits_add(done, b->index);
	mark_partial(p, b);
}

void fin_uniform(const struct fin_function *f, struct fin_uniformity *u)
{
	struct arena *a = f->module->arena;
	struct pass p = {.f = f,
		.varying = fin_bits_new(a, f->reg_count),
		.partial = fin_bits_new(a, f->block_count),
		.changed = true,
		.ahead = fin_worklist_new(a, f->block_count)};

	u->divergent = fin_bits_new(a, f->block_count);
	u->regs = fin_bits_new(a, f->reg_count);
	while (p.changed) {
		p.changed = false;
		for (size_t k = 0; k < f->block_count; k++) {
			scan_block(&p, f->blocks[k]);
			scan_branch(&p, f->blocks[k], &u->divergent);
		}
	}
	for (size_t r = 0; r < f->reg_count; r++)
		if (!fin_bits_has(&p.varying, r))
			fin_bits_add(&u->regs, r);
}
