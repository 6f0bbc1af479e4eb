/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What descriptors of sparse matrices say, and what may be changed in them. */
#include <string.h>
#include "sparse_impl.h"

#define IS_FORMAT(d, FORMAT) (handle_is_valid(d, CUSPARSE_SP_MAT) && (d)->m.format == (FORMAT))

/* ---- arrays ---------------------------------------------------------------------------------- */

#define COMPRESSED_GET(NAME, FORMAT, Descr_t, Pointer) \
	cusparseStatus_t NAME(Descr_t d, int64_t *rows, int64_t *cols, int64_t *nnz, \
		Pointer *offsets, Pointer *indices, Pointer *values, \
		cusparseIndexType_t *offsetsType, cusparseIndexType_t *indexType, \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType) \
	{ \
		CUSPARSE_NEEDS(IS_FORMAT(d, FORMAT)); \
		CUSPARSE_PUT(rows, d->m.rows); \
		CUSPARSE_PUT(cols, d->m.cols); \
		CUSPARSE_PUT(nnz, d->m.nnz); \
		CUSPARSE_PUT(offsets, d->m.offsets); \
		CUSPARSE_PUT(indices, d->m.columns); \
		CUSPARSE_PUT(values, d->m.values); \
		CUSPARSE_PUT(offsetsType, d->m.offsets_type); \
		CUSPARSE_PUT(indexType, d->m.columns_type); \
		CUSPARSE_PUT(idxBase, d->m.base); \
		CUSPARSE_PUT(valueType, d->m.type); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
COMPRESSED_GET(cusparseCsrGet, CUSPARSE_FORMAT_CSR, cusparseSpMatDescr_t, void *)
COMPRESSED_GET(cusparseConstCsrGet, CUSPARSE_FORMAT_CSR, cusparseConstSpMatDescr_t, const void *)
COMPRESSED_GET(cusparseCscGet, CUSPARSE_FORMAT_CSC, cusparseSpMatDescr_t, void *)
COMPRESSED_GET(cusparseConstCscGet, CUSPARSE_FORMAT_CSC, cusparseConstSpMatDescr_t, const void *)

#define COO_GET(NAME, Descr_t, Pointer) \
	cusparseStatus_t NAME(Descr_t d, int64_t *rows, int64_t *cols, int64_t *nnz, \
		Pointer *rowInd, Pointer *colInd, Pointer *values, cusparseIndexType_t *idxType, \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType) \
	{ \
		CUSPARSE_NEEDS(IS_FORMAT(d, CUSPARSE_FORMAT_COO)); \
		CUSPARSE_PUT(rows, d->m.rows); \
		CUSPARSE_PUT(cols, d->m.cols); \
		CUSPARSE_PUT(nnz, d->m.nnz); \
		CUSPARSE_PUT(rowInd, d->m.offsets); \
		CUSPARSE_PUT(colInd, d->m.columns); \
		CUSPARSE_PUT(values, d->m.values); \
		CUSPARSE_PUT(idxType, d->m.columns_type); \
		CUSPARSE_PUT(idxBase, d->m.base); \
		CUSPARSE_PUT(valueType, d->m.type); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
COO_GET(cusparseCooGet, cusparseSpMatDescr_t, void *)
COO_GET(cusparseConstCooGet, cusparseConstSpMatDescr_t, const void *)

#define BLOCKED_ELL_GET(NAME, Descr_t, Pointer) \
	cusparseStatus_t NAME(Descr_t d, int64_t *rows, int64_t *cols, int64_t *blockSize, \
		int64_t *ellCols, Pointer *indices, Pointer *values, cusparseIndexType_t *idxType, \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType) \
	{ \
		CUSPARSE_NEEDS(IS_FORMAT(d, CUSPARSE_FORMAT_BLOCKED_ELL)); \
		CUSPARSE_PUT(rows, d->m.rows); \
		CUSPARSE_PUT(cols, d->m.cols); \
		CUSPARSE_PUT(blockSize, d->m.block_rows); \
		CUSPARSE_PUT(ellCols, d->m.width); \
		CUSPARSE_PUT(indices, d->m.columns); \
		CUSPARSE_PUT(values, d->m.values); \
		CUSPARSE_PUT(idxType, d->m.columns_type); \
		CUSPARSE_PUT(idxBase, d->m.base); \
		CUSPARSE_PUT(valueType, d->m.type); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
BLOCKED_ELL_GET(cusparseBlockedEllGet, cusparseSpMatDescr_t, void *)
BLOCKED_ELL_GET(cusparseConstBlockedEllGet, cusparseConstSpMatDescr_t, const void *)

#define SET_POINTERS(Name, FORMAT) \
	cusparseStatus_t cusparse##Name##SetPointers(cusparseSpMatDescr_t d, void *first, \
		void *second, void *values) \
	{ \
		CUSPARSE_NEEDS(IS_FORMAT(d, FORMAT)); \
		CUSPARSE_NEEDS(first != NULL); \
		d->m.offsets = first; \
		d->m.columns = second; \
		d->m.values = values; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
SET_POINTERS(Csr, CUSPARSE_FORMAT_CSR)
SET_POINTERS(Csc, CUSPARSE_FORMAT_CSC)
SET_POINTERS(Coo, CUSPARSE_FORMAT_COO)

/* ---- single facts ---------------------------------------------------------------------------- */

#define FACT(Name, T, member) \
	cusparseStatus_t cusparseSpMatGet##Name(cusparseConstSpMatDescr_t d, T *value) \
	{ \
		CUSPARSE_NEEDS(handle_is_valid(d, CUSPARSE_SP_MAT) && value != NULL); \
		*value = d->m.member; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
FACT(Format, cusparseFormat_t, format)
FACT(IndexBase, cusparseIndexBase_t, base)
FACT(StridedBatch, int, batches)

cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr, int64_t *rows,
	int64_t *cols, int64_t *nnz)
{
	CUSPARSE_NEEDS(handle_is_valid(spMatDescr, CUSPARSE_SP_MAT));
	CUSPARSE_NEEDS(rows != NULL && cols != NULL && nnz != NULL);
	*rows = spMatDescr->m.rows;
	*cols = spMatDescr->m.cols;
	*nnz = spMatDescr->m.nnz;
	return CUSPARSE_STATUS_SUCCESS;
}

static const size_t attribute_bytes[] = {
	[CUSPARSE_SPMAT_FILL_MODE] = sizeof(cusparseFillMode_t),
	[CUSPARSE_SPMAT_DIAG_TYPE] = sizeof(cusparseDiagType_t),
};

static bool is_attribute(cusparseSpMatAttribute_t attribute, const void *data, size_t dataSize)
{
	return (unsigned)attribute < ARRAY_LEN(attribute_bytes) && data != NULL &&
	       dataSize == attribute_bytes[attribute];
}

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr,
	cusparseSpMatAttribute_t attribute, void *data, size_t dataSize)
{
	CUSPARSE_NEEDS(handle_is_valid(spMatDescr, CUSPARSE_SP_MAT));
	CUSPARSE_NEEDS(is_attribute(attribute, data, dataSize));
	if (attribute == CUSPARSE_SPMAT_FILL_MODE)
		memcpy(data, &spMatDescr->m.fill, dataSize);
	else
		memcpy(data, &spMatDescr->m.diag, dataSize);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr,
	cusparseSpMatAttribute_t attribute, void *data, size_t dataSize)
{
	unsigned value;
	CUSPARSE_NEEDS(handle_is_valid(spMatDescr, CUSPARSE_SP_MAT));
	CUSPARSE_NEEDS(is_attribute(attribute, data, dataSize));
	memcpy(&value, data, sizeof value);
	CUSPARSE_NEEDS(value <= 1);
	if (attribute == CUSPARSE_SPMAT_FILL_MODE)
		spMatDescr->m.fill = (cusparseFillMode_t)value;
	else
		spMatDescr->m.diag = (cusparseDiagType_t)value;
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- batches --------------------------------------------------------------------------------- */

static cusparseStatus_t set_batch(cusparseSpMatDescr_t d, int count, int64_t offsets,
	int64_t columns, int64_t values)
{
	CUSPARSE_NEEDS(count > 0 && cusparse_is_size(offsets));
	CUSPARSE_NEEDS(cusparse_is_size(columns) && cusparse_is_size(values));
	d->m.batches = count;
	d->m.offsets_stride = offsets;
	d->m.columns_stride = columns;
	d->m.values_stride = values;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount,
	int64_t batchStride)
{
	CUSPARSE_NEEDS(IS_FORMAT(spMatDescr, CUSPARSE_FORMAT_COO));
	return set_batch(spMatDescr, batchCount, batchStride, batchStride, batchStride);
}

cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount,
	int64_t offsetsBatchStride, int64_t columnsValuesBatchStride)
{
	CUSPARSE_NEEDS(IS_FORMAT(spMatDescr, CUSPARSE_FORMAT_CSR));
	return set_batch(spMatDescr, batchCount, offsetsBatchStride, columnsValuesBatchStride,
		columnsValuesBatchStride);
}

cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount,
	int64_t offsetsBatchStride, int64_t columnsBatchStride, int64_t valuesBatchStride)
{
	CUSPARSE_NEEDS(IS_FORMAT(spMatDescr, CUSPARSE_FORMAT_BSR));
	return set_batch(spMatDescr, batchCount, offsetsBatchStride, columnsBatchStride,
		valuesBatchStride);
}
