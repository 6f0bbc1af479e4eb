/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia mummergpu: all maximal exact matches of short reads with a genome, by the genome's suffix
 * tree. The host makes the tree and counts the leaves, as the original does. */
#include "native.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP = 256, CHILDREN = 5, ROOT = 1, LEAST = 16 /* bases of a match */, READ = 25 };

struct tree_node { /* numbers of three bytes */
	uint8_t parent[3], suffix[3], start[3], end[3], depth[3], unused;
};

struct tree_children {
	uint8_t child[CHILDREN][3];
	char before;
};

struct match_coordinate {
	int32_t node, edge;
};

struct match_info {
	uint32_t first, query, node, leaves;
	uint16_t edge, start;
};

struct alignment {
	int32_t left;
	uint16_t length;
};

struct node {
	int32_t start, end, parent, suffix, depth; /* that of its string */
	int32_t child[CHILDREN];
	uint32_t leaves;
};

struct mummergpu {
	size_t length; /* of the genome: a letter in front, the bases, and the end */
	char *genome;
	struct node *tree;
	int32_t nodes;
	struct tree_node *packed;
	struct tree_children *packed_children;
	size_t reads, match_count, most_alignments;
	char *queries;
	int32_t *addresses, *lengths;
	struct match_coordinate *matches;
	struct match_info *infos;
	size_t info_count;
	struct alignment *alignments;
	size_t expected_count;
	uint32_t *expected; /* {read, start, place, length} */
};

static int base_index(char base)
{
	return base == 'A' ? 0 : base == 'C' ? 1 : base == 'G' ? 2 : base == 'T' ? 3 : 4;
}

/* Ukkonen's way. */
struct builder {
	const char *text;
	struct node *tree;
	int32_t nodes, last; /* the text up to here is in the tree; leaves end there */
	int32_t active, edge, length, remainder;
	int32_t want_suffix; /* the node that gets a suffix link next, or 0 */
};

static int32_t new_node(struct builder *b, int32_t start, int32_t end)
{
	b->tree[b->nodes] = (struct node){.start = start, .end = end, .suffix = ROOT};
	return b->nodes++;
}

static void link_suffix(struct builder *b, int32_t node)
{
	if (b->want_suffix)
		b->tree[b->want_suffix].suffix = node;
	b->want_suffix = node;
}

/* Whether the active point is not beyond this edge. */
static bool stays_on_edge(struct builder *b, int32_t node)
{
	const struct node *n = &b->tree[node];
	int32_t end = n->end < b->last ? n->end : b->last, length = end - n->start + 1;
	if (b->length < length)
		return true;
	b->edge += length;
	b->length -= length;
	b->active = node;
	return false;
}

static void next_suffix(struct builder *b)
{
	b->remainder--;
	if (b->active == ROOT && b->length > 0) {
		b->length--;
		b->edge = b->last - b->remainder + 1;
	} else if (b->active != ROOT) {
		b->active = b->tree[b->active].suffix;
	}
}

static void split(struct builder *b, int32_t *slot)
{
	int32_t old = *slot, leaf_start = b->last;
	struct node *n = &b->tree[old];
	int32_t middle = new_node(b, n->start, n->start + b->length - 1);
	*slot = middle;
	b->tree[middle].child[base_index(b->text[leaf_start])] = new_node(b, leaf_start, INT32_MAX);
	n->start += b->length;
	b->tree[middle].child[base_index(b->text[n->start])] = old;
	link_suffix(b, middle);
}

static void extend(struct builder *b, int32_t position)
{
	b->last = position;
	b->want_suffix = 0;
	b->remainder++;
	while (b->remainder > 0) {
		if (b->length == 0)
			b->edge = position;
		int32_t *slot = &b->tree[b->active].child[base_index(b->text[b->edge])];
		if (*slot == 0) {
			*slot = new_node(b, position, INT32_MAX);
			link_suffix(b, b->active);
		} else {
			if (!stays_on_edge(b, *slot))
				continue;
			if (b->text[b->tree[*slot].start + b->length] == b->text[position]) {
				b->length++;
				link_suffix(b, b->active);
				break;
			}
			split(b, slot);
		}
		next_suffix(b);
	}
}

/* Parents, depths and numbers of leaves: nodes are visited before and after their children. */
static void number_tree(struct mummergpu *v)
{
	int32_t *todo = suite_alloc((size_t)v->nodes * sizeof(int32_t)), count = 0, done = 0;
	todo[count++] = ROOT;
	for (; done < count; done++) {
		int32_t node = todo[done];
		for (int i = 0; i < CHILDREN; i++) {
			int32_t child = v->tree[node].child[i];
			if (!child)
				continue;
			struct node *c = &v->tree[child];
			if (c->end == INT32_MAX)
				c->end = (int32_t)v->length - 1;
			c->parent = node;
			c->depth = v->tree[node].depth + c->end - c->start + 1;
			todo[count++] = child;
		}
	}
	while (done-- > 0) {
		struct node *n = &v->tree[todo[done]];
		n->leaves += n->leaves == 0;
		v->tree[n->parent].leaves += n->leaves;
	}
}

static void build(struct mummergpu *v)
{
	v->tree = suite_alloc((2 * v->length + 2) * sizeof *v->tree);
	struct builder b = {.text = v->genome, .tree = v->tree, .nodes = ROOT, .active = ROOT};
	new_node(&b, 0, -1);
	for (int32_t i = 1; i < (int32_t)v->length; i++)
		extend(&b, i);
	v->nodes = b.nodes;
	number_tree(v);
}

static void set_number(uint8_t *bytes, int32_t number)
{
	for (int i = 0; i < 3; i++)
		bytes[i] = (uint8_t)(number >> 8 * i);
}

static void pack(struct mummergpu *v)
{
	v->packed = suite_alloc((size_t)v->nodes * sizeof *v->packed);
	v->packed_children = suite_alloc((size_t)v->nodes * sizeof *v->packed_children);
	for (int32_t i = ROOT; i < v->nodes; i++) {
		const struct node *n = &v->tree[i];
		struct tree_node *p = &v->packed[i];
		struct tree_children *c = &v->packed_children[i];
		bool leaf = n->end == (int32_t)v->length - 1;
		set_number(p->parent, n->parent);
		set_number(p->suffix, n->suffix);
		set_number(p->start, n->start);
		set_number(p->end, n->end);
		set_number(p->depth, n->depth + 1);
		for (int k = 0; k < CHILDREN; k++)
			set_number(c->child[k], n->child[k]);
		if (leaf) {
			int32_t suffix = (int32_t)v->length - n->depth;
			set_number(c->child[0], suffix);
			c->before = v->genome[suffix - 1];
		}
	}
}

static void make_genome(struct mummergpu *v, uint64_t *seed)
{
	size_t bases = v->length - 2;
	v->genome = suite_alloc(v->length + 1);
	v->genome[0] = 's';
	for (size_t i = 1; i <= bases; i++) {
		v->genome[i] = "ACGT"[suite_random(seed) & 3];
		/* repeats */
		if (i > 1000 && suite_random(seed) % 500 == 0) {
			size_t n = 20 + suite_random(seed) % 60,
			       from = suite_random(seed) % (i - 100);
			for (size_t k = 0; k < n && i <= bases; k++)
				v->genome[i++] = v->genome[from + 1 + k];
			i--;
		}
	}
	v->genome[v->length - 1] = '$';
}

/* Reads are of the genome, with an error in every second one. */
static void make_reads(struct mummergpu *v, uint64_t *seed)
{
	v->queries = suite_alloc(v->reads * (READ + 2) + 1);
	v->addresses = suite_alloc(v->reads * sizeof(int32_t));
	v->lengths = suite_alloc(v->reads * sizeof(int32_t));
	for (size_t i = 0; i < v->reads; i++) {
		char *query = v->queries + i * (READ + 2);
		size_t from = 1 + suite_random(seed) % (v->length - 2 - READ);
		v->addresses[i] = (int32_t)(i * (READ + 2));
		v->lengths[i] = READ;
		query[0] = 'q';
		memcpy(query + 1, v->genome + from, READ);
		if (i % 2)
			query[1 + suite_random(seed) % READ] = "ACGT"[suite_random(seed) & 3];
	}
	v->match_count = v->reads * (READ - LEAST + 1);
}

static void *setup(enum suite_size size)
{
	struct mummergpu *v = suite_alloc(sizeof *v);
	uint64_t seed = 1;
	v->length = 2 + suite_pick(size, 5000, 50000, 1000000);
	v->reads = suite_pick(size, 300, 5000, 50000);
	make_genome(v, &seed);
	build(v);
	pack(v);
	make_reads(v, &seed);
	v->most_alignments = v->match_count * 16;
	v->matches = suite_alloc(v->match_count * sizeof *v->matches);
	v->infos = suite_alloc(v->match_count * sizeof *v->infos);
	v->alignments = suite_alloc(v->most_alignments * sizeof *v->alignments);
	v->expected = suite_alloc(v->most_alignments * 4 * sizeof(uint32_t));
	return v;
}

static void reset(void *data)
{
	struct mummergpu *v = data;
	memset(v->matches, 0, v->match_count * sizeof *v->matches);
	memset(v->alignments, 0, v->most_alignments * sizeof *v->alignments);
}

/* The node nearest to the root with at least LEAST bases at or above a match. */
static int32_t top_of(const struct mummergpu *v, int32_t node)
{
	while (v->tree[v->tree[node].parent].depth >= LEAST)
		node = v->tree[node].parent;
	return node;
}

static void collect(struct mummergpu *v)
{
	uint32_t at = 0;
	size_t per_read = READ - LEAST + 1;
	v->info_count = 0;
	for (size_t i = 0; i < v->match_count; i++) {
		const struct match_coordinate *m = &v->matches[i];
		if (m->node == 0)
			continue;
		uint32_t leaves = v->tree[top_of(v, m->node)].leaves;
		if (at + leaves > v->most_alignments)
			break;
		v->infos[v->info_count++] = (struct match_info){at, (uint32_t)(i / per_read),
			(uint32_t)m->node, leaves, (uint16_t)m->edge, (uint16_t)(i % per_read)};
		at += leaves;
	}
}

static void run(struct suite_run *r, void *data)
{
	struct mummergpu *v = data;
	struct {
		struct match_coordinate *matches;
		const char *queries;
		const struct tree_node *nodes;
		const struct tree_children *children;
		const char *genome;
		const int32_t *addresses, *lengths;
		int32_t reads, least;
	} match = {v->matches, v->queries, v->packed, v->packed_children, v->genome, v->addresses,
		v->lengths, (int32_t)v->reads, LEAST};
	suite_launch(r, "&mummergpuKernel", suite_grid(v->reads, GROUP),
		(struct suite_dim){GROUP, 1, 1}, 0, &match, sizeof match);
	suite_wait(r);
	collect(v);
	struct {
		const struct match_info *infos;
		int32_t count;
		struct alignment *alignments;
		const char *queries;
		const struct tree_node *nodes;
		const struct tree_children *children;
		const int32_t *addresses, *lengths;
		int32_t begin, end, shadow_left, shadow_right, least;
	} print = {v->infos, (int32_t)v->info_count, v->alignments, v->queries, v->packed,
		v->packed_children, v->addresses, v->lengths, 0, (int32_t)v->length - 2, -1, -1,
		LEAST};
	if (v->info_count)
		suite_launch(r, "&printKernel", suite_grid(v->info_count, GROUP),
			(struct suite_dim){GROUP, 1, 1}, 0, &print, sizeof print);
}

static void native(const struct native_loops *c, void *data)
{
	struct mummergpu *v = data;
	v->expected_count = c->rodinia_mummergpu(v->genome, v->length, v->queries, READ, v->reads,
		LEAST, v->expected, v->most_alignments);
}

static int by_place(const void *a, const void *b)
{
	const struct alignment *x = a, *y = b;
	return x->left < y->left ? -1 : x->left > y->left;
}

/* The matches of one start, in any order, against those expected from *at on. */
static bool same_matches(const struct mummergpu *v, const struct match_info *info, size_t *at,
	FILE *message)
{
	struct alignment *got = v->alignments + info->first;
	size_t count = 0;
	while (count < info->leaves && got[count].length)
		count++;
	qsort(got, count, sizeof *got, by_place);
	for (size_t i = 0; i < count; i++, ++*at) {
		const uint32_t *e = v->expected + 4 * *at;
		if (*at < v->expected_count && e[0] == info->query && e[1] == info->start &&
			e[2] == (uint32_t)got[i].left && e[3] == got[i].length)
			continue;
		fprintf(message,
			"read %u from %u matches %u bases at %d, expected %u from %u, %u at %u",
			info->query, info->start, got[i].length, got[i].left, e[0], e[1], e[3],
			e[2]);
		return false;
	}
	return true;
}

static bool verify(const void *data, FILE *message)
{
	const struct mummergpu *v = data;
	size_t at = 0;
	for (size_t i = 0; i < v->info_count; i++)
		if (!same_matches(v, &v->infos[i], &at, message))
			return false;
	if (at == v->expected_count && at > 0)
		return true;
	fprintf(message, "%zu matches, expected %zu", at, v->expected_count);
	return false;
}

const struct suite_case suite_rodinia_mummergpu = {
	.name = "rodinia/mummergpu",
	.source = SUITE_OPENCL,
	.cache = "50,000 bases, 5,000 reads of 25",
	.full = "1,000,000 bases, 50,000 reads of 25",
	.setup = setup,
	.reset = reset,
	.run = run,
	.native = native,
	.verify = verify,
};
