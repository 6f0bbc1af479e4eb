/* Calls of functions that have code of their own (kernel_abi.h: fn.NAME). The arguments are already
 * in the call's blocks of the private frame. */
#include "hsaemu/image.h"
#include "lower.h"

LLVMTypeRef fin_out_of_line_type(struct fin_llvm *l)
{
	LLVMTypeRef types[] = {l->ptr, l->ptr, l->i32, l->i32, l->i32, l->ptr, l->ptr, l->ptr};

	return LLVMFunctionType(l->void_, types, ARRAY_LEN(types), false);
}

LLVMValueRef fin_out_of_line(struct fin_lower *w, const struct fin_function *f)
{
	struct buf name = BUF_INIT;
	LLVMValueRef fn;

	buf_puts(&name, "fn.");
	image_mangle(f->name, &name);
	buf_u8(&name, 0);
	fn = LLVMGetNamedFunction(w->l->mod, (const char *)name.data);
	if (fn == NULL) {
		fn = LLVMAddFunction(w->l->mod, (const char *)name.data,
			fin_out_of_line_type(w->l));
		if (f->program_linkage || !f->definition)
			LLVMSetVisibility(fn, LLVMHiddenVisibility);
		else
			LLVMSetLinkage(fn, LLVMInternalLinkage);
	}
	buf_release(&name);
	return fn;
}

static LLVMValueRef argument_block(struct fin_lower *w, uint64_t offset)
{
	LLVMValueRef base = w->block;

	if (w->frame != NULL) {
		LLVMValueRef index = fin_resize(w->l, w->frame, 64, false);

		base = LLVMBuildGEP2(w->l->b, w->l->i8, base, &index, 1, "");
	}
	return fin_byte_offset(w, base, offset);
}

void fin_lower_call(struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_call *c = i->call;
	LLVMValueRef args[] = {w->dispatch, w->wg, w->id[0], w->id[1], w->id[2], w->block,
		argument_block(w, c->out_offset), argument_block(w, c->in_offset)};

	LLVMBuildCall2(w->l->b, fin_out_of_line_type(w->l), fin_out_of_line(w, c->callee), args,
		ARRAY_LEN(args), "");
}
