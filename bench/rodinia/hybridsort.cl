// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sort by buckets and merging. The elements of a bucket are lists of sorted fours, padded with
// zeros in front of the first one.
enum {
	BUCKETS = 1024,
	WARP = 32, // that has a histogram of its own
	HISTOGRAMS = 3,
	LOG_BUCKETS = 10,
};

kernel void histogram1024Kernel(global uint *result, global const float *data, float low,
	float high, uint count)
{
	local uint bins[HISTOGRAMS * BUCKETS];
	local uint *own = &bins[get_local_id(0) / WARP * BUCKETS];
	for (uint i = get_local_id(0); i < HISTOGRAMS * BUCKETS; i += get_local_size(0))
		bins[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
		uint bin = (data[i] - low) / (high - low) * BUCKETS;
		atomic_inc(&own[min(bin, (uint)BUCKETS - 1)]);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = get_local_id(0); i < BUCKETS; i += get_local_size(0)) {
		uint sum = 0;
		for (uint h = 0; h < HISTOGRAMS; h++)
			sum += bins[h * BUCKETS + i];
		atomic_add(&result[i], sum);
	}
}

// indices: an element's bucket, and above it its place among the group's elements there.
kernel void bucketcount(global const float *input, global int *indices, global uint *prefixes,
	const int size, global const float *pivots)
{
	local uint bins[BUCKETS];
	for (int i = get_local_id(0); i < BUCKETS; i += get_local_size(0))
		bins[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_global_id(0); i < size; i += get_global_size(0)) {
		float element = input[i];
		int bucket = 0; // the number of pivots before the last one that are not greater
		for (int step = BUCKETS / 2; step > 0; step /= 2)
			bucket += element < pivots[bucket + step - 1] ? 0 : step;
		indices[i] = atomic_inc(&bins[bucket]) << LOG_BUCKETS | bucket;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_local_id(0); i < BUCKETS; i += get_local_size(0))
		prefixes[get_group_id(0) * BUCKETS + i] = bins[i];
}

kernel void bucketprefixoffset(
	global uint *prefixes, global uint *counts, const int groups)
{
	int bucket = get_global_id(0);
	uint sum = 0;
	for (int i = 0; i < groups; i++) {
		uint count = prefixes[i * BUCKETS + bucket];
		prefixes[i * BUCKETS + bucket] = sum;
		sum += count;
	}
	counts[bucket] = sum;
}

kernel void bucketsort(global const float *input, global const int *indices,
	global float *output, const int size, global const uint *prefixes,
	global const uint *offsets)
{
	local uint to[BUCKETS];
	for (int i = get_local_id(0); i < BUCKETS; i += get_local_size(0))
		to[i] = offsets[i] + prefixes[get_group_id(0) * BUCKETS + i];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_global_id(0); i < size; i += get_global_size(0)) {
		int index = indices[i];
		output[to[index & (BUCKETS - 1)] + (index >> LOG_BUCKETS)] = input[i];
	}
}

// Sorts by a network of five comparisons.
float4 sort4(float4 v)
{
	float4 a = {min(v.x, v.y), max(v.x, v.y), min(v.z, v.w), max(v.z, v.w)};
	float4 b = {min(a.x, a.z), min(a.y, a.w), max(a.x, a.z), max(a.y, a.w)};
	return (float4)(b.x, min(b.y, b.z), max(b.y, b.z), b.w);
}

kernel void mergeSortFirst(global const float4 *input, global float4 *result, const int size)
{
	int i = get_global_id(0);
	if (i < size / 4)
		result[i] = sort4(input[i]);
}

// Merges two sorted lists, of half a length each at most, into one; all in fours.
void merge_lists(global const float4 *a, global const float4 *a_end, global const float4 *b,
	global const float4 *b_end, global float4 *out)
{
	float4 low = *a++, high = *b++;
	for (;;) {
		float4 back = high.wzyx;
		high = sort4(max(low, back));
		*out++ = sort4(min(low, back));
		if (a == a_end && b == b_end)
			break;
		// what is next is behind the list that goes on with the lesser one
		bool from_a = b == b_end || (a != a_end && a->x < b->x);
		low = from_a ? *a++ : *b++;
	}
	*out = high;
}

kernel void mergeSortPass(global const float4 *input, global float4 *result, const int length,
	int items, global const int *starts)
{
	int bucket = get_global_id(0) / items;
	if (bucket >= BUCKETS)
		return;
	int end = starts[bucket + 1];
	int from = starts[bucket] + (get_global_id(0) - bucket * items) * length;
	int middle = from + length / 2;
	if (from >= end)
		return;
	if (middle < end) {
		merge_lists(input + from, input + middle, input + middle,
			input + min(middle + length / 2, end), result + from);
		return;
	}
	for (int i = from; i < end; i++)
		result[i] = input[i];
}

kernel void mergepack(global const float *lists, global float *result, constant int *starts,
	constant int *padding, constant int *ends)
{
	int i = get_global_id(0), bucket = get_group_id(1);
	if (i < ends[bucket + 1] - ends[bucket])
		result[ends[bucket] + i] = lists[starts[bucket] * 4 + padding[bucket] + i];
}
