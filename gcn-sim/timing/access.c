/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Times accesses of memory and LDS.
 *
 * A unit takes an access line by line. The first level answers hits; what it has not goes to L2 as
 * a request, whose answer comes behind the window's end. Until then an access has no end, and a
 * wavefront that waits for it no cycle in which it is ready. */
#include "timing_impl.h"

enum { NO_ACCESS = UINT32_MAX };

/* ---- an access that has begun ---------------------------------------------------------------- */

/* What of an access is known: when it ends, but for the requests that it waits for. */
struct ending {
	struct gcn_tm_port *port;
	uint64_t phase; /* the cycle in its round in which the access begins */
	uint64_t due;
	uint32_t access; /* its number among those of the port; NO_ACCESS: none yet */
};

static struct ending begin_access(struct gcn_tm_port *port, uint64_t begin, uint64_t cycles)
{
	uint64_t round = gcn_tm_round(port->cluster->run->p, begin);

	return (struct ending){port, begin - round, round + cycles, NO_ACCESS};
}

static void wait_for(struct ending *e, uint64_t request)
{
	struct gcn_tm_port *port = e->port;

	if (e->access == NO_ACCESS) {
		e->access = port->access_count++;
		port->accesses[e->access] = (struct gcn_tm_access){.pending = 0};
	}
	port->accesses[e->access].pending++;
	port->links[port->link_count++] = (struct gcn_tm_link){request, e->access};
}

/* The cluster may run until L2 could answer a request of that time. */
static void limit_to_answer(struct gcn_tm_port *port, uint64_t time)
{
	struct gcn_tm_cluster *k = port->cluster;
	const uint64_t *p = k->run->p;
	uint64_t first = gcn_tm_round(p, gcn_tm_round(p, time) + port->answer);

	k->limit = earlier(k->limit, later(time + 1, first));
}

static uint64_t request(struct gcn_tm_port *port, struct gcn_tm_request r)
{
	r.latency = port->latency;
	r.due = TM_NEVER;
	gcn_tm_place(port->cluster->run, &r);
	limit_to_answer(port, r.time);
	port->requests[port->count++] = r;
	return port->first + port->count - 1;
}

/* Enters the access into a counter of the wavefront. */
static void enter(struct ending *e, struct gcn_tm_wave *w, enum gcn_tm_counter_id counter)
{
	struct gcn_tm_counter *c = &w->counters[counter];

	if (e->access == NO_ACCESS) {
		gcn_tm_counter_add(c, e->due);
		return;
	}
	struct gcn_tm_access *a = &e->port->accesses[e->access];
	a->wave = w;
	a->counter = (uint8_t)counter;
	a->due = e->due;
	a->number = gcn_tm_counter_add(c, TM_NEVER);
}

/* ---- first-level caches ---------------------------------------------------------------------- */

/* What is counted of a first-level cache. */
struct cache_figures {
	enum gcn_statistic reads, hits, joins, evictions;
};
static const struct cache_figures vector_figures = {
	GCN_S_vl1_reads, GCN_S_vl1_hits, GCN_S_vl1_joins, GCN_S_vl1_evictions};
static const struct cache_figures scalar_figures = {
	GCN_S_sl1_reads, GCN_S_sl1_hits, GCN_S_sl1_joins, GCN_S_sl1_evictions};

static void read_line(struct ending *e, uint64_t line, uint64_t at, uint64_t *count,
	const struct cache_figures *f)
{
	struct gcn_tm_port *port = e->port;
	struct gcn_tm_way *way = gcn_tm_cache_find(&port->cache, line, line), before;

	count[f->reads]++;
	if (way == NULL) {
		way = gcn_tm_cache_replace(&port->cache, line, line, &before);
		count[f->evictions] += before.tag != 0;
		way->due = TM_NEVER;
		way->request = request(port,
			(struct gcn_tm_request){
				.line = line, .time = at, .way = way, .kind = TM_READ});
		wait_for(e, way->request);
		return;
	}
	count[f->hits]++;
	count[f->joins] += way->due > at;
	if (way->due == TM_NEVER)
		wait_for(e, way->request);
	else
		e->due = later(e->due, way->due);
	e->due = later(e->due, at - e->phase + port->latency);
}

/* Reads that do not take what the first level has, stores and atomics: these leave no line behind
 * that others have changed. */
static void pass_line(struct ending *e, uint64_t line, uint64_t at, enum gcn_tm_request_kind kind,
	uint16_t same)
{
	struct gcn_tm_way *way = gcn_tm_cache_find(&e->port->cache, line, line);

	if (way != NULL && kind == TM_ATOMIC)
		way->tag = 0;
	wait_for(e,
		request(e->port,
			(struct gcn_tm_request){
				.line = line, .time = at, .same = same, .kind = (uint8_t)kind}));
}

/* ---- units ----------------------------------------------------------------------------------- */

static bool is_glc(const struct gcn_code *in)
{
	return (in->flags & GCN_BIT(GCN_FLAG_GLC)) != 0;
}

static void count_vector(const struct gcn_wave *w, const struct gcn_tm_lines *l, uint64_t *count)
{
	const struct gcn_memory_access *a = &w->access;
	uint64_t lanes = (uint64_t)__builtin_popcountll(a->lanes);

	count[GCN_S_vector_memory_lines] += l->count;
	count[GCN_S_vector_memory_bytes] += lanes * a->bytes;
	switch (a->kind) {
	case GCN_LOAD:
		count[GCN_S_vector_loads]++;
		count[GCN_S_vector_load_lanes] += lanes;
		break;
	case GCN_STORE:
		count[GCN_S_vector_stores]++;
		count[GCN_S_vector_store_lanes] += lanes;
		break;
	case GCN_ATOMIC:
		count[GCN_S_vector_atomics]++;
		count[GCN_S_vector_atomic_lanes] += lanes;
		break;
	case GCN_NO_ACCESS:
		break;
	}
}

static void time_vector(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now)
{
	struct gcn_tm_cu *cu = w->simd->cu;
	struct gcn_tm_port *port = &cu->port;
	uint64_t *count = cu->figures.count, begin = later(now, port->free);
	const struct gcn_tm_lines *l = &k->lines;
	enum gcn_access_kind kind = w->wave->access.kind;
	struct ending e = begin_access(port, begin, l->cycles);

	for (uint32_t n = 0; n < l->count; n++) {
		uint64_t line = gcn_tm_line_of(&k->run->pages, l->address[n]), at = begin + n;
		if (kind == GCN_LOAD && !is_glc(k->step.code)) {
			read_line(&e, line, at, count, &vector_figures);
			continue;
		}
		count[GCN_S_vl1_bypasses] += kind == GCN_LOAD;
		pass_line(&e, line, at,
			kind == GCN_LOAD    ? TM_READ
			: kind == GCN_STORE ? TM_WRITE
					    : TM_ATOMIC,
			l->same[n]);
	}
	port->free = begin + l->cycles;
	count[GCN_S_vector_memory_cycles] += l->cycles;
	count_vector(w->wave, l, count);
	enter(&e, w, TM_VM);
	if (kind != GCN_LOAD)
		gcn_tm_counter_add(&w->counters[TM_EXP], begin - e.phase + l->cycles);
}

/* Addresses in a work-group's scratch are told by where they are in it. */
static void place_scratch(const struct gcn_tm_wave *w, struct gcn_tm_lines *l)
{
	const struct gcn_tm_group *g = w->group;
	uint64_t base = (uint64_t)(uintptr_t)g->group.scratch;
	uint64_t own = (uint64_t)(w->simd->cu->index + 1) << 48 | (uint64_t)g->index << 36;

	if (w->wave->access.space != GCN_SPACE_SCRATCH)
		return;
	for (uint32_t n = 0; n < l->count; n++)
		l->address[n] = own + (l->address[n] - (base & ~(uint64_t)(TM_LINE - 1)));
}

static void time_scalar(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now)
{
	struct gcn_tm_port *port = &k->port;
	uint64_t *count = w->simd->cu->figures.count, begin = later(now, port->free);
	struct ending e = begin_access(port, begin, port->latency);

	for (uint32_t n = 0; n < k->lines.count; n++)
		read_line(&e, gcn_tm_line_of(&k->run->pages, k->lines.address[n]), begin + n, count,
			&scalar_figures);
	port->free = begin + (k->lines.count == 0 ? 1 : k->lines.count);
	enter(&e, w, TM_LGKM);
}

static void time_lds(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now)
{
	struct gcn_tm_cu *cu = w->simd->cu;
	const struct gcn_memory_access *a = &w->wave->access;
	uint64_t *count = cu->figures.count, begin = later(now, cu->lds_free);
	uint64_t lanes = (uint64_t)__builtin_popcountll(a->lanes);
	uint32_t conflicts = 0, cycles = 1;

	if (k->step.has_access) {
		cycles = gcn_tm_lds_cycles(&k->run->model, w->wave, &conflicts);
		count[GCN_S_lds_reads] += a->kind == GCN_LOAD ? lanes : 0;
		count[GCN_S_lds_writes] += a->kind == GCN_STORE ? lanes : 0;
		count[GCN_S_lds_atomics] += a->kind == GCN_ATOMIC ? lanes : 0;
	}
	cu->lds_free = begin + cycles;
	count[GCN_S_lds_accesses] += cycles;
	count[GCN_S_lds_conflicts] += conflicts;
	gcn_tm_counter_add(&w->counters[TM_LGKM],
		gcn_tm_round(k->run->p, begin) + cycles + k->run->p[GCN_P_lds_latency]);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void collect_scalar(const struct gcn_wave *w, struct gcn_tm_lines *l)
{
	uint64_t first = w->address[0] & ~(uint64_t)(TM_LINE - 1);
	uint64_t last = w->address[0] + w->access.bytes - 1;

	l->count = 0;
	for (uint64_t at = first; at <= last && w->access.bytes != 0; at += TM_LINE)
		l->address[l->count++] = at;
}

static bool are_touched(const struct gcn_tm_pages *p, const struct gcn_tm_lines *l)
{
	for (uint32_t n = 0; n < l->count; n++)
		if (gcn_tm_line_of(p, l->address[n]) == TM_NEVER)
			return false;
	return true;
}

/* Instructions that empty a cache keep its unit for their turn. */
static void clear_cache(struct gcn_tm_port *port, uint64_t now, uint64_t cycles)
{
	gcn_tm_cache_clear(&port->cache);
	port->free = later(now, port->free) + cycles;
}

static void time_lines(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now)
{
	if (k->step.code->row->unit == GCN_UNIT_SMEM)
		time_scalar(k, w, now);
	else
		time_vector(k, w, now);
}

bool gcn_tm_time_access(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now)
{
	const struct gcn_row *row = k->step.code->row;

	if (k->park == TM_PARK_PAGE) {
		k->park = TM_RUNS;
		time_lines(k, w, now);
		return true;
	}
	switch (row->unit) {
	case GCN_UNIT_LDS:
		time_lds(k, w, now);
		return true;
	case GCN_UNIT_SMEM:
		k->lines.count = 0;
		if (k->step.has_access)
			collect_scalar(w->wave, &k->lines);
		else if (row->op == GCN_OP_S_DCACHE_INV)
			gcn_tm_cache_clear(&k->port.cache);
		if (row->counter == GCN_COUNTER_NONE && !k->step.has_access)
			return true;
		break;
	case GCN_UNIT_VMEM:
		if (!k->step.has_access) {
			clear_cache(&w->simd->cu->port, now, k->run->p[GCN_P_vmem_cycles]);
			return true;
		}
		gcn_tm_collect_lines(&k->run->model, w->wave, &k->lines);
		place_scratch(w, &k->lines);
		break;
	default:
		return true;
	}
	if (!are_touched(&k->run->pages, &k->lines)) {
		k->park = TM_PARK_PAGE;
		k->park_cycle = now;
		return false;
	}
	time_lines(k, w, now);
	return true;
}

/* ---- answers --------------------------------------------------------------------------------- */

static void fill_ways(struct gcn_tm_port *port)
{
	for (uint32_t n = 0; n < port->answered; n++) {
		const struct gcn_tm_request *r = &port->requests[n];
		if (r->way != NULL && r->way->tag == r->line + 1 && r->way->due == TM_NEVER &&
			r->way->request == port->first + n)
			r->way->due = r->due;
		port->last_due = later(port->last_due, r->due);
	}
}

/* Adds the answers to the accesses that wait for them, and keeps the other links. */
static void follow_links(struct gcn_tm_port *port)
{
	uint32_t kept = 0;

	for (uint32_t n = 0; n < port->link_count; n++) {
		struct gcn_tm_link l = port->links[n];
		struct gcn_tm_access *a = &port->accesses[l.access];
		if (l.request >= port->first + port->answered) {
			port->links[kept++] = l;
			continue;
		}
		a->due = later(a->due, port->requests[l.request - port->first].due);
		a->pending--;
	}
	port->link_count = kept;
}

static void go_on(struct gcn_tm_wave *w)
{
	enum gcn_stall why;
	uint64_t over;

	if (!w->waits) { /* it may need room in the counter */
		if (w->ready != TM_NEVER)
			gcn_tm_simd_wake(w->simd,
				later(w->ready, w->simd->cu->cluster->run->window));
		return;
	}
	over = gcn_tm_wait_over(w, w->seen, &why);
	if (over == TM_NEVER)
		return;
	w->waits = false;
	gcn_tm_set_ready(w, over, why);
	gcn_tm_simd_wake(w->simd, w->ready);
}

/* Forgets accesses that have ended, and gives the others new numbers. */
static void compact(struct gcn_tm_port *port)
{
	uint32_t kept = 0;

	for (uint32_t n = 0; n < port->access_count; n++)
		if (port->accesses[n].pending != 0)
			port->accesses[n].moved = kept++;
	for (uint32_t n = 0; n < port->link_count; n++)
		port->links[n].access = port->accesses[port->links[n].access].moved;
	for (uint32_t n = 0; n < port->access_count; n++)
		if (port->accesses[n].pending != 0)
			port->accesses[port->accesses[n].moved] = port->accesses[n];
	port->access_count = kept;
}

/* Enters what has ended into counters. */
static void end_accesses(struct gcn_tm_port *port)
{
	for (uint32_t n = 0; n < port->access_count; n++) {
		const struct gcn_tm_access *a = &port->accesses[n];
		if (a->pending != 0 || a->wave == NULL)
			continue;
		gcn_tm_counter_set(&a->wave->counters[a->counter], a->number, a->due);
		go_on(a->wave);
	}
	compact(port);
}

static void resolve(struct gcn_tm_port *port)
{
	if (port->answered == 0)
		return;
	fill_ways(port);
	follow_links(port);
	end_accesses(port);
	port->count -= port->answered;
	port->first += port->answered;
	memmove(port->requests, port->requests + port->answered,
		port->count * sizeof *port->requests);
	port->answered = 0;
}

static void resolve_and_limit(struct gcn_tm_port *p)
{
	resolve(p);
	if (p->count != 0)
		limit_to_answer(p, p->requests[0].time);
}

void gcn_tm_cluster_resolve(struct gcn_tm_cluster *k)
{
	k->limit = k->run->window + k->run->ahead;
	resolve_and_limit(&k->port);
	for (uint32_t n = 0; n < k->cu_count; n++)
		resolve_and_limit(&k->cus[n].port);
}
