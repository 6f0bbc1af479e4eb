// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exact matches of queries with a reference, by its suffix tree: the longest match of every suffix of
// a query, then all places in the reference where it matches in at least min_match_len bases and
// cannot be extended to the left. Parameters are those in CUDA without textures.
#define ROOT 1u
#define CHILDREN 5

struct match_coordinate {
	int node, edge; // the last node that was reached, and characters on the edge to it
};

// Indices of nodes and characters are little-endian numbers of three bytes.
struct tree_node {
	uchar parent[3], suffix[3], start[3], end[3];
	uchar depth[3]; // that of its string, and one
	uchar unused;
};

struct tree_children {
	uchar child[CHILDREN][3]; // by A, C, G, T and the end; of leaves the first is their suffix
	char before;              // the character before a leaf's suffix, 0 for others
};

struct match_info {
	uint first, query, node, leaves;
	ushort edge, start;
};

struct alignment {
	int left;
	ushort length;
};

uint number(global const uchar *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16;
}

uint child_for(global const struct tree_children *node, char base)
{
	switch (base) {
	case 'A': return number(node->child[0]);
	case 'C': return number(node->child[1]);
	case 'G': return number(node->child[2]);
	case 'T': return number(node->child[3]);
	default: return 0;
	}
}

// Queries have a character in front and end in 0. What is known to match below a suffix link is
// passed edge by edge without a look at its characters.
kernel void mummergpuKernel(global struct match_coordinate *matches, global const char *queries,
	global const struct tree_node *nodes, global const struct tree_children *children,
	global const char *ref, global const int *addresses, global const int *lengths,
	const int count, const int min_match_len)
{
	int id = get_global_id(0);
	if (id >= count)
		return;
	global const char *query = queries + addresses[id] + 1;
	global struct match_coordinate *result =
		matches + addresses[id] - id * (min_match_len + 1);
	uint node = ROOT;
	int matched = 0, known = 0; // down to the node, and below it
	for (int start = 0; start <= lengths[id] - min_match_len; start++) {
		uint from = node, child = 0, place = 0;
		int edge = 0; // characters of the one to the child
		for (;;) {
			char base = query[start + matched];
			from = node;
			child = base ? child_for(&children[node], base) : 0;
			edge = 0;
			if (!child)
				break;
			uint first = number(nodes[child].start);
			int whole = number(nodes[child].end) - first + 1;
			edge = min(max(known, 1), whole);
			known = max(known - edge, 0);
			while (edge < whole && query[start + matched + edge] &&
				query[start + matched + edge] == ref[first + edge])
				edge++;
			if (edge < whole)
				break;
			node = child;
			matched += whole;
		}
		// an end of the query at a node counts as one on the edge to it
		place = child ? child : from;
		if (matched + edge >= min_match_len) {
			result[start].node = place;
			result[start].edge = edge;
		}
		if (from == ROOT) {
			node = ROOT;
			matched = 0;
			known = max(edge - 1, 0);
		} else {
			node = number(nodes[from].suffix);
			matched--;
			known = edge;
		}
	}
}

// The first child at or behind the index; 0 when there is none.
uint child_from(global const struct tree_children *node, int *index)
{
	while (*index < CHILDREN) {
		uint child = number(node->child[*index]);
		if (child)
			return child;
		++*index;
	}
	return 0;
}

// Stores the leaves below `top` that are not below `but`; returns where the next one goes.
uint store_leaves(global const struct tree_node *nodes,
	global const struct tree_children *children, uint top, uint but, char before,
	int length, int begin, int end, int shadow_left, int shadow_right,
	global struct alignment *alignments, uint at)
{
	uint node = top;
	int index = 0;
	for (;;) {
		global const struct tree_children *here = &children[node];
		uint child = 0;
		if (here->before) {
			int left = number(here->child[0]) - 1 + begin, right = left + length;
			bool outside = (left == begin && shadow_left != -1) ||
				       (right == end && shadow_right != -1) ||
				       (left > begin && right < shadow_left);
			if (here->before != before && !outside) {
				alignments[at].left = left;
				alignments[at++].length = length;
			}
		} else {
			child = child_from(here, &index);
			if (child && child == but) {
				index++;
				continue;
			}
		}
		if (child) {
			node = child;
			index = 0;
			continue;
		}
		if (node == top)
			return at;
		child = node;
		node = number(nodes[node].parent);
		index = 0;
		while (number(children[node].child[index]) != child)
			index++;
		index++;
	}
}

kernel void printKernel(global const struct match_info *matches, int count,
	global struct alignment *alignments, global const char *queries,
	global const struct tree_node *nodes, global const struct tree_children *children,
	global const int *addresses, global const int *lengths, const int page_begin,
	const int page_end, const int shadow_left, const int shadow_right,
	const int min_match_len)
{
	int id = get_global_id(0);
	if (id >= count)
		return;
	struct match_info match = matches[id];
	char before = queries[addresses[match.query] + match.start];
	uint node = match.node, parent = number(nodes[node].parent), done = 0;
	uint at = match.first;
	int length = number(nodes[match.edge ? parent : node].depth) - 1 + match.edge;
	// nodes above have shorter matches in common, with the leaves that are not below this one
	for (;;) {
		at = store_leaves(nodes, children, node, done, before, length, page_begin, page_end,
			shadow_left, shadow_right, alignments, at);
		done = node;
		node = number(nodes[node].parent);
		length = number(nodes[node].depth) - 1;
		if (length < min_match_len)
			break;
	}
}
