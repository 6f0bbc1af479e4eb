// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's nw, written anew: scores of Needleman and Wunsch's alignment of two sequences, block by block
// along the diagonals of the matrix. A group of SIDE items does a block, whose upper and left neighbours
// are done. Row and column 0 of the matrix are the borders. `output` and `worksize` are not used.
#define SIDE 16
#define PITCH (SIDE + 1)

void fill_block(global const int *reference, global int *scores, local int *tile, local int *cost,
	int columns, int penalty, int at)
{
	int x = get_local_id(0);
	reference += at + columns + 1;
	scores += at;
	for (int y = 0; y < SIDE; y++)
		cost[y * SIDE + x] = reference[y * columns + x];
	tile[(x + 1) * PITCH] = scores[(x + 1) * columns];
	tile[x + 1] = scores[x + 1];
	if (x == 0)
		tile[0] = scores[0];
	// item x is x diagonals late, so what it needs is there
	for (int diagonal = 0; diagonal < 2 * SIDE - 1; diagonal++) {
		int y = diagonal - x;
		barrier(CLK_LOCAL_MEM_FENCE);
		if (y >= 0 && y < SIDE) {
			local int *up = tile + y * PITCH + x, *here = up + PITCH;
			here[1] = max(up[0] + cost[y * SIDE + x], max(here[0], up[1]) - penalty);
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int y = 0; y < SIDE; y++)
		scores[(y + 1) * columns + x + 1] = tile[(y + 1) * PITCH + x + 1];
}

// Blocks of the diagonal `blk` of the upper left triangle, from 1.
kernel void nw_kernel1(global const int *reference, global int *scores, global int *output,
	local int *tile, local int *cost, int cols, int penalty, int blk, int block_width,
	int worksize, int offset_r, int offset_c)
{
	int bx = get_group_id(0), by = blk - 1 - bx;
	fill_block(reference, scores, tile, cost, cols, penalty,
		(offset_r + by * SIDE) * cols + offset_c + bx * SIDE);
}

// Diagonals of the lower right triangle, `blk` blocks each.
kernel void nw_kernel2(global const int *reference, global int *scores, global int *output,
	local int *tile, local int *cost, int cols, int penalty, int blk, int block_width,
	int worksize, int offset_r, int offset_c)
{
	int group = get_group_id(0), bx = group + block_width - blk, by = block_width - 1 - group;
	fill_block(reference, scores, tile, cost, cols, penalty,
		(offset_r + by * SIDE) * cols + offset_c + bx * SIDE);
}
