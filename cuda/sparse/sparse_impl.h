/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuSPARSE. A call checks its descriptors and puts a job into the handle's stream; the job has
 * copies of what the descriptors say, since they may end before it runs. A job that finds a matrix
 * malformed writes a line, and the handle's next call returns its status. */
#ifndef HSAEMU_CUDA_SPARSE_IMPL_H
#define HSAEMU_CUDA_SPARSE_IMPL_H

#pragma GCC visibility push(default)
#include <cusparse.h>
#pragma GCC visibility pop
#include <stdatomic.h>
#include "cuda/library/library.h"
#include "hsaemu/handle_set.h"

/* The kinds of handles. */
enum cusparse_kind {
	CUSPARSE_CONTEXT,
	CUSPARSE_DN_VEC,
	CUSPARSE_SP_VEC,
	CUSPARSE_DN_MAT,
	CUSPARSE_SP_MAT,
	CUSPARSE_MAT_DESCR,
	CUSPARSE_SPSV,
	CUSPARSE_SPSM,
	CUSPARSE_SPGEMM,
	CUSPARSE_INFO, /* and those of more infos, which follow */
};

struct cusparseContext {
	struct handle handle;
	CUstream stream;
	cusparsePointerMode_t mode;
	atomic_int failure; /* a cusparseStatus_t of a job, for the next call */
};

/* A dense matrix; a vector is one of a single column. */
struct cusparse_dense {
	void *values;
	cudaDataType type;
	cusparseOrder_t order;
	int64_t rows, cols, ld;
	int batches;
	int64_t batch_stride; /* in values */
};
struct cusparseDnVecDescr {
	struct handle handle;
	struct cusparse_dense v;
};
struct cusparseDnMatDescr {
	struct handle handle;
	struct cusparse_dense m;
};

struct cusparse_vector {
	int64_t size, nnz;
	void *indices, *values;
	cusparseIndexType_t index_type;
	cusparseIndexBase_t base;
	cudaDataType type;
};
struct cusparseSpVecDescr {
	struct handle handle;
	struct cusparse_vector v;
};

/* A sparse matrix of any format. */
struct cusparse_matrix {
	cusparseFormat_t format;
	int64_t rows, cols, nnz; /* of single values */
	void *offsets;           /* of rows, columns, block rows, slices; COO: the rows */
	void *columns;           /* CSC: rows; BSR, Blocked-ELL: of blocks */
	void *values;
	cusparseIndexType_t offsets_type, columns_type;
	cusparseIndexBase_t base;
	cudaDataType type;
	cusparseOrder_t order;          /* in BSR's blocks */
	int64_t block_rows, block_cols; /* BSR, Blocked-ELL */
	int64_t width;                  /* Blocked-ELL: columns of the array of values */
	int64_t slice_rows, places;     /* Sliced-ELL, with all values that it stores */
	cusparseFillMode_t fill;
	cusparseDiagType_t diag;
	int batches;
	int64_t offsets_stride, columns_stride, values_stride;
};
struct cusparseSpMatDescr {
	struct handle handle;
	struct cusparse_matrix m;
};

struct cusparseMatDescr {
	struct handle handle;
	cusparseMatrixType_t type;
	cusparseFillMode_t fill;
	cusparseDiagType_t diag;
	cusparseIndexBase_t base;
};

/* ---- job.c: calls, and work in the stream ---------------------------------------------------- */

struct cusparse_job;
typedef cusparseStatus_t (*cusparse_function)(const struct cusparse_job *job);
/* The head of each job's arguments. */
struct cusparse_job {
	const char *name; /* the function that was called */
	cusparse_function function;
	cusparseHandle_t context;
};

/* Begins a call: checks the handle, and returns what a job before has failed with. */
cusparseStatus_t cusparse_enter(cusparseHandle_t context, const char *name) NODISCARD;
/* Puts a job, whose head is at the beginning of its `bytes`, into the stream. */
cusparseStatus_t cusparse_do(const struct cusparse_job *job, size_t bytes) NODISCARD;
/* Waits for the stream, calls the job's function and returns its status. */
cusparseStatus_t cusparse_do_now(const struct cusparse_job *job) NODISCARD;
/* Does the one or the other: the latter if the result goes to where the host reads it. */
cusparseStatus_t cusparse_do_for_host(const struct cusparse_job *job, size_t bytes) NODISCARD;
/* Writes a line and returns CUSPARSE_STATUS_EXECUTION_FAILED. */
cusparseStatus_t cusparse_fail(const struct cusparse_job *job, const char *fmt, ...)
	PRINTF_LIKE(2, 3);
cusparseStatus_t cusparse_no_memory(const struct cusparse_job *job);
/* Writes that the function does not support it, and returns CUSPARSE_STATUS_NOT_SUPPORTED. */
cusparseStatus_t cusparse_refuse(const char *name, const char *what);
/* Fails when the array, unless it is empty, has an end that cannot be read. */
cusparseStatus_t cusparse_check_memory(const struct cusparse_job *job, const char *what,
	const void *p, int64_t count, size_t bytes) NODISCARD;

/* A factor, which is the call's or is read when the job runs. */
struct cusparse_scalar {
	cudaDataType type;
	const void *device; /* or NULL */
	double host[2];
};
cusparseStatus_t cusparse_scalar_take(struct cusparse_scalar *s, cusparseHandle_t context,
	const void *p, cudaDataType type) NODISCARD;
cusparseStatus_t cusparse_scalar_get(const struct cusparse_scalar *s,
	const struct cusparse_job *job, double _Complex *value) NODISCARD;

/* Passes an error on. */
#define CUSPARSE_TRY(call) \
	do { \
		cusparseStatus_t status_ = (call); \
		if (status_ != CUSPARSE_STATUS_SUCCESS) \
			return status_; \
	} while (0)
#define CUSPARSE_NEEDS(condition) \
	do { \
		if (!(condition)) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
	} while (0)
#define CUSPARSE_NEEDS_CONTEXT(handle) \
	do { \
		if (!handle_is_valid(handle, CUSPARSE_CONTEXT)) \
			return CUSPARSE_STATUS_NOT_INITIALIZED; \
	} while (0)
/* Writes to where the caller wants it, or nowhere. */
#define CUSPARSE_PUT(pointer, value) \
	do { \
		if ((pointer) != NULL) \
			*(pointer) = (value); \
	} while (0)
/* The head of the job of the function that uses it. */
#define CUSPARSE_JOB(handle, run) {.name = __func__, .function = (run), .context = (handle)}

/* ---- logger.c -------------------------------------------------------------------------------- */

enum cusparse_log { CUSPARSE_LOG_ERROR = 1, CUSPARSE_LOG_API = 5 };
void cusparse_log(enum cusparse_log level, const char *function, const char *message);

/* ---- type.c: values -------------------------------------------------------------------------- */

enum cusparse_compute {
	CUSPARSE_R32,
	CUSPARSE_R64,
	CUSPARSE_C32,
	CUSPARSE_C64,
	CUSPARSE_I32,
	CUSPARSE_COMPUTE_COUNT
};
size_t cusparse_type_bytes(cudaDataType type); /* 0: there are no matrices of it */
/* Returns whether values of the type can be computed with as `compute`, a type itself. */
bool cusparse_type_fits(cudaDataType type, cudaDataType compute);
/* Returns the kind, or CUSPARSE_COMPUTE_COUNT. */
enum cusparse_compute cusparse_compute_of(cudaDataType type);
double _Complex cusparse_load(const void *values, cudaDataType type, int64_t i);
void cusparse_store(void *values, cudaDataType type, int64_t i, double _Complex value);
/* Returns the address of the i-th of values of so many bytes. */
static inline void *cusparse_at(void *values, int64_t i, size_t bytes)
{
	return (uint8_t *)values + (size_t)i * bytes;
}
size_t cusparse_index_bytes(cusparseIndexType_t type); /* 0: not supported */

/* ---- rows.c, expand.c: one way to read all formats ------------------------------------------- */

struct cusparse_index {
	const void *at;
	bool is_64;
	int base;
};
static inline int64_t cusparse_index_at(const struct cusparse_index *x, int64_t i)
{
	return (x->is_64 ? ((const int64_t *)x->at)[i] : ((const int32_t *)x->at)[i]) - x->base;
}
static inline void cusparse_index_put(void *at, cusparseIndexType_t type, int64_t i, int64_t value)
{
	if (type == CUSPARSE_INDEX_64I)
		((int64_t *)at)[i] = value;
	else
		((int32_t *)at)[i] = (int32_t)value;
}

/* The entries of a matrix or of its transpose by rows, all in range. The entries of row i are those
 * from starts[i] to starts[i + 1], in the order in which the matrix stores them. */
struct cusparse_rows {
	int64_t rows, cols;
	struct cusparse_index starts, columns;
	const int64_t *places; /* of their values; NULL: entry k's is the k-th */
	int64_t *owned[3];
};
/* Fails when the matrix is malformed. cusparse_rows_release() may come in any case. */
cusparseStatus_t cusparse_rows_init(struct cusparse_rows *r, const struct cusparse_job *job,
	const struct cusparse_matrix *m, bool transposed) NODISCARD;
void cusparse_rows_release(struct cusparse_rows *r);
/* Puts the entries of each row in the order of their columns. */
cusparseStatus_t cusparse_rows_sort(struct cusparse_rows *r,
	const struct cusparse_job *job) NODISCARD;
static inline int64_t cusparse_rows_place(const struct cusparse_rows *r, int64_t k)
{
	return r->places != NULL ? r->places[k] : k;
}
static inline int64_t cusparse_rows_start(const struct cusparse_rows *r, int64_t i)
{
	return cusparse_index_at(&r->starts, i);
}
static inline int64_t cusparse_rows_column(const struct cusparse_rows *r, int64_t k)
{
	return cusparse_index_at(&r->columns, k);
}

/* All entries of a matrix, in the order of its arrays. */
struct cusparse_entries {
	int64_t count;
	int64_t *row, *col, *place; /* from one mem_try_new(), by `row` */
};
cusparseStatus_t cusparse_entries_init(struct cusparse_entries *e, const struct cusparse_job *job,
	const struct cusparse_matrix *m) NODISCARD;
/* Checks the offsets of a matrix of CSR's kind against its `count` of entries. */
cusparseStatus_t cusparse_check_offsets(const struct cusparse_job *job,
	const struct cusparse_index *starts, int64_t rows, int64_t count) NODISCARD;

/* ---- matrix.c, dense.c, descr.c -------------------------------------------------------------- */

/* The matrix of a batch's number. */
struct cusparse_matrix cusparse_matrix_batch(const struct cusparse_matrix *m, int batch);
/* Returns how many values the arrays hold. */
int64_t cusparse_matrix_places(const struct cusparse_matrix *m);
/* The matrix of an older call's arrays. */
struct cusparse_matrix cusparse_matrix_csr(int64_t rows, int64_t cols, int64_t nnz,
	cusparseMatDescr_t descr, cudaDataType type, const void *values, const int *offsets,
	const int *columns);
/* What a matrix is after an operation: its values, and the steps from row to row and from column to
 * column. */
struct cusparse_strided {
	void *values;
	cudaDataType type;
	int64_t rows, cols, row_step, col_step;
	bool is_conjugated;
};
struct cusparse_strided cusparse_dense_strided(const struct cusparse_dense *d,
	cusparseOperation_t op, int batch);
cusparseStatus_t cusparse_check_dense(const struct cusparse_job *job, const char *what,
	const struct cusparse_dense *d) NODISCARD;
static inline bool cusparse_is_operation(cusparseOperation_t op)
{
	return (unsigned)op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}
static inline bool cusparse_is_base(cusparseIndexBase_t base)
{
	return (unsigned)base <= CUSPARSE_INDEX_BASE_ONE;
}
static inline bool cusparse_is_size(int64_t n)
{
	return n >= 0 && n <= (int64_t)1 << 56;
}
/* The size of buffers in which nothing is stored: calls tell by a null buffer that they are asked
 * for a size, so that it cannot be 0. */
enum { CUSPARSE_BUFFER_BYTES = 256 };

/* ---- multiply.c, solve.c: also for the older calls ------------------------------------------- */

struct cusparse_multiply {
	struct cusparse_job job;
	cusparseOperation_t op_a, op_b;
	struct cusparse_matrix a;
	struct cusparse_dense b, c;
	struct cusparse_scalar alpha, beta;
};
cusparseStatus_t cusparse_multiply(const struct cusparse_job *job);

struct cusparse_solve {
	struct cusparse_job job;
	cusparseOperation_t op_a, op_b;
	struct cusparse_matrix a;
	struct cusparse_dense b, x;
	struct cusparse_scalar alpha;
};
cusparseStatus_t cusparse_solve(const struct cusparse_job *job);

#endif
