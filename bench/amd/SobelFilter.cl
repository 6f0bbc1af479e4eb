// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half of the gradient at each pixel that has all of its neighbours, for each channel.
kernel void sobel_filter(global const uchar4 *inputImage, global uchar4 *outputImage)
{
	uint x = get_global_id(0), y = get_global_id(1);
	uint width = get_global_size(0), height = get_global_size(1), at = y * width + x;
	if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
		return;
	global const uchar4 *up = inputImage + at - width, *down = inputImage + at + width;
	float4 corners = convert_float4(up[-1]) - convert_float4(down[1]);
	float4 others = convert_float4(up[1]) - convert_float4(down[-1]);
	float4 vertical = convert_float4(up[0]) - convert_float4(down[0]);
	float4 horizontal = convert_float4(inputImage[at - 1]) - convert_float4(inputImage[at + 1]);
	vertical = 2.0f * vertical + corners + others;
	horizontal = 2.0f * horizontal + corners - others;
	outputImage[at] = convert_uchar4(hypot(vertical, horizontal) * 0.5f);
}
