// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's hotspot, written anew: temperatures of a chip, several steps of time a launch. A group loads
// 16 x 16 cells and computes `iteration` steps on them, each of which is right on one cell less on all
// sides; neighbours beyond the chip's edges are the cells at the edges. `border_*` is `iteration` times
// the step's reach: how far the first group begins outside.
#define SIDE 16
#define AMBIENT 80.0f

kernel void hotspot(int iteration, global const float *power, global const float *temp_src,
	global float *temp_dst, int grid_cols, int grid_rows, int border_cols, int border_rows,
	float Cap, float Rx, float Ry, float Rz, float step)
{
	local float now[SIDE][SIDE], next[SIDE][SIDE];
	int x = get_local_id(0), y = get_local_id(1), inner = SIDE - 2 * iteration;
	int first_column = inner * (int)get_group_id(0) - border_cols;
	int first_row = inner * (int)get_group_id(1) - border_rows;
	int column = first_column + x, row = first_row + y;
	bool inside = column >= 0 && column < grid_cols && row >= 0 && row < grid_rows;
	int at = row * grid_cols + column;
	float source = 0;
	if (inside) {
		now[y][x] = temp_src[at];
		source = power[at];
	}
	barrier(CLK_LOCAL_MEM_FENCE);

	int north = row > 0 ? y - 1 : y, south = row < grid_rows - 1 ? y + 1 : y;
	int west = column > 0 ? x - 1 : x, east = column < grid_cols - 1 ? x + 1 : x;
	float rate = step / Cap, by_x = 1 / Rx, by_y = 1 / Ry, by_z = 1 / Rz;
	for (int i = 1; i <= iteration; i++) {
		bool valid = inside && x >= i && x < SIDE - i && y >= i && y < SIDE - i;
		if (valid) {
			float t = now[y][x];
			float flow = source + (now[south][x] + now[north][x] - 2 * t) * by_y +
				(now[y][east] + now[y][west] - 2 * t) * by_x + (AMBIENT - t) * by_z;
			next[y][x] = t + rate * flow;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if (valid && i < iteration)
			now[y][x] = next[y][x];
		if (valid && i == iteration)
			temp_dst[at] = next[y][x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}
