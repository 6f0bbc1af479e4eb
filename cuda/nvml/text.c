/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts that NVML gives: of errors, of versions, of processes. */
#include <stdio.h>
#include <string.h>
#include "hsaemu/cli.h"
#include "nvml_impl.h"

nvmlReturn_t nvml_put_text(char *to, unsigned length, const char *text)
{
	size_t bytes = strlen(text) + 1;
	if (to == NULL)
		return NVML_ERROR_INVALID_ARGUMENT;
	if (bytes > length)
		return NVML_ERROR_INSUFFICIENT_SIZE;
	memcpy(to, text, bytes);
	return NVML_SUCCESS;
}

const char *nvmlErrorString(nvmlReturn_t result)
{
	switch (result) {
#define RESULT(name, text) \
	case name: \
		return text;
#include "errors.def"
	}
	return "no result of NVML";
}

/* ---- versions -------------------------------------------------------------------------------- */

nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned length)
{
	nvmlReturn_t error = nvml_check();
	return error == NVML_SUCCESS ? nvml_put_text(version, length, hsaemu_version) : error;
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned length)
{
	char text[64];
	snprintf(text, sizeof text, "%s.%s", NVML_API_VERSION_STR, hsaemu_version);
	nvmlReturn_t error = nvml_check();
	return error == NVML_SUCCESS ? nvml_put_text(version, length, text) : error;
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version)
{
	nvmlReturn_t error = nvml_check();
	if (error == NVML_SUCCESS && version == NULL)
		error = NVML_ERROR_INVALID_ARGUMENT;
	return error == NVML_SUCCESS ? nvml_error(DRIVER(cuDriverGetVersion)(version)) : error;
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version)
{
	return nvmlSystemGetCudaDriverVersion_v2(version);
}

/* ---- processes ------------------------------------------------------------------------------- */

/* What is longer than the client's array is cut off, as NVML has it. */
nvmlReturn_t nvmlSystemGetProcessName(unsigned pid, char *name, unsigned length)
{
	char path[32], text[4096] = "";
	nvmlReturn_t error = nvml_check();
	if (error != NVML_SUCCESS)
		return error;
	if (name == NULL || length == 0)
		return NVML_ERROR_INVALID_ARGUMENT;
	snprintf(path, sizeof path, "/proc/%u/cmdline", pid);
	FILE *f = fopen(path, "r");
	if (f == NULL)
		return NVML_ERROR_NOT_FOUND;
	size_t bytes = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	if (bytes == 0)
		return NVML_ERROR_NOT_FOUND;
	snprintf(name, length, "%s", text); /* the first of the arguments */
	return NVML_SUCCESS;
}
