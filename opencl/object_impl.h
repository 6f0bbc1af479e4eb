/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What all OpenCL objects have in common (OpenCL 3.0 API, 1.4 "reference count"; cl_khr_icd). */
#ifndef HSAEMU_OPENCL_OBJECT_IMPL_H
#define HSAEMU_OPENCL_OBJECT_IMPL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_icd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "hsaemu/base.h"
#include "hsaemu/handle_set.h"

enum ocl_kind {
	OCL_PLATFORM,
	OCL_DEVICE,
	OCL_CONTEXT,
	OCL_QUEUE,
	OCL_MEMORY,
	OCL_SAMPLER,
	OCL_PROGRAM,
	OCL_KERNEL,
	OCL_EVENT,
	OCL_COMMAND_BUFFER,
	OCL_KINDS,
};

/* The first member of each object. A handle is the object's address. It is valid from
 * ocl_object_new() until the client has released it as often as it retained it. The object lives
 * until the other objects and commands that use it have dropped it, too, and until then the client,
 * which may have asked another object for the handle, can retain it again. Its memory stays as long
 * as others remember it, who do not keep it alive: kernels, of their arguments (5.9.2). */
struct ocl_object {
	const cl_icd_dispatch *dispatch; /* the ICD loader reads it: first */
	struct handle handle;            /* its kind is an enum ocl_kind */
	atomic_uint refs;                /* the client's; together they are one use */
	atomic_uint uses;
	atomic_uint memories; /* all uses together are one */
	void (*free)(struct ocl_object *o);
};

/* Returns a zeroed object of `bytes`, with the parent's functions and one reference, or NULL when
 * there is no memory. `free` releases what the object has and, by ocl_object_forget(), the object
 * itself. */
void *ocl_object_new(enum ocl_kind kind, const struct ocl_object *parent, size_t bytes,
	void (*free)(struct ocl_object *o)) NODISCARD;
/* Makes the handle of a static object valid for good; it has no references. */
void ocl_object_publish(struct ocl_object *o, enum ocl_kind kind);
/* Makes the handle invalid for good: the client never gets it. */
void ocl_object_hide(struct ocl_object *o);
/* Returns whether `handle`, which may be any number, is a valid handle of this kind. */
bool ocl_is_valid(enum ocl_kind kind, const void *handle);
/* Take and drop a use. */
void ocl_object_use(struct ocl_object *o);
void ocl_object_drop(struct ocl_object *o);
/* Takes a use of an object that the caller only remembers. Returns false if it lives no more. */
bool ocl_object_try_use(struct ocl_object *o) NODISCARD;
/* Remember an object that the caller uses, and no longer do so. */
void ocl_object_remember(struct ocl_object *o);
void ocl_object_forget(struct ocl_object *o);
/* Adds a reference to an object that lives, also if the client has released it. Returns false if
 * `handle`, which may be any number, is no such object of this kind. */
bool ocl_retain(enum ocl_kind kind, const void *handle) NODISCARD;
/* Change the references of a valid object. */
void ocl_object_retain(struct ocl_object *o);
void ocl_object_release(struct ocl_object *o);
cl_uint ocl_object_references(const struct ocl_object *o);

/* The results of a function that makes an object. */
static inline void *ocl_fail(cl_int *errcode_ret, cl_int error)
{
	if (errcode_ret != NULL)
		*errcode_ret = error;
	return NULL;
}

static inline void *ocl_done(cl_int *errcode_ret, void *made)
{
	if (errcode_ret != NULL)
		*errcode_ret = CL_SUCCESS;
	return made;
}

#endif
