/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Overloads for variables of kernels, which C names by the address of the host's variable. */
#ifndef HSAEMU_SYMBOLS_H
#define HSAEMU_SYMBOLS_H

#include "cuda_runtime_api.h"

template <class T> inline const void *hsaemu_symbol(const T &symbol)
{
	return (const void *)&reinterpret_cast<const volatile char &>(symbol);
}

template <class P, class T> inline cudaError_t cudaGetSymbolAddress(P **p, const T &symbol)
{
	return cudaGetSymbolAddress((void **)(void *)p, hsaemu_symbol(symbol));
}
template <class T> inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
	return cudaGetSymbolSize(bytes, hsaemu_symbol(symbol));
}

/* ---- copies ---------------------------------------------------------------------------------- */

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
	cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
	return cudaMemcpyToSymbol(hsaemu_symbol(symbol), from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
	cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
	return cudaMemcpyToSymbolAsync(hsaemu_symbol(symbol), from, bytes, offset, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
	cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
	return cudaMemcpyFromSymbol(to, hsaemu_symbol(symbol), bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
	cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
	return cudaMemcpyFromSymbolAsync(to, hsaemu_symbol(symbol), bytes, offset, kind, stream);
}

/* ---- copies in graphs ------------------------------------------------------------------------ */

template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
	size_t count, const T &symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
	return cudaGraphAddMemcpyNodeToSymbol(node, graph, after, count, hsaemu_symbol(symbol), from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
	size_t count, void *to, const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
	return cudaGraphAddMemcpyNodeFromSymbol(node, graph, after, count, to, hsaemu_symbol(symbol), bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol, const void *from, size_t bytes,
	size_t offset, cudaMemcpyKind kind)
{
	return cudaGraphMemcpyNodeSetParamsToSymbol(node, hsaemu_symbol(symbol), from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const T &symbol, size_t bytes,
	size_t offset, cudaMemcpyKind kind)
{
	return cudaGraphMemcpyNodeSetParamsFromSymbol(node, to, hsaemu_symbol(symbol), bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, const T &symbol,
	const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
	return cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, hsaemu_symbol(symbol), from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
	const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
	return cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, to, hsaemu_symbol(symbol), bytes, offset, kind);
}

#endif
