/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies and fills (CUDA driver API, "Memory Management"), at once and in streams. The host's pages
 * are read when the stream gets there, as if they were pinned. */
#include <string.h>
#include "hsaemu/base.h"
#include "memory_impl.h"

enum { AT_ONCE_BYTES = 256 << 10 };

/* ---- doing ----------------------------------------------------------------------------------- */

static size_t bytes_of(const struct cu_op *op)
{
	if (op->kind == CU_OP_COPY)
		return op->copy.width * op->copy.height * op->copy.depth;
	return op->fill.width * op->fill.height * op->fill.element_bytes;
}

static void copy_here(const struct cu_copy *c)
{
	for (size_t z = 0; z < c->depth; z++)
		for (size_t y = 0; y < c->height; y++)
			memcpy(c->to + z * c->to_slice + y * c->to_pitch,
				c->from + z * c->from_slice + y * c->from_pitch, c->width);
}

/* What is small is copied by the caller's thread, once it has waited for what comes before. */
CUresult cu_do_now(struct CUstream_st *s, const struct cu_op *op)
{
	if (bytes_of(op) == 0)
		return CUDA_SUCCESS;
	if (op->kind == CU_OP_COPY && bytes_of(op) <= AT_ONCE_BYTES) {
		CUresult error = cu_stream_wait_before(s);
		if (error == CUDA_SUCCESS)
			copy_here(&op->copy);
		return error;
	}
	CUresult error = cu_stream_do(s, op);
	return error == CUDA_SUCCESS ? cu_stream_wait(s) : error;
}

static CUresult do_op(CUstream stream, const struct cu_op *op, bool now)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(stream, &s);
	if (error != CUDA_SUCCESS || bytes_of(op) == 0)
		return error;
	return now ? cu_do_now(s, op) : cu_stream_do(s, op);
}

/* ---- one row --------------------------------------------------------------------------------- */

static CUresult copy_row(void *to, enum cu_side to_side, const void *from, enum cu_side from_side,
	size_t bytes, CUstream stream, bool now)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (bytes != 0 && (!cu_memory_is_there(c->rt, to_side, to, bytes, bytes, 1) ||
				  !cu_memory_is_there(c->rt, from_side, from, bytes, bytes, 1)))
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_op op = {.kind = CU_OP_COPY,
		.joins = true,
		.copy = {.to = to, .from = from, .width = bytes, .height = 1, .depth = 1}};
	return do_op(stream, &op, now);
}

static void *pointer(CUdeviceptr p)
{
	return (void *)(uintptr_t)p;
}

CUresult CUDAAPI cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount)
{
	return copy_row(pointer(dst), CU_SIDE_ANY, pointer(src), CU_SIDE_ANY, ByteCount, NULL,
		true);
}

CUresult CUDAAPI cuMemcpyHtoD(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount)
{
	return copy_row(pointer(dstDevice), CU_SIDE_DEVICE, srcHost, CU_SIDE_HOST, ByteCount, NULL,
		true);
}

CUresult CUDAAPI cuMemcpyDtoH(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount)
{
	return copy_row(dstHost, CU_SIDE_HOST, pointer(srcDevice), CU_SIDE_DEVICE, ByteCount, NULL,
		true);
}

CUresult CUDAAPI cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount)
{
	return copy_row(pointer(dstDevice), CU_SIDE_DEVICE, pointer(srcDevice), CU_SIDE_DEVICE,
		ByteCount, NULL, true);
}

CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream)
{
	return copy_row(pointer(dst), CU_SIDE_ANY, pointer(src), CU_SIDE_ANY, ByteCount, hStream,
		false);
}

CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,
	CUstream hStream)
{
	return copy_row(pointer(dstDevice), CU_SIDE_DEVICE, srcHost, CU_SIDE_HOST, ByteCount,
		hStream, false);
}

CUresult CUDAAPI cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount,
	CUstream hStream)
{
	return copy_row(dstHost, CU_SIDE_HOST, pointer(srcDevice), CU_SIDE_DEVICE, ByteCount,
		hStream, false);
}

CUresult CUDAAPI cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount,
	CUstream hStream)
{
	return copy_row(pointer(dstDevice), CU_SIDE_DEVICE, pointer(srcDevice), CU_SIDE_DEVICE,
		ByteCount, hStream, false);
}

/* All devices share one memory. */
CUresult CUDAAPI cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
	CUcontext srcContext, size_t ByteCount)
{
	if (!handle_is_valid(dstContext, CU_CONTEXT) || !handle_is_valid(srcContext, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	return (cuMemcpyDtoD)(dstDevice, srcDevice, ByteCount);
}

CUresult CUDAAPI cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext,
	CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream)
{
	if (!handle_is_valid(dstContext, CU_CONTEXT) || !handle_is_valid(srcContext, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	return (cuMemcpyDtoDAsync)(dstDevice, srcDevice, ByteCount, hStream);
}
