/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mipmapped arrays (CUDA runtime API, "Memory Management"). The runtime's handle of one is the
 * driver's. */
#include "runtime_impl.h"

cudaError_t CUDARTAPI cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray,
	const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned numLevels,
	unsigned flags)
{
	CUmipmappedArray made = NULL;
	CUDA_ARRAY3D_DESCRIPTOR d = {.Width = extent.width,
		.Height = extent.height,
		.Depth = extent.depth,
		.Flags = flags};
	cudaError_t error = cudart_enter();
	if (mipmappedArray == NULL || desc == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = cudart_format(desc, &d.Format, &d.NumChannels);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMipmappedArrayCreate)(&made, &d, numLevels);
	if (error == cudaSuccess)
		*mipmappedArray = (cudaMipmappedArray_t)made;
	return cudart_leave(error);
}

static CUmipmappedArray driver_array(cudaMipmappedArray_const_t m)
{
	return (CUmipmappedArray)(uintptr_t)m;
}

cudaError_t CUDARTAPI cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray)
{
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess && mipmappedArray != NULL)
		error = (cudaError_t)DRIVER(cuMipmappedArrayDestroy)(driver_array(mipmappedArray));
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGetMipmappedArrayLevel(cudaArray_t *levelArray,
	cudaMipmappedArray_const_t mipmappedArray, unsigned level)
{
	CUarray found = NULL;
	cudaError_t error = cudart_enter();
	if (levelArray == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuMipmappedArrayGetLevel)(&found,
			driver_array(mipmappedArray), level);
	if (error == cudaSuccess)
		*levelArray = (cudaArray_t)found;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI
cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements,
	cudaMipmappedArray_t mipmap, int device)
{
	CUDA_ARRAY_MEMORY_REQUIREMENTS r = {0};
	if (memoryRequirements == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	CUDART_CALL(DRIVER(cuMipmappedArrayGetMemoryRequirements)(&r, driver_array(mipmap),
		device));
}

cudaError_t CUDARTAPI
cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *sparseProperties,
	cudaMipmappedArray_t mipmap)
{
	CUDA_ARRAY_SPARSE_PROPERTIES p = {0};
	if (sparseProperties == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	CUDART_CALL(DRIVER(cuMipmappedArrayGetSparseProperties)(&p, driver_array(mipmap)));
}
