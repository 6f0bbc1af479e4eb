/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of the whole system (HSA Runtime 1.1, 2.3.1). The clock is the one by which rt
 * measures dispatches and waits: it counts nanoseconds. */
#include <string.h>
#include "agents_impl.h"
#include "hsaemu/cli.h"

enum { TICKS_PER_SECOND = 1000000000 };

static hsa_status_t amd_info(uint32_t attribute, void *value)
{
	switch (attribute) {
	case HSA_AMD_SYSTEM_INFO_BUILD_VERSION:
		return hr_put(value, hsaemu_version, strlen(hsaemu_version) + 1);
	case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED:
	case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT:
		return HR_PUT(value, bool, true);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t hsa_system_get_info(hsa_system_info_t attribute, void *value)
{
	if (hr_state() == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	switch (attribute) {
	case HSA_SYSTEM_INFO_VERSION_MAJOR:
	case HSA_SYSTEM_INFO_VERSION_MINOR:
		return HR_PUT(value, uint16_t, 1);
	case HSA_SYSTEM_INFO_TIMESTAMP:
		return HR_PUT(value, uint64_t, rt_clock_ns());
	case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY:
		return HR_PUT(value, uint64_t, TICKS_PER_SECOND);
	case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT: /* waits have no limit */
		return HR_PUT(value, uint64_t, UINT64_MAX);
	case HSA_SYSTEM_INFO_ENDIANNESS:
		return HR_PUT(value, hsa_endianness_t, HSA_ENDIANNESS_LITTLE);
	case HSA_SYSTEM_INFO_MACHINE_MODEL:
		return HR_PUT(value, hsa_machine_model_t, HSA_MACHINE_MODEL_LARGE);
	case HSA_SYSTEM_INFO_EXTENSIONS: {
		uint8_t mask[HR_LAST_EXTENSION_BYTE];
		hr_extensions_mask(NULL, mask);
		return hr_put(value, mask, sizeof mask);
	}
	default:
		return amd_info(attribute, value);
	}
}
