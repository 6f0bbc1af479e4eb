/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finalizes a module, and prints the status and whether LLVM is in the process. */
#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hsa_status_t take_gpu(hsa_agent_t agent, void *data)
{
	hsa_device_type_t device;
	hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &device);
	if (device == HSA_DEVICE_TYPE_GPU)
		*(hsa_agent_t *)data = agent;
	return HSA_STATUS_SUCCESS;
}

static int has_llvm(void)
{
	char line[512];
	int found = 0;
	FILE *maps = fopen("/proc/self/maps", "r");
	while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
		found |= strstr(line, "libLLVM") != NULL || strstr(line, "libhsaemu-fin") != NULL;
	if (maps != NULL)
		fclose(maps);
	return found;
}

int main(int argc, char **argv)
{
	static char module[1 << 20];
	hsa_agent_t gpu = {0};
	hsa_isa_t isa;
	hsa_ext_program_t p;
	hsa_ext_control_directives_t none;
	hsa_code_object_t code;
	FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
	if (f == NULL || fread(module, 1, sizeof module, f) == 0 || hsa_init() != 0)
		return 1;
	fclose(f);
	memset(&none, 0, sizeof none);
	if (hsa_iterate_agents(take_gpu, &gpu) != 0 ||
		hsa_agent_get_info(gpu, HSA_AGENT_INFO_ISA, &isa) != 0 ||
		hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
			HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &p) != 0 ||
		hsa_ext_program_add_module(p, (hsa_ext_module_t)(void *)module) != 0)
		return 2;
	int status = 0;
	/* what fails is tried again, and fails in the same way */
	for (int i = 0, before; i == 0 || (i == 1 && status != 0); i++) {
		before = status;
		status = (int)hsa_ext_program_finalize(p, isa, 0, none, getenv("FINALIZE_OPTIONS"),
			HSA_CODE_OBJECT_TYPE_PROGRAM, &code);
		if (i != 0 && status != before)
			return 3;
	}
	printf("status %#x llvm %d\n", (unsigned)status, has_llvm());
	return hsa_shut_down() != 0;
}
