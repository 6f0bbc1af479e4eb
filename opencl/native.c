/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Native kernels: the client's own functions (OpenCL 3.0 API, 5.10). */
#include <string.h>
#include "command_impl.h"
#include "memory_impl.h"

typedef void CL_CALLBACK native_kernel(void *args);

struct native {
	native_kernel *function;
	void *args; /* NULL: none */
};

static cl_int run(struct _cl_event *e)
{
	const struct native *n = e->payload;
	n->function(n->args);
	return CL_SUCCESS;
}

static cl_int check_args(const void *args, size_t cb_args, cl_uint count, const cl_mem *mem_list,
	const void **args_mem_loc)
{
	if ((args == NULL) != (cb_args == 0) || (args == NULL && count != 0))
		return CL_INVALID_VALUE;
	if ((count == 0) != (mem_list == NULL) || (count == 0) != (args_mem_loc == NULL))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++) {
		size_t offset = (uintptr_t)args_mem_loc[i] - (uintptr_t)args;
		if (cb_args < sizeof(void *) || offset > cb_args - sizeof(void *))
			return CL_INVALID_VALUE;
		if (mem_list[i] != NULL &&
			(!ocl_is_valid(OCL_MEMORY, mem_list[i]) || mem_list[i]->image != NULL))
			return CL_INVALID_MEM_OBJECT;
	}
	return CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue, native_kernel *user_func,
	void *args, size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list,
	const void **args_mem_loc, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
	cl_event *event)
{
	const struct ocl_wait_list list = {num_events_in_wait_list, event_wait_list};
	struct _cl_event *e;
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (user_func == NULL)
		return CL_INVALID_VALUE;
	cl_int error = check_args(args, cb_args, num_mem_objects, mem_list, args_mem_loc);
	if (error == CL_SUCCESS && cb_args > SIZE_MAX - sizeof(struct native))
		error = CL_OUT_OF_HOST_MEMORY;
	if (error == CL_SUCCESS)
		error = ocl_command_new(command_queue, CL_COMMAND_NATIVE_KERNEL, &list,
			sizeof(struct native) + cb_args, num_mem_objects, &e);
	if (error != CL_SUCCESS)
		return error;
	struct native *n = e->payload;
	n->function = user_func;
	n->args = args == NULL ? NULL : n + 1;
	if (args != NULL)
		memcpy(n + 1, args, cb_args);
	for (cl_uint i = 0; i < num_mem_objects; i++) {
		size_t offset = (uintptr_t)args_mem_loc[i] - (uintptr_t)args;
		void *data = mem_list[i] == NULL ? NULL : mem_list[i]->data;
		memcpy((char *)(n + 1) + offset, &data, sizeof data);
		if (mem_list[i] != NULL)
			ocl_command_keep(e, &mem_list[i]->base);
	}
	e->work = OCL_WORK_HOST;
	e->run = run;
	return ocl_command_enqueue(e, false, event);
}
