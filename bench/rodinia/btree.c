/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia b+tree: look-ups of keys and of ranges of keys in a tree of nodes with up to 254 keys. */
#include "native.h"
#include "suite.h"

#include <limits.h>
#include <string.h>

enum { ORDER = 256, PER_NODE = 128 /* half full, as after insertion in order */ };

struct node {
	int32_t location;
	int32_t indices[ORDER + 1];
	int32_t keys[ORDER + 1];
	bool is_leaf;
	int32_t keys_used;
};

struct queries {
	int64_t *current, *next, *last, *next_last; /* nodes */
	int32_t *start, *end;                       /* keys */
	int32_t *first, *length, *expected_first, *expected_length;
};

struct btree {
	size_t records, nodes;
	int64_t height; /* levels below the root */
	struct node *node;
	int32_t *record;
	int32_t *keys; /* of the records, ascending */
	size_t finds, ranges;
	struct queries find, range;
};

/* Nodes of the levels below one of `below` nodes or records, itself included. */
static size_t count_nodes(size_t below)
{
	size_t level = (below + PER_NODE - 1) / PER_NODE;
	return level > 1 ? level + count_nodes(level) : level;
}

/* Fills the level that holds the `below` nodes or records from `from` on, which begin with the keys
 * least[]. Nodes of a level are at the end of what is still free: the root becomes node 0. */
static size_t add_level(struct btree *v, size_t free, size_t from, size_t below, int32_t *least,
	bool is_leaf)
{
	size_t level = (below + PER_NODE - 1) / PER_NODE;
	for (size_t i = 0; i < level; i++) {
		struct node *n = &v->node[free - level + i];
		size_t first = i * PER_NODE;
		size_t many = below - first < PER_NODE ? below - first : PER_NODE;
		n->location = (int32_t)(free - level + i);
		n->is_leaf = is_leaf;
		n->keys_used = (int32_t)many + 2;
		for (size_t k = 0; k <= ORDER; k++)
			n->keys[k] = INT_MAX;
		n->keys[0] = INT_MIN;
		n->indices[0] = is_leaf ? 0 : (int32_t)(from + first);
		for (size_t k = 0; k < many; k++) {
			n->keys[k + 1] = least[first + k];
			n->indices[k + 1] = (int32_t)(from + first + k);
		}
		least[i] = least[first];
	}
	return free - level;
}

static void build(struct btree *v)
{
	int32_t *least = suite_alloc(v->records * sizeof(int32_t));
	size_t free = v->nodes = count_nodes(v->records);
	v->node = suite_alloc(v->nodes * sizeof *v->node);
	memcpy(least, v->keys, v->records * sizeof(int32_t));
	size_t below = v->records;
	free = add_level(v, free, 0, below, least, true);
	while (free > 0) {
		below = (below + PER_NODE - 1) / PER_NODE;
		free = add_level(v, free, free, below, least, false);
		v->height++;
	}
}

static void allocate(struct queries *q, size_t n)
{
	int64_t **nodes[] = {&q->current, &q->next, &q->last, &q->next_last};
	int32_t **words[] = {
		&q->start, &q->end, &q->first, &q->length, &q->expected_first, &q->expected_length};
	for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++)
		*nodes[i] = suite_alloc(n * sizeof(int64_t));
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		*words[i] = suite_alloc(n * sizeof(int32_t));
}

static void *setup(enum suite_size size)
{
	struct btree *v = suite_alloc(sizeof *v);
	uint64_t seed = 1;
	v->records = suite_pick(size, 20000, 40000, 1000000);
	v->finds = suite_pick(size, 100, 2000, 10000);
	v->ranges = suite_pick(size, 60, 1000, 6000);
	v->record = suite_alloc(v->records * sizeof(int32_t));
	v->keys = suite_alloc(v->records * sizeof(int32_t));
	for (size_t i = 0; i < v->records; i++) {
		v->keys[i] = (int32_t)(3 * i + suite_random(&seed) % 3);
		v->record[i] = (int32_t)(suite_random(&seed) >> 33);
	}
	build(v);
	allocate(&v->find, v->finds);
	allocate(&v->range, v->ranges);
	/* every eighth key is of no record */
	for (size_t i = 0; i < v->finds; i++)
		v->find.start[i] = v->keys[suite_random(&seed) % v->records] + (i % 8 == 0);
	for (size_t i = 0; i < v->ranges; i++) {
		size_t first = suite_random(&seed) % (v->records - 1000);
		v->range.start[i] = v->keys[first];
		v->range.end[i] = v->keys[first + suite_random(&seed) % 1000];
	}
	return v;
}

static void reset_queries(struct queries *q, size_t n)
{
	memset(q->current, 0, n * sizeof(int64_t));
	memset(q->next, 0, n * sizeof(int64_t));
	memset(q->last, 0, n * sizeof(int64_t));
	memset(q->next_last, 0, n * sizeof(int64_t));
	for (size_t i = 0; i < n; i++)
		q->first[i] = q->length[i] = -1;
}

static void reset(void *data)
{
	struct btree *v = data;
	reset_queries(&v->find, v->finds);
	reset_queries(&v->range, v->ranges);
}

static void run_find(struct suite_run *r, void *data)
{
	struct btree *v = data;
	struct {
		int64_t height;
		const struct node *node;
		int64_t nodes;
		const int32_t *records;
		int64_t *current, *next;
		const int32_t *keys;
		int32_t *answers;
	} find = {v->height, v->node, (int64_t)v->nodes, v->record, v->find.current, v->find.next,
		v->find.start, v->find.first};
	suite_launch(r, "&findK", (struct suite_dim){(uint32_t)v->finds * ORDER, 1, 1},
		(struct suite_dim){ORDER, 1, 1}, 0, &find, sizeof find);
}

static void run_range(struct suite_run *r, void *data)
{
	struct btree *v = data;
	struct {
		int64_t height;
		const struct node *node;
		int64_t nodes;
		int64_t *current, *next, *last, *next_last;
		const int32_t *start, *end;
		int32_t *first, *length;
	} range = {v->height, v->node, (int64_t)v->nodes, v->range.current, v->range.next,
		v->range.last, v->range.next_last, v->range.start, v->range.end, v->range.first,
		v->range.length};
	suite_launch(r, "&findRangeK", (struct suite_dim){(uint32_t)v->ranges * ORDER, 1, 1},
		(struct suite_dim){ORDER, 1, 1}, 0, &range, sizeof range);
}

static void native_find(const struct native_loops *c, void *data)
{
	struct btree *v = data;
	c->rodinia_btree_find(v->keys, v->record, v->records, v->find.start, v->find.expected_first,
		v->finds);
}

static void native_range(const struct native_loops *c, void *data)
{
	struct btree *v = data;
	struct queries *q = &v->range;
	c->rodinia_btree_range(v->keys, v->records, q->start, q->end, q->expected_first,
		q->expected_length, v->ranges);
}

static bool same(const char *what, const int32_t *got, const int32_t *expected, size_t n,
	FILE *message)
{
	return suite_same_words(what, (const uint32_t *)got, (const uint32_t *)expected, n,
		message);
}

static bool verify_find(const void *data, FILE *message)
{
	const struct btree *v = data;
	return same("answer", v->find.first, v->find.expected_first, v->finds, message);
}

static bool verify_range(const void *data, FILE *message)
{
	const struct btree *v = data;
	const struct queries *q = &v->range;
	return same("first", q->first, q->expected_first, v->ranges, message) &&
	       same("length", q->length, q->expected_length, v->ranges, message);
}

const struct suite_case suite_rodinia_btree = {
	.name = "rodinia/b+tree",
	.file = "rodinia/btree",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/b+tree/kernel/kernel_gpu_opencl.cl",
		.options = "-DDEFAULT_ORDER=256"},
	.cache = "40,000 keys, 2,000 queries",
	.full = "1,000,000 keys, 10,000 queries",
	.setup = setup,
	.reset = reset,
	.run = run_find,
	.native = native_find,
	.verify = verify_find,
};

const struct suite_case suite_rodinia_btree_range = {
	.name = "rodinia/b+tree.range",
	.file = "rodinia/btree",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/b+tree/kernel/kernel_gpu_opencl_2.cl",
		.options = "-DDEFAULT_ORDER_2=256"},
	.cache = "40,000 keys, 1,000 queries",
	.full = "1,000,000 keys, 6,000 queries",
	.setup = setup,
	.reset = reset,
	.run = run_range,
	.native = native_range,
	.verify = verify_range,
};
