/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrices whose types are told when a function is called: what cuBLAS and cuBLASLt share. */
#ifndef HSAEMU_CUDA_BLAS_TYPED_IMPL_H
#define HSAEMU_CUDA_BLAS_TYPED_IMPL_H

#include "blas_impl.h"

/* ---- convert.c: types of elements ------------------------------------------------------------ */

/* A matrix by columns: columns are `step` elements apart, rows `row_step` where that is not 0. */
struct cublas_view {
	cudaDataType type;
	void *p;
	int64_t rows, columns, step, row_step;
};
/* Returns 0 for types in which there is nothing to compute. */
size_t cublas_type_bytes(cudaDataType type);
bool cublas_is_complex(cudaDataType type);
/* Copies all elements, rounding to nearest; at least one is of CUDA_R_32F or CUDA_R_64F, or of the
 * complex numbers of these, and both are complex or none is. */
void cublas_convert(const struct cublas_view *to, const struct cublas_view *from);

/* ---- matmul.c: D = epilogue(alpha op(A) op(B) + beta C) -------------------------------------- */

struct cublas_operand {
	cudaDataType type;
	char op; /* N T C */
	bool is_array;
	int64_t rows, columns; /* as they lie in memory */
	int64_t step, stride;
	void *p;            /* or an array of addresses */
	const float *scale; /* of numbers of 8 bits, or NULL */
};
/* A number: of the host's, which is here, or of the device's. */
struct cublas_factor {
	cudaDataType type;
	const void *device; /* NULL: in `host` */
	double host[2];
};
enum cublas_activation { CUBLAS_IDENTITY, CUBLAS_RELU, CUBLAS_GELU };
struct cublas_epilogue {
	enum cublas_activation activation;
	bool by_columns;  /* the bias has a number for each column */
	const void *bias; /* one number for each row, or NULL */
	cudaDataType bias_type;
	int64_t bias_stride;
	void *aux; /* what the activation gets, or NULL */
	cudaDataType aux_type;
	int64_t aux_step, aux_stride;
	float *greatest; /* of what D is before it is scaled, or NULL */
};
struct cublas_matmul {
	const char *name;
	cudaDataType work; /* CUDA_R_32F, CUDA_R_64F and their complex numbers */
	int64_t m, n, k, batch;
	struct cublas_operand a, b, c, d;
	struct cublas_factor alpha, beta;
	struct cublas_epilogue epilogue;
};
/* Finds in which type is computed, by the types of what is computed; or returns
 * CUBLAS_STATUS_NOT_SUPPORTED. */
cublasStatus_t cublas_find_work(cublasComputeType_t compute, cudaDataType ab, cudaDataType c,
	cudaDataType *scale, cudaDataType *work) NODISCARD;
/* Fills in a factor: the number is copied unless it is the device's. */
cublasStatus_t cublas_set_factor(struct cublas_factor *f, cudaDataType type, const void *p,
	bool is_device) NODISCARD;
/* Checks sizes and memory and puts the product into the stream. */
cublasStatus_t cublas_do_matmul(CUstream stream, const struct cublas_matmul *m) NODISCARD;

/* ---- epilogue.c ------------------------------------------------------------------------------ */

/* What comes behind the product, a matrix without gaps of m->work; `i` counts the batch. */
void cublas_finish(const struct cublas_matmul *m, void *product, int64_t i);

#endif
