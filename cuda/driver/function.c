/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions' attributes, and how many of their blocks a multiprocessor holds (CUDA driver API,
 * "Execution Control", "Occupancy"). What limits blocks here is what the device says it has:
 * threads, blocks and shared memory. Registers play no part, as kernels spill to the stack. */
#include "hsaemu/base.h"
#include "hsaemu/image.h"
#include "module_impl.h"

enum { REGISTERS = 32, PTX_VERSION = 10 };

CUresult cu_function_check(CUfunction f)
{
	return cu_check(f, CU_FUNCTION);
}

static int most_items(const struct CUfunc_st *f)
{
	uint32_t most = f->kd->max_flat_wg;
	return most != 0 && most < CU_MAX_GROUP_ITEMS ? (int)most : CU_MAX_GROUP_ITEMS;
}

CUresult CUDAAPI cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc)
{
	CUresult error = cu_function_check(hfunc);
	unsigned arch = cu_architecture();
	if (pi == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	switch (attrib) {
	case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
		*pi = most_items(hfunc);
		return CUDA_SUCCESS;
	case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
		*pi = (int)hfunc->kd->group_bytes;
		return CUDA_SUCCESS;
	case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
		*pi = (int)hfunc->kd->private_bytes;
		return CUDA_SUCCESS;
	case CU_FUNC_ATTRIBUTE_NUM_REGS:
		*pi = REGISTERS;
		return CUDA_SUCCESS;
	case CU_FUNC_ATTRIBUTE_PTX_VERSION:
		*pi = (int)(hfunc->architecture != 0 ? hfunc->architecture : arch);
		return CUDA_SUCCESS;
	case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
		*pi = (int)arch;
		return CUDA_SUCCESS;
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		*pi = (int)atomic_load(&hfunc->max_dynamic_shared);
		return CUDA_SUCCESS;
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
		*pi = atomic_load(&hfunc->carveout);
		return CUDA_SUCCESS;
	default:
		*pi = 0;
		return (unsigned)attrib < CU_FUNC_ATTRIBUTE_MAX ? CUDA_SUCCESS
		                                                : CUDA_ERROR_INVALID_VALUE;
	}
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)
{
	CUresult error = cu_function_check(hfunc);
	if (error != CUDA_SUCCESS)
		return error;
	if (attrib == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
		if (value < 0 || (unsigned)value + hfunc->kd->group_bytes > CU_SHARED_OPTIN_BYTES)
			return CUDA_ERROR_INVALID_VALUE;
		atomic_store(&hfunc->max_dynamic_shared, (unsigned)value);
		return CUDA_SUCCESS;
	}
	if (attrib == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
		if (value < -1 || value > 100)
			return CUDA_ERROR_INVALID_VALUE;
		atomic_store(&hfunc->carveout, value);
		return CUDA_SUCCESS;
	}
	return CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config)
{
	(void)config; /* there is nothing to choose */
	return cu_function_check(hfunc);
}

CUresult CUDAAPI cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config)
{
	(void)config;
	return cu_function_check(hfunc);
}

CUresult CUDAAPI cuFuncGetModule(CUmodule *hmod, CUfunction hfunc)
{
	CUresult error = cu_function_check(hfunc);
	if (hmod == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*hmod = hfunc->module;
	return error;
}

/* ---- occupancy ------------------------------------------------------------------------------- */

static int blocks_of_sm(const struct CUfunc_st *f, int items, size_t dynamic)
{
	size_t shared = f->kd->group_bytes + dynamic;
	unsigned warps = ((unsigned)items + CU_WARP_ITEMS - 1) / CU_WARP_ITEMS;
	unsigned blocks = CU_SM_ITEMS / (warps * CU_WARP_ITEMS);
	if (items > most_items(f) || shared > CU_SHARED_OPTIN_BYTES)
		return 0;
	if (blocks > CU_SM_GROUPS)
		blocks = CU_SM_GROUPS;
	shared += CU_RESERVED_SHARED_BYTES;
	return (int)(CU_SHARED_SM_BYTES / shared < blocks ? CU_SHARED_SM_BYTES / shared : blocks);
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func,
	int blockSize, size_t dynamicSMemSize)
{
	CUresult error = cu_function_check(func);
	if (numBlocks == NULL || blockSize <= 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*numBlocks = blocks_of_sm(func, blockSize, dynamicSMemSize);
	return error;
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks,
	CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned flags)
{
	if ((flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	return cuOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize,
		dynamicSMemSize);
}

/* Of the sizes that fill a multiprocessor best, the largest one. */
CUresult CUDAAPI cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
	CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize,
	int blockSizeLimit, unsigned flags)
{
	CUresult error = cu_function_check(func);
	if (minGridSize == NULL || blockSize == NULL || blockSizeLimit < 0 ||
		(flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	int best = 0, best_items = 0, most = most_items(func);
	if (blockSizeLimit != 0 && blockSizeLimit < most)
		most = blockSizeLimit;
	for (int items = most; items > 0;
		items -= items % CU_WARP_ITEMS != 0 ? items % CU_WARP_ITEMS : CU_WARP_ITEMS) {
		size_t dynamic = blockSizeToDynamicSMemSize != NULL
		                         ? blockSizeToDynamicSMemSize(items)
		                         : dynamicSMemSize;
		int blocks = blocks_of_sm(func, items, dynamic);
		if (blocks * items > best * best_items) {
			best = blocks;
			best_items = items;
		}
	}
	*blockSize = best_items;
	*minGridSize = best * (int)cu_compute_units();
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func,
	CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit)
{
	return cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func,
		blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, CU_OCCUPANCY_DEFAULT);
}

CUresult CUDAAPI cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func,
	int numBlocks, int blockSize)
{
	CUresult error = cu_function_check(func);
	if (dynamicSmemSize == NULL || numBlocks <= 0 || blockSize <= 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	size_t share = CU_SHARED_SM_BYTES / (unsigned)numBlocks;
	size_t used = func->kd->group_bytes + CU_RESERVED_SHARED_BYTES;
	*dynamicSmemSize = share > used ? share - used : 0;
	return CUDA_SUCCESS;
}

/* ---- clusters: a block is one ---------------------------------------------------------------- */

/* Returns whether the launch wants clusters of one block, if it wants any. */
static bool has_single_blocks(const CUlaunchConfig *c)
{
	for (unsigned i = 0; i < c->numAttrs; i++) {
		const CUlaunchAttributeValue *v = &c->attrs[i].value;
		if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION &&
			(v->clusterDim.x != 1 || v->clusterDim.y != 1 || v->clusterDim.z != 1))
			return false;
	}
	return true;
}

static CUresult check_config(const CUlaunchConfig *c, CUfunction f)
{
	CUresult error = cu_function_check(f);
	if (c == NULL || (c->numAttrs != 0 && c->attrs == NULL))
		return CUDA_ERROR_INVALID_VALUE;
	uint64_t items = (uint64_t)c->blockDimX * c->blockDimY * c->blockDimZ;
	if (error == CUDA_SUCCESS && (items == 0 || items > CU_MAX_GROUP_ITEMS))
		error = CUDA_ERROR_INVALID_VALUE;
	return error;
}

CUresult CUDAAPI cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func,
	const CUlaunchConfig *config)
{
	CUresult error = check_config(config, func);
	if (clusterSize == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*clusterSize = 1;
	return error;
}

CUresult CUDAAPI cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func,
	const CUlaunchConfig *config)
{
	CUresult error = check_config(config, func);
	if (numClusters == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	if (!has_single_blocks(config))
		return CUDA_ERROR_INVALID_CLUSTER_SIZE;
	int items = (int)(config->blockDimX * config->blockDimY * config->blockDimZ);
	*numClusters = blocks_of_sm(func, items, config->sharedMemBytes) * (int)cu_compute_units();
	return CUDA_SUCCESS;
}
