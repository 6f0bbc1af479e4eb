/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuFFT's part for any type of elements, for memory in descriptors and for callbacks, in C and C++. */
#ifndef HSAEMU_CUFFT_XT_H
#define HSAEMU_CUFFT_XT_H
#define _CUFFTXT_H_

#include "cudalibxt.h"
#include "cufft.h"

enum cufftXtSubFormat_t {
	CUFFT_XT_FORMAT_INPUT = 0,
	CUFFT_XT_FORMAT_OUTPUT = 1,
	CUFFT_XT_FORMAT_INPLACE = 2,
	CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
	CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
	CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5,
	CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
	CUFFT_FORMAT_UNDEFINED = 7
};
typedef enum cufftXtSubFormat_t cufftXtSubFormat;
enum cufftXtCopyType_t {
	CUFFT_COPY_HOST_TO_DEVICE = 0,
	CUFFT_COPY_DEVICE_TO_HOST = 1,
	CUFFT_COPY_DEVICE_TO_DEVICE = 2,
	CUFFT_COPY_UNDEFINED = 3
};
typedef enum cufftXtCopyType_t cufftXtCopyType;
enum cufftXtQueryType_t { CUFFT_QUERY_1D_FACTORS = 0, CUFFT_QUERY_UNDEFINED = 1 };
typedef enum cufftXtQueryType_t cufftXtQueryType;
struct cufftXt1dFactors_t {
	long long size, stringCount, stringLength, substringLength, factor1, factor2;
	long long stringMask, substringMask, factor1Mask, factor2Mask;
	int stringShift, substringShift, factor1Shift, factor2Shift;
};
typedef struct cufftXt1dFactors_t cufftXt1dFactors;
enum cufftXtWorkAreaPolicy_t {
	CUFFT_WORKAREA_MINIMAL = 0,
	CUFFT_WORKAREA_USER = 1,
	CUFFT_WORKAREA_PERFORMANCE = 2
};
typedef enum cufftXtWorkAreaPolicy_t cufftXtWorkAreaPolicy;
enum cufftXtCallbackType_t {
	CUFFT_CB_LD_COMPLEX = 0,
	CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
	CUFFT_CB_LD_REAL = 2,
	CUFFT_CB_LD_REAL_DOUBLE = 3,
	CUFFT_CB_ST_COMPLEX = 4,
	CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
	CUFFT_CB_ST_REAL = 6,
	CUFFT_CB_ST_REAL_DOUBLE = 7,
	CUFFT_CB_UNDEFINED = 8
};
typedef enum cufftXtCallbackType_t cufftXtCallbackType;

/* What a kernel of cuFFT would call to load and to store an element: memory, place, the caller's own data, and memory
 * of the group. The second form is for code that is linked when the plan is made. */
#define HSAEMU_CALLBACKS(Name, place, S, T) \
	typedef T (*Name##Load##S)(void *, place, void *, void *); \
	typedef void (*Name##Store##S)(void *, place, T, void *, void *);
#define HSAEMU_FORM(Name, place) \
	HSAEMU_CALLBACKS(Name, place, C, cufftComplex) HSAEMU_CALLBACKS(Name, place, Z, cufftDoubleComplex) \
	HSAEMU_CALLBACKS(Name, place, R, cufftReal) HSAEMU_CALLBACKS(Name, place, D, cufftDoubleReal)
HSAEMU_FORM(cufftCallback, size_t)
HSAEMU_FORM(cufftJITCallback, unsigned long long)
#undef HSAEMU_FORM
#undef HSAEMU_CALLBACKS

#ifdef __cplusplus
extern "C" {
#endif
cufftResult cufftXtMakePlanMany(cufftHandle, int, long long *, long long *, long long, long long, cudaDataType,
	long long *, long long, long long, cudaDataType, long long, size_t *, cudaDataType);
cufftResult cufftXtGetSizeMany(cufftHandle, int, long long *, long long *, long long, long long, cudaDataType,
	long long *, long long, long long, cudaDataType, long long, size_t *, cudaDataType);
cufftResult cufftXtExec(cufftHandle, void *, void *, int);
cufftResult cufftXtSetGPUs(cufftHandle, int, int *);
cufftResult cufftXtSetWorkArea(cufftHandle, void **);
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle, cufftXtWorkAreaPolicy, size_t *);
cufftResult cufftXtQueryPlan(cufftHandle, void *, cufftXtQueryType);

cufftResult cufftXtMalloc(cufftHandle, cudaLibXtDesc **, cufftXtSubFormat);
cufftResult cufftXtFree(cudaLibXtDesc *);
cufftResult cufftXtMemcpy(cufftHandle, void *, void *, cufftXtCopyType);
cufftResult cufftXtExecDescriptor(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *, int);
cufftResult cufftXtExecDescriptorC2C(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *, int);
cufftResult cufftXtExecDescriptorR2C(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *);
cufftResult cufftXtExecDescriptorC2R(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *, int);
cufftResult cufftXtExecDescriptorD2Z(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *);
cufftResult cufftXtExecDescriptorZ2D(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *);

cufftResult cufftXtSetCallback(cufftHandle, void **, cufftXtCallbackType, void **);
cufftResult cufftXtSetJITCallback(cufftHandle, const char *, const void *, size_t, cufftXtCallbackType, void **);
cufftResult cufftXtClearCallback(cufftHandle, cufftXtCallbackType);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle, cufftXtCallbackType, size_t);
#ifdef __cplusplus
}
#endif

#endif
