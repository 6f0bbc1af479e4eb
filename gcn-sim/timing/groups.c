/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which compute unit runs which work-group. They go round, each gets what it has room for: slots
 * for wavefronts, vector and scalar registers of SIMDs, LDS. A work-group's wavefronts are spread
 * over the SIMDs. */
#include "timing_impl.h"

/* X(limit, text) */
#define LIMITS(X) \
	X(WAVES, "wavefronts of a SIMD") \
	X(GROUPS, "work-groups of a compute unit") \
	X(VGPRS, "vector registers") \
	X(SGPRS, "scalar registers") \
	X(LDS, "LDS")
#define LIMIT_TEXT(limit, text) [GCN_LIMIT_##limit] = text,
#define LIMIT_DETAIL(limit, text) \
	[GCN_LIMIT_##limit] = "a work-group needs more than the model has of " text,

const char *gcn_limit_text(enum gcn_limit l)
{
	static const char *const texts[GCN_LIMIT_COUNT] = {LIMITS(LIMIT_TEXT)};

	return texts[l];
}

const char *gcn_limit_detail(enum gcn_limit l)
{
	static const char *const details[GCN_LIMIT_COUNT] = {LIMITS(LIMIT_DETAIL)};

	return details[l];
}

/* ---- occupancy ------------------------------------------------------------------------------- */

/* How many of `each`, rounded up, fit `all`; no more than `most`, of which *limit is told. */
static uint64_t fit(uint64_t all, uint64_t each, uint64_t granule, uint64_t most,
	enum gcn_limit which, enum gcn_limit *limit)
{
	uint64_t size = align_up(each, granule), count = size == 0 ? most : all / size;

	if (count >= most)
		return most;
	*limit = which;
	return count;
}

/* Returns how many wavefronts a SIMD may have. */
static uint64_t simd_waves(const uint64_t *p, const struct gcn_dispatch *d, enum gcn_limit *limit)
{
	uint64_t waves = p[GCN_P_simd_waves];

	*limit = GCN_LIMIT_WAVES;
	waves = fit(p[GCN_P_simd_vgprs], d->entry->vgprs, p[GCN_P_vgpr_granule], waves,
		GCN_LIMIT_VGPRS, limit);
	if (p[GCN_P_simd_sgprs] != 0)
		waves = fit(p[GCN_P_simd_sgprs], d->entry->sgprs, p[GCN_P_sgpr_granule], waves,
			GCN_LIMIT_SGPRS, limit);
	return waves;
}

struct gcn_occupancy gcn_occupancy(const struct gcn_model *m, const struct gcn_dispatch *d)
{
	const uint64_t *p = m->values;
	struct gcn_occupancy o;
	uint64_t waves = simd_waves(p, d, &o.limit), groups;

	if (p[GCN_P_group_on_one_simd] != 0)
		groups = waves / d->waves * p[GCN_P_simds];
	else
		groups = waves * p[GCN_P_simds] / d->waves;
	if (d->waves > 1 && groups > p[GCN_P_cu_groups]) {
		groups = p[GCN_P_cu_groups];
		o.limit = GCN_LIMIT_GROUPS;
	}
	groups = fit(p[GCN_P_lds_bytes], d->group_bytes, p[GCN_P_lds_granule], groups,
		GCN_LIMIT_LDS, &o.limit);
	o.groups = (uint32_t)groups;
	o.waves = (uint32_t)groups * d->waves;
	return o;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Returns the SIMD of a work-group's n-th wavefront. It follows from the work-group's place alone:
 * it does not depend on which wavefronts of others have ended, and places of all work-groups
 * together spread wavefronts evenly. */
static struct gcn_tm_simd *choose_simd(struct gcn_tm_cu *cu, const struct gcn_tm_group *g,
	uint32_t n)
{
	const uint64_t *p = cu->cluster->run->p;

	if (p[GCN_P_group_on_one_simd] != 0)
		return &cu->simds[g->index % p[GCN_P_simds]];
	return &cu->simds[(g->index * cu->cluster->run->dispatch->waves + n) % p[GCN_P_simds]];
}

static void place_wave(struct gcn_tm_cu *cu, struct gcn_tm_group *g, uint32_t n, uint64_t now)
{
	struct gcn_tm_wave *w = &g->waves[n];
	struct gcn_tm_simd *s = choose_simd(cu, g, n);
	uint64_t begin = cu->launch_free > now ? cu->launch_free : now;

	cu->launch_free = begin + cu->cluster->run->p[GCN_P_launch_interval];
	*w = (struct gcn_tm_wave){.wave = &g->group.waves[n],
		.group = g,
		.simd = s,
		.ready = begin,
		.seen = begin,
		.begin = begin,
		.slot = (uint8_t)__builtin_ctz(~s->slots),
		.blame = GCN_STALL_issue,
		.code = gcn_tm_code_of(cu->cluster, cu->cluster->run->dispatch->entry->code)};
	w->counters[TM_VM].ordered = w->counters[TM_EXP].ordered = true;
	s->slots |= 1U << w->slot;
	s->waves[s->count++] = w;
	if (cu->waves++ == 0)
		cu->busy_since = begin;
	cu->figures.count[GCN_S_wavefronts]++;
	gcn_tm_simd_wake(s, begin);
}

uint32_t gcn_run_cu(const struct gcn_group *g)
{
	const struct gcn_tm_group *of = (const struct gcn_tm_group *)g; /* its first member */

	return of->waves[0].simd->cu->index;
}

static void number_to_id(const struct gcn_dispatch *d, uint64_t number, uint32_t *id)
{
	id[0] = (uint32_t)(number % d->groups[0]);
	id[1] = (uint32_t)(number / d->groups[0] % d->groups[1]);
	id[2] = (uint32_t)(number / d->groups[0] / d->groups[1]);
}

/* Takes the number of the compute unit's next work-group; TM_NEVER: there is none. */
static uint64_t take_number(struct gcn_tm_cu *cu)
{
	struct gcn_run *r = cu->cluster->run;
	uint64_t *next = r->p[GCN_P_group_to_free_cu] != 0 ? &r->next_group : &cu->next_group;
	uint64_t number = *next;

	if (number >= r->group_count)
		return TM_NEVER;
	*next += next == &r->next_group ? 1 : r->cu_count;
	return number;
}

static bool has_number(const struct gcn_tm_cu *cu)
{
	const struct gcn_run *r = cu->cluster->run;

	return (r->p[GCN_P_group_to_free_cu] != 0 ? r->next_group : cu->next_group) <
	       r->group_count;
}

static bool start_group(struct gcn_tm_cu *cu, struct gcn_tm_group *g, uint64_t now)
{
	const struct gcn_dispatch *d = cu->cluster->run->dispatch;
	uint32_t id[3];

	if (!g->is_allocated) {
		g->is_allocated = gcn_group_init(&g->group, d);
		if (!g->is_allocated)
			return false;
	}
	number_to_id(d, take_number(cu), id);
	gcn_group_start(&g->group, id);
	g->is_used = true;
	g->left = g->group.wave_count;
	g->arrived = 0;
	cu->figures.count[GCN_S_work_groups]++;
	for (uint32_t n = 0; n < g->left; n++)
		place_wave(cu, g, n, now);
	return true;
}

static struct gcn_tm_group *free_group(const struct gcn_run *r, const struct gcn_tm_cu *cu)
{
	for (uint32_t n = 0; n < r->occupancy.groups; n++)
		if (!cu->groups[n].is_used)
			return &cu->groups[n];
	return NULL;
}

/* Of the wavefronts that begin together. */
static void note_most_waves(struct gcn_run *r)
{
	uint64_t waves = 0;

	for (uint32_t n = 0; n < r->cu_count; n++)
		waves += r->cus[n].waves;
	if (waves > r->max_waves)
		r->max_waves = waves;
}

bool gcn_tm_groups_remain(const struct gcn_run *r)
{
	for (uint32_t n = 0; n < r->cu_count; n++)
		if (has_number(&r->cus[n]))
			return true;
	return false;
}

bool gcn_tm_groups_fill(struct gcn_tm_cu *cu, uint64_t now)
{
	const struct gcn_run *r = cu->cluster->run;
	struct gcn_tm_group *g;

	while (has_number(cu) && (g = free_group(r, cu)) != NULL)
		if (!start_group(cu, g, now))
			return false;
	return true;
}

bool gcn_tm_groups_begin(struct gcn_run *r)
{
	uint32_t waiting = 0;

	for (uint32_t n = 0; n < r->cu_count; n++)
		r->cus[n].next_group = n;
	/* each compute unit gets one in its turn, until none has room */
	while (waiting < r->cu_count) {
		struct gcn_tm_cu *cu = &r->cus[r->next_cu];
		struct gcn_tm_group *g = has_number(cu) ? free_group(r, cu) : NULL;
		r->next_cu = (r->next_cu + 1) % r->cu_count;
		waiting = g == NULL ? waiting + 1 : 0;
		if (g != NULL && !start_group(cu, g, 0))
			return false;
	}
	note_most_waves(r);
	return true;
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void leave_simd(struct gcn_tm_wave *w)
{
	struct gcn_tm_simd *s = w->simd;
	uint32_t n = 0;

	while (s->waves[n] != w)
		n++;
	for (s->count--; n < s->count; n++)
		s->waves[n] = s->waves[n + 1];
	s->slots &= ~(1U << w->slot);
}

/* Accesses that have not ended, as of stores, do not concern the next wavefront. */
static void leave_accesses(struct gcn_tm_port *p, const struct gcn_tm_wave *w)
{
	for (uint32_t n = 0; n < p->access_count; n++)
		if (p->accesses[n].wave == w)
			p->accesses[n].wave = NULL;
}

static void note_stay(struct gcn_tm_cluster *k, const struct gcn_tm_wave *w, uint64_t now)
{
	const struct gcn_tm_group *g = w->group;

	if (k->stays == NULL)
		return;
	k->stays[k->stay_count++] = (struct gcn_stay){.begin = w->begin,
		.end = now,
		.group = {g->group.id[0], g->group.id[1], g->group.id[2]},
		.cu = (uint16_t)w->simd->cu->index,
		.simd = (uint8_t)w->simd->index,
		.slot = w->slot,
		.wave = (uint8_t)w->wave->number};
}

void gcn_tm_wave_ends(struct gcn_tm_wave *w, uint64_t now)
{
	struct gcn_tm_cu *cu = w->simd->cu;
	struct gcn_tm_cluster *k = cu->cluster;
	struct gcn_tm_group *g = w->group;

	note_stay(k, w, now);
	leave_simd(w);
	leave_accesses(&cu->port, w);
	leave_accesses(&k->port, w);
	cu->figures.count[GCN_S_resident_cycles] += now - w->begin;
	if (--cu->waves == 0)
		cu->figures.count[GCN_S_busy_cycles] += now - cu->busy_since;
	if (now > k->last_end)
		k->last_end = now;
	k->waves_ended++;
	w->wave = NULL;
	if (--g->left != 0)
		return;
	g->is_used = false;
	if (!has_number(cu))
		return;
	if (k->run->p[GCN_P_group_to_free_cu] == 0 && k->stays == NULL) {
		/* memory is there, and there is room for what has ended */
		if (!gcn_tm_groups_fill(cu, now))
			BUG("a work-group has lost its memory");
		return;
	}
	k->park = TM_PARK_GROUP;
	k->park_cycle = now;
	k->current = w;
}
