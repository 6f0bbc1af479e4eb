/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Includes CUBLAS_TEMPLATE, a file with routines of one type, for each of the four: T is it, R its
 * real part's, OWN(name) the name of an own routine, ROUTINE(name) the text by which BLAS has one,
 * CONJ and REAL of a number, SIZE_OF(number) is |re| + |im|. A routine has the addresses of its
 * arguments, as those of Fortran do. */
#ifndef HSAEMU_CUDA_BLAS_OWN_TYPES_H
#define HSAEMU_CUDA_BLAS_OWN_TYPES_H

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "blas_impl.h"

#define LETTER(i) (*(const char *)p[i])
#define NUMBER(i) (*(const int *)p[i])
#define SCALAR(i) (*(const T *)p[i])
#define ARRAY(i) ((T *)p[i])
/* An element of a matrix, and the first one of a vector whose increment may be negative. */
#define AT(a, ld, i, j) ((a)[(size_t)(j) * (size_t)(ld) + (size_t)(i)])
#define FIRST(x, n, inc) ((inc) < 0 ? (x) - (int64_t)((n) - 1) * (inc) : (x))

/* Memory for a routine, which has no other way to say that there is none. */
static inline void *try_new(size_t count, size_t bytes)
{
	void *block = mem_try_new(count > 0 ? count : 1, bytes);
	if (block == NULL)
		fprintf(stderr, "libcublas: there is no memory for %zu numbers\n", count);
	return block;
}

#define T float
#define R float
#define OWN(name) cublas_own_S##name
#define OWN_INDEX(name) cublas_own_Is##name
#define LOCAL(name) S##name
#define ROUTINE(name) "s" #name
#define IS_COMPLEX 0
#define CONJ(x) (x)
#define REAL(x) (x)
#define SIZE_OF(x) fabsf(x)
#include CUBLAS_TEMPLATE
#undef T
#undef R
#undef OWN
#undef OWN_INDEX
#undef LOCAL
#undef ROUTINE
#undef SIZE_OF
#define T double
#define R double
#define OWN(name) cublas_own_D##name
#define OWN_INDEX(name) cublas_own_Id##name
#define LOCAL(name) D##name
#define ROUTINE(name) "d" #name
#define SIZE_OF(x) fabs(x)
#include CUBLAS_TEMPLATE
#undef T
#undef R
#undef OWN
#undef OWN_INDEX
#undef LOCAL
#undef ROUTINE
#undef IS_COMPLEX
#undef CONJ
#undef REAL
#undef SIZE_OF
#define T float _Complex
#define R float
#define OWN(name) cublas_own_C##name
#define OWN_INDEX(name) cublas_own_Ic##name
#define LOCAL(name) C##name
#define ROUTINE(name) "c" #name
#define IS_COMPLEX 1
#define CONJ(x) conjf(x)
#define REAL(x) crealf(x)
#define SIZE_OF(x) (fabsf(crealf(x)) + fabsf(cimagf(x)))
#include CUBLAS_TEMPLATE
#undef T
#undef R
#undef OWN
#undef OWN_INDEX
#undef LOCAL
#undef ROUTINE
#undef CONJ
#undef REAL
#undef SIZE_OF
#define T double _Complex
#define R double
#define OWN(name) cublas_own_Z##name
#define OWN_INDEX(name) cublas_own_Iz##name
#define LOCAL(name) Z##name
#define ROUTINE(name) "z" #name
#define CONJ(x) conj(x)
#define REAL(x) creal(x)
#define SIZE_OF(x) (fabs(creal(x)) + fabs(cimag(x)))
#include CUBLAS_TEMPLATE

#endif
