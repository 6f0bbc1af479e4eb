/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects of the client's, which live as long as a graph that has them, or one that was made of it:
 * a clone, or what can be launched. */
#include <stdlib.h>
#include "graph_impl.h"
#include "hsaemu/base.h"
#include "user_object_impl.h"

struct CUuserObject_st {
	struct handle handle;
	void *pointer;
	CUhostFn destroy;
	atomic_uint references;
};

/* What a graph has of an object. */
struct cu_user_object {
	struct cu_user_object *next;
	struct CUuserObject_st *object;
	unsigned references;
};

static void release(struct CUuserObject_st *o, unsigned count)
{
	if (atomic_fetch_sub(&o->references, count) != count)
		return;
	handle_leave(&o->handle);
	o->destroy(o->pointer);
	free(o);
}

void cu_user_objects_drop(struct cu_user_object *list)
{
	while (list != NULL) {
		struct cu_user_object *next = list->next;
		release(list->object, list->references);
		free(list);
		list = next;
	}
}

static CUresult add(struct cu_user_object **list, struct CUuserObject_st *object, unsigned count)
{
	struct cu_user_object *u = mem_try_new(1, sizeof *u);
	if (u == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	*u = (struct cu_user_object){*list, object, count};
	*list = u;
	return CUDA_SUCCESS;
}

CUresult cu_user_objects_copy(const struct CUgraph_st *g, struct cu_user_object **list)
{
	CUresult error = CUDA_SUCCESS;
	for (const struct cu_user_object *u = g->objects; u != NULL && error == CUDA_SUCCESS;
		u = u->next) {
		error = add(list, u->object, u->references);
		if (error == CUDA_SUCCESS)
			atomic_fetch_add(&u->object->references, u->references);
	}
	return error;
}

CUresult cu_user_objects_share(const struct CUgraph_st *g, struct cu_user_object **list)
{
	CUresult error = cu_user_objects_copy(g, list);
	for (const struct CUgraphNode_st *n = g->first; n != NULL && error == CUDA_SUCCESS;
		n = n->next) {
		if (n->child != NULL)
			error = cu_user_objects_share(n->child, list);
		for (size_t i = 0; i < n->body_count && error == CUDA_SUCCESS; i++)
			error = cu_user_objects_share(n->bodies[i], list);
	}
	return error;
}

CUresult CUDAAPI cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn destroy,
	unsigned initialRefcount, unsigned flags)
{
	if (object_out == NULL || destroy == NULL || initialRefcount == 0 ||
		flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
		return CUDA_ERROR_INVALID_VALUE;
	struct CUuserObject_st *o = mem_try_new(1, sizeof *o);
	if (o == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	o->pointer = ptr;
	o->destroy = destroy;
	atomic_init(&o->references, initialRefcount);
	handle_enter(&o->handle, CU_USER_OBJECT);
	*object_out = o;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuUserObjectRetain(CUuserObject object, unsigned count)
{
	if (count == 0 || !handle_is_valid(object, CU_USER_OBJECT))
		return CUDA_ERROR_INVALID_VALUE;
	atomic_fetch_add(&object->references, count);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuUserObjectRelease(CUuserObject object, unsigned count)
{
	if (count == 0 || !handle_is_valid(object, CU_USER_OBJECT) ||
		count > atomic_load(&object->references))
		return CUDA_ERROR_INVALID_VALUE;
	release(object, count);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned count,
	unsigned flags)
{
	if (count == 0 || (flags & ~(unsigned)CU_GRAPH_USER_OBJECT_MOVE) != 0 ||
		!handle_is_valid(graph, CU_GRAPH) || !handle_is_valid(object, CU_USER_OBJECT))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = add(&graph->objects, object, count);
	if (error == CUDA_SUCCESS && (flags & CU_GRAPH_USER_OBJECT_MOVE) == 0)
		atomic_fetch_add(&object->references, count);
	return error;
}

CUresult CUDAAPI cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned count)
{
	if (count == 0 || !handle_is_valid(graph, CU_GRAPH))
		return CUDA_ERROR_INVALID_VALUE;
	for (struct cu_user_object **link = &graph->objects; *link != NULL; link = &(*link)->next) {
		struct cu_user_object *u = *link;
		if (u->object != object || u->references < count)
			continue;
		u->references -= count;
		if (u->references == 0) {
			*link = u->next;
			free(u);
		}
		release(object, count);
		return CUDA_SUCCESS;
	}
	return CUDA_ERROR_INVALID_VALUE;
}
