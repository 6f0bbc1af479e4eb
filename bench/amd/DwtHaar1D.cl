// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Up to mLevels levels of a Haar wavelet transform of each group's part of a signal.
kernel void dwtHaar1D(global const float *inSignal, global float *coefsSignal,
	global float *AverageSignal, local float *sharedArray, uint tLevels, uint signalLength,
	uint levelsDone, uint mLevels)
{
	uint item = get_local_id(0), items = get_local_size(0), group = get_group_id(0);
	float scale = levelsDone == 0 ? 1.0f / sqrt((float)signalLength) : 1.0f;
	global const float *in = inSignal + 2 * items * group;
	sharedArray[item] = in[item] * scale;
	sharedArray[items + item] = in[items + item] * scale;

	uint levels = min(tLevels, mLevels), pairs = 1u << (levels - 1), to = signalLength / 2;
	for (; pairs > 0; pairs /= 2, to /= 2) {
		float a = 0, b = 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		if (item < pairs) {
			a = sharedArray[2 * item];
			b = sharedArray[2 * item + 1];
			coefsSignal[to + group * pairs + item] = (a - b) * M_SQRT1_2_F;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if (item < pairs)
			sharedArray[item] = (a + b) * M_SQRT1_2_F;
	}
	if (item == 0)
		AverageSignal[group] = sharedArray[0];
}
