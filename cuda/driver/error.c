/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names and texts of errors (CUDA driver API, "Error Handling"). */
#include "context_impl.h"
#include "hsaemu/base.h"

static const struct {
	CUresult error;
	const char *name, *text;
} errors[] = {
#define CUDA_BOTH_ERRORS(number, driver_name, runtime_name, text_) \
	{driver_name, #driver_name, text_},
#include "hsaemu/cuda_errors.def"
};
#define CUDA_BOTH_ERRORS(number, driver_name, runtime_name, text_) \
	HSAEMU_STATIC_ASSERT((int)(driver_name) == (number), "number of an error");
#include "hsaemu/cuda_errors.def"

/* Returns the row's index; that of none is the number of rows. */
static size_t row_of(CUresult error)
{
	size_t i = 0;
	while (i < ARRAY_LEN(errors) && errors[i].error != error)
		i++;
	return i;
}

CUresult CUDAAPI cuGetErrorName(CUresult error, const char **pStr)
{
	size_t row = row_of(error);
	if (pStr == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*pStr = row < ARRAY_LEN(errors) ? errors[row].name : NULL;
	return *pStr != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuGetErrorString(CUresult error, const char **pStr)
{
	size_t row = row_of(error);
	if (pStr == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*pStr = row < ARRAY_LEN(errors) ? errors[row].text : NULL;
	return *pStr != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
