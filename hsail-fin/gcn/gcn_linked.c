/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Group and private variables that code of several kernels may use: those of functions with code of
 * their own, and those that other modules define (module/linked_segments.c). No linker places them:
 * a code object is for one module, and no code of another one runs with its kernels. So those that
 * the module has are in its order, as in the host's object, behind a kernel's own variables. */
#include "hsaemu/kernel_abi.h"
#include "gcn/gcn.h"

/* Returns where the variable is, or for NULL how many bytes all have. */
static uint64_t place_of(const struct fin_module *m, uint8_t segment, const struct fin_variable *v)
{
	uint64_t end = 0;

	for (size_t k = 0; k < m->variable_count; k++) {
		const struct fin_variable *other = m->variables[k];

		/* without a size: what is behind all others (fin_gcn_is_dynamic_group()) */
		if (!other->is_linked || other->segment != segment || other->bytes == 0)
			continue;
		end = align_up(end, (uint64_t)other->align);
		if (other == v)
			return end;
		end += other->bytes;
	}
	return end;
}

uint64_t fin_gcn_linked_bytes(const struct fin_module *m, uint8_t segment)
{
	return place_of(m, segment, NULL);
}

uint64_t fin_gcn_group_bytes(const struct fin_function *f)
{
	return f->group_bytes +
	       (f->links_group ? fin_gcn_linked_bytes(f->module, BRIG_SEGMENT_GROUP) : 0);
}

bool fin_gcn_is_dynamic_group(const struct fin_variable *v)
{
	return str_is(v->name, "&" HSAEMU_DYNAMIC_GROUP_SYMBOL);
}

LLVMValueRef fin_gcn_linked_place(struct fin_lower *w, const struct fin_variable *v)
{
	if (fin_gcn_is_dynamic_group(v))
		return LLVMBuildSub(w->entry, fin_gcn_static_group(w),
			w->f->is_kernel ? LLVMConstInt(w->l->i32, w->f->group_bytes, false)
					: fin_gcn_linked_group(w),
			"");
	return LLVMConstInt(w->l->i32, place_of(w->m, v->segment, v), false);
}

LLVMValueRef fin_gcn_linked_private_bytes(struct fin_lower *w)
{
	return LLVMConstInt(w->l->i32, fin_gcn_linked_bytes(w->m, BRIG_SEGMENT_PRIVATE), false);
}

LLVMValueRef fin_gcn_linked_group(struct fin_lower *w)
{
	LLVMValueRef at = LLVMConstInt(w->l->i64, HSAEMU_GPU_STACK_GROUP, false);

	return LLVMBuildLoad2(w->entry, w->l->i32,
		LLVMBuildGEP2(w->entry, w->l->i8, w->block, &at, 1, ""), "");
}
