/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of rows and slices, from and to memory and arrays (CUDA driver API, "Memory Management":
 * cuMemcpy2D, cuMemcpy3D and their like). */
#include "array_impl.h"
#include "graph_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"

/* One of the two places of a copy, as the client gives it. */
struct place {
	CUmemorytype type;
	void *host;
	CUdeviceptr device;
	CUarray array;
	size_t x, y, z, pitch, height;
};

/* The same as memory. */
struct plane {
	uint8_t *at;
	size_t pitch, slice;
};

struct extent {
	size_t width, height, depth;
};

static CUresult in_array(const struct place *p, const struct extent *e, struct plane *out)
{
	const struct CUarray_st *a = p->array;
	if (!cu_is_array(a))
		return CUDA_ERROR_INVALID_HANDLE;
	if (p->x > a->row_bytes || e->width > a->row_bytes - p->x || p->y > a->rows ||
		e->height > a->rows - p->y || p->z > a->slices || e->depth > a->slices - p->z)
		return CUDA_ERROR_INVALID_VALUE;
	*out = (struct plane){a->data + p->z * a->slice_bytes + p->y * a->row_bytes + p->x,
		a->row_bytes, a->slice_bytes};
	return CUDA_SUCCESS;
}

static CUresult in_memory(struct rt *rt, const struct place *p, const struct extent *e,
	struct plane *out)
{
	enum cu_side side = p->type == CU_MEMORYTYPE_HOST     ? CU_SIDE_HOST
	                    : p->type == CU_MEMORYTYPE_DEVICE ? CU_SIDE_DEVICE
	                                                      : CU_SIDE_ANY;
	uint8_t *base = side == CU_SIDE_HOST ? p->host : (uint8_t *)(uintptr_t)p->device;
	size_t pitch = p->pitch != 0 ? p->pitch : p->x + e->width, slice, before, rows;
	size_t height = p->height != 0 ? p->height : p->y + e->height;
	if (p->x > pitch || e->width > pitch - p->x || p->y + e->height > height ||
		__builtin_mul_overflow(pitch, height, &slice) ||
		__builtin_mul_overflow(slice, p->z, &before) ||
		__builtin_mul_overflow(height, e->depth, &rows))
		return CUDA_ERROR_INVALID_VALUE;
	uint8_t *at = base + before + p->y * pitch + p->x;
	if (!cu_memory_is_there(rt, side, at, e->width, pitch,
		    e->depth == 1 ? e->height : rows - (height - e->height)))
		return CUDA_ERROR_INVALID_VALUE;
	*out = (struct plane){at, pitch, slice};
	return CUDA_SUCCESS;
}

static CUresult resolve(struct rt *rt, const struct place *p, const struct extent *e,
	struct plane *out)
{
	switch (p->type) {
	case CU_MEMORYTYPE_ARRAY:
		return in_array(p, e, out);
	case CU_MEMORYTYPE_HOST:
	case CU_MEMORYTYPE_DEVICE:
	case CU_MEMORYTYPE_UNIFIED:
		return in_memory(rt, p, e, out);
	}
	return CUDA_ERROR_INVALID_VALUE;
}

static CUresult prepare(struct rt *rt, const struct place *from, const struct place *to,
	const struct extent *e, struct cu_op *out)
{
	struct plane source = {0}, target = {0};
	CUresult error = CUDA_SUCCESS;
	if (e->width != 0 && e->height != 0 && e->depth != 0) {
		error = resolve(rt, from, e, &source);
		if (error == CUDA_SUCCESS)
			error = resolve(rt, to, e, &target);
	}
	*out = (struct cu_op){.kind = CU_OP_COPY,
		.joins = true,
		.copy = {.to = target.at,
			.from = source.at,
			.width = e->width,
			.height = e->height,
			.depth = e->depth,
			.to_pitch = target.pitch,
			.to_slice = target.slice,
			.from_pitch = source.pitch,
			.from_slice = source.slice}};
	return error;
}

static CUresult copy(const struct place *from, const struct place *to, const struct extent *e,
	CUstream stream, bool now)
{
	struct CUstream_st *s;
	struct cu_op op;
	CUresult error = cu_stream_get(stream, &s);
	if (error == CUDA_SUCCESS)
		error = prepare(s->context->rt, from, to, e, &op);
	if (error != CUDA_SUCCESS || e->width == 0 || e->height == 0 || e->depth == 0)
		return error;
	return now ? cu_do_now(s, &op) : cu_stream_do(s, &op);
}

static CUresult copy_2d(const CUDA_MEMCPY2D *c, CUstream stream, bool now)
{
	if (c == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct place from = {.type = c->srcMemoryType,
		.host = (void *)(uintptr_t)c->srcHost,
		.device = c->srcDevice,
		.array = c->srcArray,
		.x = c->srcXInBytes,
		.y = c->srcY,
		.pitch = c->srcPitch};
	const struct place to = {.type = c->dstMemoryType,
		.host = c->dstHost,
		.device = c->dstDevice,
		.array = c->dstArray,
		.x = c->dstXInBytes,
		.y = c->dstY,
		.pitch = c->dstPitch};
	return copy(&from, &to, &(struct extent){c->WidthInBytes, c->Height, 1}, stream, now);
}

static void places_of(const CUDA_MEMCPY3D *c, struct place *from, struct place *to)
{
	*from = (struct place){.type = c->srcMemoryType,
		.host = (void *)(uintptr_t)c->srcHost,
		.device = c->srcDevice,
		.array = c->srcArray,
		.x = c->srcXInBytes,
		.y = c->srcY,
		.z = c->srcZ,
		.pitch = c->srcPitch,
		.height = c->srcHeight};
	*to = (struct place){.type = c->dstMemoryType,
		.host = c->dstHost,
		.device = c->dstDevice,
		.array = c->dstArray,
		.x = c->dstXInBytes,
		.y = c->dstY,
		.z = c->dstZ,
		.pitch = c->dstPitch,
		.height = c->dstHeight};
}

CUresult cu_copy_prepare(const CUDA_MEMCPY3D *c, struct rt *rt, struct cu_op *out)
{
	struct place from, to;
	if (c->srcLOD != 0 || c->dstLOD != 0)
		return CUDA_ERROR_INVALID_VALUE;
	places_of(c, &from, &to);
	return prepare(rt, &from, &to, &(struct extent){c->WidthInBytes, c->Height, c->Depth}, out);
}

static CUresult copy_3d(const CUDA_MEMCPY3D *c, CUstream stream, bool now)
{
	struct place from, to;
	if (c == NULL || c->srcLOD != 0 || c->dstLOD != 0)
		return CUDA_ERROR_INVALID_VALUE;
	places_of(c, &from, &to);
	return copy(&from, &to, &(struct extent){c->WidthInBytes, c->Height, c->Depth}, stream,
		now);
}

CUresult CUDAAPI cuMemcpy2D(const CUDA_MEMCPY2D *pCopy)
{
	return copy_2d(pCopy, NULL, true);
}

CUresult CUDAAPI cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *pCopy)
{
	return copy_2d(pCopy, NULL, true);
}

CUresult CUDAAPI cuMemcpy2DAsync(const CUDA_MEMCPY2D *pCopy, CUstream hStream)
{
	return copy_2d(pCopy, hStream, false);
}

CUresult CUDAAPI cuMemcpy3D(const CUDA_MEMCPY3D *pCopy)
{
	return copy_3d(pCopy, NULL, true);
}

CUresult CUDAAPI cuMemcpy3DAsync(const CUDA_MEMCPY3D *pCopy, CUstream hStream)
{
	return copy_3d(pCopy, hStream, false);
}

/* ---- between contexts ------------------------------------------------------------------------ */

/* All devices share one memory. */
static CUresult copy_peer(const CUDA_MEMCPY3D_PEER *p, CUstream stream, bool now)
{
	if (p == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (!handle_is_valid(p->srcContext, CU_CONTEXT) ||
		!handle_is_valid(p->dstContext, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	const CUDA_MEMCPY3D c = {.srcXInBytes = p->srcXInBytes,
		.srcY = p->srcY,
		.srcZ = p->srcZ,
		.srcLOD = p->srcLOD,
		.srcMemoryType = p->srcMemoryType,
		.srcHost = p->srcHost,
		.srcDevice = p->srcDevice,
		.srcArray = p->srcArray,
		.srcPitch = p->srcPitch,
		.srcHeight = p->srcHeight,
		.dstXInBytes = p->dstXInBytes,
		.dstY = p->dstY,
		.dstZ = p->dstZ,
		.dstLOD = p->dstLOD,
		.dstMemoryType = p->dstMemoryType,
		.dstHost = p->dstHost,
		.dstDevice = p->dstDevice,
		.dstArray = p->dstArray,
		.dstPitch = p->dstPitch,
		.dstHeight = p->dstHeight,
		.WidthInBytes = p->WidthInBytes,
		.Height = p->Height,
		.Depth = p->Depth};
	return copy_3d(&c, stream, now);
}

CUresult CUDAAPI cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy)
{
	return copy_peer(pCopy, NULL, true);
}

CUresult CUDAAPI cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream)
{
	return copy_peer(pCopy, hStream, false);
}

/* ---- arrays and one row of memory ------------------------------------------------------------ */

static CUresult copy_row(const struct place *from, const struct place *to, size_t bytes,
	CUstream stream, bool now)
{
	return copy(from, to, &(struct extent){bytes, 1, 1}, stream, now);
}

static struct place array_at(CUarray array, size_t offset)
{
	return (struct place){.type = CU_MEMORYTYPE_ARRAY, .array = array, .x = offset};
}

static struct place device_at(CUdeviceptr at)
{
	return (struct place){.type = CU_MEMORYTYPE_DEVICE, .device = at};
}

static struct place host_at(const void *at)
{
	return (struct place){.type = CU_MEMORYTYPE_HOST, .host = (void *)(uintptr_t)at};
}

CUresult CUDAAPI cuMemcpyDtoA(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice,
	size_t ByteCount)
{
	const struct place from = device_at(srcDevice), to = array_at(dstArray, dstOffset);
	return copy_row(&from, &to, ByteCount, NULL, true);
}

CUresult CUDAAPI cuMemcpyAtoD(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset,
	size_t ByteCount)
{
	const struct place from = array_at(srcArray, srcOffset), to = device_at(dstDevice);
	return copy_row(&from, &to, ByteCount, NULL, true);
}

CUresult CUDAAPI cuMemcpyHtoA(CUarray dstArray, size_t dstOffset, const void *srcHost,
	size_t ByteCount)
{
	const struct place from = host_at(srcHost), to = array_at(dstArray, dstOffset);
	return copy_row(&from, &to, ByteCount, NULL, true);
}

CUresult CUDAAPI cuMemcpyAtoH(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
	const struct place from = array_at(srcArray, srcOffset), to = host_at(dstHost);
	return copy_row(&from, &to, ByteCount, NULL, true);
}

CUresult CUDAAPI cuMemcpyAtoA(CUarray dstArray, size_t dstOffset, CUarray srcArray,
	size_t srcOffset, size_t ByteCount)
{
	const struct place from = array_at(srcArray, srcOffset), to = array_at(dstArray, dstOffset);
	return copy_row(&from, &to, ByteCount, NULL, true);
}

CUresult CUDAAPI cuMemcpyHtoAAsync(CUarray dstArray, size_t dstOffset, const void *srcHost,
	size_t ByteCount, CUstream hStream)
{
	const struct place from = host_at(srcHost), to = array_at(dstArray, dstOffset);
	return copy_row(&from, &to, ByteCount, hStream, false);
}

CUresult CUDAAPI cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, size_t srcOffset,
	size_t ByteCount, CUstream hStream)
{
	const struct place from = array_at(srcArray, srcOffset), to = host_at(dstHost);
	return copy_row(&from, &to, ByteCount, hStream, false);
}
