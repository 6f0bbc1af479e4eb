/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Default streams of threads: functions of other names do what those of the table do, with another
 * meaning of the default stream. */
#include "stream_impl.h"

static _Thread_local unsigned cu_own_calls;

bool cu_wants_own_stream(void)
{
	return cu_own_calls != 0;
}

#pragma GCC visibility push(default)
#define OWN(name, suffix, parameters, arguments) OWN_NAMED(name, suffix, parameters, arguments)
#define OWN_NAMED(name, suffix, parameters, arguments) \
	CUresult name##suffix parameters; \
	CUresult name##suffix parameters \
	{ \
		cu_own_calls++; \
		CUresult error = (name)arguments; \
		cu_own_calls--; \
		return error; \
	}
#include "per_thread.def"
#pragma GCC visibility pop
