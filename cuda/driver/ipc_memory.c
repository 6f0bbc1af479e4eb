/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of other processes (CUDA driver API, cuIpcGetMemHandle()). The first handle that is asked
 * for turns the pages of a block into those of a file; they stay where they are, as do those around
 * them that cannot be touched. Who opens the handle has a block of the same pages, which only
 * closing ends. */
#define _GNU_SOURCE /* pwrite() */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "hsaemu/base.h"
#include "memory_impl.h"

/* Guards files of blocks, and which blocks are open how often. */
static pthread_mutex_t ipc_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- handles --------------------------------------------------------------------------------- */

static bool write_all(int file, const uint8_t *from, size_t bytes)
{
	for (size_t at = 0; at < bytes;) {
		ssize_t n = pwrite(file, from + at, bytes - at, (off_t)at);
		if (n <= 0)
			return false;
		at += (size_t)n;
	}
	return true;
}

/* Gives the block a file, which the context's work must not notice. */
static CUresult share(struct cu_block *b, size_t bytes)
{
	size_t whole = (size_t)align_up(bytes, CU_PAGE_BYTES);
	CUresult error = cu_context_wait(b->context);
	if (error != CUDA_SUCCESS)
		return error;
	int file = cu_shared_file(whole);
	if (file < 0)
		return CUDA_ERROR_OUT_OF_MEMORY;
	if (!write_all(file, b->base, whole) || !cu_shared_replace(b->base, whole, file, 0)) {
		close(file);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	b->file = file;
	return CUDA_SUCCESS;
}

/* The handle is that of the whole block, as elsewhere; clients know where in it their address
 * is. */
CUresult CUDAAPI cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr)
{
	struct CUctx_st *c;
	struct rt_allocation a;
	struct cu_handle h = {.bytes = 0};
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (pHandle == NULL || !rt_allocation_find(c->rt, (const void *)(uintptr_t)dptr, &a) ||
		a.kind != CU_MEMORY_DEVICE || a.user == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	struct cu_block *b = a.user;
	if (!cu_block_may_open(b))
		return CUDA_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&ipc_lock);
	if (b->file < 0)
		error = share(b, a.bytes);
	h.bytes = a.bytes;
	if (error == CUDA_SUCCESS && !cu_place_of(b->file, &h.place))
		error = CUDA_ERROR_MAP_FAILED;
	pthread_mutex_unlock(&ipc_lock);
	if (error == CUDA_SUCCESS)
		cu_handle_write(&h, CU_HANDLE_MEMORY, pHandle->reserved);
	return error;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Returns the context's block that was opened by the same handle, or NULL. */
static struct cu_block *find(struct CUctx_st *c, const struct cu_place *p)
{
	pthread_mutex_lock(&c->lock);
	struct cu_block *b = c->blocks;
	while (b != NULL && (b->import == NULL || memcmp(&b->import->place, p, sizeof *p) != 0))
		b = b->next;
	pthread_mutex_unlock(&c->lock);
	return b;
}

static CUresult map(struct CUctx_st *c, const struct cu_handle *h, struct cu_block **out)
{
	int file;
	struct rt_allocation a;
	CUresult error = cu_place_open(&h->place, &file);
	if (error != CUDA_SUCCESS)
		return error;
	struct cu_import *i = mem_try_new(1, sizeof *i);
	void *base = i != NULL ? cu_allocate(c, CU_MEMORY_DEVICE, (size_t)h->bytes) : NULL;
	if (base == NULL)
		error = CUDA_ERROR_OUT_OF_MEMORY;
	else if (!cu_shared_replace(base, (size_t)h->bytes, file, 0) ||
		 !rt_allocation_find(c->rt, base, &a))
		error = CUDA_ERROR_MAP_FAILED;
	close(file);
	if (error != CUDA_SUCCESS) {
		if (base != NULL && !cu_deallocate(c->rt, base))
			BUG("a new block is not there");
		free(i);
		return error;
	}
	*out = a.user;
	i->place = h->place;
	(*out)->import = i;
	return CUDA_SUCCESS;
}

static bool is_sound(const struct cu_handle *h)
{
	return h->bytes != 0 && h->bytes <= SIZE_MAX / 2 &&
	       align_up(h->bytes, CU_PAGE_BYTES) == h->place.bytes;
}

CUresult CUDAAPI cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned Flags)
{
	struct CUctx_st *c;
	struct cu_handle h;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (pdptr == NULL || Flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
		return CUDA_ERROR_INVALID_VALUE;
	if (!cu_handle_read(&h, CU_HANDLE_MEMORY, handle.reserved) || !is_sound(&h))
		return CUDA_ERROR_INVALID_HANDLE;
	if (cu_place_is_own(&h.place))
		return CUDA_ERROR_INVALID_CONTEXT;
	pthread_mutex_lock(&ipc_lock);
	struct cu_block *b = find(c, &h.place);
	if (b == NULL)
		error = map(c, &h, &b);
	if (error == CUDA_SUCCESS) {
		b->import->uses++;
		*pdptr = (CUdeviceptr)(uintptr_t)b->base;
	}
	pthread_mutex_unlock(&ipc_lock);
	return error;
}

CUresult CUDAAPI cuIpcCloseMemHandle(CUdeviceptr dptr)
{
	struct CUctx_st *c;
	struct rt_allocation a;
	const void *base = (const void *)(uintptr_t)dptr;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	pthread_mutex_lock(&ipc_lock);
	bool found = rt_allocation_find(c->rt, base, &a) && a.base == base;
	struct cu_block *b = found ? a.user : NULL;
	if (b == NULL || b->import == NULL) {
		error = CUDA_ERROR_INVALID_VALUE;
	} else if (--b->import->uses == 0) {
		error = cu_context_wait(b->context);
		if (!cu_deallocate(c->rt, a.base))
			BUG("an open block is not there");
	}
	pthread_mutex_unlock(&ipc_lock);
	return error;
}
