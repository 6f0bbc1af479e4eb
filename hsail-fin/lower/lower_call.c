/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of functions that have code of their own, for one work-item (kernel_abi.h: fn.NAME). Blocks
 * of arguments are on the processor's stack. Arguments in registers are stored there, variables in
 * the private frame are copied. */
#include "hsaemu/image.h"
#include "lower/call.h"
#include "lower/target_ops.h"

LLVMTypeRef fin_out_of_line_type(struct fin_llvm *l)
{
	LLVMTypeRef types[] = {l->ptr, l->ptr, l->i32, l->i32, l->i32, l->ptr, l->ptr, l->ptr};

	return LLVMFunctionType(l->void_, types, ARRAY_LEN(types), false);
}

LLVMValueRef fin_function_declare(struct fin_lower *w, enum fin_form form,
	const struct fin_function *f, LLVMTypeRef type)
{
	struct buf name = BUF_INIT;
	LLVMValueRef fn;

	if (f->device != NULL) {
		buf_puts(&name, form == FIN_CODE_ITEM ? f->device->item : f->device->wave);
	} else {
		buf_puts(&name, form == FIN_CODE_ITEM ? "fn." : "fw.");
		image_mangle(f->name, &name);
		buf_puts(&name, w->l->suffix);
	}
	buf_u8(&name, 0);
	fn = LLVMGetNamedFunction(w->l->mod, (const char *)name.data);
	if (fn == NULL) {
		fn = LLVMAddFunction(w->l->mod, (const char *)name.data, type);
		if (f->program_linkage || !f->definition)
			LLVMSetVisibility(fn, LLVMHiddenVisibility);
		else
			LLVMSetLinkage(fn, LLVMInternalLinkage);
	}
	buf_release(&name);
	return fn;
}

LLVMValueRef fin_out_of_line(struct fin_lower *w, struct fin_function *f)
{
	f->wants_item = true;
	return fin_function_declare(w, FIN_CODE_ITEM, f, fin_out_of_line_type(w->l));
}

LLVMValueRef fin_call_handle(struct fin_lower *w, LLVMValueRef handle, size_t offset)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef fd = LLVMBuildIntToPtr(b, handle, w->l->ptr, ""), magic, distance;

	fin_trap_if(w, LLVMBuildICmp(b, LLVMIntEQ, handle, fin_like(handle, 0), ""),
		HSAEMU_TRAP_INDIRECT, LLVMConstInt(w->l->i32, 0, false));
	magic = LLVMBuildLoad2(b, w->l->i32, fd, "");
	LLVMSetAlignment(magic, 1);
	fin_trap_if(w, LLVMBuildICmp(b, LLVMIntNE, magic, fin_like(magic, HSAEMU_FD_MAGIC), ""),
		HSAEMU_TRAP_INDIRECT, fin_resize(w->l, handle, 32, false));
	distance = LLVMBuildLoad2(b, w->l->i64, fin_byte_offset(w, fd, offset), "");
	return LLVMBuildGEP2(b, w->l->i8, fd, &distance, 1, "");
}

/* ---- argument blocks ------------------------------------------------------------------------ */

struct arg_block {
	LLVMValueRef base;
	uint64_t *offset; /* by argument */
};

/* Makes a block for arguments, laid out like a kernarg segment (PRM 4.21). */
static struct arg_block make_block(struct fin_lower *w, const struct fin_arg *args, uint32_t count)
{
	struct arg_block r = {.offset = ARENA_ARRAY(w->m->arena, uint64_t, count)};
	uint64_t bytes = 0;

	for (uint32_t k = 0; k < count; k++) {
		const struct fin_variable *v = w->f->locals[args[k].local].var;

		r.offset[k] = align_up(bytes, v->align);
		bytes = r.offset[k] + v->bytes;
	}
	r.base = LLVMBuildAlloca(w->entry, LLVMArrayType2(w->l->i8, bytes), "");
	LLVMSetAlignment(r.base, 64);
	return r;
}

LLVMValueRef fin_private_variable(struct fin_lower *w, uint32_t local)
{
	LLVMValueRef base = w->block;

	if (w->frame != NULL) {
		LLVMValueRef index = fin_resize(w->l, w->frame, 64, false);

		base = LLVMBuildGEP2(w->l->b, w->l->i8, base, &index, 1, "");
	}
	return fin_byte_offset(w, base, w->f->locals[local].offset);
}

static void copy_variable(struct fin_lower *w, LLVMValueRef to, LLVMValueRef from,
	const struct fin_variable *v)
{
	LLVMBuildMemCpy(w->l->b, to, v->align, from, v->align,
		LLVMConstInt(w->l->i64, v->bytes, false));
}

static void put_args(struct fin_lower *w, const struct fin_inst *i, const struct arg_block *block)
{
	for (uint32_t k = 0; k < i->call->in_count; k++) {
		const struct fin_arg *a = &i->call->in[k];
		LLVMValueRef at = fin_byte_offset(w, block->base, block->offset[k]);

		if (a->operand != FIN_IN_MEMORY)
			LLVMBuildStore(w->l->b, fin_src(w, i, a->operand), at);
		else
			copy_variable(w, at, fin_private_variable(w, a->local),
				w->f->locals[a->local].var);
	}
}

/* Loads a result. If the callee has not written it, it may be any value, but it must be one value,
 * as a branch may depend on it. */
static LLVMValueRef frozen_load(struct fin_lower *w, LLVMValueRef at, uint16_t type)
{
	LLVMTypeRef llvm_type = fin_hsail_type(w, isa_type_find(type));

	return LLVMBuildFreeze(w->l->b, LLVMBuildLoad2(w->l->b, llvm_type, at, ""), "");
}

static void take_args(struct fin_lower *w, const struct fin_inst *i, const struct arg_block *block)
{
	for (uint32_t k = 0; k < i->call->out_count; k++) {
		const struct fin_arg *a = &i->call->out[k];
		LLVMValueRef at = fin_byte_offset(w, block->base, block->offset[k]);

		if (a->operand == FIN_IN_MEMORY)
			copy_variable(w, fin_private_variable(w, a->local), at,
				w->f->locals[a->local].var);
		else
			fin_value_set(w, &i->operands[a->operand].v[0],
				i->operands[a->operand].type,
				frozen_load(w, at, i->operands[a->operand].type));
	}
}

/* ---- formals in registers ------------------------------------------------------------------- */

struct fin_local *fin_formal_local(struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_variable **vars = i->pseudo == FIN_PSEUDO_ENTER ? w->f->in : w->f->out;

	return &w->f->locals[fin_local_of(w->f, vars[i->operands[1].v[0].lo])];
}

static void lower_formal(struct fin_lower *w, const struct fin_inst *i)
{
	bool enters = i->pseudo == FIN_PSEUDO_ENTER;
	LLVMValueRef at =
		fin_byte_offset(w, enters ? w->in : w->out, fin_formal_local(w, i)->offset);

	if (enters)
		fin_dst(w, i,
			LLVMBuildLoad2(w->l->b,
				fin_hsail_type(w, isa_type_find(i->operands[0].type)), at, ""));
	else
		LLVMBuildStore(w->l->b, fin_src(w, i, 0), at);
}

/* ---- calls ---------------------------------------------------------------------------------- */

void fin_call_out_of_line(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef in,
	LLVMValueRef out)
{
	const struct fin_call *c = i->call;
	LLVMValueRef args[] = {w->dispatch, w->wg, w->id[0], w->id[1], w->id[2], w->block, out, in};
	LLVMValueRef fn;

	if (c->indirect)
		fn = fin_call_handle(w, fin_src(w, i, 0),
			offsetof(struct hsaemu_function_descriptor, item_offset));
	else
		fn = fin_out_of_line(w, c->callee);
	LLVMBuildCall2(w->l->b, fin_out_of_line_type(w->l), fn, args, ARRAY_LEN(args), "");
}

static void lower_call(struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_call *c = i->call;
	struct arg_block in = make_block(w, c->in, c->in_count);
	struct arg_block out = make_block(w, c->out, c->out_count);

	put_args(w, i, &in);
	w->target->call(w, i, in.base, out.base);
	take_args(w, i, &out);
}

void fin_lower_call(struct fin_lower *w, const struct fin_inst *i)
{
	(i->call != NULL ? lower_call : lower_formal)(w, i);
}
