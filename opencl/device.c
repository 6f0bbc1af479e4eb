/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The device (OpenCL 3.0 API, 4.2): the processor's cores stand for compute units. */
#include <pthread.h>
#include <string.h>
#include "device_impl.h"
#include "hsaemu/machine.h"

static struct _cl_device_id root_device;

static const cl_device_type all_types = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                        CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM |
                                        CL_DEVICE_TYPE_DEFAULT;

static cl_ulong largest_cache(void)
{
	cl_ulong bytes = 0;
	for (unsigned level = 1; level <= RT_MACHINE_CACHES; level++)
		if (rt_machine_cache_bytes(level) > bytes)
			bytes = rt_machine_cache_bytes(level);
	return bytes;
}

void ocl_device_describe(struct _cl_device_id *d, const struct _cl_device_id *like)
{
	d->type = like->type;
	memcpy(d->name, like->name, sizeof d->name);
	d->memory_bytes = like->memory_bytes;
	d->max_allocation = like->max_allocation;
	d->cache_bytes = like->cache_bytes;
}

static void describe(void)
{
	/* by the index of HSAEMU_OCL_TYPE's word */
	static const cl_device_type types[] = {CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_ACCELERATOR,
		CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR};
	const struct rt_environment *e = ocl_start();
	struct rt_options o = {0};
	struct _cl_device_id *d = &root_device;
	rt_environment_apply(e, &o);
	d->type = types[e->ocl_type];
	d->compute_units = rt_options_cus(&o);
	memcpy(d->name, e->agent, sizeof d->name);
	d->memory_bytes = rt_machine_memory_bytes();
	d->max_allocation = d->memory_bytes / 4;
	d->cache_bytes = largest_cache();
	d->base.dispatch = ocl_platform.base.dispatch;
	ocl_object_publish(&d->base, OCL_DEVICE);
}

struct _cl_device_id *ocl_root_device(void)
{
	static pthread_once_t root_device_once = PTHREAD_ONCE_INIT;
	pthread_once(&root_device_once, describe);
	return &root_device;
}

bool ocl_device_has_type(const struct _cl_device_id *d, cl_device_type type)
{
	return type == CL_DEVICE_TYPE_ALL || (type & (d->type | CL_DEVICE_TYPE_DEFAULT)) != 0;
}

bool ocl_is_device_type(cl_device_type type)
{
	return type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~all_types) == 0);
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
	cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices)
{
	struct _cl_device_id *d = ocl_root_device();
	if (platform != NULL && !ocl_is_valid(OCL_PLATFORM, platform))
		return CL_INVALID_PLATFORM;
	if (!ocl_is_device_type(device_type))
		return CL_INVALID_DEVICE_TYPE;
	if ((devices == NULL && num_devices == NULL) || (devices != NULL && num_entries == 0))
		return CL_INVALID_VALUE;
	bool found = ocl_device_has_type(d, device_type);
	if (num_devices != NULL)
		*num_devices = found ? 1 : 0;
	if (!found)
		return CL_DEVICE_NOT_FOUND;
	if (devices != NULL)
		devices[0] = d;
	return CL_SUCCESS;
}

cl_int CL_API_CALL clRetainDevice(cl_device_id device)
{
	return ocl_retain(OCL_DEVICE, device) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device)
{
	if (!ocl_is_valid(OCL_DEVICE, device))
		return CL_INVALID_DEVICE;
	ocl_object_release(&device->base);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clRetainDeviceEXT(cl_device_id device)
{
	return clRetainDevice(device);
}

cl_int CL_API_CALL clReleaseDeviceEXT(cl_device_id device)
{
	return clReleaseDevice(device);
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
	if (!ocl_is_valid(OCL_DEVICE, device))
		return CL_INVALID_DEVICE;
	if (host_timestamp == NULL)
		return CL_INVALID_VALUE;
	*host_timestamp = rt_clock_ns();
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
	cl_ulong *host_timestamp)
{
	if (device_timestamp == NULL)
		return ocl_is_valid(OCL_DEVICE, device) ? CL_INVALID_VALUE : CL_INVALID_DEVICE;
	cl_int error = clGetHostTimer(device, host_timestamp);
	if (error == CL_SUCCESS) /* both are one clock */
		*device_timestamp = *host_timestamp;
	return error;
}
