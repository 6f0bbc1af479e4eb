/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All entries of a matrix: row, column and the place of the value, in the order of its arrays. */
#include <stdlib.h>
#include "sparse_impl.h"

cusparseStatus_t cusparse_check_offsets(const struct cusparse_job *job,
	const struct cusparse_index *starts, int64_t rows, int64_t count)
{
	int64_t before = cusparse_index_at(starts, 0);
	if (before < 0)
		return cusparse_fail(job, "the matrix's first offset is %lld", (long long)before);
	for (int64_t i = 0; i < rows; i++) {
		int64_t next = cusparse_index_at(starts, i + 1);
		if (next < before)
			return cusparse_fail(job,
				"the matrix's offsets do not ascend: %lld, then %lld at %lld",
				(long long)before, (long long)next, (long long)i + 1);
		before = next;
	}
	if (before > count)
		return cusparse_fail(job,
			"the matrix has %lld entries, and its last offset is %lld",
			(long long)count, (long long)before);
	return CUSPARSE_STATUS_SUCCESS;
}

/* What one expansion reads and writes. */
struct expansion {
	const struct cusparse_job *job;
	const struct cusparse_matrix *m;
	struct cusparse_index offsets, columns;
	struct cusparse_entries *e;
};

static cusparseStatus_t add(struct expansion *x, int64_t row, int64_t col, int64_t place)
{
	struct cusparse_entries *e = x->e;
	if (row < 0 || row >= x->m->rows || col < 0 || col >= x->m->cols)
		return cusparse_fail(x->job,
			"the matrix has an entry in row %lld and column %lld, of %lld and %lld",
			(long long)row, (long long)col, (long long)x->m->rows,
			(long long)x->m->cols);
	e->row[e->count] = row;
	e->col[e->count] = col;
	e->place[e->count++] = place;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t compressed(struct expansion *x)
{
	bool by_rows = x->m->format == CUSPARSE_FORMAT_CSR;
	int64_t major = by_rows ? x->m->rows : x->m->cols;
	CUSPARSE_TRY(cusparse_check_offsets(x->job, &x->offsets, major, x->m->nnz));
	for (int64_t i = 0; i < major; i++) {
		int64_t end = cusparse_index_at(&x->offsets, i + 1);
		for (int64_t k = cusparse_index_at(&x->offsets, i); k < end; k++) {
			int64_t j = cusparse_index_at(&x->columns, k);
			CUSPARSE_TRY(by_rows ? add(x, i, j, k) : add(x, j, i, k));
		}
	}
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t coordinates(struct expansion *x)
{
	for (int64_t k = 0; k < x->m->nnz; k++)
		CUSPARSE_TRY(add(x, cusparse_index_at(&x->offsets, k),
			cusparse_index_at(&x->columns, k), k));
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t add_block(struct expansion *x, int64_t row, int64_t col, int64_t block)
{
	int64_t rows = x->m->block_rows, cols = x->m->block_cols;
	bool by_rows = x->m->order == CUSPARSE_ORDER_ROW;
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			CUSPARSE_TRY(add(x, row * rows + i, col * cols + j,
				block * rows * cols + (by_rows ? i * cols + j : j * rows + i)));
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t blocks(struct expansion *x)
{
	const struct cusparse_matrix *m = x->m;
	int64_t rows = m->rows / m->block_rows, cols = m->cols / m->block_cols;
	int64_t count = m->nnz / (m->block_rows * m->block_cols);
	CUSPARSE_TRY(cusparse_check_offsets(x->job, &x->offsets, rows, count));
	for (int64_t i = 0; i < rows; i++) {
		int64_t end = cusparse_index_at(&x->offsets, i + 1);
		for (int64_t k = cusparse_index_at(&x->offsets, i); k < end; k++) {
			int64_t j = cusparse_index_at(&x->columns, k);
			if (j < 0 || j >= cols)
				return cusparse_fail(x->job, "block %lld has index %lld, of %lld",
					(long long)k, (long long)j, (long long)cols);
			CUSPARSE_TRY(add_block(x, i, j, k));
		}
	}
	return CUSPARSE_STATUS_SUCCESS;
}

/* The values are an array of all rows, in which the blocks lie side by side; an index of -1 is an
 * empty block, with either base. */
static cusparseStatus_t blocked_ell(struct expansion *x)
{
	const struct cusparse_matrix *m = x->m;
	int64_t size = m->block_rows, side = m->width / size;
	for (int64_t i = 0; i < m->rows; i++)
		for (int64_t c = 0; c < m->width; c++) {
			int64_t block = cusparse_index_at(&x->columns, i / size * side + c / size);
			if (block + m->base == -1)
				continue;
			if (block < 0 || block > m->cols / size)
				return cusparse_fail(x->job, "a block has index %lld",
					(long long)block);
			CUSPARSE_TRY(add(x, i, block * size + c % size, i * m->width + c));
		}
	return CUSPARSE_STATUS_SUCCESS;
}

/* A slice has its values by columns; an index of -1 is no entry, with either base. */
static cusparseStatus_t sliced_ell(struct expansion *x)
{
	const struct cusparse_matrix *m = x->m;
	int64_t slices = (m->rows + m->slice_rows - 1) / m->slice_rows;
	CUSPARSE_TRY(cusparse_check_offsets(x->job, &x->offsets, slices, m->places));
	for (int64_t s = 0; s < slices; s++) {
		int64_t first = cusparse_index_at(&x->offsets, s);
		int64_t end = cusparse_index_at(&x->offsets, s + 1);
		for (int64_t k = first; k < end; k++) {
			int64_t col = cusparse_index_at(&x->columns, k);
			if (col + m->base != -1)
				CUSPARSE_TRY(add(x, s * m->slice_rows + (k - first) % m->slice_rows,
					col, k));
		}
	}
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t (*const expansions[])(struct expansion *) = {
	[CUSPARSE_FORMAT_CSR] = compressed,
	[CUSPARSE_FORMAT_CSC] = compressed,
	[CUSPARSE_FORMAT_COO] = coordinates,
	[CUSPARSE_FORMAT_BSR] = blocks,
	[CUSPARSE_FORMAT_BLOCKED_ELL] = blocked_ell,
	[CUSPARSE_FORMAT_SLICED_ELLPACK] = sliced_ell,
};

static int64_t offsets_count(const struct cusparse_matrix *m)
{
	switch (m->format) {
	case CUSPARSE_FORMAT_CSR:
		return m->rows + 1;
	case CUSPARSE_FORMAT_CSC:
		return m->cols + 1;
	case CUSPARSE_FORMAT_COO:
		return m->nnz;
	case CUSPARSE_FORMAT_BSR:
		return m->rows / m->block_rows + 1;
	case CUSPARSE_FORMAT_SLICED_ELLPACK:
		return (m->rows + m->slice_rows - 1) / m->slice_rows + 1;
	case CUSPARSE_FORMAT_BLOCKED_ELL:
		break;
	}
	return 0;
}

static int64_t columns_count(const struct cusparse_matrix *m)
{
	switch (m->format) {
	case CUSPARSE_FORMAT_BSR:
		return m->nnz / (m->block_rows * m->block_cols);
	case CUSPARSE_FORMAT_BLOCKED_ELL:
		return m->rows / m->block_rows * (m->width / m->block_rows);
	case CUSPARSE_FORMAT_CSR:
	case CUSPARSE_FORMAT_CSC:
	case CUSPARSE_FORMAT_COO:
	case CUSPARSE_FORMAT_SLICED_ELLPACK:
		break;
	}
	return cusparse_matrix_places(m);
}

cusparseStatus_t cusparse_entries_init(struct cusparse_entries *e, const struct cusparse_job *job,
	const struct cusparse_matrix *m)
{
	struct expansion x = {job, m, {m->offsets, m->offsets_type == CUSPARSE_INDEX_64I, m->base},
		{m->columns, m->columns_type == CUSPARSE_INDEX_64I, m->base}, e};
	CUSPARSE_TRY(cusparse_check_memory(job, "offsets", m->offsets, offsets_count(m),
		cusparse_index_bytes(m->offsets_type)));
	CUSPARSE_TRY(cusparse_check_memory(job, "indices", m->columns, columns_count(m),
		cusparse_index_bytes(m->columns_type)));
	if (m->format == CUSPARSE_FORMAT_SLICED_ELLPACK) /* offsets count from 0 with either base */
		x.offsets.base = cusparse_index_at(&x.offsets, 0) + m->base == 0 ? 0 : m->base;
	size_t room = (size_t)cusparse_matrix_places(m);
	e->count = 0;
	e->row = mem_try_new(3 * room + 1, sizeof *e->row);
	if (e->row == NULL)
		return cusparse_no_memory(job);
	e->col = e->row + room;
	e->place = e->col + room;
	cusparseStatus_t status = expansions[m->format](&x);
	if (status != CUSPARSE_STATUS_SUCCESS) {
		free(e->row);
		e->row = NULL;
	}
	return status;
}
