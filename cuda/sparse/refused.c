/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What of the interface there is not: operations in a compiled language, colouring, masks, and some
 * conversions of blocks. A program learns it by the status, its user by a line. */
#include "older_impl.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, parameters) \
	cusparseStatus_t name parameters \
	{ \
		return cusparse_refuse(__func__, "it is"); \
	}
#include "refused.def"
