/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What pointers are (CUDA driver API, "Unified Addressing"), and whose memory contexts may use ("Peer
 * Context Memory Access"). */
#include <string.h>
#include "hsaemu/base.h"
#include "memory_impl.h"
#include "module_impl.h"
#include "pool_impl.h"

/* ---- attributes of pointers ------------------------------------------------------------------ */

static unsigned type_of(enum cu_memory kind)
{
	return kind == CU_MEMORY_HOST || kind == CU_MEMORY_REGISTERED ? CU_MEMORYTYPE_HOST
	                                                              : CU_MEMORYTYPE_DEVICE;
}

/* Finds the block that has the address; variables of modules are blocks, too. */
static bool find(struct CUctx_st *c, CUdeviceptr ptr, struct rt_allocation *a)
{
	const void *at = (const void *)(uintptr_t)ptr;
	return rt_allocation_find(c->rt, at, a) || cu_variable_find(c, at, a);
}

/* Returns whether cuIpcGetMemHandle() takes the memory. */
static bool may_be_opened(const struct rt_allocation *a)
{
	const struct cu_block *b = a->user;
	return a->kind == CU_MEMORY_DEVICE && b != NULL && cu_block_may_open(b);
}

/* Returns the pool that the memory is of, or NULL. */
static CUmemoryPool pool_of(const struct rt_allocation *a)
{
	struct cu_block *b = a->user;
	CUmemoryPool p = b != NULL ? atomic_load(&b->pool) : NULL;
	return handle_is_valid(p, CU_POOL) ? p : NULL;
}

static unsigned long long handle_types_of(CUmemoryPool p)
{
	return p != NULL && !p->is_import ? p->props.handleTypes : 0;
}

#define GIVE(type, value) \
	do { \
		const type given = (value); \
		memcpy(data, &given, sizeof given); \
		return CUDA_SUCCESS; \
	} while (0)

static CUresult give(void *data, CUpointer_attribute attribute, struct CUctx_st *c,
	const struct rt_allocation *a, CUdeviceptr ptr)
{
	switch (attribute) {
	case CU_POINTER_ATTRIBUTE_CONTEXT:
		GIVE(CUcontext, c);
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		GIVE(unsigned, type_of((enum cu_memory)a->kind));
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
		GIVE(CUdeviceptr, ptr);
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		if (a->kind == CU_MEMORY_DEVICE)
			return CUDA_ERROR_INVALID_VALUE;
		GIVE(void *, (void *)(uintptr_t)ptr);
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
	case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
		GIVE(unsigned long long, a->maker);
	case CU_POINTER_ATTRIBUTE_IS_MANAGED:
		GIVE(unsigned, a->kind == CU_MEMORY_MANAGED);
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
		GIVE(int, c->device->ordinal);
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
		GIVE(CUdeviceptr, (CUdeviceptr)(uintptr_t)a->base);
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
		GIVE(size_t, a->bytes);
	case CU_POINTER_ATTRIBUTE_MAPPED:
		GIVE(int, 1);
	case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		GIVE(unsigned, CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE);
	case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
		GIVE(unsigned, may_be_opened(a));
	case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
		GIVE(unsigned, 0);
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
		GIVE(unsigned long long, handle_types_of(pool_of(a)));
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
		GIVE(CUmemoryPool, pool_of(a));
	default:
		return CUDA_ERROR_INVALID_VALUE;
	}
}

CUresult CUDAAPI cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr)
{
	struct CUctx_st *c;
	struct rt_allocation a;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (data == NULL || !find(c, ptr, &a))
		return CUDA_ERROR_INVALID_VALUE;
	return give(data, attribute, c, &a, ptr);
}

/* Of a pointer that is not known, all attributes are 0. */
CUresult CUDAAPI cuPointerGetAttributes(unsigned numAttributes, CUpointer_attribute *attributes,
	void **data, CUdeviceptr ptr)
{
	struct CUctx_st *c;
	struct rt_allocation a;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (attributes == NULL || data == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	bool known = find(c, ptr, &a);
	for (unsigned i = 0; i < numAttributes; i++) {
		if (known && give(data[i], attributes[i], c, &a, ptr) == CUDA_SUCCESS)
			continue;
		bool is_pointer = attributes[i] == CU_POINTER_ATTRIBUTE_CONTEXT ||
		                  attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_POINTER ||
		                  attributes[i] == CU_POINTER_ATTRIBUTE_HOST_POINTER;
		memset(data[i], 0, is_pointer ? sizeof(void *) : sizeof(int));
	}
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuPointerSetAttribute(const void *value, CUpointer_attribute attribute,
	CUdeviceptr ptr)
{
	struct CUctx_st *c;
	struct rt_allocation a;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	return value != NULL && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS && find(c, ptr, &a)
	               ? CUDA_SUCCESS
	               : CUDA_ERROR_INVALID_VALUE;
}

/* ---- peers ----------------------------------------------------------------------------------- */

/* A context of another device may use this one's memory in any case; what was asked for is kept, as
 * to ask twice is an error. */
static CUresult peer_of(CUcontext peer, struct CUctx_st **c, uint32_t *bit)
{
	CUresult error = cu_current(c);
	if (error != CUDA_SUCCESS)
		return error;
	if (!handle_is_valid(peer, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	*bit = 1u << peer->device->ordinal;
	return peer->device == (*c)->device ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peerContext, unsigned Flags)
{
	struct CUctx_st *c;
	uint32_t bit;
	CUresult error = peer_of(peerContext, &c, &bit);
	if (Flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	bool had = (atomic_fetch_or(&c->peers, bit) & bit) != 0;
	return had ? CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED : CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxDisablePeerAccess(CUcontext peerContext)
{
	struct CUctx_st *c;
	uint32_t bit;
	CUresult error = peer_of(peerContext, &c, &bit);
	if (error != CUDA_SUCCESS)
		return error;
	bool had = (atomic_fetch_and(&c->peers, ~bit) & bit) != 0;
	return had ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}
