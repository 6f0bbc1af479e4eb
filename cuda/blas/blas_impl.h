/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS: what its files share. */
#ifndef HSAEMU_CUDA_BLAS_IMPL_H
#define HSAEMU_CUDA_BLAS_IMPL_H

#pragma GCC visibility push(default)
#include <cublas_api.h>
#pragma GCC visibility pop
#include "cuda/library/library.h"

/* ---- handle.c -------------------------------------------------------------------------------- */

/* Of handles, by which cuBLASLt knows those of cuBLAS. */
enum { CUBLAS_HANDLE_KIND = 0x626c6173 };

struct cublas_settings {
	CUstream stream;
	cublasPointerMode_t pointer_mode;
	cublasAtomicsMode_t atomics_mode;
	cublasMath_t math_mode;
	cublasEmulationStrategy_t emulation;
	int sm_count;
};
/* Begins a call: copies the handle's settings and makes a context the current one. */
cublasStatus_t cublas_enter(cublasHandle_t handle, struct cublas_settings *out) NODISCARD;

/* ---- status.c -------------------------------------------------------------------------------- */

cublasStatus_t cublas_status(CUresult error);
cublasStatus_t cublas_property(libraryPropertyType type, int *value);
/* Says once in a process that a function, or a use of it, is not supported, and returns that. */
cublasStatus_t cublas_refuse(const char *function, const char *what);

/* ---- routine.c: the library that computes ---------------------------------------------------- */

/* What is called as a routine of BLAS: addresses of its arguments, and behind those the lengths of
 * its characters, which all are 1. A function does not see what is beyond its parameters. */
#define CUBLAS_ARGUMENTS 16
#define CUBLAS_SIXTEEN(X) X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X
union cublas_routine {
	void *address;
	void (*call)(CUBLAS_SIXTEEN(void *));
	int (*of_int)(CUBLAS_SIXTEEN(void *));
	float (*of_float)(CUBLAS_SIXTEEN(void *));
	double (*of_double)(CUBLAS_SIXTEEN(void *));
	float _Complex (*of_complex)(CUBLAS_SIXTEEN(void *));
	double _Complex (*of_double_complex)(CUBLAS_SIXTEEN(void *));
};
#define CUBLAS_UNFOLD(p) \
	p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[12], p[13], \
		p[14], p[15]
/* Loads a library that has BLAS; says what is missing if there is none. */
bool cublas_load(void) NODISCARD;
/* Returns the routine that BLAS calls by this name in lower case, with an underscore behind it, or
 * NULL. The library must be loaded. */
union cublas_routine cublas_find(const char *name) NODISCARD;

/* ---- matmul.c ------------------------------------------------------------------------------- */

/* Returns whether the matrix is memory, as far as its ends tell. */
bool cublas_is_matrix(const void *p, int64_t rows, int64_t columns, int64_t step,
	size_t element_bytes);

/* ---- call.c: a function of BLAS, from its arguments to its job ------------------------------- */

/* The kinds of hsaemu_cublas_shapes.h, as far as they are different here: arrays of numbers are
 * matrices, of which the columns are so many elements apart. */
enum cublas_kind {
	CUBLAS_KIND_OP,
	CUBLAS_KIND_OP_N,
	CUBLAS_KIND_OP_T,
	CUBLAS_KIND_OP_C,
	CUBLAS_KIND_FILL,
	CUBLAS_KIND_DIAG,
	CUBLAS_KIND_SIDE,
	CUBLAS_KIND_SIZE,
	CUBLAS_KIND_SIZE_TO_32,
	CUBLAS_KIND_LENGTH,
	CUBLAS_KIND_LEADING,
	CUBLAS_KIND_STEP,
	CUBLAS_KIND_ANY_STEP,
	CUBLAS_KIND_COUNT,
	CUBLAS_KIND_SCALAR,
	CUBLAS_KIND_REAL,
	CUBLAS_KIND_ROTATION,
	CUBLAS_KIND_SCALAR_OUT,
	CUBLAS_KIND_REAL_OUT,
	CUBLAS_KIND_ROTATION_OUT,
	CUBLAS_KIND_RESULT,
	CUBLAS_KIND_REAL_RESULT,
	CUBLAS_KIND_INDEX_RESULT,
	CUBLAS_KIND_MATRIX,
	CUBLAS_KIND_MAYBE,
	CUBLAS_KIND_ARRAY,
	CUBLAS_KIND_STRIDED,
	CUBLAS_KIND_INTS,
	CUBLAS_KIND_INFO
};
struct cublas_argument {
	enum cublas_kind kind;
	int64_t value; /* a number or an address */
	/* of memory, in elements; of CUBLAS_KIND_LEADING, the rows for which it must be enough; of
	 * CUBLAS_KIND_INDEX_RESULT, the bytes */
	int64_t rows, columns, step, stride;
};
struct cublas_function {
	const char *name;    /* cublasSgemm_v2 */
	const char *routine; /* BLAS's: Sgemm; or NULL */
	void (*own)(void *const arguments[]);
	size_t element_bytes, real_bytes;
};
cublasStatus_t cublas_call(cublasHandle_t handle, const struct cublas_function *f,
	const struct cublas_argument *arguments, size_t count) NODISCARD;

/* ---- own_loops.c, own_lapack.c: routines that BLAS does not have ----------------------------- */

#define HB_FUNCTION(since, NAME, name, by, routine, shape) CUBLAS_##by(NAME(routine))
#define CUBLAS_FORTRAN(name)
#define CUBLAS_OWN(name) void HB_JOIN(cublas_own_, name)(void *const arguments[]);
#include <hsaemu_cublas_functions.h>
#undef HB_FUNCTION
#undef CUBLAS_FORTRAN
#undef CUBLAS_OWN

#endif
