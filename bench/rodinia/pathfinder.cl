// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's pathfinder, written anew: cheapest paths down a grid, `iteration` rows a launch. A group
// loads its columns of the last row and computes rows on them, each of which is right on HALO columns less
// on both sides. `border`: how far the first group begins outside. `outputBuffer` is not used.
kernel void dynproc_kernel(int iteration, global const int *gpuWall, global const int *gpuSrc,
	global int *gpuResults, int cols, int rows, int startStep, int border, int HALO,
	local int *prev, local int *result, global int *outputBuffer)
{
	int size = get_local_size(0), x = get_local_id(0);
	int column = (size - 2 * iteration * HALO) * (int)get_group_id(0) - border + x;
	bool inside = column >= 0 && column < cols;
	if (inside)
		prev[x] = gpuSrc[column];
	barrier(CLK_LOCAL_MEM_FENCE);
	int west = column > 0 ? x - 1 : x, east = column < cols - 1 ? x + 1 : x;
	for (int i = 1; i <= iteration; i++) {
		bool valid = inside && x >= i && x < size - i;
		if (valid)
			result[x] = min(min(prev[west], prev[east]), prev[x]) +
				gpuWall[cols * (startStep + i - 1) + column];
		barrier(CLK_LOCAL_MEM_FENCE);
		if (valid && i < iteration)
			prev[x] = result[x];
		if (valid && i == iteration)
			gpuResults[column] = result[x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}
