// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Look-ups in a B+ tree: a work-group per query, a work-item per key of a node. A node's key i is
// the least one of child i; the first is less and those behind the last one greater than all.
enum { ORDER = 256 };

struct record {
	int value;
};

struct node {
	int location;
	int indices[ORDER + 1];
	int keys[ORDER + 1];
	bool is_leaf;
	int keys_used;
};

// The item whose child has the key makes it the next node.
void choose(global const struct node *n, int key, long count, global long *next)
{
	int i = get_local_id(0);
	if (n->keys[i] <= key && key < n->keys[i + 1] && n->indices[i] < count)
		*next = n->indices[i];
}

kernel void findK(long height, global const struct node *nodes, long count,
	global const struct record *records, global long *current, global long *next,
	global const int *keys, global struct record *answers)
{
	int query = get_group_id(0), item = get_local_id(0);
	for (long level = 0; level < height; level++) {
		choose(&nodes[current[query]], keys[query], count, &next[query]);
		barrier(CLK_GLOBAL_MEM_FENCE);
		if (item == 0)
			current[query] = next[query];
		barrier(CLK_GLOBAL_MEM_FENCE);
	}
	global const struct node *leaf = &nodes[current[query]];
	if (leaf->keys[item] == keys[query])
		answers[query] = records[leaf->indices[item]];
}

kernel void findRangeK(long height, global const struct node *nodes, long count,
	global long *current, global long *next, global long *last, global long *next_last,
	global const int *start, global const int *end, global int *first, global int *length)
{
	int query = get_group_id(0), item = get_local_id(0);
	for (long level = 0; level < height; level++) {
		choose(&nodes[current[query]], start[query], count, &next[query]);
		choose(&nodes[last[query]], end[query], count, &next_last[query]);
		barrier(CLK_GLOBAL_MEM_FENCE);
		if (item == 0) {
			current[query] = next[query];
			last[query] = next_last[query];
		}
		barrier(CLK_GLOBAL_MEM_FENCE);
	}
	global const struct node *leaf = &nodes[current[query]];
	if (leaf->keys[item] == start[query])
		first[query] = leaf->indices[item];
	barrier(CLK_GLOBAL_MEM_FENCE);
	leaf = &nodes[last[query]];
	if (leaf->keys[item] == end[query])
		length[query] = leaf->indices[item] - first[query] + 1;
}
