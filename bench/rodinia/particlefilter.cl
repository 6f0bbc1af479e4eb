// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A particle filter that follows a bright disc through noisy frames: particles move at random, are
// weighted by how well the pixels around them fit, and are drawn anew by their weights.
#define PI 3.14159265358979323846f
#define LIKELIHOOD_SCALE 300

// One in double precision: draws particles by their weights' running sums.
kernel void particle_kernel(global const double *x, global const double *y,
	global const double *cdf, global const double *u, global double *new_x,
	global double *new_y, int particles)
{
	int i = get_global_id(0);
	if (i >= particles)
		return;
	int k = 0;
	while (k < particles - 1 && cdf[k] < u[i])
		k++;
	new_x[i] = x[k];
	new_y[i] = y[k];
}

kernel void find_index_kernel(global const float *x, global const float *y,
	global const float *cdf, global const float *u, global float *new_x, global float *new_y,
	global float *weights, int particles)
{
	int i = get_global_id(0);
	if (i >= particles)
		return;
	int k = 0;
	while (k < particles - 1 && cdf[k] < u[i])
		k++;
	new_x[i] = x[k];
	new_y[i] = y[k];
}

// A linear congruential generator modulo 2^32, its value taken modulo 2^31 - 1.
float uniform(global int *seed)
{
	*seed = (int)(1103515245u * *seed + 12345) % INT_MAX;
	return fabs(*seed / (float)INT_MAX);
}

// By Box and Muller.
float normal(global int *seed)
{
	float u = uniform(seed), v = uniform(seed);
	return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

// Item 0 alone has drawn u[0] before, in likelihood_kernel: all groups read it here.
kernel void normalize_weights_kernel(global float *weights, int particles,
	global const float *partial_sums, global float *cdf, global float *u, global int *seed)
{
	int i = get_global_id(0);
	float sum = partial_sums[0], first = u[0];
	if (i == 0) {
		float running = 0;
		for (int k = 0; k < particles; k++)
			cdf[k] = running += weights[k] / sum;
	} else if (i < particles) {
		u[i] = first + i / (float)particles;
	}
}

kernel void sum_kernel(global float *partial_sums, int particles)
{
	if (get_global_id(0) != 0)
		return;
	int groups = (particles + get_local_size(0) - 1) / get_local_size(0);
	float sum = 0;
	for (int i = 0; i < groups; i++)
		sum += partial_sums[i];
	partial_sums[0] = sum;
}

// The sum over the pixels of the disc at (x, y) of how much nearer they are to 228 than to 100.
float likelihood_at(float x, float y, global const int *disc, global const uchar *frames,
	global int *indices, int points, int pixels, int frame, int height, int frame_count)
{
	float sum = 0;
	for (int p = 0; p < points; p++) {
		int px = (int)x + disc[2 * p + 1], py = (int)y + disc[2 * p];
		int index = abs((px * height + py) * frame_count + frame);
		index = index < pixels ? index : 0;
		indices[p] = index;
		float value = frames[index];
		sum += ((value - 100) * (value - 100) - (value - 228) * (value - 228)) / 50;
	}
	return sum / points;
}

kernel void likelihood_kernel(global float *x, global float *y, global const float *old_x,
	global const float *old_y, global const float *cdf, global int *indices,
	global const int *disc, global float *likelihood, global const uchar *frames,
	global float *u, global float *weights, const int particles, const int points,
	const int pixels, int frame, const int height, const int frame_count, global int *seed,
	global float *partial_sums, local float *sums)
{
	int i = get_global_id(0), item = get_local_id(0);
	float weight = 0;
	if (i < particles) {
		x[i] = old_x[i] + 1 + 5 * normal(&seed[i]);
		y[i] = old_y[i] - 2 + 2 * normal(&seed[i]);
		likelihood[i] = likelihood_at(x[i], y[i], disc, frames, &indices[i * points],
					points, pixels, frame, height, frame_count) -
				LIKELIHOOD_SCALE;
		weight = exp(likelihood[i]) / particles;
		weights[i] = weight;
	}
	if (i == 0)
		u[0] = uniform(&seed[0]) / particles;
	sums[item] = weight;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
		if (item < step)
			sums[item] += sums[item + step];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (item == 0)
		partial_sums[get_group_id(0)] = sums[0];
}
