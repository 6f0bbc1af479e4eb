/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What of cuBLAS there is not. A program learns it by the status, its user by a line. */
#include <stdio.h>
#pragma GCC visibility push(default)
#include <cublasXt.h>
#pragma GCC visibility pop
#include "blas_impl.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, parameters) \
	cublasStatus_t name parameters \
	{ \
		return cublas_refuse(#name, "this function"); \
	}
#include "refused.def"

/* By this function BLAS tells that an argument is wrong, which cuBLAS tells by a status. */
void cublasXerbla(const char *srName, int info)
{
	fprintf(stderr, "libcublas: parameter %d of %s is wrong\n", info, srName);
}
