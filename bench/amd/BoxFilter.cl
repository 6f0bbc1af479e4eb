// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mean of the pixels around each one; pixels near the border become 0. In two ways: by a table of
// sums, made in log_r steps of r additions each for rows and columns, or rows first, then columns.

static int power(int r, int i)
{
	int p = 1;
	while (i-- > 0)
		p *= r;
	return p;
}

kernel void horizontalSAT0(global const uchar4 *input, global uint4 *output, int i, int r,
	int width)
{
	int x = get_global_id(0), row = (int)get_global_id(1) * width, step = power(r, i);
	uint4 sum = 0;
	for (int at = x, n = 0; n < r && at >= 0; n++, at -= step)
		sum += convert_uint4(input[row + at]);
	output[row + x] = sum;
}

kernel void horizontalSAT(global const uint4 *input, global uint4 *output, int i, int r, int width)
{
	int x = get_global_id(0), row = (int)get_global_id(1) * width, step = power(r, i);
	uint4 sum = 0;
	for (int at = x, n = 0; n < r && at >= 0; n++, at -= step)
		sum += input[row + at];
	output[row + x] = sum;
}

kernel void verticalSAT(global const uint4 *input, global uint4 *output, int i, int r, int width)
{
	int x = get_global_id(0), y = get_global_id(1), step = power(r, i);
	uint4 sum = 0;
	for (int at = y, n = 0; n < r && at >= 0; n++, at -= step)
		sum += input[at * width + x];
	output[y * width + x] = sum;
}

kernel void box_filter(global const uint4 *inputImage, global uchar4 *outputImage, uint N)
{
	int x = get_global_id(0), y = get_global_id(1);
	int width = get_global_size(0), height = get_global_size(1), k = ((int)N - 1) / 2;
	uchar4 mean = 0;
	if (x >= k && x < width - k && y >= k && y < height - k) {
		int left = x - k - 1, above = y - k - 1;
		uint4 sum = inputImage[(y + k) * width + x + k];
		if (left >= 0)
			sum -= inputImage[(y + k) * width + left];
		if (above >= 0)
			sum -= inputImage[above * width + x + k];
		if (left >= 0 && above >= 0)
			sum += inputImage[above * width + left];
		mean = convert_uchar4(sum / (N * N));
	}
	outputImage[y * width + x] = mean;
}

kernel void box_filter_horizontal(global const uchar4 *inputImage, global uchar4 *outputImage,
	int filterWidth)
{
	int x = get_global_id(0), width = get_global_size(0), k = (filterWidth - 1) / 2;
	int at = (int)get_global_id(1) * width + x;
	uint4 sum = 0;
	if (x >= k && x < width - k)
		for (int d = -k; d <= k; d++)
			sum += convert_uint4(inputImage[at + d]);
	outputImage[at] = convert_uchar4(sum / (uint)filterWidth);
}

kernel void box_filter_vertical(global const uchar4 *inputImage, global uchar4 *outputImage,
	int filterWidth)
{
	int y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
	int at = y * width + (int)get_global_id(0), k = (filterWidth - 1) / 2;
	uint4 sum = 0;
	if (y >= k && y < height - k)
		for (int d = -k; d <= k; d++)
			sum += convert_uint4(inputImage[at + d * width]);
	outputImage[at] = convert_uchar4(sum / (uint)filterWidth);
}

// The group's part of a row in local memory, with k pixels on both sides; no pixel of the border is
// written.
kernel void box_filter_horizontal_local(global const uchar4 *inputImage,
	global uchar4 *outputImage, int filterWidth, local uchar4 *lds)
{
	int x = get_global_id(0), width = get_global_size(0), k = (filterWidth - 1) / 2;
	int row = (int)get_global_id(1) * width;
	int item = get_local_id(0), items = get_local_size(0), first = x - item - k;
	for (int i = item; i < items + 2 * k; i += items)
		lds[i] = inputImage[row + clamp(first + i, 0, width - 1)];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (x < k || x >= width - k)
		return;
	uint4 sum = 0;
	for (int d = 0; d < filterWidth; d++)
		sum += convert_uint4(lds[item + d]);
	outputImage[row + x] = convert_uchar4(sum / (uint)filterWidth);
}
