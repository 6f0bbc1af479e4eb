/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The product of sparse matrices. */
#ifndef HSAEMU_CUDA_SPARSE_PRODUCT_IMPL_H
#define HSAEMU_CUDA_SPARSE_PRODUCT_IMPL_H

#include "sparse_impl.h"

/* Sorts numbers, and drops those that are there already. Returns how many there are. */
int64_t cusparse_sort_unique(int64_t *v, int64_t count);

/* Where a product has entries: rows of sorted columns. */
struct cusparse_pattern {
	int64_t rows, cols;
	int64_t *starts, *columns;
};
cusparseStatus_t cusparse_pattern_init(struct cusparse_pattern *p, const struct cusparse_job *job,
	const struct cusparse_rows *a, const struct cusparse_rows *b) NODISCARD;
void cusparse_pattern_release(struct cusparse_pattern *p);
/* How many products of two values the matrix product has. */
int64_t cusparse_pattern_products(const struct cusparse_rows *a, const struct cusparse_rows *b);

struct cusparse_product {
	struct cusparse_rows a, b, c;
	const void *a_values, *b_values;
	void *c_values;
	cudaDataType a_type, b_type, c_type;
	double _Complex alpha, beta;
};
/* Computes the values of C's entries; the products elsewhere are left out. */
cusparseStatus_t cusparse_product(const struct cusparse_product *p, const struct cusparse_job *job,
	enum cusparse_compute compute) NODISCARD;

#endif
