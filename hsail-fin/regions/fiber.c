/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses what one call of a kernel's entry runs, and makes code for fibers: barriers become
 * instructions like any other, and every edge back of a waiting loop gets an instruction that
 * yields. */
#include "hsaemu/kernel_abi.h"
#include "regions/fiber.h"
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/worklist.h"

/* ---- what a body has ------------------------------------------------------------------------ */

static bool has_waiting_loop(const struct fin_function *f, enum finalize_preempt preempt)
{
	struct fin_loop_edges edges = {0};
	bool any;

	fin_find_waiting_loops(f, preempt == FINALIZE_PREEMPT_TIMEOUT, &edges);
	any = edges.count > 0;
	mem_free(edges.edges);
	return any;
}

/* Adds what a function's own body has. The function has not gone through the passes, so its waiting
 * loops are not known: any atomic, signal or queue instruction counts as a wait. */
static void look_at_body(const struct fin_function *f, struct fin_callees *c)
{
	c->meets |= f->has_barrier || fin_has_lowering(f, ISA_LOWER_FBARRIER);
	c->lanes |= fin_has_lowering(f, ISA_LOWER_LANE);
	c->waits |= fin_has_lowering(f, ISA_LOWER_ATOMIC) ||
	            fin_has_lowering(f, ISA_LOWER_SIGNAL) || fin_has_lowering(f, ISA_LOWER_QUEUE);
}

static void look_at_calls(const struct fin_function *f, struct fin_worklist *w,
	struct fin_callees *r)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next) {
			const struct fin_function *c = i->call == NULL ? NULL : i->call->callee;

			if (c == NULL || c->device != NULL)
				continue;
			r->any = true;
			r->unknown |= !c->definition;
			if (c->definition)
				fin_worklist_add(w, c->number);
		}
}

struct fin_callees fin_callees_of(const struct fin_function *f)
{
	struct fin_module *m = f->module;
	struct fin_worklist w = fin_worklist_new(m->arena, m->function_count);
	struct fin_callees r = {0};
	uint32_t number;

	look_at_calls(f, &w, &r);
	while (fin_worklist_take(&w, &number)) {
		look_at_body(m->functions[number], &r);
		look_at_calls(m->functions[number], &w, &r);
	}
	return r;
}

struct fin_callees fin_callees_of_call(const struct fin_call *c)
{
	struct fin_callees r;

	if (c->callee->device != NULL)
		return (struct fin_callees){0};
	if (!c->callee->definition)
		return (struct fin_callees){.any = true, .unknown = true};
	r = fin_callees_of(c->callee);
	look_at_body(c->callee, &r);
	return r;
}

static bool is_signal_wait(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_SIGNAL && i->isa->atomic_op >= BRIG_ATOMIC_WAIT_EQ;
}

/* Whether the function waits for a signal, in a loop or not. */
static bool has_signal_wait(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (is_signal_wait(i))
				return true;
	return false;
}

/* ---- the granularity ------------------------------------------------------------------------ */

enum fin_granularity fin_choose_granularity(const struct fin_function *f,
	const struct finalize_options *o)
{
	struct fin_callees c = fin_callees_of(f);

	/* In a function, lanes of a wave wait for each other where it ends (PRM 10.9). A lane that
	 * took a lock there could not give it back while others wait for it; a work-item can. */
	if (o->fibers == FINALIZE_FIBERS_ITEM || (c.waits && !c.lanes && !c.unknown))
		return FIN_PER_ITEM;
	if (c.unknown || c.lanes || c.meets)
		return FIN_PER_WAVE;
	if (o->preempt == FINALIZE_PREEMPT_TIMEOUT && c.any)
		return FIN_PER_WAVE;
	if (o->fibers == FINALIZE_FIBERS_WAVE)
		return FIN_PER_WAVE;
	if (o->preempt != FINALIZE_PREEMPT_NONE &&
		(has_waiting_loop(f, o->preempt) || has_signal_wait(f)))
		return FIN_PER_WAVE;
	return fin_has_lowering(f, ISA_LOWER_FBARRIER) || fin_barriers_part(f) ? FIN_PER_WAVE
	                                                                       : FIN_PER_GROUP;
}

/* ---- fiber code ----------------------------------------------------------------------------- */

static void append_wait(struct fin_function *f, struct fin_block *b, enum fin_wait wait)
{
	struct fin_inst *i = ARENA_NEW(f->module->arena, struct fin_inst);

	i->lowering = ISA_LOWER_BARRIER;
	i->wait = wait;
	i->off = b->term.off;
	i->loc = b->term.loc;
	fin_block_append(b, i);
}

/* Puts a block on the edge, with the instructions that yield or tell that waiting is over. */
static struct fin_block *place_on_edge(struct fin_function *f, const struct fin_loop_edge *e)
{
	struct fin_block *b = fin_block_new(f);

	fin_term_set(f->module, b, FIN_TERM_BR, 1);
	b->term.succ[0] = e->from->term.succ[e->succ];
	b->term.off = e->from->term.off;
	b->term.loc = e->from->term.loc;
	e->from->term.succ[e->succ] = b;
	if (e->leaves)
		append_wait(f, b, FIN_WAIT_PASSED);
	if (e->back)
		append_wait(f, b, e->busy ? FIN_WAIT_BUSY : FIN_WAIT_YIELD);
	else if (e->may_wait)
		append_wait(f, b, e->together ? FIN_WAIT_TIME_TOGETHER : FIN_WAIT_TIME);
	return b;
}

static void find_edges(struct fin_function *f, enum finalize_preempt preempt,
	struct fin_loop_edges *edges)
{
	if (preempt == FINALIZE_PREEMPT_NONE)
		return;
	fin_find_waiting_loops(f, preempt == FINALIZE_PREEMPT_TIMEOUT, edges);
}

/* Sets placed[i] to the block that is put on edge i. */
static void yield_in_loops(struct fin_function *f, const struct fin_loop_edges *edges,
	struct fin_block **placed)
{
	for (size_t i = 0; i < edges->count; i++) {
		const struct fin_loop_edge *e = &edges->edges[i];

		placed[i] = place_on_edge(f, e);
		f->yields |= e->back || (e->may_wait && !e->together);
	}
}

static void widen_loops(struct fin_function *f, const struct fin_loop_edges *edges,
	struct fin_block **placed)
{
	for (size_t i = 0; i < edges->count; i++)
		if (edges->edges[i].leaves)
			fin_widen_loop(f, placed[i], edges->edges[i].head);
}

static void make_barriers(struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++) {
		struct fin_term *t = &f->blocks[k]->term;

		if (t->kind != FIN_TERM_BARRIER)
			continue;
		append_wait(f, f->blocks[k], t->of_wave ? FIN_WAIT_WAVE_BARRIER : FIN_WAIT_BARRIER);
		t->kind = FIN_TERM_BR;
		t->of_wave = false;
	}
}

/* The index behind the last block of all loops that begin at or before block k; `end` is that for
 * block k - 1. */
static size_t loops_end(const struct fin_function *f, size_t k, size_t end)
{
	const struct fin_block *b = f->blocks[k];

	for (uint32_t p = 0; p < b->pred_count; p++)
		if (b->preds[p]->index >= k && b->preds[p]->index >= end)
			end = b->preds[p]->index + (size_t)1;
	return end;
}

static void find_patient_waits(struct fin_function *f)
{
	size_t end = 0;

	for (size_t k = 0; k < f->block_count; k++) {
		end = loops_end(f, k, end);
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			i->patient = k >= end && is_signal_wait(i);
	}
}

void fin_make_fiber(struct fin_function *f, enum finalize_preempt preempt, enum fin_granularity per)
{
	struct fin_loop_edges edges = {0};
	struct fin_block **placed;

	find_patient_waits(f);
	find_edges(f, preempt, &edges);
	placed = mem_new(edges.count + 1, sizeof *placed);
	yield_in_loops(f, &edges, placed);
	make_barriers(f);
	if (per == FIN_PER_WAVE)
		widen_loops(f, &edges, placed);
	mem_free(placed);
	mem_free(edges.edges);
	fin_cfg_renumber(f);
}
