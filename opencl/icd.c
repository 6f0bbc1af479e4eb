/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table by which the ICD loader reaches all functions (cl_khr_icd). Those of extensions that
 * there are none of have entries, too, because the loader calls them unasked. */
#include <string.h>
#include "platform_impl.h"
#include <CL/cl_ext.h>

static cl_int absent(void)
{
	return CL_INVALID_OPERATION;
}

/* Parameters are handed over alike whether they are handles, pointers or integers, so one function
 * stands for all that have as many. */
#define ABSENT_OBJECT(count, ...) \
	static void *absent_object_##count(__VA_ARGS__, cl_int *errcode_ret) \
	{ \
		return ocl_fail(errcode_ret, CL_INVALID_OPERATION); \
	}
#define A(n) uintptr_t a##n __attribute__((unused))
ABSENT_OBJECT(3, A(1), A(2))
ABSENT_OBJECT(4, A(1), A(2), A(3))
ABSENT_OBJECT(6, A(1), A(2), A(3), A(4), A(5))

static const cl_icd_dispatch ocl_dispatch;

OCL_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
	cl_uint *num_platforms)
{
	if ((platforms == NULL && num_platforms == NULL) || (platforms != NULL && num_entries == 0))
		return CL_INVALID_VALUE;
	ocl_platform_publish(&ocl_dispatch);
	if (platforms != NULL)
		platforms[0] = &ocl_platform;
	if (num_platforms != NULL)
		*num_platforms = 1;
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
	cl_uint *num_platforms)
{
	return clIcdGetPlatformIDsKHR(num_entries, platforms, num_platforms);
}

/* The functions of extensions. */
OCL_EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *func_name)
{
	static const struct {
		const char *name;
		uintptr_t address;
	} functions[] = {
#define OCL_FUNCTION(name) {#name, (uintptr_t)name},
#include "extension_functions.def"
	};
	for (size_t i = 0; i < ARRAY_LEN(functions) && func_name != NULL; i++)
		if (strcmp(func_name, functions[i].name) == 0)
			return (void *)functions[i].address;
	return NULL;
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
	const char *func_name)
{
	return ocl_is_valid(OCL_PLATFORM, platform) ? clGetExtensionFunctionAddress(func_name)
	                                            : NULL;
}

static const cl_icd_dispatch ocl_dispatch = {
#define OCL_HAS(name) .name = name,
#define OCL_LACKS(name) .name = (cl_api_##name)(void (*)(void))absent,
#define OCL_LACKS_OBJECT(name, count) .name = (cl_api_##name)(void (*)(void))absent_object_##count,
#define OCL_WINDOWS(name) .name = (cl_api_##name)(uintptr_t)absent,
#include "icd.def"
};
