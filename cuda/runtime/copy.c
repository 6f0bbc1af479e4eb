/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies and fills of memory (CUDA runtime API, "Memory Management"). */
#include "copy_impl.h"

static CUdeviceptr address(const void *p)
{
	return (CUdeviceptr)(uintptr_t)p;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static CUresult copy_now(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
	switch (kind) {
	case cudaMemcpyHostToDevice:
		return DRIVER(cuMemcpyHtoD)(address(dst), src, count);
	case cudaMemcpyDeviceToHost:
		return DRIVER(cuMemcpyDtoH)(dst, address(src), count);
	case cudaMemcpyDeviceToDevice:
		return DRIVER(cuMemcpyDtoD)(address(dst), address(src), count);
	case cudaMemcpyHostToHost:
	case cudaMemcpyDefault:
		return DRIVER(cuMemcpy)(address(dst), address(src), count);
	}
	return (CUresult)cudaErrorInvalidMemcpyDirection;
}

static CUresult copy_later(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
	cudaStream_t stream)
{
	switch (kind) {
	case cudaMemcpyHostToDevice:
		return DRIVER(cuMemcpyHtoDAsync)(address(dst), src, count, cudart_stream(stream));
	case cudaMemcpyDeviceToHost:
		return DRIVER(cuMemcpyDtoHAsync)(dst, address(src), count, cudart_stream(stream));
	case cudaMemcpyDeviceToDevice:
		return DRIVER(cuMemcpyDtoDAsync)(address(dst), address(src), count,
			cudart_stream(stream));
	case cudaMemcpyHostToHost:
	case cudaMemcpyDefault:
		return DRIVER(cuMemcpyAsync)(address(dst), address(src), count,
			cudart_stream(stream));
	}
	return (CUresult)cudaErrorInvalidMemcpyDirection;
}

cudaError_t CUDARTAPI cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
	cudaError_t error = cudart_enter();
	if (error != cudaSuccess)
		return cudart_leave(error);
	if (cudart_stream(NULL) == NULL)
		return cudart_result(copy_now(dst, src, count, kind));
	CUresult r = copy_later(dst, src, count, kind, NULL);
	return cudart_result(r == CUDA_SUCCESS ? DRIVER(cuStreamSynchronize)(cudart_stream(NULL))
					       : r);
}

cudaError_t CUDARTAPI cudaMemcpyAsync(void *dst, const void *src, size_t count,
	enum cudaMemcpyKind kind, cudaStream_t stream)
{
	cudaError_t error = cudart_enter();
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(copy_later(dst, src, count, kind, stream));
}

/* All devices share one memory. */
cudaError_t cudart_check_devices(int a, int b)
{
	int count;
	cudaError_t error = cudaGetDeviceCount(&count);
	if (error == cudaSuccess && (a < 0 || a >= count || b < 0 || b >= count))
		error = cudaErrorInvalidDevice;
	return error;
}

cudaError_t CUDARTAPI cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice,
	size_t count)
{
	cudaError_t error = cudart_check_devices(dstDevice, srcDevice);
	return error == cudaSuccess ? cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice)
	                            : cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
	size_t count, cudaStream_t stream)
{
	cudaError_t error = cudart_check_devices(dstDevice, srcDevice);
	return error == cudaSuccess
	               ? cudaMemcpyAsync(dst, src, count, cudaMemcpyDeviceToDevice, stream)
	               : cudart_leave(error);
}

/* ---- fills ----------------------------------------------------------------------------------- */

static cudaError_t fill(void *devPtr, size_t pitch, int value, size_t width, size_t height,
	cudaStream_t stream)
{
	cudaError_t error = cudart_enter();
	unsigned char byte = (unsigned char)value;
	if (error != cudaSuccess)
		return cudart_leave(error);
	CUresult r = height == 1 ? DRIVER(cuMemsetD8Async)(address(devPtr), byte, width,
					   cudart_stream(stream))
	                         : DRIVER(cuMemsetD2D8Async)(address(devPtr), pitch, byte, width,
					   height, cudart_stream(stream));
	return cudart_result(r);
}

cudaError_t CUDARTAPI cudaMemset(void *devPtr, int value, size_t count)
{
	return fill(devPtr, count, value, count, 1, NULL);
}

cudaError_t CUDARTAPI cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream)
{
	return fill(devPtr, count, value, count, 1, stream);
}

cudaError_t CUDARTAPI cudaMemset2D(void *devPtr, size_t pitch, int value, size_t width,
	size_t height)
{
	return fill(devPtr, pitch, value, width, height, NULL);
}

cudaError_t CUDARTAPI cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width,
	size_t height, cudaStream_t stream)
{
	return fill(devPtr, pitch, value, width, height, stream);
}

/* Slices of `ysize` rows, of which `height` are filled. */
cudaError_t CUDARTAPI cudaMemset3DAsync(struct cudaPitchedPtr p, int value,
	struct cudaExtent extent, cudaStream_t stream)
{
	cudaError_t error = cudaSuccess;
	if (extent.height == p.ysize)
		return fill(p.ptr, p.pitch, value, extent.width, extent.height * extent.depth,
			stream);
	for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
		error = fill((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value, extent.width,
			extent.height, stream);
	return error;
}

cudaError_t CUDARTAPI cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value,
	struct cudaExtent extent)
{
	return cudaMemset3DAsync(pitchedDevPtr, value, extent, NULL);
}
