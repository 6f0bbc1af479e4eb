/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Overloads for memory by pointers to its elements, and with other versions' parameters. */
#ifndef HSAEMU_MEMORY_H
#define HSAEMU_MEMORY_H

#include "cuda_runtime_api.h"

/* ---- memory ---------------------------------------------------------------------------------- */

inline cudaError_t cudaMallocHost(void **p, size_t bytes, unsigned flags) { return cudaHostAlloc(p, bytes, flags); }
inline cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
	return cudaMallocFromPoolAsync(p, bytes, pool, stream);
}
template <class T> inline cudaError_t cudaMalloc(T **p, size_t bytes) { return cudaMalloc((void **)(void *)p, bytes); }
template <class T> inline cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned flags = cudaHostAllocDefault)
{
	return cudaHostAlloc((void **)(void *)p, bytes, flags);
}
template <class T> inline cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned flags)
{
	return cudaHostAlloc((void **)(void *)p, bytes, flags);
}
template <class T> inline cudaError_t cudaHostGetDevicePointer(T **p, void *host, unsigned flags)
{
	return cudaHostGetDevicePointer((void **)(void *)p, host, flags);
}
template <class T> inline cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned flags = cudaMemAttachGlobal)
{
	return cudaMallocManaged((void **)(void *)p, bytes, flags);
}
template <class T> inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
	return cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class T> inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream)
{
	return cudaMallocAsync((void **)(void *)p, bytes, stream);
}
template <class T> inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
	return cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}
template <class T> inline cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
	return cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t bytes = 0, unsigned flags = cudaMemAttachSingle)
{
	return cudaStreamAttachMemAsync(stream, (void *)p, bytes, flags);
}

/* ---- where it is, by a place in place of a device's number ----------------------------------- */

inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, cudaMemLocation place, unsigned flags,
	cudaStream_t stream = 0)
{
	return cudaMemPrefetchAsync_v2(p, bytes, place, flags, stream);
}
inline cudaError_t cudaMemAdvise(const void *p, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation place)
{
	return cudaMemAdvise_v2(p, bytes, advice, place);
}

/* ---- events, graphs and what they hold ------------------------------------------------------- */

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) { return cudaEventCreateWithFlags(event, flags); }

/* As CUDA 11 had them. */
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *log, size_t bytes)
{
	if (log != 0 && bytes != 0)
		log[0] = 0;
	return cudaGraphInstantiate(exec, graph, 0ull);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *node,
	cudaGraphExecUpdateResult *result)
{
	cudaGraphExecUpdateResultInfo info;
	cudaError_t status = cudaGraphExecUpdate(exec, graph, &info);
	if (node != 0)
		*node = info.errorNode;
	if (result != 0)
		*result = info.result;
	return status;
}

template <class T> void hsaemu_delete(void *p) { delete (T *)p; }
template <class T>
inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, T *p, unsigned references, unsigned flags)
{
	return cudaUserObjectCreate(object, (void *)p, hsaemu_delete<T>, references, flags);
}
template <class T>
inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, T *p, cudaHostFn_t end, unsigned references, unsigned flags)
{
	return cudaUserObjectCreate(object, (void *)p, end, references, flags);
}

#endif
