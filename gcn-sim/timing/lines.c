/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which lines and banks the lanes of an access touch.
 *
 * The vector memory unit looks at the addresses of a few lanes at a time; those in one line are one
 * access of the cache. LDS has banks, each of which gives one dword in a cycle: lanes that want
 * another dword of the same bank wait. Lanes that read one dword get it together. */
#include "timing_impl.h"

static void add_line(struct gcn_tm_lines *l, uint32_t first, uint64_t address)
{
	uint64_t line = address & ~(uint64_t)(TM_LINE - 1);

	for (uint32_t n = l->count; n-- > first;)
		if (l->address[n] == line)
			return;
	l->same[l->count] = 1;
	l->address[l->count++] = line;
}

/* How many of the lanes operate on one dword of each line. */
static void count_same(const struct gcn_wave *w, uint64_t lanes, struct gcn_tm_lines *l,
	uint32_t first)
{
	for (uint32_t n = first; n < l->count; n++) {
		uint16_t counts[TM_LINE / 4] = {0};
		for (uint64_t e = lanes; e != 0; e &= e - 1) {
			uint64_t off = w->address[__builtin_ctzll(e)] - l->address[n];
			if (off < TM_LINE && ++counts[off / 4] > l->same[n])
				l->same[n] = counts[off / 4];
		}
	}
}

static void collect(const struct gcn_wave *w, uint64_t lanes, struct gcn_tm_lines *l)
{
	const struct gcn_memory_access *a = &w->access;
	uint32_t first = l->count;
	unsigned pieces = a->stride == 0 ? 1 : (a->bytes + 3) / 4;
	unsigned bytes = a->stride == 0 ? a->bytes : a->bytes < 4 ? a->bytes : 4;

	for (unsigned k = 0; k < pieces; k++)
		for (uint64_t e = lanes; e != 0; e &= e - 1) {
			uint64_t at = w->address[__builtin_ctzll(e)] + (uint64_t)k * a->stride;
			add_line(l, first, at);
			if ((at & (TM_LINE - 1)) + bytes > TM_LINE)
				add_line(l, first, at + bytes - 1);
		}
	if (a->kind == GCN_ATOMIC)
		count_same(w, lanes, l, first);
}

static uint64_t lanes_from(uint64_t lanes, unsigned first, unsigned count)
{
	uint64_t mask = count >= GCN_LANES ? UINT64_MAX : (UINT64_C(1) << count) - 1;

	return lanes & mask << first;
}

void gcn_tm_collect_lines(const struct gcn_model *m, const struct gcn_wave *w,
	struct gcn_tm_lines *out)
{
	unsigned together = (unsigned)m->values[GCN_P_vmem_lanes];

	out->count = 0;
	for (unsigned n = 0; n < GCN_LANES; n += together)
		collect(w, lanes_from(w->access.lanes, n, together), out);
	out->cycles = out->count;
	if (out->cycles < m->values[GCN_P_vmem_cycles])
		out->cycles = (uint32_t)m->values[GCN_P_vmem_cycles];
}

/* ---- LDS ------------------------------------------------------------------------------------- */

enum { BANKS_MAX = 64, DWORDS_MAX = 64 };

/* Dwords that are wanted together, by bank. */
struct pass {
	uint32_t dwords[BANKS_MAX * 4], count;
	uint8_t in_bank[BANKS_MAX], most;
};

static void want(struct pass *p, uint32_t dword, uint32_t banks, bool alone)
{
	for (uint32_t n = 0; n < p->count && !alone; n++)
		if (p->dwords[n] == dword)
			return;
	p->dwords[p->count++] = dword;
	if (++p->in_bank[dword % banks] > p->most)
		p->most = p->in_bank[dword % banks];
}

/* Lanes that lie side by side, or are all at one dword, have no conflicts. */
static bool is_easy(const struct gcn_wave *w)
{
	uint64_t first = w->address[0], together = 0, apart = 0;

	if (w->access.lanes != UINT64_MAX || w->access.bytes != 4 || w->access.second != 0)
		return false;
	for (unsigned i = 0; i < GCN_LANES; i++) {
		together |= w->address[i] ^ first;
		apart |= w->address[i] ^ (first + 4 * (uint64_t)i);
	}
	return apart == 0 || (together == 0 && w->access.kind == GCN_LOAD);
}

static uint32_t bank_cycles(const struct gcn_model *m, const struct gcn_wave *w,
	uint32_t *conflicts)
{
	const struct gcn_memory_access *a = &w->access;
	uint32_t banks = (uint32_t)m->values[GCN_P_lds_banks], dwords = (a->bytes + 3) / 4;
	uint32_t places = a->second != 0 ? 2 : 1, cycles = 0, passes = 0;
	uint32_t together = banks / (dwords * places);

	if (together == 0)
		together = 1;
	for (unsigned n = 0; n < GCN_LANES; n += together) {
		struct pass p = {.count = 0};
		for (uint64_t e = lanes_from(a->lanes, n, together); e != 0; e &= e - 1) {
			uint64_t at = w->address[__builtin_ctzll(e)];
			for (uint32_t k = 0; k < dwords * places; k++)
				want(&p,
					(uint32_t)((k < dwords ? at
							       : at + (uint64_t)(int64_t)
										   a->second) /
							   4 +
						   k % dwords),
					banks, a->kind == GCN_ATOMIC);
		}
		cycles += p.most;
		passes += p.most != 0;
	}
	*conflicts = cycles - passes;
	return cycles;
}

/* Accesses of one block are one. */
static uint32_t block_cycles(const struct gcn_model *m, const struct gcn_wave *w)
{
	struct gcn_tm_lines l = {.count = 0};
	uint32_t ports = (uint32_t)m->values[GCN_P_lds_ports];

	for (uint64_t e = w->access.lanes; e != 0; e &= e - 1) {
		uint64_t at = w->address[__builtin_ctzll(e)];
		add_line(&l, 0, at);
		if (w->access.second != 0)
			add_line(&l, 0, at + (uint64_t)(int64_t)w->access.second);
	}
	return (l.count + ports - 1) / ports;
}

uint32_t gcn_tm_lds_cycles(const struct gcn_model *m, const struct gcn_wave *w, uint32_t *conflicts)
{
	uint64_t banks = m->values[GCN_P_lds_banks], ports = m->values[GCN_P_lds_ports];
	uint32_t cycles;

	*conflicts = 0;
	if (banks == 0)
		cycles = block_cycles(m, w);
	else if (is_easy(w) && GCN_LANES % banks == 0)
		cycles = (uint32_t)(GCN_LANES / banks / ports + (GCN_LANES / banks % ports != 0));
	else
		cycles = (uint32_t)((bank_cycles(m, w, conflicts) + ports - 1) / ports);
	return cycles == 0 ? 1 : cycles;
}
