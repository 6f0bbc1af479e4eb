// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's backprop, written anew: a layer of a neural network forward, and its weights' adjustment.
// Groups are 16 x 16: columns are hidden units, rows a tile of the input units. Row and column 0 of the
// weights belong to the bias, there are `hid` + 1 columns.
#define TILE 16
#define ETA 0.3f
#define MOMENTUM 0.3f

// partial[tile * hid + h]: the tile's contribution to hidden unit h. `output` is not used.
kernel void bpnn_layerforward_ocl(global const float *input, global float *output,
	global const float *weights, global float *partial, local float *unit, local float *product,
	int in, int hid)
{
	int tile = get_group_id(1), x = get_local_id(0), y = get_local_id(1);
	int row = tile * TILE + y + 1;
	if (x == 0)
		unit[y] = input[row];
	barrier(CLK_LOCAL_MEM_FENCE);
	product[y * TILE + x] = weights[row * (hid + 1) + x + 1] * unit[y];
	for (int half_rows = TILE / 2; half_rows > 0; half_rows /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (y < half_rows)
			product[y * TILE + x] += product[(y + half_rows) * TILE + x];
	}
	if (y == 0)
		partial[tile * hid + x] = product[x];
}

kernel void bpnn_adjust_weights_ocl(global const float *delta, int hid, global const float *layer,
	int in, global float *weights, global float *before)
{
	int tile = get_group_id(1), column = get_local_id(0) + 1, y = get_local_id(1);
	int row = tile * TILE + y + 1, at = row * (hid + 1) + column;
	float change = ETA * delta[column] * layer[row] + MOMENTUM * before[at];
	weights[at] += change;
	before[at] = change;
	if (tile == 0 && y == 0) {
		change = ETA * delta[column] + MOMENTUM * before[column];
		weights[column] += change;
		before[column] = change;
	}
}
