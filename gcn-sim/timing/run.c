/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes a run and leads it, window by window, and says what came of it. */
#include "run_impl.h"

/* ---- making ---------------------------------------------------------------------------------- */

enum { FIRST_ROOM = 4 * TM_LINES_MAX };

static bool port_init(struct gcn_run *r, struct gcn_tm_port *p, enum gcn_parameter bytes,
	enum gcn_parameter ways, enum gcn_parameter latency)
{
	p->run = r;
	p->latency = r->p[latency];
	p->capacity = p->link_capacity = p->access_capacity = FIRST_ROOM;
	p->requests = mem_try_new(FIRST_ROOM, sizeof *p->requests);
	p->links = mem_try_new(FIRST_ROOM, sizeof *p->links);
	p->accesses = mem_try_new(FIRST_ROOM, sizeof *p->accesses);
	return gcn_tm_cache_init(&p->cache, r->p[bytes], r->p[ways]) && p->requests != NULL &&
	       p->links != NULL && p->accesses != NULL;
}

static void port_release(struct gcn_tm_port *p)
{
	gcn_tm_cache_release(&p->cache);
	mem_free(p->requests);
	mem_free(p->links);
	mem_free(p->accesses);
}

static bool cu_init(struct gcn_run *r, struct gcn_tm_cu *cu)
{
	uint32_t groups = r->occupancy.groups;

	cu->index = (uint32_t)(cu - r->cus);
	cu->cluster = &r->clusters[cu->index / r->p[GCN_P_cluster_cus]];
	for (uint32_t n = 0; n < TM_SIMDS; n++)
		cu->simds[n] = (struct gcn_tm_simd){
			.cu = cu, .index = n, .next = TM_NEVER, .slot_cycle = TM_NEVER};
	cu->groups = mem_try_new(groups + (size_t)1, sizeof *cu->groups);
	if (cu->groups == NULL ||
		!port_init(r, &cu->port, GCN_P_vl1_bytes, GCN_P_vl1_ways, GCN_P_vl1_latency))
		return false;
	for (uint32_t n = 0; n < groups; n++) {
		struct gcn_tm_group *g = &cu->groups[n];
		g->index = n;
		g->waves = mem_try_new(r->dispatch->waves, sizeof *g->waves);
		if (g->waves == NULL)
			return false;
	}
	return true;
}

static void cu_release(const struct gcn_run *r, struct gcn_tm_cu *cu)
{
	for (uint32_t n = 0; n < r->occupancy.groups && cu->groups != NULL; n++) {
		if (cu->groups[n].is_allocated)
			gcn_group_release(&cu->groups[n].group);
		mem_free(cu->groups[n].waves);
	}
	mem_free(cu->groups);
	port_release(&cu->port);
}

static bool cluster_init(struct gcn_run *r, uint32_t n)
{
	struct gcn_tm_cluster *k = &r->clusters[n];
	uint32_t each = (uint32_t)r->p[GCN_P_cluster_cus], first = n * each;

	k->run = r;
	k->index = n;
	k->cus = &r->cus[first];
	k->cu_count = r->cu_count - first < each ? r->cu_count - first : each;
	k->code = mem_try_new(r->figures.code_count + 1, sizeof *k->code);
	return k->code != NULL &&
	       port_init(r, &k->port, GCN_P_sl1_bytes, GCN_P_sl1_ways, GCN_P_sl1_latency);
}

static bool channel_init(const struct gcn_run *r, struct gcn_tm_channel *c)
{
	uint64_t banks = r->p[GCN_P_l2_banks] / r->channel_count;

	c->banks = mem_try_new(banks, sizeof *c->banks);
	c->rows = mem_try_new(r->p[GCN_P_memory_banks], sizeof *c->rows);
	if (c->banks == NULL || c->rows == NULL)
		return false;
	for (uint64_t b = 0; b < banks; b++)
		if (!gcn_tm_cache_init(&c->banks[b].cache, r->p[GCN_P_l2_bank_bytes],
			    r->p[GCN_P_l2_ways]))
			return false;
	return true;
}

static void channel_release(const struct gcn_run *r, struct gcn_tm_channel *c)
{
	for (uint64_t b = 0; b < r->p[GCN_P_l2_banks] / r->channel_count && c->banks != NULL; b++)
		gcn_tm_cache_release(&c->banks[b].cache);
	mem_free(c->banks);
	mem_free(c->rows);
}

/* Instructions have numbers through all regions. */
static bool number_code(struct gcn_run *r)
{
	const struct gcn_program *p = r->dispatch->program;

	r->region_codes = mem_try_new(p->region_count + (size_t)1, sizeof *r->region_codes);
	for (uint32_t n = 0; n < p->region_count && r->region_codes != NULL; n++) {
		r->region_codes[n] = r->figures.code_count;
		r->figures.code_count += p->regions[n].bytes / 4;
	}
	return r->region_codes != NULL;
}

static bool parts_init(struct gcn_run *r)
{
	bool ok = gcn_tm_pages_init(&r->pages) && number_code(r);

	r->cus = mem_try_new(r->cu_count, sizeof *r->cus);
	r->clusters = mem_try_new(r->cluster_count, sizeof *r->clusters);
	r->channels = mem_try_new(r->channel_count, sizeof *r->channels);
	r->starts = mem_try_new(r->window_cycles + 2, sizeof *r->starts);
	r->taken = mem_try_new(r->cluster_count + (size_t)r->channel_count, sizeof *r->taken);
	r->figures.cus = mem_try_new(r->cu_count, sizeof *r->figures.cus);
	r->figures.code = mem_try_new(r->figures.code_count + 1, sizeof *r->figures.code);
	ok = ok && r->cus != NULL && r->clusters != NULL && r->channels != NULL &&
	     r->starts != NULL && r->taken != NULL && r->figures.cus != NULL &&
	     r->figures.code != NULL;
	for (uint32_t n = 0; n < r->cu_count && ok; n++)
		ok = cu_init(r, &r->cus[n]);
	for (uint32_t n = 0; n < r->cluster_count && ok; n++)
		ok = cluster_init(r, n);
	for (uint32_t n = 0; n < r->channel_count && ok; n++)
		ok = channel_init(r, &r->channels[n]);
	return ok;
}

/* Nothing is answered within a window: those of several cycles begin with a round, as latencies
 * do; where they are shorter than a round, an answer comes a cycle later at least. */
static uint64_t window_cycles(const uint64_t *p)
{
	uint64_t first = earlier(p[GCN_P_vl1_latency], p[GCN_P_sl1_latency]);
	uint64_t rounds = gcn_tm_round(p, first + p[GCN_P_l2_latency]);

	return rounds == 0 ? 1 : rounds;
}

struct gcn_run *gcn_run_new(const struct gcn_model *m, const struct gcn_dispatch *dispatch,
	const struct gcn_run_options *options)
{
	struct gcn_run *r = mem_try_new(1, sizeof *r);

	if (r == NULL)
		return NULL;
	r->model = *m;
	r->p = r->model.values;
	r->dispatch = dispatch;
	r->options = *options;
	r->occupancy = gcn_occupancy(m, dispatch);
	r->group_count = (uint64_t)dispatch->groups[0] * dispatch->groups[1] * dispatch->groups[2];
	r->cu_count = (uint32_t)r->p[GCN_P_compute_units];
	r->cluster_count =
		(uint32_t)((r->cu_count + r->p[GCN_P_cluster_cus] - 1) / r->p[GCN_P_cluster_cus]);
	r->channel_count = (uint32_t)r->p[GCN_P_memory_channels];
	r->window_cycles = window_cycles(r->p);
	r->window_end = r->window_cycles;
	if (!parts_init(r)) {
		gcn_run_free(r);
		return NULL;
	}
	return r;
}

void gcn_run_free(struct gcn_run *r)
{
	for (uint32_t n = 0; n < r->cu_count && r->cus != NULL; n++)
		cu_release(r, &r->cus[n]);
	for (uint32_t n = 0; n < r->cluster_count && r->clusters != NULL; n++) {
		port_release(&r->clusters[n].port);
		mem_free(r->clusters[n].code);
		mem_free(r->clusters[n].stays);
	}
	for (uint32_t n = 0; n < r->channel_count && r->channels != NULL; n++)
		channel_release(r, &r->channels[n]);
	mem_free(r->cus);
	mem_free(r->clusters);
	mem_free(r->channels);
	mem_free(r->starts);
	mem_free(r->taken);
	mem_free(r->order);
	mem_free(r->pages.table);
	mem_free(r->region_codes);
	mem_free(r->figures.cus);
	mem_free(r->figures.code);
	mem_free(r->figures.stays);
	mem_free(r->figures.traffic);
	mem_free(r);
}

/* ---- parked clusters ------------------------------------------------------------------------- */

/* Makes an array twice as long. False without memory. */
static bool grow(void *array, uint32_t *capacity, size_t bytes)
{
	void **at = array, *bigger = mem_try_new((size_t)*capacity * 2, bytes);

	if (bigger == NULL)
		return false;
	memcpy(bigger, *at, *capacity * bytes);
	mem_free(*at);
	*at = bigger;
	*capacity *= 2;
	return true;
}

static bool port_grow(struct gcn_tm_port *p)
{
	return grow(&p->requests, &p->capacity, sizeof *p->requests) &&
	       grow(&p->links, &p->link_capacity, sizeof *p->links) &&
	       grow(&p->accesses, &p->access_capacity, sizeof *p->accesses);
}

static bool make_room(struct gcn_tm_cluster *k)
{
	bool ok = port_grow(&k->port);

	for (uint32_t n = 0; n < k->cu_count && ok; n++)
		ok = port_grow(&k->cus[n].port);
	return ok;
}

static bool touch_pages(struct gcn_run *r, const struct gcn_tm_lines *l)
{
	for (uint32_t n = 0; n < l->count; n++)
		if (!gcn_tm_touch(&r->pages, l->address[n]))
			return false;
	return true;
}

/* Serves a cluster. False without memory. */
static bool serve(struct gcn_run *r, struct gcn_tm_cluster *k, struct gcn_host *h)
{
	k->host = h;
	switch (k->park) {
	case TM_PARK_ORDER:
		h->enter(h);
		gcn_tm_cluster_step(k);
		h->leave(h);
		return true;
	case TM_PARK_PAGE:
		if (!touch_pages(r, &k->lines))
			return false;
		gcn_tm_cluster_step(k);
		return true;
	case TM_PARK_GROUP:
		k->park = TM_RUNS;
		return gcn_tm_groups_fill(k->current->simd->cu, k->park_cycle);
	case TM_PARK_ROOM:
		k->park = TM_RUNS;
		return make_room(k);
	case TM_RUNS:
	case TM_STOPPED:
		break;
	}
	return true;
}

static struct gcn_tm_cluster *first_parked(struct gcn_run *r)
{
	struct gcn_tm_cluster *first = NULL;

	for (uint32_t n = 0; n < r->cluster_count; n++) {
		struct gcn_tm_cluster *k = &r->clusters[n];
		if (k->park != TM_RUNS && k->park != TM_STOPPED &&
			(first == NULL || k->park_cycle < first->park_cycle))
			first = k;
	}
	return first;
}

static struct gcn_tm_cluster *first_stopped(struct gcn_run *r)
{
	struct gcn_tm_cluster *first = NULL;

	for (uint32_t n = 0; n < r->cluster_count; n++) {
		struct gcn_tm_cluster *k = &r->clusters[n];
		if (k->park == TM_STOPPED && (first == NULL || k->park_cycle < first->park_cycle))
			first = k;
	}
	return first;
}

/* ---- windows --------------------------------------------------------------------------------- */

/* There is room for the stays of all wavefronts that may end before it is looked at again. */
static bool make_room_for_stays(struct gcn_run *r)
{
	size_t most =
		(size_t)(r->p[GCN_P_cluster_cus] * r->p[GCN_P_simds] * r->p[GCN_P_simd_waves]);

	for (uint32_t n = 0; n < r->cluster_count && r->options.traces; n++) {
		struct gcn_tm_cluster *k = &r->clusters[n];
		if (k->stays != NULL && k->stay_capacity - k->stay_count >= most)
			continue;
		size_t capacity = 2 * (k->stay_capacity + most);
		struct gcn_stay *bigger = mem_try_new(capacity, sizeof *bigger);
		if (bigger == NULL)
			return false;
		if (k->stay_count != 0)
			memcpy(bigger, k->stays, k->stay_count * sizeof *bigger);
		mem_free(k->stays);
		k->stays = bigger;
		k->stay_capacity = capacity;
	}
	return true;
}

/* Runs all clusters to the window's end. False without memory. */
static bool run_clusters(struct gcn_run *r, struct gcn_host *h)
{
	struct gcn_tm_cluster *k;

	for (;;) {
		if (!make_room_for_stays(r))
			return false;
		h->enter(h);
		gcn_tm_phase_run(r, TM_PHASE_CLUSTERS, r->cluster_count, h);
		h->leave(h);
		if (first_parked(r) == NULL)
			return true;
		while ((k = first_parked(r)) != NULL)
			if (!serve(r, k, h))
				return false;
	}
}

static uint64_t lines_of_memory(const struct gcn_run *r)
{
	uint64_t lines = 0;

	for (uint32_t n = 0; n < r->channel_count; n++)
		lines += r->channels[n].figures[GCN_M_memory_reads] +
		         r->channels[n].figures[GCN_M_memory_writes];
	return lines;
}

static bool note_traffic(struct gcn_run *r, uint64_t lines_before)
{
	struct gcn_figures *f = &r->figures;

	if (!r->options.traces || r->order_count == 0)
		return true;
	if (f->traffic_count == r->traffic_capacity) {
		uint32_t capacity = r->traffic_capacity == 0 ? 256 : r->traffic_capacity;
		if (f->traffic == NULL)
			f->traffic = mem_try_new(capacity, sizeof *f->traffic);
		else if (!grow(&f->traffic, &capacity, sizeof *f->traffic))
			return false;
		if (f->traffic == NULL)
			return false;
		r->traffic_capacity = capacity;
	}
	f->traffic[f->traffic_count++] = (struct gcn_traffic){r->window, r->window_end,
		(uint32_t)r->order_count, (uint32_t)(lines_of_memory(r) - lines_before)};
	return true;
}

/* So many requests are worth it to share the work on them. */
enum { WORTH_SHARING = 200 };

static bool run_channels(struct gcn_run *r, struct gcn_host *h)
{
	uint64_t before = lines_of_memory(r);

	if (!gcn_tm_requests_sort(r))
		return false;
	if (r->order_count == 0)
		return true;
	if (r->order_count < WORTH_SHARING) {
		for (uint32_t n = 0; n < r->channel_count; n++)
			gcn_tm_channel_run(r, n);
		return note_traffic(r, before);
	}
	h->enter(h);
	gcn_tm_phase_run(r, TM_PHASE_CHANNELS, r->channel_count, h);
	h->leave(h);
	return note_traffic(r, before);
}

/* What is to come, beyond the window. */
struct outlook {
	uint64_t next; /* when a SIMD has its turn, or a request leaves */
	uint64_t waves, ended;
};

static void look_at_port(struct outlook *o, const struct gcn_tm_port *p)
{
	if (p->count > p->answered && p->requests[p->answered].time < o->next)
		o->next = p->requests[p->answered].time;
}

static struct outlook look_ahead(const struct gcn_run *r)
{
	struct outlook o = {.next = r->order_count != 0 ? r->window_end : TM_NEVER};

	for (uint32_t n = 0; n < r->cluster_count; n++) {
		look_at_port(&o, &r->clusters[n].port);
		o.ended += r->clusters[n].waves_ended;
	}
	for (uint32_t n = 0; n < r->cu_count; n++) {
		const struct gcn_tm_cu *cu = &r->cus[n];
		look_at_port(&o, &cu->port);
		o.waves += cu->waves;
		for (uint32_t s = 0; s < TM_SIMDS; s++)
			if (cu->simds[s].next < o.next)
				o.next = cu->simds[s].next;
	}
	return o;
}

/* Goes on to the next window; false, with the run's end, when there is none. */
static bool next_window(struct gcn_run *r)
{
	struct outlook o = look_ahead(r);
	uint64_t patience = r->p[GCN_P_watchdog];

	if (o.ended != r->ended_then) {
		r->ended_then = o.ended;
		r->last_progress = r->window_end;
	}
	if (o.next == TM_NEVER) {
		r->end = o.waves == 0 && !gcn_tm_groups_remain(r) ? GCN_RUN_DONE : GCN_RUN_DEADLOCK;
		return false;
	}
	if (patience != 0 && o.waves != 0 && r->window_end - r->last_progress > patience) {
		r->end = GCN_RUN_WATCHDOG;
		return false;
	}
	r->window =
		later(r->window_cycles == 1 ? o.next : gcn_tm_round(r->p, o.next), r->window_end);
	r->window_end = r->window + r->window_cycles;
	return true;
}

static void lead(struct gcn_run *r, struct gcn_host *h)
{
	bool ok = gcn_tm_groups_begin(r);

	if (r->occupancy.groups == 0) {
		r->end = GCN_RUN_NO_ROOM;
		return;
	}
	do {
		ok = ok && run_clusters(r, h);
		r->failed = first_stopped(r);
		if (r->failed != NULL)
			r->end = GCN_RUN_STOPPED;
		if (r->failed != NULL || !ok)
			break;
		ok = run_channels(r, h);
	} while (ok && next_window(r));
	if (!ok)
		r->end = GCN_RUN_NO_MEMORY;
}

enum gcn_run_end gcn_run_work(struct gcn_run *r, struct gcn_host *h)
{
	h->wave = NULL;
	h->group = NULL;
	h->number = atomic_fetch_add_explicit(&r->threads, 1, memory_order_relaxed);
	if (!atomic_exchange_explicit(&r->has_leader, true, memory_order_acq_rel)) {
		lead(r, h);
		gcn_tm_phase_end(r);
	} else {
		h->enter(h);
		gcn_tm_phase_help(r, h);
		h->leave(h);
	}
	return r->end;
}
