/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that run kernels (OpenCL 3.0 API, 5.10), enqueued or recorded. A command has a copy of
 * the arguments, and keeps the kernel and what the arguments name. */
#include <string.h>
#include "hsaemu/kernel_abi.h"
#include "command_buffer_impl.h"
#include "ndrange_impl.h"

enum {
	PAYLOAD_ALIGN = 64,
	LOCAL_ALIGN = 128, /* of an argument in local memory: sizeof(long16) */
};

/* ---- arguments ------------------------------------------------------------------------------- */

static bool all_are_set(struct _cl_kernel *k)
{
	uint32_t i = 0;
	pthread_mutex_lock(&k->lock);
	while (i < k->meta->arg_count && k->arguments[i].is_set)
		i++;
	pthread_mutex_unlock(&k->lock);
	return i == k->meta->arg_count;
}

/* Returns the bytes to be asked for so that the arguments can be aligned as the kernel wants. */
static size_t payload_bytes(const struct image_kernel *meta)
{
	size_t align = meta->kernarg_align;
	return meta->kernarg_bytes + (align > PAYLOAD_ALIGN ? align - PAYLOAD_ALIGN : 0);
}

static unsigned char *kernarg_of(const struct _cl_event *e, const struct image_kernel *meta)
{
	uintptr_t at = (uintptr_t)e->payload;
	size_t align = meta->kernarg_align > PAYLOAD_ALIGN ? meta->kernarg_align : PAYLOAD_ALIGN;
	return (unsigned char *)e->payload + (align_up(at, align) - at);
}

/* Gives each argument in local memory its place in the group segment, behind the `end` of the
 * kernel's own, and returns the segment's size. None is at the address 0, which is NULL to a
 * kernel. */
static size_t place_local(const struct _cl_kernel *k, size_t end, unsigned char *kernarg)
{
	for (uint32_t i = 0; i < k->meta->arg_count; i++) {
		const struct image_arg *a = &k->meta->args[i];
		size_t bytes = k->arguments[i].local_bytes;
		if (bytes == 0)
			continue;
		uint64_t at = end == 0 ? LOCAL_ALIGN : align_up(end, LOCAL_ALIGN);
		memcpy(kernarg + a->offset, &at, a->bytes < sizeof at ? a->bytes : sizeof at);
		end = at + bytes;
	}
	return end;
}

/* Copies the arguments to the command's kernarg segment, and has it keep what they name. `*group`
 * gets the size of the group segment. The kernel is locked. */
static cl_int capture(const struct _cl_kernel *k, const struct hsaemu_kernel_descriptor *kd,
	struct _cl_event *e, size_t *group)
{
	size_t wanted = ocl_kernel_group_bytes(k);
	if (wanted > ocl_local_bytes())
		return CL_OUT_OF_RESOURCES;
	unsigned char *kernarg = kernarg_of(e, k->meta);
	memcpy(kernarg, k->block, k->meta->kernarg_bytes);
	*group = place_local(k, kd->group_bytes, kernarg);
	if (*group > RT_MAX_GROUP_BYTES || *group - kd->group_bytes > kd->max_dynamic_group_bytes)
		return CL_OUT_OF_RESOURCES;
	for (uint32_t i = 0; i < k->meta->arg_count; i++) {
		struct ocl_object *o = k->arguments[i].object;
		if (o == NULL)
			continue;
		if (!ocl_object_try_use(o)) /* the client has released it */
			return CL_INVALID_KERNEL_ARGS;
		ocl_command_keep(e, o);
		ocl_object_drop(o);
	}
	return CL_SUCCESS;
}

/* ---- commands -------------------------------------------------------------------------------- */

/* Fills a command that is to run a kernel on a grid. */
static cl_int fill(struct _cl_event *e, struct _cl_kernel *k,
	const struct hsaemu_kernel_descriptor *kd, const struct ocl_grid *g)
{
	size_t group;
	ocl_command_keep(e, &k->base); /* first, for ocl_explain_failure() */
	pthread_mutex_lock(&k->lock);
	cl_int error = capture(k, kd, e, &group);
	pthread_mutex_unlock(&k->lock);
	if (error != CL_SUCCESS)
		return error;
	e->work = OCL_WORK_DISPATCH;
	e->explain = ocl_explain_failure;
	e->packet = (hsa_kernel_dispatch_packet_t){
		.setup = (uint16_t)(g->dims << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS),
		.workgroup_size_x = g->group[0],
		.workgroup_size_y = g->group[1],
		.workgroup_size_z = g->group[2],
		.grid_size_x = g->items[0],
		.grid_size_y = g->items[1],
		.grid_size_z = g->items[2],
		.private_segment_size = kd->private_bytes,
		.group_segment_size = (uint32_t)group,
		.kernel_object = (uintptr_t)kd,
		.kernarg_address = kernarg_of(e, k->meta),
	};
	memcpy(e->first, g->first, sizeof e->first);
	return CL_SUCCESS;
}

/* Returns whether the runtime can give each work-item the memory that the kernel wants. */
static bool has_room(const struct hsaemu_kernel_descriptor *kd)
{
	return kd->private_bytes <= RT_MAX_PRIVATE_BYTES &&
	       kd->context_bytes <= HSAEMU_MAX_CONTEXT_BYTES;
}

/* Makes a command that runs a kernel. */
static cl_int make(cl_command_queue q, cl_kernel k, cl_command_type type,
	const struct ocl_range *range, const struct ocl_wait_list *list, struct _cl_event **out)
{
	struct _cl_event *e;
	struct ocl_grid grid;
	if (!ocl_is_valid(OCL_QUEUE, q))
		return CL_INVALID_COMMAND_QUEUE;
	if (!ocl_is_valid(OCL_KERNEL, k))
		return CL_INVALID_KERNEL;
	if (q->context != ocl_kernel_context(k))
		return CL_INVALID_CONTEXT;
	const struct hsaemu_kernel_descriptor *kd;
	struct ocl_kernel_place place;
	if (!ocl_kernel_find(k, q->device, &place))
		return CL_INVALID_PROGRAM_EXECUTABLE;
	if (!all_are_set(k))
		return CL_INVALID_KERNEL_ARGS;
	cl_int error = ocl_grid_of(k, q->device, range, &grid);
	if (error == CL_SUCCESS)
		error = ocl_kernel_code(k, &place, &kd);
	if (error != CL_SUCCESS)
		return error;
	if (!has_room(kd))
		return CL_OUT_OF_RESOURCES;
	error = ocl_command_new(q, type, list, payload_bytes(k->meta),
		k->meta->arg_count + (size_t)1, &e);
	if (error != CL_SUCCESS)
		return error;
	if (grid.is_empty)
		e->work = OCL_WORK_NONE;
	else
		error = fill(e, k, kd, &grid);
	if (error != CL_SUCCESS)
		ocl_command_discard(e);
	*out = e;
	return error;
}

static cl_int enqueue(cl_command_queue q, cl_kernel k, cl_command_type type,
	const struct ocl_range *range, const struct ocl_wait_list *list, cl_event *event)
{
	struct _cl_event *e;
	cl_int error = make(q, k, type, range, list, &e);
	return error == CL_SUCCESS ? ocl_command_enqueue(e, false, event) : error;
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
	cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size,
	const size_t *local_work_size, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	return enqueue(command_queue, kernel, CL_COMMAND_NDRANGE_KERNEL,
		&(struct ocl_range){
			work_dim, global_work_offset, global_work_size, local_work_size},
		&(struct ocl_wait_list){num_events_in_wait_list, event_wait_list}, event);
}

cl_int CL_API_CALL clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, const cl_ndrange_kernel_command_properties_khr *properties,
	cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset,
	const size_t *global_work_size, const size_t *local_work_size,
	cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
	cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_event *e;
	if (properties != NULL && properties[0] != 0) /* there are none */
		return CL_INVALID_VALUE;
	error = make(command_buffer->queue, kernel, CL_COMMAND_NDRANGE_KERNEL,
		&(struct ocl_range){
			work_dim, global_work_offset, global_work_size, local_work_size},
		&(struct ocl_wait_list){0, NULL}, &e);
	return error == CL_SUCCESS ? ocl_record(&to, e) : error;
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	const size_t one = 1;
	return enqueue(command_queue, kernel, CL_COMMAND_TASK,
		&(struct ocl_range){1, NULL, &one, &one},
		&(struct ocl_wait_list){num_events_in_wait_list, event_wait_list}, event);
}
