/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes of agents that hsa_ext_amd.h adds, as rocminfo and others ask for them. What our
 * agents have nothing of is 0. */
#include <hsa/hsa_ext_amd.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>
#include "agents_impl.h"

static uint32_t compute_units(struct hr_state *s, const struct hr_agent *a)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (a->index == HR_AGENT_GPU)
		return rt_cu_count(s->rt);
	return cpus > 0 ? (uint32_t)cpus : 1;
}

static hsa_status_t number_info(struct hr_state *s, const struct hr_agent *a, uint32_t attribute,
	void *value)
{
	const uint32_t gpu = a->index == HR_AGENT_GPU;
	switch (attribute) {
	case HSA_AMD_AGENT_INFO_CACHELINE_SIZE:
		return HR_PUT(value, uint32_t, 64);
	case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
		return HR_PUT(value, uint32_t, compute_units(s, a));
	case HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT:
		return HR_PUT(value, uint32_t, gpu != 0 ? compute_units(s, a) : 0);
	case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY:
		return HR_PUT(value, uint32_t, rt_machine_clock_mhz());
	case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID:
		return HR_PUT(value, uint32_t, a->index);
	case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU:
		return HR_PUT(value, uint32_t, gpu != 0 ? HR_WAVES_PER_CU : 0);
	case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU:
	case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES:
	case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE:
		return HR_PUT(value, uint32_t, gpu);
	case HSA_AMD_AGENT_INFO_CHIP_ID:
	case HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS:
	case HSA_AMD_AGENT_INFO_BDFID:
	case HSA_AMD_AGENT_INFO_DOMAIN:
	case HSA_AMD_AGENT_INFO_MEMORY_WIDTH:
	case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY:
	case HSA_AMD_AGENT_INFO_ASIC_REVISION:
		return HR_PUT(value, uint32_t, 0);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t hr_agent_amd_info(struct hr_state *s, const struct hr_agent *a, uint32_t attribute,
	void *value)
{
	enum { UUID_BYTES = 21 };
	bool gpu = a->index == HR_AGENT_GPU;
	switch (attribute) {
	case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
		return hr_put_name(value, a->product, HR_NAME_BYTES);
	case HSA_AMD_AGENT_INFO_UUID: /* neither agent has one */
		return hr_put_name(value, gpu ? "GPU-XX" : "CPU-XX", UUID_BYTES);
	case HSA_AMD_AGENT_INFO_HDP_FLUSH:
		return HR_PUT(value, hsa_amd_hdp_flush_t, NULL, NULL);
	case HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES: /* groups of a grid may wait for each other */
		return HR_PUT(value, bool, gpu);
	case HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS:
		return HR_PUT(value, bool, true);
	default:
		return number_info(s, a, attribute, value);
	}
}
