/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names and texts of errors (CUDA runtime API, "Error Handling"). */
#include "runtime_impl.h"

static const struct {
	cudaError_t error;
	const char *name, *text;
} errors[] = {
#define CUDA_BOTH_ERRORS(number, driver_name, name_, text_) {name_, #name_, text_},
#define CUDA_RUNTIME_ERROR(number, name_, text_) {name_, #name_, text_},
#include "hsaemu/cuda_errors.def"
};
#define CUDA_BOTH_ERRORS(number, driver_name, name, text) \
	HSAEMU_STATIC_ASSERT((int)(name) == (number), "number of an error");
#define CUDA_RUNTIME_ERROR(number, name, text) \
	HSAEMU_STATIC_ASSERT((int)(name) == (number), "number of an error");
#include "hsaemu/cuda_errors.def"

/* Returns the row's index; that of none is the number of rows. */
static size_t row_of(cudaError_t error)
{
	size_t i = 0;
	while (i < ARRAY_LEN(errors) && errors[i].error != error)
		i++;
	return i;
}

const char *CUDARTAPI cudaGetErrorName(cudaError_t error)
{
	size_t row = row_of(error);
	return row < ARRAY_LEN(errors) ? errors[row].name : "unrecognized error code";
}

const char *CUDARTAPI cudaGetErrorString(cudaError_t error)
{
	size_t row = row_of(error);
	return row < ARRAY_LEN(errors) ? errors[row].text : "unrecognized error code";
}
