/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's attributes of shared virtual memory. All memory is coherent, lies where it lies, and each
 * agent accesses it there, so that what a client asks for is either so or a hint. */
#include "amd_impl.h"

/* Attributes of agents have the agent as value, which must be one. */
static bool agent_is_legal(struct hr_state *s, uint64_t handle, bool may_be_null)
{
	return (may_be_null && handle == 0) || hr_agent_find(s, (hsa_agent_t){handle}) != NULL;
}

static hsa_status_t check_set(struct hr_state *s, const hsa_amd_svm_attribute_pair_t *p)
{
	bool legal = false;
	switch ((hsa_amd_svm_attribute_t)p->attribute) {
	case HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG:
		legal = p->value <= HSA_AMD_SVM_GLOBAL_FLAG_COARSE_GRAINED;
		break;
	case HSA_AMD_SVM_ATTRIB_READ_ONLY:
	case HSA_AMD_SVM_ATTRIB_HIVE_LOCAL:
	case HSA_AMD_SVM_ATTRIB_READ_MOSTLY:
	case HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY:
		legal = true;
		break;
	case HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION:
		legal = agent_is_legal(s, p->value, true);
		break;
	case HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE:
	case HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE:
	case HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS:
		legal = agent_is_legal(s, p->value, false);
		break;
	case HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION:
	case HSA_AMD_SVM_ATTRIB_ACCESS_QUERY:
		break;
	}
	return legal ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t get(struct hr_state *s, hsa_amd_svm_attribute_pair_t *p)
{
	switch ((hsa_amd_svm_attribute_t)p->attribute) {
	case HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG:
		p->value = HSA_AMD_SVM_GLOBAL_FLAG_FINE_GRAINED;
		return HSA_STATUS_SUCCESS;
	case HSA_AMD_SVM_ATTRIB_READ_ONLY:
	case HSA_AMD_SVM_ATTRIB_HIVE_LOCAL:
	case HSA_AMD_SVM_ATTRIB_READ_MOSTLY:
	case HSA_AMD_SVM_ATTRIB_MIGRATION_GRANULARITY:
	case HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION:
	case HSA_AMD_SVM_ATTRIB_PREFETCH_LOCATION:
		p->value = 0;
		return HSA_STATUS_SUCCESS;
	case HSA_AMD_SVM_ATTRIB_ACCESS_QUERY:
		if (!agent_is_legal(s, p->value, false))
			return HSA_STATUS_ERROR_INVALID_ARGUMENT;
		p->attribute = HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE;
		return HSA_STATUS_SUCCESS;
	case HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE:
	case HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE:
	case HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS:
		break;
	}
	return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t check(const struct hr_state *s, const void *ptr, size_t size,
	const hsa_amd_svm_attribute_pair_t *list, size_t count)
{
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	return ptr == NULL || size == 0 || (list == NULL && count != 0)
	               ? HSA_STATUS_ERROR_INVALID_ARGUMENT
	               : HSA_STATUS_SUCCESS;
}

__attribute__((visibility("default"))) hsa_status_t hsa_amd_svm_attributes_set(void *ptr,
	size_t size, hsa_amd_svm_attribute_pair_t *attribute_list, size_t attribute_count)
{
	HR_ENTER(s);
	hsa_status_t status = check(s, ptr, size, attribute_list, attribute_count);
	for (size_t i = 0; status == HSA_STATUS_SUCCESS && i < attribute_count; i++)
		status = check_set(s, &attribute_list[i]);
	return status;
}

__attribute__((visibility("default"))) hsa_status_t hsa_amd_svm_attributes_get(void *ptr,
	size_t size, hsa_amd_svm_attribute_pair_t *attribute_list, size_t attribute_count)
{
	HR_ENTER(s);
	hsa_status_t status = check(s, ptr, size, attribute_list, attribute_count);
	for (size_t i = 0; status == HSA_STATUS_SUCCESS && i < attribute_count; i++)
		status = get(s, &attribute_list[i]);
	return status;
}
