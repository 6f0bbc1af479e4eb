/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLASLt: what its files share. */
#ifndef HSAEMU_CUDA_BLAS_LT_IMPL_H
#define HSAEMU_CUDA_BLAS_LT_IMPL_H

#pragma GCC visibility push(default)
#include <cublasLt.h>
#pragma GCC visibility pop
#include "typed_impl.h"

/* ---- lt_handle.c ----------------------------------------------------------------------------- */

cublasStatus_t cublas_lt_enter(cublasLtHandle_t handle) NODISCARD;

/* ---- lt_descriptor.c ------------------------------------------------------------------------- */

/* Descriptors lie where a client has put them; the first word tells that one was made. */
struct lt_layout {
	uint64_t mark;
	cudaDataType type;
	int32_t order;
	uint64_t rows, columns;
	int64_t step;
	int32_t batch;
	int32_t unused;
	int64_t stride, plane;
};
struct lt_operation {
	uint64_t mark;
	int32_t compute, scale, pointer_mode, transa, transb, transc, fill;
	uint32_t epilogue;
	const void *bias;
	int64_t bias_stride;
	void *aux;
	int64_t aux_step, aux_stride, alpha_stride;
	int32_t sm_count, aux_type, bias_type;
	int8_t is_fast;
	const float *a_scale, *b_scale, *c_scale, *d_scale;
	float *d_greatest;
	const float *aux_scale;
	float *aux_greatest;
	void *d_out_scale;
	int32_t scale_modes[6]; /* of A, B, C, D, the auxiliary matrix and D's own scales */
};
struct lt_transform {
	uint64_t mark;
	int32_t scale, pointer_mode, transa, transb;
};
struct lt_preference {
	uint64_t mark;
	uint32_t search, schemes;
	uint64_t workspace_bytes;
	uint32_t alignments[4];
	float waves;
	uint64_t implementations;
};
/* Return what a client's descriptor has, or NULL if it is none. */
const struct lt_layout *cublas_lt_layout(cublasLtMatrixLayout_t any);
const struct lt_operation *cublas_lt_operation(cublasLtMatmulDesc_t any);
const struct lt_transform *cublas_lt_transform(cublasLtMatrixTransformDesc_t any);
const struct lt_preference *cublas_lt_preference(cublasLtMatmulPreference_t any);

#endif
