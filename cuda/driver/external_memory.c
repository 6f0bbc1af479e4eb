/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of other interfaces (CUDA driver API, "External Resource Interoperability"): any file that
 * can be mapped, as those of memfd_create(), of shm_open() and of drivers for graphics. It has to
 * keep its size. */
#define _GNU_SOURCE /* lseek() of more than 2 GiB */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hsaemu/base.h"
#include "memory_impl.h"

struct CUextMemory_st {
	struct handle handle;
	int file; /* owned */
	uint64_t bytes;
};

/* Returns whether the file has so many bytes that can be mapped; one that tells no size is asked
 * for a page. */
static bool is_mappable(int file, uint64_t bytes)
{
	struct stat s;
	if (fstat(file, &s) != 0 || bytes == 0 || bytes > INT64_MAX / 2)
		return false;
	off_t end = S_ISREG(s.st_mode) ? s.st_size : lseek(file, 0, SEEK_END);
	if ((S_ISREG(s.st_mode) || end > 0) && (uint64_t)end < bytes)
		return false;
	uint8_t *pages = cu_shared_map_fenced(CU_PAGE_BYTES, file, 0);
	if (pages != NULL)
		cu_shared_unmap_fenced(pages, CU_PAGE_BYTES);
	return pages != NULL;
}

/* The file is the driver's from then on. */
CUresult CUDAAPI cuImportExternalMemory(CUexternalMemory *extMem_out,
	const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (extMem_out == NULL || memHandleDesc == NULL ||
		(int)memHandleDesc->type < CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD ||
		memHandleDesc->type > CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF ||
		(memHandleDesc->flags & ~(unsigned)CUDA_EXTERNAL_MEMORY_DEDICATED) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (memHandleDesc->type != CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD)
		return CUDA_ERROR_NOT_SUPPORTED;
	if (!is_mappable(memHandleDesc->handle.fd, memHandleDesc->size))
		return CUDA_ERROR_INVALID_VALUE;
	struct CUextMemory_st *m = mem_try_new(1, sizeof *m);
	if (m == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	m->file = memHandleDesc->handle.fd;
	m->bytes = memHandleDesc->size;
	handle_enter(&m->handle, CU_EXTERNAL_MEMORY);
	*extMem_out = m;
	return CUDA_SUCCESS;
}

/* Each buffer is a mapping of its own, which cuMemFree() ends. */
CUresult CUDAAPI cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
	const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (!handle_is_valid(extMem, CU_EXTERNAL_MEMORY))
		return CUDA_ERROR_INVALID_HANDLE;
	if (devPtr == NULL || bufferDesc == NULL || bufferDesc->flags != 0 ||
		bufferDesc->size == 0 || bufferDesc->offset > extMem->bytes ||
		bufferDesc->size > extMem->bytes - bufferDesc->offset)
		return CUDA_ERROR_INVALID_VALUE;
	void *base = cu_map_file(c, extMem->file, bufferDesc->offset, (size_t)bufferDesc->size);
	*devPtr = (CUdeviceptr)(uintptr_t)base;
	return base != NULL ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuDestroyExternalMemory(CUexternalMemory extMem)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (!handle_take(extMem, CU_EXTERNAL_MEMORY))
		return CUDA_ERROR_INVALID_HANDLE;
	close(extMem->file);
	free(extMem);
	return CUDA_SUCCESS;
}
