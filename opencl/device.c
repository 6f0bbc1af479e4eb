/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The devices (OpenCL 3.0 API, 4.2): the processor's cores stand for compute units. If the user
 * wants several devices, each has all of them, and they differ by their handles alone. */
#include <pthread.h>
#include <string.h>
#include "device_impl.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/machine.h"

static struct _cl_device_id root_devices[RT_ENV_MAX_OCL_DEVICES];
static cl_device_id root_handles[RT_ENV_MAX_OCL_DEVICES];

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

/* The user's name stays as it is: a program looks for it. */
static void name_device(struct _cl_device_id *d, const struct rt_environment *e)
{
	static const char deep[] = "HSAEmu gfx600, emulated";
	memcpy(d->name, e->agent, sizeof d->name);
	if (ocl_is_deep() && strcmp(d->name, "HSAEmu") == 0)
		memcpy(d->name, deep, sizeof deep);
}

static void describe(void)
{
	/* by the index of HSAEMU_OCL_TYPE's word */
	static const cl_device_type types[] = {CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_ACCELERATOR,
		CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR};
	const struct rt_environment *e = ocl_start();
	struct rt_options o = {0};
	struct _cl_device_id *d = &root_devices[0];
	rt_environment_apply(e, &o);
	gcn_device_set_threads(rt_environment_deep_model(e->deep), &o);
	d->type = types[e->ocl_type];
	d->compute_units = rt_options_cus(&o);
	name_device(d, e);
	d->memory_bytes = rt_machine_memory_bytes();
	d->max_allocation = d->memory_bytes / 4;
	d->cache_bytes = largest_cache();
	for (uint64_t i = 0; i < e->ocl_devices; i++) {
		if (i != 0)
			root_devices[i] = root_devices[0];
		root_handles[i] = &root_devices[i];
	}
	for (uint64_t i = 0; i < e->ocl_devices; i++) {
		root_devices[i].base.dispatch = ocl_platform.base.dispatch;
		ocl_object_publish(&root_devices[i].base, OCL_DEVICE);
	}
}

const cl_device_id *ocl_root_devices(cl_device_type type, cl_uint *count)
{
	static pthread_once_t root_devices_once = PTHREAD_ONCE_INIT;
	pthread_once(&root_devices_once, describe);
	*count = 0;
	if (type == CL_DEVICE_TYPE_ALL || (type & root_devices[0].type) != 0)
		*count = (cl_uint)ocl_start()->ocl_devices;
	else if ((type & CL_DEVICE_TYPE_DEFAULT) != 0)
		*count = 1;
	return root_handles;
}

bool ocl_is_device_type(cl_device_type type)
{
	return type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~all_types) == 0);
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
	cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices)
{
	cl_uint count;
	const cl_device_id *found = ocl_root_devices(device_type, &count);
	if (platform != NULL && !ocl_is_valid(OCL_PLATFORM, platform))
		return CL_INVALID_PLATFORM;
	if (!ocl_is_device_type(device_type))
		return CL_INVALID_DEVICE_TYPE;
	if ((devices == NULL && num_devices == NULL) || (devices != NULL && num_entries == 0))
		return CL_INVALID_VALUE;
	if (num_devices != NULL)
		*num_devices = count;
	for (cl_uint i = 0; devices != NULL && i < count && i < num_entries; i++)
		devices[i] = found[i];
	return count == 0 ? CL_DEVICE_NOT_FOUND : CL_SUCCESS;
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
