/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work that may end for want of memory. */
#include "build_impl.h"
#include "hsaemu/unwind.h"

cl_int ocl_work_run(void (*work)(void *arg), void *arg)
{
	struct unwind_report why;
	return unwind_run(work, arg, &why) == UNWIND_DONE ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}
