/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-groups: their memory, and how their wavefronts run in turn. Wavefronts that have ended do
 * not keep the others at a barrier. */
#include "dispatch_impl.h"

/* A wavefront that neither waits nor ends lets the others have their turn after so many
 * instructions, as it may wait for them in a loop. */
enum { TURN = 100000 };

bool gcn_group_init(struct gcn_group *g, const struct gcn_dispatch *dispatch)
{
	size_t waves = dispatch->waves * sizeof(struct gcn_wave),
	       scratch = (size_t)dispatch->waves * dispatch->private_bytes * GCN_LANES,
	       lds = align_up(dispatch->group_bytes, 64), item = dispatch->private_bytes;
	uint8_t *at;

	*g = (struct gcn_group){.dispatch = dispatch};
	g->block = mem_try_new(waves + scratch + lds + item + 64, 1);
	if (g->block == NULL)
		return false;
	at = (uint8_t *)(uintptr_t)align_up((uint64_t)(uintptr_t)g->block, 64);
	g->waves = (struct gcn_wave *)(void *)at;
	g->lds = at + waves;
	g->scratch = g->lds + lds;
	g->item = g->scratch + scratch;
	return true;
}

void gcn_group_release(struct gcn_group *g)
{
	mem_free(g->block);
}

uint32_t gcn_group_size(const struct gcn_group *g, unsigned dim)
{
	const struct gcn_dispatch *d = g->dispatch;
	uint32_t left = d->grid[dim] - g->id[dim] * d->group_size[dim];

	return left < d->group_size[dim] ? left : d->group_size[dim];
}

uint32_t gcn_wave_items(const struct gcn_group *g, uint32_t wave)
{
	uint32_t items = gcn_group_size(g, 0) * gcn_group_size(g, 1) * gcn_group_size(g, 2);
	uint32_t left = items - wave * GCN_LANES;

	return left < GCN_LANES ? left : GCN_LANES;
}

void gcn_group_start(struct gcn_group *g, const uint32_t id[3])
{
	const struct gcn_dispatch *dispatch = g->dispatch;
	uint32_t size[3], items = 1;
	size_t scratch = (size_t)dispatch->private_bytes * GCN_LANES;

	for (unsigned n = 0; n < 3; n++) {
		g->id[n] = id[n];
		size[n] = gcn_group_size(g, n);
		items *= size[n];
	}
	g->wave_count = (items + GCN_LANES - 1) / GCN_LANES;
	memset(g->lds, 0, dispatch->group_bytes);
	for (uint32_t n = 0; n < g->wave_count; n++) {
		struct gcn_wave *w = &g->waves[n];
		w->number = n;
		w->lds = g->lds;
		w->lds_bytes = dispatch->group_bytes;
		w->clock = 0;
		w->waits = 0;
		gcn_wave_begin(w, dispatch, id, size, g->wave_count, g->scratch + n * scratch);
	}
}

static bool can_run(const struct gcn_wave *w)
{
	return w->outcome == GCN_RUNNING || w->outcome == GCN_SLEEP || w->outcome == GCN_BUDGET ||
	       w->outcome == GCN_MESSAGE;
}

bool gcn_group_pass_barrier(struct gcn_group *g)
{
	uint32_t waiting = 0;

	for (uint32_t n = 0; n < g->wave_count; n++) {
		if (g->waves[n].outcome == GCN_BARRIER)
			waiting++;
		else if (g->waves[n].outcome != GCN_ENDED)
			return false;
	}
	for (uint32_t n = 0; n < g->wave_count; n++)
		if (g->waves[n].outcome == GCN_BARRIER)
			g->waves[n].outcome = GCN_RUNNING;
	return waiting > 0;
}

/* Whether the wavefront runs on after a trap. */
static bool passes_trap(struct gcn_group *g, struct gcn_wave *w)
{
	return w->outcome == GCN_TRAP && g->handler != NULL && g->handler->handle(g->handler, g, w);
}

/* Gives a wavefront its turn. Returns false when the work-group has to stop for it. */
static bool take_turn(struct gcn_group *g, struct gcn_wave *w, uint64_t *left)
{
	uint64_t before = w->clock, budget = *left < TURN ? *left : TURN, end = before + budget;
	enum gcn_outcome outcome;

	g->current = w->number;
	do
		outcome = gcn_wave_run(w, end - w->clock);
	while (passes_trap(g, w) && w->outcome != GCN_SLEEP && w->clock < end);
	g->retired += w->clock - before;
	*left -= w->clock - before;
	return !gcn_outcome_is_error(outcome) && w->outcome != GCN_TRAP && *left > 0;
}

/* Returns the state of a work-group none of whose wavefronts can run. */
static enum gcn_outcome state_of(struct gcn_group *g)
{
	bool waits = false, halted = false;

	for (uint32_t n = 0; n < g->wave_count; n++) {
		waits |= g->waves[n].outcome == GCN_BARRIER;
		halted |= g->waves[n].outcome == GCN_HALTED;
		if (g->waves[n].outcome == GCN_HALTED)
			g->current = n;
	}
	return waits ? GCN_BARRIER : halted ? GCN_HALTED : GCN_ENDED;
}

enum gcn_outcome gcn_group_run(struct gcn_group *g)
{
	uint64_t left = g->limit == 0 ? UINT64_MAX : g->limit;
	bool ran;

	do {
		ran = false;
		for (uint32_t n = 0; n < g->wave_count; n++) {
			if (!can_run(&g->waves[n]))
				continue;
			ran = true;
			if (!take_turn(g, &g->waves[n], &left))
				return g->waves[n].outcome;
		}
	} while (ran || gcn_group_pass_barrier(g));
	return state_of(g);
}

const uint8_t *gcn_group_scratch(struct gcn_group *g, const struct gcn_wave *w, unsigned lane)
{
	uint32_t bytes = g->dispatch->private_bytes;
	const uint8_t *from = g->scratch + (size_t)w->number * bytes * GCN_LANES + 4 * lane;

	for (uint32_t at = 0; at < bytes; at += 4)
		memcpy(g->item + at, from + (size_t)at * GCN_LANES, 4);
	return g->item;
}

void gcn_group_report(const struct gcn_group *g, struct buf *out)
{
	for (uint32_t n = 0; n < g->wave_count; n++) {
		const struct gcn_wave *w = &g->waves[n];
		buf_printf(out, "wavefront %u of work-group %u, %u, %u %s", n, g->id[0], g->id[1],
			g->id[2], gcn_outcome_text(w->outcome));
		if (w->outcome == GCN_TRAP || w->outcome == GCN_MESSAGE)
			buf_printf(out, " (%u)", w->detail);
		if (w->outcome == GCN_BAD_LDS || w->outcome == GCN_BAD_SCRATCH ||
			w->outcome == GCN_MISALIGNED)
			buf_printf(out, " (lane %u, 0x%llx)", w->lane,
				(unsigned long long)w->address[w->lane]);
		if (w->outcome != GCN_ENDED) {
			buf_puts(out, " at ");
			gcn_program_place(w->program, w->at->pc, out);
		}
		buf_puts(out, "\n");
	}
}
