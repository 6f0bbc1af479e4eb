/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The product of sparse matrices: first its pattern, then its values, both by Gustavson's method,
 * which keeps one row of the product as an array of all columns. */
#include "product_impl.h"
#include <complex.h>
#include <stdlib.h>

#define CUSPARSE_LOOPS "product.def"
#include "each_type.def"

static void (*const loops[])(const struct cusparse_product *, void *sums) = CUSPARSE_EACH(product);

cusparseStatus_t cusparse_product(const struct cusparse_product *p, const struct cusparse_job *job,
	enum cusparse_compute compute)
{
	double _Complex *sums = mem_try_new((size_t)p->b.cols + 1, sizeof *sums);
	if (sums == NULL)
		return cusparse_no_memory(job);
	loops[compute](p, sums);
	free(sums);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the pattern ----------------------------------------------------------------------------- */

/* The columns of the product's row i. `seen` has i + 1 for those found; they go to `columns` unless
 * that is NULL. Returns how many there are. */
static int64_t row(const struct cusparse_rows *a, const struct cusparse_rows *b, int64_t i,
	int64_t *seen, int64_t *columns)
{
	int64_t count = 0, end_a = cusparse_rows_start(a, i + 1);
	for (int64_t k = cusparse_rows_start(a, i); k < end_a; k++) {
		int64_t j = cusparse_rows_column(a, k), end_b = cusparse_rows_start(b, j + 1);
		for (int64_t l = cusparse_rows_start(b, j); l < end_b; l++) {
			int64_t column = cusparse_rows_column(b, l);
			if (seen[column] == i + 1)
				continue;
			seen[column] = i + 1;
			if (columns != NULL)
				columns[count] = column;
			count++;
		}
	}
	return count;
}

static int by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

int64_t cusparse_sort_unique(int64_t *v, int64_t count)
{
	int64_t n = 0;
	qsort(v, (size_t)count, sizeof *v, by_number);
	for (int64_t i = 0; i < count; i++)
		if (n == 0 || v[n - 1] != v[i])
			v[n++] = v[i];
	return n;
}

static void fill(struct cusparse_pattern *p, const struct cusparse_rows *a,
	const struct cusparse_rows *b, int64_t *seen)
{
	for (int64_t j = 0; j < p->cols; j++)
		seen[j] = 0;
	for (int64_t i = 0; i < p->rows; i++) {
		int64_t *columns = p->columns + p->starts[i];
		int64_t count = row(a, b, i, seen, columns);
		cusparse_sort_unique(columns, count);
	}
}

cusparseStatus_t cusparse_pattern_init(struct cusparse_pattern *p, const struct cusparse_job *job,
	const struct cusparse_rows *a, const struct cusparse_rows *b)
{
	int64_t *seen = mem_try_new((size_t)b->cols + 1, sizeof *seen);
	*p = (struct cusparse_pattern){.rows = a->rows, .cols = b->cols};
	p->starts = mem_try_new((size_t)a->rows + 1, sizeof *p->starts);
	if (seen != NULL && p->starts != NULL) {
		for (int64_t i = 0; i < p->rows; i++)
			p->starts[i + 1] = p->starts[i] + row(a, b, i, seen, NULL);
		p->columns = mem_try_new((size_t)p->starts[p->rows] + 1, sizeof *p->columns);
	}
	if (p->columns != NULL)
		fill(p, a, b, seen);
	free(seen);
	return p->columns != NULL ? CUSPARSE_STATUS_SUCCESS : cusparse_no_memory(job);
}

void cusparse_pattern_release(struct cusparse_pattern *p)
{
	free(p->starts);
	free(p->columns);
	*p = (struct cusparse_pattern){0};
}

int64_t cusparse_pattern_products(const struct cusparse_rows *a, const struct cusparse_rows *b)
{
	int64_t count = 0, end = cusparse_rows_start(a, a->rows);
	for (int64_t k = cusparse_rows_start(a, 0); k < end; k++) {
		int64_t j = cusparse_rows_column(a, k);
		count += cusparse_rows_start(b, j + 1) - cusparse_rows_start(b, j);
	}
	return count;
}
