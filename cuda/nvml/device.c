/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices: how they are found, and what the driver knows of them. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "nvml_impl.h"

/* Checks what each of the functions gets. */
static nvmlReturn_t check(const void *device, const void *out)
{
	nvmlReturn_t error = nvml_check_device(device);
	return error == NVML_SUCCESS && out == NULL ? NVML_ERROR_INVALID_ARGUMENT : error;
}

static int attribute(nvmlDevice_t device, CUdevice_attribute which)
{
	int value = 0;
	return DRIVER(cuDeviceGetAttribute)(&value, which, device->device) == CUDA_SUCCESS ? value
	                                                                                   : 0;
}

/* ---- names ----------------------------------------------------------------------------------- */

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length)
{
	char text[NVML_DEVICE_NAME_V2_BUFFER_SIZE];
	nvmlReturn_t error = check(device, name);
	if (error == NVML_SUCCESS)
		error = nvml_error(DRIVER(cuDeviceGetName)(text, sizeof text, device->device));
	return error == NVML_SUCCESS ? nvml_put_text(name, length, text) : error;
}

static nvmlReturn_t uuid_text(nvmlDevice_t device, char text[NVML_DEVICE_UUID_BUFFER_SIZE])
{
	CUuuid id;
	nvmlReturn_t error = nvml_error(DRIVER(cuDeviceGetUuid)(&id, device->device));
	char *to = text + snprintf(text, 5, "GPU-");
	for (size_t i = 0; i < sizeof id.bytes; i++)
		to += snprintf(to, 4, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x",
			(unsigned char)id.bytes[i]);
	return error;
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned length)
{
	char text[NVML_DEVICE_UUID_BUFFER_SIZE];
	nvmlReturn_t error = check(device, uuid);
	if (error == NVML_SUCCESS)
		error = uuid_text(device, text);
	return error == NVML_SUCCESS ? nvml_put_text(uuid, length, text) : error;
}

/* Vendors' numbers of devices and boards are 0: the device is on no bus. */
static void fill_pci(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
	memset(pci, 0, sizeof *pci);
	pci->domain = (unsigned)attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID);
	pci->bus = (unsigned)attribute(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID);
	pci->device = (unsigned)attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID);
	snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, NVML_DEVICE_PCI_BUS_ID_LEGACY_FMT,
		pci->domain & 0xffff, pci->bus & 0xff, pci->device & 0xff);
	snprintf(pci->busId, sizeof pci->busId, NVML_DEVICE_PCI_BUS_ID_FMT, pci->domain, pci->bus,
		pci->device);
}

/* Older forms of the struct end before what was added; they have room behind that is reserved. */
static nvmlReturn_t put_pci(nvmlDevice_t device, nvmlPciInfo_t *pci, size_t bytes)
{
	nvmlPciInfo_t all;
	nvmlReturn_t error = check(device, pci);
	if (error != NVML_SUCCESS)
		return error;
	fill_pci(device, &all);
	memcpy(pci, &all, bytes);
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
	return put_pci(device, pci, offsetof(nvmlPciInfo_t, pciSubSystemId));
}

nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
	return put_pci(device, pci, offsetof(nvmlPciInfo_t, busId));
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
	return put_pci(device, pci, sizeof *pci);
}

/* ---- handles --------------------------------------------------------------------------------- */

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *deviceCount)
{
	nvmlReturn_t error = nvml_check();
	if (error != NVML_SUCCESS)
		return error;
	if (deviceCount == NULL)
		return NVML_ERROR_INVALID_ARGUMENT;
	*deviceCount = nvml_device_count();
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCount(unsigned *deviceCount)
{
	return nvmlDeviceGetCount_v2(deviceCount);
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device)
{
	nvmlReturn_t error = nvml_check();
	if (error != NVML_SUCCESS)
		return error;
	if (device == NULL || index >= nvml_device_count())
		return NVML_ERROR_INVALID_ARGUMENT;
	*device = nvml_device(index);
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device)
{
	return nvmlDeviceGetHandleByIndex_v2(index, device);
}

static bool has_uuid(nvmlDevice_t device, const char *text)
{
	char own[NVML_DEVICE_UUID_BUFFER_SIZE];
	return uuid_text(device, own) == NVML_SUCCESS && strcasecmp(own, text) == 0;
}

static bool has_bus_id(nvmlDevice_t device, const char *text)
{
	nvmlPciInfo_t pci;
	fill_pci(device, &pci);
	return strcasecmp(pci.busId, text) == 0 || strcasecmp(pci.busIdLegacy, text) == 0;
}

static nvmlReturn_t find(bool (*has)(nvmlDevice_t, const char *), const char *text,
	nvmlDevice_t *device)
{
	nvmlReturn_t error = nvml_check();
	if (error != NVML_SUCCESS)
		return error;
	if (text == NULL || device == NULL)
		return NVML_ERROR_INVALID_ARGUMENT;
	for (unsigned i = 0; i < nvml_device_count(); i++)
		if (has(nvml_device(i), text)) {
			*device = nvml_device(i);
			return NVML_SUCCESS;
		}
	return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device)
{
	return find(has_uuid, uuid, device);
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *pciBusId, nvmlDevice_t *device)
{
	return find(has_bus_id, pciBusId, device);
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *pciBusId, nvmlDevice_t *device)
{
	return find(has_bus_id, pciBusId, device);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static nvmlReturn_t read_memory(nvmlDevice_t device, nvmlMemory_t *memory)
{
	size_t total, rest, all;
	CUresult error = culib_enter("libnvidia-ml");
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuMemGetInfo)(&rest, &all);
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuDeviceTotalMem)(&total, device->device);
	if (error == CUDA_SUCCESS)
		*memory = (nvmlMemory_t){total, rest, total - (rest < total ? rest : total)};
	return nvml_error(error);
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
	nvmlReturn_t error = check(device, memory);
	return error == NVML_SUCCESS ? read_memory(device, memory) : error;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory)
{
	nvmlMemory_t m;
	nvmlReturn_t error = check(device, memory);
	if (error == NVML_SUCCESS && memory->version != nvmlMemory_v2)
		error = NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
	if (error == NVML_SUCCESS)
		error = read_memory(device, &m);
	if (error == NVML_SUCCESS)
		*memory = (nvmlMemory_v2_t){nvmlMemory_v2, m.total, 0, m.free, m.used};
	return error;
}

/* ---- what it can do -------------------------------------------------------------------------- */

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)
{
	nvmlReturn_t error = check(device, major == NULL ? NULL : minor);
	if (error != NVML_SUCCESS)
		return error;
	*major = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
	*minor = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
	return NVML_SUCCESS;
}

/* That of a GPU with the device's compute capability. */
nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, nvmlDeviceArchitecture_t *arch)
{
	static const struct {
		int capability;
		nvmlDeviceArchitecture_t arch;
	} from[] = {{130, NVML_DEVICE_ARCH_UNKNOWN}, {100, NVML_DEVICE_ARCH_BLACKWELL},
		{90, NVML_DEVICE_ARCH_HOPPER}, {89, NVML_DEVICE_ARCH_ADA},
		{80, NVML_DEVICE_ARCH_AMPERE}, {75, NVML_DEVICE_ARCH_TURING},
		{70, NVML_DEVICE_ARCH_VOLTA}, {60, NVML_DEVICE_ARCH_PASCAL},
		{50, NVML_DEVICE_ARCH_MAXWELL}, {30, NVML_DEVICE_ARCH_KEPLER},
		{0, NVML_DEVICE_ARCH_UNKNOWN}};
	int major, minor, i = 0;
	nvmlReturn_t error = check(device, arch);
	if (error == NVML_SUCCESS)
		error = nvmlDeviceGetCudaComputeCapability(device, &major, &minor);
	if (error != NVML_SUCCESS)
		return error;
	while (from[i].capability > major * 10 + minor)
		i++;
	*arch = from[i].arch;
	return NVML_SUCCESS;
}

#define FIXED(name, T, value) \
	nvmlReturn_t name(nvmlDevice_t device, T *out) \
	{ \
		nvmlReturn_t error = check(device, out); \
		if (error == NVML_SUCCESS) \
			*out = value; \
		return error; \
	}
FIXED(nvmlDeviceGetBrand, nvmlBrandType_t, NVML_BRAND_UNKNOWN)
FIXED(nvmlDeviceGetComputeMode, nvmlComputeMode_t, NVML_COMPUTEMODE_DEFAULT)
FIXED(nvmlDeviceGetDisplayActive, nvmlEnableState_t, NVML_FEATURE_DISABLED)
FIXED(nvmlDeviceGetDisplayMode, nvmlEnableState_t, NVML_FEATURE_DISABLED)
FIXED(nvmlDeviceGetMultiGpuBoard, unsigned, 0)
FIXED(nvmlDeviceGetIndex, unsigned, (unsigned)(device - nvml_device(0)))
