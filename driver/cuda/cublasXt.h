/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// cuBLAS on several GPUs: declarations, so that host code parses.
#ifndef HSAEMU_CUBLAS_XT_H
#define HSAEMU_CUBLAS_XT_H
#include "cublas_api.h"

typedef struct cublasXtContext *cublasXtHandle_t;
enum cublasXtOpType_t { CUBLASXT_FLOAT, CUBLASXT_DOUBLE, CUBLASXT_COMPLEX, CUBLASXT_DOUBLECOMPLEX };
enum cublasXtBlasOp_t { CUBLASXT_GEMM, CUBLASXT_SYRK, CUBLASXT_HERK, CUBLASXT_SYMM, CUBLASXT_HEMM, CUBLASXT_TRSM };
enum cublasXtPinnedMemMode_t { CUBLASXT_PINNING_DISABLED, CUBLASXT_PINNING_ENABLED };
#define HSAEMU_XT(name) HSAEMU_HOST(cublasStatus_t, cublasXt##name)
#define HSAEMU_ALL(name) HSAEMU_XT(S##name) HSAEMU_XT(D##name) HSAEMU_XT(C##name) HSAEMU_XT(Z##name)
HSAEMU_XT(Create) HSAEMU_XT(Destroy) HSAEMU_XT(DeviceSelect) HSAEMU_XT(GetNumBoards) HSAEMU_XT(MaxBoards)
HSAEMU_XT(SetBlockDim) HSAEMU_XT(GetBlockDim) HSAEMU_XT(SetCpuRoutine) HSAEMU_XT(SetCpuRatio)
HSAEMU_XT(SetPinningMemMode) HSAEMU_XT(GetPinningMemMode)
HSAEMU_ALL(gemm) HSAEMU_ALL(syrk) HSAEMU_ALL(symm) HSAEMU_ALL(syr2k) HSAEMU_ALL(syrkx) HSAEMU_ALL(trsm)
HSAEMU_ALL(trmm) HSAEMU_ALL(spmm) HSAEMU_ALL(herk) HSAEMU_ALL(hemm) HSAEMU_ALL(her2k) HSAEMU_ALL(herkx)
#undef HSAEMU_ALL
#undef HSAEMU_XT

#endif
