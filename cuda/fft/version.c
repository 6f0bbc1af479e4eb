/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which cuFFT this is: that of CUDA 12.9. */
#include "fft_impl.h"

cufftResult cufftGetVersion(int *version)
{
	if (version == NULL)
		return CUFFT_INVALID_VALUE;
	*version = CUFFT_VERSION;
	return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
	static const int parts[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
	if (value == NULL || (unsigned)type >= ARRAY_LEN(parts))
		return CUFFT_INVALID_VALUE;
	*value = parts[type];
	return CUFFT_SUCCESS;
}
