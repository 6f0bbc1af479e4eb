/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops in which work-items wait for others have edges back to their heads that are never taken
 * (regions/reconverge.c), so that what comes behind belongs to the loop, and lanes that have what
 * they waited for get on before the others. LLVM would make of such a loop one that waits, and one
 * around it. So all ways back go through one block, in which it may not look. */
#include "gcn/gcn.h"
#include "ir/cfg.h"

/* Whether the block ends in an edge back that is never taken. Returns where that leads. */
static struct fin_block *widened(const struct fin_block *b)
{
	const struct fin_term *t = &b->term;

	return t->kind == FIN_TERM_CBR && !fin_may_take(t, 0) && t->succ[0]->index <= b->index
	               ? t->succ[0]
	               : NULL;
}

static struct fin_block *new_latch(struct fin_function *f, const struct fin_block *from,
	struct fin_block *head)
{
	struct fin_inst *i = ARENA_NEW(f->module->arena, struct fin_inst);
	struct fin_block *latch = fin_block_new(f);

	i->lowering = ISA_LOWER_BARRIER;
	i->wait = FIN_WAIT_TIME;
	i->off = from->term.off;
	i->loc = from->term.loc;
	fin_block_append(latch, i);
	fin_term_set(f->module, latch, FIN_TERM_BR, 1);
	latch->term.succ[0] = head;
	latch->term.off = from->term.off;
	latch->term.loc = from->term.loc;
	return latch;
}

/* Leads all edges back to the head through one block. */
static void join(struct fin_function *f, size_t blocks, const struct fin_block *from,
	struct fin_block *head)
{
	struct fin_block *latch = new_latch(f, from, head);

	for (size_t k = head->index; k < blocks; k++)
		for (uint32_t s = 0; s < f->blocks[k]->term.succ_count; s++)
			if (f->blocks[k]->term.succ[s] == head)
				f->blocks[k]->term.succ[s] = latch;
}

void fin_gcn_join_latches(struct fin_function *f)
{
	size_t blocks = f->block_count;

	for (size_t k = 0; k < blocks; k++) {
		struct fin_block *head = widened(f->blocks[k]);

		if (head != NULL && head->index < blocks)
			join(f, blocks, f->blocks[k], head);
	}
	if (f->block_count != blocks)
		fin_cfg(f);
}
