/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texture and surface references: variables of a module that kernels read and sample by
 * (CUDA driver API, "Texture Reference Management", "Surface Reference Management"). */
#ifndef HSAEMU_CUDA_REFERENCE_IMPL_H
#define HSAEMU_CUDA_REFERENCE_IMPL_H

#include "context_impl.h"
#include "hsaemu/base.h"

struct CUmod_st;

/* What all references are. Those of a module are its own. */
struct cu_reference {
	struct handle handle;
	enum cu_kind kind;
	struct CUmod_st *module;   /* NULL: the client has made it, and no kernel knows it */
	struct cu_reference *next; /* of the module's */
	uint64_t *variable;        /* in which kernels find an image and a sampler */
	unsigned long long object; /* whose handles the variable has; 0: none */
	/* Whether it was changed since; it and what the client sets are guarded by the module's
	 * lock of references. */
	bool is_changed;
};
struct CUtexref_st {
	struct cu_reference reference;
	bool is_bound;
	CUDA_RESOURCE_DESC resource; /* formats of memory are those below */
	CUarray_format format;
	unsigned channels;
	CUDA_TEXTURE_DESC texture;
};
struct CUsurfref_st {
	struct cu_reference reference;
	CUarray array; /* NULL: it is not bound */
};

/* Makes a reference that no module has; NULL: there is no memory. */
struct cu_reference *cu_reference_new(enum cu_kind kind) NODISCARD;
/* Gets the reference of a kind that a variable of a module is. */
CUresult cu_reference_get(CUmodule m, const char *name, enum cu_kind kind,
	struct cu_reference **out) NODISCARD;
/* Begin and end a change of what the client sets, which kernels see that are launched later. A
 * reference begins with its struct cu_reference, and may be any number before the first. */
CUresult cu_reference_begin(void *reference, enum cu_kind kind) NODISCARD;
void cu_reference_end(void *reference, bool is_changed);

/* ---- texture_reference.c, surface_reference.c ---- */

/* Makes the object that a reference is bound to; 0: none. */
CUresult cu_texture_reference_object(const struct CUtexref_st *t,
	unsigned long long *out) NODISCARD;
CUresult cu_surface_reference_object(const struct CUsurfref_st *s,
	unsigned long long *out) NODISCARD;

#endif
