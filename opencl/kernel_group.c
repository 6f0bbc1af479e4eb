/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kernels ask of work-groups, and how these are divided into sub-groups (OpenCL 3.0 API,
 * 5.9.3: tables of work-groups and sub-groups). A sub-group is a wave: HSAEMU_WAVESIZE work-items
 * that follow each other by their linear ids, and fewer at the end of a work-group. */
#include <string.h>
#include "hsaemu/kernel_abi.h"
#include "kernel_impl.h"

/* Checks the device, which NULL may stand for as there is one only. */
static cl_int check_device(const struct _cl_kernel *k, cl_device_id d)
{
	const struct _cl_program *p = k->program;
	if (d == NULL)
		return p->device_count == 1 ? CL_SUCCESS : CL_INVALID_DEVICE;
	return ocl_program_is_for(p, d) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

static cl_ulong local_bytes(struct _cl_kernel *k)
{
	pthread_mutex_lock(&k->lock);
	size_t bytes = ocl_kernel_group_bytes(k);
	pthread_mutex_unlock(&k->lock);
	return bytes;
}

/* How much private memory it is depends on the code. */
static cl_int put_private_bytes(const struct _cl_kernel *k, const struct _cl_device_id *d,
	const struct ocl_out *out)
{
	const struct hsaemu_kernel_descriptor *kd;
	struct ocl_kernel_place place;
	if (!ocl_kernel_find(k, d == NULL ? k->program->devices[0] : d, &place))
		return CL_INVALID_DEVICE;
	cl_int error = ocl_kernel_code(k, &place, &kd);
	return error != CL_SUCCESS ? error : OCL_PUT(out, cl_ulong, kd->private_bytes);
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
	cl_kernel_work_group_info param_name, size_t param_value_size, void *param_value,
	size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_KERNEL, kernel))
		return CL_INVALID_KERNEL;
	cl_int error = check_device(kernel, device);
	if (error != CL_SUCCESS)
		return error;
	const uint32_t *required = kernel->meta->required_wg;
	switch (param_name) {
	case CL_KERNEL_WORK_GROUP_SIZE:
		return OCL_PUT(&out, size_t, ocl_kernel_max_items(kernel));
	case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
		return OCL_PUT_ARRAY(&out, size_t, required[0], required[1], required[2]);
	case CL_KERNEL_LOCAL_MEM_SIZE:
		return OCL_PUT(&out, cl_ulong, local_bytes(kernel));
	case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
		return OCL_PUT(&out, size_t, HSAEMU_WAVESIZE);
	case CL_KERNEL_PRIVATE_MEM_SIZE:
		return put_private_bytes(kernel, device, &out);
	default:
		/* also CL_KERNEL_GLOBAL_WORK_SIZE, which only custom devices and built-in kernels
		 * have */
		return CL_INVALID_VALUE;
	}
}

/* ---- sub-groups ------------------------------------------------------------------------------ */

struct input {
	size_t bytes;
	const void *value;
};

static size_t waves_of(size_t items)
{
	return items / HSAEMU_WAVESIZE + (items % HSAEMU_WAVESIZE != 0);
}

/* Gets the number of work-items of a local size of up to three dimensions. False: it is none. */
static bool items_of(const struct input *in, size_t *items)
{
	size_t size[3], dims = in->bytes / sizeof *size;
	if (in->value == NULL || in->bytes % sizeof *size != 0 || dims < 1 || dims > 3)
		return false;
	memcpy(size, in->value, in->bytes);
	*items = 1;
	for (size_t i = 0; i < dims; i++)
		if (__builtin_mul_overflow(*items, size[i], items))
			return false;
	return true;
}

/* Finds a local size of `dims` dimensions that has `count` sub-groups; `size` is zero at first and
 * stays so when there is none. */
static void find_size(const struct _cl_kernel *k, size_t count, size_t dims, size_t size[3])
{
	const uint32_t *required = k->meta->required_wg;
	size_t most = ocl_kernel_max_items(k);
	if (count == 0 || count > waves_of(most))
		return;
	if (!ocl_kernel_has_required_size(k)) {
		size[0] = count < waves_of(most) ? count * HSAEMU_WAVESIZE : most;
		size[1] = size[2] = 1;
	} else if (count == waves_of(most) && (dims > 2 || required[2] == 1) &&
		   (dims > 1 || required[1] == 1)) {
		for (size_t i = 0; i < 3; i++)
			size[i] = required[i];
	}
}

/* Puts such a size, of as many dimensions as there is room for. */
static cl_int put_size_for(const struct _cl_kernel *k, const struct input *in,
	const struct ocl_out *out)
{
	size_t count, size[3] = {0}, dims = out->bytes / sizeof *size;
	if (in->value == NULL || in->bytes != sizeof count)
		return CL_INVALID_VALUE;
	if (out->value == NULL)
		dims = 3;
	if (dims < 1)
		return CL_INVALID_VALUE;
	memcpy(&count, in->value, sizeof count);
	dims = dims < 3 ? dims : 3;
	find_size(k, count, dims, size);
	return ocl_put(out, size, dims * sizeof *size);
}

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
	cl_kernel_sub_group_info param_name, size_t input_value_size, const void *input_value,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	const struct input in = {input_value_size, input_value};
	size_t items;
	if (!ocl_is_valid(OCL_KERNEL, kernel))
		return CL_INVALID_KERNEL;
	cl_int error = check_device(kernel, device);
	if (error != CL_SUCCESS)
		return error;
	switch (param_name) {
	case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
		if (!items_of(&in, &items))
			return CL_INVALID_VALUE;
		return OCL_PUT(&out, size_t, items < HSAEMU_WAVESIZE ? items : HSAEMU_WAVESIZE);
	case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
		if (!items_of(&in, &items))
			return CL_INVALID_VALUE;
		return OCL_PUT(&out, size_t, waves_of(items));
	case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
		return put_size_for(kernel, &in, &out);
	case CL_KERNEL_MAX_NUM_SUB_GROUPS:
		return OCL_PUT(&out, size_t, waves_of(ocl_kernel_max_items(kernel)));
	case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: /* OpenCL C cannot ask for a number */
		return OCL_PUT(&out, size_t, 0);
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
	cl_kernel_sub_group_info param_name, size_t input_value_size, const void *input_value,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	return clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value,
		param_value_size, param_value, param_value_size_ret);
}
