/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sparse matrices: a function that makes a descriptor for each format. A descriptor may lack arrays
 * until they are used. */
#include "sparse_impl.h"

static cusparseStatus_t create(cusparseSpMatDescr_t *out, const struct cusparse_matrix *m)
{
	CUSPARSE_NEEDS(out != NULL && cusparse_is_base(m->base));
	CUSPARSE_NEEDS(cusparse_is_size(m->rows) && cusparse_is_size(m->cols) &&
		       cusparse_is_size(m->nnz));
	if (cusparse_type_bytes(m->type) == 0 || cusparse_index_bytes(m->offsets_type) == 0 ||
		cusparse_index_bytes(m->columns_type) == 0)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct cusparseSpMatDescr *d = mem_try_new(1, sizeof *d);
	if (d == NULL)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	d->m = *m;
	d->m.batches = 1;
	handle_enter(&d->handle, CUSPARSE_SP_MAT);
	*out = d;
	return CUSPARSE_STATUS_SUCCESS;
}

/* The form of a function for matrices that are not changed, whose parameters but for the descriptor
 * are `parameters` there. */
#define CONST_FORM(Name, parameters, ...) \
	cusparseStatus_t cusparseCreateConst##Name parameters \
	{ \
		cusparseSpMatDescr_t d; \
		CUSPARSE_NEEDS(out != NULL); \
		CUSPARSE_TRY(cusparseCreate##Name(&d, __VA_ARGS__)); \
		*out = d; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
#define PLAIN(p) ((void *)(uintptr_t)(p))

#define COMPRESSED(Name, FORMAT) \
	cusparseStatus_t cusparseCreate##Name(cusparseSpMatDescr_t *out, int64_t rows, \
		int64_t cols, int64_t nnz, void *offsets, void *indices, void *values, \
		cusparseIndexType_t offsetsType, cusparseIndexType_t indexType, \
		cusparseIndexBase_t idxBase, cudaDataType valueType) \
	{ \
		return create(out, &(struct cusparse_matrix){.format = FORMAT, \
					   .rows = rows, \
					   .cols = cols, \
					   .nnz = nnz, \
					   .offsets = offsets, \
					   .columns = indices, \
					   .values = values, \
					   .offsets_type = offsetsType, \
					   .columns_type = indexType, \
					   .base = idxBase, \
					   .type = valueType}); \
	} \
	CONST_FORM(Name, \
		(cusparseConstSpMatDescr_t * out, int64_t rows, int64_t cols, int64_t nnz, \
			const void *offsets, const void *indices, const void *values, \
			cusparseIndexType_t offsetsType, cusparseIndexType_t indexType, \
			cusparseIndexBase_t idxBase, cudaDataType valueType), \
		rows, cols, nnz, PLAIN(offsets), PLAIN(indices), PLAIN(values), offsetsType, \
		indexType, idxBase, valueType)
COMPRESSED(Csr, CUSPARSE_FORMAT_CSR)
COMPRESSED(Csc, CUSPARSE_FORMAT_CSC)

cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *out, int64_t rows, int64_t cols,
	int64_t nnz, void *cooRowInd, void *cooColInd, void *cooValues,
	cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase, cudaDataType valueType)
{
	return create(out, &(struct cusparse_matrix){.format = CUSPARSE_FORMAT_COO,
				   .rows = rows,
				   .cols = cols,
				   .nnz = nnz,
				   .offsets = cooRowInd,
				   .columns = cooColInd,
				   .values = cooValues,
				   .offsets_type = cooIdxType,
				   .columns_type = cooIdxType,
				   .base = idxBase,
				   .type = valueType});
}
CONST_FORM(Coo,
	(cusparseConstSpMatDescr_t * out, int64_t rows, int64_t cols, int64_t nnz,
		const void *rowInd, const void *colInd, const void *values,
		cusparseIndexType_t idxType, cusparseIndexBase_t idxBase, cudaDataType valueType),
	rows, cols, nnz, PLAIN(rowInd), PLAIN(colInd), PLAIN(values), idxType, idxBase, valueType)

/* The numbers of blocks and the sides of a block may be wild: their products must stay sizes. */
static bool is_product(int64_t a, int64_t b, int64_t *product)
{
	return cusparse_is_size(a) && b > 0 && !__builtin_mul_overflow(a, b, product) &&
	       cusparse_is_size(*product);
}

cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *out, int64_t brows, int64_t bcols,
	int64_t bnnz, int64_t rowBlockSize, int64_t colBlockSize, void *bsrRowOffsets,
	void *bsrColInd, void *bsrValues, cusparseIndexType_t bsrRowOffsetsType,
	cusparseIndexType_t bsrColIndType, cusparseIndexBase_t idxBase, cudaDataType valueType,
	cusparseOrder_t order)
{
	int64_t rows, cols, nnz;
	CUSPARSE_NEEDS(order == CUSPARSE_ORDER_ROW || order == CUSPARSE_ORDER_COL);
	CUSPARSE_NEEDS(is_product(brows, rowBlockSize, &rows) &&
		       is_product(bcols, colBlockSize, &cols));
	CUSPARSE_NEEDS(is_product(bnnz, rowBlockSize, &nnz) && is_product(nnz, colBlockSize, &nnz));
	return create(out, &(struct cusparse_matrix){.format = CUSPARSE_FORMAT_BSR,
				   .rows = rows,
				   .cols = cols,
				   .nnz = nnz,
				   .offsets = bsrRowOffsets,
				   .columns = bsrColInd,
				   .values = bsrValues,
				   .offsets_type = bsrRowOffsetsType,
				   .columns_type = bsrColIndType,
				   .base = idxBase,
				   .type = valueType,
				   .order = order,
				   .block_rows = rowBlockSize,
				   .block_cols = colBlockSize});
}
CONST_FORM(Bsr,
	(cusparseConstSpMatDescr_t * out, int64_t brows, int64_t bcols, int64_t bnnz,
		int64_t rowBlockDim, int64_t colBlockDim, const void *offsets, const void *indices,
		const void *values, cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,
		cusparseIndexBase_t idxBase, cudaDataType valueType, cusparseOrder_t order),
	brows, bcols, bnnz, rowBlockDim, colBlockDim, PLAIN(offsets), PLAIN(indices), PLAIN(values),
	offsetsType, indexType, idxBase, valueType, order)

cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *out, int64_t rows, int64_t cols,
	int64_t ellBlockSize, int64_t ellCols, void *ellColInd, void *ellValue,
	cusparseIndexType_t ellIdxType, cusparseIndexBase_t idxBase, cudaDataType valueType)
{
	int64_t nnz = 0;
	CUSPARSE_NEEDS(cusparse_is_size(rows) && cusparse_is_size(cols) && ellBlockSize > 0);
	CUSPARSE_NEEDS(ellCols >= 0 && ellCols <= cols && ellCols % ellBlockSize == 0);
	CUSPARSE_NEEDS(rows % ellBlockSize == 0 && cols % ellBlockSize == 0);
	CUSPARSE_NEEDS(ellCols == 0 || is_product(rows, ellCols, &nnz));
	return create(out, &(struct cusparse_matrix){.format = CUSPARSE_FORMAT_BLOCKED_ELL,
				   .rows = rows,
				   .cols = cols,
				   .nnz = nnz,
				   .columns = ellColInd,
				   .values = ellValue,
				   .offsets_type = ellIdxType,
				   .columns_type = ellIdxType,
				   .base = idxBase,
				   .type = valueType,
				   .block_rows = ellBlockSize,
				   .block_cols = ellBlockSize,
				   .width = ellCols});
}
CONST_FORM(BlockedEll,
	(cusparseConstSpMatDescr_t * out, int64_t rows, int64_t cols, int64_t blockSize,
		int64_t ellCols, const void *indices, const void *values,
		cusparseIndexType_t idxType, cusparseIndexBase_t idxBase, cudaDataType valueType),
	rows, cols, blockSize, ellCols, PLAIN(indices), PLAIN(values), idxType, idxBase, valueType)

cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t *out, int64_t rows, int64_t cols,
	int64_t nnz, int64_t sellValuesSize, int64_t sliceSize, void *sellSliceOffsets,
	void *sellColInd, void *sellValues, cusparseIndexType_t sellSliceOffsetsType,
	cusparseIndexType_t sellColIndType, cusparseIndexBase_t idxBase, cudaDataType valueType)
{
	CUSPARSE_NEEDS(sliceSize > 0 && cusparse_is_size(sliceSize));
	CUSPARSE_NEEDS(cusparse_is_size(sellValuesSize) && nnz <= sellValuesSize);
	return create(out, &(struct cusparse_matrix){.format = CUSPARSE_FORMAT_SLICED_ELLPACK,
				   .rows = rows,
				   .cols = cols,
				   .nnz = nnz,
				   .offsets = sellSliceOffsets,
				   .columns = sellColInd,
				   .values = sellValues,
				   .offsets_type = sellSliceOffsetsType,
				   .columns_type = sellColIndType,
				   .base = idxBase,
				   .type = valueType,
				   .slice_rows = sliceSize,
				   .places = sellValuesSize});
}
CONST_FORM(SlicedEll,
	(cusparseConstSpMatDescr_t * out, int64_t rows, int64_t cols, int64_t nnz,
		int64_t valuesSize, int64_t sliceSize, const void *offsets, const void *indices,
		const void *values, cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,
		cusparseIndexBase_t idxBase, cudaDataType valueType),
	rows, cols, nnz, valuesSize, sliceSize, PLAIN(offsets), PLAIN(indices), PLAIN(values),
	offsetsType, indexType, idxBase, valueType)

/* ---- what jobs read -------------------------------------------------------------------------- */

int64_t cusparse_matrix_places(const struct cusparse_matrix *m)
{
	return m->format == CUSPARSE_FORMAT_SLICED_ELLPACK ? m->places : m->nnz;
}

struct cusparse_matrix cusparse_matrix_batch(const struct cusparse_matrix *m, int batch)
{
	struct cusparse_matrix b = *m;
	if (m->batches <= 1)
		return b;
	b.offsets = cusparse_at(m->offsets, batch * m->offsets_stride,
		cusparse_index_bytes(m->offsets_type));
	b.columns = cusparse_at(m->columns, batch * m->columns_stride,
		cusparse_index_bytes(m->columns_type));
	b.values = cusparse_at(m->values, batch * m->values_stride, cusparse_type_bytes(m->type));
	return b;
}
