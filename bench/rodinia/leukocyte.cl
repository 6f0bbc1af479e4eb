// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// White blood cells in frames of a video: how well circles around each pixel fit the gradient, its
// greatest values, and the motion of the gradient's field for each cell that was found.
enum {
	POINTS = 150, // of a circle
	CIRCLES = 7,
	MARGIN = 22,     // of pixels that no circle is around
	MOST = 41 * 81, // pixels of a cell's window
	GROUP = 256,
};

// The greatest square of the mean over the variance of the outward gradient on a circle.
kernel void GICOV_kernel(int step, global const float *grad_x, global const float *grad_y,
	constant float *sines, constant float *cosines, constant int *to_x, constant int *to_y,
	global float *gicov, int width, int height)
{
	int id = get_global_id(0);
	if (id >= width * height)
		return;
	int x = id / width + MARGIN, y = id % width + MARGIN;
	float best = 0;
	for (int c = 0; c < CIRCLES; c++) {
		float mean = 0, squares = 0; // by Welford's method
		for (int p = 0; p < POINTS; p++) {
			int at = (x + to_x[c * POINTS + p]) * step + y + to_y[c * POINTS + p];
			float value = grad_x[at] * cosines[p] + grad_y[at] * sines[p];
			float delta = value - mean;
			mean += delta / (p + 1);
			squares += delta * (value - mean);
		}
		best = max(best, mean * mean / (squares / (POINTS - 1)));
	}
	gicov[x * step + y] = best;
}

// The greatest value of img, whose columns are img_m elements, below the element; transposed.
kernel void dilate_kernel(int img_m, int img_n, int strel_m, int strel_n, constant float *strel,
	global const float *img, global float *dilated)
{
	int id = get_global_id(0), i = id % img_m, j = id / img_m;
	if (j >= img_n)
		return;
	float best = 0;
	for (int a = 0; a < strel_m; a++) {
		int y = i + a - strel_m / 2;
		if (y < 0 || y >= img_m)
			continue;
		for (int b = 0; b < strel_n; b++) {
			int x = j + b - strel_n / 2;
			if (x >= 0 && x < img_n && strel[a * strel_n + b] != 0)
				best = max(best, img[x * img_m + y]);
		}
	}
	dilated[i * img_n + j] = best;
}

// A neighbour's difference, as far as it is in the direction of the motion.
float flow(float difference, float motion, float sharpness)
{
	return difference * (atan(difference * motion * sharpness) * (1 / 3.14159f) + 0.5f);
}

float next_value(local const float *field, float image, int i, int j, int m, int n, float vx,
	float vy, float sharpness)
{
	const float step = 0.5f, whole = 8 * step + 1;
	local const float *here = field + i * n + j;
	int up = i > 0 ? -n : 0, down = i < m - 1 ? n : 0;
	int left = j > 0 ? -1 : 0, right = j < n - 1 ? 1 : 0;
	float old = *here;
	float sum = flow(here[up] - old, -vy, sharpness) + flow(here[down] - old, vy, sharpness) +
		    flow(here[left] - old, -vx, sharpness) +
		    flow(here[right] - old, vx, sharpness) +
		    flow(here[up + right] - old, vx - vy, sharpness) +
		    flow(here[down + right] - old, vx + vy, sharpness) +
		    flow(here[up + left] - old, -vx - vy, sharpness) +
		    flow(here[down + left] - old, vy - vx, sharpness);
	float value = old + step / whole * sum;
	return value - 1 / whole * image * (value - image);
}

// A group for each cell: until the mean change is small. An item has every 256th pixel.
kernel void IMGVF_kernel(global float *fields, global const float *images,
	constant int *offsets, constant int *heights, constant int *widths, float vx, float vy,
	float e, int most_iterations, float cutoff)
{
	local float field[MOST], sums[GROUP];
	int cell = get_group_id(0), item = get_local_id(0);
	int m = heights[cell], n = widths[cell], pixels = m * n;
	global float *own = fields + offsets[cell];
	global const float *image = images + offsets[cell];
	float next[(MOST + GROUP - 1) / GROUP];
	for (int p = item; p < pixels; p += GROUP)
		field[p] = own[p];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int iteration = 0; iteration < most_iterations; iteration++) {
		float change = 0;
		for (int p = item, k = 0; p < pixels; p += GROUP, k++) {
			next[k] = next_value(
				field, image[p], p / n, p % n, m, n, vx, vy, 1 / e);
			change += fabs(next[k] - field[p]);
		}
		sums[item] = change;
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int p = item, k = 0; p < pixels; p += GROUP, k++)
			field[p] = next[k];
		for (int step = GROUP / 2; step > 0; step /= 2) {
			if (item < step)
				sums[item] += sums[item + step];
			barrier(CLK_LOCAL_MEM_FENCE);
		}
		bool done = sums[0] / pixels < cutoff;
		barrier(CLK_LOCAL_MEM_FENCE);
		if (done)
			break;
	}
	for (int p = item; p < pixels; p += GROUP)
		own[p] = field[p];
}
