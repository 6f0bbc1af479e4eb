/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory objects (OpenCL 3.0 API, 5.2 to 5.5). Host and devices share all memory, so an object's
 * data stay where they are: kernels, copies and clients that map the object use one address. */
#ifndef HSAEMU_OPENCL_MEMORY_IMPL_H
#define HSAEMU_OPENCL_MEMORY_IMPL_H

#include "context_impl.h"

typedef void CL_CALLBACK ocl_memory_destructor(cl_mem memobj, void *user_data);

struct ocl_memory_end {
	struct ocl_memory_end *next; /* the one that was registered before */
	ocl_memory_destructor *function;
	void *user_data;
};

/* Whose the memory at `data` is. */
enum ocl_memory_owner {
	OCL_DATA_OURS,   /* rt_allocate()'s */
	OCL_DATA_CLIENT, /* CL_MEM_USE_HOST_PTR, or SVM */
	OCL_DATA_PARENT, /* of a sub-buffer, or of an image of a buffer or an image */
};

struct ocl_image; /* image_impl.h */

struct _cl_mem {
	struct ocl_object base;
	struct _cl_context *context; /* used */
	cl_mem_object_type type;
	cl_mem_flags flags;
	cl_mem_properties *properties; /* as the client gave them, with the 0; NULL: none */
	size_t property_count;
	size_t bytes;
	unsigned char *data;
	enum ocl_memory_owner owner;
	void *host_ptr;         /* of the client's CL_MEM_USE_HOST_PTR, also a parent's */
	struct _cl_mem *parent; /* used; NULL: none */
	size_t origin;          /* in the parent's data, bytes */
	bool uses_svm_pointer;
	struct ocl_image *image; /* NULL: it is a buffer (or a pipe) */
	pthread_mutex_t lock;
	/* guarded by `lock` */
	struct ocl_memory_end *ends; /* the last one first */
	struct ocl_mapping *mappings;
	cl_uint map_count;
};

/* Returns a memory object of the context with these `bytes`, flags checked and defaulted by the
 * caller, whose data is made, or is `data` if the owner is not OCL_DATA_OURS; NULL without
 * memory. */
struct _cl_mem *ocl_memory_new(struct _cl_context *c, cl_mem_object_type type, cl_mem_flags flags,
	size_t bytes, enum ocl_memory_owner owner, void *data) NODISCARD;
/* Checks and completes flags of clCreateBuffer() and clCreateImage() together with `host_ptr`:
 * INVALID_VALUE, INVALID_HOST_PTR. */
cl_int ocl_memory_flags(cl_mem_flags *flags, const void *host_ptr);

#endif
