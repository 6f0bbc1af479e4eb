/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Systems of three and of five diagonals: Gauss's elimination in a band, with or without pivots. */
#include <complex.h>
#include <stdlib.h>
#include "older_impl.h"

enum { DIAGONALS = 5, WIDEST = 7 }; /* pivots put two more above five */

/* Several systems of `m` rows, whose diagonals are arrays, from the lowest to the highest. */
struct band {
	struct cusparse_job job;
	int64_t m, systems;
	int below; /* diagonals below the main one, and above it */
	bool has_pivots;
	const void *diagonals[DIAGONALS];
	int64_t row_step, system_step; /* in the diagonals */
	void *x;                       /* the right side, then the solution */
	int64_t x_row_step, x_system_step;
	cudaDataType type;
};

/* One system: rows of the band, in which column j of row i is at j - i + below. */
struct system {
	int64_t m;
	int below;
	double _Complex (*rows)[WIDEST];
	double _Complex *x;
};

static double _Complex *at(const struct system *s, int64_t i, int64_t j)
{
	return &s->rows[i][j - i + s->below];
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void swap_rows(const struct system *s, int64_t i, int64_t k)
{
	int64_t end = smaller(s->m, i + 2 * s->below + 1);
	for (int64_t j = i; j < end; j++) {
		double _Complex t = *at(s, i, j);
		*at(s, i, j) = *at(s, k, j);
		*at(s, k, j) = t;
	}
	double _Complex t = s->x[i];
	s->x[i] = s->x[k];
	s->x[k] = t;
}

static void eliminate(const struct system *s, int64_t i, bool has_pivots)
{
	int64_t last = smaller(s->m - 1, i + s->below), pivot = i;
	int64_t end = smaller(s->m, i + 2 * s->below + 1);
	for (int64_t k = i + 1; has_pivots && k <= last; k++)
		if (cabs(*at(s, k, i)) > cabs(*at(s, pivot, i)))
			pivot = k;
	if (pivot != i)
		swap_rows(s, i, pivot);
	for (int64_t k = i + 1; k <= last; k++) {
		if (*at(s, k, i) == 0)
			continue;
		double _Complex f = *at(s, k, i) / *at(s, i, i);
		for (int64_t j = i; j < end; j++)
			*at(s, k, j) -= f * *at(s, i, j);
		s->x[k] -= f * s->x[i];
	}
}

static void solve(const struct system *s, bool has_pivots)
{
	for (int64_t i = 0; i < s->m; i++)
		eliminate(s, i, has_pivots);
	for (int64_t i = s->m - 1; i >= 0; i--) {
		int64_t end = smaller(s->m, i + 2 * s->below + 1);
		for (int64_t j = i + 1; j < end; j++)
			s->x[i] -= *at(s, i, j) * s->x[j];
		s->x[i] /= *at(s, i, i);
	}
}

/* The ends of outer diagonals, which are in no column of the matrix, are not read. */
static void load(const struct system *s, const struct band *j, int64_t number)
{
	for (int64_t i = 0; i < s->m; i++) {
		for (int c = 0; c < WIDEST; c++)
			s->rows[i][c] = 0;
		for (int d = -j->below; d <= j->below; d++)
			if (i + d >= 0 && i + d < s->m)
				*at(s, i, i + d) = cusparse_load(j->diagonals[d + j->below],
					j->type, i * j->row_step + number * j->system_step);
		s->x[i] =
			cusparse_load(j->x, j->type, i * j->x_row_step + number * j->x_system_step);
	}
}

static cusparseStatus_t check(const struct band *j)
{
	size_t bytes = cusparse_type_bytes(j->type);
	int64_t rows = j->m - 1, systems = j->systems - 1;
	for (int d = 0; d <= 2 * j->below; d++)
		CUSPARSE_TRY(cusparse_check_memory(&j->job, "diagonal", j->diagonals[d],
			rows * j->row_step + systems * j->system_step + 1, bytes));
	return cusparse_check_memory(&j->job, "right side", j->x,
		rows * j->x_row_step + systems * j->x_system_step + 1, bytes);
}

static cusparseStatus_t run(const struct cusparse_job *job)
{
	const struct band *j = (const struct band *)(const void *)job;
	struct system s = {j->m, j->below, NULL, NULL};
	if (j->m == 0 || j->systems == 0)
		return CUSPARSE_STATUS_SUCCESS;
	CUSPARSE_TRY(check(j));
	s.rows = mem_try_new((size_t)j->m, sizeof *s.rows);
	s.x = mem_try_new((size_t)j->m, sizeof *s.x);
	bool is_there = s.rows != NULL && s.x != NULL;
	for (int64_t number = 0; is_there && number < j->systems; number++) {
		load(&s, j, number);
		solve(&s, j->has_pivots);
		for (int64_t i = 0; i < s.m; i++)
			cusparse_store(j->x, j->type, i * j->x_row_step + number * j->x_system_step,
				s.x[i]);
	}
	free(s.rows);
	free(s.x);
	return is_there ? CUSPARSE_STATUS_SUCCESS : cusparse_no_memory(job);
}

/* ---- the functions --------------------------------------------------------------------------- */

/* `smallest` is the least number of rows that the function takes. */
static cusparseStatus_t begin(const struct band *j, int64_t smallest)
{
	CUSPARSE_TRY(cusparse_enter(j->job.context, j->job.name));
	CUSPARSE_NEEDS(j->m >= smallest && j->systems >= 0 && j->system_step >= 0);
	CUSPARSE_NEEDS(j->systems <= 1 || j->row_step != 1 || j->system_step == 0 ||
		       j->system_step >= j->m);
	CUSPARSE_NEEDS(j->x_row_step != 1 || j->systems == 0 || j->x_system_step >= j->m);
	for (int d = 0; d <= 2 * j->below; d++)
		CUSPARSE_NEEDS(j->diagonals[d] != NULL);
	CUSPARSE_NEEDS(j->x != NULL);
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t size(const struct band *j, int64_t smallest, size_t *bytes)
{
	CUSPARSE_NEEDS(bytes != NULL);
	CUSPARSE_TRY(begin(j, smallest));
	*bytes = CUSPARSE_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t start(const struct band *j, int64_t smallest)
{
	CUSPARSE_TRY(begin(j, smallest));
	return cusparse_do(&j->job, sizeof *j);
}

/* Columns of B with one matrix. */
#define COLUMNS(TYPE, pivots) \
	{.job = CUSPARSE_JOB(handle, run), \
		.m = m, \
		.systems = n, \
		.below = 1, \
		.has_pivots = (pivots), \
		.diagonals = {dl, d, du}, \
		.row_step = 1, \
		.x = (void *)(uintptr_t)B, \
		.x_row_step = 1, \
		.x_system_step = ldb, \
		.type = TYPE}
#define GTSV(X, T, TYPE, name, pivots) \
	cusparseStatus_t cusparse##X##name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, \
		const T *dl, const T *d, const T *du, const T *B, int ldb, \
		size_t *bufferSizeInBytes) \
	{ \
		struct band j = COLUMNS(TYPE, pivots); \
		return size(&j, 3, bufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##name(cusparseHandle_t handle, int m, int n, const T *dl, \
		const T *d, const T *du, T *B, int ldb, void *pBuffer) \
	{ \
		(void)pBuffer; \
		struct band j = COLUMNS(TYPE, pivots); \
		return start(&j, 3); \
	}

/* One system behind the other. */
#define STRIDED(TYPE) \
	{.job = CUSPARSE_JOB(handle, run), \
		.m = m, \
		.systems = batchCount, \
		.below = 1, \
		.has_pivots = true, \
		.diagonals = {dl, d, du}, \
		.row_step = 1, \
		.system_step = batchStride, \
		.x = (void *)(uintptr_t)x, \
		.x_row_step = 1, \
		.x_system_step = batchStride, \
		.type = TYPE}
#define GTSV_STRIDED(X, T, TYPE) \
	cusparseStatus_t cusparse##X##gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, \
		int m, const T *dl, const T *d, const T *du, const T *x, int batchCount, \
		int batchStride, size_t *bufferSizeInBytes) \
	{ \
		struct band j = STRIDED(TYPE); \
		return size(&j, 3, bufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##gtsv2StridedBatch(cusparseHandle_t handle, int m, \
		const T *dl, const T *d, const T *du, T *x, int batchCount, int batchStride, \
		void *pBuffer) \
	{ \
		(void)pBuffer; \
		struct band j = STRIDED(TYPE); \
		return start(&j, 3); \
	}

/* Row by row of all systems. All algorithms have pivots here. */
#define INTERLEAVED(TYPE, count, ...) \
	{.job = CUSPARSE_JOB(handle, run), \
		.m = m, \
		.systems = batchCount, \
		.below = (count) / 2, \
		.has_pivots = true, \
		.diagonals = {__VA_ARGS__}, \
		.row_step = batchCount, \
		.system_step = 1, \
		.x = (void *)(uintptr_t)x, \
		.x_row_step = batchCount, \
		.x_system_step = 1, \
		.type = TYPE}
#define GTSV_INTERLEAVED(X, T, TYPE) \
	cusparseStatus_t cusparse##X##gtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle, \
		int algo, int m, const T *dl, const T *d, const T *du, const T *x, int batchCount, \
		size_t *pBufferSizeInBytes) \
	{ \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(algo >= 0 && algo <= 2); \
		struct band j = INTERLEAVED(TYPE, 3, dl, d, du); \
		return size(&j, 1, pBufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##gtsvInterleavedBatch(cusparseHandle_t handle, int algo, \
		int m, T *dl, T *d, T *du, T *x, int batchCount, void *pBuffer) \
	{ \
		(void)pBuffer; \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(algo >= 0 && algo <= 2); \
		struct band j = INTERLEAVED(TYPE, 3, dl, d, du); \
		return start(&j, 1); \
	}
#define GPSV_INTERLEAVED(X, T, TYPE) \
	cusparseStatus_t cusparse##X##gpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle, \
		int algo, int m, const T *ds, const T *dl, const T *d, const T *du, const T *dw, \
		const T *x, int batchCount, size_t *pBufferSizeInBytes) \
	{ \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(algo == 0); \
		struct band j = INTERLEAVED(TYPE, 5, ds, dl, d, du, dw); \
		return size(&j, 1, pBufferSizeInBytes); \
	} \
	cusparseStatus_t cusparse##X##gpsvInterleavedBatch(cusparseHandle_t handle, int algo, \
		int m, T *ds, T *dl, T *d, T *du, T *dw, T *x, int batchCount, void *pBuffer) \
	{ \
		(void)pBuffer; \
		CUSPARSE_NEEDS_CONTEXT(handle); \
		CUSPARSE_NEEDS(algo == 0); \
		struct band j = INTERLEAVED(TYPE, 5, ds, dl, d, du, dw); \
		return start(&j, 1); \
	}

#define FUNCTIONS(X, T, R, TYPE) \
	GTSV(X, T, TYPE, gtsv2, true) \
	GTSV(X, T, TYPE, gtsv2_nopivot, false) \
	GTSV_STRIDED(X, T, TYPE) \
	GTSV_INTERLEAVED(X, T, TYPE) \
	GPSV_INTERLEAVED(X, T, TYPE)
CUSPARSE_TYPED(FUNCTIONS)
