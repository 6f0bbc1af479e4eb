/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions with code of their own, and calls of them:
 *
 *     [m x i32] fn.NAME(private block, [n x i32])
 *
 * The words are the blocks of results and arguments of lower_call.c, which so are in registers.
 * Blocks that are larger than registers should hold, or end in an array of any size, stay in the
 * caller's scratch: the function gets their addresses, that of results before that of arguments. */
#include "gcn/gcn.h"
#include "llvm/debug_info.h"
#include "lower/call.h"
#include "lower/lower_ctrl.h"
#include "lower/lower_stack.h"

enum { MAX_IN = 96, MAX_OUT = 64 }; /* bytes of blocks in registers */
enum { WORD = sizeof(uint32_t) };

/* What the formals of a function make of its LLVM function. */
struct form {
	/* of the blocks' words; NULL: there are none in registers */
	LLVMTypeRef in, out;
	bool in_memory, out_memory;
	LLVMTypeRef type;
};

/* Tells whether a block is in registers, and of which type, or in memory. */
static LLVMTypeRef block_type(struct fin_lower *w, const struct fin_variable **formals,
	uint32_t count, uint64_t most, bool *in_memory)
{
	uint64_t bytes = 0;
	bool is_open = false;

	for (uint32_t k = 0; k < count; k++) {
		bytes = align_up(bytes, (uint64_t)formals[k]->align) + formals[k]->bytes;
		is_open = formals[k]->is_array && formals[k]->bytes == 0;
	}
	*in_memory = is_open || bytes > most;
	if (*in_memory || bytes == 0)
		return NULL;
	return LLVMArrayType2(w->l->i32, (bytes + WORD - 1) / WORD);
}

static struct form form_of(struct fin_lower *w, const struct fin_function *f)
{
	LLVMTypeRef scratch = LLVMPointerTypeInContext(w->l->ctx, FIN_GCN_SCRATCH);
	LLVMTypeRef types[3] = {scratch};
	struct form r;
	unsigned n = 1;

	r.in = block_type(w, f->in, f->in_count, MAX_IN, &r.in_memory);
	r.out = block_type(w, f->out, f->out_count, MAX_OUT, &r.out_memory);
	if (r.out_memory)
		types[n++] = scratch;
	if (r.in != NULL || r.in_memory)
		types[n++] = r.in_memory ? scratch : r.in;
	r.type = LLVMFunctionType(r.out != NULL ? r.out : w->l->void_, types, n, false);
	return r;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static LLVMValueRef function_of(struct fin_lower *w, struct fin_function *f, LLVMTypeRef type)
{
	LLVMValueRef fn = fin_function_declare(w, FIN_CODE_ITEM, f, type);

	LLVMSetVisibility(fn, LLVMDefaultVisibility);
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	return fn;
}

LLVMValueRef fin_gcn_function_address(struct fin_lower *w, struct fin_function *f)
{
	return function_of(w, f, form_of(w, f).type);
}

void fin_gcn_call(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef in, LLVMValueRef out)
{
	struct fin_function *callee = i->call->callee;
	struct form form = form_of(w, callee);
	LLVMValueRef args[3] = {w->block}, fn, r;
	unsigned n = 1;

	if (callee->device != NULL) {
		fin_gcn_call_device(w, callee->device, in, out);
		return;
	}
	if (form.out_memory)
		args[n++] = out;
	if (form.in_memory)
		args[n++] = in;
	else if (form.in != NULL)
		args[n++] = LLVMBuildLoad2(w->l->b, form.in, in, "");
	if (i->call->indirect) {
		fn = fin_gcn_code_of(w, fin_src(w, i, 0));
	} else {
		callee->wants_item = true;
		fn = function_of(w, callee, form.type);
	}
	r = LLVMBuildCall2(w->l->b, form.type, fn, args, n, "");
	if (form.out != NULL)
		LLVMBuildStore(w->l->b, r, out);
}

/* ---- functions ------------------------------------------------------------------------------- */

/* The arguments are put into memory, from which formals read them. */
static void read_parameters(struct fin_lower *w, const struct form *form)
{
	unsigned n = 1;

	w->block = LLVMGetParam(w->fn, 0);
	if (form->out_memory)
		w->out = LLVMGetParam(w->fn, n++);
	else if (form->out != NULL)
		w->out = LLVMBuildAlloca(w->entry, form->out, "out");
	if (form->in_memory) {
		w->in = LLVMGetParam(w->fn, n);
	} else if (form->in != NULL) {
		w->in = LLVMBuildAlloca(w->entry, form->in, "in");
		LLVMSetAlignment(w->in, sizeof(uint64_t));
		LLVMBuildStore(w->l->b, LLVMGetParam(w->fn, n), w->in);
	}
	w->linked_private = LLVMBuildLoad2(w->l->b, w->l->i32,
		fin_byte_offset(w, w->block, HSAEMU_STACK_LINKED), "");
}

/* Takes the frame from the private stack, runs the body, and gives the frame back. */
static void make_body(struct fin_lower *w)
{
	struct form form = form_of(w, w->f);
	bool framed = w->f->frame_bytes > 0 || w->f->has_alloca;
	LLVMValueRef top = NULL;

	fin_debug_location(w, NULL);
	read_parameters(w, &form);
	fin_gcn_find_ids(w);
	if (framed) {
		top = fin_stack_top(w);
		w->frame = fin_stack_allocate(w, LLVMConstInt(w->l->i32, w->f->frame_bytes, false),
			w->f->frame_align);
	}
	fin_clear_registers(w);
	fin_lower_item_blocks(w, LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "ret"));
	if (framed)
		fin_stack_set_top(w, top);
	if (form.out != NULL)
		LLVMBuildRet(w->l->b, LLVMBuildLoad2(w->l->b, form.out, w->out, ""));
	else
		LLVMBuildRetVoid(w->l->b);
}

bool fin_gcn_function(const struct fin_unit *u, struct fin_function *f)
{
	struct fin_made made = {0};
	struct fin_lower w = fin_lower_of(u, f, &made);

	w.fn = function_of(&w, f, form_of(&w, f).type);
	fin_llvm_function_attributes(u->l, w.fn);
	fin_llvm_attribute(u->l, w.fn, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
	fin_debug_function(&w, f->loc);
	fin_lower_item(&w, make_body);
	return !made.failed;
}
