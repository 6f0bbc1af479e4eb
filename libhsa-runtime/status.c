/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the statuses mean, in words (HSA Runtime 1.1, 2.2.1). */
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_finalize.h>
#include "hsa_impl.h"

static const struct {
	uint32_t status;
	const char *text;
} texts[] = {
#define STATUS(name, text) {name, #name ": " text},
#include "statuses.def"
#undef STATUS
};

hsa_status_t hsa_status_string(hsa_status_t status, const char **status_string)
{
	if (hr_state() == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (status_string == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (texts[i].status == (uint32_t)status) {
			*status_string = texts[i].text;
			return HSA_STATUS_SUCCESS;
		}
	return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
