/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Frees, copies, fills, maps, unmaps and migrates shared virtual memory (OpenCL 3.0 API, 5.6). Any
 * memory of the host will do, for the devices share it, too. */
#include <string.h>
#include "transfer_impl.h"

typedef void CL_CALLBACK free_function(cl_command_queue queue, cl_uint num_svm_pointers,
	void *svm_pointers[], void *user_data);

struct freeing {
	free_function *function; /* NULL: they are the library's to free */
	void *user_data;
	cl_uint count;
	void *pointers[];
};

static cl_int run_free(struct _cl_event *e)
{
	struct freeing *f = e->payload;
	if (f->function != NULL) {
		f->function(e->queue, f->count, f->pointers, f->user_data);
		return CL_SUCCESS;
	}
	for (cl_uint i = 0; i < f->count; i++)
		ocl_deallocate(e->context->rt, OCL_ALLOCATION_SVM, f->pointers[i]);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
	void *svm_pointers[], free_function *pfn_free_func, void *user_data,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_wait_list list = {num_events_in_wait_list, event_wait_list};
	const size_t bytes = num_svm_pointers * sizeof *svm_pointers;
	struct _cl_event *e;
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if ((num_svm_pointers == 0) != (svm_pointers == NULL))
		return CL_INVALID_VALUE;
	cl_int error = ocl_command_new(command_queue, CL_COMMAND_SVM_FREE, &list,
		sizeof(struct freeing) + bytes, 0, &e);
	if (error != CL_SUCCESS)
		return error;
	struct freeing *f = e->payload;
	*f = (struct freeing){pfn_free_func, user_data, num_svm_pointers};
	if (bytes != 0)
		memcpy(f->pointers, svm_pointers, bytes);
	e->work = OCL_WORK_HOST;
	e->run = run_free;
	return ocl_command_enqueue(e, false, event);
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy,
	void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (dst_ptr == NULL || src_ptr == NULL)
		return CL_INVALID_VALUE;
	if (ocl_overlap(dst_ptr, size, src_ptr, size))
		return CL_MEM_COPY_OVERLAP;
	const struct ocl_request r = {command_queue, CL_COMMAND_SVM_MEMCPY,
		{num_events_in_wait_list, event_wait_list}, blocking_copy != CL_FALSE, event, NULL,
		0, NULL};
	return ocl_enqueue_copy(&r, dst_ptr, src_ptr, size);
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr,
	const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (svm_ptr == NULL || !ocl_is_pattern(pattern, pattern_size) ||
		(uintptr_t)svm_ptr % pattern_size != 0 || size % pattern_size != 0)
		return CL_INVALID_VALUE;
	const struct ocl_request r = {command_queue, CL_COMMAND_SVM_MEMFILL,
		{num_events_in_wait_list, event_wait_list}, false, event, NULL, 0, NULL};
	return ocl_enqueue_fill(&r, svm_ptr, size, pattern, pattern_size);
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map,
	cl_map_flags flags, void *svm_ptr, size_t size, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (svm_ptr == NULL || size == 0 || !ocl_are_map_flags(flags))
		return CL_INVALID_VALUE;
	const struct ocl_request r = {command_queue, CL_COMMAND_SVM_MAP,
		{num_events_in_wait_list, event_wait_list}, blocking_map != CL_FALSE, event, NULL,
		0, NULL};
	return ocl_enqueue_nothing(&r);
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (svm_ptr == NULL)
		return CL_INVALID_VALUE;
	const struct ocl_request r = {command_queue, CL_COMMAND_SVM_UNMAP,
		{num_events_in_wait_list, event_wait_list}, false, event, NULL, 0, NULL};
	return ocl_enqueue_nothing(&r);
}

static bool is_in_svm(struct rt *rt, const void *from, size_t bytes)
{
	struct rt_allocation a;
	return rt_allocation_find(rt, from, &a) && a.kind == OCL_ALLOCATION_SVM &&
	       bytes <= a.bytes - ((uintptr_t)from - (uintptr_t)a.base);
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
	const void **svm_pointers, const size_t *sizes, cl_mem_migration_flags flags,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (num_svm_pointers == 0 || svm_pointers == NULL || !ocl_are_migrations(flags))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < num_svm_pointers && sizes != NULL; i++)
		if (sizes[i] != 0 &&
			!is_in_svm(command_queue->context->rt, svm_pointers[i], sizes[i]))
			return CL_INVALID_VALUE;
	const struct ocl_request r = {command_queue, CL_COMMAND_SVM_MIGRATE_MEM,
		{num_events_in_wait_list, event_wait_list}, false, event, NULL, 0, NULL};
	return ocl_enqueue_nothing(&r);
}
