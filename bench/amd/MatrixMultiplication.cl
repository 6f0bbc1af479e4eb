// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C = A * B. Each work-item makes 4 x 4 numbers; A may come by way of local memory.

static void multiply_add(float4 *sum, float4 a, float4 b0, float4 b1, float4 b2, float4 b3)
{
	*sum = fma(a.x, b0, *sum);
	*sum = fma(a.y, b1, *sum);
	*sum = fma(a.z, b2, *sum);
	*sum = fma(a.w, b3, *sum);
}

kernel __attribute__((reqd_work_group_size(8, 8, 1))) void mmmKernel(
	global const float4 *matrixA, global const float4 *matrixB, global float4 *matrixC,
	uint widthA, uint widthB)
{
	uint x = get_global_id(0), y = 4 * (uint)get_global_id(1);
	uint strideA = widthA / 4, strideB = widthB / 4;
	global const float4 *a = matrixA + y * strideA, *b = matrixB + x;
	float4 sum[4] = {0, 0, 0, 0};
	for (uint i = 0; i < strideA; i++, a++, b += 4 * strideB)
#pragma unroll
		for (uint row = 0; row < 4; row++)
			multiply_add(&sum[row], a[row * strideA], b[0], b[strideB], b[2 * strideB],
				b[3 * strideB]);
#pragma unroll
	for (uint row = 0; row < 4; row++)
		matrixC[(y + row) * strideB + x] = sum[row];
}

kernel __attribute__((reqd_work_group_size(8, 8, 1))) void mmmKernel_local(
	global const float4 *matrixA, global const float4 *matrixB, global float4 *matrixC,
	int widthA, local float4 *blockA)
{
	uint x = get_global_id(0), y = 4 * (uint)get_global_id(1);
	uint strideA = widthA / 4, strideB = get_global_size(0);
	uint items = get_local_size(0), item = get_local_id(0);
	local float4 *rows = blockA + 4 * (uint)get_local_id(1) * items;
	global const float4 *b = matrixB + x;
	float4 sum[4] = {0, 0, 0, 0};
	for (uint first = 0; first < strideA; first += items) {
#pragma unroll
		for (uint row = 0; row < 4; row++)
			rows[row * items + item] = matrixA[(y + row) * strideA + first + item];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint i = 0; i < items; i++, b += 4 * strideB)
#pragma unroll
			for (uint row = 0; row < 4; row++)
				multiply_add(&sum[row], rows[row * items + i], b[0], b[strideB],
					b[2 * strideB], b[3 * strideB]);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
#pragma unroll
	for (uint row = 0; row < 4; row++)
		matrixC[(y + row) * strideB + x] = sum[row];
}
