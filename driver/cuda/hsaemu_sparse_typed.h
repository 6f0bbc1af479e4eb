/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of cuSPARSE that are older than its descriptors of matrices: for one type of values each. */
#ifndef HSAEMU_SPARSE_TYPED_H
#define HSAEMU_SPARSE_TYPED_H

#include "cusparse.h"

/* X is the type's letter, T the type, R that of its parts. */
#define HSAEMU_SPARSE_TYPED(X, T, R) \
	cusparseStatus_t cusparse##X##gemvi(cusparseHandle_t, cusparseOperation_t, int, int, const T *, const T *, int, \
		int, const T *, const int *, const T *, T *, cusparseIndexBase_t, void *); \
	cusparseStatus_t cusparse##X##gemvi_bufferSize(cusparseHandle_t, cusparseOperation_t, int, int, int, int *); \
	cusparseStatus_t cusparse##X##bsrmv(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, int, int, int, \
		const T *, cusparseMatDescr_t, const T *, const int *, const int *, int, const T *, const T *, T *); \
	cusparseStatus_t cusparse##X##bsrxmv(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, int, int, int, \
		int, const T *, cusparseMatDescr_t, const T *, const int *, const int *, const int *, const int *, int, \
		const T *, const T *, T *); \
	cusparseStatus_t cusparse##X##bsrsv2_bufferSize(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, int, \
		int, cusparseMatDescr_t, T *, const int *, const int *, int, bsrsv2Info_t, int *); \
	cusparseStatus_t cusparse##X##bsrsv2_analysis(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, int, \
		int, cusparseMatDescr_t, const T *, const int *, const int *, int, bsrsv2Info_t, cusparseSolvePolicy_t, \
		void *); \
	cusparseStatus_t cusparse##X##bsrsv2_solve(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, int, int, \
		const T *, cusparseMatDescr_t, const T *, const int *, const int *, int, bsrsv2Info_t, const T *, T *, \
		cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##bsrmm(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, \
		cusparseOperation_t, int, int, int, int, const T *, cusparseMatDescr_t, const T *, const int *, const int *, \
		int, const T *, int, const T *, T *, int); \
	cusparseStatus_t cusparse##X##bsrsm2_bufferSize(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, \
		cusparseOperation_t, int, int, int, cusparseMatDescr_t, T *, const int *, const int *, int, bsrsm2Info_t, \
		int *); \
	cusparseStatus_t cusparse##X##bsrsm2_analysis(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, \
		cusparseOperation_t, int, int, int, cusparseMatDescr_t, const T *, const int *, const int *, int, bsrsm2Info_t, \
		cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##bsrsm2_solve(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t, \
		cusparseOperation_t, int, int, int, const T *, cusparseMatDescr_t, const T *, const int *, const int *, int, \
		bsrsm2Info_t, const T *, int, T *, int, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##csrilu02_numericBoost(cusparseHandle_t, csrilu02Info_t, int, double *, T *); \
	cusparseStatus_t cusparse##X##csrilu02_bufferSize(cusparseHandle_t, int, int, cusparseMatDescr_t, T *, \
		const int *, const int *, csrilu02Info_t, int *); \
	cusparseStatus_t cusparse##X##csrilu02_analysis(cusparseHandle_t, int, int, cusparseMatDescr_t, const T *, \
		const int *, const int *, csrilu02Info_t, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##csrilu02(cusparseHandle_t, int, int, cusparseMatDescr_t, T *, const int *, \
		const int *, csrilu02Info_t, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##bsrilu02_numericBoost(cusparseHandle_t, bsrilu02Info_t, int, double *, T *); \
	cusparseStatus_t cusparse##X##bsrilu02_bufferSize(cusparseHandle_t, cusparseDirection_t, int, int, \
		cusparseMatDescr_t, T *, const int *, const int *, int, bsrilu02Info_t, int *); \
	cusparseStatus_t cusparse##X##bsrilu02_analysis(cusparseHandle_t, cusparseDirection_t, int, int, \
		cusparseMatDescr_t, T *, const int *, const int *, int, bsrilu02Info_t, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##bsrilu02(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t, T *, \
		const int *, const int *, int, bsrilu02Info_t, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##csric02_bufferSize(cusparseHandle_t, int, int, cusparseMatDescr_t, T *, \
		const int *, const int *, csric02Info_t, int *); \
	cusparseStatus_t cusparse##X##csric02_analysis(cusparseHandle_t, int, int, cusparseMatDescr_t, const T *, \
		const int *, const int *, csric02Info_t, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##csric02(cusparseHandle_t, int, int, cusparseMatDescr_t, T *, const int *, \
		const int *, csric02Info_t, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##bsric02_bufferSize(cusparseHandle_t, cusparseDirection_t, int, int, \
		cusparseMatDescr_t, T *, const int *, const int *, int, bsric02Info_t, int *); \
	cusparseStatus_t cusparse##X##bsric02_analysis(cusparseHandle_t, cusparseDirection_t, int, int, \
		cusparseMatDescr_t, const T *, const int *, const int *, int, bsric02Info_t, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##bsric02(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t, T *, \
		const int *, const int *, int, bsric02Info_t, cusparseSolvePolicy_t, void *); \
	cusparseStatus_t cusparse##X##gtsv2_bufferSizeExt(cusparseHandle_t, int, int, const T *, const T *, const T *, \
		const T *, int, size_t *); \
	cusparseStatus_t cusparse##X##gtsv2(cusparseHandle_t, int, int, const T *, const T *, const T *, T *, int, \
		void *); \
	cusparseStatus_t cusparse##X##gtsv2_nopivot_bufferSizeExt(cusparseHandle_t, int, int, const T *, const T *, \
		const T *, const T *, int, size_t *); \
	cusparseStatus_t cusparse##X##gtsv2_nopivot(cusparseHandle_t, int, int, const T *, const T *, const T *, T *, \
		int, void *); \
	cusparseStatus_t cusparse##X##gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t, int, const T *, const T *, \
		const T *, const T *, int, int, size_t *); \
	cusparseStatus_t cusparse##X##gtsv2StridedBatch(cusparseHandle_t, int, const T *, const T *, const T *, T *, \
		int, int, void *); \
	cusparseStatus_t cusparse##X##gtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t, int, int, const T *, \
		const T *, const T *, const T *, int, size_t *); \
	cusparseStatus_t cusparse##X##gtsvInterleavedBatch(cusparseHandle_t, int, int, T *, T *, T *, T *, int, void *); \
	cusparseStatus_t cusparse##X##gpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t, int, int, const T *, \
		const T *, const T *, const T *, const T *, const T *, int, size_t *); \
	cusparseStatus_t cusparse##X##gpsvInterleavedBatch(cusparseHandle_t, int, int, T *, T *, T *, T *, T *, T *, \
		int, void *); \
	cusparseStatus_t cusparse##X##csrgeam2_bufferSizeExt(cusparseHandle_t, int, int, const T *, cusparseMatDescr_t, \
		int, const T *, const int *, const int *, const T *, cusparseMatDescr_t, int, const T *, const int *, \
		const int *, cusparseMatDescr_t, const T *, const int *, const int *, size_t *); \
	cusparseStatus_t cusparse##X##csrgeam2(cusparseHandle_t, int, int, const T *, cusparseMatDescr_t, int, \
		const T *, const int *, const int *, const T *, cusparseMatDescr_t, int, const T *, const int *, const int *, \
		cusparseMatDescr_t, T *, int *, int *, void *); \
	cusparseStatus_t cusparse##X##csrcolor(cusparseHandle_t, int, int, cusparseMatDescr_t, const T *, const int *, \
		const int *, const R *, int *, int *, int *, cusparseColorInfo_t); \
	cusparseStatus_t cusparse##X##nnz(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t, \
		const T *, int, int *, int *); \
	cusparseStatus_t cusparse##X##nnz_compress(cusparseHandle_t, int, cusparseMatDescr_t, const T *, const int *, \
		int *, int *, T); \
	cusparseStatus_t cusparse##X##csr2csr_compress(cusparseHandle_t, int, int, cusparseMatDescr_t, const T *, \
		const int *, const int *, int, const int *, T *, int *, int *, T); \
	cusparseStatus_t cusparse##X##csr2bsr(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t, \
		const T *, const int *, const int *, int, cusparseMatDescr_t, T *, int *, int *); \
	cusparseStatus_t cusparse##X##bsr2csr(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t, \
		const T *, const int *, const int *, int, cusparseMatDescr_t, T *, int *, int *); \
	cusparseStatus_t cusparse##X##gebsr2gebsc_bufferSize(cusparseHandle_t, int, int, int, const T *, const int *, \
		const int *, int, int, int *); \
	cusparseStatus_t cusparse##X##gebsr2gebsc(cusparseHandle_t, int, int, int, const T *, const int *, const int *, \
		int, int, T *, int *, int *, cusparseAction_t, cusparseIndexBase_t, void *); \
	cusparseStatus_t cusparse##X##gebsr2csr(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t, \
		const T *, const int *, const int *, int, int, cusparseMatDescr_t, T *, int *, int *); \
	cusparseStatus_t cusparse##X##csr2gebsr_bufferSize(cusparseHandle_t, cusparseDirection_t, int, int, \
		cusparseMatDescr_t, const T *, const int *, const int *, int, int, int *); \
	cusparseStatus_t cusparse##X##csr2gebsr(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t, \
		const T *, const int *, const int *, cusparseMatDescr_t, T *, int *, int *, int, int, void *); \
	cusparseStatus_t cusparse##X##gebsr2gebsr_bufferSize(cusparseHandle_t, cusparseDirection_t, int, int, int, \
		cusparseMatDescr_t, const T *, const int *, const int *, int, int, int, int, int *); \
	cusparseStatus_t cusparse##X##gebsr2gebsr(cusparseHandle_t, cusparseDirection_t, int, int, int, \
		cusparseMatDescr_t, const T *, const int *, const int *, int, int, cusparseMatDescr_t, T *, int *, int *, int, \
		int, void *); \
	cusparseStatus_t cusparse##X##csru2csr_bufferSizeExt(cusparseHandle_t, int, int, int, T *, const int *, int *, \
		csru2csrInfo_t, size_t *); \
	cusparseStatus_t cusparse##X##csru2csr(cusparseHandle_t, int, int, int, cusparseMatDescr_t, T *, const int *, \
		int *, csru2csrInfo_t, void *); \
	cusparseStatus_t cusparse##X##csr2csru(cusparseHandle_t, int, int, int, cusparseMatDescr_t, T *, const int *, \
		int *, csru2csrInfo_t, void *);

#define HSAEMU_SPARSE_PRUNE(X, T) \
	cusparseStatus_t cusparse##X##pruneDense2csr_bufferSizeExt(cusparseHandle_t, int, int, const T *, int, \
		const T *, cusparseMatDescr_t, const T *, const int *, const int *, size_t *); \
	cusparseStatus_t cusparse##X##pruneDense2csrNnz(cusparseHandle_t, int, int, const T *, int, const T *, \
		cusparseMatDescr_t, int *, int *, void *); \
	cusparseStatus_t cusparse##X##pruneDense2csr(cusparseHandle_t, int, int, const T *, int, const T *, \
		cusparseMatDescr_t, T *, const int *, int *, void *); \
	cusparseStatus_t cusparse##X##pruneCsr2csr_bufferSizeExt(cusparseHandle_t, int, int, int, cusparseMatDescr_t, \
		const T *, const int *, const int *, const T *, cusparseMatDescr_t, const T *, const int *, const int *, \
		size_t *); \
	cusparseStatus_t cusparse##X##pruneCsr2csrNnz(cusparseHandle_t, int, int, int, cusparseMatDescr_t, const T *, \
		const int *, const int *, const T *, cusparseMatDescr_t, int *, int *, void *); \
	cusparseStatus_t cusparse##X##pruneCsr2csr(cusparseHandle_t, int, int, int, cusparseMatDescr_t, const T *, \
		const int *, const int *, const T *, cusparseMatDescr_t, T *, const int *, int *, void *); \
	cusparseStatus_t cusparse##X##pruneDense2csrByPercentage_bufferSizeExt(cusparseHandle_t, int, int, const T *, \
		int, float, cusparseMatDescr_t, const T *, const int *, const int *, pruneInfo_t, size_t *); \
	cusparseStatus_t cusparse##X##pruneDense2csrNnzByPercentage(cusparseHandle_t, int, int, const T *, int, float, \
		cusparseMatDescr_t, int *, int *, pruneInfo_t, void *); \
	cusparseStatus_t cusparse##X##pruneDense2csrByPercentage(cusparseHandle_t, int, int, const T *, int, float, \
		cusparseMatDescr_t, T *, const int *, int *, pruneInfo_t, void *); \
	cusparseStatus_t cusparse##X##pruneCsr2csrByPercentage_bufferSizeExt(cusparseHandle_t, int, int, int, \
		cusparseMatDescr_t, const T *, const int *, const int *, float, cusparseMatDescr_t, const T *, const int *, \
		const int *, pruneInfo_t, size_t *); \
	cusparseStatus_t cusparse##X##pruneCsr2csrNnzByPercentage(cusparseHandle_t, int, int, int, cusparseMatDescr_t, \
		const T *, const int *, const int *, float, cusparseMatDescr_t, int *, int *, pruneInfo_t, void *); \
	cusparseStatus_t cusparse##X##pruneCsr2csrByPercentage(cusparseHandle_t, int, int, int, cusparseMatDescr_t, \
		const T *, const int *, const int *, float, cusparseMatDescr_t, T *, const int *, int *, pruneInfo_t, void *);

#ifdef __cplusplus
extern "C" {
#endif
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *);
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t);
cusparseStatus_t cusparseCreateBsric02Info(bsric02Info_t *);
cusparseStatus_t cusparseDestroyBsric02Info(bsric02Info_t);
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t);
cusparseStatus_t cusparseCreateBsrilu02Info(bsrilu02Info_t *);
cusparseStatus_t cusparseDestroyBsrilu02Info(bsrilu02Info_t);
cusparseStatus_t cusparseCreateBsrsv2Info(bsrsv2Info_t *);
cusparseStatus_t cusparseDestroyBsrsv2Info(bsrsv2Info_t);
cusparseStatus_t cusparseCreateBsrsm2Info(bsrsm2Info_t *);
cusparseStatus_t cusparseDestroyBsrsm2Info(bsrsm2Info_t);
cusparseStatus_t cusparseCreateCsru2csrInfo(csru2csrInfo_t *);
cusparseStatus_t cusparseDestroyCsru2csrInfo(csru2csrInfo_t);
cusparseStatus_t cusparseCreateColorInfo(cusparseColorInfo_t *);
cusparseStatus_t cusparseDestroyColorInfo(cusparseColorInfo_t);
cusparseStatus_t cusparseCreatePruneInfo(pruneInfo_t *);
cusparseStatus_t cusparseDestroyPruneInfo(pruneInfo_t);
cusparseStatus_t cusparseXbsrsv2_zeroPivot(cusparseHandle_t, bsrsv2Info_t, int *);
cusparseStatus_t cusparseXbsrsm2_zeroPivot(cusparseHandle_t, bsrsm2Info_t, int *);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t, csrilu02Info_t, int *);
cusparseStatus_t cusparseXbsrilu02_zeroPivot(cusparseHandle_t, bsrilu02Info_t, int *);
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t, csric02Info_t, int *);
cusparseStatus_t cusparseXbsric02_zeroPivot(cusparseHandle_t, bsric02Info_t, int *);
cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t, int, int, cusparseMatDescr_t, int, const int *,
	const int *, cusparseMatDescr_t, int, const int *, const int *, cusparseMatDescr_t, int *, int *, void *);
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t, const int *, int, int, int *, cusparseIndexBase_t);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t, const int *, int, int, int *, cusparseIndexBase_t);
cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t,
	const int *, const int *, int, cusparseMatDescr_t, int *, int *);
cusparseStatus_t cusparseXcsr2gebsrNnz(cusparseHandle_t, cusparseDirection_t, int, int, cusparseMatDescr_t,
	const int *, const int *, cusparseMatDescr_t, int *, int, int, int *, void *);
cusparseStatus_t cusparseXgebsr2gebsrNnz(cusparseHandle_t, cusparseDirection_t, int, int, int,
	cusparseMatDescr_t, const int *, const int *, int, int, cusparseMatDescr_t, int *, int, int, int *, void *);
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t, int, int, int, const int *, const int *,
	size_t *);
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t, int, int, int, int *, int *, int *, void *);
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t, int, int, int, int *, int *, int *, void *);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t, int, int, int, const int *, const int *,
	size_t *);
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t, int, int, int, cusparseMatDescr_t, const int *, int *,
	int *, void *);
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t, int, int, int, const int *, const int *,
	size_t *);
cusparseStatus_t cusparseXcscsort(cusparseHandle_t, int, int, int, cusparseMatDescr_t, const int *, int *,
	int *, void *);
HSAEMU_SPARSE_TYPED(S, float, float)
HSAEMU_SPARSE_TYPED(D, double, double)
HSAEMU_SPARSE_TYPED(C, cuComplex, float)
HSAEMU_SPARSE_TYPED(Z, cuDoubleComplex, double)
HSAEMU_SPARSE_PRUNE(H, struct __half)
HSAEMU_SPARSE_PRUNE(S, float)
HSAEMU_SPARSE_PRUNE(D, double)
#ifdef __cplusplus
}
#endif
#undef HSAEMU_SPARSE_TYPED
#undef HSAEMU_SPARSE_PRUNE

#endif
