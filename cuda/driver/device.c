/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices (CUDA driver API, "Device Management"): the processor's cores stand for multiprocessors.
 * If the user wants several devices, each has all of them, and they differ by their numbers. */
#include <stdio.h>
#include <string.h>
#include "context_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/machine.h"

/* Limits of textures and surfaces: those of HSAIL's images here. */
enum {
	CU_TEXTURE_1D = 16384,
	CU_TEXTURE_2D = 16384,
	CU_TEXTURE_3D = 2048,
	CU_TEXTURE_LAYERS = 2048,
	CU_TEXTURE_PITCH_ALIGN = 32,
};

unsigned cu_compute_units(void)
{
	const struct rt_environment *e = cu_environment();
	struct rt_options o = {0};
	rt_environment_apply(e, &o);
	gcn_device_set_threads(rt_environment_deep_model(e->deep), &o);
	return rt_options_cus(&o);
}

unsigned cu_architecture(void)
{
	return (unsigned)cu_environment()->cuda_arch;
}

static int largest_cache(void)
{
	uint32_t bytes = 0;
	for (unsigned level = 1; level <= RT_MACHINE_CACHES; level++)
		if (rt_machine_cache_bytes(level) > bytes)
			bytes = rt_machine_cache_bytes(level);
	return bytes > INT32_MAX ? INT32_MAX : (int)bytes;
}

CUresult CUDAAPI cuDeviceGetCount(int *count)
{
	if (count == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*count = (int)cu_device_count();
	return *count == 0 ? CUDA_ERROR_NOT_INITIALIZED : CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
	CUresult error;
	const struct cu_device *d = cu_device_find(ordinal, &error);
	if (device == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (d != NULL)
		*device = d->ordinal;
	return error;
}

/* The processor's name comes behind ours, so that programs which show it tell what ran them. */
CUresult CUDAAPI cuDeviceGetName(char *name, int len, CUdevice dev)
{
	CUresult error;
	char cpu[64] = "CPU";
	if (name == NULL || len <= 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (cu_device_find(dev, &error) == NULL)
		return error;
	const struct rt_environment *e = cu_environment();
	rt_machine_cpu_name(cpu, sizeof cpu);
	if (strcmp(e->agent, "HSAEmu") != 0) /* the user's name stays as it is */
		snprintf(name, (size_t)len, "%s", e->agent);
	else if (rt_environment_deep_model(e->deep) != NULL)
		snprintf(name, (size_t)len, "HSAEmu gfx600, emulated");
	else
		snprintf(name, (size_t)len, "HSAEmu on %s", cpu);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetUuid(CUuuid *uuid, CUdevice dev)
{
	CUresult error;
	if (uuid == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_device *d = cu_device_find(dev, &error);
	if (d != NULL)
		cu_device_uuid(d->number, uuid);
	return error;
}

CUresult CUDAAPI cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice dev)
{
	return (cuDeviceGetUuid)(uuid, dev);
}

/* Windows' adapters have such, and no others do. */
CUresult CUDAAPI cuDeviceGetLuid(char *luid, unsigned *deviceNodeMask, CUdevice dev)
{
	CUresult error;
	if (luid == NULL || deviceNodeMask == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	return cu_device_find(dev, &error) == NULL ? error : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult CUDAAPI cuDeviceTotalMem(size_t *bytes, CUdevice dev)
{
	CUresult error;
	if (bytes == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (cu_device_find(dev, &error) == NULL)
		return error;
	*bytes = rt_machine_memory_bytes();
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceComputeCapability(int *major, int *minor, CUdevice dev)
{
	CUresult error;
	if (major == NULL || minor == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (cu_device_find(dev, &error) == NULL)
		return error;
	*major = (int)cu_architecture() / 10;
	*minor = (int)cu_architecture() % 10;
	return CUDA_SUCCESS;
}

static int value_of(CUdevice_attribute attrib, const struct cu_device *device)
{
	switch ((int)attrib) {
#define CU_ATTRIBUTE(name, value) \
	case CU_DEVICE_ATTRIBUTE_##name: \
		return value;
#include "device_attributes.def"
	default: /* has no such feature */
		return 0;
	}
}

CUresult CUDAAPI cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev)
{
	CUresult error;
	const struct cu_device *d = cu_device_find(dev, &error);
	if (pi == NULL || (int)attrib <= 0 || attrib >= CU_DEVICE_ATTRIBUTE_MAX)
		return CUDA_ERROR_INVALID_VALUE;
	if (d == NULL)
		return error;
	*pi = value_of(attrib, d);
	return CUDA_SUCCESS;
}

/* As before CUDA 5.0. */
CUresult CUDAAPI cuDeviceGetProperties(CUdevprop *prop, CUdevice dev)
{
	CUresult error;
	if (prop == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_device *d = cu_device_find(dev, &error);
	if (d == NULL)
		return error;
#define VALUE(name) value_of(CU_DEVICE_ATTRIBUTE_##name, d)
	*prop = (CUdevprop){.maxThreadsPerBlock = VALUE(MAX_THREADS_PER_BLOCK),
		.maxThreadsDim = {VALUE(MAX_BLOCK_DIM_X), VALUE(MAX_BLOCK_DIM_Y),
			VALUE(MAX_BLOCK_DIM_Z)},
		.maxGridSize = {VALUE(MAX_GRID_DIM_X), VALUE(MAX_GRID_DIM_Y),
			VALUE(MAX_GRID_DIM_Z)},
		.sharedMemPerBlock = VALUE(MAX_SHARED_MEMORY_PER_BLOCK),
		.totalConstantMemory = VALUE(TOTAL_CONSTANT_MEMORY),
		.SIMDWidth = VALUE(WARP_SIZE),
		.memPitch = VALUE(MAX_PITCH),
		.regsPerBlock = VALUE(MAX_REGISTERS_PER_BLOCK),
		.clockRate = VALUE(CLOCK_RATE),
		.textureAlign = VALUE(TEXTURE_ALIGNMENT)};
#undef VALUE
	return CUDA_SUCCESS;
}

/* ---- buses and peers ------------------------------------------------------------------------- */

CUresult CUDAAPI cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev)
{
	CUresult error;
	if (pciBusId == NULL || len <= 0)
		return CUDA_ERROR_INVALID_VALUE;
	const struct cu_device *d = cu_device_find(dev, &error);
	if (d == NULL)
		return error;
	int wants = snprintf(pciBusId, (size_t)len, "0000:%02x:00.0", d->number + 1);
	return wants < len ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId)
{
	unsigned domain = 0, bus, slot, function = 0;
	CUresult error;
	if (dev == NULL || pciBusId == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (sscanf(pciBusId, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3) {
		domain = function = 0;
		if (sscanf(pciBusId, "%x:%x.%x", &bus, &slot, &function) < 2)
			return CUDA_ERROR_INVALID_VALUE;
	}
	error = CUDA_ERROR_INVALID_DEVICE;
	for (unsigned i = 0; domain == 0 && slot == 0 && function == 0 && i < cu_device_count();
		i++) {
		const struct cu_device *d = cu_device_find((CUdevice)i, &error);
		if (d->number + 1 == bus) {
			*dev = d->ordinal;
			return CUDA_SUCCESS;
		}
		error = CUDA_ERROR_INVALID_DEVICE;
	}
	return cu_device_count() == 0 ? CUDA_ERROR_NOT_INITIALIZED : error;
}

CUresult CUDAAPI cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev)
{
	CUresult error;
	if (canAccessPeer == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (cu_device_find(dev, &error) == NULL || cu_device_find(peerDev, &error) == NULL)
		return error;
	*canAccessPeer = dev != peerDev;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib,
	CUdevice srcDevice, CUdevice dstDevice)
{
	CUresult error;
	if (value == NULL || srcDevice == dstDevice)
		return CUDA_ERROR_INVALID_VALUE;
	if (cu_device_find(srcDevice, &error) == NULL || cu_device_find(dstDevice, &error) == NULL)
		return error;
	*value = attrib != CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK;
	return CUDA_SUCCESS;
}
