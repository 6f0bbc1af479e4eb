/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Incomplete factorizations, and the pivots of triangular systems. */
#ifndef HSAEMU_CUDA_SPARSE_FACTOR_IMPL_H
#define HSAEMU_CUDA_SPARSE_FACTOR_IMPL_H

#include "older_impl.h"

enum cusparse_step { CUSPARSE_ANALYSIS, CUSPARSE_LU, CUSPARSE_CHOLESKY };

struct cusparse_factor {
	struct cusparse_job job; /* cusparse_factor() sets its function */
	struct cusparse_matrix m;
	enum cusparse_step step;
	void *info;
	enum cusparse_info_kind kind;
	bool is_boosted; /* this and the following are set by cusparse_factor() */
	struct cusparse_scalar tolerance, boost;
};
cusparseStatus_t cusparse_factor_check(const struct cusparse_factor *j) NODISCARD;
cusparseStatus_t cusparse_factor(struct cusparse_factor *j) NODISCARD;
cusparseStatus_t cusparse_factor_boost(cusparseHandle_t handle, void *info,
	enum cusparse_info_kind kind, int is_enabled, const double *tolerance, const void *boost,
	cudaDataType type) NODISCARD;

#endif
