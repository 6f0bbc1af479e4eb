/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A wavefront's cycles: when it may go on, and what each of them was for. */
#include "timing_impl.h"

void gcn_tm_account(struct gcn_tm_wave *w, uint64_t until, enum gcn_stall why)
{
	if (until <= w->seen)
		return;
	w->simd->cu->figures.stall[why] += until - w->seen;
	if (w->code != NULL)
		w->code->cycles += until - w->seen;
	w->seen = until;
}

void gcn_tm_set_ready(struct gcn_tm_wave *w, uint64_t cycle, enum gcn_stall why)
{
	w->blame = why;
	w->ready = cycle;
	if (cycle == TM_NEVER)
		return;
	w->ready = later(cycle, w->seen);
	gcn_tm_account(w, w->ready, why);
	w->blame = GCN_STALL_issue;
}

void gcn_tm_simd_wake(struct gcn_tm_simd *s, uint64_t cycle)
{
	uint64_t simds = s->cu->cluster->run->p[GCN_P_simds];
	uint64_t off = (cycle + simds - s->index) % simds;

	if (cycle == TM_NEVER)
		return;
	s->next = earlier(s->next, off == 0 ? cycle : cycle + simds - off);
}

uint64_t gcn_tm_wait_over(struct gcn_tm_wave *w, uint64_t now, enum gcn_stall *why)
{
	static const enum gcn_stall whys[TM_COUNTERS] = {
		[TM_VM] = GCN_STALL_wait_vector_memory,
		[TM_LGKM] = GCN_STALL_wait_scalar_or_lds,
		[TM_EXP] = GCN_STALL_wait_export,
	};
	const uint64_t *p = w->simd->cu->cluster->run->p;
	uint64_t over = 0;

	*why = GCN_STALL_wait_vector_memory;
	for (unsigned n = 0; n < TM_COUNTERS; n++) {
		uint64_t t =
			gcn_tm_counter_below(&w->counters[n], w->wait[n], gcn_tm_round(p, now));
		if (t > over) {
			over = t;
			*why = whys[n];
		}
	}
	if (over == 0 || over == TM_NEVER)
		return over;
	return gcn_tm_round(p, over + p[GCN_P_simds] - 1) + w->simd->index;
}

struct gcn_code_figures *gcn_tm_code_of(struct gcn_tm_cluster *k, const struct gcn_code *in)
{
	const struct gcn_program *p = k->run->dispatch->program;
	uint32_t n = 0;

	while (in->pc - p->regions[n].address >= p->regions[n].bytes)
		n++;
	return &k->code[k->run->region_codes[n] + (size_t)(in - p->regions[n].code)];
}
