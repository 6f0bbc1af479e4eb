/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia lavaMD: forces between particles that are within the same box of space or in one beside
 * it. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { PARTICLES = 100, NEIGHBOURS = 26, GROUP = 128 };

struct neighbour {
	int32_t x, y, z, number;
	int64_t offset;
};

struct box {
	int32_t x, y, z, number;
	int64_t offset;
	int32_t neighbours;
	struct neighbour neighbour[NEIGHBOURS];
};

struct dimensions {
	int32_t current, architecture, cores, edge;
	int64_t boxes, box_bytes, particles, particle_bytes, charge_bytes;
};

struct lavamd {
	int32_t edge; /* in boxes */
	size_t boxes;
	struct box *box;
	float *positions, *charges; /* {v, x, y, z} */
	float *forces, *expected;
	int64_t *around; /* for C: 1 + NEIGHBOURS offsets a box, -1 behind the last one */
};

static void add_neighbours(struct box *b, int32_t edge)
{
	for (int32_t k = 0; k < 27; k++) {
		struct neighbour n = {
			.x = b->x + k % 3 - 1, .y = b->y + k / 3 % 3 - 1, .z = b->z + k / 9 - 1};
		if (k == 13 || n.x < 0 || n.y < 0 || n.z < 0 || n.x >= edge || n.y >= edge ||
			n.z >= edge)
			continue;
		n.number = (n.z * edge + n.y) * edge + n.x;
		n.offset = (int64_t)n.number * PARTICLES;
		b->neighbour[b->neighbours++] = n;
	}
}

static void *setup(enum suite_size size)
{
	struct lavamd *v = suite_alloc(sizeof *v);
	int32_t edge = v->edge = (int32_t)suite_pick(size, 2, 4, 10);
	size_t boxes = v->boxes = (size_t)(edge * edge * edge), particles = boxes * PARTICLES;
	v->box = suite_alloc(boxes * sizeof *v->box);
	v->around = suite_alloc(boxes * (NEIGHBOURS + 1) * sizeof *v->around);
	v->positions = suite_alloc(particles * 4 * sizeof(float));
	v->charges = suite_alloc(particles * sizeof(float));
	v->forces = suite_alloc(particles * 4 * sizeof(float));
	v->expected = suite_alloc(particles * 4 * sizeof(float));
	for (size_t i = 0; i < boxes; i++) {
		struct box *b = &v->box[i];
		b->number = (int32_t)i;
		b->x = b->number % edge;
		b->y = b->number / edge % edge;
		b->z = b->number / edge / edge;
		b->offset = (int64_t)i * PARTICLES;
		add_neighbours(b, edge);
		int64_t *around = v->around + i * (NEIGHBOURS + 1);
		around[0] = b->offset;
		for (int32_t k = 0; k < NEIGHBOURS; k++)
			around[1 + k] = k < b->neighbours ? b->neighbour[k].offset : -1;
	}
	/* tenths, as in the original */
	uint64_t seed = 1;
	for (size_t i = 0; i < particles * 4; i++)
		v->positions[i] = (float)(1 + suite_random(&seed) % 10) / 10;
	for (size_t i = 0; i < particles; i++)
		v->charges[i] = (float)(1 + suite_random(&seed) % 10) / 10;
	return v;
}

static void reset(void *data)
{
	struct lavamd *v = data;
	memset(v->forces, 0, v->boxes * PARTICLES * 4 * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct lavamd *v = data;
	int64_t particles = (int64_t)v->boxes * PARTICLES;
	struct {
		float alpha;
		struct dimensions dimensions;
		const struct box *box;
		const float *positions, *charges;
		float *forces;
	} args = {0.5f,
		{.edge = v->edge,
			.boxes = (int64_t)v->boxes,
			.box_bytes = (int64_t)(v->boxes * sizeof(struct box)),
			.particles = particles,
			.particle_bytes = particles * 16,
			.charge_bytes = particles * 4},
		v->box, v->positions, v->charges, v->forces};
	suite_launch(r, "&kernel_gpu_opencl", (struct suite_dim){(uint32_t)v->boxes * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct lavamd *v = data;
	c->rodinia_lavamd(v->around, v->positions, v->charges, v->expected, v->boxes, 0.5f);
}

static bool verify(const void *data, FILE *message)
{
	const struct lavamd *v = data;
	return suite_close_floats("forces", v->forces, v->expected, v->boxes * PARTICLES * 4, 1e-2f,
		1e-4f, message);
}

static const struct suite_type types[] = {
	{"struct parameters", 4, 4},
	{"struct dimensions", sizeof(struct dimensions), 8},
	{"par_str", 4, 4}, /* in the original */
	{"dim_str", sizeof(struct dimensions), 8},
	{NULL, 0, 0},
};

const struct suite_case suite_rodinia_lavamd = {
	.name = "rodinia/lavaMD",
	.file = "rodinia/lavamd",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/lavaMD/kernel/kernel_gpu_opencl.cl"},
	.types = types,
	.cache = "64 boxes of 100 particles",
	.full = "1,000 boxes of 100 particles",
	.setup = setup,
	.reset = reset,
	.run = run,
	.native = native,
	.verify = verify,
};
