/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Incomplete factorizations without fill-in, of matrices of CSR and of blocks: the factors take the
 * place of the matrix. Blocks are factorized as the single values that they are made of, which
 * gives the same. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include "factor_impl.h"

/* What a job reads and writes. */
struct state {
	const struct cusparse_factor *j;
	struct cusparse_rows r;
	int64_t *diagonal; /* of each row: its entry, or -1 */
	int64_t *entry;    /* of each column: that of the row at hand, or -1 */
	double tolerance;
	double _Complex boost;
};

static double _Complex get(const struct state *s, int64_t k)
{
	return cusparse_load(s->j->m.values, s->j->m.type, cusparse_rows_place(&s->r, k));
}

static void put(const struct state *s, int64_t k, double _Complex value)
{
	cusparse_store(s->j->m.values, s->j->m.type, cusparse_rows_place(&s->r, k), value);
}

static void note(const struct state *s, int64_t row)
{
	const struct cusparse_matrix *m = &s->j->m;
	if (m->format == CUSPARSE_FORMAT_BSR)
		row /= m->block_rows;
	cusparse_info_note(s->j->info, s->j->kind, row + m->base);
}

/* ---- LU -------------------------------------------------------------------------------------- */

static void eliminate(const struct state *s, int64_t k)
{
	int64_t j = cusparse_rows_column(&s->r, k), pivot = s->diagonal[j];
	if (pivot < 0)
		return;
	put(s, k, get(s, k) / get(s, pivot));
	double _Complex l = get(s, k);
	int64_t end = cusparse_rows_start(&s->r, j + 1);
	for (int64_t u = pivot + 1; u < end; u++) {
		int64_t to = s->entry[cusparse_rows_column(&s->r, u)];
		if (to >= 0)
			put(s, to, get(s, to) - l * get(s, u));
	}
}

static void lu_row(const struct state *s, int64_t i)
{
	int64_t first = cusparse_rows_start(&s->r, i), end = cusparse_rows_start(&s->r, i + 1);
	int64_t pivot = s->diagonal[i];
	for (int64_t k = first; k < end; k++)
		s->entry[cusparse_rows_column(&s->r, k)] = k;
	for (int64_t k = first; k < end && cusparse_rows_column(&s->r, k) < i; k++)
		eliminate(s, k);
	if (pivot >= 0 && s->j->is_boosted && cabs(get(s, pivot)) <= s->tolerance)
		put(s, pivot, s->boost);
	if (pivot < 0 || get(s, pivot) == 0)
		note(s, i);
	for (int64_t k = first; k < end; k++)
		s->entry[cusparse_rows_column(&s->r, k)] = -1;
}

/* ---- Cholesky -------------------------------------------------------------------------------- */

/* The sum of L(i, c) conj(L(j, c)) for the columns c before j; `k` is the entry of row i and column
 * j. */
static double _Complex overlap(const struct state *s, int64_t i, int64_t j, int64_t k)
{
	int64_t x = cusparse_rows_start(&s->r, i), y = cusparse_rows_start(&s->r, j);
	int64_t end = cusparse_rows_start(&s->r, j + 1);
	double _Complex sum = 0;
	while (x < k && y < end && cusparse_rows_column(&s->r, y) < j) {
		int64_t left = cusparse_rows_column(&s->r, x),
			right = cusparse_rows_column(&s->r, y);
		if (left == right)
			sum += get(s, x) * conj(get(s, y));
		x += left <= right;
		y += right <= left;
	}
	return sum;
}

static void cholesky_row(const struct state *s, int64_t i)
{
	int64_t end = cusparse_rows_start(&s->r, i + 1);
	for (int64_t k = cusparse_rows_start(&s->r, i); k < end; k++) {
		int64_t j = cusparse_rows_column(&s->r, k);
		if (j > i)
			break;
		double _Complex rest = get(s, k) - overlap(s, i, j, k);
		if (j < i && s->diagonal[j] >= 0)
			put(s, k, rest / conj(get(s, s->diagonal[j])));
		else if (j == i)
			put(s, k, csqrt(rest));
		if (j == i && !(creal(rest) > 0))
			note(s, i);
	}
	if (s->diagonal[i] < 0)
		note(s, i);
}

/* ---- jobs ------------------------------------------------------------------------------------ */

static bool is_sorted(const struct cusparse_rows *r)
{
	for (int64_t i = 0; i < r->rows; i++)
		for (int64_t k = cusparse_rows_start(r, i) + 1, end = cusparse_rows_start(r, i + 1);
			k < end; k++)
			if (cusparse_rows_column(r, k) < cusparse_rows_column(r, k - 1))
				return false;
	return true;
}

/* Finds the diagonal of sorted rows, which must have each column once. */
static cusparseStatus_t find_diagonal(struct state *s)
{
	for (int64_t i = 0; i < s->r.rows; i++) {
		int64_t before = -1, end = cusparse_rows_start(&s->r, i + 1);
		s->diagonal[i] = s->entry[i] = -1;
		for (int64_t k = cusparse_rows_start(&s->r, i); k < end; k++) {
			int64_t j = cusparse_rows_column(&s->r, k);
			if (j <= before)
				return cusparse_fail(&s->j->job, "row %lld has column %lld twice",
					(long long)i, (long long)j);
			if (j == i)
				s->diagonal[i] = k;
			before = j;
		}
	}
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t state_init(struct state *s, const struct cusparse_factor *j)
{
	*s = (struct state){.j = j};
	CUSPARSE_TRY(cusparse_rows_init(&s->r, &j->job, &j->m, false));
	if (!is_sorted(&s->r))
		CUSPARSE_TRY(cusparse_rows_sort(&s->r, &j->job));
	s->diagonal = mem_try_new((size_t)j->m.rows + 1, sizeof *s->diagonal);
	s->entry = mem_try_new((size_t)j->m.rows + 1, sizeof *s->entry);
	if (s->diagonal == NULL || s->entry == NULL)
		return cusparse_no_memory(&j->job);
	if (j->is_boosted) {
		double _Complex tolerance;
		CUSPARSE_TRY(cusparse_scalar_get(&j->tolerance, &j->job, &tolerance));
		CUSPARSE_TRY(cusparse_scalar_get(&j->boost, &j->job, &s->boost));
		s->tolerance = creal(tolerance);
	}
	return find_diagonal(s);
}

static void factorize(const struct state *s)
{
	cusparse_info_reset(s->j->info, s->j->kind);
	for (int64_t i = 0; i < s->r.rows; i++)
		switch (s->j->step) {
		case CUSPARSE_ANALYSIS:
			if (s->diagonal[i] < 0)
				note(s, i);
			break;
		case CUSPARSE_LU:
			lu_row(s, i);
			break;
		case CUSPARSE_CHOLESKY:
			cholesky_row(s, i);
			break;
		}
}

static cusparseStatus_t run(const struct cusparse_job *job)
{
	struct state s;
	cusparseStatus_t status = state_init(&s, (const struct cusparse_factor *)(const void *)job);
	if (status == CUSPARSE_STATUS_SUCCESS)
		factorize(&s);
	cusparse_rows_release(&s.r);
	free(s.diagonal);
	free(s.entry);
	return status;
}

cusparseStatus_t cusparse_factor_check(const struct cusparse_factor *j)
{
	CUSPARSE_NEEDS(handle_is_valid(j->info, j->kind));
	CUSPARSE_NEEDS(j->m.rows >= 0 && j->m.nnz >= 0 && j->m.offsets != NULL);
	CUSPARSE_NEEDS(j->m.nnz == 0 || (j->m.columns != NULL && j->m.values != NULL));
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparse_factor(struct cusparse_factor *j)
{
	CUSPARSE_TRY(cusparse_factor_check(j));
	const struct cusparse_info *info = cusparse_info_at(j->info);
	j->job.function = run;
	j->is_boosted = info->is_boosted && j->step == CUSPARSE_LU;
	j->tolerance = info->tolerance;
	j->boost = info->boost;
	return cusparse_do(&j->job, sizeof *j);
}

cusparseStatus_t cusparse_factor_boost(cusparseHandle_t handle, void *info,
	enum cusparse_info_kind kind, int is_enabled, const double *tolerance, const void *boost,
	cudaDataType type)
{
	CUSPARSE_NEEDS(handle_is_valid(info, kind));
	struct cusparse_info *i = cusparse_info_at(info);
	i->is_boosted = is_enabled != 0;
	if (!i->is_boosted)
		return CUSPARSE_STATUS_SUCCESS;
	CUSPARSE_TRY(cusparse_scalar_take(&i->tolerance, handle, tolerance, CUDA_R_64F));
	return cusparse_scalar_take(&i->boost, handle, boost, type);
}
