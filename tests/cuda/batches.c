/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of many rows and boxes in one call, copies between contexts; clusters, which are of one
 * block; and cooperative launches by a list. */
#include "cuda_client.h"

enum { COPIES = 3, WORDS = 8 };

static CUstream stream;

static CUmemcpyAttributes ordered(CUmemcpySrcAccessOrder order)
{
	return (CUmemcpyAttributes){.srcAccessOrder = order};
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void check_rows(void)
{
	uint32_t host[COPIES][WORDS], back[COPIES][WORDS];
	CUdeviceptr there = numbers(COPIES * WORDS), to[COPIES], from[COPIES];
	size_t bytes[COPIES] = {4 * WORDS, 12, 0}, first[2] = {0, 1}, failed = 7;
	CUmemcpyAttributes a[2] = {ordered(CU_MEMCPY_SRC_ACCESS_ORDER_STREAM),
		ordered(CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL)};
	for (uint32_t i = 0; i < COPIES; i++) {
		for (uint32_t k = 0; k < WORDS; k++)
			host[i][k] = 100 * i + k;
		to[i] = there + 4 * WORDS * i;
		from[i] = (CUdeviceptr)(uintptr_t)host[i];
	}
	OK(cuMemcpyBatchAsync(to, from, bytes, COPIES, a, first, 2, &failed, stream));
	memset(host[1], 0, sizeof host[1]); /* it was read during the call */
	OK(cuStreamSynchronize(stream));
	OK(cuMemcpyDtoH(back, there, sizeof back));
	for (uint32_t i = 0; i < COPIES; i++)
		for (uint32_t k = 0; k < WORDS; k++)
			EXPECT(back[i][k] == (4 * k < bytes[i] ? 100 * i + k : 0));
	/* what is wrong with one copy is told by its number, and nothing is copied */
	CUdeviceptr right = from[1];
	from[1] = 16;
	host[0][0] = 1;
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemcpyBatchAsync(to, from, bytes, COPIES, a, first, 2, &failed, stream));
	EXPECT(failed == 1);
	OK(cuStreamSynchronize(stream));
	EXPECT(number_at(there, 0) == 0);
	from[1] = right;
	first[1] = 0;
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemcpyBatchAsync(to, from, bytes, COPIES, a, first, 2, &failed, stream));
	EXPECT(failed == SIZE_MAX);
	first[1] = COPIES;
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemcpyBatchAsync(to, from, bytes, COPIES, a, first, 2, &failed, stream));
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemcpyBatchAsync(to, from, bytes, COPIES, a, first, 0, &failed, stream));
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemcpyBatchAsync(to, from, bytes, 0, a, first, 1, &failed, stream));
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemcpyBatchAsync(to, from, bytes, COPIES, a, first, 1, &failed, NULL));
	a[0].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_INVALID;
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemcpyBatchAsync(to, from, bytes, COPIES, a, first, 1, NULL, stream));
	OK(cuMemFree(there));
}

/* ---- boxes ----------------------------------------------------------------------------------- */

enum { WIDTH = 5, HEIGHT = 4, DEPTH = 3 };

static CUarray array(void)
{
	const CUDA_ARRAY3D_DESCRIPTOR d = {.Width = WIDTH,
		.Height = HEIGHT,
		.Depth = DEPTH,
		.Format = CU_AD_FORMAT_UNSIGNED_INT32,
		.NumChannels = 1};
	CUarray a;
	OK(cuArray3DCreate(&a, &d));
	return a;
}

/* A box of 3 x 2 x 2 elements goes from memory into an array, and all of that back. */
static void check_boxes(void)
{
	uint32_t host[4][4][8], back[DEPTH][HEIGHT][WIDTH];
	size_t failed = 7;
	CUarray a = array();
	for (uint32_t i = 0; i < 4 * 4 * 8; i++)
		host[i / 32][i / 8 % 4][i % 8] = i + 1;
	memset(back, 0, sizeof back);
	CUDA_MEMCPY3D_BATCH_OP ops[3] = {
		{.src = {.type = CU_MEMCPY_OPERAND_TYPE_POINTER,
			 .op = {.ptr = {.ptr = (CUdeviceptr)(uintptr_t)back}}},
			.dst = {.type = CU_MEMCPY_OPERAND_TYPE_ARRAY,
				.op = {.array = {.array = a}}},
			.extent = {WIDTH, HEIGHT, DEPTH}},
		{.src = {.type = CU_MEMCPY_OPERAND_TYPE_POINTER,
			 .op = {.ptr = {.ptr = (CUdeviceptr)(uintptr_t)host,
					.rowLength = 8,
					.layerHeight = 4}}},
			.dst = {.type = CU_MEMCPY_OPERAND_TYPE_ARRAY,
				.op = {.array = {.array = a, .offset = {1, 2, 1}}}},
			.extent = {3, 2, 2}},
		{.src = {.type = CU_MEMCPY_OPERAND_TYPE_ARRAY, .op = {.array = {.array = a}}},
			.dst = {.type = CU_MEMCPY_OPERAND_TYPE_POINTER,
				.op = {.ptr = {.ptr = (CUdeviceptr)(uintptr_t)back,
					       .rowLength = WIDTH,
					       .layerHeight = HEIGHT}}},
			.extent = {WIDTH, HEIGHT, DEPTH}}};
	for (unsigned i = 0; i < 3; i++)
		ops[i].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
	OK(cuMemcpy3DBatchAsync(3, ops, &failed, 0, stream));
	OK(cuStreamSynchronize(stream));
	for (unsigned z = 0; z < DEPTH; z++)
		for (unsigned y = 0; y < HEIGHT; y++)
			for (unsigned x = 0; x < WIDTH; x++) {
				bool in = x >= 1 && x < 4 && y >= 2 && z >= 1;
				EXPECT(back[z][y][x] == (in ? host[z - 1][y - 2][x - 1] : 0));
			}
	ops[1].dst.op.array.offset.x = 3;
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(3, ops, &failed, 0, stream));
	EXPECT(failed == 1);
	ops[1].dst.op.array.offset.x = SIZE_MAX / 4 + 2; /* 4 bytes, if it is not looked at */
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(3, ops, &failed, 0, stream));
	EXPECT(failed == 1);
	ops[2].src.op.array.array = NULL;
	ops[1].dst.op.array.offset.x = 0;
	IS(CUDA_ERROR_INVALID_HANDLE, cuMemcpy3DBatchAsync(3, ops, &failed, 0, stream));
	EXPECT(failed == 2);
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(1, ops, &failed, 1, stream));
	EXPECT(failed == SIZE_MAX);
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(1, ops, &failed, 0, CU_STREAM_LEGACY));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DBatchAsync(0, ops, &failed, 0, stream));
	OK(cuArrayDestroy(a));
}

/* ---- contexts -------------------------------------------------------------------------------- */

static void check_peers(CUcontext c)
{
	CUdeviceptr from = numbers(64), to = numbers(64);
	CUDA_MEMCPY3D_PEER p = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
		.srcDevice = from,
		.srcContext = c,
		.srcPitch = 32,
		.srcHeight = 4,
		.dstMemoryType = CU_MEMORYTYPE_DEVICE,
		.dstDevice = to,
		.dstContext = c,
		.dstPitch = 16,
		.dstHeight = 2,
		.WidthInBytes = 12,
		.Height = 2,
		.Depth = 2};
	for (uint32_t i = 0; i < 64; i++)
		OK(cuMemsetD32(from + 4 * i, i + 1, 1));
	OK(cuMemcpy3DPeer(&p));
	for (uint32_t i = 0; i < 16; i++)
		EXPECT(number_at(to, i) ==
			(i % 4 == 3 ? 0 : i % 4 + i / 4 % 2 * 8 + i / 8 * 32 + 1));
	OK(cuMemsetD32(to, 0, 64));
	OK(cuStreamSynchronize(NULL));
	OK(cuMemcpy3DPeerAsync(&p, stream));
	OK(cuStreamSynchronize(stream));
	EXPECT(number_at(to, 14) == 43);
	p.srcContext = NULL;
	IS(CUDA_ERROR_INVALID_CONTEXT, cuMemcpy3DPeer(&p));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpy3DPeerAsync(NULL, stream));
	OK(cuMemFree(from));
	OK(cuMemFree(to));
}

/* ---- launches -------------------------------------------------------------------------------- */

static void check_clusters(CUfunction f)
{
	CUlaunchAttribute a = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
	CUlaunchConfig c = {.gridDimX = 4,
		.gridDimY = 1,
		.gridDimZ = 1,
		.blockDimX = 128,
		.blockDimY = 1,
		.blockDimZ = 1,
		.attrs = &a,
		.numAttrs = 1};
	int clusters, blocks, size, units;
	a.value.clusterDim.x = a.value.clusterDim.y = a.value.clusterDim.z = 1;
	OK(cuDeviceGetAttribute(&units, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
	OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 128, 0));
	OK(cuOccupancyMaxActiveClusters(&clusters, f, &c));
	EXPECT(clusters == blocks * units);
	OK(cuOccupancyMaxPotentialClusterSize(&size, f, &c));
	EXPECT(size == 1);
	a.value.clusterDim.y = 2;
	IS(CUDA_ERROR_INVALID_CLUSTER_SIZE, cuOccupancyMaxActiveClusters(&clusters, f, &c));
	c.blockDimX = 2048;
	IS(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxPotentialClusterSize(&size, f, &c));
	IS(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveClusters(&clusters, f, NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, cuOccupancyMaxActiveClusters(&clusters, NULL, &c));
}

static void check_cooperative(CUfunction f)
{
	CUdeviceptr p = numbers(64);
	uint32_t v = 3;
	void *args[] = {&p, &v};
	CUDA_LAUNCH_PARAMS l[2] = {{.function = f,
		.gridDimX = 1,
		.gridDimY = 1,
		.gridDimZ = 1,
		.blockDimX = 64,
		.blockDimY = 1,
		.blockDimZ = 1,
		.hStream = stream,
		.kernelParams = args}};
	l[1] = l[0];
	OK(cuLaunchCooperativeKernelMultiDevice(l, 1, 0));
	OK(cuStreamSynchronize(stream));
	EXPECT(number_at(p, 63) == 3);
	IS(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(l, 1, 4));
	IS(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(l, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(NULL, 1, 0));
	IS(CUDA_ERROR_NOT_SUPPORTED, cuLaunchCooperativeKernelMultiDevice(l, 2, 0));
	l[0].hStream = NULL;
	IS(CUDA_ERROR_INVALID_HANDLE, cuLaunchCooperativeKernelMultiDevice(l, 1, 0));
	OK(cuMemFree(p));
}

int main(void)
{
	CUcontext c = begin();
	CUmodule m = module();
	OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	check_rows();
	check_boxes();
	check_peers(c);
	check_clusters(kernel(m, "add"));
	check_cooperative(kernel(m, "add"));
	OK(cuStreamDestroy(stream));
	OK(cuModuleUnload(m));
	OK(cuDevicePrimaryCtxRelease(0));
	return 0;
}
