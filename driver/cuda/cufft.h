/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// cuFFT's types, and declarations of its functions, so that host code parses.
#ifndef HSAEMU_CUFFT_H
#define HSAEMU_CUFFT_H
#define CUFFTAPI
#define CUFFT_VERSION 11000
#define CUFFT_VER_MAJOR 11
#define CUFFT_VER_MINOR 0
#define CUFFT_VER_PATCH 0

#include "cuComplex.h"
#include "hsaemu_parsed.h"

enum cufftResult_t {
	CUFFT_SUCCESS,
	CUFFT_INVALID_PLAN,
	CUFFT_ALLOC_FAILED,
	CUFFT_INVALID_TYPE,
	CUFFT_INVALID_VALUE,
	CUFFT_INTERNAL_ERROR,
	CUFFT_EXEC_FAILED,
	CUFFT_SETUP_FAILED,
	CUFFT_INVALID_SIZE,
	CUFFT_UNALIGNED_DATA,
	CUFFT_INCOMPLETE_PARAMETER_LIST,
	CUFFT_INVALID_DEVICE,
	CUFFT_PARSE_ERROR,
	CUFFT_NO_WORKSPACE,
	CUFFT_NOT_IMPLEMENTED,
	CUFFT_LICENSE_ERROR,
	CUFFT_NOT_SUPPORTED
};
typedef cufftResult_t cufftResult;
enum cufftType_t {
	CUFFT_C2C = 0x29,
	CUFFT_R2C = 0x2a,
	CUFFT_C2R = 0x2c,
	CUFFT_Z2Z = 0x69,
	CUFFT_D2Z = 0x6a,
	CUFFT_Z2D = 0x6c
};
typedef cufftType_t cufftType;
enum cufftCompatibility_t { CUFFT_COMPATIBILITY_FFTW_PADDING = 1 };
typedef cufftCompatibility_t cufftCompatibility;
#define CUFFT_COMPATIBILITY_DEFAULT CUFFT_COMPATIBILITY_FFTW_PADDING
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

#define HSAEMU_FFT(name) HSAEMU_HOST(cufftResult, cufft##name)
HSAEMU_FFT(Plan1d) HSAEMU_FFT(Plan2d) HSAEMU_FFT(Plan3d) HSAEMU_FFT(PlanMany) HSAEMU_FFT(MakePlan1d)
HSAEMU_FFT(MakePlan2d) HSAEMU_FFT(MakePlan3d) HSAEMU_FFT(MakePlanMany) HSAEMU_FFT(MakePlanMany64)
HSAEMU_FFT(GetSizeMany64) HSAEMU_FFT(Estimate1d) HSAEMU_FFT(Estimate2d) HSAEMU_FFT(Estimate3d)
HSAEMU_FFT(EstimateMany) HSAEMU_FFT(Create) HSAEMU_FFT(GetSize1d) HSAEMU_FFT(GetSize2d) HSAEMU_FFT(GetSize3d)
HSAEMU_FFT(GetSizeMany) HSAEMU_FFT(GetSize) HSAEMU_FFT(SetWorkArea) HSAEMU_FFT(SetAutoAllocation)
HSAEMU_FFT(ExecC2C) HSAEMU_FFT(ExecR2C) HSAEMU_FFT(ExecC2R) HSAEMU_FFT(ExecZ2Z) HSAEMU_FFT(ExecD2Z)
HSAEMU_FFT(ExecZ2D) HSAEMU_FFT(SetStream) HSAEMU_FFT(Destroy) HSAEMU_FFT(GetVersion) HSAEMU_FFT(GetProperty)
HSAEMU_FFT(SetCompatibilityMode) HSAEMU_FFT(XtSetGPUs) HSAEMU_FFT(XtMalloc) HSAEMU_FFT(XtMemcpy) HSAEMU_FFT(XtFree)
HSAEMU_FFT(XtSetWorkArea) HSAEMU_FFT(XtExecDescriptorC2C) HSAEMU_FFT(XtExecDescriptorR2C)
HSAEMU_FFT(XtExecDescriptorC2R) HSAEMU_FFT(XtExecDescriptorZ2Z) HSAEMU_FFT(XtExecDescriptorD2Z)
HSAEMU_FFT(XtExecDescriptorZ2D) HSAEMU_FFT(XtSetCallback) HSAEMU_FFT(XtClearCallback) HSAEMU_FFT(XtMakePlanMany)
HSAEMU_FFT(XtExec) HSAEMU_FFT(XtQueryPlan) HSAEMU_FFT(XtSetWorkAreaPolicy)
#undef HSAEMU_FFT

#endif
