// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass of a bitonic sort: each work-item orders one pair.
kernel void bitonicSort(global uint *theArray, uint stage, uint passOfStage, uint width,
	uint direction)
{
	uint item = get_global_id(0), distance = 1u << (stage - passOfStage);
	uint low = 2 * item - (item & (distance - 1)), high = low + distance;
	uint a = theArray[low], b = theArray[high];
	bool rising = (direction != 0) != ((item >> stage & 1) != 0);
	theArray[low] = rising ? min(a, b) : max(a, b);
	theArray[high] = rising ? max(a, b) : min(a, b);
}
