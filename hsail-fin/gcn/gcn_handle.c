/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles of functions, and calls by them. A handle is the address of a descriptor, which is the
 * host's where there is code for the host, too. So code for a GPU takes handles from the module's
 * table of them (module/handles.c), and has the code of each in a table beside it. */
#include "hsaemu/kernel_abi.h"
#include "gcn/gcn.h"

static const char finder[] = "hsa.function";

/* ---- handles in registers -------------------------------------------------------------------- */

/* Makes a load from the table of an lda. */
static void load_handle(const struct fin_module *m, struct fin_inst *i)
{
	enum { ALIGN_8 = 4 };
	struct isa_inst *isa = ARENA_NEW(m->arena, struct isa_inst);
	struct fin_operand *from = &i->operands[1];

	*isa = (struct isa_inst){.opcode = BRIG_OPCODE_LD,
		.type = m->large ? BRIG_TYPE_U64 : BRIG_TYPE_U32,
		.segment = BRIG_SEGMENT_GLOBAL,
		.align = ALIGN_8,
		.is_const = true};
	from->offset = (uint64_t)from->global->handle_of->handle_number * FIN_ADDRESS_BYTES;
	from->global = m->handles;
	i->isa = isa;
	i->lowering = ISA_LOWER_LOAD;
}

void fin_gcn_load_handles(struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->lowering == ISA_LOWER_LDA && i->operands[1].global != NULL &&
				i->operands[1].global->handle_of != NULL)
				load_handle(f->module, i);
}

/* ---- from handles to code -------------------------------------------------------------------- */

/* The code of each function that has a handle, 0 for those of other modules. */
static LLVMValueRef code_table(struct fin_lower *w, LLVMTypeRef type)
{
	uint64_t count = w->m->handles->dim;
	LLVMValueRef *code = ARENA_ARRAY(w->m->arena, LLVMValueRef, count), table;

	for (size_t k = 0; k < w->m->function_count; k++) {
		struct fin_function *f = w->m->functions[k];

		if (f->handle == NULL)
			continue;
		f->wants_item |= f->definition;
		code[f->handle_number] =
			f->definition ? fin_gcn_function_address(w, f) : LLVMConstNull(w->l->ptr);
	}
	table = LLVMAddGlobalInAddressSpace(w->l->mod, type, "hsa.code",
		w->l->target.arch->global_space);
	LLVMSetInitializer(table, LLVMConstArray2(w->l->ptr, code, count));
	LLVMSetGlobalConstant(table, true);
	LLVMSetLinkage(table, LLVMInternalLinkage);
	return table;
}

/* Builds, at the end of `loop`, the comparison of a handle with entry `k`. Returns the branch's
 * condition. */
static LLVMValueRef is_entry(struct fin_lower *w, LLVMBuilderRef b, LLVMTypeRef type,
	LLVMValueRef handle, LLVMValueRef k)
{
	LLVMValueRef at[] = {fin_like(k, 0), k}, entry;

	entry = LLVMBuildLoad2(b, w->l->i64,
		LLVMBuildGEP2(b, type, fin_global_of(w->unit, w->m->handles), at, 2, ""), "");
	LLVMSetMetadata(entry, w->l->md_invariant_load, w->l->empty_node);
	return LLVMBuildICmp(b, LLVMIntEQ, entry, handle, "");
}

static LLVMBasicBlockRef new_block(struct fin_lower *w, LLVMValueRef fn)
{
	return LLVMAppendBasicBlockInContext(w->l->ctx, fn, "");
}

/* Makes the body of the function that finds the code of a handle: the entry of the code table for
 * the first equal handle of the other table, or 0. */
static void make_finder(struct fin_lower *w, LLVMValueRef fn)
{
	LLVMBuilderRef b = fin_builder_new(w->l);
	LLVMTypeRef handles = LLVMArrayType2(w->l->i64, w->m->handles->dim);
	LLVMTypeRef codes = LLVMArrayType2(w->l->ptr, w->m->handles->dim);
	LLVMBasicBlockRef entry = new_block(w, fn), loop = new_block(w, fn);
	LLVMBasicBlockRef found = new_block(w, fn), next = new_block(w, fn);
	LLVMBasicBlockRef none = new_block(w, fn);
	LLVMValueRef table = code_table(w, codes), k, values[2], at[2];
	LLVMBasicBlockRef from[] = {entry, next};

	LLVMPositionBuilderAtEnd(b, entry);
	LLVMBuildBr(b, loop);
	LLVMPositionBuilderAtEnd(b, loop);
	k = LLVMBuildPhi(b, w->l->i64, "");
	LLVMBuildCondBr(b, is_entry(w, b, handles, LLVMGetParam(fn, 0), k), found, next);
	LLVMPositionBuilderAtEnd(b, found);
	at[0] = fin_like(k, 0);
	at[1] = k;
	LLVMBuildRet(b,
		LLVMBuildLoad2(b, w->l->ptr, LLVMBuildGEP2(b, codes, table, at, 2, ""), ""));
	LLVMPositionBuilderAtEnd(b, next);
	values[0] = fin_like(k, 0);
	values[1] = LLVMBuildAdd(b, k, fin_like(k, 1), "");
	LLVMAddIncoming(k, values, from, 2);
	LLVMBuildCondBr(b,
		LLVMBuildICmp(b, LLVMIntEQ, values[1], fin_like(k, w->m->handles->dim), ""), none,
		loop);
	LLVMPositionBuilderAtEnd(b, none);
	LLVMBuildRet(b, LLVMConstNull(w->l->ptr));
	fin_builder_free(w->l, b);
}

LLVMValueRef fin_gcn_code_of(struct fin_lower *w, LLVMValueRef handle)
{
	LLVMTypeRef type = LLVMFunctionType(w->l->ptr, &w->l->i64, 1, false);
	LLVMValueRef fn, code;

	handle = fin_resize(w->l, handle, 64, false);
	if (w->m->handles == NULL) {
		code = LLVMConstNull(w->l->ptr);
	} else {
		fn = LLVMGetNamedFunction(w->l->mod, finder);
		if (fn == NULL) {
			fn = LLVMAddFunction(w->l->mod, finder, type);
			LLVMSetLinkage(fn, LLVMInternalLinkage);
			fin_llvm_function_attributes(w->l, fn);
			make_finder(w, fn);
		}
		code = LLVMBuildCall2(w->l->b, type, fn, &handle, 1, "");
	}
	fin_trap_if(w, LLVMBuildIsNull(w->l->b, code, ""), HSAEMU_TRAP_INDIRECT,
		fin_resize(w->l, handle, 32, false));
	return code;
}

/* ---- descriptors ----------------------------------------------------------------------------- */

void fin_gcn_define_handles(const struct fin_unit *u)
{
	for (size_t k = 0; k < u->m->function_count; k++) {
		const struct fin_function *f = u->m->functions[k];
		LLVMValueRef fd;

		if (f->handle == NULL || !f->definition)
			continue;
		fd = fin_global_of(u, f->handle);
		LLVMSetInitializer(fd, LLVMConstNull(LLVMGlobalGetValueType(fd)));
		LLVMSetSection(fd, ".rodata.hsa.kd");
	}
}
