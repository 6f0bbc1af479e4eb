/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuFFT, of CUDA 12.9, in C and C++. */
#ifndef HSAEMU_CUFFT_H
#define HSAEMU_CUFFT_H
#define _CUFFT_H_
#define CUFFTAPI

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"

#define CUFFT_VER_MAJOR 11
#define CUFFT_VER_MINOR 4
#define CUFFT_VER_PATCH 1
#define CUFFT_VER_BUILD 4
#define CUFFT_VERSION (CUFFT_VER_MAJOR * 1000 + CUFFT_VER_MINOR * 100 + CUFFT_VER_PATCH)

enum cufftResult_t {
	CUFFT_SUCCESS = 0,
	CUFFT_INVALID_PLAN = 1,
	CUFFT_ALLOC_FAILED = 2,
	CUFFT_INVALID_TYPE = 3,
	CUFFT_INVALID_VALUE = 4,
	CUFFT_INTERNAL_ERROR = 5,
	CUFFT_EXEC_FAILED = 6,
	CUFFT_SETUP_FAILED = 7,
	CUFFT_INVALID_SIZE = 8,
	CUFFT_UNALIGNED_DATA = 9,
	CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
	CUFFT_INVALID_DEVICE = 11,
	CUFFT_PARSE_ERROR = 12,
	CUFFT_NO_WORKSPACE = 13,
	CUFFT_NOT_IMPLEMENTED = 14,
	CUFFT_LICENSE_ERROR = 15,
	CUFFT_NOT_SUPPORTED = 16,
	CUFFT_MISSING_DEPENDENCY = 17,
	CUFFT_NVRTC_FAILURE = 18,
	CUFFT_NVJITLINK_FAILURE = 19,
	CUFFT_NVSHMEM_FAILURE = 20
};
typedef enum cufftResult_t cufftResult;
#define MAX_CUFFT_ERROR 21

enum cufftType_t {
	CUFFT_C2C = 0x29,
	CUFFT_R2C = 0x2a,
	CUFFT_C2R = 0x2c,
	CUFFT_Z2Z = 0x69,
	CUFFT_D2Z = 0x6a,
	CUFFT_Z2D = 0x6c
};
typedef enum cufftType_t cufftType;
enum cufftCompatibility_t { CUFFT_COMPATIBILITY_FFTW_PADDING = 1 };
typedef enum cufftCompatibility_t cufftCompatibility;
#define CUFFT_COMPATIBILITY_DEFAULT CUFFT_COMPATIBILITY_FFTW_PADDING
enum cufftProperty_t {
	NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT = 1,
	NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS = 2
};
typedef enum cufftProperty_t cufftProperty;

#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define CUFFT_PLAN_NULL -1
#define MAX_SHIM_RANK 3
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

#ifdef __cplusplus
extern "C" {
#endif
cufftResult cufftCreate(cufftHandle *);
cufftResult cufftDestroy(cufftHandle);
cufftResult cufftGetVersion(int *);
cufftResult cufftGetProperty(libraryPropertyType, int *);

cufftResult cufftPlan1d(cufftHandle *, int, cufftType, int);
cufftResult cufftPlan2d(cufftHandle *, int, int, cufftType);
cufftResult cufftPlan3d(cufftHandle *, int, int, int, cufftType);
cufftResult cufftPlanMany(cufftHandle *, int, int *, int *, int, int, int *, int, int, cufftType, int);
cufftResult cufftMakePlan1d(cufftHandle, int, cufftType, int, size_t *);
cufftResult cufftMakePlan2d(cufftHandle, int, int, cufftType, size_t *);
cufftResult cufftMakePlan3d(cufftHandle, int, int, int, cufftType, size_t *);
cufftResult cufftMakePlanMany(cufftHandle, int, int *, int *, int, int, int *, int, int, cufftType, int, size_t *);
cufftResult cufftMakePlanMany64(cufftHandle, int, long long *, long long *, long long, long long, long long *,
	long long, long long, cufftType, long long, size_t *);

cufftResult cufftEstimate1d(int, cufftType, int, size_t *);
cufftResult cufftEstimate2d(int, int, cufftType, size_t *);
cufftResult cufftEstimate3d(int, int, int, cufftType, size_t *);
cufftResult cufftEstimateMany(int, int *, int *, int, int, int *, int, int, cufftType, int, size_t *);
cufftResult cufftGetSize(cufftHandle, size_t *);
cufftResult cufftGetSize1d(cufftHandle, int, cufftType, int, size_t *);
cufftResult cufftGetSize2d(cufftHandle, int, int, cufftType, size_t *);
cufftResult cufftGetSize3d(cufftHandle, int, int, int, cufftType, size_t *);
cufftResult cufftGetSizeMany(cufftHandle, int, int *, int *, int, int, int *, int, int, cufftType, int, size_t *);
cufftResult cufftGetSizeMany64(cufftHandle, int, long long *, long long *, long long, long long, long long *,
	long long, long long, cufftType, long long, size_t *);

cufftResult cufftSetAutoAllocation(cufftHandle, int);
cufftResult cufftSetWorkArea(cufftHandle, void *);
cufftResult cufftSetStream(cufftHandle, cudaStream_t);
cufftResult cufftSetPlanPropertyInt64(cufftHandle, cufftProperty, const long long);
cufftResult cufftGetPlanPropertyInt64(cufftHandle, cufftProperty, long long *);
cufftResult cufftResetPlanProperty(cufftHandle, cufftProperty);

cufftResult cufftExecC2C(cufftHandle, cufftComplex *, cufftComplex *, int);
cufftResult cufftExecR2C(cufftHandle, cufftReal *, cufftComplex *);
cufftResult cufftExecC2R(cufftHandle, cufftComplex *, cufftReal *);
cufftResult cufftExecZ2Z(cufftHandle, cufftDoubleComplex *, cufftDoubleComplex *, int);
cufftResult cufftExecD2Z(cufftHandle, cufftDoubleReal *, cufftDoubleComplex *);
cufftResult cufftExecZ2D(cufftHandle, cufftDoubleComplex *, cufftDoubleReal *);
#ifdef __cplusplus
}
#endif

#endif
