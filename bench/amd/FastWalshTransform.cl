// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of a fast Walsh transform: each work-item takes a pair.
kernel void fastWalshTransform(global float *tArray, int step)
{
	uint item = get_global_id(0), low = 2 * item - item % (uint)step;
	float a = tArray[low], b = tArray[low + step];
	tArray[low] = a + b;
	tArray[low + step] = a - b;
}
