/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dense matrices and vectors. */
#include <stdlib.h>
#include "sparse_impl.h"

/* The functions of a descriptor whose parts are `part`. */
#define VALUES(Name, KIND, part) \
	cusparseStatus_t cusparseDestroy##Name(cusparseConst##Name##Descr_t descr) \
	{ \
		CUSPARSE_NEEDS(handle_take(descr, KIND)); \
		free((void *)(uintptr_t)descr); \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t cusparse##Name##GetValues(cusparse##Name##Descr_t descr, void **values) \
	{ \
		CUSPARSE_NEEDS(handle_is_valid(descr, KIND) && values != NULL); \
		*values = descr->part.values; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t cusparseConst##Name##GetValues(cusparseConst##Name##Descr_t descr, \
		const void **values) \
	{ \
		CUSPARSE_NEEDS(handle_is_valid(descr, KIND) && values != NULL); \
		*values = descr->part.values; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t cusparse##Name##SetValues(cusparse##Name##Descr_t descr, void *values) \
	{ \
		CUSPARSE_NEEDS(handle_is_valid(descr, KIND) && values != NULL); \
		descr->part.values = values; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
VALUES(DnVec, CUSPARSE_DN_VEC, v)
VALUES(DnMat, CUSPARSE_DN_MAT, m)
VALUES(SpVec, CUSPARSE_SP_VEC, v)
VALUES(SpMat, CUSPARSE_SP_MAT, m)

/* ---- dense vectors --------------------------------------------------------------------------- */

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *dnVecDescr, int64_t size, void *values,
	cudaDataType valueType)
{
	CUSPARSE_NEEDS(dnVecDescr != NULL && cusparse_is_size(size));
	if (cusparse_type_bytes(valueType) == 0)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct cusparseDnVecDescr *d = mem_try_new(1, sizeof *d);
	if (d == NULL)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	d->v = (struct cusparse_dense){.values = values,
		.type = valueType,
		.order = CUSPARSE_ORDER_COL,
		.rows = size,
		.cols = 1,
		.ld = size,
		.batches = 1};
	handle_enter(&d->handle, CUSPARSE_DN_VEC);
	*dnVecDescr = d;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *dnVecDescr, int64_t size,
	const void *values, cudaDataType valueType)
{
	cusparseDnVecDescr_t d;
	CUSPARSE_NEEDS(dnVecDescr != NULL);
	CUSPARSE_TRY(cusparseCreateDnVec(&d, size, (void *)(uintptr_t)values, valueType));
	*dnVecDescr = d;
	return CUSPARSE_STATUS_SUCCESS;
}

#define DN_VEC_GET(NAME, Descr_t, Values) \
	cusparseStatus_t NAME(Descr_t descr, int64_t *size, Values *values, \
		cudaDataType *valueType) \
	{ \
		CUSPARSE_NEEDS(handle_is_valid(descr, CUSPARSE_DN_VEC)); \
		CUSPARSE_PUT(size, descr->v.rows); \
		CUSPARSE_PUT(values, descr->v.values); \
		CUSPARSE_PUT(valueType, descr->v.type); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
DN_VEC_GET(cusparseDnVecGet, cusparseDnVecDescr_t, void *)
DN_VEC_GET(cusparseConstDnVecGet, cusparseConstDnVecDescr_t, const void *)

/* ---- dense matrices -------------------------------------------------------------------------- */

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols,
	int64_t ld, void *values, cudaDataType valueType, cusparseOrder_t order)
{
	int64_t lines = order == CUSPARSE_ORDER_ROW ? rows : cols, all;
	CUSPARSE_NEEDS(dnMatDescr != NULL && cusparse_is_size(rows) && cusparse_is_size(cols));
	CUSPARSE_NEEDS(order == CUSPARSE_ORDER_ROW || order == CUSPARSE_ORDER_COL);
	CUSPARSE_NEEDS(ld >= (order == CUSPARSE_ORDER_ROW ? cols : rows));
	CUSPARSE_NEEDS(!__builtin_mul_overflow(ld, lines, &all) && cusparse_is_size(all));
	if (cusparse_type_bytes(valueType) == 0)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct cusparseDnMatDescr *d = mem_try_new(1, sizeof *d);
	if (d == NULL)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	d->m = (struct cusparse_dense){values, valueType, order, rows, cols, ld, 1, 0};
	handle_enter(&d->handle, CUSPARSE_DN_MAT);
	*dnMatDescr = d;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *dnMatDescr, int64_t rows,
	int64_t cols, int64_t ld, const void *values, cudaDataType valueType, cusparseOrder_t order)
{
	cusparseDnMatDescr_t d;
	CUSPARSE_NEEDS(dnMatDescr != NULL);
	CUSPARSE_TRY(cusparseCreateDnMat(&d, rows, cols, ld, (void *)(uintptr_t)values, valueType,
		order));
	*dnMatDescr = d;
	return CUSPARSE_STATUS_SUCCESS;
}

#define DN_MAT_GET(NAME, Descr_t, Values) \
	cusparseStatus_t NAME(Descr_t descr, int64_t *rows, int64_t *cols, int64_t *ld, \
		Values *values, cudaDataType *type, cusparseOrder_t *order) \
	{ \
		CUSPARSE_NEEDS(handle_is_valid(descr, CUSPARSE_DN_MAT)); \
		CUSPARSE_PUT(rows, descr->m.rows); \
		CUSPARSE_PUT(cols, descr->m.cols); \
		CUSPARSE_PUT(ld, descr->m.ld); \
		CUSPARSE_PUT(values, descr->m.values); \
		CUSPARSE_PUT(type, descr->m.type); \
		CUSPARSE_PUT(order, descr->m.order); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
DN_MAT_GET(cusparseDnMatGet, cusparseDnMatDescr_t, void *)
DN_MAT_GET(cusparseConstDnMatGet, cusparseConstDnMatDescr_t, const void *)

cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr, int batchCount,
	int64_t batchStride)
{
	CUSPARSE_NEEDS(handle_is_valid(dnMatDescr, CUSPARSE_DN_MAT));
	CUSPARSE_NEEDS(batchCount > 0 && cusparse_is_size(batchStride));
	dnMatDescr->m.batches = batchCount;
	dnMatDescr->m.batch_stride = batchStride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr, int *batchCount,
	int64_t *batchStride)
{
	CUSPARSE_NEEDS(handle_is_valid(dnMatDescr, CUSPARSE_DN_MAT));
	CUSPARSE_NEEDS(batchCount != NULL && batchStride != NULL);
	*batchCount = dnMatDescr->m.batches;
	*batchStride = dnMatDescr->m.batch_stride;
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- what jobs read -------------------------------------------------------------------------- */

struct cusparse_strided cusparse_dense_strided(const struct cusparse_dense *d,
	cusparseOperation_t op, int batch)
{
	bool by_rows = d->order == CUSPARSE_ORDER_ROW;
	int64_t first = d->batches > 1 ? batch * d->batch_stride : 0;
	struct cusparse_strided s = {cusparse_at(d->values, first, cusparse_type_bytes(d->type)),
		d->type, d->rows, d->cols, by_rows ? d->ld : 1, by_rows ? 1 : d->ld,
		op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
	if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
		return s;
	struct cusparse_strided t = s;
	t.rows = s.cols;
	t.cols = s.rows;
	t.row_step = s.col_step;
	t.col_step = s.row_step;
	return t;
}

cusparseStatus_t cusparse_check_dense(const struct cusparse_job *job, const char *what,
	const struct cusparse_dense *d)
{
	int64_t lines = d->order == CUSPARSE_ORDER_ROW ? d->rows : d->cols;
	int64_t length = d->order == CUSPARSE_ORDER_ROW ? d->cols : d->rows;
	int64_t first = (d->batches - 1) * d->batch_stride;
	if (lines == 0 || length == 0)
		return CUSPARSE_STATUS_SUCCESS;
	return cusparse_check_memory(job, what, d->values, first + (lines - 1) * d->ld + length,
		cusparse_type_bytes(d->type));
}
