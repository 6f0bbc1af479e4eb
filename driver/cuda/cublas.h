/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS without handles, as it was until CUDA 4: there is one state, scalars come by value, results
 * are returned, and errors are kept for cublasGetError(). */
#ifndef HSAEMU_CUBLAS_H
#define HSAEMU_CUBLAS_H
#define CUBLAS_H_
#ifdef HSAEMU_CUBLAS_V2_H
#error "cublas.h and cublas_v2.h have different functions of the same names"
#endif

#include "cublas_api.h"

#define cublasStatus cublasStatus_t
#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasGetVersion(int *version);
cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr);
cublasStatus_t cublasFree(void *devicePtr);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);

/* A list of parameters without the comma that it begins with. */
#define HB_REST(first, ...) (__VA_ARGS__)
#define HB_EXPAND(...) HB_REST(__VA_ARGS__)
#define HB_BY_VALUE(kind, ...) HB_BY_VALUE_##kind(__VA_ARGS__)
#define HB_BY_VALUE_OP(name) , char name
#define HB_BY_VALUE_OP_T HB_BY_VALUE_OP
#define HB_BY_VALUE_OP_C HB_BY_VALUE_OP
#define HB_BY_VALUE_FILL HB_BY_VALUE_OP
#define HB_BY_VALUE_DIAG HB_BY_VALUE_OP
#define HB_BY_VALUE_SIDE HB_BY_VALUE_OP
#define HB_BY_VALUE_SIZE HB_DECLARE_SIZE
#define HB_BY_VALUE_LENGTH HB_DECLARE_SIZE
#define HB_BY_VALUE_SCALAR(name) , HB_T name
#define HB_BY_VALUE_REAL(name) , HB_R name
#define HB_BY_VALUE_NUMBER HB_DECLARE_NUMBER
#define HB_BY_VALUE_ROTATION HB_DECLARE_ROTATION
#define HB_BY_VALUE_ROTATION_OUT HB_DECLARE_ROTATION_OUT
#define HB_BY_VALUE_RESULT(name)
#define HB_BY_VALUE_REAL_RESULT(name)
#define HB_BY_VALUE_INDEX_RESULT(name)
#define HB_BY_VALUE_IN_OUT HB_DECLARE_IN_OUT
#define HB_BY_VALUE_SECOND(name) , HB_SECOND name
#define HB_BY_VALUE_REAL_OUT HB_DECLARE_REAL_OUT
#define HB_BY_VALUE_IN HB_DECLARE_IN
#define HB_BY_VALUE_OUT HB_DECLARE_OUT
#define HB_BY_VALUE_VECTOR HB_DECLARE_VECTOR
#define HB_BY_VALUE_VECTOR_OUT HB_DECLARE_VECTOR_OUT
#define HB_BY_VALUE_LINE HB_DECLARE_LINE
#define HB_BY_VALUE_LINE_OUT HB_DECLARE_LINE_OUT
#define HB_BY_VALUE_PACKED HB_DECLARE_PACKED
#define HB_BY_VALUE_PACKED_OUT HB_DECLARE_PACKED_OUT

#define HB_FUNCTION(since, NAME, name, by, routine, shape) HB_##since(NAME, name, shape)
#define HB_OLD(result, name, shape) result HB_JOIN(cublas, name) HB_EXPAND(0 shape(HB_BY_VALUE));
#define HB_V1(NAME, name, shape) HB_OLD(void, NAME(name), shape)
#define HB_V1_VALUE(NAME, name, shape) HB_OLD(HB_T, NAME(name), shape)
#define HB_V1_REAL(NAME, name, shape) HB_OLD(HB_R, NAME(name), shape)
#define HB_V1_INDEX(NAME, name, shape) HB_OLD(int, NAME(name), shape)
#define HB_V1_SHORT HB_V1
#define HB_V1_ONLY HB_V1
#define HB_V2(NAME, name, shape)
#define HB_XT(NAME, name, shape)
#define HB_LATER(NAME, name, shape)
#define HB_LATER_SHORT(NAME, name, shape)
#define HB_I int
#include "hsaemu_cublas_functions.h"
#undef HB_I
#undef HB_FUNCTION
#undef HB_OLD
#undef HB_V1
#undef HB_V1_VALUE
#undef HB_V1_REAL
#undef HB_V1_INDEX
#undef HB_V1_SHORT
#undef HB_V1_ONLY
#undef HB_V2
#undef HB_XT
#undef HB_LATER
#undef HB_LATER_SHORT
#ifdef __cplusplus
}
#endif

#endif
