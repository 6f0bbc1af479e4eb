/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// NVML's types, and declarations of its functions, so that host code parses.
#ifndef HSAEMU_NVML_H
#define HSAEMU_NVML_H

#include "hsaemu_parsed.h"

enum nvmlReturn_t {
	NVML_SUCCESS = 0,
	NVML_ERROR_UNINITIALIZED = 1,
	NVML_ERROR_INVALID_ARGUMENT = 2,
	NVML_ERROR_NOT_SUPPORTED = 3,
	NVML_ERROR_NO_PERMISSION = 4,
	NVML_ERROR_NOT_FOUND = 6,
	NVML_ERROR_INSUFFICIENT_SIZE = 7,
	NVML_ERROR_DRIVER_NOT_LOADED = 9,
	NVML_ERROR_TIMEOUT = 10,
	NVML_ERROR_GPU_IS_LOST = 15,
	NVML_ERROR_UNKNOWN = 999
};
enum nvmlClockType_t { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM, NVML_CLOCK_VIDEO };
enum nvmlTemperatureSensors_t { NVML_TEMPERATURE_GPU };
enum nvmlEnableState_t { NVML_FEATURE_DISABLED, NVML_FEATURE_ENABLED };
typedef struct nvmlDevice_st *nvmlDevice_t;
struct nvmlMemory_t { unsigned long long total, free, used; };
struct nvmlUtilization_t { unsigned gpu, memory; };
struct nvmlPciInfo_t { char busIdLegacy[16]; unsigned domain, bus, device, pciDeviceId, pciSubSystemId; char busId[32]; };
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define HSAEMU_NVML(name) HSAEMU_HOST(nvmlReturn_t, nvml##name)
HSAEMU_NVML(Init) HSAEMU_NVML(Init_v2) HSAEMU_NVML(Shutdown) HSAEMU_NVML(SystemGetDriverVersion)
HSAEMU_NVML(SystemGetNVMLVersion) HSAEMU_NVML(DeviceGetCount) HSAEMU_NVML(DeviceGetCount_v2)
HSAEMU_NVML(DeviceGetHandleByIndex) HSAEMU_NVML(DeviceGetHandleByIndex_v2) HSAEMU_NVML(DeviceGetHandleByUUID)
HSAEMU_NVML(DeviceGetHandleByPciBusId) HSAEMU_NVML(DeviceGetHandleByPciBusId_v2) HSAEMU_NVML(DeviceGetName)
HSAEMU_NVML(DeviceGetUUID) HSAEMU_NVML(DeviceGetPciInfo) HSAEMU_NVML(DeviceGetMemoryInfo)
HSAEMU_NVML(DeviceGetUtilizationRates) HSAEMU_NVML(DeviceGetPowerUsage) HSAEMU_NVML(DeviceGetEnforcedPowerLimit)
HSAEMU_NVML(DeviceGetPowerManagementLimit) HSAEMU_NVML(DeviceGetTotalEnergyConsumption)
HSAEMU_NVML(DeviceGetTemperature) HSAEMU_NVML(DeviceGetClockInfo) HSAEMU_NVML(DeviceGetMaxClockInfo)
HSAEMU_NVML(DeviceSetGpuLockedClocks) HSAEMU_NVML(DeviceResetGpuLockedClocks) HSAEMU_NVML(DeviceGetIndex)
#undef HSAEMU_NVML
HSAEMU_HOST(const char *, nvmlErrorString)

#endif
