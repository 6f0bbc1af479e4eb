/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What came of a run: its figures, and why it did not end. */
#include <stdlib.h>
#include "timing_impl.h"

const struct gcn_name_and_text *gcn_statistic_name(enum gcn_statistic s)
{
	static const struct gcn_name_and_text names[GCN_STATISTIC_COUNT] = {
#define GCN_STATISTIC(id, text) [GCN_S_##id] = {#id, text},
#include "hsaemu/gcn_statistics.def"
	};
	return &names[s];
}

const struct gcn_name_and_text *gcn_memory_statistic_name(enum gcn_memory_statistic s)
{
	static const struct gcn_name_and_text names[GCN_MEMORY_STATISTIC_COUNT] = {
#define GCN_MEMORY_STATISTIC(id, text) [GCN_M_##id] = {#id, text},
#include "hsaemu/gcn_statistics.def"
	};
	return &names[s];
}

const struct gcn_name_and_text *gcn_stall_name(enum gcn_stall s)
{
	static const struct gcn_name_and_text names[GCN_STALL_COUNT] = {
#define GCN_STALL(id, text) [GCN_STALL_##id] = {#id, text},
#include "hsaemu/gcn_statistics.def"
	};
	return &names[s];
}

/* ---- sums ------------------------------------------------------------------------------------ */

void gcn_cu_figures_add(struct gcn_cu_figures *sum, const struct gcn_cu_figures *f)
{
	for (unsigned n = 0; n < GCN_STATISTIC_COUNT; n++)
		sum->count[n] += f->count[n];
	for (unsigned n = 0; n < GCN_STALL_COUNT; n++)
		sum->stall[n] += f->stall[n];
}

static void add_code(struct gcn_figures *f, const struct gcn_tm_cluster *k)
{
	for (size_t n = 0; n < f->code_count; n++) {
		f->code[n].issued += k->code[n].issued;
		f->code[n].lanes += k->code[n].lanes;
		f->code[n].cycles += k->code[n].cycles;
	}
}

static int by_begin(const void *a, const void *b)
{
	const struct gcn_stay *x = a, *y = b;

	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	if (x->cu != y->cu)
		return x->cu < y->cu ? -1 : 1;
	if (x->simd != y->simd)
		return x->simd < y->simd ? -1 : 1;
	return x->slot < y->slot ? -1 : x->slot > y->slot;
}

static void add_stays(struct gcn_run *r)
{
	struct gcn_figures *f = &r->figures;
	size_t count = 0;

	for (uint32_t n = 0; n < r->cluster_count; n++)
		count += r->clusters[n].stay_count;
	f->stays = count == 0 ? NULL : mem_try_new(count, sizeof *f->stays);
	for (uint32_t n = 0; n < r->cluster_count && f->stays != NULL; n++) {
		const struct gcn_tm_cluster *k = &r->clusters[n];
		if (k->stay_count != 0)
			memcpy(f->stays + f->stay_count, k->stays,
				k->stay_count * sizeof *f->stays);
		f->stay_count += k->stay_count;
	}
	if (f->stay_count != 0)
		qsort(f->stays, f->stay_count, sizeof *f->stays, by_begin);
}

static void make_figures(struct gcn_run *r)
{
	struct gcn_figures *f = &r->figures;

	f->cu_count = r->cu_count;
	f->occupancy = r->occupancy;
	f->max_waves = r->max_waves;
	for (uint32_t n = 0; n < r->cu_count; n++) {
		f->cus[n] = r->cus[n].figures;
		gcn_cu_figures_add(&f->total, &f->cus[n]);
	}
	for (uint32_t n = 0; n < r->cluster_count; n++) {
		f->cycles = later(f->cycles, r->clusters[n].last_end);
		add_code(f, &r->clusters[n]);
	}
	for (uint32_t n = 0; n < r->channel_count; n++) {
		f->cycles = later(f->cycles, r->channels[n].last_due);
		for (unsigned s = 0; s < GCN_MEMORY_STATISTIC_COUNT; s++)
			f->memory[s] += r->channels[n].figures[s];
	}
	add_stays(r);
}

const struct gcn_figures *gcn_run_figures(struct gcn_run *r)
{
	if (!r->has_figures)
		make_figures(r);
	r->has_figures = true;
	return &r->figures;
}

/* ---- why it did not end ---------------------------------------------------------------------- */

struct gcn_wave *gcn_run_failure(const struct gcn_run *r, struct gcn_group **group)
{
	if (r->failed == NULL)
		return NULL;
	*group = &r->failed->current->group->group;
	return r->failed->current->wave;
}

void gcn_run_groups(const struct gcn_run *r, struct gcn_group_visitor *v)
{
	for (uint32_t c = 0; c < r->cu_count; c++)
		for (uint32_t n = 0; n < r->occupancy.groups; n++)
			if (r->cus[c].groups[n].is_used)
				v->visit(v, &r->cus[c].groups[n].group);
}

static void report_wave(const struct gcn_tm_wave *w, struct buf *out)
{
	const struct gcn_tm_group *g = w->group;
	const uint32_t *id = g->group.id;

	buf_printf(out, "wavefront %u of work-group %u, %u, %u (compute unit %u, SIMD %u) ",
		w->wave->number, id[0], id[1], id[2], w->simd->cu->index, w->simd->index);
	if (w->blame == GCN_STALL_barrier)
		buf_printf(out, "waits at a barrier for %u of %u wavefronts", g->left - g->arrived,
			g->left);
	else if (w->blame == GCN_STALL_halt)
		buf_puts(out, "has halted");
	else if (w->ready == TM_NEVER)
		buf_puts(out, "waits for memory");
	else
		buf_puts(out, "runs");
	buf_puts(out, " at ");
	gcn_program_place(w->wave->program, w->wave->at->pc, out);
	buf_puts(out, "\n");
}

void gcn_run_report_waits(const struct gcn_run *r, struct buf *out)
{
	for (uint32_t c = 0; c < r->cu_count; c++)
		for (uint32_t s = 0; s < TM_SIMDS; s++)
			for (uint32_t n = 0; n < r->cus[c].simds[s].count; n++)
				report_wave(r->cus[c].simds[s].waves[n], out);
	if (gcn_tm_groups_remain(r))
		buf_puts(out, "other work-groups have not begun\n");
}
