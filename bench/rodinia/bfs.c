/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia bfs: breadth-first search of a random graph. The host goes on while a level was found. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { GROUP = 512, MEAN_EDGES = 6 };

struct bfs {
	size_t n;
	int32_t *nodes, *edges, *cost, *expected; /* nodes are {first edge, their number} */
	char *mask, *next, *visited, *over;
};

static void *setup(enum suite_size size)
{
	struct bfs *v = suite_alloc(sizeof *v);
	uint64_t random = 1;
	v->n = suite_pick(size, 1003, 1 << 14, 1 << 20);
	v->nodes = suite_alloc(2 * v->n * sizeof(int32_t));
	v->edges = suite_alloc(2 * MEAN_EDGES * v->n * sizeof(int32_t));
	v->cost = suite_alloc(v->n * sizeof(int32_t));
	v->expected = suite_alloc(v->n * sizeof(int32_t));
	v->mask = suite_alloc(v->n);
	v->next = suite_alloc(v->n);
	v->visited = suite_alloc(v->n);
	v->over = suite_alloc(1);
	int32_t edges = 0;
	for (size_t i = 0; i < v->n; i++) {
		v->nodes[2 * i] = edges;
		v->nodes[2 * i + 1] = 1 + (int32_t)(suite_random(&random) % (2 * MEAN_EDGES - 1));
		for (int32_t k = 0; k < v->nodes[2 * i + 1]; k++)
			v->edges[edges++] = (int32_t)(suite_random(&random) % v->n);
	}
	return v;
}

static void start(struct bfs *v, int32_t *cost)
{
	memset(cost, 0xff, v->n * sizeof *cost); /* -1: not reached */
	memset(v->mask, 0, v->n);
	memset(v->next, 0, v->n);
	memset(v->visited, 0, v->n);
	cost[0] = 0;
	v->mask[0] = v->visited[0] = 1;
}

static void run(struct suite_run *r, void *data)
{
	struct bfs *v = data;
	struct suite_dim grid = suite_grid(v->n, GROUP), group = {GROUP, 1, 1};
	struct {
		const int32_t *nodes, *edges;
		char *mask, *next, *visited;
		int32_t *cost, n;
	} expand = {v->nodes, v->edges, v->mask, v->next, v->visited, v->cost, (int32_t)v->n};
	struct {
		char *mask, *next, *visited, *over;
		int32_t n;
	} step = {v->mask, v->next, v->visited, v->over, (int32_t)v->n};
	start(v, v->cost);
	do {
		*v->over = 0;
		suite_launch(r, "&BFS_1", grid, group, 0, &expand, sizeof expand);
		suite_launch(r, "&BFS_2", grid, group, 0, &step, sizeof step);
		suite_wait(r);
	} while (*v->over);
}

static void native(const struct native_loops *c, void *data)
{
	struct bfs *v = data;
	suite_host_begin();
	start(v, v->expected);
	suite_host_end();
	do
		c->rodinia_bfs_1(v->nodes, v->edges, v->mask, v->next, v->visited, v->expected,
			v->n);
	while (c->rodinia_bfs_2(v->mask, v->next, v->visited, v->n));
}

static bool verify(const void *data, FILE *message)
{
	const struct bfs *v = data;
	return suite_same_words("cost", (const uint32_t *)v->cost, (const uint32_t *)v->expected,
		v->n, message);
}

static const char *const cuda_names[][2] = {{"&BFS_1", "&_Z6KernelP4NodePiPbS2_S2_S1_i"},
	{"&BFS_2", "&_Z7Kernel2PbS_S_S_i"}, {NULL, NULL}};

const struct suite_case suite_rodinia_bfs = {
	.name = "rodinia/bfs",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/bfs/Kernels.cl",
		.cuda = "cuda/bfs/bfs.cu",
		.cuda_names = cuda_names},
	.cache = "16 K nodes of 6 edges",
	.full = "1 M nodes of 6 edges",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
