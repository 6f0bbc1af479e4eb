/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What of the interface there is not: graphics, green contexts, compression and so on. A program
 * learns it by the error, its user by a line. */
#include <stdio.h>
#include "context_impl.h"

CUresult cu_refuse(const char *what)
{
	fprintf(stderr, "libcuda: %s is not supported\n", what);
	return CUDA_ERROR_NOT_SUPPORTED;
}

/* As they were before CUDA 3.2, 4.1, 6.5 and 11, for programs that look names up themselves. */
#undef cuGraphicsResourceSetMapFlags
#undef cuMemcpyDtoDAsync
#pragma GCC visibility push(default)
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource a, unsigned b);
CUresult cuMemcpyDtoDAsync(unsigned a, unsigned b, unsigned c, CUstream d);
#pragma GCC visibility pop

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, parameters) \
	CUresult name parameters \
	{ \
		return cu_refuse(#name "()"); \
	}
#include "refused.def"
