/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The instruction set (HSA Runtime 1.1, 2.8): one, for which hsail-fin makes code. It has one call
 * convention and one size of wavefronts. Only the agent that runs kernels has it. */
#include <string.h>
#include "agents_impl.h"

hsa_status_t hsa_isa_from_name(const char *name, hsa_isa_t *isa)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (name == NULL || isa == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (strcmp(name, HR_ISA_NAME) != 0 && strcmp(name, HR_ISA_TARGET) != 0)
		return HSA_STATUS_ERROR_INVALID_ISA_NAME;
	*isa = s->topology->isa;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_agent_iterate_isas(hsa_agent_t agent,
	hsa_status_t (*callback)(hsa_isa_t isa, void *data), void *data)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (a->index != HR_AGENT_GPU)
		return HSA_STATUS_SUCCESS;
	return callback(s->topology->isa, data);
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* Clients take the length of a name as the size of the array that gets it, and the array as a
 * string. So the length has the NUL in it. */
static hsa_status_t name_info(hsa_isa_info_t attribute, void *value)
{
	if (attribute == HSA_ISA_INFO_NAME_LENGTH)
		return HR_PUT(value, uint32_t, sizeof HR_ISA_NAME);
	return hr_put_name(value, HR_ISA_NAME, sizeof HR_ISA_NAME);
}

static hsa_status_t feature_info(const struct hr_state *s, hsa_isa_info_t attribute, void *value)
{
	switch (attribute) {
	case HSA_ISA_INFO_MACHINE_MODELS:
		return hr_put(value, (const bool[2]){false, true}, 2 * sizeof(bool));
	case HSA_ISA_INFO_PROFILES: {
		bool full = s->environment.profile == HSA_PROFILE_FULL;
		return hr_put(value, (const bool[2]){true, full}, 2 * sizeof(bool));
	}
	case HSA_ISA_INFO_DEFAULT_FLOAT_ROUNDING_MODES:
		return hr_put(value, (const bool[3]){true, true, true}, 3 * sizeof(bool));
	case HSA_ISA_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
		return hr_put(value, (const bool[3]){false, true, true}, 3 * sizeof(bool));
	case HSA_ISA_INFO_FAST_F16_OPERATION:
		return HR_PUT(value, bool, false);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

static hsa_status_t limit_info(hsa_isa_info_t attribute, void *value)
{
	const uint16_t group = HSAEMU_MAX_WORKGROUP;
	switch (attribute) {
	case HSA_ISA_INFO_CALL_CONVENTION_COUNT:
		return HR_PUT(value, uint32_t, 1);
	case HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE:
		return HR_PUT(value, uint32_t, HSAEMU_WAVESIZE);
	case HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONTS_PER_COMPUTE_UNIT:
		return HR_PUT(value, uint32_t, HR_WAVES_PER_CU);
	case HSA_ISA_INFO_WORKGROUP_MAX_DIM:
		return hr_put(value, (const uint16_t[3]){group, group, group}, 3 * sizeof group);
	case HSA_ISA_INFO_WORKGROUP_MAX_SIZE:
		return HR_PUT(value, uint32_t, group);
	case HSA_ISA_INFO_GRID_MAX_DIM:
		return HR_PUT(value, hsa_dim3_t, UINT32_MAX, UINT32_MAX, UINT32_MAX);
	case HSA_ISA_INFO_GRID_MAX_SIZE:
		return HR_PUT(value, uint64_t, UINT64_MAX);
	case HSA_ISA_INFO_FBARRIER_MAX_SIZE:
		return HR_PUT(value, uint32_t, HR_FBARRIERS);
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
}

hsa_status_t hsa_isa_get_info_alt(hsa_isa_t isa, hsa_isa_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!hr_isa_is_valid(s, isa))
		return HSA_STATUS_ERROR_INVALID_ISA;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (attribute == HSA_ISA_INFO_NAME_LENGTH || attribute == HSA_ISA_INFO_NAME)
		return name_info(attribute, value);
	hsa_status_t status = feature_info(s, attribute, value);
	return status == HSA_STATUS_SUCCESS ? status : limit_info(attribute, value);
}

/* The index is of the call convention. Clients expect that it is looked at for any attribute. */
hsa_status_t hsa_isa_get_info(hsa_isa_t isa, hsa_isa_info_t attribute, uint32_t index, void *value)
{
	HR_ENTER(s);
	if (s != NULL && hr_isa_is_valid(s, isa) && index != 0)
		return HSA_STATUS_ERROR_INVALID_INDEX;
	return hsa_isa_get_info_alt(isa, attribute, value);
}

hsa_status_t hsa_isa_get_round_method(hsa_isa_t isa, hsa_fp_type_t fp_type,
	hsa_flush_mode_t flush_mode, hsa_round_method_t *round_method)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!hr_isa_is_valid(s, isa))
		return HSA_STATUS_ERROR_INVALID_ISA;
	bool has_type =
		fp_type == HSA_FP_TYPE_16 || fp_type == HSA_FP_TYPE_32 || fp_type == HSA_FP_TYPE_64;
	bool has_mode = flush_mode == HSA_FLUSH_MODE_FTZ || flush_mode == HSA_FLUSH_MODE_NON_FTZ;
	if (!has_type || !has_mode || round_method == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*round_method = HSA_ROUND_METHOD_SINGLE; /* hsail-fin makes mad and fma the same */
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_isa_compatible(hsa_isa_t code_object_isa, hsa_isa_t agent_isa, bool *result)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!hr_isa_is_valid(s, code_object_isa) || !hr_isa_is_valid(s, agent_isa))
		return HSA_STATUS_ERROR_INVALID_ISA;
	if (result == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*result = code_object_isa.handle == agent_isa.handle;
	return HSA_STATUS_SUCCESS;
}

/* ---- wavefronts ------------------------------------------------------------------------------ */

hsa_status_t hsa_wavefront_get_info(hsa_wavefront_t wavefront, hsa_wavefront_info_t attribute,
	void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_handle_get(&s->handles, HR_WAVEFRONT, wavefront.handle) == NULL)
		return HSA_STATUS_ERROR_INVALID_WAVEFRONT;
	if (value == NULL || attribute != HSA_WAVEFRONT_INFO_SIZE)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return HR_PUT(value, uint32_t, HSAEMU_WAVESIZE);
}

hsa_status_t hsa_isa_iterate_wavefronts(hsa_isa_t isa,
	hsa_status_t (*callback)(hsa_wavefront_t wavefront, void *data), void *data)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!hr_isa_is_valid(s, isa))
		return HSA_STATUS_ERROR_INVALID_ISA;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return callback(s->topology->wavefront, data);
}
