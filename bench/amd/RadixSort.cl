// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass of a radix sort by 8 bits: each work-item counts its 256 numbers, then puts them where the
// sums of the counts say.

kernel void histogram(global const uint *unsortedData, global uint *buckets, uint shiftCount,
	local ushort *sharedArray)
{
	uint item = get_local_id(0), items = get_local_size(0);
	local ushort *own = sharedArray + 256 * item;
	local uint *all = (local uint *)sharedArray;
	global const uint *in = unsortedData + 256 * get_global_id(0);
	global uint *out = buckets + 256 * get_global_id(0);
	for (uint i = item; i < 128 * items; i += items)
		all[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = 0; i < 256; i++)
		own[in[i] >> shiftCount & 255]++;
	for (uint i = 0; i < 256; i++)
		out[i] = own[i];
}

kernel void permute(global const uint *unsortedData, global const uint *scanedBuckets,
	uint shiftCount, local ushort *sharedBuckets, global uint *sortedData)
{
	local ushort *next = sharedBuckets + 256 * get_local_id(0);
	global const uint *in = unsortedData + 256 * get_global_id(0);
	global const uint *start = scanedBuckets + 256 * get_global_id(0);
	for (uint i = 0; i < 256; i++)
		next[i] = start[i];
	for (uint i = 0; i < 256; i++) {
		uint value = in[i];
		sortedData[next[value >> shiftCount & 255]++] = value;
	}
}
