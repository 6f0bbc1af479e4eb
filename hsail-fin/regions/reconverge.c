/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lets lanes that have left a waiting loop get on before the others, in code for a wave.
 *
 * Usually lanes that have left a loop do nothing until all have left. But if such a lane has taken
 * a lock, it would never give the lock back to those that still wait for it. So the loop is made to
 * reach up to where the lanes have to meet: every such place gets an edge back to the loop's head
 * that is never taken. In the widened loop the dispatcher (gang_dispatch.c) may run blocks in any
 * order, and it runs those last that go around. */
#include "regions/fiber.h"
#include "ir/bits.h"
#include "ir/worklist.h"

/* Whether a call may have operations for all lanes in it, which a function that is not known
 * may. */
static bool callee_meets(const struct fin_inst *i)
{
	struct fin_callees c;

	if (i->call == NULL)
		return false;
	c = fin_callees_of_call(i->call);
	return c.unknown || c.lanes || c.meets;
}

bool fin_is_meeting(const struct fin_inst *i)
{
	if (i->lowering == ISA_LOWER_CALL)
		return callee_meets(i);
	if (i->lowering == ISA_LOWER_BARRIER)
		return i->wait == FIN_WAIT_BARRIER || i->wait == FIN_WAIT_WAVE_BARRIER;
	return i->lowering == ISA_LOWER_LANE || i->lowering == ISA_LOWER_FBARRIER;
}

static bool has_meeting(const struct fin_block *b)
{
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		if (fin_is_meeting(i))
			return true;
	return false;
}

/* Moves what `b` does from its first meeting on to a new block, which is returned. */
static struct fin_block *split_at_meeting(struct fin_function *f, struct fin_block *b)
{
	struct fin_block *rest = fin_block_new(f);
	struct fin_inst *last = NULL, *i = b->first;

	for (; i != NULL && !fin_is_meeting(i); i = i->next)
		last = i;
	rest->first = i;
	rest->last = i != NULL ? b->last : NULL;
	rest->term = b->term;
	b->last = last;
	if (last != NULL)
		last->next = NULL;
	else
		b->first = NULL;
	return rest;
}

static void add_edge(struct fin_function *f, struct fin_block *b, struct fin_block *head)
{
	struct fin_block *rest = split_at_meeting(f, b);

	fin_term_set(f->module, b, FIN_TERM_CBR, 2);
	b->term.value = (struct fin_value){.kind = FIN_VALUE_IMM, .lo = 0};
	b->term.value_bits = 1;
	b->term.off = rest->term.off;
	b->term.loc = rest->term.loc;
	b->term.succ[0] = head;
	b->term.succ[1] = rest;
}

static bool has_edge(const struct fin_block *b, const struct fin_block *head)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++)
		if (b->term.succ[k] == head)
			return true;
	return false;
}

void fin_widen_loop(struct fin_function *f, struct fin_block *exit, struct fin_block *head)
{
	struct fin_worklist w = fin_worklist_new(f->module->arena, f->block_count);
	uint32_t at;

	for (size_t k = 0; k < f->block_count; k++)
		f->blocks[k]->index = (uint32_t)k;
	fin_worklist_add(&w, exit->index);
	while (fin_worklist_take(&w, &at)) {
		struct fin_block *b = f->blocks[at];

		if (has_meeting(b) || b->term.kind == FIN_TERM_RET) {
			add_edge(f, b, head);
			continue;
		}
		for (uint32_t k = 0; !has_edge(b, head) && k < b->term.succ_count; k++)
			fin_worklist_add(&w, b->term.succ[k]->index);
	}
}
