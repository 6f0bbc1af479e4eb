/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What runs: how busy the processors are, and which processes compute. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include "nvml_impl.h"

/* ---- utilization ----------------------------------------------------------------------------- */

/* Times of all processors since the machine was started, in ticks (proc(5), /proc/stat). */
struct ticks {
	uint64_t busy, all;
};

/* Guards the following. */
static pthread_mutex_t ticks_lock = PTHREAD_MUTEX_INITIALIZER;
static struct ticks ticks_before;
static unsigned ticks_percent; /* of the time before that */

static bool read_ticks(struct ticks *t)
{
	uint64_t v[8]; /* user, nice, system, idle, iowait, irq, softirq, steal */
	FILE *f = fopen("/proc/stat", "r");
	if (f == NULL)
		return false;
	int got = fscanf(f,
		"cpu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
		" %" SCNu64 " %" SCNu64,
		&v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7]);
	fclose(f);
	if (got != (int)ARRAY_LEN(v))
		return false;
	*t = (struct ticks){0};
	for (size_t i = 0; i < ARRAY_LEN(v); i++)
		t->all += v[i];
	t->busy = t->all - v[3] - v[4];
	return true;
}

/* A percentage is that of the time since the last call; within a sixth of a second that is the same
 * one. The first is that since the machine was started. */
static unsigned percent_now(const struct ticks *now)
{
	uint64_t least = (uint64_t)(sysconf(_SC_CLK_TCK) * sysconf(_SC_NPROCESSORS_ONLN) / 6);
	pthread_mutex_lock(&ticks_lock);
	uint64_t all = now->all - ticks_before.all, busy = now->busy - ticks_before.busy;
	if (now->all > ticks_before.all && all >= least) {
		ticks_percent = busy < all ? (unsigned)(busy * 100 / all) : 100;
		ticks_before = *now;
	}
	unsigned percent = ticks_percent;
	pthread_mutex_unlock(&ticks_lock);
	return percent;
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *utilization)
{
	struct ticks now;
	nvmlReturn_t error = nvml_check_device(device);
	if (error != NVML_SUCCESS)
		return error;
	if (utilization == NULL)
		return NVML_ERROR_INVALID_ARGUMENT;
	if (!read_ticks(&now))
		return NVML_ERROR_NOT_SUPPORTED;
	*utilization = (nvmlUtilization_t){.gpu = percent_now(&now)};
	return NVML_SUCCESS;
}

/* ---- processes ------------------------------------------------------------------------------- */

/* The lists of processes, in the forms that they have had. All that is known of is the process that
 * asks, whose memory on the device nobody can tell from its other memory. */
#define AND_INSTANCES , 0xffffffff, 0xffffffff
#define COMPUTES(version, T, instances) \
	nvmlReturn_t nvmlDeviceGetComputeRunningProcesses##version(nvmlDevice_t device, \
		unsigned *infoCount, T *infos) \
	{ \
		const T own = {(unsigned)getpid(), \
			(unsigned long long)NVML_VALUE_NOT_AVAILABLE instances}; \
		nvmlReturn_t error = begin_list(device, infoCount, 1, infos != NULL); \
		if (error == NVML_SUCCESS) \
			infos[0] = own; \
		return error; \
	}
#define COMPUTES_NOT(name, T) \
	nvmlReturn_t name(nvmlDevice_t device, unsigned *infoCount, T *infos) \
	{ \
		return begin_list(device, infoCount, 0, infos != NULL); \
	}

static nvmlReturn_t begin_list(nvmlDevice_t device, unsigned *count, unsigned needed, bool has_room)
{
	nvmlReturn_t error = nvml_check_device(device);
	if (error != NVML_SUCCESS)
		return error;
	if (count == NULL || (*count > 0 && !has_room))
		return NVML_ERROR_INVALID_ARGUMENT;
	bool fits = *count >= needed;
	*count = needed;
	return fits ? NVML_SUCCESS : NVML_ERROR_INSUFFICIENT_SIZE;
}

COMPUTES(, nvmlProcessInfo_v1_t, )
COMPUTES(_v2, nvmlProcessInfo_v2_t, AND_INSTANCES)
COMPUTES(_v3, nvmlProcessInfo_t, AND_INSTANCES)
COMPUTES_NOT(nvmlDeviceGetGraphicsRunningProcesses, nvmlProcessInfo_v1_t)
COMPUTES_NOT(nvmlDeviceGetGraphicsRunningProcesses_v2, nvmlProcessInfo_v2_t)
COMPUTES_NOT(nvmlDeviceGetGraphicsRunningProcesses_v3, nvmlProcessInfo_t)
COMPUTES_NOT(nvmlDeviceGetMPSComputeRunningProcesses_v3, nvmlProcessInfo_t)
