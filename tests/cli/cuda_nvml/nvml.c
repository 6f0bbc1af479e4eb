/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What NVML tells is what the driver tells, and what it refuses. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cuda.h>
#include <nvml.h>

static int failed;

#define IS(expected, call) is((long long)(expected), (long long)(call), #call, __LINE__)
static void is(long long expected, long long got, const char *call, int line)
{
	if (got != expected) {
		printf("line %d: %s gives %lld, not %lld\n", line, call, got, expected);
		failed = 1;
	}
}

static void before(void)
{
	unsigned count = 5;
	nvmlDevice_t d;
	IS(NVML_ERROR_UNINITIALIZED, nvmlShutdown());
	IS(NVML_ERROR_UNINITIALIZED, nvmlDeviceGetCount(&count));
	IS(NVML_ERROR_UNINITIALIZED, nvmlDeviceGetHandleByIndex(0, &d));
	IS(NVML_ERROR_UNINITIALIZED, nvmlDeviceGetTemperature(NULL, NVML_TEMPERATURE_GPU, &count));
	IS(0, strcmp(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED), "not supported"));
	IS(1, nvmlErrorString((nvmlReturn_t)12345) != NULL);
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlInitWithFlags(64));
}

static void handles(nvmlDevice_t d, int index)
{
	char name[96], own[96], uuid[96], bus[32];
	unsigned at = 99;
	nvmlDevice_t again = NULL;
	nvmlPciInfo_t pci;
	CUuuid id;
	IS(NVML_SUCCESS, nvmlDeviceGetIndex(d, &at));
	IS(index, at);
	IS(NVML_SUCCESS, nvmlDeviceGetName(d, name, sizeof name));
	IS(CUDA_SUCCESS, cuDeviceGetName(own, sizeof own, index));
	IS(0, strcmp(name, own));
	IS(NVML_ERROR_INSUFFICIENT_SIZE, nvmlDeviceGetName(d, name, (unsigned)strlen(own)));
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlDeviceGetName(d, NULL, 10));
	IS(NVML_SUCCESS, nvmlDeviceGetUUID(d, uuid, sizeof uuid));
	IS(CUDA_SUCCESS, cuDeviceGetUuid(&id, index));
	const unsigned char *b = (const unsigned char *)id.bytes;
	snprintf(own, sizeof own,
		"GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0],
		b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
		b[14], b[15]);
	IS(0, strcmp(uuid, own));
	IS(NVML_SUCCESS, nvmlDeviceGetHandleByUUID(uuid, &again));
	IS(1, again == d);
	IS(NVML_ERROR_NOT_FOUND, nvmlDeviceGetHandleByUUID("GPU-0", &again));
	memset(&pci, 0x55, sizeof pci);
	IS(NVML_SUCCESS, nvmlDeviceGetPciInfo(d, &pci));
	IS(CUDA_SUCCESS, cuDeviceGetPCIBusId(bus, sizeof bus, index));
	IS(0, strcasecmp(bus, pci.busIdLegacy));
	IS(0, strcasecmp(bus, pci.busId + 4));
	IS(index + 1, pci.bus);
	IS(NVML_SUCCESS, nvmlDeviceGetHandleByPciBusId(pci.busId, &again));
	IS(1, again == d);
	IS(NVML_SUCCESS, nvmlDeviceGetHandleByPciBusId(bus, &again));
	IS(NVML_ERROR_NOT_FOUND, nvmlDeviceGetHandleByPciBusId("0000:77:00.0", &again));
}

static void numbers(nvmlDevice_t d, int index)
{
	size_t total;
	int major = 0, minor = 0, own_major, own_minor;
	nvmlMemory_t m;
	nvmlMemory_v2_t m2 = {.version = nvmlMemory_v2};
	IS(NVML_SUCCESS, nvmlDeviceGetMemoryInfo(d, &m));
	IS(CUDA_SUCCESS, cuDeviceTotalMem(&total, index));
	IS(total, m.total);
	IS(total, m.free + m.used);
	IS(1, m.free > 0 && m.used > 0);
	IS(NVML_SUCCESS, nvmlDeviceGetMemoryInfo_v2(d, &m2));
	IS(total, m2.total);
	IS(total, m2.free + m2.used + m2.reserved);
	m2.version = 1;
	IS(NVML_ERROR_ARGUMENT_VERSION_MISMATCH, nvmlDeviceGetMemoryInfo_v2(d, &m2));
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlDeviceGetMemoryInfo(d, NULL));
	IS(NVML_SUCCESS, nvmlDeviceGetCudaComputeCapability(d, &major, &minor));
	cuDeviceGetAttribute(&own_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, index);
	cuDeviceGetAttribute(&own_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, index);
	IS(own_major, major);
	IS(own_minor, minor);
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlDeviceGetCudaComputeCapability(d, NULL, &minor));
	nvmlUtilization_t u = {777, 777};
	IS(NVML_SUCCESS, nvmlDeviceGetUtilizationRates(d, &u));
	IS(1, u.gpu <= 100 && u.memory == 0);
	nvmlComputeMode_t mode;
	IS(NVML_SUCCESS, nvmlDeviceGetComputeMode(d, &mode));
	IS(NVML_COMPUTEMODE_DEFAULT, mode);
	nvmlDeviceArchitecture_t arch;
	IS(NVML_SUCCESS, nvmlDeviceGetArchitecture(d, &arch));
	IS(NVML_DEVICE_ARCH_AMPERE, arch);
}

static void processes(nvmlDevice_t d)
{
	unsigned count = 0;
	char name[256];
	nvmlProcessInfo_t infos[4];
	IS(NVML_ERROR_INSUFFICIENT_SIZE, nvmlDeviceGetComputeRunningProcesses(d, &count, NULL));
	IS(1, count);
	count = 4;
	IS(NVML_SUCCESS, nvmlDeviceGetComputeRunningProcesses(d, &count, infos));
	IS(1, count);
	IS(getpid(), infos[0].pid);
	IS(-1, infos[0].usedGpuMemory);
	IS(NVML_SUCCESS, nvmlSystemGetProcessName(infos[0].pid, name, sizeof name));
	IS(0, strcmp(name, "./nvml"));
	IS(NVML_ERROR_NOT_FOUND, nvmlSystemGetProcessName(0, name, sizeof name));
	IS(NVML_SUCCESS, nvmlDeviceGetGraphicsRunningProcesses(d, &count, infos));
	IS(0, count);
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlDeviceGetComputeRunningProcesses(d, NULL, infos));
}

static void refused(nvmlDevice_t d)
{
	unsigned u;
	unsigned long long energy;
	int i, driver;
	char text[96];
	IS(NVML_ERROR_NOT_SUPPORTED, nvmlDeviceGetTemperature(d, NVML_TEMPERATURE_GPU, &u));
	IS(NVML_ERROR_NOT_SUPPORTED, nvmlDeviceGetTemperature(d, NVML_TEMPERATURE_GPU, &u));
	IS(NVML_ERROR_NOT_SUPPORTED, nvmlDeviceGetPowerUsage(d, &u));
	IS(NVML_ERROR_NOT_SUPPORTED, nvmlDeviceGetTotalEnergyConsumption(d, &energy));
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlDeviceGetPowerUsage((nvmlDevice_t)(void *)&u, &u));
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlDeviceGetPowerUsage((nvmlDevice_t)8, &u));
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlDeviceGetName(NULL, text, sizeof text));
	IS(NVML_ERROR_INVALID_ARGUMENT, nvmlDeviceGetHandleByIndex(99, &d));
	IS(NVML_SUCCESS, nvmlSystemGetCudaDriverVersion(&i));
	IS(CUDA_SUCCESS, cuDriverGetVersion(&driver));
	IS(driver, i);
	IS(NVML_SUCCESS, nvmlSystemGetDriverVersion(text, sizeof text));
	IS(NVML_SUCCESS, nvmlSystemGetNVMLVersion(text, sizeof text));
	IS(0, strncmp(text, "12.", 3));
	IS(NVML_ERROR_INSUFFICIENT_SIZE, nvmlSystemGetNVMLVersion(text, 2));
}

static void *ask(void *device)
{
	nvmlMemory_t m;
	nvmlUtilization_t u;
	for (int i = 0; i < 200; i++) {
		nvmlReturn_t error = nvmlInit();
		if (error == NVML_SUCCESS)
			error = nvmlDeviceGetMemoryInfo(device, &m);
		if (error == NVML_SUCCESS)
			error = nvmlDeviceGetUtilizationRates(device, &u);
		if (error == NVML_SUCCESS)
			error = nvmlShutdown();
		if (error != NVML_SUCCESS)
			return device;
	}
	return NULL;
}

int main(void)
{
	unsigned count = 0;
	nvmlDevice_t d = NULL;
	before();
	IS(NVML_SUCCESS, nvmlInit());
	IS(CUDA_SUCCESS, cuInit(0));
	IS(NVML_SUCCESS, nvmlDeviceGetCount(&count));
	IS(2, count);
	for (unsigned i = 0; i < count; i++) {
		IS(NVML_SUCCESS, nvmlDeviceGetHandleByIndex(i, &d));
		handles(d, (int)i);
		numbers(d, (int)i);
	}
	processes(d);
	refused(d);
	pthread_t threads[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, ask, d);
	for (int i = 0; i < 3; i++) {
		void *result;
		pthread_join(threads[i], &result);
		IS(1, result == NULL);
	}
	IS(NVML_SUCCESS, nvmlShutdown());
	IS(NVML_ERROR_UNINITIALIZED, nvmlDeviceGetIndex(d, &count));
	return failed;
}
