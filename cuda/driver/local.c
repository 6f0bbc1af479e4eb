/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the runtime that nvcc links into programs keeps with a context: values by keys, which are
 * addresses, each with a function that is told when the context ends. */
#include <stdlib.h>
#include "export_table_impl.h"
#include "hsaemu/base.h"

struct cu_local {
	struct cu_local *next;
	void *key, *value;
	cu_local_end *end;
};

CUresult cu_local_put(CUcontext ctx, void *key, void *value, cu_local_end *end)
{
	struct CUctx_st *c = ctx != NULL ? ctx : cu_top();
	struct cu_local *l = mem_try_new(1, sizeof *l);
	if (c == NULL || !handle_is_valid(c, CU_CONTEXT)) {
		free(l);
		return CUDA_ERROR_INVALID_CONTEXT;
	}
	if (l == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	*l = (struct cu_local){.key = key, .value = value, .end = end};
	pthread_mutex_lock(&c->lock);
	l->next = c->locals;
	c->locals = l;
	pthread_mutex_unlock(&c->lock);
	return CUDA_SUCCESS;
}

CUresult cu_local_delete(CUcontext ctx, void *key)
{
	struct CUctx_st *c = ctx != NULL ? ctx : cu_top();
	if (c == NULL || !handle_is_valid(c, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	pthread_mutex_lock(&c->lock);
	struct cu_local **link = &c->locals;
	while (*link != NULL && (*link)->key != key)
		link = &(*link)->next;
	struct cu_local *found = *link;
	if (found != NULL)
		*link = found->next;
	pthread_mutex_unlock(&c->lock);
	free(found);
	return found != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cu_local_get(void **value, CUcontext ctx, void *key)
{
	struct CUctx_st *c = ctx != NULL ? ctx : cu_top();
	if (c == NULL || !handle_is_valid(c, CU_CONTEXT))
		return CUDA_ERROR_INVALID_CONTEXT;
	pthread_mutex_lock(&c->lock);
	const struct cu_local *l = c->locals;
	while (l != NULL && l->key != key)
		l = l->next;
	if (l != NULL)
		*value = l->value;
	pthread_mutex_unlock(&c->lock);
	return l != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

void cu_locals_end(struct CUctx_st *c)
{
	while (c->locals != NULL) {
		struct cu_local *l = c->locals;
		c->locals = l->next;
		if (l->end != NULL)
			l->end(c, l->key, l->value);
		free(l);
	}
}
