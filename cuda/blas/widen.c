/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions with sizes of 32 bits that are those with sizes of 64. */
#include "blas_impl.h"

#define HB_EX(name, parameters, arguments) \
	cublasStatus_t cublas##name parameters \
	{ \
		return cublas##name##_64 arguments; \
	}
#define HB_EX_BOTH(name, parameters)
#define HB_I int
#include <hsaemu_cublas_ex.h>
