/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether OpenCL C can be compiled: there are clang, libclc and our headers. */
#include "hsaemu/opencl_c.h"
#include "hsaemu/unwind.h"
#include "platform_impl.h"

bool ocl_find_compiler(struct buf *why)
{
	struct buf path = BUF_INIT;
	bool found = clc_find_share(&path, why) && clc_find_clang(&path, why) &&
	             clc_find_libclc(&path, why);
	buf_release(&path);
	return found;
}

static void look(void *arg)
{
	bool *found = arg;
	struct buf why = BUF_INIT;
	*found = ocl_find_compiler(&why);
	buf_release(&why);
}

bool ocl_has_compiler(void)
{
	bool found = false;
	struct unwind_report why;
	return unwind_run(look, &found, &why) == UNWIND_DONE && found;
}
