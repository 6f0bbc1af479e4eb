/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts, and which one a thread uses (CUDA driver API, "Primary Context Management", "Context
 * Management"). A thread has a stack of contexts, whose top is its current one. Contexts that have
 * ended may still be on stacks: their handles are not valid. */
#include <stdlib.h>
#include "event_impl.h"
#include "graph_memory_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"
#include "module_impl.h"
#include "pool_impl.h"
#include "stream_impl.h"
#include "value_wait_impl.h"
#include "survivor_impl.h"

static _Thread_local struct {
	struct CUctx_st *at[CU_MAX_CONTEXTS];
	unsigned count;
} cu_stack;

/* ---- the current context --------------------------------------------------------------------- */

struct CUctx_st *cu_top(void)
{
	return cu_stack.count == 0 ? NULL : cu_stack.at[cu_stack.count - 1];
}

CUresult cu_current_any(struct CUctx_st **out)
{
	struct CUctx_st *c = cu_top();
	*out = c;
	if (cu_device_count() == 0)
		return CUDA_ERROR_NOT_INITIALIZED;
	if (cu_is_in_host_function())
		return CUDA_ERROR_NOT_PERMITTED;
	if (c == NULL)
		return CUDA_ERROR_INVALID_CONTEXT;
	return handle_is_valid(c, CU_CONTEXT) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult cu_current(struct CUctx_st **out)
{
	CUresult error = cu_current_any(out);
	return error == CUDA_SUCCESS ? atomic_load(&(*out)->error) : error;
}

CUresult cu_check(const void *handle, enum cu_kind kind)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	return handle_is_valid(handle, kind) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult push(struct CUctx_st *c)
{
	if (cu_stack.count == CU_MAX_CONTEXTS)
		return CUDA_ERROR_OUT_OF_MEMORY;
	cu_stack.at[cu_stack.count++] = c;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxPushCurrent(CUcontext ctx)
{
	if (cu_device_count() == 0)
		return CUDA_ERROR_NOT_INITIALIZED;
	return handle_is_valid(ctx, CU_CONTEXT) ? push(ctx) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult CUDAAPI cuCtxPopCurrent(CUcontext *pctx)
{
	if (cu_device_count() == 0)
		return CUDA_ERROR_NOT_INITIALIZED;
	if (cu_stack.count == 0)
		return CUDA_ERROR_INVALID_CONTEXT;
	struct CUctx_st *c = cu_stack.at[--cu_stack.count];
	if (pctx != NULL)
		*pctx = c;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext ctx)
{
	if (cu_device_count() == 0)
		return CUDA_ERROR_NOT_INITIALIZED;
	if (ctx != NULL && !handle_is_valid(ctx, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	if (cu_stack.count != 0)
		cu_stack.count--;
	return ctx != NULL ? push(ctx) : CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext *pctx)
{
	if (pctx == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (cu_device_count() == 0)
		return CUDA_ERROR_NOT_INITIALIZED;
	*pctx = cu_top();
	return CUDA_SUCCESS;
}

/* ---- making and ending ----------------------------------------------------------------------- */

static void init_limits(struct CUctx_st *c)
{
	c->limits[CU_LIMIT_STACK_SIZE] = 1024;
	c->limits[CU_LIMIT_PRINTF_FIFO_SIZE] = 1 << 20;
	c->limits[CU_LIMIT_MALLOC_HEAP_SIZE] = 8 << 20;
	c->limits[CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2;
	c->limits[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048;
	c->limits[CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64;
}

static bool init_locks(struct CUctx_st *c)
{
	pthread_mutex_t *locks[] = {&c->lock, &c->marks_lock, &c->failure_lock};
	for (size_t i = 0; i < ARRAY_LEN(locks); i++) {
		if (pthread_mutex_init(locks[i], NULL) == 0)
			continue;
		while (i-- > 0)
			pthread_mutex_destroy(locks[i]);
		return false;
	}
	return true;
}

static void free_empty(struct CUctx_st *c)
{
	pthread_mutex_destroy(&c->lock);
	pthread_mutex_destroy(&c->marks_lock);
	pthread_mutex_destroy(&c->failure_lock);
	free(c);
}

CUresult cu_context_new(struct cu_device *device, unsigned flags, bool is_primary,
	struct CUctx_st **out)
{
	static atomic_ullong contexts_made;
	struct CUctx_st *c = mem_try_new(1, sizeof *c);
	if (c == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	c->device = device;
	c->flags = flags;
	c->is_primary = is_primary;
	c->id = atomic_fetch_add(&contexts_made, 1) + 1;
	c->rt = cu_runtime();
	init_limits(c);
	if (c->rt == NULL || !init_locks(c)) {
		free(c);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	if (cu_stream_new(c, CU_STREAM_DEFAULT, 0, &c->legacy) != CUDA_SUCCESS) {
		free_empty(c);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	c->legacy->is_legacy = true;
	handle_enter(&c->handle, CU_CONTEXT);
	*out = c;
	return CUDA_SUCCESS;
}

void cu_context_free(struct CUctx_st *c)
{
	cu_locals_end(c);
	cu_records_unwait(c);
	cu_values_unwait(c);
	cu_streams_free(c);
	cu_records_settle(c);
	cu_survivors_end(c);
	cu_graph_memories_end(c);
	cu_pools_free(c);
	while (c->modules != NULL) {
		struct CUmod_st *m = c->modules;
		c->modules = m->next;
		handle_leave(&m->handle);
		cu_module_free(m);
	}
	cu_marks_free(c);
	cu_memory_free_all(c);
	free_empty(c);
}

bool cu_context_are_flags(unsigned flags)
{
	unsigned schedule = flags & CU_CTX_SCHED_MASK;
	return (flags & ~(unsigned)CU_CTX_FLAGS_MASK) == 0 && (schedule & (schedule - 1)) == 0;
}

CUresult CUDAAPI cuCtxCreate(CUcontext *pctx, unsigned flags, CUdevice dev)
{
	CUresult error;
	struct cu_device *d = cu_device_find(dev, &error);
	if (pctx == NULL || !cu_context_are_flags(flags))
		return CUDA_ERROR_INVALID_VALUE;
	if (d == NULL)
		return error;
	cu_lock();
	error = cu_context_new(d, flags, false, pctx);
	cu_unlock();
	return error == CUDA_SUCCESS ? push(*pctx) : error;
}

CUresult CUDAAPI cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *params, unsigned flags,
	CUdevice dev)
{
	if (params != NULL && (params->numExecAffinityParams != 0 || params->cigParams != NULL))
		return CUDA_ERROR_NOT_SUPPORTED;
	return cuCtxCreate(pctx, flags, dev);
}

CUresult CUDAAPI cuCtxDestroy(CUcontext ctx)
{
	if (cu_device_count() == 0)
		return CUDA_ERROR_NOT_INITIALIZED;
	if (!handle_is_valid(ctx, CU_CONTEXT) || ctx->is_primary || !handle_take(ctx, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	if (cu_top() == ctx)
		cu_stack.count--;
	cu_context_free(ctx);
	return CUDA_SUCCESS;
}

/* ---- uses, as before CUDA 4.0 ---------------------------------------------------------------- */

CUresult CUDAAPI cuCtxAttach(CUcontext *pctx, unsigned flags)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	if (pctx == NULL || flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	atomic_fetch_add(&c->attached, 1);
	*pctx = c;
	return CUDA_SUCCESS;
}

/* The last one ends the context, unless it is the device's. */
CUresult CUDAAPI cuCtxDetach(CUcontext ctx)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (ctx != c)
		return CUDA_ERROR_INVALID_CONTEXT;
	for (unsigned n = atomic_load(&c->attached); n != 0;)
		if (atomic_compare_exchange_weak(&c->attached, &n, n - 1))
			return CUDA_SUCCESS;
	return cuCtxDestroy(ctx);
}

/* ---- primary contexts ------------------------------------------------------------------------ */

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev)
{
	CUresult error;
	struct cu_device *d = cu_device_find(dev, &error);
	if (pctx == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (d == NULL)
		return error;
	cu_lock();
	if (d->primary == NULL)
		error = cu_context_new(d, d->primary_flags, true, &d->primary);
	if (error == CUDA_SUCCESS) {
		d->primary_uses++;
		*pctx = d->primary;
	} else {
		d->primary = NULL;
	}
	cu_unlock();
	return error;
}

/* Takes the primary context from the device, if it has one. */
static struct CUctx_st *take_primary(struct cu_device *d)
{
	struct CUctx_st *c = d->primary;
	d->primary = NULL;
	if (c != NULL)
		handle_leave(&c->handle);
	return c;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice dev)
{
	CUresult error;
	struct CUctx_st *last = NULL;
	struct cu_device *d = cu_device_find(dev, &error);
	if (d == NULL)
		return error;
	cu_lock();
	if (d->primary_uses == 0)
		error = CUDA_ERROR_INVALID_CONTEXT;
	else if (--d->primary_uses == 0)
		last = take_primary(d);
	cu_unlock();
	if (last != NULL)
		cu_context_free(last);
	return error;
}

/* Who retained the context may release it later all the same, when there is another. */
CUresult CUDAAPI cuDevicePrimaryCtxReset(CUdevice dev)
{
	CUresult error;
	struct cu_device *d = cu_device_find(dev, &error);
	if (d == NULL)
		return error;
	cu_lock();
	struct CUctx_st *c = take_primary(d);
	d->primary_uses = 0;
	cu_unlock();
	if (c != NULL)
		cu_context_free(c);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned flags)
{
	CUresult error;
	struct cu_device *d = cu_device_find(dev, &error);
	if (!cu_context_are_flags(flags))
		return CUDA_ERROR_INVALID_VALUE;
	if (d == NULL)
		return error;
	cu_lock();
	d->primary_flags = flags;
	if (d->primary != NULL)
		d->primary->flags = flags;
	cu_unlock();
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice dev, unsigned *flags, int *active)
{
	CUresult error;
	struct cu_device *d = cu_device_find(dev, &error);
	if (flags == NULL || active == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (d == NULL)
		return error;
	cu_lock();
	*flags = d->primary_flags;
	*active = d->primary != NULL;
	cu_unlock();
	return CUDA_SUCCESS;
}
