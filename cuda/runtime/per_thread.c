/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Default streams of threads: functions of other names do what those of the table do, with another
 * meaning of the default stream. */
#include "runtime_impl.h"

#pragma GCC visibility push(default)
#define OWN(name, suffix, parameters, arguments) \
	cudaError_t name##suffix parameters; \
	cudaError_t name##suffix parameters \
	{ \
		cudart_own_stream_begin(); \
		cudaError_t error = name arguments; \
		cudart_own_stream_end(); \
		return error; \
	}
#include "per_thread.def"
#pragma GCC visibility pop
