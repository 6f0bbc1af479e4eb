// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The discrete wavelet transform of images by the reversible 5/3 filter of JPEG 2000: an odd sample
// becomes its difference from its neighbours' mean, an even one gets a quarter of the differences.
enum {
	GROUP = 256,
	BEFORE = 2, // samples that a tile needs before its first one, and 1 behind its last
	AROUND = BEFORE + 1,
	TILE = 195 * 11,
};

kernel void c_CopySrcToComponents(global int *r, global int *g, global int *b,
	global const uchar *pixels, int count)
{
	local uchar bytes[3 * GROUP];
	int item = get_local_id(0), first = get_group_id(0) * get_local_size(0);
	for (int i = item; i < 3 * (int)get_local_size(0); i += get_local_size(0))
		bytes[i] = pixels[3 * first + i];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (first + item >= count)
		return;
	r[first + item] = bytes[3 * item] - 128;
	g[first + item] = bytes[3 * item + 1] - 128;
	b[first + item] = bytes[3 * item + 2] - 128;
}

kernel void c_CopySrcToComponent(global int *c, global const uchar *pixels, int count)
{
	int i = get_global_id(0);
	if (i < count)
		c[i] = pixels[i] - 128;
}

int mirrored(int i, int size)
{
	i = abs(i);
	return i < size ? i : 2 * size - 2 - i;
}

// One direction of lifting: `step` is the distance of neighbours.
void predict(local int *sample, int step)
{
	*sample -= (sample[-step] + sample[step]) / 2;
}

void update(local int *sample, int step)
{
	*sample += (sample[-step] + sample[step] + 2) / 4;
}

// Loads the column and transforms it. Its first row is the tile's second but one, which is even.
void make_column(local int *column, int step, int rows, global const int *in, int x, int y,
	int size_x, int size_y)
{
	for (int row = 0; row < rows; row++) {
		int from = clamp(mirrored(y + row, size_y), 0, size_y - 1);
		column[row * step] = in[from * size_x + x];
	}
	for (int row = 1; row < rows - 1; row += 2)
		predict(&column[row * step], step);
	for (int row = 2; row < rows - 1; row += 2)
		update(&column[row * step], step);
}

// Where a sample belongs: rows of low and high ones of x are beside each other for even y, and then
// for odd y.
int place(int x, int y, int size_x, int size_y)
{
	int low_x = (size_x + 1) / 2, low_y = (size_y + 1) / 2;
	int at = y % 2 == 0 ? 0 : low_y * size_x;
	if (x % 2 == 0)
		return (y % 2 == 0 ? 0 : low_y * size_x) + y / 2 * low_x + x / 2;
	int rows = y % 2 == 0 ? low_y : size_y / 2;
	return at + rows * low_x + y / 2 * (size_x / 2) + x / 2;
}

// A group has a strip of window_x columns and goes down it by windows of window_y rows.
kernel void cl_fdwt53Kernel(global const int *in, global int *out, const int size_x,
	const int size_y, const int steps, int window_x, int window_y)
{
	local int tile[TILE];
	int item = get_local_id(0), first_x = get_group_id(0) * window_x;
	int width = window_x + AROUND, rows = window_y + AROUND;
	for (int w = 0; w < steps; w++) {
		int first_y = (get_group_id(1) * steps + w) * window_y;
		if (first_y >= size_y)
			break;
		for (int c = item; c < width; c += window_x) {
			int x = clamp(mirrored(first_x - BEFORE + c, size_x), 0, size_x - 1);
			make_column(tile + c, width, rows, in, x, first_y - BEFORE, size_x,
				size_y);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		int odd = window_x / 2 + 1; // columns to be predicted in a row
		for (int i = item; i < odd * window_y; i += window_x)
			predict(&tile[(BEFORE + i / odd) * width + 2 * (i % odd) + 1], 1);
		barrier(CLK_LOCAL_MEM_FENCE);
		int even = window_x / 2;
		for (int i = item; i < even * window_y; i += window_x)
			update(&tile[(BEFORE + i / even) * width + 2 * (i % even) + 2], 1);
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int row = 0; row < window_y && first_y + row < size_y; row++)
			if (first_x + item < size_x)
				out[place(first_x + item, first_y + row, size_x, size_y)] =
					tile[(BEFORE + row) * width + BEFORE + item];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}
