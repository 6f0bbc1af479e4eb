/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilation of CUDA C++ while a program runs (NVRTC 12.0). */
#ifndef HSAEMU_NVRTC_H
#define HSAEMU_NVRTC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	NVRTC_SUCCESS,
	NVRTC_ERROR_OUT_OF_MEMORY,
	NVRTC_ERROR_PROGRAM_CREATION_FAILURE,
	NVRTC_ERROR_INVALID_INPUT,
	NVRTC_ERROR_INVALID_PROGRAM,
	NVRTC_ERROR_INVALID_OPTION,
	NVRTC_ERROR_COMPILATION,
	NVRTC_ERROR_BUILTIN_OPERATION_FAILURE,
	NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
	NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
	NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
	NVRTC_ERROR_INTERNAL_ERROR,
	NVRTC_ERROR_TIME_FILE_WRITE_FAILED
} nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

const char *nvrtcGetErrorString(nvrtcResult);
nvrtcResult nvrtcVersion(int *, int *);
nvrtcResult nvrtcGetNumSupportedArchs(int *);
nvrtcResult nvrtcGetSupportedArchs(int *);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *);
nvrtcResult nvrtcCompileProgram(nvrtcProgram, int, const char *const *);
nvrtcResult nvrtcGetPTXSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetPTX(nvrtcProgram, char *);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram, char *);
nvrtcResult nvrtcGetNVVMSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetNVVM(nvrtcProgram, char *);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram, char *);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram, char *);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, size_t *);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char *);
nvrtcResult nvrtcAddNameExpression(nvrtcProgram, const char *);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram, const char *, const char **);

#ifdef __cplusplus
}
#endif

#endif
