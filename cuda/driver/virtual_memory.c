/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses and memory apart from each other (CUDA driver API, "Virtual Memory Management"): memory is
 * a file without a name, which is mapped where addresses were reserved. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "hsaemu/base.h"
#include "hsaemu/mapped.h"
#include "memory_impl.h"

enum { GRANULE = 2 << 20 };

/* What a handle of memory is. */
struct memory {
	struct handle handle;
	CUmemAllocationProp prop;
	int file;
	size_t bytes;
	atomic_uint uses; /* of the client's handle and of mappings */
};

/* A piece of reserved addresses to which memory is mapped. */
struct mapping {
	struct mapping *next;
	uintptr_t at;
	size_t bytes;
	struct memory *memory;
	CUmemAccess_flags access;
	bool is_known; /* to the runtime's table */
};

static pthread_mutex_t mappings_lock = PTHREAD_MUTEX_INITIALIZER;
static struct mapping *mappings; /* guarded by it */

static void drop(struct memory *m)
{
	if (atomic_fetch_sub(&m->uses, 1) != 1)
		return;
	handle_leave(&m->handle);
	close(m->file);
	free(m);
}

static bool is_granular(size_t n)
{
	return n != 0 && n % GRANULE == 0;
}

static CUresult check(void)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	/* none of these needs a context */
	return error == CUDA_ERROR_INVALID_CONTEXT || error == CUDA_ERROR_CONTEXT_IS_DESTROYED
	               ? CUDA_SUCCESS
	               : error;
}

/* ---- addresses ------------------------------------------------------------------------------- */

CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment,
	CUdeviceptr addr, unsigned long long flags)
{
	CUresult error = check();
	size_t align = alignment > GRANULE ? alignment : GRANULE;
	if (ptr == NULL || !is_granular(size) || flags != 0 || (alignment & (alignment - 1)) != 0 ||
		size > SIZE_MAX / 2)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	uint8_t *at = mmap((void *)(uintptr_t)addr, size + align, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at == MAP_FAILED)
		return CUDA_ERROR_OUT_OF_MEMORY;
	uint8_t *start = (uint8_t *)(uintptr_t)align_up((uintptr_t)at, align);
	if (start != at)
		munmap(at, (size_t)(start - at));
	munmap(start + size, (size_t)(at + align - start));
	*ptr = (CUdeviceptr)(uintptr_t)start;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
	CUresult error = check();
	if (error != CUDA_SUCCESS)
		return error;
	if (ptr == 0 || ptr % GRANULE != 0 || !is_granular(size) ||
		!mem_is_mapped((const void *)(uintptr_t)ptr, size))
		return CUDA_ERROR_INVALID_VALUE;
	return munmap((void *)(uintptr_t)ptr, size) == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- memory ---------------------------------------------------------------------------------- */

CUresult CUDAAPI cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
	CUmemAllocationGranularity_flags option)
{
	(void)option;
	if (granularity == NULL || prop == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*granularity = GRANULE;
	return check();
}

static CUresult make(CUmemGenericAllocationHandle *out, int file, size_t bytes,
	const CUmemAllocationProp *prop)
{
	struct memory *m = mem_try_new(1, sizeof *m);
	if (m == NULL || file < 0) {
		free(m);
		if (file >= 0)
			close(file);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	m->prop = *prop;
	m->file = file;
	m->bytes = bytes;
	atomic_init(&m->uses, 1);
	handle_enter(&m->handle, CU_MEMORY_HANDLE);
	*out = (CUmemGenericAllocationHandle)(uintptr_t)m;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
	const CUmemAllocationProp *prop, unsigned long long flags)
{
	CUresult error = check();
	if (handle == NULL || prop == NULL || !is_granular(size) || flags != 0 ||
		prop->type != CU_MEM_ALLOCATION_TYPE_PINNED)
		return CUDA_ERROR_INVALID_VALUE;
	if (prop->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE &&
		prop->requestedHandleTypes != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		return CUDA_ERROR_NOT_SUPPORTED;
	if (error != CUDA_SUCCESS)
		return error;
	return make(handle, cu_shared_file(size), size, prop);
}

static struct memory *memory_of(CUmemGenericAllocationHandle handle)
{
	struct memory *m = (struct memory *)(uintptr_t)handle;
	return handle_is_valid(m, CU_MEMORY_HANDLE) ? m : NULL;
}

CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle handle)
{
	struct memory *m = memory_of(handle);
	if (m == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	drop(m);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
	CUmemGenericAllocationHandle handle)
{
	const struct memory *m = memory_of(handle);
	if (m == NULL || prop == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*prop = m->prop;
	return CUDA_SUCCESS;
}

/* A handle for other processes is a file descriptor, which the client sends them. */
CUresult CUDAAPI cuMemExportToShareableHandle(void *shareableHandle,
	CUmemGenericAllocationHandle handle, CUmemAllocationHandleType handleType,
	unsigned long long flags)
{
	const struct memory *m = memory_of(handle);
	if (m == NULL || shareableHandle == NULL || flags != 0 ||
		handleType != m->prop.requestedHandleTypes ||
		handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		return CUDA_ERROR_INVALID_VALUE;
	*(int *)shareableHandle = fcntl(m->file, F_DUPFD_CLOEXEC, 0);
	return *(int *)shareableHandle >= 0 ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

CUresult CUDAAPI cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle,
	void *osHandle, CUmemAllocationHandleType shHandleType)
{
	const CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
		.requestedHandleTypes = shHandleType,
		.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
	uint64_t bytes;
	CUresult error = check();
	if (handle == NULL || shHandleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
		!cu_shared_file_is((int)(intptr_t)osHandle, &bytes) || !is_granular(bytes))
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	int file = fcntl((int)(intptr_t)osHandle, F_DUPFD_CLOEXEC, 0);
	return make(handle, file, bytes, &prop);
}

/* ---- mappings -------------------------------------------------------------------------------- */

CUresult CUDAAPI cuMemMap(CUdeviceptr ptr, size_t size, size_t offset,
	CUmemGenericAllocationHandle handle, unsigned long long flags)
{
	struct memory *m = memory_of(handle);
	if (m == NULL || ptr % GRANULE != 0 || !is_granular(size) || flags != 0 ||
		offset % GRANULE != 0 || offset > m->bytes || size > m->bytes - offset ||
		!mem_is_mapped((const void *)(uintptr_t)ptr, size))
		return CUDA_ERROR_INVALID_VALUE;
	struct mapping *p = mem_try_new(1, sizeof *p);
	if (p == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	if (mmap((void *)(uintptr_t)ptr, size, PROT_NONE, MAP_SHARED | MAP_FIXED, m->file,
		    (off_t)offset) == MAP_FAILED) {
		free(p);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	atomic_fetch_add(&m->uses, 1);
	pthread_mutex_lock(&mappings_lock);
	*p = (struct mapping){.next = mappings, .at = (uintptr_t)ptr, .bytes = size, .memory = m};
	mappings = p;
	pthread_mutex_unlock(&mappings_lock);
	return CUDA_SUCCESS;
}

/* Returns the link to the mapping that begins at an address, or to NULL; with the lock. */
static struct mapping **find(uintptr_t at)
{
	struct mapping **link = &mappings;
	while (*link != NULL && (*link)->at != at)
		link = &(*link)->next;
	return link;
}

CUresult CUDAAPI cuMemUnmap(CUdeviceptr ptr, size_t size)
{
	struct CUctx_st *c;
	CUresult error = CUDA_SUCCESS;
	if (cu_current(&c) == CUDA_SUCCESS)
		error = cu_context_wait(c);
	pthread_mutex_lock(&mappings_lock);
	for (uintptr_t at = (uintptr_t)ptr, end = at + size; at < end && error == CUDA_SUCCESS;) {
		struct mapping **link = find(at), *p = *link;
		if (p == NULL || p->bytes > end - at) {
			error = CUDA_ERROR_INVALID_VALUE;
			break;
		}
		if (p->is_known)
			rt_allocation_remove(cu_runtime(), (void *)at);
		mmap((void *)at, p->bytes, PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
		at += p->bytes;
		*link = p->next;
		drop(p->memory);
		free(p);
	}
	pthread_mutex_unlock(&mappings_lock);
	return error;
}

static CUresult set_access(struct mapping *p, CUmemAccess_flags flags)
{
	int protection = flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? PROT_READ | PROT_WRITE
	                 : flags == CU_MEM_ACCESS_FLAGS_PROT_READ    ? PROT_READ
	                                                             : PROT_NONE;
	struct rt *rt = cu_runtime();
	if (mprotect((void *)p->at, p->bytes, protection) != 0)
		return CUDA_ERROR_OPERATING_SYSTEM;
	p->access = flags;
	if (!p->is_known && rt != NULL)
		p->is_known = rt_allocation_add(rt, (void *)p->at, p->bytes, CU_MEMORY_DEVICE, 0) ==
		              HSA_STATUS_SUCCESS;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc,
	size_t count)
{
	CUresult error = check();
	if (desc == NULL || count == 0)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&mappings_lock);
	for (uintptr_t at = (uintptr_t)ptr, end = at + size; at < end && error == CUDA_SUCCESS;) {
		struct mapping *p = *find(at);
		if (p == NULL || p->bytes > end - at) {
			error = CUDA_ERROR_INVALID_VALUE;
			break;
		}
		error = set_access(p, desc[0].flags);
		at += p->bytes;
	}
	pthread_mutex_unlock(&mappings_lock);
	return error;
}

CUresult CUDAAPI cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
	CUdeviceptr ptr)
{
	CUresult error = CUDA_ERROR_INVALID_VALUE;
	if (flags == NULL || location == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&mappings_lock);
	for (const struct mapping *p = mappings; p != NULL; p = p->next)
		if ((uintptr_t)ptr - p->at < p->bytes) {
			*flags = p->access;
			error = CUDA_SUCCESS;
		}
	pthread_mutex_unlock(&mappings_lock);
	return error;
}

CUresult CUDAAPI cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr)
{
	CUresult error = CUDA_ERROR_INVALID_VALUE;
	if (handle == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&mappings_lock);
	for (const struct mapping *p = mappings; p != NULL; p = p->next)
		if ((uintptr_t)addr - p->at < p->bytes) {
			atomic_fetch_add(&p->memory->uses, 1);
			*handle = (CUmemGenericAllocationHandle)(uintptr_t)p->memory;
			error = CUDA_SUCCESS;
		}
	pthread_mutex_unlock(&mappings_lock);
	return error;
}
