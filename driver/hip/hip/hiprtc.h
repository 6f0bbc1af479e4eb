/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilation while a program runs: NVRTC by HIP's names. Options that are about AMD's GPUs are
 * left out. */
#ifndef HSAEMU_HIPRTC_H
#define HSAEMU_HIPRTC_H

#include <nvrtc.h>
#include <stdlib.h>
#include <string.h>

#define hiprtcProgram nvrtcProgram
#define hiprtcResult nvrtcResult
#define hiprtcVersion nvrtcVersion
#define hiprtcGetErrorString nvrtcGetErrorString
#define hiprtcDestroyProgram nvrtcDestroyProgram
#define hiprtcAddNameExpression nvrtcAddNameExpression
#define hiprtcGetLoweredName nvrtcGetLoweredName
#define hiprtcGetProgramLog nvrtcGetProgramLog
#define hiprtcGetProgramLogSize nvrtcGetProgramLogSize
#define hiprtcGetCode nvrtcGetPTX
#define hiprtcGetCodeSize nvrtcGetPTXSize
#define HIPRTC_SUCCESS NVRTC_SUCCESS
#define HIPRTC_ERROR_OUT_OF_MEMORY NVRTC_ERROR_OUT_OF_MEMORY
#define HIPRTC_ERROR_PROGRAM_CREATION_FAILURE NVRTC_ERROR_PROGRAM_CREATION_FAILURE
#define HIPRTC_ERROR_INVALID_INPUT NVRTC_ERROR_INVALID_INPUT
#define HIPRTC_ERROR_INVALID_PROGRAM NVRTC_ERROR_INVALID_PROGRAM
#define HIPRTC_ERROR_INVALID_OPTION NVRTC_ERROR_INVALID_OPTION
#define HIPRTC_ERROR_COMPILATION NVRTC_ERROR_COMPILATION
#define HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE NVRTC_ERROR_BUILTIN_OPERATION_FAILURE
#define HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
#define HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
#define HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID
#define HIPRTC_ERROR_INTERNAL_ERROR NVRTC_ERROR_INTERNAL_ERROR

/* Programs need not include HIP's header. */
static inline nvrtcResult hiprtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int headerCount,
	const char *const *headers, const char *const *includeNames)
{
	static const char before[] = "#include <hip/hip_runtime.h>\n#line 1\n";
	char *text = source == NULL ? NULL : (char *)malloc(sizeof before + strlen(source));
	if (source == NULL || text == NULL)
		return source == NULL ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_OUT_OF_MEMORY;
	memcpy(text, before, sizeof before - 1);
	memcpy(text + sizeof before - 1, source, strlen(source) + 1);
	nvrtcResult result = nvrtcCreateProgram(program, text, name, headerCount, headers, includeNames);
	free(text);
	return result;
}

static inline nvrtcResult hiprtcCompileProgram(nvrtcProgram program, int count, const char *const *options)
{
	const char **kept = (const char **)malloc(((size_t)(count > 0 ? count : 0) + 1) * sizeof *kept);
	int n = 0;
	if (kept == NULL)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	for (int i = 0; i < count; i++)
		if (strncmp(options[i], "--offload-arch", 14) != 0 && strncmp(options[i], "--gpu-architecture=gfx", 22) != 0)
			kept[n++] = options[i];
	nvrtcResult result = nvrtcCompileProgram(program, n, kept);
	free(kept);
	return result;
}

#endif
