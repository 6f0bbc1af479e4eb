// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's bfs, written anew: breadth-first search, a level of the graph at a time.
typedef struct {
	int first, count; // of its edges
} node;

// Nodes of the frontier `mask` tell their unvisited neighbours.
kernel void BFS_1(global const node *nodes, global const int *edges, global char *mask,
	global char *next, global const char *visited, global int *cost, int n)
{
	int i = get_global_id(0);
	if (i >= n || !mask[i])
		return;
	mask[i] = 0;
	int end = nodes[i].first + nodes[i].count;
	for (int e = nodes[i].first; e < end; e++) {
		int to = edges[e];
		if (!visited[to]) {
			cost[to] = cost[i] + 1;
			next[to] = 1;
		}
	}
}

// What was told becomes the frontier; *over says that there is one.
kernel void BFS_2(
	global char *mask, global char *next, global char *visited, global char *over, int n)
{
	int i = get_global_id(0);
	if (i >= n || !next[i])
		return;
	mask[i] = 1;
	visited[i] = 1;
	next[i] = 0;
	*over = 1;
}
