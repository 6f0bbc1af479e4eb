/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What can be asked of a context and set in it (CUDA driver API, "Context Management"). Sizes of
 * stack, heap and printf's buffer are kept and told: kernels have as much as they need of these, up
 * to the process's memory. Configurations of caches have no effect. */
#include "stream_impl.h"

enum { API_VERSION = 12000 };

CUresult CUDAAPI cuCtxGetFlags(unsigned *flags)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	if (flags == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*flags = c->flags;
	return error;
}

/* Flags are kept and told: all ways to wait are one. */
CUresult CUDAAPI cuCtxSetFlags(unsigned flags)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	if (!cu_context_are_flags(flags))
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		c->flags = flags;
	return error;
}

/* NULL stands for the current context. */
static CUresult context_of(CUcontext ctx, struct CUctx_st **out)
{
	if (ctx == NULL)
		return cu_current_any(out);
	*out = ctx;
	return handle_is_valid(ctx, CU_CONTEXT) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/* Of CUDA 13, which has them by the names without the suffix. */
#pragma GCC visibility push(default)
CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx);
CUresult cuCtxSynchronize_v2(CUcontext ctx);
#pragma GCC visibility pop

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx)
{
	struct CUctx_st *c;
	CUresult error = context_of(ctx, &c);
	if (device == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*device = c->device->ordinal;
	return error;
}

CUresult CUDAAPI cuCtxGetDevice(CUdevice *device)
{
	return cuCtxGetDevice_v2(device, NULL);
}

CUresult CUDAAPI cuCtxGetId(CUcontext ctx, unsigned long long *id)
{
	struct CUctx_st *c;
	CUresult error = context_of(ctx, &c);
	if (id == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*id = c->id;
	return error;
}

CUresult CUDAAPI cuCtxGetApiVersion(CUcontext ctx, unsigned *version)
{
	struct CUctx_st *c;
	CUresult error = context_of(ctx, &c);
	if (version == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*version = API_VERSION;
	return error;
}

CUresult CUDAAPI cuCtxSynchronize(void)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	return error == CUDA_SUCCESS ? cu_context_wait(c) : error;
}

CUresult cuCtxSynchronize_v2(CUcontext ctx)
{
	struct CUctx_st *c;
	CUresult error = context_of(ctx, &c);
	if (error == CUDA_SUCCESS)
		error = atomic_load(&c->error);
	return error == CUDA_SUCCESS ? cu_context_wait(c) : error;
}

/* ---- limits and configurations --------------------------------------------------------------- */

CUresult CUDAAPI cuCtxSetLimit(CUlimit limit, size_t value)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if ((unsigned)limit >= CU_LIMIT_MAX)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&c->lock);
	c->limits[limit] = value;
	pthread_mutex_unlock(&c->lock);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxGetLimit(size_t *pvalue, CUlimit limit)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (pvalue == NULL || (unsigned)limit >= CU_LIMIT_MAX)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	pthread_mutex_lock(&c->lock);
	*pvalue = c->limits[limit];
	pthread_mutex_unlock(&c->lock);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxSetCacheConfig(CUfunc_cache config)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error == CUDA_SUCCESS)
		c->cache_config = config;
	return error;
}

CUresult CUDAAPI cuCtxGetCacheConfig(CUfunc_cache *pconfig)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (pconfig == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*pconfig = c->cache_config;
	return error;
}

CUresult CUDAAPI cuCtxSetSharedMemConfig(CUsharedconfig config)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error == CUDA_SUCCESS)
		c->shared_config = config;
	return error;
}

CUresult CUDAAPI cuCtxGetSharedMemConfig(CUsharedconfig *pConfig)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (pConfig == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS) /* banks of four bytes are what GPUs have unless they are told */
		*pConfig = c->shared_config == CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE
		                   ? CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE
		                   : c->shared_config;
	return error;
}

CUresult CUDAAPI cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (leastPriority != NULL)
		*leastPriority = CU_LEAST_PRIORITY;
	if (greatestPriority != NULL)
		*greatestPriority = CU_GREATEST_PRIORITY;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxResetPersistingL2Cache(void)
{
	struct CUctx_st *c;
	return cu_current(&c);
}
