/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that are older than descriptors of matrices: indices are `int`, and there is one
 * function for each type of values. */
#ifndef HSAEMU_CUDA_SPARSE_OLDER_IMPL_H
#define HSAEMU_CUDA_SPARSE_OLDER_IMPL_H

#include "sparse_impl.h"

/* Expands F(letter, type, type of the parts, cudaDataType) for each. */
#define CUSPARSE_TYPED(F) \
	F(S, float, float, CUDA_R_32F) \
	F(D, double, double, CUDA_R_64F) \
	F(C, cuComplex, float, CUDA_C_32F) \
	F(Z, cuDoubleComplex, double, CUDA_C_64F)
/* The same for the functions that prune. */
#define CUSPARSE_PRUNED(F) \
	F(H, struct __half, CUDA_R_16F) \
	F(S, float, CUDA_R_32F) \
	F(D, double, CUDA_R_64F)

#define CUSPARSE_NEEDS_DESCR(descr) CUSPARSE_NEEDS(handle_is_valid(descr, CUSPARSE_MAT_DESCR))
/* Needs both, and begins the call. */
#define CUSPARSE_BEGIN(handle) CUSPARSE_TRY(cusparse_enter(handle, __func__))

/* What factorizations and solvers keep from one call to the next: the first row without a pivot. */
struct cusparse_info {
	struct handle handle;
	int64_t position; /* -1: none */
	bool is_boosted;
	struct cusparse_scalar tolerance, boost;
};
/* The kinds of infos, from CUSPARSE_INFO on; each has functions that create and destroy it.
 *
 * CUSPARSE_INFO_KIND(ID, Name, type) */
#define CUSPARSE_INFOS(F) \
	F(CSRIC02, Csric02, csric02Info_t) \
	F(BSRIC02, Bsric02, bsric02Info_t) \
	F(CSRILU02, Csrilu02, csrilu02Info_t) \
	F(BSRILU02, Bsrilu02, bsrilu02Info_t) \
	F(BSRSV2, Bsrsv2, bsrsv2Info_t) \
	F(BSRSM2, Bsrsm2, bsrsm2Info_t) \
	F(CSRU2CSR, Csru2csr, csru2csrInfo_t) \
	F(COLOR, Color, cusparseColorInfo_t) \
	F(PRUNE, Prune, pruneInfo_t)
enum cusparse_info_kind {
	CUSPARSE_INFO_BEFORE = CUSPARSE_INFO - 1,
#define CUSPARSE_INFO_ID(ID, Name, type) CUSPARSE_INFO_##ID,
	CUSPARSE_INFOS(CUSPARSE_INFO_ID)
#undef CUSPARSE_INFO_ID
};
/* Returns the info at a handle, which must be valid. */
static inline struct cusparse_info *cusparse_info_at(void *info)
{
	return info;
}
/* Notes the row without a pivot, unless the info has ended or has an earlier one. */
void cusparse_info_note(void *info, enum cusparse_info_kind kind, int64_t position);
/* Forgets the row; for a job that looks for it again. */
void cusparse_info_reset(void *info, enum cusparse_info_kind kind);
/* Answers a call for the row without a pivot, when the stream is done. */
cusparseStatus_t cusparse_info_answer(cusparseHandle_t handle, const char *name, void *info,
	enum cusparse_info_kind kind, int *position);

/* Defines the function that asks for it. */
#define CUSPARSE_ZERO_PIVOT(name, ID, Info) \
	cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t handle, Info info, \
		int *position) \
	{ \
		return cusparse_info_answer(handle, __func__, info, CUSPARSE_INFO_##ID, position); \
	}
/* Reads from the offsets how many entries a matrix has whose caller did not say so. */
cusparseStatus_t cusparse_matrix_measure(struct cusparse_matrix *m,
	const struct cusparse_job *job) NODISCARD;
/* The matrix of an older call's blocks. */
struct cusparse_matrix cusparse_matrix_bsr(cusparseDirection_t direction, int64_t block_rows,
	int64_t block_cols, const struct cusparse_matrix *blocks);
static inline bool cusparse_is_block(int rows, int cols)
{
	return rows > 0 && rows <= 1 << 15 && cols > 0 && cols <= 1 << 15;
}
static inline bool cusparse_is_direction(cusparseDirection_t d)
{
	return (unsigned)d <= CUSPARSE_DIRECTION_COLUMN;
}
/* An array that a job writes; `what` is for the message. */
static inline cusparseStatus_t cusparse_check_ints(const struct cusparse_job *job, const char *what,
	const int *p, int64_t count)
{
	return cusparse_check_memory(job, what, p, count, sizeof *p);
}

#endif
