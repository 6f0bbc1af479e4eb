/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The older descriptor of matrices, which says all but the arrays. */
#include <stdlib.h>
#include "sparse_impl.h"

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descrA)
{
	CUSPARSE_NEEDS(descrA != NULL);
	struct cusparseMatDescr *d = mem_try_new(1, sizeof *d);
	if (d == NULL)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	handle_enter(&d->handle, CUSPARSE_MAT_DESCR);
	*descrA = d;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA)
{
	CUSPARSE_NEEDS(handle_take(descrA, CUSPARSE_MAT_DESCR));
	free(descrA);
	return CUSPARSE_STATUS_SUCCESS;
}

/* A member that may be set and read. Who reads from no descriptor gets what a new one has. */
#define MEMBER(Name, T, member, LAST) \
	cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t descrA, T value) \
	{ \
		CUSPARSE_NEEDS(handle_is_valid(descrA, CUSPARSE_MAT_DESCR)); \
		CUSPARSE_NEEDS((unsigned)value <= (LAST)); \
		descrA->member = value; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	T cusparseGetMat##Name(const cusparseMatDescr_t descrA) \
	{ \
		return handle_is_valid(descrA, CUSPARSE_MAT_DESCR) ? descrA->member : (T)0; \
	}
MEMBER(Type, cusparseMatrixType_t, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR)
MEMBER(FillMode, cusparseFillMode_t, fill, CUSPARSE_FILL_MODE_UPPER)
MEMBER(DiagType, cusparseDiagType_t, diag, CUSPARSE_DIAG_TYPE_UNIT)
MEMBER(IndexBase, cusparseIndexBase_t, base, CUSPARSE_INDEX_BASE_ONE)

struct cusparse_matrix cusparse_matrix_csr(int64_t rows, int64_t cols, int64_t nnz,
	cusparseMatDescr_t descr, cudaDataType type, const void *values, const int *offsets,
	const int *columns)
{
	return (struct cusparse_matrix){.format = CUSPARSE_FORMAT_CSR,
		.rows = rows,
		.cols = cols,
		.nnz = nnz,
		.offsets = (void *)(uintptr_t)offsets,
		.columns = (void *)(uintptr_t)columns,
		.values = (void *)(uintptr_t)values,
		.offsets_type = CUSPARSE_INDEX_32I,
		.columns_type = CUSPARSE_INDEX_32I,
		.base = descr->base,
		.type = type,
		.fill = descr->fill,
		.diag = descr->diag,
		.batches = 1};
}
