/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether OpenCL C can be compiled: there are clang, libclc and our headers. SPIR-V can be where
 * there is its translator, too. */
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

bool ocl_find_translator(struct buf *why)
{
	struct buf path = BUF_INIT;
	bool found = clc_find_translator(&path, why);
	buf_release(&path);
	return found;
}

struct looking {
	bool (*find)(struct buf *why);
	bool found;
};

static void look(void *arg)
{
	struct looking *l = arg;
	struct buf why = BUF_INIT;
	l->found = l->find(&why);
	buf_release(&why);
}

static bool has(bool (*find)(struct buf *why))
{
	struct looking l = {find, false};
	struct unwind_report why;
	return unwind_run(look, &l, &why) == UNWIND_DONE && l.found;
}

bool ocl_has_compiler(void)
{
	return has(ocl_find_compiler);
}

bool ocl_has_translator(void)
{
	return has(ocl_find_translator) && has(ocl_find_compiler);
}
