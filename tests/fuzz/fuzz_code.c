/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a code object that a client of the HSA runtime loads, by a reader and deserialized,
 * with the host's variables defined for what it lacks; and all that is asked of its symbols. */
#include <stdlib.h>
#include <string.h>
#include <hsa/hsa.h>
#include "fuzz.h"

hsa_status_t hsa_init(void);

static uint64_t sum;
static uint64_t variable[1024];

static hsa_status_t take_gpu(hsa_agent_t agent, void *data)
{
	uint32_t features = 0;
	hsa_agent_get_info(agent, HSA_AGENT_INFO_FEATURE, &features);
	if (features == HSA_AGENT_FEATURE_KERNEL_DISPATCH)
		*(hsa_agent_t *)data = agent;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t look(hsa_executable_t e, hsa_executable_symbol_t s, void *data)
{
	uint32_t attributes[] = {
		0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23};
	uint32_t n = 0;
	char *name;
	(void)data;
	for (size_t i = 0; i < ARRAY_LEN(attributes); i++) {
		uint64_t value[2] = {0};
		if (hsa_executable_symbol_get_info(s, (hsa_executable_symbol_info_t)attributes[i],
			    value) != HSA_STATUS_SUCCESS)
			BUG("attribute %u has no value", attributes[i]);
		sum += value[0];
	}
	hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &n);
	name = calloc(1, (size_t)n + 1);
	if (name == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name);
	sum += hsa_executable_get_symbol_by_name(e, name, NULL, &s);
	free(name);
	return HSA_STATUS_SUCCESS;
}

/* The host defines each variable that the code declares only. */
static hsa_status_t define(hsa_code_object_t code, hsa_code_symbol_t s, void *data)
{
	const hsa_executable_t *e = data;
	bool defined = true;
	uint32_t n = 0, kind = 0;
	hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_IS_DEFINITION, &defined);
	hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_TYPE, &kind);
	hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_NAME_LENGTH, &n);
	char *name = calloc(1, (size_t)n + 1);
	(void)code;
	if (!defined && kind == HSA_SYMBOL_KIND_VARIABLE && name != NULL) {
		hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_NAME, name);
		sum += hsa_executable_global_variable_define(*e, name, variable);
	}
	free(name);
	return HSA_STATUS_SUCCESS;
}

static void load(hsa_agent_t gpu, const uint8_t *bytes, size_t len, const hsa_code_object_t *code)
{
	hsa_executable_t e;
	hsa_code_object_reader_t r;
	uint32_t result = 0;
	if (hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, NULL, &e) !=
		HSA_STATUS_SUCCESS)
		return;
	if (code != NULL) {
		hsa_code_object_iterate_symbols(*code, define, &e);
		sum += hsa_executable_load_code_object(e, gpu, *code, NULL);
	} else if (hsa_code_object_reader_create_from_memory(bytes, len, &r) ==
		   HSA_STATUS_SUCCESS) {
		sum += hsa_executable_load_agent_code_object(e, gpu, r, NULL, NULL);
		sum += hsa_executable_load_program_code_object(e, r, NULL, NULL);
		sum += hsa_code_object_reader_destroy(r);
	}
	sum += hsa_executable_iterate_symbols(e, look, NULL);
	sum += hsa_executable_validate(e, &result);
	sum += hsa_executable_freeze(e, NULL);
	sum += hsa_executable_iterate_symbols(e, look, NULL);
	if (hsa_executable_destroy(e) != HSA_STATUS_SUCCESS)
		BUG("an executable cannot be destroyed");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static hsa_agent_t gpu;
	hsa_code_object_t code;
	if (gpu.handle == 0 && hsa_init() == HSA_STATUS_SUCCESS)
		hsa_iterate_agents(take_gpu, &gpu);
	load(gpu, bytes, len, NULL);
	uint8_t *copy = malloc(len + 1);
	if (copy == NULL)
		return 0;
	if (len != 0)
		memcpy(copy, bytes, len);
	if (hsa_code_object_deserialize(copy, len, NULL, &code) == HSA_STATUS_SUCCESS) {
		load(gpu, bytes, len, &code);
		hsa_code_object_destroy(code);
	}
	free(copy);
	return 0;
}
