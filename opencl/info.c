/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <string.h>
#include "info_impl.h"

cl_int ocl_put(const struct ocl_out *out, const void *from, size_t bytes)
{
	if (out->value != NULL && out->bytes < bytes)
		return CL_INVALID_VALUE;
	if (out->value != NULL && bytes != 0)
		memcpy(out->value, from, bytes);
	if (out->size_ret != NULL)
		*out->size_ret = bytes;
	return CL_SUCCESS;
}

cl_int ocl_put_text(const struct ocl_out *out, const char *text)
{
	return ocl_put(out, text, strlen(text) + 1);
}
