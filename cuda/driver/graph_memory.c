/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of graphs: what is reserved is what is used, and nothing is left to be given back. */
#include <stdlib.h>
#include <string.h>
#include "graph_impl.h"
#include "graph_memory_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"

struct cu_graph_memory {
	void *base;
	size_t bytes;
	struct cu_device *device;
	/* guarded by the driver's lock */
	struct CUctx_st *context; /* NULL: it has ended */
	struct cu_graph_memory *next;
	unsigned uses;
	bool is_live; /* the client has it, and a use */
};

static struct cu_graph_memory *graph_memories; /* guarded by the driver's lock */

/* ---- uses ------------------------------------------------------------------------------------ */

struct cu_graph_memory *cu_graph_memory_new(struct CUctx_st *c, size_t bytes)
{
	struct cu_device *d = c->device;
	struct cu_graph_memory *m = mem_try_new(1, sizeof *m);
	void *base = m != NULL ? cu_allocate(c, CU_MEMORY_DEVICE, bytes) : NULL;
	if (base == NULL) {
		free(m);
		return NULL;
	}
	*m = (struct cu_graph_memory){base, bytes, d, c, NULL, 1, false};
	cu_lock();
	m->next = graph_memories;
	graph_memories = m;
	d->graph_bytes += bytes;
	if (d->graph_bytes > d->graph_bytes_high)
		d->graph_bytes_high = d->graph_bytes;
	cu_unlock();
	return m;
}

/* Called with the lock. */
static struct cu_graph_memory *look_for(const void *base)
{
	struct cu_graph_memory *m = graph_memories;
	while (m != NULL && (m->base != base || m->context == NULL))
		m = m->next;
	return m;
}

struct cu_graph_memory *cu_graph_memory_find(const void *base)
{
	cu_lock();
	struct cu_graph_memory *m = look_for(base);
	if (m != NULL)
		m->uses++;
	cu_unlock();
	return m;
}

void cu_graph_memory_use(struct cu_graph_memory *m)
{
	cu_lock();
	m->uses++;
	cu_unlock();
}

/* Called with the lock. Returns whether it was the last use, so that the memory is to be freed. */
static bool drop_one(struct cu_graph_memory *m)
{
	if (--m->uses != 0)
		return false;
	struct cu_graph_memory **link = &graph_memories;
	while (*link != m)
		link = &(*link)->next;
	*link = m->next;
	m->device->graph_bytes -= m->bytes;
	return true;
}

static void end(struct cu_graph_memory *m)
{
	if (m->context != NULL)
		cu_deallocate(m->context->rt, m->base);
	free(m);
}

void cu_graph_memory_drop(struct cu_graph_memory *m)
{
	if (m == NULL)
		return;
	cu_lock();
	bool is_last = drop_one(m);
	cu_unlock();
	if (is_last)
		end(m);
}

void cu_graph_memories_end(struct CUctx_st *c)
{
	cu_lock();
	for (struct cu_graph_memory *m = graph_memories, *next; m != NULL; m = next) {
		next = m->next;
		if (m->context != c)
			continue;
		m->context = NULL;
		if (m->is_live && drop_one(m))
			free(m);
		else
			m->is_live = false;
	}
	cu_unlock();
}

CUdeviceptr cu_graph_memory_address(const struct cu_graph_memory *m)
{
	return (CUdeviceptr)(uintptr_t)m->base;
}

size_t cu_graph_memory_bytes(const struct cu_graph_memory *m)
{
	return m->bytes;
}

/* ---- the client's use ------------------------------------------------------------------------ */

/* Returns whether the memory was the client's, until now. */
static bool take_from_client(struct cu_graph_memory *m)
{
	cu_lock();
	bool was_live = m->is_live;
	m->is_live = false;
	bool is_last = was_live && drop_one(m);
	cu_unlock();
	if (is_last)
		end(m);
	return was_live;
}

CUresult cu_graph_memory_free(const void *base, struct CUstream_st *s)
{
	struct cu_graph_memory *m = cu_graph_memory_find(base);
	CUresult error = CUDA_SUCCESS;
	if (m == NULL)
		return CUDA_ERROR_NOT_FOUND;
	cu_lock();
	bool goes = m->uses == 2; /* the client's and this one */
	cu_unlock();
	if (goes && s != NULL)
		error = cu_stream_wait(s);
	if (error == CUDA_SUCCESS && !take_from_client(m))
		error = CUDA_ERROR_INVALID_VALUE;
	cu_graph_memory_drop(m);
	return error;
}

/* ---- of what can be launched ----------------------------------------------------------------- */

struct cu_memory_use {
	struct cu_graph_memory *memory; /* used */
	bool allocates, frees;
};

static size_t count_nodes(const struct CUgraph_st *g)
{
	size_t count = 0;
	for (const struct CUgraphNode_st *n = g->first; n != NULL; n = n->next)
		count += n->child != NULL ? count_nodes(n->child) : n->memory != NULL;
	return count;
}

static void note_node(const struct CUgraphNode_st *n, struct cu_memories *out)
{
	struct cu_memory_use *u = out->uses, *past = u + out->count;
	while (u != past && u->memory != n->memory)
		u++;
	if (u == past) {
		*u = (struct cu_memory_use){.memory = n->memory};
		cu_graph_memory_use(n->memory);
		out->count++;
	}
	u->allocates |= n->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC;
	u->frees |= n->type == CU_GRAPH_NODE_TYPE_MEM_FREE;
}

static void note_graph(const struct CUgraph_st *g, struct cu_memories *out)
{
	for (const struct CUgraphNode_st *n = g->first; n != NULL; n = n->next) {
		if (n->child != NULL)
			note_graph(n->child, out);
		else if (n->memory != NULL)
			note_node(n, out);
	}
}

CUresult cu_memories_collect(const struct CUgraph_st *g, struct cu_memories *out)
{
	size_t count = count_nodes(g);
	if (count == 0)
		return CUDA_SUCCESS;
	out->uses = mem_try_new(count, sizeof *out->uses);
	if (out->uses == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	note_graph(g, out);
	return CUDA_SUCCESS;
}

void cu_memories_release(struct cu_memories *m)
{
	for (size_t i = 0; i < m->count; i++)
		cu_graph_memory_drop(m->uses[i].memory);
	free(m->uses);
	*m = (struct cu_memories){0};
}

CUresult cu_memories_check(const struct cu_memories *m, bool frees_first)
{
	CUresult error = CUDA_SUCCESS;
	if (m->count == 0)
		return CUDA_SUCCESS;
	cu_lock();
	for (size_t i = 0; i < m->count; i++) {
		const struct cu_memory_use *u = &m->uses[i];
		if (u->allocates ? u->memory->is_live && !frees_first : !u->memory->is_live)
			error = CUDA_ERROR_INVALID_VALUE;
	}
	cu_unlock();
	return error;
}

void cu_memories_note(const struct cu_memories *m)
{
	for (size_t i = 0; i < m->count; i++) {
		const struct cu_memory_use *u = &m->uses[i];
		cu_lock();
		bool stays = u->allocates && !u->frees;
		if (stays && !u->memory->is_live)
			u->memory->uses++;
		u->memory->is_live |= stays;
		cu_unlock();
		if (u->frees)
			(void)take_from_client(u->memory);
	}
}

/* ---- nodes ----------------------------------------------------------------------------------- */

CUresult cu_capture_allocate(struct CUstream_st *s, size_t bytes, CUdeviceptr *out)
{
	struct CUgraphNode_st *n;
	struct cu_graph_memory *m = cu_graph_memory_new(s->context, bytes);
	if (m == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	CUresult error = cu_capture_node(s, CU_GRAPH_NODE_TYPE_MEM_ALLOC, &n);
	if (error != CUDA_SUCCESS) {
		cu_graph_memory_drop(m);
		return error;
	}
	n->memory = m;
	*out = cu_graph_memory_address(m);
	return CUDA_SUCCESS;
}

CUresult cu_capture_free(struct CUstream_st *s, CUdeviceptr at)
{
	struct CUgraphNode_st *n;
	struct cu_graph_memory *m = cu_graph_memory_find((const void *)(uintptr_t)at);
	if (m == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_capture_node(s, CU_GRAPH_NODE_TYPE_MEM_FREE, &n);
	if (error == CUDA_SUCCESS)
		n->memory = m;
	else
		cu_graph_memory_drop(m);
	return error;
}

CUresult CUDAAPI cuGraphAddMemAllocNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies,
	CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams)
{
	const struct cu_nodes behind = {dependencies, NULL, numDependencies};
	if (nodeParams == NULL || nodeParams->bytesize == 0 || phGraphNode == NULL ||
		!handle_is_valid(hGraph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	struct cu_graph_memory *m = cu_graph_memory_new(hGraph->context, nodeParams->bytesize);
	if (m == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	CUresult error = cu_node_new(hGraph, CU_GRAPH_NODE_TYPE_MEM_ALLOC, &behind, phGraphNode);
	if (error != CUDA_SUCCESS) {
		cu_graph_memory_drop(m);
		return error;
	}
	(*phGraphNode)->memory = m;
	nodeParams->dptr = cu_graph_memory_address(m);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphMemAllocNodeGetParams(CUgraphNode hNode,
	CUDA_MEM_ALLOC_NODE_PARAMS *params_out)
{
	if (!handle_is_valid(hNode, CU_GRAPH_NODE) || params_out == NULL ||
		hNode->type != CU_GRAPH_NODE_TYPE_MEM_ALLOC)
		return CUDA_ERROR_INVALID_VALUE;
	*params_out = (CUDA_MEM_ALLOC_NODE_PARAMS){.bytesize = cu_graph_memory_bytes(hNode->memory),
		.dptr = cu_graph_memory_address(hNode->memory)};
	return CUDA_SUCCESS;
}

static bool is_freed_in(const struct CUgraph_st *g, const struct cu_graph_memory *m)
{
	for (const struct CUgraphNode_st *n = g->first; n != NULL; n = n->next)
		if (n->type == CU_GRAPH_NODE_TYPE_MEM_FREE && n->memory == m)
			return true;
	return false;
}

CUresult CUDAAPI cuGraphAddMemFreeNode(CUgraphNode *phGraphNode, CUgraph hGraph,
	const CUgraphNode *dependencies, size_t numDependencies, CUdeviceptr dptr)
{
	const struct cu_nodes behind = {dependencies, NULL, numDependencies};
	CUresult error = CUDA_ERROR_INVALID_VALUE;
	if (phGraphNode == NULL || !handle_is_valid(hGraph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	struct cu_graph_memory *m = cu_graph_memory_find((const void *)(uintptr_t)dptr);
	if (m != NULL && !is_freed_in(hGraph, m))
		error = cu_node_new(hGraph, CU_GRAPH_NODE_TYPE_MEM_FREE, &behind, phGraphNode);
	if (error == CUDA_SUCCESS)
		(*phGraphNode)->memory = m;
	else
		cu_graph_memory_drop(m);
	return error;
}

CUresult CUDAAPI cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr *dptr_out)
{
	if (!handle_is_valid(hNode, CU_GRAPH_NODE) || dptr_out == NULL ||
		hNode->type != CU_GRAPH_NODE_TYPE_MEM_FREE)
		return CUDA_ERROR_INVALID_VALUE;
	*dptr_out = cu_graph_memory_address(hNode->memory);
	return CUDA_SUCCESS;
}

/* ---- figures --------------------------------------------------------------------------------- */

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
