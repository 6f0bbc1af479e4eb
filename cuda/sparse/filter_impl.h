/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The entries of a matrix that are larger than a threshold, as a matrix of CSR. */
#ifndef HSAEMU_CUDA_SPARSE_FILTER_IMPL_H
#define HSAEMU_CUDA_SPARSE_FILTER_IMPL_H

#include "older_impl.h"

struct cusparse_filter {
	struct cusparse_job job;
	bool is_dense; /* it is `dense` that is filtered, not `a` */
	struct cusparse_matrix a;
	struct cusparse_dense dense;
	struct cusparse_scalar threshold;
	bool is_percentage; /* the threshold is what so many percent do not exceed */
	float percentage;
	struct cusparse_matrix c; /* NULL: the array is not written */
	bool has_offsets;         /* C's offsets are read */
	int *counts;              /* of each row, or NULL */
	int *total;               /* or NULL */
};
cusparseStatus_t cusparse_filter(const struct cusparse_job *job);

#endif
