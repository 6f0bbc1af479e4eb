/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays, and what describes their elements (CUDA runtime API, "Memory Management", "Texture Object
 * Management"). The runtime's handle of an array is the driver's. */
#include "runtime_impl.h"

/* ---- descriptions of elements ---------------------------------------------------------------- */

struct cudaChannelFormatDesc CUDARTAPI cudaCreateChannelDesc(int x, int y, int z, int w,
	enum cudaChannelFormatKind f)
{
	return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

static unsigned channels_of(const struct cudaChannelFormatDesc *d)
{
	const int bits[] = {d->x, d->y, d->z, d->w};
	unsigned count = 0;
	while (count < 4 && bits[count] != 0)
		count++;
	for (unsigned i = 0; i < 4; i++)
		if (bits[i] != (i < count ? d->x : 0))
			return 0;
	return count;
}

cudaError_t cudart_format(const struct cudaChannelFormatDesc *d, CUarray_format *format,
	unsigned *channels)
{
	static const struct {
		int bits;
		enum cudaChannelFormatKind kind;
		CUarray_format format;
	} formats[] = {
		{8, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT8},
		{16, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT16},
		{32, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT32},
		{8, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT8},
		{16, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT16},
		{32, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT32},
		{16, cudaChannelFormatKindFloat, CU_AD_FORMAT_HALF},
		{32, cudaChannelFormatKindFloat, CU_AD_FORMAT_FLOAT},
	};
	*channels = channels_of(d);
	for (size_t i = 0; i < ARRAY_LEN(formats) && *channels != 0; i++)
		if (formats[i].bits == d->x && formats[i].kind == d->f) {
			*format = formats[i].format;
			return cudaSuccess;
		}
	return cudaErrorInvalidChannelDescriptor;
}

static int bits_of(CUarray_format format)
{
	switch ((int)format) {
	case CU_AD_FORMAT_SIGNED_INT8:
	case CU_AD_FORMAT_UNSIGNED_INT8:
		return 8;
	case CU_AD_FORMAT_SIGNED_INT16:
	case CU_AD_FORMAT_UNSIGNED_INT16:
	case CU_AD_FORMAT_HALF:
		return 16;
	default:
		return 32;
	}
}

static enum cudaChannelFormatKind kind_of(CUarray_format format)
{
	switch ((int)format) {
	case CU_AD_FORMAT_SIGNED_INT8:
	case CU_AD_FORMAT_SIGNED_INT16:
	case CU_AD_FORMAT_SIGNED_INT32:
		return cudaChannelFormatKindSigned;
	case CU_AD_FORMAT_HALF:
	case CU_AD_FORMAT_FLOAT:
		return cudaChannelFormatKindFloat;
	default:
		return cudaChannelFormatKindUnsigned;
	}
}

size_t cudart_element_bytes(const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	return (size_t)bits_of(d->Format) / 8 * d->NumChannels;
}

struct cudaChannelFormatDesc cudart_channels(CUarray_format format, unsigned channels)
{
	int bits[4] = {0};
	for (unsigned i = 0; i < channels && i < 4; i++)
		bits[i] = bits_of(format);
	return (struct cudaChannelFormatDesc){bits[0], bits[1], bits[2], bits[3], kind_of(format)};
}

/* ---- arrays ---------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaMalloc3DArray(cudaArray_t *array,
	const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned flags)
{
	CUarray made = NULL;
	CUDA_ARRAY3D_DESCRIPTOR d = {.Width = extent.width,
		.Height = extent.height,
		.Depth = extent.depth,
		.Flags = flags};
	cudaError_t error = cudart_enter();
	if (array == NULL || desc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = cudart_format(desc, &d.Format, &d.NumChannels);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuArray3DCreate)(&made, &d);
	if (error == cudaSuccess)
		*array = (cudaArray_t)made;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
	size_t width, size_t height, unsigned flags)
{
	return cudaMalloc3DArray(array, desc, (struct cudaExtent){width, height, 0}, flags);
}

cudaError_t CUDARTAPI cudaFreeArray(cudaArray_t array)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess && array != NULL)
		error = (cudaError_t)DRIVER(cuArrayDestroy)((CUarray)array);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
	const struct cudaChannelFormatDesc *fmtDesc, int device)
{
	CUarray_format format = CU_AD_FORMAT_FLOAT;
	unsigned channels;
	if (maxWidthInElements == NULL || fmtDesc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	cudaError_t error = cudart_driver_is_there();
	if (error == cudaSuccess)
		error = cudart_format(fmtDesc, &format, &channels);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuDeviceGetTexture1DLinearMaxWidth)(maxWidthInElements,
			format, channels, device);
	return cudart_leave(error);
}

static cudaError_t describe(cudaArray_const_t array, CUDA_ARRAY3D_DESCRIPTOR *d)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuArray3DGetDescriptor)(d, (CUarray)(uintptr_t)array);
	return error;
}

cudaError_t CUDARTAPI cudaArrayGetInfo(struct cudaChannelFormatDesc *desc,
	struct cudaExtent *extent, unsigned *flags, cudaArray_t array)
{
	CUDA_ARRAY3D_DESCRIPTOR d;
	cudaError_t error = describe(array, &d);
	if (error != cudaSuccess)
		return cudart_leave(error);
	if (desc != NULL)
		*desc = cudart_channels(d.Format, d.NumChannels);
	if (extent != NULL)
		*extent = (struct cudaExtent){d.Width, d.Height, d.Depth};
	if (flags != NULL)
		*flags = d.Flags;
	return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetChannelDesc(struct cudaChannelFormatDesc *desc,
	cudaArray_const_t array)
{
	CUDA_ARRAY3D_DESCRIPTOR d;
	cudaError_t error = describe(array, &d);
	if (desc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		*desc = cudart_channels(d.Format, d.NumChannels);
	return cudart_leave(error);
}

/* ---- what arrays here do not have, which the driver says ------------------------------------- */

cudaError_t CUDARTAPI
cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements,
	cudaArray_t array, int device)
{
	CUDA_ARRAY_MEMORY_REQUIREMENTS r = {0};
	if (memoryRequirements == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	CUDART_CALL(DRIVER(cuArrayGetMemoryRequirements)(&r, (CUarray)array, device));
}

cudaError_t CUDARTAPI
cudaArrayGetSparseProperties(struct cudaArraySparseProperties *sparseProperties, cudaArray_t array)
{
	CUDA_ARRAY_SPARSE_PROPERTIES p = {0};
	if (sparseProperties == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	CUDART_CALL(DRIVER(cuArrayGetSparseProperties)(&p, (CUarray)array));
}

cudaError_t CUDARTAPI cudaArrayGetPlane(cudaArray_t *pPlaneArray, cudaArray_t hArray,
	unsigned planeIdx)
{
	CUarray plane = NULL;
	if (pPlaneArray == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	CUDART_CALL(DRIVER(cuArrayGetPlane)(&plane, (CUarray)hArray, planeIdx));
}
