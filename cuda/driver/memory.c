/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Allocations (CUDA driver API, "Memory Management"). All kinds are pages of the process. To free
 * them waits for the context's work, as elsewhere: kernels may use them. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "advice_impl.h"
#include "graph_memory_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/machine.h"
#include "hsaemu/mapped.h"
#include "memory_impl.h"
#include "pool_impl.h"

static void enter(struct CUctx_st *c, struct cu_block *b)
{
	pthread_mutex_lock(&c->lock);
	b->context = c;
	b->next = c->blocks;
	b->link = &c->blocks;
	if (b->next != NULL)
		b->next->link = &b->next;
	c->blocks = b;
	pthread_mutex_unlock(&c->lock);
}

static void leave(struct cu_block *b)
{
	struct CUctx_st *c = b->context;
	pthread_mutex_lock(&c->lock);
	*b->link = b->next;
	if (b->next != NULL)
		b->next->link = b->link;
	pthread_mutex_unlock(&c->lock);
	if (b->file >= 0)
		close(b->file);
	free(b->import);
	free(b);
}

static uint64_t next_number(void)
{
	static atomic_uint_fast64_t allocations_made;
	return atomic_fetch_add(&allocations_made, 1) + 1;
}

/* Pages of GPUs are large, and who goes a little beyond the end of an allocation is not noticed:
 * there may be programs that do so. */
enum { SLACK_BYTES = 2 << 20 };

void *cu_allocate(struct CUctx_st *c, enum cu_memory kind, size_t bytes)
{
	const bool guard = cu_environment()->guard != 0;
	const struct rt_placement place = {CU_PAGE_BYTES, guard, guard ? 0 : SLACK_BYTES};
	struct cu_block *b = mem_try_new(1, sizeof *b);
	if (b == NULL || rt_allocate_placed(c->rt, bytes, &place, kind, next_number(), &b->base) !=
				 HSA_STATUS_SUCCESS) {
		free(b);
		return NULL;
	}
	b->file = -1;
	enter(c, b);
	rt_allocation_set_user(c->rt, b->base, b);
	return b->base;
}

void *cu_map_file(struct CUctx_st *c, int file, uint64_t offset, size_t bytes)
{
	size_t lead = offset % CU_PAGE_BYTES;
	struct cu_block *b = bytes <= SIZE_MAX / 2 ? mem_try_new(1, sizeof *b) : NULL;
	if (b == NULL)
		return NULL;
	b->file = -1;
	b->mapped_bytes = lead + bytes;
	b->mapped = cu_shared_map_fenced(b->mapped_bytes, file, offset - lead);
	b->base = b->mapped != NULL ? b->mapped + lead : NULL;
	if (b->mapped == NULL || rt_allocation_add(c->rt, b->base, bytes, CU_MEMORY_DEVICE,
					 next_number()) != HSA_STATUS_SUCCESS) {
		if (b->mapped != NULL)
			cu_shared_unmap_fenced(b->mapped, b->mapped_bytes);
		free(b);
		return NULL;
	}
	enter(c, b);
	rt_allocation_set_user(c->rt, b->base, b);
	return b->base;
}

bool cu_block_may_open(const struct cu_block *b)
{
	return !b->is_pooled && b->import == NULL && b->mapped == NULL;
}

struct cu_block *cu_block_of(struct rt *rt, const void *base)
{
	struct rt_allocation a;
	return rt_allocation_find(rt, base, &a) && a.base == base ? a.user : NULL;
}

void cu_memory_set_pool(struct rt *rt, void *base, struct CUmemPoolHandle_st *pool)
{
	struct cu_block *b = cu_block_of(rt, base);
	b->is_pooled = true;
	atomic_store(&b->pool, pool);
}

struct CUmemPoolHandle_st *cu_memory_take_pool(struct rt *rt, void *base)
{
	struct cu_block *b = cu_block_of(rt, base);
	return b != NULL ? atomic_exchange(&b->pool, NULL) : NULL;
}

bool cu_memory_is_idle(struct rt *rt, void *base)
{
	const struct cu_block *b = cu_block_of(rt, base);
	return b != NULL && b->is_pooled && atomic_load(&b->pool) == NULL;
}

bool cu_deallocate(struct rt *rt, void *base)
{
	struct rt_allocation a;
	if (!rt_allocation_find(rt, base, &a) || a.base != base || a.user == NULL)
		return false;
	struct cu_block *b = a.user;
	if (b->mapped != NULL ? !rt_allocation_remove(rt, base)
			      : rt_deallocate(rt, base) != HSA_STATUS_SUCCESS)
		return false;
	if (b->mapped != NULL)
		cu_shared_unmap_fenced(b->mapped, b->mapped_bytes);
	cu_advice_forget((uintptr_t)base, a.bytes);
	leave(b);
	return true;
}

void cu_memory_free_all(struct CUctx_st *c)
{
	while (c->blocks != NULL)
		if (!cu_deallocate(c->rt, c->blocks->base))
			leave(c->blocks);
}

static CUresult allocate(CUdeviceptr *out, enum cu_memory kind, size_t bytes)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (out == NULL || bytes == 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (bytes > rt_machine_memory_bytes())
		return CUDA_ERROR_OUT_OF_MEMORY;
	void *data = cu_allocate(c, kind, bytes);
	if (data == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	*out = (CUdeviceptr)(uintptr_t)data;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemAlloc(CUdeviceptr *dptr, size_t bytesize)
{
	return allocate(dptr, CU_MEMORY_DEVICE, bytesize);
}

CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned flags)
{
	if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
		return CUDA_ERROR_INVALID_VALUE;
	return allocate(dptr, CU_MEMORY_MANAGED, bytesize);
}

CUresult CUDAAPI cuMemAllocPitch(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes,
	size_t Height, unsigned ElementSizeBytes)
{
	bool is_element = ElementSizeBytes == 4 || ElementSizeBytes == 8 || ElementSizeBytes == 16;
	size_t bytes;
	if (pPitch == NULL || WidthInBytes == 0 || Height == 0 || !is_element ||
		WidthInBytes > SIZE_MAX - CU_ALIGN_BYTES)
		return CUDA_ERROR_INVALID_VALUE;
	size_t pitch = (size_t)align_up(WidthInBytes, CU_ALIGN_BYTES);
	if (__builtin_mul_overflow(pitch, Height, &bytes))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = allocate(dptr, CU_MEMORY_DEVICE, bytes);
	if (error == CUDA_SUCCESS)
		*pPitch = pitch;
	return error;
}

CUresult CUDAAPI cuMemHostAlloc(void **pp, size_t bytesize, unsigned Flags)
{
	const unsigned all = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP |
	                     CU_MEMHOSTALLOC_WRITECOMBINED;
	CUdeviceptr p = 0;
	if (pp == NULL || (Flags & ~all) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = allocate(&p, CU_MEMORY_HOST, bytesize);
	if (error == CUDA_SUCCESS)
		*pp = (void *)(uintptr_t)p;
	return error;
}

CUresult CUDAAPI cuMemAllocHost(void **pp, size_t bytesize)
{
	return cuMemHostAlloc(pp, bytesize, 0);
}

/* ---- freeing --------------------------------------------------------------------------------- */

static bool begins(struct rt *rt, const void *at, bool of_host)
{
	struct rt_allocation a;
	if (!rt_allocation_find(rt, at, &a) || a.base != at)
		return false;
	const struct cu_block *b = a.user;
	if (b != NULL && b->import != NULL) /* cuIpcCloseMemHandle() ends it */
		return false;
	return of_host ? a.kind == CU_MEMORY_HOST
	               : a.kind == CU_MEMORY_DEVICE || a.kind == CU_MEMORY_MANAGED;
}

static CUresult deallocate(void *at, bool of_host)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (!begins(c->rt, at, of_host))
		return CUDA_ERROR_INVALID_VALUE;
	error = cu_context_wait(c);
	CUresult of_graph = error == CUDA_SUCCESS && !of_host ? cu_graph_memory_free(at, NULL)
	                                                      : CUDA_ERROR_NOT_FOUND;
	if (of_graph != CUDA_ERROR_NOT_FOUND)
		return of_graph;
	struct CUmemPoolHandle_st *pool = cu_memory_take_pool(c->rt, at);
	if (error == CUDA_SUCCESS && pool != NULL)
		error = cu_pool_forget(pool, c->rt, at);
	else if (error == CUDA_SUCCESS && cu_memory_is_idle(c->rt, at))
		error = CUDA_ERROR_INVALID_VALUE;
	else if (error == CUDA_SUCCESS && !cu_deallocate(c->rt, at))
		error = CUDA_ERROR_INVALID_VALUE; /* another thread was quicker */
	return error;
}

CUresult CUDAAPI cuMemFree(CUdeviceptr dptr)
{
	return deallocate((void *)(uintptr_t)dptr, false);
}

CUresult CUDAAPI cuMemFreeHost(void *p)
{
	return deallocate(p, true);
}

/* ---- the host's memory ----------------------------------------------------------------------- */

CUresult CUDAAPI cuMemHostRegister(void *p, size_t bytesize, unsigned Flags)
{
	const unsigned all = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
	                     CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (p == NULL || bytesize == 0 || (Flags & ~all) != 0 ||
		!cu_memory_is_there(c->rt, CU_SIDE_DEVICE, p, bytesize, bytesize, 1))
		return CUDA_ERROR_INVALID_VALUE;
	if ((Flags & CU_MEMHOSTREGISTER_IOMEMORY) != 0)
		return CUDA_ERROR_NOT_SUPPORTED;
	if (rt_allocation_add(c->rt, p, bytesize, CU_MEMORY_REGISTERED, Flags) !=
		HSA_STATUS_SUCCESS)
		return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemHostUnregister(void *p)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (p == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	error = cu_context_wait(c);
	if (error == CUDA_SUCCESS && !rt_allocation_remove(c->rt, p))
		error = CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
	return error;
}

/* Finds pinned memory of the host's. */
static CUresult find_host(const void *p, struct rt_allocation *a)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	bool found = rt_allocation_find(c->rt, p, a) &&
	             (a->kind == CU_MEMORY_HOST || a->kind == CU_MEMORY_REGISTERED);
	return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuMemHostGetDevicePointer(CUdeviceptr *pdptr, void *p, unsigned Flags)
{
	struct rt_allocation a;
	if (pdptr == NULL || Flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = find_host(p, &a);
	if (error == CUDA_SUCCESS)
		*pdptr = (CUdeviceptr)(uintptr_t)p;
	return error;
}

CUresult CUDAAPI cuMemHostGetFlags(unsigned *pFlags, void *p)
{
	struct rt_allocation a;
	if (pFlags == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = find_host(p, &a);
	if (error == CUDA_SUCCESS)
		*pFlags = CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE;
	return error;
}

/* ---- what there is --------------------------------------------------------------------------- */

static size_t available_bytes(void)
{
	unsigned long long kib;
	char line[128];
	size_t bytes = (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
	FILE *f = fopen("/proc/meminfo", "r");
	while (f != NULL && fgets(line, sizeof line, f) != NULL)
		if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1)
			bytes = (size_t)kib << 10;
	if (f != NULL)
		fclose(f);
	return bytes;
}

CUresult CUDAAPI cuMemGetInfo(size_t *pfree, size_t *total)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (pfree == NULL || total == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*total = rt_machine_memory_bytes();
	*pfree = available_bytes();
	if (*pfree > *total)
		*pfree = *total;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemGetAddressRange(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr)
{
	struct rt_allocation a;
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (!rt_allocation_find(c->rt, (const void *)(uintptr_t)dptr, &a))
		return CUDA_ERROR_NOT_FOUND;
	if (pbase != NULL)
		*pbase = (CUdeviceptr)(uintptr_t)a.base;
	if (psize != NULL)
		*psize = a.bytes;
	return CUDA_SUCCESS;
}

/* ---- checks of addresses --------------------------------------------------------------------- */

bool cu_memory_is_there(struct rt *rt, enum cu_side side, const void *at, size_t width,
	size_t pitch, size_t rows)
{
	struct rt_allocation a;
	size_t bytes;
	uintptr_t start = (uintptr_t)at, end;
	if (__builtin_mul_overflow(pitch, rows - 1, &bytes) ||
		__builtin_add_overflow(bytes, width, &bytes) ||
		__builtin_add_overflow(start, bytes, &end) || at == NULL)
		return false;
	if (side != CU_SIDE_HOST && rt_allocation_find(rt, at, &a))
		return end <= align_up((uintptr_t)a.base + a.bytes, CU_ALIGN_BYTES);
	return mem_is_mapped(at, bytes);
}
