/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Overloads for kernels, which C names by the address of the host's function. */
#ifndef HSAEMU_LAUNCH_H
#define HSAEMU_LAUNCH_H

#include "cuda_runtime_api.h"

/* ---- launches -------------------------------------------------------------------------------- */

template <class K>
inline cudaError_t cudaLaunchKernel(K kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0)
{
	return cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}
template <class K>
inline cudaError_t cudaLaunchCooperativeKernel(K kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
	cudaStream_t stream = 0)
{
	return cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared, stream);
}
template <class... P>
inline cudaError_t hsaemu_launch(const cudaLaunchConfig_t *config, const void *kernel, P... parameters)
{
	void *addresses[sizeof...(P) + 1] = {(void *)&reinterpret_cast<char &>(parameters)..., 0};
	return cudaLaunchKernelExC(config, kernel, addresses);
}
template <class... P, class... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...arguments)
{
	return hsaemu_launch<P...>(config, (const void *)kernel, static_cast<A &&>(arguments)...);
}
template <class... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, const cudaKernel_t kernel, A &&...arguments)
{
	void *addresses[sizeof...(A) + 1] = {(void *)&reinterpret_cast<const volatile char &>(arguments)..., 0};
	return cudaLaunchKernelExC(config, (const void *)kernel, addresses);
}

/* ---- attributes ------------------------------------------------------------------------------ */

template <class K> inline cudaError_t cudaFuncSetCacheConfig(K kernel, cudaFuncCache config)
{
	return cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class K> inline cudaError_t cudaFuncSetSharedMemConfig(K kernel, cudaSharedMemConfig config)
{
	return cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class K> inline cudaError_t cudaFuncSetAttribute(K kernel, cudaFuncAttribute attribute, int value)
{
	return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class K> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, K kernel)
{
	return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class K> inline cudaError_t cudaFuncGetName(const char **name, K kernel)
{
	return cudaFuncGetName(name, (const void *)kernel);
}
template <class K> inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, K kernel)
{
	return cudaGetFuncBySymbol(function, (const void *)kernel);
}
template <class K> inline cudaError_t cudaGetKernel(cudaKernel_t *handle, K kernel)
{
	return cudaGetKernel(handle, (const void *)kernel);
}

/* ---- how many blocks fit --------------------------------------------------------------------- */

template <class K>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K kernel, int size, size_t shared)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, size, shared);
}
template <class K>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, K kernel, int size, size_t shared,
	unsigned flags)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, size, shared, flags);
}
template <class K>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, K kernel, int blocks, int size)
{
	return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)kernel, blocks, size);
}
template <class K>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, K kernel, const cudaLaunchConfig_t *config)
{
	return cudaOccupancyMaxPotentialClusterSize(size, (const void *)kernel, config);
}
template <class K> inline cudaError_t cudaOccupancyMaxActiveClusters(int *count, K kernel, const cudaLaunchConfig_t *config)
{
	return cudaOccupancyMaxActiveClusters(count, (const void *)kernel, config);
}

/* ---- the size of blocks with which most threads run ------------------------------------------ */

/* Sizes are whole warps, but for the limit itself; of those that are as good it is the largest. */
template <class S, class K>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, K kernel, S shared_of,
	int limit = 0, unsigned flags = 0)
{
	int device, threads, processors, warp, most = 0;
	cudaFuncAttributes function;
	cudaError_t error;
	if ((error = cudaGetDevice(&device)) != cudaSuccess ||
		(error = cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device)) != cudaSuccess ||
		(error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device)) != cudaSuccess ||
		(error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device)) != cudaSuccess ||
		(error = cudaFuncGetAttributes(&function, (const void *)kernel)) != cudaSuccess)
		return error;
	if (limit <= 0 || limit > function.maxThreadsPerBlock)
		limit = function.maxThreadsPerBlock;
	for (int whole = (limit + warp - 1) / warp * warp; whole > 0 && most < threads; whole -= warp) {
		int size = whole < limit ? whole : limit, blocks;
		error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void *)kernel, size,
			(size_t)shared_of(size), flags);
		if (error != cudaSuccess)
			return error;
		if (size * blocks > most) {
			most = size * blocks;
			*block = size;
			*grid = blocks * processors;
		}
	}
	return cudaSuccess;
}
template <class S, class K>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, K kernel, S shared_of, int limit = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared_of, limit, cudaOccupancyDefault);
}
struct hsaemu_constant_size {
	size_t bytes;
	size_t operator()(int) const { return bytes; }
};
template <class K>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, K kernel, size_t shared = 0, int limit = 0,
	unsigned flags = 0)
{
	hsaemu_constant_size shared_of = {shared};
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared_of, limit, flags);
}
template <class K>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, K kernel, size_t shared = 0, int limit = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, kernel, shared, limit, cudaOccupancyDefault);
}

#endif
