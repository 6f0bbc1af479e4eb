/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes a run and its parts, and frees them. */
#include <stdlib.h>
#include "run_impl.h"

enum { FIRST_ROOM = 2 * TM_LINES_MAX };

/* Returns zeroed objects of a type whose size and alignment are multiples of TM_APART, or NULL. */
static void *new_apart(size_t count, size_t bytes)
{
	void *p = aligned_alloc(TM_APART, (count == 0 ? 1 : count) * bytes);

	return p == NULL ? NULL : memset(p, 0, count * bytes);
}

static bool port_init(struct gcn_tm_cluster *k, struct gcn_tm_port *p, enum gcn_parameter bytes,
	enum gcn_parameter ways, enum gcn_parameter latency)
{
	const struct gcn_run *r = k->run;

	p->cluster = k;
	p->latency = r->p[latency];
	p->answer = p->latency + r->p[GCN_P_l2_latency];
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
	if (cu->groups == NULL || !port_init(cu->cluster, &cu->port, GCN_P_vl1_bytes,
					  GCN_P_vl1_ways, GCN_P_vl1_latency))
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
	       port_init(k, &k->port, GCN_P_sl1_bytes, GCN_P_sl1_ways, GCN_P_sl1_latency);
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

	r->cus = new_apart(r->cu_count, sizeof *r->cus);
	r->clusters = new_apart(r->cluster_count, sizeof *r->clusters);
	r->channels = new_apart(r->channel_count, sizeof *r->channels);
	r->starts = mem_try_new(later(r->answer, LONGEST_WINDOW) + 2, sizeof *r->starts);
	r->taken = mem_try_new(r->cluster_count + (size_t)r->channel_count, sizeof *r->taken);
	r->figures.cus = mem_try_new(r->cu_count, sizeof *r->figures.cus);
	r->figures.code = mem_try_new(r->figures.code_count + 1, sizeof *r->figures.code);
	ok = ok && r->cus != NULL && r->clusters != NULL && r->channels != NULL &&
	     r->starts != NULL && r->taken != NULL && r->figures.cus != NULL &&
	     r->figures.code != NULL;
	for (uint32_t n = 0; n < r->cluster_count && ok; n++)
		ok = cluster_init(r, n);
	for (uint32_t n = 0; n < r->cu_count && ok; n++)
		ok = cu_init(r, &r->cus[n]);
	for (uint32_t n = 0; n < r->channel_count && ok; n++)
		ok = channel_init(r, &r->channels[n]);
	return ok;
}

struct gcn_run *gcn_run_new(const struct gcn_model *m, const struct gcn_dispatch *dispatch,
	const struct gcn_run_options *options)
{
	struct gcn_run *r = new_apart(1, sizeof *r);

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
	r->answer =
		earlier(r->p[GCN_P_vl1_latency], r->p[GCN_P_sl1_latency]) + r->p[GCN_P_l2_latency];
	r->ahead = r->answer;
	r->turn_end = GCN_RUN_TURN;
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
