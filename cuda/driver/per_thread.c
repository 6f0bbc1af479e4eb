/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Default streams of threads: functions of other names do what those of the table do, with another
 * meaning of the default stream. */
#include "stream_impl.h"

#pragma GCC visibility push(default)
#define OWN(name, suffix, parameters, arguments) OWN_NAMED(name, suffix, parameters, arguments)
#define OWN_NAMED(name, suffix, parameters, arguments) \
	CUresult name##suffix parameters; \
	CUresult name##suffix parameters \
	{ \
		cu_own_stream_begin(); \
		CUresult error = (name)arguments; \
		cu_own_stream_end(); \
		return error; \
	}
#include "per_thread.def"
#pragma GCC visibility pop
