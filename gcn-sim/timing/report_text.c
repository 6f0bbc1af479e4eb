/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The report on a dispatch as text. Its first two parts have the lines of the HSAemu paper's
 * Tables 6 (the device) and 7 (each compute unit). */
#include "report_impl.h"

enum { HOT_LINES = 20 };

/* In hundredths of a percent, so that no figure depends on how floats are rounded. */
static void percent(uint64_t part, uint64_t all, struct buf *out)
{
	uint64_t n = scaled(part, 10000, all);

	buf_printf(out, "%llu.%02llu %%", wide(n / 100), wide(n % 100));
}

static void ratio(uint64_t a, uint64_t b, struct buf *out)
{
	uint64_t n = scaled(a, 100, b);

	buf_printf(out, "%llu.%02llu", wide(n / 100), wide(n % 100));
}

static void begin(const char *text, struct buf *out)
{
	buf_printf(out, "  %-44s ", text);
}

static void number(const char *text, uint64_t n, struct buf *out)
{
	begin(text, out);
	buf_printf(out, "%llu\n", wide(n));
}

static void put_ratio(const char *text, uint64_t a, uint64_t b, struct buf *out)
{
	begin(text, out);
	ratio(a, b, out);
	buf_puts(out, "\n");
}

static void put_percent(const char *text, uint64_t part, uint64_t all, struct buf *out)
{
	begin(text, out);
	percent(part, all, out);
	buf_puts(out, "\n");
}

static void put_size(const char *text, const uint32_t n[3], struct buf *out)
{
	buf_printf(out, "%s %u x %u x %u", text, n[0], n[1], n[2]);
}

/* ---- the device ------------------------------------------------------------------------------ */

static void put_time(const struct gcn_timed_run *r, struct buf *out)
{
	uint64_t mhz = r->model->values[GCN_P_frequency];
	uint64_t ps = scaled(r->figures->cycles, 1000000, mhz);

	begin("time", out);
	buf_printf(out, "%llu.%03llu ns at %llu MHz\n", wide(ps / 1000), wide(ps % 1000),
		wide(mhz));
}

static void put_counts(const struct gcn_timed_run *r, enum gcn_statistic first,
	enum gcn_statistic last, struct buf *out)
{
	for (unsigned n = first; n <= last; n++)
		number(gcn_statistic_name((enum gcn_statistic)n)->text, r->figures->total.count[n],
			out);
}

static void put_device(const struct gcn_timed_run *r, struct buf *out)
{
	const struct gcn_dispatch *d = r->dispatch;

	buf_printf(out, "dispatch %llu: kernel %s,", wide(r->number), r->kernel);
	put_size(" grid", d->grid, out);
	put_size(", work-groups of", d->group_size, out);
	buf_printf(out, ", model %s\n", r->model->name);
	number("cycles", r->figures->cycles, out);
	put_time(r, out);
	put_counts(r, GCN_S_work_groups, GCN_S_barriers, out);
}

static void put_work(const struct gcn_timed_run *r, struct buf *out)
{
	const struct gcn_figures *f = r->figures;
	const uint64_t *c = f->total.count;

	buf_puts(out, "how busy\n");
	put_ratio("instructions per cycle and compute unit in use", c[GCN_S_instructions],
		c[GCN_S_busy_cycles], out);
	put_ratio("instructions per cycle of the device", c[GCN_S_instructions], f->cycles, out);
	put_percent("vector ALUs", c[GCN_S_vector_alu_cycles],
		c[GCN_S_busy_cycles] * r->model->values[GCN_P_simds], out);
	put_percent("scalar unit", c[GCN_S_scalar_cycles], c[GCN_S_busy_cycles], out);
	put_percent("branch unit", c[GCN_S_branch_cycles], c[GCN_S_busy_cycles], out);
	put_percent("vector memory unit", c[GCN_S_vector_memory_cycles], c[GCN_S_busy_cycles], out);
	put_percent("LDS", c[GCN_S_lds_accesses], c[GCN_S_busy_cycles], out);
	put_ratio("active lanes of a vector ALU instruction, of 64", c[GCN_S_vector_alu_lanes],
		c[GCN_S_vector_alu_instructions], out);
}

static void put_occupancy(const struct gcn_timed_run *r, struct buf *out)
{
	const struct gcn_figures *f = r->figures;
	const struct gcn_dispatch *d = r->dispatch;

	buf_puts(out, "occupancy\n");
	begin("a compute unit has room for", out);
	buf_printf(out, "%u wavefronts of %u work-groups; the limit is %s\n", f->occupancy.waves,
		f->occupancy.groups, gcn_limit_text(f->occupancy.limit));
	begin("a work-group has", out);
	buf_printf(out, "%u wavefronts, %u bytes of LDS\n", d->waves, d->group_bytes);
	begin("a wavefront has", out);
	buf_printf(out, "%u vector and %u scalar registers, %u bytes of scratch a lane\n",
		d->entry->vgprs, d->entry->sgprs, d->private_bytes);
	put_ratio("wavefronts of a compute unit in use, on average",
		f->total.count[GCN_S_resident_cycles], f->total.count[GCN_S_busy_cycles], out);
	number("most wavefronts of the device", f->max_waves, out);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void put_memory(const struct gcn_timed_run *r, struct buf *out)
{
	const struct gcn_figures *f = r->figures;
	const uint64_t *c = f->total.count, *m = f->memory;
	uint64_t l2 = m[GCN_M_l2_reads] + m[GCN_M_l2_writes] + m[GCN_M_l2_atomics];
	uint64_t moved = m[GCN_M_memory_reads] + m[GCN_M_memory_writes];

	buf_puts(out, "memory\n");
	put_counts(r, GCN_S_scalar_register_reads, GCN_S_lds_atomics, out);
	put_percent("LDS cycles that are conflicts of banks", c[GCN_S_lds_conflicts],
		c[GCN_S_lds_accesses], out);
	put_counts(r, GCN_S_vector_loads, GCN_S_vector_atomics, out);
	put_ratio("lines of 64 bytes a vector memory instruction", c[GCN_S_vector_memory_lines],
		c[GCN_S_vector_loads] + c[GCN_S_vector_stores] + c[GCN_S_vector_atomics], out);
	put_percent("bytes wanted of those lines", c[GCN_S_vector_memory_bytes],
		64 * c[GCN_S_vector_memory_lines], out);
	put_percent("scalar L1 hits", c[GCN_S_sl1_hits], c[GCN_S_sl1_reads], out);
	put_percent("vector L1 hits", c[GCN_S_vl1_hits], c[GCN_S_vl1_reads], out);
	put_percent("L2 hits", m[GCN_M_l2_hits], l2, out);
	for (unsigned n = 0; n < GCN_MEMORY_STATISTIC_COUNT; n++)
		number(gcn_memory_statistic_name((enum gcn_memory_statistic)n)->text, m[n], out);
	number("bytes between L1 and L2", 64 * l2, out);
	number("bytes between L2 and memory", 64 * moved, out);
	begin("bytes a cycle between L2 and memory", out);
	ratio(64 * moved, f->cycles, out);
	buf_puts(out, "\n");
}

/* ---- stalls ---------------------------------------------------------------------------------- */

static void put_stalls(const struct gcn_timed_run *r, struct buf *out)
{
	const struct gcn_cu_figures *t = &r->figures->total;

	buf_puts(out, "what wavefronts do, in wavefront-cycles\n");
	for (unsigned n = 0; n < GCN_STALL_COUNT; n++) {
		if (t->stall[n] == 0)
			continue;
		begin(gcn_stall_name((enum gcn_stall)n)->text, out);
		buf_printf(out, "%llu (", wide(t->stall[n]));
		percent(t->stall[n], t->count[GCN_S_resident_cycles], out);
		buf_puts(out, ")\n");
	}
}

/* ---- compute units --------------------------------------------------------------------------- */

struct column {
	enum gcn_statistic what;
	const char *head;
};

static void put_table(const struct gcn_timed_run *r, const struct column *columns, size_t count,
	struct buf *out)
{
	buf_puts(out, "  CU ");
	for (size_t n = 0; n < count; n++)
		buf_printf(out, " %12s", columns[n].head);
	buf_puts(out, "\n");
	for (uint32_t cu = 0; cu < r->figures->cu_count; cu++) {
		const uint64_t *c = r->figures->cus[cu].count;
		if (c[GCN_S_work_groups] == 0)
			continue;
		buf_printf(out, "  %3u", cu);
		for (size_t n = 0; n < count; n++)
			buf_printf(out, " %12llu", wide(c[columns[n].what]));
		buf_puts(out, "\n");
	}
}

static void put_rates(const struct gcn_timed_run *r, struct buf *out)
{
	buf_printf(out, "  CU  %12s %12s %12s %12s\n", "per cycle", "lanes", "sL1 hits",
		"vL1 hits");
	for (uint32_t cu = 0; cu < r->figures->cu_count; cu++) {
		const uint64_t *c = r->figures->cus[cu].count;
		struct buf cell = BUF_INIT;
		const uint64_t parts[4][2] = {{c[GCN_S_instructions], c[GCN_S_busy_cycles]},
			{c[GCN_S_vector_alu_lanes], c[GCN_S_vector_alu_instructions]},
			{c[GCN_S_sl1_hits], c[GCN_S_sl1_reads]},
			{c[GCN_S_vl1_hits], c[GCN_S_vl1_reads]}};
		if (c[GCN_S_work_groups] == 0)
			continue;
		buf_printf(out, "  %3u", cu);
		for (unsigned n = 0; n < 4; n++) {
			buf_clear(&cell);
			(n < 2 ? ratio : percent)(parts[n][0], parts[n][1], &cell);
			buf_printf(out, " %12.*s", (int)cell.len, (const char *)cell.data);
		}
		buf_puts(out, "\n");
		buf_release(&cell);
	}
}

static void put_cus(const struct gcn_timed_run *r, struct buf *out)
{
	static const struct column work[] = {{GCN_S_work_groups, "groups"},
		{GCN_S_wavefronts, "wavefronts"}, {GCN_S_busy_cycles, "cycles"},
		{GCN_S_instructions, "instructions"}, {GCN_S_branch_instructions, "branch"},
		{GCN_S_lds_instructions, "LDS"}, {GCN_S_scalar_alu_instructions, "scalar ALU"},
		{GCN_S_scalar_memory_instructions, "scalar mem"},
		{GCN_S_vector_alu_instructions, "vector ALU"},
		{GCN_S_vector_memory_instructions, "vector mem"},
		{GCN_S_sync_instructions, "wait, end"}};
	static const struct column registers[] = {{GCN_S_scalar_register_reads, "sreg reads"},
		{GCN_S_scalar_register_writes, "sreg writes"},
		{GCN_S_vector_register_reads, "vreg reads"},
		{GCN_S_vector_register_writes, "vreg writes"}, {GCN_S_lds_reads, "LDS reads"},
		{GCN_S_lds_writes, "LDS writes"}, {GCN_S_lds_conflicts, "conflicts"},
		{GCN_S_sl1_reads, "sL1 reads"}, {GCN_S_vl1_reads, "vL1 reads"}};

	buf_puts(out, "compute units\n");
	put_table(r, work, ARRAY_LEN(work), out);
	put_table(r, registers, ARRAY_LEN(registers), out);
	put_rates(r, out);
}

/* ---- hot lines ------------------------------------------------------------------------------- */

static void put_hot_line(const struct gcn_timed_run *r, const struct gcn_hot_line *h,
	struct buf *out)
{
	struct buf cell = BUF_INIT;

	percent(h->figures.cycles, r->figures->total.count[GCN_S_resident_cycles], &cell);
	buf_printf(out, "  %14llu %9.*s %12llu ", wide(h->figures.cycles), (int)cell.len,
		(const char *)cell.data, wide(h->figures.issued));
	buf_clear(&cell);
	ratio(h->figures.lanes, h->figures.issued, &cell);
	buf_printf(out, "%6.*s  ", (int)cell.len, (const char *)cell.data);
	if (h->file != NULL)
		buf_printf(out, "%s:%llu", h->file, wide(h->line));
	else if (!gcn_program_text(r->dispatch->program, h->pc, out))
		buf_printf(out, "0x%llx", wide(h->pc));
	buf_puts(out, "\n");
	buf_release(&cell);
}

static void put_hot_lines(const struct gcn_timed_run *r, struct buf *out)
{
	struct gcn_hot_line lines[HOT_LINES];
	size_t count = gcn_hot_lines(r, lines, HOT_LINES);

	buf_printf(out, "where wavefronts spend their cycles\n  %14s %9s %12s %6s  %s\n", "cycles",
		"", "instructions", "lanes",
		count != 0 && lines[0].file != NULL ? "line" : "instruction");
	for (size_t n = 0; n < count; n++)
		put_hot_line(r, &lines[n], out);
}

void gcn_report_text(const struct gcn_timed_run *r, struct buf *out)
{
	put_device(r, out);
	put_work(r, out);
	put_occupancy(r, out);
	put_memory(r, out);
	put_stalls(r, out);
	put_cus(r, out);
	put_hot_lines(r, out);
}

void gcn_report_model_text(const struct gcn_model *m, struct buf *out)
{
	struct gcn_model own;
	bool known = gcn_model_find(&own, m->name);

	buf_printf(out, "model %s; * marks what was set\n", m->name);
	for (unsigned n = 0; n < GCN_PARAMETER_COUNT; n++) {
		const struct gcn_parameter_info *i = gcn_parameter_info((enum gcn_parameter)n);
		buf_printf(out, "%s%-19s%c%9llu %-9s", n % 3 == 0 ? "  " : " ", i->name,
			known && m->values[n] != own.values[n] ? '*' : ' ', wide(m->values[n]),
			i->unit);
		if (n % 3 == 2 || n + 1 == GCN_PARAMETER_COUNT)
			buf_puts(out, "\n");
	}
}
