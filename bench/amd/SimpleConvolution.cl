// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each number becomes the rounded weighted sum of those around it, as far as there are any.
kernel void simpleConvolution(global uint *output, global const uint *input,
	global const float *mask, uint2 inputDimensions, uint2 maskDimensions)
{
	int width = inputDimensions.x, height = inputDimensions.y;
	int at = get_global_id(0), x = at % width, y = at / width;
	int left = x - ((int)maskDimensions.x - 1) / 2, top = y - ((int)maskDimensions.y - 1) / 2;
	float sum = 0.5f;
	for (int j = max(0, -top); j < (int)maskDimensions.y && top + j < height; j++)
		for (int i = max(0, -left); i < (int)maskDimensions.x && left + i < width; i++)
			sum = fma((float)input[(top + j) * width + left + i],
				mask[j * (int)maskDimensions.x + i], sum);
	output[at] = (uint)sum;
}
