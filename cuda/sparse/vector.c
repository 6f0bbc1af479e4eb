/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sparse vectors. */
#include "sparse_impl.h"

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *spVecDescr, int64_t size, int64_t nnz,
	void *indices, void *values, cusparseIndexType_t idxType, cusparseIndexBase_t idxBase,
	cudaDataType valueType)
{
	CUSPARSE_NEEDS(spVecDescr != NULL && cusparse_is_size(size) && nnz >= 0 && nnz <= size);
	CUSPARSE_NEEDS(cusparse_is_base(idxBase));
	if (cusparse_type_bytes(valueType) == 0 || cusparse_index_bytes(idxType) == 0)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct cusparseSpVecDescr *d = mem_try_new(1, sizeof *d);
	if (d == NULL)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	d->v = (struct cusparse_vector){size, nnz, indices, values, idxType, idxBase, valueType};
	handle_enter(&d->handle, CUSPARSE_SP_VEC);
	*spVecDescr = d;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *spVecDescr, int64_t size,
	int64_t nnz, const void *indices, const void *values, cusparseIndexType_t idxType,
	cusparseIndexBase_t idxBase, cudaDataType valueType)
{
	cusparseSpVecDescr_t d;
	CUSPARSE_NEEDS(spVecDescr != NULL);
	CUSPARSE_TRY(cusparseCreateSpVec(&d, size, nnz, (void *)(uintptr_t)indices,
		(void *)(uintptr_t)values, idxType, idxBase, valueType));
	*spVecDescr = d;
	return CUSPARSE_STATUS_SUCCESS;
}

#define SP_VEC_GET(NAME, Descr_t, Pointer) \
	cusparseStatus_t NAME(Descr_t descr, int64_t *size, int64_t *nnz, Pointer *indices, \
		Pointer *values, cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase, \
		cudaDataType *valueType) \
	{ \
		CUSPARSE_NEEDS(handle_is_valid(descr, CUSPARSE_SP_VEC)); \
		CUSPARSE_PUT(size, descr->v.size); \
		CUSPARSE_PUT(nnz, descr->v.nnz); \
		CUSPARSE_PUT(indices, descr->v.indices); \
		CUSPARSE_PUT(values, descr->v.values); \
		CUSPARSE_PUT(idxType, descr->v.index_type); \
		CUSPARSE_PUT(idxBase, descr->v.base); \
		CUSPARSE_PUT(valueType, descr->v.type); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
SP_VEC_GET(cusparseSpVecGet, cusparseSpVecDescr_t, void *)
SP_VEC_GET(cusparseConstSpVecGet, cusparseConstSpVecDescr_t, const void *)

cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t spVecDescr,
	cusparseIndexBase_t *idxBase)
{
	CUSPARSE_NEEDS(handle_is_valid(spVecDescr, CUSPARSE_SP_VEC) && idxBase != NULL);
	*idxBase = spVecDescr->v.base;
	return CUSPARSE_STATUS_SUCCESS;
}
