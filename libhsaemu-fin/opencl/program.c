/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From modules of bitcode to a library, or to PTX. */
#include <llvm-c/BitWriter.h>
#include "cl_impl.h"

bool fin_cl_image(const struct hsaemu_cl_program *p, struct arena *a, struct buf *out,
	struct diag *d)
{
	LLVMContextRef ctx = LLVMContextCreate();
	LLVMModuleRef m = fin_cl_link(p, ctx, a, d);
	bool ok = m != NULL;
	if (ok && p->library) {
		LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(m);
		buf_append(out, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
		LLVMDisposeMemoryBuffer(bytes);
	} else if (ok) {
		ok = fin_cl_prepare(m, p->optimisation != 1, a, d) &&
		     fin_cl_ptx(m, p->optimisation, out, d);
	}
	if (m != NULL)
		LLVMDisposeModule(m);
	LLVMContextDispose(ctx);
	return ok;
}
