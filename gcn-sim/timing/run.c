/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Leads a run, window by window, and says what came of it. */
#include "run_impl.h"

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

static bool has_parked(const struct gcn_tm_cluster *k)
{
	return k->park != TM_RUNS && k->park != TM_STOPPED;
}

/* Returns the first of the clusters that have parked and have not come to that cycle. */
static struct gcn_tm_cluster *first_parked(struct gcn_run *r, uint64_t before)
{
	struct gcn_tm_cluster *first = NULL;

	for (uint32_t n = 0; n < r->cluster_count; n++) {
		struct gcn_tm_cluster *k = &r->clusters[n];
		if (has_parked(k) && k->clock < before &&
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

/* Returns the cycle that all clusters have come to, but for those that have parked. */
static uint64_t reached(const struct gcn_run *r)
{
	uint64_t cycle = TM_NEVER;

	for (uint32_t n = 0; n < r->cluster_count; n++)
		if (!has_parked(&r->clusters[n]))
			cycle = earlier(cycle, r->clusters[n].limit);
	return cycle;
}

/* Serves the clusters that have parked before the cycle and, as they may park again, not long after
 * the first one. False without memory. */
static bool serve_parked(struct gcn_run *r, uint64_t before, struct gcn_host *h)
{
	struct gcn_tm_cluster *k;

	for (uint32_t n = 0; n < r->cluster_count; n++)
		if (has_parked(&r->clusters[n]))
			before = earlier(before, r->clusters[n].clock + SERVED_TOGETHER);
	while ((k = first_parked(r, before)) != NULL)
		if (!serve(r, k, h))
			return false;
	return true;
}

/* Runs the clusters for a window, and finds its end: those that have parked behind it are served
 * when the others have come there. False without memory. */
static bool run_clusters(struct gcn_run *r, struct gcn_host *h)
{
	for (;;) {
		if (!make_room_for_stays(r))
			return false;
		h->enter(h);
		gcn_tm_phase_run(r, TM_PHASE_CLUSTERS, r->cluster_count, h);
		h->leave(h);
		r->window_end = reached(r);
		if (first_parked(r, r->window_end) == NULL)
			return true;
		if (!serve_parked(r, r->window_end, h))
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
	uint64_t waves, ended, waits_in_vain;
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
		o.waits_in_vain += r->clusters[n].waits_in_vain;
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

/* What the run's wavefronts wait for may be another dispatch. When it asks depends on cycles only,
 * so that is the same each time. */
static bool gives_way(struct gcn_run *r, const struct outlook *o, struct gcn_host *h)
{
	if (r->window < r->turn_end && (o->waits_in_vain == r->waits_in_vain ||
					       o->waits_in_vain - r->waits_in_vain < o->waves))
		return false;
	r->turn_end = r->window + GCN_RUN_TURN;
	r->waits_in_vain = o->waits_in_vain;
	return h->gives_way != NULL && h->gives_way(h);
}

/* Goes on to the next window; false, with the run's end, when there is none now. */
static bool next_window(struct gcn_run *r, struct gcn_host *h)
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
	r->window = later(gcn_tm_round(r->p, o.next), r->window_end);
	/* while nobody asks, clusters need not wait for each other; else a cluster that has run
	 * far ahead would leave the work of the next windows to few */
	r->ahead = r->order_count != 0 ? r->answer
	                               : later(r->answer, earlier(2 * r->ahead, LONGEST_WINDOW));
	if (gives_way(r, &o, h)) {
		r->end = GCN_RUN_PAUSED;
		return false;
	}
	return true;
}

static void lead(struct gcn_run *r, struct gcn_host *h)
{
	bool ok = r->has_begun || gcn_tm_groups_begin(r);

	r->has_begun = true;
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
	} while (ok && next_window(r, h));
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

void gcn_run_resume(struct gcn_run *r)
{
	gcn_tm_phase_resume(r);
	atomic_store_explicit(&r->threads, 0, memory_order_relaxed);
	/* release: the next thread that leads goes on with what the last one did */
	atomic_store_explicit(&r->has_leader, false, memory_order_release);
}
