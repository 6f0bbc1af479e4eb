/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which lines of the source took the cycles. */
#include <stdlib.h>
#include "hsaemu/gcn_report.h"

static void add(struct gcn_code_figures *sum, const struct gcn_code_figures *f)
{
	sum->issued += f->issued;
	sum->lanes += f->lanes;
	sum->cycles += f->cycles;
}

static int by_cycles(const void *a, const void *b)
{
	const struct gcn_hot_line *x = a, *y = b;

	if (x->figures.cycles != y->figures.cycles)
		return x->figures.cycles > y->figures.cycles ? -1 : 1;
	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

/* Enters code into the sums: of its line by the line's number, or of itself behind all lines. */
static void enter(const struct gcn_program *p, const struct gcn_code *in,
	const struct gcn_code_figures *f, struct gcn_hot_line *sums, size_t *count)
{
	struct gcn_hot_line *h = &sums[in->line != 0 ? in->line : (*count)++];

	if (f->issued == 0 && f->cycles == 0)
		return;
	if (h->figures.issued == 0)
		h->pc = in->pc;
	if (in->line != 0) {
		h->file = p->lines[in->line].file;
		h->line = p->lines[in->line].line;
	}
	add(&h->figures, f);
}

static size_t sum_lines(const struct gcn_timed_run *r, struct gcn_hot_line *sums)
{
	const struct gcn_program *p = r->dispatch->program;
	size_t count = p->line_count, n = 0;

	for (uint32_t k = 0; k < p->region_count; k++)
		for (uint64_t i = 0; i < p->regions[k].bytes / 4; i++, n++)
			if (p->regions[k].code[i].row != NULL)
				enter(p, &p->regions[k].code[i], &r->figures->code[n], sums,
					&count);
	return count;
}

size_t gcn_hot_lines(const struct gcn_timed_run *r, struct gcn_hot_line *out, size_t max)
{
	struct gcn_hot_line *sums =
		mem_try_new(r->dispatch->program->line_count + r->figures->code_count + 1,
			sizeof *sums);
	size_t count, n = 0;

	if (sums == NULL)
		return 0;
	count = sum_lines(r, sums);
	qsort(sums, count, sizeof *sums, by_cycles);
	while (n < max && n < count && sums[n].figures.cycles != 0) {
		out[n] = sums[n];
		n++;
	}
	mem_free(sums);
	return n;
}
