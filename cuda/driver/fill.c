/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fills (CUDA driver API, "Memory Management": cuMemset*). They are asynchronous in any case, as on
 * a GPU, where only memory of the host is waited for. */
#include "hsaemu/base.h"
#include "memory_impl.h"

static CUresult fill(CUdeviceptr to, size_t pitch, uint32_t value, uint32_t bytes, size_t width,
	size_t height, CUstream stream)
{
	struct CUstream_st *s;
	size_t row;
	CUresult error = cu_stream_get(stream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	if (width == 0 || height == 0)
		return CUDA_SUCCESS;
	if (height == 1)
		pitch = width * bytes;
	if (to % bytes != 0 || __builtin_mul_overflow(width, bytes, &row) || pitch < row ||
		!cu_memory_is_there(s->context->rt, CU_SIDE_DEVICE, (void *)(uintptr_t)to, row,
			pitch, height))
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_op op = {.kind = CU_OP_FILL,
		.joins = true,
		.fill = {.to = (uint8_t *)(uintptr_t)to,
			.pitch = pitch,
			.width = width,
			.height = height,
			.value = value,
			.element_bytes = bytes}};
	return cu_stream_do(s, &op);
}

/* With default streams the caller's next call that looks at the memory waits. */
#define FILL(name, type, bytes) \
	CUresult CUDAAPI cuMemset##name(CUdeviceptr dstDevice, type value, size_t N) \
	{ \
		return fill(dstDevice, 0, value, bytes, N, 1, NULL); \
	} \
	CUresult CUDAAPI cuMemset##name##Async( \
		CUdeviceptr dstDevice, type value, size_t N, CUstream hStream) \
	{ \
		return fill(dstDevice, 0, value, bytes, N, 1, hStream); \
	}
#define FILL_2D(name, type, bytes) \
	CUresult CUDAAPI cuMemsetD2##name(CUdeviceptr dstDevice, size_t dstPitch, type value, \
		size_t Width, size_t Height) \
	{ \
		return fill(dstDevice, dstPitch, value, bytes, Width, Height, NULL); \
	} \
	CUresult CUDAAPI cuMemsetD2##name##Async(CUdeviceptr dstDevice, size_t dstPitch, \
		type value, size_t Width, size_t Height, CUstream hStream) \
	{ \
		return fill(dstDevice, dstPitch, value, bytes, Width, Height, hStream); \
	}
FILL(D8, unsigned char, 1)
FILL(D16, unsigned short, 2)
FILL(D32, unsigned, 4)
FILL_2D(D8, unsigned char, 1)
FILL_2D(D16, unsigned short, 2)
FILL_2D(D32, unsigned, 4)
