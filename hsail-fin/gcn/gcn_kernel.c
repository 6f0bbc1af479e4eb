/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel's function, which runs one work-item in a lane of a wavefront. */
#include "hsaemu/image.h"
#include "gcn/gcn.h"
#include "llvm/debug_info.h"
#include "lower/lower_ctrl.h"

enum {
	CALL_KERNEL = 91,   /* LLVM's number of the calling convention amdgpu_kernel */
	KERNARG_ALIGN = 16, /* the kernarg segment's (PRM 4.21) */
	CONSTANT_SPACE = 4, /* address space of memory that does not change */
	HIDDEN_BYTES = 8,
};

static void set_group_sizes(struct fin_lower *w)
{
	const struct fin_control *c = &w->f->control;
	uint32_t most = HSAEMU_MAX_WORKGROUP;
	char text[32];

	if (c->max_flat_wg != 0 && c->max_flat_wg < most)
		most = c->max_flat_wg;
	if (c->required_wg[0] != 0)
		most = c->required_wg[0] * c->required_wg[1] * c->required_wg[2];
	(void)snprintf(text, sizeof text, "1,%u", (unsigned)most);
	fin_llvm_string_attribute(w->l, w->fn, "amdgpu-flat-work-group-size", text);
	if (w->f->group_bytes == 0)
		return;
	/* HSAIL's group segment is the LDS, from its beginning on */
	(void)snprintf(text, sizeof text, "%" PRIu64, w->f->group_bytes);
	fin_llvm_string_attribute(w->l, w->fn, "amdgpu-lds-size", text);
}

/* Says how large the kernarg segment is, which is known when the code has been made. */
static void set_kernarg(struct fin_lower *w)
{
	uint64_t bytes = w->f->in_bytes;
	unsigned id = LLVMGetEnumAttributeKindForName("byref", 5);

	if (w->made->hidden_argument)
		bytes = fin_gcn_hidden_offset(bytes) + HIDDEN_BYTES;
	LLVMAddAttributeAtIndex(w->fn, 1,
		LLVMCreateTypeAttribute(w->l->ctx, id,
			LLVMArrayType2(w->l->i8, bytes == 0 ? 1 : bytes)));
	fin_llvm_attribute(w->l, w->fn, 1, "align", KERNARG_ALIGN);
}

static void make_function(struct fin_lower *w)
{
	LLVMTypeRef kernarg = LLVMPointerTypeInContext(w->l->ctx, CONSTANT_SPACE);
	struct buf name = BUF_INIT;

	/* the linker tells apart what is the host's only */
	if (w->unit->options->is_embedded && !w->f->program_linkage)
		image_mangle_static(w->unit->m->name, w->f->name, &name);
	else
		image_mangle(w->f->name, &name);
	buf_u8(&name, 0);
	w->fn = LLVMAddFunction(w->l->mod, (const char *)name.data,
		LLVMFunctionType(w->l->void_, &kernarg, 1, false));
	buf_release(&name);
	LLVMSetFunctionCallConv(w->fn, CALL_KERNEL);
	fin_llvm_function_attributes(w->l, w->fn);
	set_group_sizes(w);
	w->dispatch = LLVMGetParam(w->fn, 0);
	fin_debug_function(w, w->f->loc);
}

static void find_ids(struct fin_lower *w)
{
	LLVMBuilderRef b = w->entry;
	LLVMValueRef id;

	for (unsigned d = 0; d < 3; d++)
		w->id[d] = fin_gcn_item_id(w, d);
	id = LLVMBuildMul(b, w->id[2], fin_current_size(w, 1), "");
	id = LLVMBuildMul(b, LLVMBuildAdd(b, id, w->id[1], ""), fin_current_size(w, 0), "");
	w->flat_id = LLVMBuildAdd(b, id, w->id[0], "");
}

static void make_private_block(struct fin_lower *w)
{
	uint64_t bytes = w->f->frame_bytes;

	w->block = LLVMBuildAlloca(w->entry, LLVMArrayType2(w->l->i8, bytes == 0 ? 1 : bytes),
		"private");
	LLVMSetAlignment(w->block, (unsigned)w->f->frame_align);
	w->block_bytes = LLVMConstInt(w->l->i64, bytes, false);
}

static void make_body(struct fin_lower *w)
{
	fin_debug_location(w, NULL);
	find_ids(w);
	make_private_block(w);
	fin_clear_registers(w);
	fin_lower_item_blocks(w, LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "ret"));
	LLVMBuildRetVoid(w->l->b);
}

bool fin_gcn_kernel(const struct fin_unit *u, struct fin_function *f)
{
	struct fin_made made = {0};
	struct fin_lower w = fin_lower_of(u, f, &made);

	make_function(&w);
	fin_lower_item(&w, make_body);
	set_kernarg(&w);
	return !made.failed;
}
