// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's lud, written anew: LU decomposition in place, block by block, L with a diagonal of ones.
// `offset` is the first row and column that is not done.
#define SIDE 16

// Decomposes the block at the diagonal: a group of SIDE items, item x does a column above the diagonal
// and a row below it.
kernel void lud_diagonal(global float *m, local float *block, int dim, int offset)
{
	int x = get_local_id(0);
	global float *corner = m + offset * dim + offset;
	for (int y = 0; y < SIDE; y++)
		block[y * SIDE + x] = corner[y * dim + x];
	for (int k = 0; k < SIDE - 1; k++) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (x > k) {
			float sum = block[x * SIDE + k];
			for (int i = 0; i < k; i++)
				sum -= block[x * SIDE + i] * block[i * SIDE + k];
			block[x * SIDE + k] = sum / block[k * SIDE + k];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if (x > k) {
			float sum = block[(k + 1) * SIDE + x];
			for (int i = 0; i <= k; i++)
				sum -= block[(k + 1) * SIDE + i] * block[i * SIDE + x];
			block[(k + 1) * SIDE + x] = sum;
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int y = 1; y < SIDE; y++)
		corner[y * dim + x] = block[y * SIDE + x];
}

// The blocks right of the diagonal one by a group's first half, those below it by its second.
kernel void lud_perimeter(global float *m, local float *diagonal, local float *right,
	local float *below, int dim, int offset)
{
	int item = get_local_id(0), x = item % SIDE, next = (get_group_id(0) + 1) * SIDE;
	bool rows = item < SIDE;
	global float *corner = m + offset * dim + offset;
	for (int y = rows ? 0 : SIDE / 2; y < (rows ? SIDE / 2 : SIDE); y++)
		diagonal[y * SIDE + x] = corner[y * dim + x];
	local float *mine = rows ? right : below;
	global float *block = rows ? corner + next : corner + next * dim;
	for (int y = 0; y < SIDE; y++)
		mine[y * SIDE + x] = block[y * dim + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (rows) {
		for (int y = 1; y < SIDE; y++) {
			float sum = right[y * SIDE + x];
			for (int i = 0; i < y; i++)
				sum -= diagonal[y * SIDE + i] * right[i * SIDE + x];
			right[y * SIDE + x] = sum;
		}
	} else {
		for (int k = 0; k < SIDE; k++) {
			float sum = below[x * SIDE + k];
			for (int i = 0; i < k; i++)
				sum -= below[x * SIDE + i] * diagonal[i * SIDE + k];
			below[x * SIDE + k] = sum / diagonal[k * SIDE + k];
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int y = 0; y < SIDE; y++)
		block[y * dim + x] = mine[y * SIDE + x];
}

// All other blocks, a group of SIDE x SIDE items each.
kernel void lud_internal(global float *m, local float *right, local float *below, int dim, int offset)
{
	int x = get_local_id(0), y = get_local_id(1);
	int column = offset + (get_group_id(0) + 1) * SIDE + x;
	int row = offset + (get_group_id(1) + 1) * SIDE + y;
	right[y * SIDE + x] = m[(offset + y) * dim + column];
	below[y * SIDE + x] = m[row * dim + offset + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	float sum = 0;
	for (int i = 0; i < SIDE; i++)
		sum += below[y * SIDE + i] * right[i * SIDE + x];
	m[row * dim + column] -= sum;
}
