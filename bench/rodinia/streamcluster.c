/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia streamcluster: local search for centres. For one candidate after the other kernels
 * compute what each point saves, the host adds it up, opens the candidate and closes centres if
 * that pays. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { GROUP = 256, CANDIDATES = 12, MOST_CENTRES = CANDIDATES + 1 };

struct search {
	struct rodinia_points p;
	bool *is_centre;
	int32_t *table; /* the number of each centre */
	size_t centres;
};

struct streamcluster {
	struct rodinia_points first;
	struct search got, expected;
	float *work, price; /* of a centre */
	char *moves;
	size_t candidates[CANDIDATES];
};

static float distance(const struct rodinia_points *p, size_t a, size_t b)
{
	float sum = 0;
	for (size_t d = 0; d < p->dimensions; d++) {
		float v = p->coord[d * p->count + a] - p->coord[d * p->count + b];
		sum += v * v;
	}
	return sum;
}

static struct search make_search(const struct rodinia_points *first)
{
	struct search s = {.p = *first};
	s.p.points = suite_alloc(first->count * sizeof *s.p.points);
	s.is_centre = suite_alloc(first->count * sizeof *s.is_centre);
	s.table = suite_alloc(first->count * sizeof *s.table);
	return s;
}

/* Points around a few places, all of which belong to the first point. */
static void *setup(enum suite_size size)
{
	enum { PLACES = 8 };
	struct streamcluster *v = suite_alloc(sizeof *v);
	struct rodinia_points *p = &v->first;
	uint64_t random = 1;
	p->count = suite_pick(size, 512, 4096, 65536);
	p->dimensions = suite_pick(size, 19, 32, 128);
	p->coord = suite_alloc(p->count * p->dimensions * sizeof(float));
	p->points = suite_alloc(p->count * sizeof *p->points);
	suite_fill_floats(p->coord, p->count * p->dimensions, -0.2f, 0.2f, 2);
	for (size_t d = 0; d < p->dimensions; d++) {
		float place[PLACES];
		suite_fill_floats(place, PLACES, 0, 1, 10 + d);
		for (size_t i = 0; i < p->count; i++)
			p->coord[d * p->count + i] += place[i % PLACES];
	}
	double cost = 0;
	for (size_t i = 0; i < p->count; i++) {
		p->points[i].weight = 1;
		p->points[i].cost = distance(p, i, 0);
		cost += (double)p->points[i].cost;
	}
	v->price = (float)(cost / 40);
	for (size_t i = 0; i < CANDIDATES; i++)
		v->candidates[i] = 1 + suite_random(&random) % (p->count - 1);
	v->got = make_search(p);
	v->expected = make_search(p);
	v->work = suite_alloc(p->count * (MOST_CENTRES + 1) * sizeof(float));
	v->moves = suite_alloc(p->count);
	return v;
}

static void restart(const struct streamcluster *v, struct search *s)
{
	memcpy(s->p.points, v->first.points, s->p.count * sizeof *s->p.points);
	memset(s->is_centre, 0, s->p.count * sizeof *s->is_centre);
	s->is_centre[0] = true;
}

static void number_centres(struct search *s)
{
	s->centres = 0;
	for (size_t i = 0; i < s->p.count; i++)
		if (s->is_centre[i])
			s->table[i] = (int32_t)s->centres++;
}

/* Opens x if its price is less than what points save by it and centres that are closed cost. */
static void open_centre(const struct streamcluster *v, struct search *s, size_t x)
{
	double sums[MOST_CENTRES + 1] = {0};
	size_t width = s->centres + 1;
	for (size_t i = 0; i < s->p.count; i++)
		for (size_t k = 0; k < width; k++)
			sums[k] += (double)v->work[i * width + k];
	double cost = (double)v->price + sums[s->centres];
	for (size_t k = 0; k < s->centres; k++)
		if (sums[k] + (double)v->price > 0)
			cost -= sums[k] + (double)v->price;
	if (cost >= 0)
		return;
	for (size_t i = 0; i < s->p.count; i++) {
		struct rodinia_point *p = &s->p.points[i];
		if (!v->moves[i] && sums[s->table[p->assign]] + (double)v->price <= 0)
			continue;
		p->assign = (int64_t)x;
		p->cost = p->weight * distance(&s->p, i, x);
	}
	for (size_t i = 0; i < s->p.count; i++)
		if (s->is_centre[i] && sums[s->table[i]] + (double)v->price > 0)
			s->is_centre[i] = false;
	s->is_centre[x] = true;
}

static void clear(struct suite_run *r, void *memory, size_t bytes)
{
	struct {
		void *memory;
		int16_t value;
		int32_t bytes;
	} args = {memory, 0, (int32_t)bytes};
	suite_launch(r, "&memset_kernel", suite_grid(bytes, GROUP), (struct suite_dim){GROUP, 1, 1},
		0, &args, sizeof args);
}

static void run(struct suite_run *r, void *data)
{
	struct streamcluster *v = data;
	struct search *s = &v->got;
	restart(v, s);
	for (size_t i = 0; i < CANDIDATES; i++) {
		number_centres(s);
		struct {
			const struct rodinia_point *points;
			const float *coord;
			float *work;
			const int32_t *table;
			char *moves;
			uint64_t coord_x;
			int32_t count, dimensions;
			int64_t x;
			int32_t centres;
		} args = {s->p.points, s->p.coord, v->work, s->table, v->moves, 0,
			(int32_t)s->p.count, (int32_t)s->p.dimensions, (int64_t)v->candidates[i],
			(int32_t)s->centres};
		if (s->is_centre[v->candidates[i]])
			continue;
		clear(r, v->moves, s->p.count);
		clear(r, v->work, s->p.count * (s->centres + 1) * sizeof(float));
		suite_launch(r, "&pgain_kernel", suite_grid(s->p.count, GROUP),
			(struct suite_dim){GROUP, 1, 1},
			(uint32_t)(s->p.dimensions * sizeof(float)), &args, sizeof args);
		suite_wait(r);
		open_centre(v, s, v->candidates[i]);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct streamcluster *v = data;
	struct search *s = &v->expected;
	suite_host_begin();
	restart(v, s);
	for (size_t i = 0; i < CANDIDATES; i++) {
		number_centres(s);
		if (s->is_centre[v->candidates[i]])
			continue;
		suite_host_end();
		c->rodinia_streamcluster(&s->p, v->work, s->table, v->moves, v->candidates[i],
			s->centres);
		suite_host_begin();
		open_centre(v, s, v->candidates[i]);
	}
	suite_host_end();
}

static bool verify(const void *data, FILE *message)
{
	const struct streamcluster *v = data;
	size_t opened = 0;
	for (size_t i = 0; i < v->first.count; i++) {
		const struct rodinia_point *a = &v->got.p.points[i], *b = &v->expected.p.points[i];
		opened += v->expected.is_centre[i];
		if (a->assign == b->assign && a->cost == b->cost)
			continue;
		fprintf(message, "point %zu belongs to %lld, expected %lld", i,
			(long long)a->assign, (long long)b->assign);
		return false;
	}
	if (opened > 2)
		return true;
	fprintf(message, "there are %zu centres, expected more", opened);
	return false;
}

const struct suite_case suite_rodinia_streamcluster = {
	.name = "rodinia/streamcluster",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/streamcluster/Kernels.cl"},
	.cache = "4,096 points of 32 dimensions, 12 candidates",
	.full = "32 MB: 65,536 points of 128 dimensions, 12 candidates",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
