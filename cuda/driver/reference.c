/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What texture and surface references have in common. A client sets one by many calls, between
 * which it need not make sense, so objects are made of references when kernels are launched. */
#include <stdlib.h>
#include <string.h>
#include "module_impl.h"
#include "reference_impl.h"
#include "stream_impl.h"
#include "texture_impl.h"

enum { HANDLE_BYTES = 16 }; /* of the variable that PTX's .texref and .surfref become */

/* ---- use ------------------------------------------------------------------------------------- */

static void drop_object(const struct cu_reference *r)
{
	if (r->object != 0)
		cu_texture_drop(r->object,
			r->kind == CU_TEXTURE_REFERENCE ? CU_TEXTURE : CU_SURFACE);
}

static CUresult use(struct cu_reference *r)
{
	unsigned long long object = 0;
	CUresult error = r->kind == CU_TEXTURE_REFERENCE
	                         ? cu_texture_reference_object((struct CUtexref_st *)r, &object)
	                         : cu_surface_reference_object((struct CUsurfref_st *)r, &object);
	if (error != CUDA_SUCCESS)
		return error;
	drop_object(r);
	r->object = object;
	r->is_changed = false;
	if (object == 0) {
		memset(r->variable, 0, HANDLE_BYTES);
		return CUDA_SUCCESS;
	}
	memcpy(r->variable, (const void *)(uintptr_t)object, HANDLE_BYTES);
	atomic_store(&r->module->references_used, true);
	return CUDA_SUCCESS;
}

static CUresult use_all(struct CUmod_st *m)
{
	for (struct cu_reference *r = m->references; r != NULL; r = r->next) {
		CUresult error = r->is_changed ? use(r) : CUDA_SUCCESS;
		if (error != CUDA_SUCCESS)
			return error;
	}
	atomic_store(&m->references_changed, false);
	return CUDA_SUCCESS;
}

/* Kernels that were launched before use the former objects, so they must have ended. Whoever
 * launches another one meanwhile comes here, too. */
static CUresult use_references(struct CUmod_st *m)
{
	CUresult error = CUDA_SUCCESS;
	if (!atomic_load(&m->references_changed))
		return CUDA_SUCCESS;
	if (atomic_load(&m->references_used))
		error = cu_context_wait(m->context);
	if (error != CUDA_SUCCESS)
		return error;
	pthread_mutex_lock(&m->references_lock);
	error = use_all(m);
	pthread_mutex_unlock(&m->references_lock);
	return error;
}

static void free_references(struct CUmod_st *m)
{
	while (m->references != NULL) {
		struct cu_reference *r = m->references;
		m->references = r->next;
		handle_leave(&r->handle);
		drop_object(r);
		free(r);
	}
}

static const struct cu_reference_calls calls = {use_references, free_references};

/* ---- references of a module ------------------------------------------------------------------ */

static struct cu_reference *find(const struct CUmod_st *m, const void *variable, enum cu_kind kind)
{
	struct cu_reference *r = m->references;
	while (r != NULL && (r->variable != variable || r->kind != kind))
		r = r->next;
	return r;
}

/* Settings of before the first call: edges are clamped, as the runtime's references have it. */
static void set_default(struct CUtexref_st *t)
{
	t->format = CU_AD_FORMAT_FLOAT;
	t->channels = 1;
	for (int i = 0; i < 3; i++)
		t->texture.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
}

static struct cu_reference *allocate(enum cu_kind kind)
{
	if (kind == CU_SURFACE_REFERENCE) {
		struct CUsurfref_st *s = mem_try_new(1, sizeof *s);
		return s == NULL ? NULL : &s->reference;
	}
	struct CUtexref_st *t = mem_try_new(1, sizeof *t);
	if (t == NULL)
		return NULL;
	set_default(t);
	return &t->reference;
}

struct cu_reference *cu_reference_new(enum cu_kind kind)
{
	struct cu_reference *r = allocate(kind);
	if (r == NULL)
		return NULL;
	r->kind = kind;
	handle_enter(&r->handle, kind);
	return r;
}

static CUresult get(struct CUmod_st *m, uint64_t *variable, enum cu_kind kind,
	struct cu_reference **out)
{
	*out = find(m, variable, kind);
	if (*out != NULL)
		return CUDA_SUCCESS;
	struct cu_reference *r = cu_reference_new(kind);
	if (r == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	r->module = m;
	r->variable = variable;
	r->next = m->references;
	m->references = r;
	atomic_store(&m->reference_calls, &calls);
	*out = r;
	return CUDA_SUCCESS;
}

CUresult cu_reference_get(CUmodule m, const char *name, enum cu_kind kind,
	struct cu_reference **out)
{
	CUdeviceptr at;
	size_t bytes;
	CUresult error = cuModuleGetGlobal(&at, &bytes, m, name);
	if (error != CUDA_SUCCESS)
		return error;
	if (bytes != HANDLE_BYTES)
		return CUDA_ERROR_NOT_FOUND;
	pthread_mutex_lock(&m->references_lock);
	error = get(m, (uint64_t *)(uintptr_t)at, kind, out);
	pthread_mutex_unlock(&m->references_lock);
	return error;
}

CUresult cu_reference_begin(void *reference, enum cu_kind kind)
{
	struct CUctx_st *c;
	const struct cu_reference *r = reference;
	CUresult error = cu_current(&c);
	if (error == CUDA_SUCCESS && !handle_is_valid(r, kind))
		error = CUDA_ERROR_INVALID_HANDLE;
	if (error == CUDA_SUCCESS && r->module != NULL)
		pthread_mutex_lock(&r->module->references_lock);
	return error;
}

void cu_reference_end(void *reference, bool is_changed)
{
	struct cu_reference *r = reference;
	if (r->module == NULL)
		return;
	if (is_changed) {
		r->is_changed = true;
		atomic_store(&r->module->references_changed, true);
	}
	pthread_mutex_unlock(&r->module->references_lock);
}
