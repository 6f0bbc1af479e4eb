/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pools of other processes (CUDA driver API, "Stream Ordered Memory Allocator"): the descriptor of the
 * file with a pool's memory is the handle for others, who import pieces of it. */
#define _GNU_SOURCE /* F_DUPFD_CLOEXEC */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hsaemu/base.h"
#include "pool_impl.h"

/* ---- the maker's side ------------------------------------------------------------------------ */

static CUresult check(CUmemoryPool pool)
{
	CUresult error = cu_pool_find(pool);
	return error == CUDA_SUCCESS && !cu_pool_is_shared(pool) ? CUDA_ERROR_INVALID_VALUE : error;
}

CUresult CUDAAPI cuMemPoolExportToShareableHandle(void *handle_out, CUmemoryPool pool,
	CUmemAllocationHandleType handleType, unsigned long long flags)
{
	CUresult error = check(pool);
	if (handle_out == NULL || flags != 0 ||
		handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	int file = fcntl(pool->file, F_DUPFD_CLOEXEC, 0);
	if (file < 0)
		return CUDA_ERROR_OPERATING_SYSTEM;
	memcpy(handle_out, &file, sizeof file);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr)
{
	struct CUctx_st *c;
	struct cu_piece piece;
	struct stat s;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	struct cu_block *b = cu_block_of(c->rt, (const void *)(uintptr_t)ptr);
	struct CUmemPoolHandle_st *p = b != NULL ? atomic_load(&b->pool) : NULL;
	if (shareData_out == NULL || p == NULL || check(p) != CUDA_SUCCESS)
		return CUDA_ERROR_INVALID_VALUE;
	if (fstat(p->file, &s) != 0 || !cu_piece_find(p->file, b->offset, &piece))
		return CUDA_ERROR_OUT_OF_MEMORY;
	struct cu_handle h = {
		.bytes = piece.bytes, .extent = {s.st_dev, s.st_ino, b->offset, piece.number}};
	cu_handle_write(&h, CU_HANDLE_POOLED, (char *)shareData_out->reserved);
	return CUDA_SUCCESS;
}

/* ---- the others' side ------------------------------------------------------------------------ */

CUresult CUDAAPI cuMemPoolImportFromShareableHandle(CUmemoryPool *pool_out, void *handle,
	CUmemAllocationHandleType handleType, unsigned long long flags)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (pool_out == NULL || flags != 0 ||
		handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
		!cu_pool_file_is((int)(intptr_t)handle))
		return CUDA_ERROR_INVALID_VALUE;
	const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
		.handleTypes = handleType,
		.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = c->device->ordinal}};
	int file = fcntl((int)(intptr_t)handle, F_DUPFD_CLOEXEC, 0);
	if (file < 0)
		return CUDA_ERROR_OPERATING_SYSTEM;
	error = cu_pool_new(c, &props, pool_out);
	if (error != CUDA_SUCCESS) {
		close(file);
		return error;
	}
	(*pool_out)->is_import = true;
	(*pool_out)->file = file;
	return CUDA_SUCCESS;
}

/* Returns whether there is such a piece in the pool's file. */
static bool is_there(const struct CUmemPoolHandle_st *p, const struct cu_handle *h)
{
	struct cu_piece piece;
	struct stat s;
	const struct cu_extent *e = &h->extent;
	return fstat(p->file, &s) == 0 && s.st_dev == e->device && s.st_ino == e->inode &&
	       cu_piece_find(p->file, e->offset, &piece) && piece.number == e->number &&
	       piece.bytes == h->bytes;
}

CUresult CUDAAPI cuMemPoolImportPointer(CUdeviceptr *ptr_out, CUmemoryPool pool,
	CUmemPoolPtrExportData *shareData)
{
	struct cu_handle h;
	CUresult error = cu_pool_find(pool);
	if (ptr_out == NULL || shareData == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	if (!pool->is_import ||
		!cu_handle_read(&h, CU_HANDLE_POOLED, (const char *)shareData->reserved) ||
		!is_there(pool, &h))
		return CUDA_ERROR_INVALID_VALUE;
	struct rt *rt = pool->context->rt;
	void *base = cu_allocate(pool->context, CU_MEMORY_DEVICE, (size_t)h.bytes);
	if (base == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	if (!cu_shared_replace(base, (size_t)h.bytes, pool->file,
		    h.extent.offset + CU_PAGE_BYTES)) {
		if (!cu_deallocate(rt, base))
			BUG("new memory is not there");
		return CUDA_ERROR_MAP_FAILED;
	}
	pthread_mutex_lock(&pool->lock);
	pool->used += h.bytes;
	pool->reserved += h.bytes;
	cu_memory_set_pool(rt, base, pool);
	pthread_mutex_unlock(&pool->lock);
	*ptr_out = (CUdeviceptr)(uintptr_t)base;
	return CUDA_SUCCESS;
}
