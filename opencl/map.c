/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps, unmaps and migrates memory objects (OpenCL 3.0 API, 5.2.4, 5.5.2 and 5.5.4). The host and
 * the devices use one address, so the commands do nothing but wait for their turn. */
#include "transfer_impl.h"

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
	cl_bool blocking_map, cl_map_flags map_flags, size_t offset, size_t size,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event,
	cl_int *errcode_ret)
{
	cl_int error = ocl_check_buffer(command_queue, buffer);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	if (size == 0 || offset > buffer->bytes || size > buffer->bytes - offset)
		return ocl_fail(errcode_ret, CL_INVALID_VALUE);
	error = ocl_check_map(buffer, map_flags);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	const struct ocl_request r = {command_queue, CL_COMMAND_MAP_BUFFER,
		{num_events_in_wait_list, event_wait_list}, blocking_map != CL_FALSE, event,
		&buffer, 1, NULL};
	return ocl_enqueue_map(&r, buffer->data + offset, errcode_ret);
}

void *ocl_enqueue_map(const struct ocl_request *r, void *address, cl_int *errcode_ret)
{
	struct _cl_mem *m = r->used[0];
	if (!ocl_memory_map(m, address))
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	/* while the command waits, another thread may release the object */
	ocl_object_use(&m->base);
	cl_int error = ocl_enqueue_nothing(r);
	if (error != CL_SUCCESS)
		ocl_memory_unmap(m, address);
	ocl_object_drop(&m->base);
	return error == CL_SUCCESS ? ocl_done(errcode_ret, address) : ocl_fail(errcode_ret, error);
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
	void *mapped_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
	cl_event *event)
{
	const struct ocl_wait_list list = {num_events_in_wait_list, event_wait_list};
	struct _cl_event *e;
	cl_int error = ocl_check_memory(command_queue, memobj);
	if (error == CL_SUCCESS)
		error = ocl_command_new(command_queue, CL_COMMAND_UNMAP_MEM_OBJECT, &list, 0, 1,
			&e);
	if (error != CL_SUCCESS)
		return error;
	if (!ocl_memory_unmap(memobj, mapped_ptr)) {
		ocl_command_discard(e);
		return CL_INVALID_VALUE;
	}
	e->work = OCL_WORK_NONE;
	ocl_command_keep(e, &memobj->base);
	return ocl_command_enqueue(e, false, event);
}

bool ocl_are_migrations(cl_mem_migration_flags flags)
{
	return (flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST |
						  CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)) == 0;
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue,
	cl_uint num_mem_objects, const cl_mem *mem_objects, cl_mem_migration_flags flags,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (num_mem_objects == 0 || mem_objects == NULL || !ocl_are_migrations(flags))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < num_mem_objects; i++) {
		cl_int error = ocl_check_memory(command_queue, mem_objects[i]);
		if (error != CL_SUCCESS)
			return error;
	}
	const struct ocl_request r = {command_queue, CL_COMMAND_MIGRATE_MEM_OBJECTS,
		{num_events_in_wait_list, event_wait_list}, false, event, mem_objects,
		num_mem_objects, NULL};
	return ocl_enqueue_nothing(&r);
}
