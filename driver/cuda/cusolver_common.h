/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// cuSOLVER's types, and declarations of its functions, so that host code parses.
#ifndef HSAEMU_CUSOLVER_H
#define HSAEMU_CUSOLVER_H

#include "cublas_v2.h"
#include "cusparse.h"

enum cusolverStatus_t {
	CUSOLVER_STATUS_SUCCESS,
	CUSOLVER_STATUS_NOT_INITIALIZED,
	CUSOLVER_STATUS_ALLOC_FAILED,
	CUSOLVER_STATUS_INVALID_VALUE,
	CUSOLVER_STATUS_ARCH_MISMATCH,
	CUSOLVER_STATUS_MAPPING_ERROR,
	CUSOLVER_STATUS_EXECUTION_FAILED,
	CUSOLVER_STATUS_INTERNAL_ERROR,
	CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
	CUSOLVER_STATUS_NOT_SUPPORTED,
	CUSOLVER_STATUS_ZERO_PIVOT,
	CUSOLVER_STATUS_INVALID_LICENSE
};
enum cusolverEigType_t { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3 };
enum cusolverEigMode_t { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR };
enum cusolverEigRange_t { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V };
enum cusolverAlgMode_t { CUSOLVER_ALG_0, CUSOLVER_ALG_1, CUSOLVER_ALG_2 };
enum cusolverDnFunction_t { CUSOLVERDN_GETRF, CUSOLVERDN_POTRF };
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef struct csrqrInfo *csrqrInfo_t;

#define HSAEMU_SOLVER(name) HSAEMU_HOST(cusolverStatus_t, cusolver##name)
#define HSAEMU_ALL(kind, name) \
	HSAEMU_SOLVER(kind##S##name) HSAEMU_SOLVER(kind##D##name) HSAEMU_SOLVER(kind##C##name) HSAEMU_SOLVER(kind##Z##name)
#define HSAEMU_DENSE(name) HSAEMU_ALL(Dn, name) HSAEMU_ALL(Dn, name##_bufferSize)
HSAEMU_SOLVER(GetProperty) HSAEMU_SOLVER(GetVersion) HSAEMU_SOLVER(DnCreate) HSAEMU_SOLVER(DnDestroy)
HSAEMU_SOLVER(DnSetStream) HSAEMU_SOLVER(DnGetStream) HSAEMU_SOLVER(DnCreateParams) HSAEMU_SOLVER(DnDestroyParams)
HSAEMU_SOLVER(DnSetAdvOptions) HSAEMU_SOLVER(DnSetDeterministicMode)
HSAEMU_DENSE(potrf) HSAEMU_DENSE(potrs) HSAEMU_DENSE(potri) HSAEMU_DENSE(getrf) HSAEMU_DENSE(getrs)
HSAEMU_DENSE(geqrf) HSAEMU_DENSE(ormqr) HSAEMU_DENSE(unmqr) HSAEMU_DENSE(orgqr) HSAEMU_DENSE(ungqr)
HSAEMU_DENSE(sytrf) HSAEMU_DENSE(gebrd) HSAEMU_DENSE(orgbr) HSAEMU_DENSE(ungbr) HSAEMU_DENSE(sytrd)
HSAEMU_DENSE(hetrd) HSAEMU_DENSE(ormtr) HSAEMU_DENSE(unmtr) HSAEMU_DENSE(orgtr) HSAEMU_DENSE(ungtr)
HSAEMU_DENSE(gesvd) HSAEMU_DENSE(gesvdj) HSAEMU_DENSE(gesvdjBatched) HSAEMU_DENSE(gesvdaStridedBatched)
HSAEMU_DENSE(syevd) HSAEMU_DENSE(heevd) HSAEMU_DENSE(syevdx) HSAEMU_DENSE(heevdx) HSAEMU_DENSE(syevj)
HSAEMU_DENSE(heevj) HSAEMU_DENSE(syevjBatched) HSAEMU_DENSE(heevjBatched) HSAEMU_DENSE(sygvd) HSAEMU_DENSE(hegvd)
HSAEMU_DENSE(sygvdx) HSAEMU_DENSE(hegvdx) HSAEMU_DENSE(sygvj) HSAEMU_DENSE(hegvj) HSAEMU_DENSE(potrfBatched)
HSAEMU_DENSE(potrsBatched) HSAEMU_DENSE(laswp) HSAEMU_DENSE(lauum)
#define HSAEMU_GENERAL(name) HSAEMU_SOLVER(Dn##name) HSAEMU_SOLVER(Dn##name##_bufferSize)
HSAEMU_GENERAL(Xpotrf) HSAEMU_GENERAL(Xpotrs) HSAEMU_GENERAL(Xgetrf) HSAEMU_GENERAL(Xgetrs) HSAEMU_GENERAL(Xgeqrf)
HSAEMU_GENERAL(Xsyevd) HSAEMU_GENERAL(Xsyevdx) HSAEMU_GENERAL(Xgesvd) HSAEMU_GENERAL(Xgesvdp) HSAEMU_GENERAL(Xgesvdr)
HSAEMU_GENERAL(Xtrtri) HSAEMU_GENERAL(Xsytrs) HSAEMU_GENERAL(Xgeev) HSAEMU_GENERAL(Xlarft)
HSAEMU_SOLVER(DnCreateSyevjInfo) HSAEMU_SOLVER(DnDestroySyevjInfo) HSAEMU_SOLVER(DnXsyevjSetTolerance)
HSAEMU_SOLVER(DnXsyevjSetMaxSweeps) HSAEMU_SOLVER(DnXsyevjSetSortEig) HSAEMU_SOLVER(DnXsyevjGetResidual)
HSAEMU_SOLVER(DnXsyevjGetSweeps) HSAEMU_SOLVER(DnCreateGesvdjInfo) HSAEMU_SOLVER(DnDestroyGesvdjInfo)
HSAEMU_SOLVER(DnXgesvdjSetTolerance) HSAEMU_SOLVER(DnXgesvdjSetMaxSweeps) HSAEMU_SOLVER(DnXgesvdjSetSortEig)
HSAEMU_SOLVER(DnXgesvdjGetResidual) HSAEMU_SOLVER(DnXgesvdjGetSweeps)

#define HSAEMU_SPARSE(name) HSAEMU_ALL(Sp, name)
HSAEMU_SOLVER(SpCreate) HSAEMU_SOLVER(SpDestroy) HSAEMU_SOLVER(SpSetStream) HSAEMU_SOLVER(SpGetStream)
HSAEMU_SPARSE(csrlsvlu) HSAEMU_SPARSE(csrlsvluHost) HSAEMU_SPARSE(csrlsvqr) HSAEMU_SPARSE(csrlsvqrHost)
HSAEMU_SPARSE(csrlsvchol) HSAEMU_SPARSE(csrlsvcholHost) HSAEMU_SPARSE(csrlsqvqrHost) HSAEMU_SPARSE(csreigvsi)
HSAEMU_SPARSE(csreigvsiHost) HSAEMU_SPARSE(csrqrsvBatched) HSAEMU_SPARSE(csrqrBufferInfoBatched)
HSAEMU_SOLVER(SpXcsrsymrcmHost) HSAEMU_SOLVER(SpXcsrsymmdqHost) HSAEMU_SOLVER(SpXcsrsymamdHost)
HSAEMU_SOLVER(SpXcsrmetisndHost) HSAEMU_SOLVER(SpXcsrperm_bufferSizeHost) HSAEMU_SOLVER(SpXcsrpermHost)
HSAEMU_SOLVER(SpCreateCsrqrInfo) HSAEMU_SOLVER(SpDestroyCsrqrInfo) HSAEMU_SOLVER(SpXcsrqrAnalysisBatched)
HSAEMU_SOLVER(SpXcsrissymHost)
#undef HSAEMU_SPARSE
#undef HSAEMU_GENERAL
#undef HSAEMU_DENSE
#undef HSAEMU_ALL
#undef HSAEMU_SOLVER

#endif
