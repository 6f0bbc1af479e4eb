/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What of the interface there is not: other processes' memory, graphics, conditional nodes, green
 * contexts, compression and so on. A program learns it by the error, its user by a line. */
#include <stdio.h>
#include "context_impl.h"

static CUresult refuse(const char *name)
{
	fprintf(stderr, "libcuda: %s() is not supported\n", name);
	return CUDA_ERROR_NOT_SUPPORTED;
}

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, parameters) \
	CUresult name parameters \
	{ \
		return refuse(#name); \
	}
#include "refused.def"
