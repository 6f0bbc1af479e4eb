/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fills (CUDA driver API, "Memory Management": cuMemset*). They are asynchronous in any case, as on
 * a GPU, where only memory of the host is waited for. */
#include "graph_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"

CUresult cu_fill_prepare(const CUDA_MEMSET_NODE_PARAMS *p, struct rt *rt, struct cu_op *out)
{
	uint32_t bytes = p->elementSize;
	size_t row, pitch = p->height == 1 ? p->width * bytes : p->pitch;
	if (bytes != 1 && bytes != 2 && bytes != 4)
		return CUDA_ERROR_INVALID_VALUE;
	*out = (struct cu_op){.kind = CU_OP_FILL,
		.joins = true,
		.fill = {.to = (uint8_t *)(uintptr_t)p->dst,
			.pitch = pitch,
			.width = p->width,
			.height = p->height,
			.value = p->value,
			.element_bytes = bytes}};
	if (p->width == 0 || p->height == 0)
		return CUDA_SUCCESS;
	if (p->dst % bytes != 0 || __builtin_mul_overflow(p->width, bytes, &row) || pitch < row ||
		!cu_memory_is_there(rt, CU_SIDE_DEVICE, (void *)(uintptr_t)p->dst, row, pitch,
			p->height))
		return CUDA_ERROR_INVALID_VALUE;
	return CUDA_SUCCESS;
}

static CUresult fill(CUdeviceptr to, size_t pitch, uint32_t value, uint32_t bytes, size_t width,
	size_t height, CUstream stream)
{
	const CUDA_MEMSET_NODE_PARAMS p = {.dst = to,
		.pitch = pitch,
		.value = value,
		.elementSize = bytes,
		.width = width,
		.height = height};
	struct CUstream_st *s;
	struct cu_op op;
	CUresult error = cu_stream_get(stream, &s);
	if (error == CUDA_SUCCESS)
		error = cu_fill_prepare(&p, s->context->rt, &op);
	if (error != CUDA_SUCCESS || width == 0 || height == 0)
		return error;
	return cu_stream_do(s, &op);
}

/* With default streams the caller's next call that looks at the memory waits. */
#define FILL(name, type, bytes) \
	CUresult CUDAAPI cuMemset##name(CUdeviceptr dstDevice, type value, size_t N) \
	{ \
		return fill(dstDevice, 0, value, bytes, N, 1, NULL); \
	} \
	CUresult CUDAAPI cuMemset##name##Async(CUdeviceptr dstDevice, type value, size_t N, \
		CUstream hStream) \
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
