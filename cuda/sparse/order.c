/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sorts the indices of matrices, together with a permutation of their values. */
#include <stdlib.h>
#include <string.h>
#include "older_impl.h"

struct order {
	struct cusparse_job job;
	int64_t lines, nnz;
	int base;
	const int *offsets; /* of lines, each of which is sorted; or NULL */
	int *first, *second, *permutation;
};

/* An entry: by `first`, then by `second`, then by where it was. */
struct entry {
	int first, second, at;
};

static int by_indices(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->second != y->second)
		return x->second < y->second ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static void write_back(const struct order *j, const struct entry *e, int64_t n, int64_t from,
	const int *permutation)
{
	for (int64_t k = 0; k < n; k++) {
		if (j->first != NULL)
			j->first[from + k] = e[k].first;
		j->second[from + k] = e[k].second;
		if (j->permutation != NULL)
			j->permutation[from + k] = permutation[e[k].at];
	}
}

/* Sorts the entries from one number on to another. */
static cusparseStatus_t sort(const struct order *j, int64_t from, int64_t to)
{
	size_t n = (size_t)(to - from);
	struct entry *e = mem_try_new(n + 1, sizeof *e);
	int *permutation = mem_try_new(n + 1, sizeof *permutation);
	if (e != NULL && permutation != NULL) {
		for (size_t k = 0; k < n; k++)
			e[k] = (struct entry){j->first != NULL ? j->first[(size_t)from + k] : 0,
				j->second[(size_t)from + k], (int)k};
		if (j->permutation != NULL)
			memcpy(permutation, j->permutation + from, n * sizeof *permutation);
		qsort(e, n, sizeof *e, by_indices);
		write_back(j, e, (int64_t)n, from, permutation);
	}
	bool is_done = e != NULL && permutation != NULL;
	free(e);
	free(permutation);
	return is_done ? CUSPARSE_STATUS_SUCCESS : cusparse_no_memory(&j->job);
}

static cusparseStatus_t run(const struct cusparse_job *job)
{
	const struct order *j = (const struct order *)(const void *)job;
	struct cusparse_index offsets = {j->offsets, false, j->base};
	CUSPARSE_TRY(cusparse_check_ints(job, "indices", j->second, j->nnz));
	if (j->permutation != NULL)
		CUSPARSE_TRY(cusparse_check_ints(job, "permutation", j->permutation, j->nnz));
	if (j->offsets == NULL) {
		CUSPARSE_TRY(cusparse_check_ints(job, "indices", j->first, j->nnz));
		return sort(j, 0, j->nnz);
	}
	CUSPARSE_TRY(cusparse_check_ints(job, "offsets", j->offsets, j->lines + 1));
	CUSPARSE_TRY(cusparse_check_offsets(job, &offsets, j->lines, j->nnz));
	for (int64_t i = 0; i < j->lines; i++)
		CUSPARSE_TRY(sort(j, cusparse_index_at(&offsets, i),
			cusparse_index_at(&offsets, i + 1)));
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the functions --------------------------------------------------------------------------- */

#define BUFFER_SIZE(NAME) \
	cusparseStatus_t NAME(cusparseHandle_t handle, int m, int n, int nnz, const int *first, \
		const int *second, size_t *pBufferSizeInBytes) \
	{ \
		(void)first, (void)second; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS(m >= 0 && n >= 0 && nnz >= 0 && pBufferSizeInBytes != NULL); \
		*pBufferSizeInBytes = CUSPARSE_BUFFER_BYTES; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
BUFFER_SIZE(cusparseXcoosort_bufferSizeExt)
BUFFER_SIZE(cusparseXcsrsort_bufferSizeExt)
BUFFER_SIZE(cusparseXcscsort_bufferSizeExt)

#define COMPRESSED(NAME, lines_of) \
	cusparseStatus_t NAME(cusparseHandle_t handle, int m, int n, int nnz, \
		const cusparseMatDescr_t descrA, const int *offsets, int *indices, int *P, \
		void *pBuffer) \
	{ \
		(void)pBuffer; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS_DESCR(descrA); \
		CUSPARSE_NEEDS(m >= 0 && n >= 0 && nnz >= 0 && offsets != NULL); \
		CUSPARSE_NEEDS(nnz == 0 || indices != NULL); \
		struct order j = {CUSPARSE_JOB(handle, run), lines_of, nnz, (int)descrA->base, \
			offsets, NULL, indices, P}; \
		return cusparse_do(&j.job, sizeof j); \
	}
COMPRESSED(cusparseXcsrsort, m)
COMPRESSED(cusparseXcscsort, n)

#define COORDINATES(NAME, FIRST, SECOND) \
	cusparseStatus_t NAME(cusparseHandle_t handle, int m, int n, int nnz, int *cooRowsA, \
		int *cooColsA, int *P, void *pBuffer) \
	{ \
		(void)pBuffer; \
		CUSPARSE_BEGIN(handle); \
		CUSPARSE_NEEDS(m >= 0 && n >= 0 && nnz >= 0); \
		CUSPARSE_NEEDS(nnz == 0 || (cooRowsA != NULL && cooColsA != NULL)); \
		struct order j = {CUSPARSE_JOB(handle, run), 0, nnz, 0, NULL, FIRST, SECOND, P}; \
		return cusparse_do(&j.job, sizeof j); \
	}
COORDINATES(cusparseXcoosortByRow, cooRowsA, cooColsA)
COORDINATES(cusparseXcoosortByColumn, cooColsA, cooRowsA)

struct identity {
	struct cusparse_job job;
	int n, *p;
};

static cusparseStatus_t count_up(const struct cusparse_job *job)
{
	const struct identity *j = (const struct identity *)(const void *)job;
	CUSPARSE_TRY(cusparse_check_ints(job, "permutation", j->p, j->n));
	for (int i = 0; i < j->n; i++)
		j->p[i] = i;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p)
{
	CUSPARSE_BEGIN(handle);
	CUSPARSE_NEEDS(n >= 0 && (n == 0 || p != NULL));
	struct identity j = {CUSPARSE_JOB(handle, count_up), n, p};
	return cusparse_do(&j.job, sizeof j);
}
