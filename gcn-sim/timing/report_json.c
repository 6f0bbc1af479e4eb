/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The report on a dispatch as JSON, and the events of a trace. Keys are the names of the tables. */
#include "report_impl.h"

enum { HOT_LINES = 1000 };

static void put_figures(const struct gcn_cu_figures *f, struct buf *out)
{
	for (unsigned n = 0; n < GCN_STATISTIC_COUNT; n++)
		buf_printf(out, "\"%s\": %llu, ", gcn_statistic_name((enum gcn_statistic)n)->name,
			wide(f->count[n]));
	buf_puts(out, "\"stalls\": {");
	for (unsigned n = 0; n < GCN_STALL_COUNT; n++)
		buf_printf(out, "%s\"%s\": %llu", n == 0 ? "" : ", ",
			gcn_stall_name((enum gcn_stall)n)->name, wide(f->stall[n]));
	buf_puts(out, "}");
}

static void put_three(const char *key, const uint32_t n[3], struct buf *out)
{
	buf_printf(out, "\"%s\": [%u, %u, %u], ", key, n[0], n[1], n[2]);
}

static void put_dispatch(const struct gcn_timed_run *r, struct buf *out)
{
	const struct gcn_dispatch *d = r->dispatch;
	const struct gcn_figures *f = r->figures;
	uint64_t mhz = r->model->values[GCN_P_frequency];
	uint64_t ps = scaled(f->cycles, 1000000, mhz);

	buf_printf(out, "\"dispatch\": %llu, \"kernel\": ", wide(r->number));
	buf_json_string(out, str_from(r->kernel));
	buf_puts(out, ", ");
	put_three("grid", d->grid, out);
	put_three("work_group", d->group_size, out);
	buf_printf(out,
		"\"cycles\": %llu, \"time_ns\": %llu.%03llu, \"frequency_mhz\": %llu, "
		"\"vgprs\": %u, \"sgprs\": %u, \"lds_bytes\": %u, \"scratch_bytes\": %u, ",
		wide(f->cycles), wide(ps / 1000), wide(ps % 1000), wide(mhz), d->entry->vgprs,
		d->entry->sgprs, d->group_bytes, d->private_bytes);
	buf_printf(out,
		"\"occupancy\": {\"groups\": %u, \"wavefronts\": %u, \"limit\": \"%s\", "
		"\"max_wavefronts\": %llu}, ",
		f->occupancy.groups, f->occupancy.waves, gcn_limit_text(f->occupancy.limit),
		wide(f->max_waves));
}

static void put_lines(const struct gcn_timed_run *r, struct buf *out)
{
	struct gcn_hot_line *lines = mem_try_new(HOT_LINES, sizeof *lines);
	size_t count = lines == NULL ? 0 : gcn_hot_lines(r, lines, HOT_LINES);
	struct buf text = BUF_INIT;

	buf_puts(out, "\"lines\": [");
	for (size_t n = 0; n < count; n++) {
		const struct gcn_hot_line *h = &lines[n];
		buf_printf(out, "%s\n    {", n == 0 ? "" : ",");
		if (h->file != NULL) {
			buf_puts(out, "\"file\": ");
			buf_json_string(out, str_from(h->file));
			buf_printf(out, ", \"line\": %llu, ", wide(h->line));
		}
		buf_clear(&text);
		(void)gcn_program_text(r->dispatch->program, h->pc, &text);
		buf_printf(out, "\"address\": %llu, \"instruction\": ",
			wide(gcn_program_address(r->dispatch->program, h->pc)));
		buf_json_string(out, buf_slice(&text));
		buf_printf(out, ", \"cycles\": %llu, \"instructions\": %llu, \"lanes\": %llu}",
			wide(h->figures.cycles), wide(h->figures.issued), wide(h->figures.lanes));
	}
	buf_puts(out, "]");
	buf_release(&text);
	mem_free(lines);
}

void gcn_report_json(const struct gcn_timed_run *r, struct buf *out)
{
	const struct gcn_figures *f = r->figures;

	buf_puts(out, "{");
	put_dispatch(r, out);
	buf_puts(out, "\n  \"device\": {");
	put_figures(&f->total, out);
	buf_puts(out, "},\n  \"memory\": {");
	for (unsigned n = 0; n < GCN_MEMORY_STATISTIC_COUNT; n++)
		buf_printf(out, "%s\"%s\": %llu", n == 0 ? "" : ", ",
			gcn_memory_statistic_name((enum gcn_memory_statistic)n)->name,
			wide(f->memory[n]));
	buf_puts(out, "},\n  \"compute_units\": [");
	for (uint32_t n = 0; n < f->cu_count; n++) {
		buf_printf(out, "%s\n    {\"cu\": %u, ", n == 0 ? "" : ",", n);
		put_figures(&f->cus[n], out);
		buf_puts(out, "}");
	}
	buf_puts(out, "],\n  ");
	put_lines(r, out);
	buf_puts(out, "}");
}

void gcn_report_model_json(const struct gcn_model *m, struct buf *out)
{
	buf_printf(out, "{\"name\": \"%s\"", m->name);
	for (unsigned n = 0; n < GCN_PARAMETER_COUNT; n++)
		buf_printf(out, ", \"%s\": %llu", gcn_parameter_info((enum gcn_parameter)n)->name,
			wide(m->values[n]));
	buf_puts(out, "}");
}

/* ---- traces ---------------------------------------------------------------------------------- */

/* Appends a cycle as microseconds, which the format has times in. */
static void put_time(const struct gcn_timed_run *r, const char *key, uint64_t cycle,
	struct buf *out)
{
	uint64_t mhz = r->model->values[GCN_P_frequency];
	uint64_t ns = scaled(cycle, 1000000, mhz);

	buf_printf(out, "\"%s\": %llu.%06llu", key, wide(ns / 1000000), wide(ns % 1000000));
}

static void put_stay(const struct gcn_timed_run *r, const struct gcn_stay *s, uint64_t at,
	struct buf *out)
{
	buf_puts(out, "{\"ph\": \"X\", \"name\": ");
	buf_json_string(out, str_from(r->kernel));
	buf_printf(out, ", \"pid\": %u, \"tid\": %u, ", s->cu + 1U, s->simd * 16U + s->slot);
	put_time(r, "ts", at + s->begin, out);
	buf_puts(out, ", ");
	put_time(r, "dur", s->end - s->begin, out);
	buf_printf(out,
		", \"args\": {\"dispatch\": %llu, \"group\": \"%u, %u, %u\", \"wavefront\": %u, "
		"\"begin\": %llu, \"end\": %llu}},\n",
		wide(r->number), s->group[0], s->group[1], s->group[2], s->wave, wide(s->begin),
		wide(s->end));
}

static void put_traffic(const struct gcn_timed_run *r, uint64_t cycle, uint64_t l2, uint64_t memory,
	struct buf *out)
{
	buf_puts(out, "{\"ph\": \"C\", \"name\": \"bytes a cycle\", \"pid\": 0, ");
	put_time(r, "ts", cycle, out);
	buf_printf(out, ", \"args\": {\"L2\": %llu, \"memory\": %llu}},\n", wide(l2), wide(memory));
}

static void name_parts(const struct gcn_timed_run *r, struct buf *out)
{
	buf_puts(out, "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 0, "
		      "\"args\": {\"name\": \"L2 and memory\"}},\n");
	for (uint32_t cu = 0; cu < r->figures->cu_count; cu++) {
		if (r->figures->cus[cu].count[GCN_S_work_groups] == 0)
			continue;
		buf_printf(out,
			"{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": %u, "
			"\"args\": {\"name\": \"compute unit %u\"}},\n",
			cu + 1, cu);
		for (unsigned s = 0; s < r->model->values[GCN_P_simds]; s++)
			for (unsigned w = 0; w < r->model->values[GCN_P_simd_waves]; w++)
				buf_printf(out,
					"{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": %u, "
					"\"tid\": %u, \"args\": {\"name\": \"SIMD %u, slot %u\"}},\n",
					cu + 1, s * 16 + w, s, w);
	}
}

void gcn_report_trace(const struct gcn_timed_run *r, uint64_t at, struct buf *out)
{
	const struct gcn_figures *f = r->figures;
	uint64_t last = 0;

	name_parts(r, out);
	for (size_t n = 0; n < f->stay_count; n++)
		put_stay(r, &f->stays[n], at, out);
	for (size_t n = 0; n < f->traffic_count; n++) {
		const struct gcn_traffic *t = &f->traffic[n];
		uint64_t cycles = t->end - t->begin;
		if (t->begin != last)
			put_traffic(r, at + last, 0, 0, out);
		put_traffic(r, at + t->begin, 64 * (uint64_t)t->l2_lines / cycles,
			64 * (uint64_t)t->memory_lines / cycles, out);
		last = t->end;
	}
	put_traffic(r, at + last, 0, 0, out);
}
