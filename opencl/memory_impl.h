/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory objects (OpenCL 3.0 API, 5.2 to 5.5). Host and devices share all memory, so an object's
 * data stay where they are: kernels, copies and clients that map the object use one address, which
 * is `data`. */
#ifndef HSAEMU_OPENCL_MEMORY_IMPL_H
#define HSAEMU_OPENCL_MEMORY_IMPL_H

#include "context_impl.h"
#include "hsaemu/buf.h"

struct _cl_command_queue;

typedef void CL_CALLBACK ocl_memory_destructor(cl_mem memobj, void *user_data);

struct ocl_memory_end {
	struct ocl_memory_end *next; /* the one that was registered before */
	ocl_memory_destructor *function;
	void *user_data;
};

/* An address that the client got from a map and has not given back; there is one for each map. */
struct ocl_mapping {
	struct ocl_mapping *next;
	const void *address;
};

/* Whose the memory at `data` is. */
enum ocl_memory_owner {
	OCL_DATA_OURS,   /* ocl_allocate()'s */
	OCL_DATA_CLIENT, /* CL_MEM_USE_HOST_PTR, also of SVM */
	OCL_DATA_PARENT, /* of a sub-buffer, or of an image of a buffer or an image */
};

struct ocl_image; /* image_impl.h */

struct _cl_mem {
	struct ocl_object base;
	struct _cl_context *context; /* used */
	cl_mem_object_type type;
	cl_mem_flags flags; /* one of the three kinds of access by kernels is among them */
	cl_mem_properties *properties; /* as the client gave them, with the 0; NULL: none */
	size_t property_count;
	size_t bytes;
	unsigned char *data;
	enum ocl_memory_owner owner;
	bool is_noted;          /* the client's memory, which this object entered in rt's table */
	void *host_ptr;         /* of CL_MEM_USE_HOST_PTR, where these data begin; else NULL */
	struct _cl_mem *parent; /* used; NULL: none */
	size_t origin;          /* in the parent's data, bytes */
	bool uses_svm_pointer;
	struct ocl_image *image; /* NULL: it is a buffer */
	/* Frees what `image` has; NULL: nothing. */
	void (*release)(struct _cl_mem *m);
	pthread_mutex_t lock;
	/* guarded by `lock` */
	struct ocl_memory_end *ends; /* the last one first */
	struct ocl_mapping *mappings;
	cl_uint map_count;
};

/* ---- making objects ------------------------------------------------------------------------- */

/* Checks `flags` of clCreateBuffer() and clCreateImage() together with `host_ptr`, and adds the
 * default of how kernels access the object: INVALID_VALUE, INVALID_HOST_PTR. */
cl_int ocl_memory_flags(cl_mem_flags *flags, const void *host_ptr);
/* Checks `flags` of an object that shares a parent's data (a sub-buffer, an image of a buffer or an
 * image) and adds what it has from the parent: INVALID_VALUE. */
cl_int ocl_memory_child_flags(const struct _cl_mem *parent, cl_mem_flags *flags);
/* Checks a list of properties, of which there are none that mean something: INVALID_PROPERTY. Sets
 * *count to the number of words with the 0; 0: there is no list. */
cl_int ocl_memory_properties(const cl_mem_properties *list, size_t *count);
/* Has the object keep the list. False: there is no memory. */
bool ocl_memory_keep_properties(struct _cl_mem *m, const cl_mem_properties *list,
	size_t count) NODISCARD;

/* Returns an object of the context with completed `flags` and `bytes` of data, which are zeroed, or
 * lie at `host_ptr` if there is CL_MEM_USE_HOST_PTR. CL_MEM_COPY_HOST_PTR is the caller's to do. Or
 * NULL, and *error is OUT_OF_HOST_MEMORY or MEM_OBJECT_ALLOCATION_FAILURE. */
struct _cl_mem *ocl_memory_new(struct _cl_context *c, cl_mem_object_type type, cl_mem_flags flags,
	size_t bytes, void *host_ptr, cl_int *error) NODISCARD;
/* Returns an object of the parent's context and data, which begins at byte `origin` of the latter;
 * NULL: there is no memory. */
struct _cl_mem *ocl_memory_new_child(struct _cl_mem *parent, cl_mem_object_type type,
	cl_mem_flags flags, size_t origin, size_t bytes) NODISCARD;
/* Returns whether data of the two may be the same: a buffer, its sub-buffers and images of it. */
bool ocl_share_data(const struct _cl_mem *a, const struct _cl_mem *b);

/* ---- checks of commands --------------------------------------------------------------------- */

/* INVALID_COMMAND_QUEUE, INVALID_MEM_OBJECT, INVALID_CONTEXT (not the queue's). */
cl_int ocl_check_memory(const struct _cl_command_queue *q, const struct _cl_mem *m);
/* Does the same for what must be a buffer. */
cl_int ocl_check_buffer(const struct _cl_command_queue *q, const struct _cl_mem *m);
/* INVALID_OPERATION: the client promised that the host would not read, or write. */
enum ocl_host_access { OCL_HOST_READS = 1, OCL_HOST_WRITES = 2 };
cl_int ocl_check_host_access(const struct _cl_mem *m, unsigned access);
/* Returns whether there are such flags, and they do not exclude each other. */
bool ocl_are_map_flags(cl_map_flags flags);
/* INVALID_VALUE: they are no map flags; else as ocl_check_host_access(). */
cl_int ocl_check_map(const struct _cl_mem *m, cl_map_flags flags);

/* Notes that the client has mapped the object and gets the address. False: there is no memory. */
bool ocl_memory_map(struct _cl_mem *m, const void *address) NODISCARD;
/* Forgets one such map. False: there is none. */
bool ocl_memory_unmap(struct _cl_mem *m, const void *address);

/* ---- the allocation table ------------------------------------------------------------------- */

/* Kinds of blocks in rt's table (rt_allocation), whose `maker` is the number of the call that made
 * the block among those of its kind, from 1 on. */
enum ocl_allocation {
	OCL_ALLOCATION_BUFFER = 1,  /* clCreateBuffer() */
	OCL_ALLOCATION_HOST_BUFFER, /* with CL_MEM_USE_HOST_PTR */
	OCL_ALLOCATION_IMAGE,       /* clCreateImage() */
	OCL_ALLOCATION_HOST_IMAGE,
	OCL_ALLOCATION_SVM,   /* clSVMAlloc() */
	OCL_ALLOCATION_SPARE, /* released, and kept for the next object */
	OCL_ALLOCATION_KINDS,
};

/* Returns zeroed memory, aligned to OCL_BASE_ALIGN_BYTES, that ends at a guard page unless
 * HSAEMU_GUARD=0 or there are many; NULL: there is none. */
void *ocl_allocate(struct rt *rt, enum ocl_allocation kind, size_t bytes) NODISCARD;
/* Frees memory that was allocated with the kind, or does nothing if there is none. */
void ocl_deallocate(struct rt *rt, enum ocl_allocation kind, void *data);
/* Enters memory of the client's. False: it overlaps what is there, or there is no memory. */
bool ocl_allocation_note(struct rt *rt, enum ocl_allocation kind, void *data, size_t bytes);
/* Appends what is at the address, or next to it, such as "16 bytes behind a buffer of 400 bytes, made
 * by clCreateBuffer() number 3". False: nothing that is known. */
bool ocl_allocation_describe(struct rt *rt, const void *address, struct buf *out);

#endif
