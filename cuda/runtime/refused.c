/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What of the interface there is not: graphics, mipmaps, conditional nodes
 * and so on. A program learns it by the error, its user by a line. */
#include <stdio.h>
#pragma GCC visibility push(default)
#include <cuda_gl_interop.h>
#pragma GCC visibility pop
#include "runtime_impl.h"

static cudaError_t refuse(const char *name)
{
	fprintf(stderr, "libcudart: %s() is not supported\n", name);
	return cudart_leave(cudaErrorNotSupported);
}

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, parameters) \
	cudaError_t name parameters \
	{ \
		return refuse(#name); \
	}
#include "refused.def"
