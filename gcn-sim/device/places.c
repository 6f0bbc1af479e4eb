/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells the runtime which work-items were where, in place of the emulator's own code. */
#include "places_impl.h"

/* ---- code ------------------------------------------------------------------------------------ */

static void copy_text(char *to, size_t room, const char *from, size_t len)
{
	size_t n = len < room ? len : room - 1;

	memcpy(to, from, n);
	to[n] = '\0';
}

static void set_code(const struct gcn_program *p, uint64_t pc, struct rt_device_code *out)
{
	struct buf text = BUF_INIT;
	struct image_line line;

	*out = (struct rt_device_code){.address = gcn_program_address(p, pc)};
	if (!gcn_program_text(p, pc, &text))
		buf_puts(&text, "no instruction");
	copy_text(out->instruction, sizeof out->instruction, (const char *)text.data, text.len);
	buf_release(&text);
	if (!gcn_program_line(p, pc, &line))
		return;
	copy_text(out->file, sizeof out->file, line.file, strlen(line.file));
	out->line = line.line;
}

/* Returns where a wavefront is. One that was stopped by an instruction of its own, which has four
 * bytes, stands behind it. */
static uint64_t pc_of(const struct gcn_wave *w)
{
	switch (w->outcome) {
	case GCN_BARRIER:
	case GCN_SLEEP:
	case GCN_MESSAGE:
	case GCN_HALTED:
	case GCN_TRAP:
		return w->at->pc - 4;
	default:
		return w->at->pc;
	}
}

/* ---- work-items ------------------------------------------------------------------------------ */

/* The work-items of a wavefront whose lanes are on, from the first to the last. */
static void set_items(const struct gcn_wave *w, uint64_t lanes, struct rt_report *out)
{
	unsigned first = lanes == 0 ? 0 : (unsigned)__builtin_ctzll(lanes);
	unsigned last = lanes == 0 ? GCN_LANES - 1 : 63U - (unsigned)__builtin_clzll(lanes);

	out->first_item = w->number * GCN_LANES + first;
	out->item_count = last - first + 1;
}

/* The lanes that have made a fault. The processor does not tell addresses that are none, those
 * with bit 47. */
static uint64_t lanes_at_fault(const struct gcn_wave *w, const struct rt_report *r)
{
	uint64_t bad = r->address;
	unsigned lane = GCN_LANES;

	if (r->fault == RT_FAULT_DEVICE_ADDRESS)
		lane = w->lane;
	else if (r->fault == RT_FAULT_ADDRESS)
		lane = gcn_wave_fault(w, bad);
	for (uint64_t e = w->access.lanes; r->fault == RT_FAULT_NO_ADDRESS && e != 0; e &= e - 1)
		if (w->address[__builtin_ctzll(e)] >> 47 != 0) {
			lane = (unsigned)__builtin_ctzll(e);
			break;
		}
	return lane < GCN_LANES ? UINT64_C(1) << lane : gcn_pair(w, GCN_CODE_EXEC);
}

void gcn_group_explain(const struct gcn_group *g, struct rt_report *r)
{
	bool trap = r->cause == RT_CAUSE_TRAP;
	uint32_t number = trap ? r->trap_flat_id / GCN_LANES : g->current;
	const struct gcn_wave *w = &g->waves[number < g->wave_count ? number : g->current];

	for (unsigned n = 0; n < 3; n++) {
		r->group[n] = g->id[n];
		r->size[n] = gcn_group_size(g, n);
	}
	if (!trap)
		set_items(w, lanes_at_fault(w, r), r);
	set_code(w->program, pc_of(w), &r->code);
}

/* ---- places ---------------------------------------------------------------------------------- */

static enum rt_place_kind kind_of(const struct gcn_group *g, const struct gcn_wave *w)
{
	if (w->outcome == GCN_BARRIER)
		return RT_PLACE_BARRIER;
	if (w->outcome == GCN_SLEEP || w->outcome == GCN_HALTED)
		return RT_PLACE_YIELDS;
	if (w->number != g->current && w->clock == 0)
		return RT_PLACE_NEW;
	return RT_PLACE_RUNS;
}

/* Whether wavefronts are at one place: what has a line is one. */
static bool are_together(const struct gcn_group *g, const struct gcn_wave *a,
	const struct gcn_wave *b)
{
	uint64_t pa = pc_of(a), pb = pc_of(b);
	struct image_line la, lb;

	if (b->outcome == GCN_ENDED || kind_of(g, a) != kind_of(g, b))
		return false;
	return pa == pb ||
	       (gcn_program_line(a->program, pa, &la) && gcn_program_line(b->program, pb, &lb) &&
		       la.line == lb.line && strcmp(la.file, lb.file) == 0);
}

/* Visits the place of a wavefront and of those behind it that are there, too. `seen` has those that
 * were visited. */
static void visit(const struct gcn_group *g, uint32_t first, bool seen[GCN_GROUP_WAVES_MAX],
	struct rt_place_visitor *v)
{
	const struct gcn_wave *w = &g->waves[first];
	struct rt_place p = {.kind = kind_of(g, w), .first_item = first * GCN_LANES};

	for (uint32_t n = first; n < g->wave_count; n++) {
		if (seen[n] || !are_together(g, w, &g->waves[n]))
			continue;
		seen[n] = true;
		p.item_count += gcn_wave_items(g, n);
	}
	for (unsigned n = 0; n < 3; n++) {
		p.group[n] = g->id[n];
		p.size[n] = gcn_group_size(g, n);
	}
	set_code(w->program, pc_of(w), &p.code);
	v->visit(v, &p);
}

void gcn_group_places(const struct gcn_group *g, struct rt_place_visitor *v)
{
	bool seen[GCN_GROUP_WAVES_MAX] = {false};

	for (uint32_t n = 0; n < g->wave_count; n++)
		if (!seen[n] && g->waves[n].outcome != GCN_ENDED)
			visit(g, n, seen, v);
}

const char *gcn_outcome_detail(enum gcn_outcome outcome)
{
	static const char *const details[GCN_OUTCOME_COUNT] = {
#define GCN_OUTCOME(id, is_error, text) [GCN_##id] = "a wavefront " text,
#include "hsaemu/gcn_outcomes.def"
	};

	return details[outcome];
}
