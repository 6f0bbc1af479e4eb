/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which cuRAND this is: that of CUDA 12.9. */
#include "rand_impl.h"

curandStatus_t CURANDAPI curandGetVersion(int *version)
{
	if (version == NULL)
		return CURAND_STATUS_OUT_OF_RANGE;
	*version = CURAND_VERSION;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t CURANDAPI curandGetProperty(libraryPropertyType type, int *value)
{
	static const int parts[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
	if (value == NULL || (unsigned)type >= ARRAY_LEN(parts))
		return CURAND_STATUS_OUT_OF_RANGE;
	*value = parts[type];
	return CURAND_STATUS_SUCCESS;
}
