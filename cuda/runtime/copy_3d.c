/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of rows and slices (CUDA runtime API, "Memory Management"). All become the driver's copy of
 * three dimensions. */
#include "copy_impl.h"

/* A place of a copy: memory if there is no array. */
struct place {
	cudaArray_const_t array;
	const void *at;
	size_t x, y, z; /* x in bytes */
	size_t pitch, height;
};

static CUarray array_of(cudaArray_const_t a)
{
	return (CUarray)(uintptr_t)a;
}

static CUmemorytype type_of(const struct place *p, bool is_device, bool is_known)
{
	if (p->array != NULL)
		return CU_MEMORYTYPE_ARRAY;
	if (!is_known)
		return CU_MEMORYTYPE_UNIFIED;
	return is_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
}

static CUDA_MEMCPY3D describe(const struct place *to, const struct place *from,
	const struct cudaExtent *e, enum cudaMemcpyKind kind)
{
	bool is_known = kind != cudaMemcpyDefault;
	bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
	bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
	return (CUDA_MEMCPY3D){.srcXInBytes = from->x,
		.srcY = from->y,
		.srcZ = from->z,
		.srcMemoryType = type_of(from, from_device, is_known),
		.srcHost = from->at,
		.srcDevice = (CUdeviceptr)(uintptr_t)from->at,
		.srcArray = array_of(from->array),
		.srcPitch = from->pitch,
		.srcHeight = from->height,
		.dstXInBytes = to->x,
		.dstY = to->y,
		.dstZ = to->z,
		.dstMemoryType = type_of(to, to_device, is_known),
		.dstHost = (void *)(uintptr_t)to->at,
		.dstDevice = (CUdeviceptr)(uintptr_t)to->at,
		.dstArray = array_of(to->array),
		.dstPitch = to->pitch,
		.dstHeight = to->height,
		.WidthInBytes = e->width,
		.Height = e->height,
		.Depth = e->depth};
}

/* How a copy is done: `stream` is that of an asynchronous one. */
struct how {
	bool is_async;
	cudaStream_t stream;
};
static const struct how now = {false, NULL};

static cudaError_t copy_now(const CUDA_MEMCPY3D *c)
{
	cudaStream_t own = cudart_stream(NULL);
	if (own == NULL)
		return cudart_result(DRIVER(cuMemcpy3D)(c));
	CUresult error = DRIVER(cuMemcpy3DAsync)(c, own);
	return cudart_result(error == CUDA_SUCCESS ? DRIVER(cuStreamSynchronize)(own) : error);
}

static cudaError_t copy(const struct place *to, const struct place *from,
	const struct cudaExtent *e, enum cudaMemcpyKind kind, struct how how)
{
	cudaError_t error = cudart_enter();
	if (error != cudaSuccess)
		return cudart_leave(error);
	if ((unsigned)kind > cudaMemcpyDefault)
		return cudart_leave(cudaErrorInvalidMemcpyDirection);
	const CUDA_MEMCPY3D c = describe(to, from, e, kind);
	return how.is_async ? cudart_result(DRIVER(cuMemcpy3DAsync)(&c, cudart_stream(how.stream)))
	                    : copy_now(&c);
}

/* ---- two dimensions -------------------------------------------------------------------------- */

static cudaError_t copy_2d(const struct place *to, const struct place *from, size_t width,
	size_t height, enum cudaMemcpyKind kind, struct how how)
{
	const struct cudaExtent e = {width, height, 1};
	if ((to->array == NULL && width > to->pitch) ||
		(from->array == NULL && width > from->pitch))
		return cudart_leave(cudaErrorInvalidPitchValue);
	return copy(to, from, &e, kind, how);
}

cudaError_t CUDARTAPI cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch,
	size_t width, size_t height, enum cudaMemcpyKind kind)
{
	const struct place to = {.at = dst, .pitch = dpitch}, from = {.at = src, .pitch = spitch};
	return copy_2d(&to, &from, width, height, kind, now);
}

cudaError_t CUDARTAPI cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
	size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	const struct place to = {.at = dst, .pitch = dpitch}, from = {.at = src, .pitch = spitch};
	return copy_2d(&to, &from, width, height, kind, (struct how){true, stream});
}

cudaError_t CUDARTAPI cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset,
	const void *src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind)
{
	const struct place to = {.array = dst, .x = wOffset, .y = hOffset},
			   from = {.at = src, .pitch = spitch};
	return copy_2d(&to, &from, width, height, kind, now);
}

cudaError_t CUDARTAPI cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset,
	const void *src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind,
	cudaStream_t stream)
{
	const struct place to = {.array = dst, .x = wOffset, .y = hOffset},
			   from = {.at = src, .pitch = spitch};
	return copy_2d(&to, &from, width, height, kind, (struct how){true, stream});
}

cudaError_t CUDARTAPI cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src,
	size_t wOffset, size_t hOffset, size_t width, size_t height, enum cudaMemcpyKind kind)
{
	const struct place to = {.at = dst, .pitch = dpitch},
			   from = {.array = src, .x = wOffset, .y = hOffset};
	return copy_2d(&to, &from, width, height, kind, now);
}

cudaError_t CUDARTAPI cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src,
	size_t wOffset, size_t hOffset, size_t width, size_t height, enum cudaMemcpyKind kind,
	cudaStream_t stream)
{
	const struct place to = {.at = dst, .pitch = dpitch},
			   from = {.array = src, .x = wOffset, .y = hOffset};
	return copy_2d(&to, &from, width, height, kind, (struct how){true, stream});
}

cudaError_t CUDARTAPI cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst,
	size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
	size_t width, size_t height, enum cudaMemcpyKind kind)
{
	const struct place to = {.array = dst, .x = wOffsetDst, .y = hOffsetDst},
			   from = {.array = src, .x = wOffsetSrc, .y = hOffsetSrc};
	return copy_2d(&to, &from, width, height, kind, now);
}

/* ---- bytes of an array, row after row -------------------------------------------------------- */

/* Gets the bytes of a row of the array. */
static cudaError_t row_bytes(cudaArray_const_t a, size_t *bytes)
{
	CUDA_ARRAY3D_DESCRIPTOR d;
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuArray3DGetDescriptor)(&d, array_of(a));
	if (error == cudaSuccess)
		*bytes = d.Width * cudart_element_bytes(&d);
	return error;
}

/* Copies `count` bytes that begin in the array at x, y and go on in its next rows. */
static cudaError_t copy_run(cudaArray_const_t array, size_t x, size_t y, const void *at,
	bool to_array, size_t count, enum cudaMemcpyKind kind, struct how how)
{
	size_t row;
	const uint8_t *p = at;
	cudaError_t error = row_bytes(array, &row);
	while (count != 0 && error == cudaSuccess) {
		if (x >= row)
			return cudart_leave(cudaErrorInvalidValue);
		/* what begins a row goes as whole rows */
		size_t rows = x == 0 && count >= row ? count / row : 1;
		size_t width = x == 0 && count >= row ? row : count < row - x ? count : row - x;
		const struct place a = {.array = array, .x = x, .y = y},
				   m = {.at = p, .pitch = width};
		error = copy_2d(to_array ? &a : &m, to_array ? &m : &a, width, rows, kind, how);
		p += width * rows;
		count -= width * rows;
		x = 0;
		y += rows;
	}
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset,
	const void *src, size_t count, enum cudaMemcpyKind kind)
{
	return copy_run(dst, wOffset, hOffset, src, true, count, kind, now);
}

cudaError_t CUDARTAPI cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset,
	size_t hOffset, size_t count, enum cudaMemcpyKind kind)
{
	return copy_run(src, wOffset, hOffset, dst, false, count, kind, now);
}

cudaError_t CUDARTAPI cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset,
	const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return copy_run(dst, wOffset, hOffset, src, true, count, kind, (struct how){true, stream});
}

cudaError_t CUDARTAPI cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset,
	size_t hOffset, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return copy_run(src, wOffset, hOffset, dst, false, count, kind, (struct how){true, stream});
}

/* Copies `count` bytes, piece by piece where a row of either array ends. */
cudaError_t CUDARTAPI cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
	cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count,
	enum cudaMemcpyKind kind)
{
	size_t to_row, from_row;
	cudaError_t error = row_bytes(dst, &to_row);
	if (error == cudaSuccess)
		error = row_bytes(src, &from_row);
	while (count != 0 && error == cudaSuccess) {
		if (wOffsetDst >= to_row || wOffsetSrc >= from_row)
			return cudart_leave(cudaErrorInvalidValue);
		size_t width = to_row - wOffsetDst < from_row - wOffsetSrc ? to_row - wOffsetDst
		                                                           : from_row - wOffsetSrc;
		width = width < count ? width : count;
		const struct place to = {.array = dst, .x = wOffsetDst, .y = hOffsetDst},
				   from = {.array = src, .x = wOffsetSrc, .y = hOffsetSrc};
		error = copy_2d(&to, &from, width, 1, kind, now);
		count -= width;
		hOffsetDst += (wOffsetDst + width) / to_row;
		wOffsetDst = (wOffsetDst + width) % to_row;
		hOffsetSrc += (wOffsetSrc + width) / from_row;
		wOffsetSrc = (wOffsetSrc + width) % from_row;
	}
	return cudart_leave(error);
}

/* ---- three dimensions ------------------------------------------------------------------------ */

/* Positions in memory are in bytes, in arrays in elements. */
static struct place place_of(cudaArray_const_t array, const struct cudaPos *pos,
	const struct cudaPitchedPtr *p, size_t element)
{
	return (struct place){.array = array,
		.at = p->ptr,
		.x = array != NULL ? pos->x * element : pos->x,
		.y = pos->y,
		.z = pos->z,
		.pitch = p->pitch,
		.height = p->ysize};
}

/* Gets the size of the elements that the extent is in: those of the array, else bytes. */
static cudaError_t element_of(cudaArray_const_t source, cudaArray_const_t target, size_t *bytes)
{
	CUDA_ARRAY3D_DESCRIPTOR d;
	cudaArray_const_t a = source != NULL ? source : target;
	*bytes = 1;
	cudaError_t error = cudart_enter();
	if (error != cudaSuccess || a == NULL)
		return error;
	error = (cudaError_t)DRIVER(cuArray3DGetDescriptor)(&d, array_of(a));
	if (error == cudaSuccess)
		*bytes = cudart_element_bytes(&d);
	return error;
}

cudaError_t cudart_copy_of(const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *out)
{
	size_t element;
	if (p == NULL || (p->srcArray != NULL) == (p->srcPtr.ptr != NULL) ||
		(p->dstArray != NULL) == (p->dstPtr.ptr != NULL))
		return cudaErrorInvalidValue;
	if ((unsigned)p->kind > cudaMemcpyDefault)
		return cudaErrorInvalidMemcpyDirection;
	cudaError_t error = element_of(p->srcArray, p->dstArray, &element);
	if (error != cudaSuccess)
		return error;
	const struct place from = place_of(p->srcArray, &p->srcPos, &p->srcPtr, element),
			   to = place_of(p->dstArray, &p->dstPos, &p->dstPtr, element);
	const struct cudaExtent e = {p->extent.width * element, p->extent.height, p->extent.depth};
	*out = describe(&to, &from, &e, p->kind);
	return cudaSuccess;
}

static enum cudaMemcpyKind kind_of(CUmemorytype from, CUmemorytype to)
{
	if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED)
		return cudaMemcpyDefault;
	bool to_host = to == CU_MEMORYTYPE_HOST;
	if (from == CU_MEMORYTYPE_HOST)
		return to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
	return to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

static struct cudaPitchedPtr memory_of(CUmemorytype type, const void *host, CUdeviceptr device,
	const size_t size[2])
{
	const void *at = type == CU_MEMORYTYPE_HOST ? host : (const void *)(uintptr_t)device;
	return (struct cudaPitchedPtr){
		.ptr = (void *)(uintptr_t)at, .pitch = size[0], .xsize = size[0], .ysize = size[1]};
}

cudaError_t cudart_copy_from(const CUDA_MEMCPY3D *c, struct cudaMemcpy3DParms *out)
{
	bool from_array = c->srcMemoryType == CU_MEMORYTYPE_ARRAY,
	     to_array = c->dstMemoryType == CU_MEMORYTYPE_ARRAY;
	size_t element;
	*out = (struct cudaMemcpy3DParms){.srcPos = {c->srcXInBytes, c->srcY, c->srcZ},
		.dstPos = {c->dstXInBytes, c->dstY, c->dstZ},
		.extent = {c->WidthInBytes, c->Height, c->Depth},
		.kind = kind_of(c->srcMemoryType, c->dstMemoryType)};
	if (from_array)
		out->srcArray = (cudaArray_t)c->srcArray;
	else
		out->srcPtr = memory_of(c->srcMemoryType, c->srcHost, c->srcDevice,
			(const size_t[]){c->srcPitch, c->srcHeight});
	if (to_array)
		out->dstArray = (cudaArray_t)c->dstArray;
	else
		out->dstPtr = memory_of(c->dstMemoryType, c->dstHost, c->dstDevice,
			(const size_t[]){c->dstPitch, c->dstHeight});
	cudaError_t error = element_of(out->srcArray, out->dstArray, &element);
	if (error != cudaSuccess)
		return error;
	out->srcPos.x /= from_array ? element : 1;
	out->dstPos.x /= to_array ? element : 1;
	out->extent.width /= element;
	return cudaSuccess;
}

cudaError_t CUDARTAPI cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	CUDA_MEMCPY3D c;
	cudaError_t error = cudart_copy_of(p, &c);
	return error == cudaSuccess ? copy_now(&c) : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
	CUDA_MEMCPY3D c;
	cudaError_t error = cudart_copy_of(p, &c);
	return error == cudaSuccess
	               ? cudart_result(DRIVER(cuMemcpy3DAsync)(&c, cudart_stream(stream)))
	               : cudart_leave(error);
}

/* ---- between devices ------------------------------------------------------------------------- */

static cudaError_t peer_copy_of(const struct cudaMemcpy3DPeerParms *p, CUDA_MEMCPY3D *out)
{
	if (p == NULL)
		return cudaErrorInvalidValue;
	const struct cudaMemcpy3DParms same = {.srcArray = p->srcArray,
		.srcPos = p->srcPos,
		.srcPtr = p->srcPtr,
		.dstArray = p->dstArray,
		.dstPos = p->dstPos,
		.dstPtr = p->dstPtr,
		.extent = p->extent,
		.kind = cudaMemcpyDeviceToDevice};
	cudaError_t error = cudart_check_devices(p->dstDevice, p->srcDevice);
	return error == cudaSuccess ? cudart_copy_of(&same, out) : error;
}

cudaError_t CUDARTAPI cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
	CUDA_MEMCPY3D c;
	cudaError_t error = peer_copy_of(p, &c);
	return error == cudaSuccess ? copy_now(&c) : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p,
	cudaStream_t stream)
{
	CUDA_MEMCPY3D c;
	cudaError_t error = peer_copy_of(p, &c);
	return error == cudaSuccess
	               ? cudart_result(DRIVER(cuMemcpy3DAsync)(&c, cudart_stream(stream)))
	               : cudart_leave(error);
}
