// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of a search with many ways: the work-item whose part of a sorted array holds the value
// says where it is: {first, last, 0, found}.
kernel void binarySearch(global uint4 *outputArray, global const uint *sortedArray, uint findMe,
	uint globalLowerBound, uint globalUpperBound, uint subdivSize)
{
	uint first = globalLowerBound + (uint)get_global_id(0) * subdivSize;
	uint last = first + subdivSize - 1;
	if (sortedArray[first] <= findMe && findMe <= sortedArray[last])
		*outputArray = (uint4)(first, last, 0, 1);
}
