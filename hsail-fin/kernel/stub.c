/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes stubs of kernels, for programs whose kernels get their code when they are first needed. The
 * passes up to the layout have to run, because the descriptor has the size of the group segment. */
#include "kernel/emit.h"
#include "kernel/kernel.h"

bool fin_emit_stub(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	struct fin_made made = {0};
	struct fin_lower w = fin_lower_of(u, p->f, &made);

	fin_kernel_function(&w, FIN_PER_GROUP);
	LLVMPositionBuilderAtEnd(u->l->b, LLVMAppendBasicBlockInContext(u->l->ctx, w.fn, "entry"));
	LLVMBuildUnreachable(u->l->b); /* LLVM traps there */
	fin_kernel_describe(&w, 0, 1, kd);
	*entry = w.fn;
	return !made.failed;
}
