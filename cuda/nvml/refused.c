/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What there is not. A program that watches a device asks again and again: its user hears of each
 * function once. */
#include <stdatomic.h>
#include <stdio.h>
#include "nvml_impl.h"

static nvmlReturn_t refuse(const void *device, const char *name, atomic_flag *said)
{
	nvmlReturn_t error = nvml_check_device(device);
	if (error != NVML_SUCCESS)
		return error;
	if (!atomic_flag_test_and_set(said))
		fprintf(stderr, "libnvidia-ml: %s() is not supported\n", name);
	return NVML_ERROR_NOT_SUPPORTED;
}

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, parameters) \
	nvmlReturn_t name parameters \
	{ \
		static atomic_flag nvml_said = ATOMIC_FLAG_INIT; \
		return refuse(device, #name, &nvml_said); \
	}
#include "refused.def"
