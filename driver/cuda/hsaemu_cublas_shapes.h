/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of parameters of cuBLAS's functions, each for all functions that have it. `_` makes of each
 * parameter what its user needs, a declaration for example; parameters come in BLAS's order.
 *
 *   _(OP, trans)  _(FILL, uplo)  _(DIAG, diag)  _(SIDE, side)
 *   _(OP_T, trans)  _(OP_C, trans)      an operation that does not conjugate, or does not transpose only;
 *   _(OP_N, trans)                      or none
 *   _(SIZE, n)  _(LENGTH, n)            which must not be negative, or is as good as 0 then
 *   _(SIZE_TO_32, n)  _(HEIGHT, m, n)   or not more than 32; or not less than n and 1
 *   _(SCALAR, alpha)  _(REAL, alpha)    by address, of the matrices' type or of its real part's
 *   _(IN, A, lda, rows, columns)        a matrix by columns that is read, with its leading dimension
 *   _(OUT, A, lda, rows, columns)       one that is written; _(MAYBE, A, ...): that is not read where its factor is 0
 *   _(VECTOR, x, incx, length)  _(VECTOR_OUT, ...)      an increment that is not 0
 *   _(LINE, x, incx, length)  _(LINE_OUT, ...)          any increment
 *   _(PACKED, AP, count)  _(PACKED_OUT, AP, count)      elements without gaps
 *   _(RESULT, r)  _(REAL_RESULT, r)  _(INDEX_RESULT, r) where the result goes
 *   _(IN_OUT, a)  _(SECOND, b)  _(REAL_OUT, c)  _(NUMBER, y1)  _(ROTATION, param)  _(ROTATION_OUT, param)
 *                                       numbers of rotations, by address; the last parameter is 5
 *
 * Those of a batch: arrays of addresses, or one address and the stride in elements.
 *
 *   _(ARRAY, A, lda, rows, columns)  _(ARRAY_OUT, ...)  _(ARRAY_VECTOR, x, incx, length)  _(ARRAY_VECTOR_OUT, ...)
 *   _(ARRAY_PACKED_OUT, tau, count)
 *   _(STRIDED, A, lda, stride, rows, columns)  _(STRIDED_OUT, ...)
 *   _(STRIDED_VECTOR, x, incx, stride, length)  _(STRIDED_VECTOR_OUT, ...)
 *   _(INTS, p, count)  _(INTS_OUT, p, count)            so many int for each matrix, or NULL
 *   _(INFO, info)                                       the host's, which parameter was wrong
 *   _(COUNT, batchCount) */
#ifndef HSAEMU_CUBLAS_SHAPES_H
#define HSAEMU_CUBLAS_SHAPES_H

#define HB_AS(op, plain, transposed) ((op) == CUBLAS_OP_N ? (plain) : (transposed))
#define HB_ON(side, left, right) ((side) == CUBLAS_SIDE_LEFT ? (left) : (right))
#define HB_TRIANGLE(n) ((n) * ((n) + 1) / 2)
#define HB_LESSER(a, b) ((a) < (b) ? (a) : (b))

/* ---- declarations ---------------------------------------------------------------------------- */

#define HB_PASTE(a, b) a##b
#define HB_JOIN(a, b) HB_PASTE(a, b)
/* Each begins with a comma, behind the handle; HB_I is the type of sizes. */
#define HB_DECLARE(kind, ...) HB_DECLARE_##kind(__VA_ARGS__)
#define HB_DECLARE_OP(name) , cublasOperation_t name
#define HB_DECLARE_OP_N HB_DECLARE_OP
#define HB_DECLARE_OP_T HB_DECLARE_OP
#define HB_DECLARE_OP_C HB_DECLARE_OP
#define HB_DECLARE_FILL(name) , cublasFillMode_t name
#define HB_DECLARE_DIAG(name) , cublasDiagType_t name
#define HB_DECLARE_SIDE(name) , cublasSideMode_t name
#define HB_DECLARE_SIZE(name) , HB_I name
#define HB_DECLARE_SIZE_TO_32 HB_DECLARE_SIZE
#define HB_DECLARE_HEIGHT(name, least) , HB_I name
#define HB_DECLARE_LENGTH HB_DECLARE_SIZE
#define HB_DECLARE_COUNT HB_DECLARE_SIZE
#define HB_DECLARE_SCALAR(name) , const HB_T *name
#define HB_DECLARE_REAL(name) , const HB_R *name
#define HB_DECLARE_NUMBER HB_DECLARE_SCALAR
#define HB_DECLARE_ROTATION HB_DECLARE_SCALAR
#define HB_DECLARE_ROTATION_OUT HB_DECLARE_RESULT
#define HB_DECLARE_RESULT(name) , HB_T *name
#define HB_DECLARE_REAL_RESULT(name) , HB_R *name
#define HB_DECLARE_INDEX_RESULT(name) , HB_I *name
#define HB_DECLARE_IN_OUT HB_DECLARE_RESULT
#define HB_DECLARE_SECOND HB_DECLARE_RESULT
#define HB_DECLARE_REAL_OUT HB_DECLARE_REAL_RESULT
#define HB_DECLARE_IN(name, ld, ...) , const HB_T *name, HB_I ld
#define HB_DECLARE_OUT(name, ld, ...) , HB_T *name, HB_I ld
#define HB_DECLARE_MAYBE HB_DECLARE_IN
#define HB_DECLARE_VECTOR HB_DECLARE_IN
#define HB_DECLARE_VECTOR_OUT HB_DECLARE_OUT
#define HB_DECLARE_LINE HB_DECLARE_IN
#define HB_DECLARE_LINE_OUT HB_DECLARE_OUT
#define HB_DECLARE_PACKED(name, count) , const HB_T *name
#define HB_DECLARE_PACKED_OUT(name, count) , HB_T *name
#define HB_DECLARE_ARRAY(name, ld, ...) , const HB_T *const name[], HB_I ld
#define HB_DECLARE_ARRAY_OUT(name, ld, ...) , HB_T *const name[], HB_I ld
#define HB_DECLARE_ARRAY_VECTOR HB_DECLARE_ARRAY
#define HB_DECLARE_ARRAY_VECTOR_OUT HB_DECLARE_ARRAY_OUT
#define HB_DECLARE_ARRAY_PACKED_OUT(name, count) , HB_T *const name[]
#define HB_DECLARE_STRIDED(name, ld, stride, ...) , const HB_T *name, HB_I ld, long long stride
#define HB_DECLARE_STRIDED_OUT(name, ld, stride, ...) , HB_T *name, HB_I ld, long long stride
#define HB_DECLARE_STRIDED_VECTOR HB_DECLARE_STRIDED
#define HB_DECLARE_STRIDED_VECTOR_OUT HB_DECLARE_STRIDED_OUT
#define HB_DECLARE_INTS(name, count) , const int *name
#define HB_DECLARE_INTS_OUT(name, count) , int *name
#define HB_DECLARE_INFO(name) , int *name

/* ---- vectors --------------------------------------------------------------------------------- */

#define HB_X(_) _(LENGTH, n) _(LINE, x, incx, n)
#define HB_SUM(_) HB_X(_) _(REAL_RESULT, result)
#define HB_INDEX(_) HB_X(_) _(INDEX_RESULT, result)
#define HB_DOT(_) HB_X(_) _(LINE, y, incy, n) _(RESULT, result)
#define HB_COPY(_) HB_X(_) _(LINE_OUT, y, incy, n)
#define HB_SWAP(_) _(LENGTH, n) _(LINE_OUT, x, incx, n) _(LINE_OUT, y, incy, n)
#define HB_SCAL(_) _(LENGTH, n) _(SCALAR, alpha) _(LINE_OUT, x, incx, n)
#define HB_REAL_SCAL(_) _(LENGTH, n) _(REAL, alpha) _(LINE_OUT, x, incx, n)
#define HB_AXPY(_) _(LENGTH, n) _(SCALAR, alpha) _(LINE, x, incx, n) _(LINE_OUT, y, incy, n)
#define HB_ROT(_) HB_SWAP(_) _(REAL, c) _(SCALAR, s)
#define HB_REAL_ROT(_) HB_SWAP(_) _(REAL, c) _(REAL, s)
#define HB_ROTG(_) _(IN_OUT, a) _(SECOND, b) _(REAL_OUT, c) _(IN_OUT, s)
#define HB_ROTM(_) HB_SWAP(_) _(ROTATION, param)
#define HB_ROTMG(_) _(IN_OUT, d1) _(IN_OUT, d2) _(IN_OUT, x1) _(NUMBER, y1) _(ROTATION_OUT, param)

/* ---- matrices and vectors -------------------------------------------------------------------- */

#define HB_Y(_, rows) _(SCALAR, beta) _(VECTOR_OUT, y, incy, rows)
#define HB_GEMV(_) \
	_(OP, trans) _(SIZE, m) _(SIZE, n) _(SCALAR, alpha) _(IN, A, lda, m, n) \
	_(VECTOR, x, incx, HB_AS(trans, n, m)) HB_Y(_, HB_AS(trans, m, n))
#define HB_GBMV(_) \
	_(OP, trans) _(SIZE, m) _(SIZE, n) _(SIZE, kl) _(SIZE, ku) _(SCALAR, alpha) \
	_(IN, A, lda, (int64_t)kl + ku + 1, n) _(VECTOR, x, incx, HB_AS(trans, n, m)) HB_Y(_, HB_AS(trans, m, n))
#define HB_TRIANGULAR(_) _(FILL, uplo) _(OP, trans) _(DIAG, diag)
#define HB_TRMV(_) HB_TRIANGULAR(_) _(SIZE, n) _(IN, A, lda, n, n) _(VECTOR_OUT, x, incx, n)
#define HB_TBMV(_) HB_TRIANGULAR(_) _(SIZE, n) _(SIZE, k) _(IN, A, lda, (int64_t)k + 1, n) _(VECTOR_OUT, x, incx, n)
#define HB_TPMV(_) HB_TRIANGULAR(_) _(SIZE, n) _(PACKED, AP, HB_TRIANGLE((int64_t)n)) _(VECTOR_OUT, x, incx, n)
#define HB_SYMV(_) \
	_(FILL, uplo) _(SIZE, n) _(SCALAR, alpha) _(IN, A, lda, n, n) _(VECTOR, x, incx, n) HB_Y(_, n)
#define HB_SBMV(_) \
	_(FILL, uplo) _(SIZE, n) _(SIZE, k) _(SCALAR, alpha) _(IN, A, lda, (int64_t)k + 1, n) \
	_(VECTOR, x, incx, n) HB_Y(_, n)
#define HB_SPMV(_) \
	_(FILL, uplo) _(SIZE, n) _(SCALAR, alpha) _(PACKED, AP, HB_TRIANGLE((int64_t)n)) \
	_(VECTOR, x, incx, n) HB_Y(_, n)
#define HB_GER(_) \
	_(SIZE, m) _(SIZE, n) _(SCALAR, alpha) _(VECTOR, x, incx, m) _(VECTOR, y, incy, n) _(OUT, A, lda, m, n)
#define HB_SYR(_) _(FILL, uplo) _(SIZE, n) _(SCALAR, alpha) _(VECTOR, x, incx, n) _(OUT, A, lda, n, n)
#define HB_HER(_) _(FILL, uplo) _(SIZE, n) _(REAL, alpha) _(VECTOR, x, incx, n) _(OUT, A, lda, n, n)
#define HB_SPR(_) \
	_(FILL, uplo) _(SIZE, n) _(SCALAR, alpha) _(VECTOR, x, incx, n) _(PACKED_OUT, AP, HB_TRIANGLE((int64_t)n))
#define HB_HPR(_) \
	_(FILL, uplo) _(SIZE, n) _(REAL, alpha) _(VECTOR, x, incx, n) _(PACKED_OUT, AP, HB_TRIANGLE((int64_t)n))
#define HB_TWO(_) _(FILL, uplo) _(SIZE, n) _(SCALAR, alpha) _(VECTOR, x, incx, n) _(VECTOR, y, incy, n)
#define HB_SYR2(_) HB_TWO(_) _(OUT, A, lda, n, n)
#define HB_SPR2(_) HB_TWO(_) _(PACKED_OUT, AP, HB_TRIANGLE((int64_t)n))

/* ---- matrices -------------------------------------------------------------------------------- */

#define HB_PRODUCT(_) _(OP, transa) _(OP, transb) _(SIZE, m) _(SIZE, n) _(SIZE, k) _(SCALAR, alpha)
#define HB_GEMM(_) \
	HB_PRODUCT(_) _(IN, A, lda, HB_AS(transa, m, k), HB_AS(transa, k, m)) \
	_(IN, B, ldb, HB_AS(transb, k, n), HB_AS(transb, n, k)) _(SCALAR, beta) _(OUT, C, ldc, m, n)
#define HB_SYMM(_) \
	_(SIDE, side) _(FILL, uplo) _(SIZE, m) _(SIZE, n) _(SCALAR, alpha) \
	_(IN, A, lda, HB_ON(side, m, n), HB_ON(side, m, n)) _(IN, B, ldb, m, n) _(SCALAR, beta) _(OUT, C, ldc, m, n)
#define HB_SPMM(_) \
	_(SIDE, side) _(FILL, uplo) _(SIZE, m) _(SIZE, n) _(SCALAR, alpha) _(PACKED, AP, 0) \
	_(IN, B, ldb, m, n) _(SCALAR, beta) _(OUT, C, ldc, m, n)
#define HB_SYRK(_) \
	_(FILL, uplo) _(OP_T, trans) _(SIZE, n) _(SIZE, k) _(SCALAR, alpha) \
	_(IN, A, lda, HB_AS(trans, n, k), HB_AS(trans, k, n)) _(SCALAR, beta) _(OUT, C, ldc, n, n)
#define HB_HERK(_) \
	_(FILL, uplo) _(OP_C, trans) _(SIZE, n) _(SIZE, k) _(REAL, alpha) \
	_(IN, A, lda, HB_AS(trans, n, k), HB_AS(trans, k, n)) _(REAL, beta) _(OUT, C, ldc, n, n)
#define HB_TWO_OF_K(_) \
	_(SIZE, n) _(SIZE, k) _(SCALAR, alpha) _(IN, A, lda, HB_AS(trans, n, k), HB_AS(trans, k, n)) \
	_(IN, B, ldb, HB_AS(trans, n, k), HB_AS(trans, k, n))
#define HB_SYR2K(_) _(FILL, uplo) _(OP_T, trans) HB_TWO_OF_K(_) _(SCALAR, beta) _(OUT, C, ldc, n, n)
#define HB_HER2K(_) _(FILL, uplo) _(OP_C, trans) HB_TWO_OF_K(_) _(REAL, beta) _(OUT, C, ldc, n, n)
#define HB_SIDED(_) _(SIDE, side) HB_TRIANGULAR(_) _(SIZE, m) _(SIZE, n) _(SCALAR, alpha)
#define HB_TRSM(_) HB_SIDED(_) _(IN, A, lda, HB_ON(side, m, n), HB_ON(side, m, n)) _(OUT, B, ldb, m, n)
#define HB_TRMM(_) \
	HB_SIDED(_) _(IN, A, lda, HB_ON(side, m, n), HB_ON(side, m, n)) _(IN, B, ldb, m, n) _(OUT, C, ldc, m, n)
#define HB_GEAM(_) \
	_(OP, transa) _(OP, transb) _(SIZE, m) _(SIZE, n) _(SCALAR, alpha) \
	_(MAYBE, A, lda, HB_AS(transa, m, n), HB_AS(transa, n, m)) _(SCALAR, beta) \
	_(MAYBE, B, ldb, HB_AS(transb, m, n), HB_AS(transb, n, m)) _(OUT, C, ldc, m, n)
#define HB_DGMM(_) \
	_(SIDE, mode) _(SIZE, m) _(SIZE, n) _(IN, A, lda, m, n) _(LINE, x, incx, HB_ON(mode, m, n)) _(OUT, C, ldc, m, n)
#define HB_TPTTR(_) _(FILL, uplo) _(SIZE, n) _(PACKED, AP, HB_TRIANGLE((int64_t)n)) _(OUT, A, lda, n, n)
#define HB_TRTTP(_) _(FILL, uplo) _(SIZE, n) _(IN, A, lda, n, n) _(PACKED_OUT, AP, HB_TRIANGLE((int64_t)n))

/* ---- batches --------------------------------------------------------------------------------- */

#define HB_GEMM_BATCHED(_) \
	HB_PRODUCT(_) _(ARRAY, Aarray, lda, HB_AS(transa, m, k), HB_AS(transa, k, m)) \
	_(ARRAY, Barray, ldb, HB_AS(transb, k, n), HB_AS(transb, n, k)) _(SCALAR, beta) \
	_(ARRAY_OUT, Carray, ldc, m, n) _(COUNT, batchCount)
#define HB_GEMM_STRIDED(_) \
	HB_PRODUCT(_) _(STRIDED, A, lda, strideA, HB_AS(transa, m, k), HB_AS(transa, k, m)) \
	_(STRIDED, B, ldb, strideB, HB_AS(transb, k, n), HB_AS(transb, n, k)) _(SCALAR, beta) \
	_(STRIDED_OUT, C, ldc, strideC, m, n) _(COUNT, batchCount)
#define HB_GEMV_BATCHED(_) \
	_(OP, trans) _(SIZE, m) _(SIZE, n) _(SCALAR, alpha) _(ARRAY, Aarray, lda, m, n) \
	_(ARRAY_VECTOR, xarray, incx, HB_AS(trans, n, m)) _(SCALAR, beta) \
	_(ARRAY_VECTOR_OUT, yarray, incy, HB_AS(trans, m, n)) _(COUNT, batchCount)
#define HB_GEMV_STRIDED(_) \
	_(OP, trans) _(SIZE, m) _(SIZE, n) _(SCALAR, alpha) _(STRIDED, A, lda, strideA, m, n) \
	_(STRIDED_VECTOR, x, incx, stridex, HB_AS(trans, n, m)) _(SCALAR, beta) \
	_(STRIDED_VECTOR_OUT, y, incy, stridey, HB_AS(trans, m, n)) _(COUNT, batchCount)
#define HB_TRSM_BATCHED(_) \
	HB_SIDED(_) _(ARRAY, A, lda, HB_ON(side, m, n), HB_ON(side, m, n)) _(ARRAY_OUT, B, ldb, m, n) \
	_(COUNT, batchCount)
#define HB_GETRF(_) \
	_(SIZE, n) _(ARRAY_OUT, A, lda, n, n) _(INTS_OUT, P, n) _(INTS_OUT, info, 1) _(COUNT, batchSize)
#define HB_GETRS(_) \
	_(OP, trans) _(SIZE, n) _(SIZE, nrhs) _(ARRAY, Aarray, lda, n, n) _(INTS, devIpiv, n) \
	_(ARRAY_OUT, Barray, ldb, n, nrhs) _(INFO, info) _(COUNT, batchSize)
#define HB_GETRI(_) \
	_(SIZE, n) _(ARRAY, A, lda, n, n) _(INTS, P, n) _(ARRAY_OUT, C, ldc, n, n) _(INTS_OUT, info, 1) \
	_(COUNT, batchSize)
#define HB_MATINV(_) \
	_(SIZE_TO_32, n) _(ARRAY, A, lda, n, n) _(ARRAY_OUT, Ainv, lda_inv, n, n) _(INTS_OUT, info, 1) \
	_(COUNT, batchSize)
#define HB_GEQRF(_) \
	_(SIZE, m) _(SIZE, n) _(ARRAY_OUT, Aarray, lda, m, n) _(ARRAY_PACKED_OUT, TauArray, HB_LESSER(m, n)) \
	_(INFO, info) _(COUNT, batchSize)
#define HB_GELS(_) \
	_(OP_N, trans) _(HEIGHT, m, n) _(SIZE, n) _(SIZE, nrhs) _(ARRAY_OUT, Aarray, lda, m, n) \
	_(ARRAY_OUT, Carray, ldc, m, nrhs) _(INFO, info) _(INTS_OUT, devInfoArray, 1) \
	_(COUNT, batchSize)

#endif
