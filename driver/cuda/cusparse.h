/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// cuSPARSE's types, and declarations of its functions, so that host code parses.
#ifndef HSAEMU_CUSPARSE_H
#define HSAEMU_CUSPARSE_H
#define CUSPARSE_H_
#define CUSPARSEAPI
#define CUSPARSE_VERSION 12000
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 0
#define CUSPARSE_VER_PATCH 0

#include "cuComplex.h"
#include "hsaemu_parsed.h"

enum cusparseStatus_t {
	CUSPARSE_STATUS_SUCCESS,
	CUSPARSE_STATUS_NOT_INITIALIZED,
	CUSPARSE_STATUS_ALLOC_FAILED,
	CUSPARSE_STATUS_INVALID_VALUE,
	CUSPARSE_STATUS_ARCH_MISMATCH,
	CUSPARSE_STATUS_MAPPING_ERROR,
	CUSPARSE_STATUS_EXECUTION_FAILED,
	CUSPARSE_STATUS_INTERNAL_ERROR,
	CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
	CUSPARSE_STATUS_ZERO_PIVOT,
	CUSPARSE_STATUS_NOT_SUPPORTED,
	CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
};
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC };
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR };
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };
enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL };
enum cusparseColorAlg_t { CUSPARSE_COLOR_ALG0, CUSPARSE_COLOR_ALG1 };
enum cusparseAlgMode_t { CUSPARSE_ALG_MERGE_PATH };
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 = 2 };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW };
enum cusparseFormat_t {
	CUSPARSE_FORMAT_CSR = 1,
	CUSPARSE_FORMAT_CSC,
	CUSPARSE_FORMAT_COO,
	CUSPARSE_FORMAT_COO_AOS,
	CUSPARSE_FORMAT_BLOCKED_ELL,
	CUSPARSE_FORMAT_BSR,
	CUSPARSE_FORMAT_SLICED_ELLPACK
};
enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE };
enum cusparseSpMVAlg_t {
	CUSPARSE_MV_ALG_DEFAULT = 0,
	CUSPARSE_SPMV_ALG_DEFAULT = 0,
	CUSPARSE_COOMV_ALG = 1,
	CUSPARSE_SPMV_COO_ALG1 = 1,
	CUSPARSE_CSRMV_ALG1 = 2,
	CUSPARSE_SPMV_CSR_ALG1 = 2,
	CUSPARSE_CSRMV_ALG2 = 3,
	CUSPARSE_SPMV_CSR_ALG2 = 3,
	CUSPARSE_SPMV_COO_ALG2 = 4,
	CUSPARSE_SPMV_SELL_ALG1 = 5
};
enum cusparseSpMMAlg_t {
	CUSPARSE_MM_ALG_DEFAULT = 0,
	CUSPARSE_SPMM_ALG_DEFAULT = 0,
	CUSPARSE_COOMM_ALG1 = 1,
	CUSPARSE_SPMM_COO_ALG1 = 1,
	CUSPARSE_SPMM_COO_ALG2 = 2,
	CUSPARSE_SPMM_COO_ALG3 = 3,
	CUSPARSE_SPMM_CSR_ALG1 = 4,
	CUSPARSE_SPMM_COO_ALG4 = 5,
	CUSPARSE_SPMM_CSR_ALG2 = 6,
	CUSPARSE_SPMM_CSR_ALG3 = 12,
	CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13,
	CUSPARSE_SPMM_BSR_ALG1 = 14
};
enum cusparseSpGEMMAlg_t {
	CUSPARSE_SPGEMM_DEFAULT,
	CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC,
	CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC,
	CUSPARSE_SPGEMM_ALG1,
	CUSPARSE_SPGEMM_ALG2,
	CUSPARSE_SPGEMM_ALG3
};
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT };
enum cusparseSpSVUpdate_t { CUSPARSE_SPSV_UPDATE_GENERAL, CUSPARSE_SPSV_UPDATE_DIAGONAL };
enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT };
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT };
enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT };
enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT };

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrsm2Info *csrsm2Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct csrgemm2Info *csrgemm2Info_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef struct pruneInfo *pruneInfo_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;

#define HSAEMU_SPARSE(name) HSAEMU_HOST(cusparseStatus_t, cusparse##name)
#define HSAEMU_ALL(name) HSAEMU_SPARSE(S##name) HSAEMU_SPARSE(D##name) HSAEMU_SPARSE(C##name) HSAEMU_SPARSE(Z##name)
#define HSAEMU_BUFFERED(name) HSAEMU_ALL(name) HSAEMU_ALL(name##_bufferSize) HSAEMU_ALL(name##_bufferSizeExt)
#define HSAEMU_STEPS(name) \
	HSAEMU_BUFFERED(name) HSAEMU_ALL(name##_analysis) HSAEMU_ALL(name##_solve) HSAEMU_SPARSE(X##name##_zeroPivot) \
	HSAEMU_ALL(name##_numericBoost)
#define HSAEMU_GENERIC(name) \
	HSAEMU_SPARSE(name) HSAEMU_SPARSE(name##_bufferSize) HSAEMU_SPARSE(name##_preprocess) \
	HSAEMU_SPARSE(name##_analysis) HSAEMU_SPARSE(name##_solve) HSAEMU_SPARSE(name##_createDescr) \
	HSAEMU_SPARSE(name##_destroyDescr) HSAEMU_SPARSE(name##_updateMatrix) HSAEMU_SPARSE(name##_convert)

HSAEMU_SPARSE(Create) HSAEMU_SPARSE(Destroy) HSAEMU_SPARSE(GetVersion) HSAEMU_SPARSE(GetProperty)
HSAEMU_SPARSE(SetStream) HSAEMU_SPARSE(GetStream) HSAEMU_SPARSE(SetPointerMode) HSAEMU_SPARSE(GetPointerMode)
HSAEMU_SPARSE(CreateMatDescr) HSAEMU_SPARSE(DestroyMatDescr) HSAEMU_SPARSE(SetMatType)
HSAEMU_SPARSE(SetMatFillMode) HSAEMU_SPARSE(SetMatDiagType) HSAEMU_SPARSE(SetMatIndexBase)
HSAEMU_HOST(cusparseMatrixType_t, cusparseGetMatType)
HSAEMU_HOST(cusparseIndexBase_t, cusparseGetMatIndexBase)
HSAEMU_HOST(const char *, cusparseGetErrorString)
HSAEMU_HOST(const char *, cusparseGetErrorName)
#define HSAEMU_INFO(name) HSAEMU_SPARSE(Create##name) HSAEMU_SPARSE(Destroy##name)
HSAEMU_INFO(Csrsv2Info) HSAEMU_INFO(Csrsm2Info) HSAEMU_INFO(Bsrsv2Info) HSAEMU_INFO(Bsrsm2Info)
HSAEMU_INFO(Csric02Info) HSAEMU_INFO(Bsric02Info) HSAEMU_INFO(Csrilu02Info) HSAEMU_INFO(Bsrilu02Info)
HSAEMU_INFO(Csrgemm2Info) HSAEMU_INFO(Csru2csrInfo) HSAEMU_INFO(ColorInfo) HSAEMU_INFO(PruneInfo)

HSAEMU_ALL(axpyi) HSAEMU_ALL(gthr) HSAEMU_ALL(gthrz) HSAEMU_ALL(sctr) HSAEMU_ALL(doti) HSAEMU_ALL(gemvi)
HSAEMU_ALL(gemvi_bufferSize) HSAEMU_ALL(csrmv) HSAEMU_ALL(csrmv_mp) HSAEMU_ALL(csrmm) HSAEMU_ALL(csrmm2)
HSAEMU_ALL(bsrmv) HSAEMU_ALL(bsrxmv) HSAEMU_ALL(bsrmm) HSAEMU_ALL(gemmi) HSAEMU_ALL(hybmv)
HSAEMU_STEPS(csrsv2) HSAEMU_STEPS(csrsm2) HSAEMU_STEPS(bsrsv2) HSAEMU_STEPS(bsrsm2)
HSAEMU_STEPS(csric02) HSAEMU_STEPS(bsric02) HSAEMU_STEPS(csrilu02) HSAEMU_STEPS(bsrilu02)
HSAEMU_BUFFERED(gtsv2) HSAEMU_BUFFERED(gtsv2_nopivot) HSAEMU_BUFFERED(gtsv2StridedBatch)
HSAEMU_BUFFERED(gtsvInterleavedBatch) HSAEMU_BUFFERED(gpsvInterleavedBatch)
HSAEMU_BUFFERED(csrgeam2) HSAEMU_BUFFERED(csrgemm2) HSAEMU_SPARSE(Xcsrgeam2Nnz) HSAEMU_SPARSE(Xcsrgemm2Nnz)
HSAEMU_ALL(csrcolor) HSAEMU_ALL(nnz) HSAEMU_ALL(nnz_compress) HSAEMU_ALL(csr2csr_compress)
HSAEMU_ALL(dense2csr) HSAEMU_ALL(csr2dense) HSAEMU_ALL(dense2csc) HSAEMU_ALL(csc2dense) HSAEMU_ALL(csr2csc)
HSAEMU_SPARSE(Xcoo2csr) HSAEMU_SPARSE(Xcsr2coo) HSAEMU_SPARSE(Xcsr2bsrNnz) HSAEMU_ALL(csr2bsr) HSAEMU_ALL(bsr2csr)
HSAEMU_BUFFERED(gebsr2gebsc) HSAEMU_BUFFERED(csr2gebsr) HSAEMU_BUFFERED(gebsr2gebsr) HSAEMU_ALL(gebsr2csr)
HSAEMU_BUFFERED(csru2csr) HSAEMU_ALL(csr2csru) HSAEMU_BUFFERED(pruneDense2csr) HSAEMU_BUFFERED(pruneCsr2csr)
HSAEMU_SPARSE(CreateIdentityPermutation) HSAEMU_SPARSE(Xcsrsort) HSAEMU_SPARSE(Xcsrsort_bufferSizeExt)
HSAEMU_SPARSE(Xcoosort_bufferSizeExt) HSAEMU_SPARSE(XcoosortByRow) HSAEMU_SPARSE(XcoosortByColumn)
HSAEMU_SPARSE(Xcscsort) HSAEMU_SPARSE(Xcscsort_bufferSizeExt) HSAEMU_SPARSE(Csr2cscEx2)
HSAEMU_SPARSE(Csr2cscEx2_bufferSize) HSAEMU_SPARSE(CsrmvEx) HSAEMU_SPARSE(CsrmvEx_bufferSize)

HSAEMU_SPARSE(CreateSpVec) HSAEMU_SPARSE(CreateConstSpVec) HSAEMU_SPARSE(DestroySpVec) HSAEMU_SPARSE(SpVecGet)
HSAEMU_SPARSE(SpVecGetValues) HSAEMU_SPARSE(SpVecSetValues) HSAEMU_SPARSE(CreateDnVec)
HSAEMU_SPARSE(CreateConstDnVec) HSAEMU_SPARSE(DestroyDnVec) HSAEMU_SPARSE(DnVecGet) HSAEMU_SPARSE(DnVecGetValues)
HSAEMU_SPARSE(DnVecSetValues) HSAEMU_SPARSE(CreateCsr) HSAEMU_SPARSE(CreateConstCsr) HSAEMU_SPARSE(CreateCsc)
HSAEMU_SPARSE(CreateConstCsc) HSAEMU_SPARSE(CreateCoo) HSAEMU_SPARSE(CreateConstCoo) HSAEMU_SPARSE(CreateCooAoS)
HSAEMU_SPARSE(CreateBsr) HSAEMU_SPARSE(CreateBlockedEll) HSAEMU_SPARSE(CreateSlicedEll) HSAEMU_SPARSE(DestroySpMat)
HSAEMU_SPARSE(CsrGet) HSAEMU_SPARSE(CsrSetPointers) HSAEMU_SPARSE(CscSetPointers) HSAEMU_SPARSE(CooSetPointers)
HSAEMU_SPARSE(CooGet) HSAEMU_SPARSE(SpMatGetSize) HSAEMU_SPARSE(SpMatGetFormat) HSAEMU_SPARSE(SpMatGetIndexBase)
HSAEMU_SPARSE(SpMatGetValues) HSAEMU_SPARSE(SpMatSetValues) HSAEMU_SPARSE(SpMatGetAttribute)
HSAEMU_SPARSE(SpMatSetAttribute) HSAEMU_SPARSE(SpMatSetStridedBatch) HSAEMU_SPARSE(CsrSetStridedBatch)
HSAEMU_SPARSE(CooSetStridedBatch) HSAEMU_SPARSE(CreateDnMat) HSAEMU_SPARSE(CreateConstDnMat)
HSAEMU_SPARSE(DestroyDnMat) HSAEMU_SPARSE(DnMatGet) HSAEMU_SPARSE(DnMatGetValues) HSAEMU_SPARSE(DnMatSetValues)
HSAEMU_SPARSE(DnMatSetStridedBatch) HSAEMU_SPARSE(Axpby) HSAEMU_SPARSE(Gather) HSAEMU_SPARSE(Scatter)
HSAEMU_SPARSE(Rot) HSAEMU_GENERIC(SpVV) HSAEMU_GENERIC(SparseToDense) HSAEMU_GENERIC(DenseToSparse)
HSAEMU_GENERIC(SpMV) HSAEMU_GENERIC(SpSV) HSAEMU_GENERIC(SpSM) HSAEMU_GENERIC(SpMM) HSAEMU_GENERIC(SDDMM)
HSAEMU_GENERIC(ConstrainedGeMM) HSAEMU_GENERIC(SpGEMM) HSAEMU_SPARSE(SpGEMM_workEstimation)
HSAEMU_SPARSE(SpGEMM_compute) HSAEMU_SPARSE(SpGEMM_copy) HSAEMU_SPARSE(SpGEMM_estimateMemory)
HSAEMU_SPARSE(SpGEMM_getNumProducts) HSAEMU_SPARSE(SpGEMMreuse_workEstimation) HSAEMU_SPARSE(SpGEMMreuse_nnz)
HSAEMU_SPARSE(SpGEMMreuse_copy) HSAEMU_SPARSE(SpGEMMreuse_compute)
#undef HSAEMU_INFO
#undef HSAEMU_GENERIC
#undef HSAEMU_STEPS
#undef HSAEMU_BUFFERED
#undef HSAEMU_ALL
#undef HSAEMU_SPARSE

#endif
