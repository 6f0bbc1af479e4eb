/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of graphs (CUDA driver API, "Graph Management"). It has its address before the graph runs,
 * so a graph has it for as long as it lives: what is reserved is what is used, and nothing is left
 * to be given back. */
#include <string.h>
#include "graph_impl.h"
#include "memory_impl.h"

void *cu_graph_memory_new(struct CUctx_st *c, size_t bytes)
{
	struct cu_device *d = c->device;
	void *base = cu_allocate(c, CU_MEMORY_DEVICE, bytes);
	if (base == NULL)
		return NULL;
	cu_lock();
	d->graph_bytes += bytes;
	if (d->graph_bytes > d->graph_bytes_high)
		d->graph_bytes_high = d->graph_bytes;
	cu_unlock();
	return base;
}

void cu_graph_memory_free(struct CUctx_st *c, void *base, size_t bytes)
{
	cu_deallocate(c->rt, base);
	cu_lock();
	c->device->graph_bytes -= bytes;
	cu_unlock();
}

static struct cu_device *find(CUdevice device, const void *value, CUresult *error)
{
	struct cu_device *d = cu_device_find(device, error);
	if (d == NULL || value != NULL)
		return d;
	*error = CUDA_ERROR_INVALID_VALUE;
	return NULL;
}

CUresult CUDAAPI cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr,
	void *value)
{
	CUresult error;
	const struct cu_device *d = find(device, value, &error);
	if (d == NULL)
		return error;
	cu_lock();
	cuuint64_t now = d->graph_bytes, high = d->graph_bytes_high;
	cu_unlock();
	switch ((int)attr) {
	case CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT:
	case CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT:
		memcpy(value, &now, sizeof now);
		return CUDA_SUCCESS;
	case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
	case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
		memcpy(value, &high, sizeof high);
		return CUDA_SUCCESS;
	default:
		return CUDA_ERROR_INVALID_VALUE;
	}
}

/* The highest numbers can be set to 0, which makes them those of now. */
CUresult CUDAAPI cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr,
	void *value)
{
	CUresult error;
	cuuint64_t number;
	struct cu_device *d = find(device, value, &error);
	if (d == NULL)
		return error;
	memcpy(&number, value, sizeof number);
	bool is_high = attr == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH ||
	               attr == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH;
	if (!is_high || number != 0)
		return CUDA_ERROR_INVALID_VALUE;
	cu_lock();
	d->graph_bytes_high = d->graph_bytes;
	cu_unlock();
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGraphMemTrim(CUdevice device)
{
	CUresult error;
	return cu_device_find(device, &error) == NULL ? error : CUDA_SUCCESS;
}
