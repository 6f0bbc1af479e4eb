/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory in the order of streams (CUDA driver API, "Stream Ordered Memory Allocator"). Memory that is
 * freed in a stream stays in its pool until the stream has come there; then a request of the same
 * size gets it, or it is given back when more of it lies idle than the pool is to keep. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "graph_memory_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"
#include "pool_impl.h"

/* ---- pools ----------------------------------------------------------------------------------- */

CUresult cu_pool_new(struct CUctx_st *c, const CUmemPoolProps *props,
	struct CUmemPoolHandle_st **out)
{
	struct CUmemPoolHandle_st *p = mem_try_new(1, sizeof *p);
	if (p == NULL || pthread_mutex_init(&p->lock, NULL) != 0) {
		free(p);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	p->context = c;
	p->props = *props;
	p->file = -1;
	p->reuse[0] = p->reuse[1] = p->reuse[2] = 1;
	handle_enter(&p->handle, CU_POOL);
	pthread_mutex_lock(&c->lock);
	p->next = c->pools;
	c->pools = p;
	pthread_mutex_unlock(&c->lock);
	*out = p;
	return CUDA_SUCCESS;
}

static void free_idle(struct CUmemPoolHandle_st *p, struct cu_idle *i)
{
	struct rt *rt = p->context->rt;
	cu_mark_drop(i->mark);
	cu_pool_release(p, cu_block_of(rt, i->base), i->bytes);
	if (!cu_deallocate(rt, i->base))
		BUG("idle memory is not there");
	free(i);
}

/* Gives idle memory back that was reached, until at most `keep` bytes are reserved. The lock is
 * held. */
static void trim(struct CUmemPoolHandle_st *p, uint64_t keep)
{
	for (struct cu_idle **link = &p->idle; *link != NULL && p->reserved > keep;) {
		struct cu_idle *i = *link;
		if (i->mark != NULL && !cu_mark_is_reached(i->mark)) {
			link = &i->next;
			continue;
		}
		*link = i->next;
		p->reserved -= i->bytes;
		free_idle(p, i);
	}
}

void cu_pools_trim(struct CUctx_st *c)
{
	pthread_mutex_lock(&c->lock);
	struct CUmemPoolHandle_st *first = c->pools;
	pthread_mutex_unlock(&c->lock);
	/* pools are made and destroyed by clients that know what others do */
	for (struct CUmemPoolHandle_st *p = first; p != NULL; p = p->next) {
		pthread_mutex_lock(&p->lock);
		trim(p, p->threshold);
		pthread_mutex_unlock(&p->lock);
	}
}

static void free_pool(struct CUmemPoolHandle_st *p)
{
	while (p->idle != NULL) {
		struct cu_idle *i = p->idle;
		p->idle = i->next;
		free_idle(p, i);
	}
	if (p->file >= 0)
		close(p->file);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

void cu_pools_free(struct CUctx_st *c)
{
	while (c->pools != NULL) {
		struct CUmemPoolHandle_st *p = c->pools;
		c->pools = p->next;
		handle_leave(&p->handle);
		free_pool(p);
	}
}

static CUresult default_pool(struct CUctx_st *c, struct CUmemPoolHandle_st **out)
{
	const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
		.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = c->device->ordinal}};
	CUresult error = CUDA_SUCCESS;
	static pthread_mutex_t default_lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&default_lock);
	if (c->default_pool == NULL) {
		error = cu_pool_new(c, &props, &c->default_pool);
		if (error == CUDA_SUCCESS)
			c->default_pool->is_default = true;
	}
	*out = c->default_pool;
	pthread_mutex_unlock(&default_lock);
	return error;
}

/* Pools belong to contexts here, so it is that of the calling thread's context on the device. */
static CUresult pool_of_device(CUdevice dev, struct CUmemPoolHandle_st **out)
{
	CUresult error;
	struct CUctx_st *c;
	if (cu_device_find(dev, &error) == NULL)
		return error;
	error = cu_current(&c);
	if (error == CUDA_SUCCESS && c->device->ordinal != dev)
		error = CUDA_ERROR_INVALID_CONTEXT;
	return error == CUDA_SUCCESS ? default_pool(c, out) : error;
}

CUresult CUDAAPI cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev)
{
	return pool_out == NULL ? CUDA_ERROR_INVALID_VALUE : pool_of_device(dev, pool_out);
}

CUresult CUDAAPI cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev)
{
	struct CUctx_st *c;
	if (pool == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = pool_of_device(dev, pool);
	if (error == CUDA_SUCCESS && (error = cu_current(&c)) == CUDA_SUCCESS &&
		c->current_pool != NULL)
		*pool = c->current_pool;
	return error;
}

CUresult cu_pool_find(CUmemoryPool pool)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	return handle_is_valid(pool, CU_POOL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool)
{
	CUresult error = cu_pool_find(pool);
	if (error == CUDA_SUCCESS && pool->context->device->ordinal != dev)
		error = CUDA_ERROR_INVALID_DEVICE;
	if (error == CUDA_SUCCESS && pool->is_import) /* has memory of another process only */
		error = CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		pool->context->current_pool = pool;
	return error;
}

CUresult CUDAAPI cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (pool == NULL || poolProps == NULL ||
		poolProps->allocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
		poolProps->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
		return CUDA_ERROR_INVALID_VALUE;
	if (poolProps->handleTypes != CU_MEM_HANDLE_TYPE_NONE &&
		poolProps->handleTypes != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		return CUDA_ERROR_NOT_SUPPORTED;
	error = cu_pool_new(c, poolProps, pool);
	if (error != CUDA_SUCCESS || poolProps->handleTypes == CU_MEM_HANDLE_TYPE_NONE ||
		cu_pool_share(*pool))
		return error;
	error = cuMemPoolDestroy(*pool);
	return error == CUDA_SUCCESS ? CUDA_ERROR_OUT_OF_MEMORY : error;
}

CUresult CUDAAPI cuMemPoolDestroy(CUmemoryPool pool)
{
	CUresult error = cu_pool_find(pool);
	if (error != CUDA_SUCCESS)
		return error;
	if (pool->is_default || !handle_take(pool, CU_POOL))
		return CUDA_ERROR_INVALID_VALUE;
	struct CUctx_st *c = pool->context;
	error = cu_context_wait(c);
	pthread_mutex_lock(&c->lock);
	struct CUmemPoolHandle_st **link = &c->pools;
	while (*link != pool)
		link = &(*link)->next;
	*link = pool->next;
	if (c->current_pool == pool)
		c->current_pool = NULL;
	pthread_mutex_unlock(&c->lock);
	free_pool(pool);
	return error;
}

/* ---- memory of pools ------------------------------------------------------------------------- */

/* Takes idle memory of this size that was reached. With the lock. */
static void *take_idle(struct CUmemPoolHandle_st *p, size_t bytes)
{
	for (struct cu_idle **link = &p->idle; *link != NULL; link = &(*link)->next) {
		struct cu_idle *i = *link;
		if (i->bytes != bytes || (i->mark != NULL && !cu_mark_is_reached(i->mark)))
			continue;
		void *base = i->base;
		*link = i->next;
		cu_mark_drop(i->mark);
		free(i);
		return base;
	}
	return NULL;
}

/* Allocates memory for the pool; NULL: there is none. With the lock. */
static void *make_memory(struct CUmemPoolHandle_st *p, size_t bytes)
{
	struct rt *rt = p->context->rt;
	void *base = cu_allocate(p->context, CU_MEMORY_DEVICE, bytes);
	if (base == NULL || cu_pool_place(p, cu_block_of(rt, base), bytes))
		return base;
	if (!cu_deallocate(rt, base))
		BUG("new memory is not there");
	return NULL;
}

static CUresult allocate(struct CUmemPoolHandle_st *p, size_t bytes, CUdeviceptr *out)
{
	bytes = (size_t)align_up(bytes, CU_ALIGN_BYTES);
	pthread_mutex_lock(&p->lock);
	void *base = take_idle(p, bytes);
	if (base == NULL) {
		trim(p, p->threshold);
		base = make_memory(p, bytes);
		p->reserved += base != NULL ? bytes : 0;
	}
	if (base != NULL) {
		cu_pool_announce(p, cu_block_of(p->context->rt, base), bytes);
		p->used += bytes;
		p->used_high = p->used > p->used_high ? p->used : p->used_high;
		p->reserved_high = p->reserved > p->reserved_high ? p->reserved : p->reserved_high;
		cu_memory_set_pool(p->context->rt, base, p);
	}
	pthread_mutex_unlock(&p->lock);
	*out = (CUdeviceptr)(uintptr_t)base;
	return base != NULL ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool,
	CUstream hStream)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (error == CUDA_SUCCESS)
		error = cu_pool_find(pool);
	if (dptr == NULL || bytesize == 0 || bytesize > SIZE_MAX / 2)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS && pool->is_import)
		error = CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS && s->capture != NULL)
		return cu_capture_allocate(s, bytesize, dptr);
	return error == CUDA_SUCCESS ? allocate(pool, bytesize, dptr) : error;
}

CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream)
{
	struct CUstream_st *s;
	struct CUmemPoolHandle_st *p;
	CUresult error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	if (dptr == NULL || bytesize == 0 || bytesize > SIZE_MAX / 2)
		return CUDA_ERROR_INVALID_VALUE;
	if (s->capture != NULL)
		return cu_capture_allocate(s, bytesize, dptr);
	p = s->context->current_pool;
	if (p == NULL)
		error = default_pool(s->context, &p);
	return error == CUDA_SUCCESS ? allocate(p, bytesize, dptr) : error;
}

/* Puts memory among the idle one, from where the stream is now on. */
static CUresult retire(struct CUmemPoolHandle_st *p, struct CUstream_st *s, void *base,
	size_t bytes)
{
	struct cu_idle *i = mem_try_new(1, sizeof *i);
	struct cu_mark *m = i != NULL ? cu_mark_new(s->context) : NULL;
	CUresult error = CUDA_ERROR_OUT_OF_MEMORY;
	if (m != NULL) {
		const struct cu_op op = {.kind = CU_OP_MARK, .joins = true, .mark = m};
		error = cu_stream_do(s, &op);
	}
	if (error != CUDA_SUCCESS) {
		cu_mark_drop(m);
		free(i);
		return error;
	}
	pthread_mutex_lock(&p->lock);
	cu_pool_revoke(p, cu_block_of(p->context->rt, base));
	*i = (struct cu_idle){p->idle, base, bytes, m};
	p->idle = i;
	p->used -= bytes;
	pthread_mutex_unlock(&p->lock);
	return CUDA_SUCCESS;
}

CUresult cu_pool_forget(struct CUmemPoolHandle_st *p, struct rt *rt, void *base)
{
	struct rt_allocation a;
	if (handle_is_valid(p, CU_POOL) && rt_allocation_find(rt, base, &a)) {
		pthread_mutex_lock(&p->lock);
		p->used -= a.bytes;
		p->reserved -= a.bytes;
		cu_pool_release(p, cu_block_of(rt, base), a.bytes);
		pthread_mutex_unlock(&p->lock);
	}
	return cu_deallocate(rt, base) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream)
{
	struct CUstream_st *s;
	struct rt_allocation a;
	void *base = (void *)(uintptr_t)dptr;
	CUresult error = cu_stream_get(hStream, &s);
	if (error != CUDA_SUCCESS)
		return error;
	if (s->capture != NULL)
		return cu_capture_free(s, dptr);
	error = cu_graph_memory_free(base, s);
	if (error != CUDA_ERROR_NOT_FOUND)
		return error;
	struct rt *rt = s->context->rt;
	if (!rt_allocation_find(rt, base, &a) || a.base != base || a.kind != CU_MEMORY_DEVICE)
		return CUDA_ERROR_INVALID_VALUE;
	struct CUmemPoolHandle_st *p = cu_memory_take_pool(rt, base);
	if (p != NULL && handle_is_valid(p, CU_POOL))
		return retire(p, s, base, a.bytes);
	if (p != NULL) { /* which was destroyed */
		error = cu_context_wait(s->context);
		return error == CUDA_SUCCESS ? cu_pool_forget(p, rt, base) : error;
	}
	/* of cuMemAlloc(), or freed already */
	return cu_memory_is_idle(rt, base) ? CUDA_ERROR_INVALID_VALUE : cuMemFree(dptr);
}

/* ---- attributes ------------------------------------------------------------------------------ */

CUresult CUDAAPI cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
	CUresult error = cu_pool_find(pool);
	if (value == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	pthread_mutex_lock(&pool->lock);
	switch (attr) {
	case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
	case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
	case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
		memcpy(&pool->reuse[attr - 1], value, sizeof pool->reuse[0]);
		break;
	case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
		memcpy(&pool->threshold, value, sizeof pool->threshold);
		break;
	case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: /* may only be reset */
		pool->reserved_high = pool->reserved;
		break;
	case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
		pool->used_high = pool->used;
		break;
	default:
		error = CUDA_ERROR_INVALID_VALUE;
		break;
	}
	pthread_mutex_unlock(&pool->lock);
	return error;
}

CUresult CUDAAPI cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
	CUresult error = cu_pool_find(pool);
	if (value == NULL || (int)attr < CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES ||
		attr > CU_MEMPOOL_ATTR_USED_MEM_HIGH)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	pthread_mutex_lock(&pool->lock);
	const uint64_t numbers[] = {
		pool->threshold, pool->reserved, pool->reserved_high, pool->used, pool->used_high};
	if (attr < CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
		memcpy(value, &pool->reuse[attr - 1], sizeof pool->reuse[0]);
	else
		memcpy(value, &numbers[attr - CU_MEMPOOL_ATTR_RELEASE_THRESHOLD],
			sizeof numbers[0]);
	pthread_mutex_unlock(&pool->lock);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep)
{
	CUresult error = cu_pool_find(pool);
	if (error != CUDA_SUCCESS)
		return error;
	pthread_mutex_lock(&pool->lock);
	trim(pool, minBytesToKeep);
	pthread_mutex_unlock(&pool->lock);
	return CUDA_SUCCESS;
}

/* All devices have access to all memory. */
CUresult CUDAAPI cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
	CUresult error = cu_pool_find(pool);
	return map == NULL && count != 0 ? CUDA_ERROR_INVALID_VALUE : error;
}

CUresult CUDAAPI cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool,
	CUmemLocation *location)
{
	CUresult error = cu_pool_find(memPool);
	if (flags == NULL || location == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		*flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	return error;
}
