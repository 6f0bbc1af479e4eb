/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The second-level cache and memory.
 *
 * Addresses are dealt out to the banks of L2. A bank takes a line in a cycle, in the order in
 * which requests come. Some banks share a channel of memory, whose lines come one after the other,
 * as its bandwidth allows; a row of memory has to be open. Stores stay in L2 until their lines
 * give way. */
#include "timing_impl.h"

enum { FINE = 256 }; /* parts of a cycle, for bandwidth */

void gcn_tm_place(const struct gcn_run *r, struct gcn_tm_request *q)
{
	uint64_t lines = r->p[GCN_P_l2_interleave] / TM_LINE, banks = r->p[GCN_P_l2_banks];
	uint64_t piece = q->line / lines, bank = piece % banks, channels = r->channel_count;

	q->channel = (uint8_t)(bank % channels);
	q->bank = (uint8_t)(bank / channels);
	q->set = piece / banks * lines + q->line % lines;
	q->memory = piece / channels * lines + q->line % lines;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Returns for how many parts of a cycle a line keeps a channel. */
static uint64_t line_cost(const struct gcn_run *r)
{
	uint64_t cost = (uint64_t)TM_LINE * FINE * r->channel_count * r->p[GCN_P_frequency] /
	                r->p[GCN_P_memory_bandwidth];

	return cost == 0 ? 1 : cost;
}

/* Moves a line; returns when it has been moved. */
static uint64_t move_line(const struct gcn_run *r, struct gcn_tm_channel *c, uint64_t memory,
	uint64_t at, enum gcn_memory_statistic kind)
{
	uint64_t row = memory / (r->p[GCN_P_memory_row_bytes] / TM_LINE);
	uint64_t *open = &c->rows[row % r->p[GCN_P_memory_banks]];
	uint64_t begin = later(at * FINE, c->free), due = gcn_tm_round(r->p, begin / FINE);

	c->free = begin + line_cost(r);
	c->figures[kind]++;
	c->figures[GCN_M_memory_wait_cycles] += begin / FINE - at;
	due += r->p[GCN_P_memory_latency];
	if (*open == row + 1)
		c->figures[GCN_M_memory_row_hits]++;
	else
		due += r->p[GCN_P_memory_row_latency];
	*open = row + 1;
	return due;
}

/* ---- L2 -------------------------------------------------------------------------------------- */

/* Makes room for a line; what was there is written to memory if it was changed. */
static struct gcn_tm_way *take_way(const struct gcn_run *r, struct gcn_tm_channel *c,
	struct gcn_tm_cache *cache, const struct gcn_tm_request *q, uint64_t at)
{
	struct gcn_tm_way before, *way = gcn_tm_cache_replace(cache, q->set, q->line, &before);
	struct gcn_tm_request old = {.line = before.tag - 1};

	c->figures[GCN_M_l2_evictions] += before.tag != 0;
	if (before.dirty) {
		gcn_tm_place(r, &old);
		(void)move_line(r, c, old.memory, at, GCN_M_memory_writes);
	}
	return way;
}

/* Returns when the line is in L2. */
static uint64_t find_line(const struct gcn_run *r, struct gcn_tm_channel *c,
	struct gcn_tm_cache *cache, const struct gcn_tm_request *q, uint64_t at)
{
	struct gcn_tm_way *way = gcn_tm_cache_find(cache, q->set, q->line);

	if (way != NULL) {
		c->figures[GCN_M_l2_hits]++;
		c->figures[GCN_M_l2_joins] += way->due > at;
	} else {
		way = take_way(r, c, cache, q, at);
		/* stores say which bytes they change, and do not want the others */
		way->due = q->kind == TM_WRITE ? at
		                               : move_line(r, c, q->memory, at, GCN_M_memory_reads);
	}
	way->dirty |= q->kind != TM_READ;
	at = gcn_tm_round(r->p, at);
	return q->kind == TM_WRITE ? at : later(at, way->due);
}

static void answer(const struct gcn_run *r, struct gcn_tm_channel *c, struct gcn_tm_request *q)
{
	static const enum gcn_memory_statistic kinds[] = {
		[TM_READ] = GCN_M_l2_reads,
		[TM_WRITE] = GCN_M_l2_writes,
		[TM_ATOMIC] = GCN_M_l2_atomics,
	};
	struct gcn_tm_bank *bank = &c->banks[q->bank];
	uint64_t at = later(q->time, bank->free);

	bank->free = at + (q->kind == TM_ATOMIC ? q->same * r->p[GCN_P_l2_atomic] : 1);
	c->figures[kinds[q->kind]]++;
	c->figures[GCN_M_l2_wait_cycles] += at - q->time;
	/* an atomic operation is over when the last of those on one dword is */
	if (q->kind == TM_ATOMIC)
		at = bank->free - 1;
	q->due = later(q->time + 1,
		find_line(r, c, &bank->cache, q, at) + q->latency + r->p[GCN_P_l2_latency]);
	c->last_due = later(c->last_due, q->due);
}

void gcn_tm_channel_run(struct gcn_run *r, uint32_t channel)
{
	for (size_t n = 0; n < r->order_count; n++)
		if (r->order[n]->channel == channel)
			answer(r, &r->channels[channel], r->order[n]);
}

/* ---- the order of requests ------------------------------------------------------------------- */

static uint32_t count_of_window(const struct gcn_run *r, struct gcn_tm_port *p)
{
	uint32_t n = p->count;

	while (n > 0 && p->requests[n - 1].time >= r->window_end)
		n--;
	return n;
}

static bool make_room(struct gcn_run *r)
{
	struct gcn_tm_request **bigger;

	if (r->order_count <= r->order_capacity)
		return true;
	bigger = mem_try_new(2 * r->order_count, sizeof(struct gcn_tm_request *));
	if (bigger == NULL)
		return false;
	mem_free(r->order);
	r->order = bigger;
	r->order_capacity = 2 * r->order_count;
	return true;
}

/* Calls back for each port, in the order that decides between requests of one cycle. */
static void each_port(struct gcn_run *r, void (*f)(struct gcn_run *r, struct gcn_tm_port *p))
{
	for (uint32_t n = 0; n < r->cluster_count; n++) {
		f(r, &r->clusters[n].port);
		for (uint32_t c = 0; c < r->clusters[n].cu_count; c++)
			f(r, &r->clusters[n].cus[c].port);
	}
}

static uint32_t cycle_of(const struct gcn_run *r, const struct gcn_tm_request *q)
{
	return q->time < r->window ? 0 : (uint32_t)(q->time - r->window);
}

static void count_requests(struct gcn_run *r, struct gcn_tm_port *p)
{
	p->answered = count_of_window(r, p);
	r->order_count += p->answered;
	for (uint32_t n = 0; n < p->answered; n++)
		r->starts[cycle_of(r, &p->requests[n]) + 1]++;
}

static void place_requests(struct gcn_run *r, struct gcn_tm_port *p)
{
	for (uint32_t n = 0; n < p->answered; n++)
		r->order[r->starts[cycle_of(r, &p->requests[n])]++] = &p->requests[n];
}

bool gcn_tm_requests_sort(struct gcn_run *r)
{
	uint64_t cycles = r->window_end - r->window;

	memset(r->starts, 0, (cycles + 2) * sizeof *r->starts);
	r->order_count = 0;
	each_port(r, count_requests);
	if (!make_room(r))
		return false;
	for (uint64_t n = 1; n < cycles + 1; n++)
		r->starts[n] += r->starts[n - 1];
	each_port(r, place_requests);
	return true;
}
