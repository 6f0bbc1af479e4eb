/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is asked of kernels and set for them (CUDA runtime API, "Execution Control", "Occupancy"). */
#include <string.h>
#include "runtime_impl.h"

/* Begins a call about a kernel. */
static cudaError_t enter(const void *func, CUfunction *out)
{
	cudaError_t error = cudart_enter();
	return error == cudaSuccess ? cudart_function(func, out) : error;
}

static int attribute(CUfunction f, CUfunction_attribute which)
{
	int value = 0;
	DRIVER(cuFuncGetAttribute)(&value, which, f);
	return value;
}

cudaError_t CUDARTAPI cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (attr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error != cudaSuccess)
		return cudart_leave(error);
	memset(attr, 0, sizeof *attr);
	attr->sharedSizeBytes = (size_t)attribute(f, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
	attr->constSizeBytes = (size_t)attribute(f, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
	attr->localSizeBytes = (size_t)attribute(f, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
	attr->maxThreadsPerBlock = attribute(f, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
	attr->numRegs = attribute(f, CU_FUNC_ATTRIBUTE_NUM_REGS);
	attr->ptxVersion = attribute(f, CU_FUNC_ATTRIBUTE_PTX_VERSION);
	attr->binaryVersion = attribute(f, CU_FUNC_ATTRIBUTE_BINARY_VERSION);
	attr->maxDynamicSharedSizeBytes =
		attribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
	attr->preferredShmemCarveout =
		attribute(f, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
	return cudart_leave(cudaSuccess);
}

cudaError_t CUDARTAPI cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuFuncSetAttribute)(f, (CUfunction_attribute)attr, value));
}

cudaError_t CUDARTAPI cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache cacheConfig)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuFuncSetCacheConfig)(f, (CUfunc_cache)cacheConfig));
}

cudaError_t CUDARTAPI cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuFuncSetSharedMemConfig)(f, (CUsharedconfig)config));
}

cudaError_t CUDARTAPI cudaGetFuncBySymbol(cudaFunction_t *functionPtr, const void *symbolPtr)
{
	if (functionPtr == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	return cudart_leave(enter(symbolPtr, (CUfunction *)functionPtr));
}

cudaError_t CUDARTAPI cudaFuncGetName(const char **name, const void *func)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuFuncGetName)(name, f));
}

cudaError_t CUDARTAPI cudaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset,
	size_t *paramSize)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuFuncGetParamInfo)(f, paramIndex, paramOffset, paramSize));
}

/* Devices without double had floats in their place; here a double is what it is. */
cudaError_t CUDARTAPI cudaSetDoubleForDevice(double *d)
{
	return cudart_leave(d != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t CUDARTAPI cudaSetDoubleForHost(double *d)
{
	return cudart_leave(d != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

/* ---- occupancy ------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks,
	const void *func, int blockSize, size_t dynamicSMemSize, unsigned flags)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(numBlocks,
		f, blockSize, dynamicSMemSize, flags));
}

cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks,
	const void *func, int blockSize, size_t dynamicSMemSize)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize,
		dynamicSMemSize, cudaOccupancyDefault);
}

cudaError_t CUDARTAPI cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize,
	const void *func, int numBlocks, int blockSize)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuOccupancyAvailableDynamicSMemPerBlock)(dynamicSmemSize, f,
		numBlocks, blockSize));
}

/* ---- clusters -------------------------------------------------------------------------------- */

/* Attributes of launches are the driver's, but for their names. */
static CUlaunchConfig launch_of(const cudaLaunchConfig_t *c)
{
	_Static_assert(sizeof(cudaLaunchAttribute) == sizeof(CUlaunchAttribute), "attributes");
	return (CUlaunchConfig){.gridDimX = c->gridDim.x,
		.gridDimY = c->gridDim.y,
		.gridDimZ = c->gridDim.z,
		.blockDimX = c->blockDim.x,
		.blockDimY = c->blockDim.y,
		.blockDimZ = c->blockDim.z,
		.sharedMemBytes = (unsigned)c->dynamicSmemBytes,
		.hStream = c->stream,
		.attrs = (CUlaunchAttribute *)(void *)c->attrs,
		.numAttrs = c->numAttrs};
}

enum cluster_question { LARGEST_CLUSTER, MOST_CLUSTERS };

static cudaError_t ask_about_clusters(enum cluster_question what, int *out, const void *func,
	const cudaLaunchConfig_t *config)
{
	CUfunction f;
	cudaError_t error = enter(func, &f);
	if (config == NULL || config->dynamicSmemBytes > UINT32_MAX)
		return cudart_leave(cudaErrorInvalidValue);
	if (error != cudaSuccess)
		return cudart_leave(error);
	const CUlaunchConfig c = launch_of(config);
	return cudart_result(what == LARGEST_CLUSTER
				     ? DRIVER(cuOccupancyMaxPotentialClusterSize)(out, f, &c)
				     : DRIVER(cuOccupancyMaxActiveClusters)(out, f, &c));
}

cudaError_t CUDARTAPI cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
	const cudaLaunchConfig_t *launchConfig)
{
	return ask_about_clusters(LARGEST_CLUSTER, clusterSize, func, launchConfig);
}

cudaError_t CUDARTAPI cudaOccupancyMaxActiveClusters(int *numClusters, const void *func,
	const cudaLaunchConfig_t *launchConfig)
{
	return ask_about_clusters(MOST_CLUSTERS, numClusters, func, launchConfig);
}
