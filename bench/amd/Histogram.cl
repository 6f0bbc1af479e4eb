// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Histograms of 256 values per work-item, in bytes of local memory, summed up for each group.
kernel void histogram256(global const uint *data, local uchar *sharedArray, global uint *binResult)
{
	uint item = get_local_id(0), items = get_local_size(0), group = get_group_id(0);
	local uchar *own = sharedArray + 256 * item;
	local uint *all = (local uint *)sharedArray;
	for (uint i = item; i < 64 * items; i += items)
		all[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	global const uint *in = data + group * items * 256;
	for (uint i = 0; i < 256; i++)
		own[in[i * items + item]]++;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint bin = item; bin < 256; bin += items) {
		uint sum = 0;
		for (uint i = 0; i < items; i++)
			sum += sharedArray[256 * i + bin];
		binResult[256 * group + bin] = sum;
	}
}
