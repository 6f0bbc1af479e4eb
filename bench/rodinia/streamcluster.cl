// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's streamcluster, written anew: what opening point `x` as a centre saves.
typedef struct {
	float weight;
	long assign; // index of the point that is its centre
	float cost;  // weight times the square of the distance to it
} point;

kernel void memset_kernel(global char *memory, short value, int number_bytes)
{
	int i = get_global_id(0);
	if (i < number_bytes)
		memory[i] = value;
}

// Coordinates are {all points' first, all points' second, ...}. A row of `work` has K + 1 elements: what
// point i costs less with x than with its centre, in the last one if it moves to x at once, else,
// negative, in that of its centre. `center_table` numbers the centres.
kernel void pgain_kernel(global const point *points, global const float *coord,
	global float *work, global const int *center_table, global char *switch_membership,
	local float *coord_x, int num, int dim, long x, int K)
{
	int i = get_global_id(0);
	for (int d = get_local_id(0); d < dim; d += get_local_size(0))
		coord_x[d] = coord[d * num + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (i >= num)
		return;
	float distance = 0;
	for (int d = 0; d < dim; d++) {
		float difference = coord[d * num + i] - coord_x[d];
		distance = fma(difference, difference, distance);
	}
	float saved = distance * points[i].weight - points[i].cost;
	global float *row = work + (long)i * (K + 1);
	if (saved < 0) {
		switch_membership[i] = 1;
		row[K] = saved;
	} else {
		row[center_table[points[i].assign]] -= saved;
	}
}
