/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes and ends memory objects of all types, and keeps what clients have mapped (OpenCL 3.0 API,
 * 5.2 and 5.5). */
#include <stdlib.h>
#include <string.h>
#include "memory_impl.h"
#include <CL/cl_ext.h>
#include "queue_impl.h"

enum {
	KERNEL_ACCESS = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
	HOST_ACCESS = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
	/* the last one is of cl_amd_device_memory_flags */
	FROM_HOST = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR |
	            CL_MEM_USE_PERSISTENT_MEM_AMD,
	/* the last one is a question to clGetSupportedImageFormats(), but harmless */
	ALL_FLAGS = KERNEL_ACCESS | HOST_ACCESS | FROM_HOST | CL_MEM_KERNEL_READ_AND_WRITE,
};

/* ---- flags and properties -------------------------------------------------------------------- */

static bool is_one_at_most(cl_mem_flags flags)
{
	return flags == 0 || is_pow2(flags);
}

static bool are_flags(cl_mem_flags flags)
{
	return (flags & ~(cl_mem_flags)ALL_FLAGS) == 0 && is_one_at_most(flags & KERNEL_ACCESS) &&
	       is_one_at_most(flags & HOST_ACCESS);
}

cl_int ocl_memory_flags(cl_mem_flags *flags, const void *host_ptr)
{
	const cl_mem_flags f = *flags, others = CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
	if (!are_flags(f) || ((f & CL_MEM_USE_HOST_PTR) != 0 && (f & others) != 0))
		return CL_INVALID_VALUE;
	if ((host_ptr != NULL) != ((f & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0))
		return CL_INVALID_HOST_PTR;
	if ((f & KERNEL_ACCESS) == 0)
		*flags |= CL_MEM_READ_WRITE;
	return CL_SUCCESS;
}

cl_int ocl_memory_child_flags(const struct _cl_mem *parent, cl_mem_flags *flags)
{
	const cl_mem_flags f = *flags, p = parent->flags;
	if (!are_flags(f) || (f & FROM_HOST) != 0)
		return CL_INVALID_VALUE;
	if ((p & CL_MEM_READ_WRITE) == 0 && (f & KERNEL_ACCESS & ~p) != 0)
		return CL_INVALID_VALUE;
	if ((p & HOST_ACCESS) != 0 &&
		(f & HOST_ACCESS & ~p & ~(cl_mem_flags)CL_MEM_HOST_NO_ACCESS) != 0)
		return CL_INVALID_VALUE;
	if ((f & KERNEL_ACCESS) == 0)
		*flags |= p & KERNEL_ACCESS;
	if ((f & HOST_ACCESS) == 0)
		*flags |= p & HOST_ACCESS;
	*flags |= p & FROM_HOST;
	return CL_SUCCESS;
}

cl_int ocl_memory_properties(const cl_mem_properties *list, size_t *count)
{
	*count = list == NULL ? 0 : 1;
	return list == NULL || list[0] == 0 ? CL_SUCCESS : CL_INVALID_PROPERTY;
}

bool ocl_memory_keep_properties(struct _cl_mem *m, const cl_mem_properties *list, size_t count)
{
	if (count == 0)
		return true;
	m->properties = mem_try_new(count, sizeof *list);
	if (m->properties == NULL)
		return false;
	memcpy(m->properties, list, count * sizeof *list);
	m->property_count = count;
	return true;
}

/* ---- an object ------------------------------------------------------------------------------- */

static void call_ends(struct _cl_mem *m)
{
	while (m->ends != NULL) {
		struct ocl_memory_end *e = m->ends;
		m->ends = e->next;
		e->function(m, e->user_data);
		free(e);
	}
}

static enum ocl_allocation kind_of(cl_mem_object_type type)
{
	return type == CL_MEM_OBJECT_BUFFER ? OCL_ALLOCATION_BUFFER : OCL_ALLOCATION_IMAGE;
}

static void free_data(struct _cl_mem *m)
{
	if (m->data != NULL && m->owner == OCL_DATA_OURS)
		ocl_deallocate(m->context->rt, kind_of(m->type), m->data);
	else if (m->is_noted)
		rt_allocation_remove(m->context->rt, m->data);
}

/* Nobody uses the data any more, so the client may be told so. */
static void memory_free(struct ocl_object *o)
{
	struct _cl_mem *m = (struct _cl_mem *)(void *)o;
	call_ends(m);
	if (m->release != NULL)
		m->release(m);
	free_data(m);
	if (m->parent != NULL)
		ocl_object_drop(&m->parent->base);
	ocl_object_drop(&m->context->base);
	while (m->mappings != NULL) {
		struct ocl_mapping *mapping = m->mappings;
		m->mappings = mapping->next;
		free(mapping);
	}
	free(m->properties);
	pthread_mutex_destroy(&m->lock);
	ocl_object_forget(o);
}

static struct _cl_mem *memory_new(struct _cl_context *c, cl_mem_object_type type,
	cl_mem_flags flags, size_t bytes)
{
	struct _cl_mem *m = ocl_object_new(OCL_MEMORY, &c->base, sizeof *m, memory_free);
	if (m == NULL)
		return NULL;
	pthread_mutex_init(&m->lock, NULL); /* cannot fail without attributes */
	ocl_object_use(&c->base);
	m->context = c;
	m->type = type;
	m->flags = flags;
	m->bytes = bytes;
	return m;
}

/* Has the object use the client's memory, which may lie within what clSVMAlloc() has made. */
static void use_host(struct _cl_mem *m, enum ocl_allocation kind, void *host_ptr)
{
	struct rt_allocation a;
	struct rt *rt = m->context->rt;
	m->owner = OCL_DATA_CLIENT;
	m->host_ptr = m->data = host_ptr;
	m->uses_svm_pointer = rt_allocation_find(rt, host_ptr, &a) && a.kind == OCL_ALLOCATION_SVM;
	m->is_noted = !m->uses_svm_pointer && ocl_allocation_note(rt, kind, host_ptr, m->bytes);
}

struct _cl_mem *ocl_memory_new(struct _cl_context *c, cl_mem_object_type type, cl_mem_flags flags,
	size_t bytes, void *host_ptr, cl_int *error)
{
	const bool is_buffer = type == CL_MEM_OBJECT_BUFFER;
	struct _cl_mem *m = memory_new(c, type, flags, bytes);
	*error = CL_OUT_OF_HOST_MEMORY;
	if (m == NULL)
		return NULL;
	if ((flags & CL_MEM_USE_HOST_PTR) != 0)
		use_host(m, is_buffer ? OCL_ALLOCATION_HOST_BUFFER : OCL_ALLOCATION_HOST_IMAGE,
			host_ptr);
	else
		m->data = ocl_allocate(c->rt,
			is_buffer ? OCL_ALLOCATION_BUFFER : OCL_ALLOCATION_IMAGE, bytes);
	if (m->data == NULL) {
		*error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
		ocl_object_release(&m->base);
		return NULL;
	}
	*error = CL_SUCCESS;
	return m;
}

struct _cl_mem *ocl_memory_new_child(struct _cl_mem *parent, cl_mem_object_type type,
	cl_mem_flags flags, size_t origin, size_t bytes)
{
	struct _cl_mem *m = memory_new(parent->context, type, flags, bytes);
	if (m == NULL)
		return NULL;
	ocl_object_use(&parent->base);
	m->parent = parent;
	m->owner = OCL_DATA_PARENT;
	m->origin = origin;
	m->data = parent->data + origin;
	m->host_ptr = parent->host_ptr == NULL ? NULL : m->data;
	m->uses_svm_pointer = parent->uses_svm_pointer;
	return m;
}

bool ocl_share_data(const struct _cl_mem *a, const struct _cl_mem *b)
{
	while (a->parent != NULL)
		a = a->parent;
	while (b->parent != NULL)
		b = b->parent;
	return a == b;
}

cl_int CL_API_CALL clRetainMemObject(cl_mem memobj)
{
	return ocl_retain(OCL_MEMORY, memobj) ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj)
{
	if (!ocl_is_valid(OCL_MEMORY, memobj))
		return CL_INVALID_MEM_OBJECT;
	ocl_object_release(&memobj->base);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj,
	ocl_memory_destructor *pfn_notify, void *user_data)
{
	if (!ocl_is_valid(OCL_MEMORY, memobj))
		return CL_INVALID_MEM_OBJECT;
	if (pfn_notify == NULL)
		return CL_INVALID_VALUE;
	struct ocl_memory_end *e = mem_try_new(1, sizeof *e);
	if (e == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	e->function = pfn_notify;
	e->user_data = user_data;
	pthread_mutex_lock(&memobj->lock);
	e->next = memobj->ends;
	memobj->ends = e;
	pthread_mutex_unlock(&memobj->lock);
	return CL_SUCCESS;
}

/* ---- checks of commands ---------------------------------------------------------------------- */

cl_int ocl_check_memory(const struct _cl_command_queue *q, const struct _cl_mem *m)
{
	if (!ocl_is_valid(OCL_QUEUE, q))
		return CL_INVALID_COMMAND_QUEUE;
	if (!ocl_is_valid(OCL_MEMORY, m))
		return CL_INVALID_MEM_OBJECT;
	return m->context == q->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int ocl_check_buffer(const struct _cl_command_queue *q, const struct _cl_mem *m)
{
	cl_int error = ocl_check_memory(q, m);
	return error == CL_SUCCESS && m->type != CL_MEM_OBJECT_BUFFER ? CL_INVALID_MEM_OBJECT
	                                                              : error;
}

cl_int ocl_check_host_access(const struct _cl_mem *m, unsigned access)
{
	unsigned allowed = OCL_HOST_READS | OCL_HOST_WRITES;
	if ((m->flags & CL_MEM_HOST_NO_ACCESS) != 0)
		allowed = 0;
	else if ((m->flags & CL_MEM_HOST_READ_ONLY) != 0)
		allowed = OCL_HOST_READS;
	else if ((m->flags & CL_MEM_HOST_WRITE_ONLY) != 0)
		allowed = OCL_HOST_WRITES;
	return (access & ~allowed) == 0 ? CL_SUCCESS : CL_INVALID_OPERATION;
}

bool ocl_are_map_flags(cl_map_flags flags)
{
	return (flags & ~(cl_map_flags)(CL_MAP_READ | CL_MAP_WRITE)) == 0 ||
	       flags == CL_MAP_WRITE_INVALIDATE_REGION;
}

cl_int ocl_check_map(const struct _cl_mem *m, cl_map_flags flags)
{
	const cl_map_flags write = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
	if (!ocl_are_map_flags(flags))
		return CL_INVALID_VALUE;
	return ocl_check_host_access(m, ((flags & CL_MAP_READ) != 0 ? OCL_HOST_READS : 0) |
						((flags & write) != 0 ? OCL_HOST_WRITES : 0));
}

/* ---- mappings -------------------------------------------------------------------------------- */

bool ocl_memory_map(struct _cl_mem *m, const void *address)
{
	struct ocl_mapping *mapping = mem_try_new(1, sizeof *mapping);
	if (mapping == NULL)
		return false;
	mapping->address = address;
	pthread_mutex_lock(&m->lock);
	mapping->next = m->mappings;
	m->mappings = mapping;
	m->map_count++;
	pthread_mutex_unlock(&m->lock);
	return true;
}

bool ocl_memory_unmap(struct _cl_mem *m, const void *address)
{
	pthread_mutex_lock(&m->lock);
	struct ocl_mapping **link = &m->mappings;
	while (*link != NULL && (*link)->address != address)
		link = &(*link)->next;
	struct ocl_mapping *mapping = *link;
	if (mapping != NULL) {
		*link = mapping->next;
		m->map_count--;
	}
	pthread_mutex_unlock(&m->lock);
	free(mapping);
	return mapping != NULL;
}
