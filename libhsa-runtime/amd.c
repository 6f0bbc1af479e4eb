/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What AMD's extension has of one piece: its state, coherency. */
#include <stdlib.h>
#include "amd_impl.h"

struct hr_amd *hr_amd_new(void)
{
	struct hr_amd *amd = mem_try_new(1, sizeof *amd);
	if (amd != NULL && pthread_mutex_init(&amd->lock, NULL) != 0) {
		free(amd);
		return NULL;
	}
	return amd;
}

void hr_amd_free(struct hr_amd *amd)
{
	if (amd == NULL)
		return;
	hr_amd_jobs_free(amd);
	hr_amd_notifiers_free(amd);
	hr_amd_masks_free(amd);
	hr_amd_errors_free(amd);
	pthread_mutex_destroy(&amd->lock);
	free(amd);
}

hsa_status_t hsa_amd_coherency_get_type(hsa_agent_t agent, hsa_amd_coherency_type_t *type)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (type == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*type = HSA_AMD_COHERENCY_TYPE_COHERENT;
	return HSA_STATUS_SUCCESS;
}

/* Memory stays coherent, which the other type does not rule out. */
hsa_status_t hsa_amd_coherency_set_type(hsa_agent_t agent, hsa_amd_coherency_type_t type)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (type != HSA_AMD_COHERENCY_TYPE_COHERENT && type != HSA_AMD_COHERENCY_TYPE_NONCOHERENT)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return HSA_STATUS_SUCCESS;
}
