/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hipBLAS over cuBLAS. */
#ifndef HSAEMU_HIPBLAS_H
#define HSAEMU_HIPBLAS_H

#include <cublas_v2.h>
#include <hip/hip_runtime_api.h>
#include "hipblas_names.h"

#define hipblasBfloat16 __nv_bfloat16
#define hipblasComplex cuComplex
#define hipblasDoubleComplex cuDoubleComplex
#define hipblasDatatype_t cudaDataType
#define hipblasHalf __half
#define HIPBLAS_R_16F CUDA_R_16F
#define HIPBLAS_R_32F CUDA_R_32F
#define HIPBLAS_R_64F CUDA_R_64F
#define HIPBLAS_C_32F CUDA_C_32F
#define HIPBLAS_C_64F CUDA_C_64F
#define HIPBLAS_R_8I CUDA_R_8I
#define HIPBLAS_R_32I CUDA_R_32I
#define HIPBLAS_R_16B CUDA_R_16BF
#define HIPBLAS_STATUS_HANDLE_IS_NULLPTR CUBLAS_STATUS_NOT_INITIALIZED
#define HIPBLAS_STATUS_UNKNOWN CUBLAS_STATUS_INTERNAL_ERROR
#define hipblasStatusToString cublasGetStatusString

#endif
