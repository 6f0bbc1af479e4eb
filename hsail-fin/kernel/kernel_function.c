/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of a kernel's function that all kinds of kernels have: name, parameters, descriptor. */
#include "hsaemu/image.h"
#include "ir/exceptions.h"
#include "kernel/kernel.h"
#include "shape/alike_groups.h"
#include "llvm/debug_info.h"

void fin_kernel_symbol(const struct fin_lower *w, struct buf *out)
{
	image_mangle(w->f->name, out);
	buf_puts(out, w->l->suffix);
	buf_u8(out, 0);
}

void fin_kernel_function(struct fin_lower *w, enum fin_granularity per)
{
	LLVMTypeRef types[] = {w->l->ptr, w->l->ptr, w->l->i32};
	struct buf name = BUF_INIT;

	fin_kernel_symbol(w, &name);
	w->fn = LLVMAddFunction(w->l->mod, (const char *)name.data,
		LLVMFunctionType(w->l->void_, types, per == FIN_PER_GROUP ? 2 : 3, false));
	buf_release(&name);
	LLVMSetVisibility(w->fn, LLVMHiddenVisibility);
	LLVMSetAlignment(w->fn, 16);
	fin_llvm_function_attributes(w->l, w->fn);
	w->dispatch = LLVMGetParam(w->fn, 0);
	w->wg = LLVMGetParam(w->fn, 1);
	w->linked_private = LLVMConstInt(w->l->i32, w->f->static_frame_bytes, false);
	fin_debug_function(w, w->f->loc);
}

void fin_kernel_begin(struct fin_lower *w)
{
	if (fin_exceptions_of(w->f) != 0 || fin_has_lowering(w->f, ISA_LOWER_EXCEPTION) ||
		fin_has_lowering(w->f, ISA_LOWER_CALL))
		fin_clear_exceptions(w);
}

void fin_kernel_describe(struct fin_lower *w, uint64_t item_bytes, unsigned lanes,
	struct hsaemu_kernel_descriptor *kd)
{
	const struct fin_function *f = w->f;
	const struct fin_control *c = &f->control;

	*kd = (struct hsaemu_kernel_descriptor){.magic = HSAEMU_KD_MAGIC,
		.kernarg_bytes = (uint32_t)f->in_bytes,
		.kernarg_align = (uint16_t)f->kernarg_align,
		.group_bytes = (uint32_t)f->group_bytes,
		.private_bytes = (uint32_t)f->frame_bytes,
		.max_dynamic_group_bytes = c->has_dynamic_group ? c->max_dynamic_group : UINT32_MAX,
		.wavefront_size = HSAEMU_WAVESIZE,
		.context_bytes = (uint32_t)item_bytes,
		.required_wg_x = c->required_wg[0],
		.required_wg_y = c->required_wg[1],
		.required_wg_z = c->required_wg[2],
		.max_flat_wg = c->max_flat_wg,
		.detect_mask = (uint8_t)c->detect_mask,
		.break_mask = (uint8_t)c->break_mask,
		.required_dim = (uint8_t)c->required_dim,
		.shape = lanes};
	kd->flags = (f->dynamic_stack ? HSAEMU_KD_DYNAMIC_CALLSTACK : 0) |
	            (f->has_barrier ? HSAEMU_KD_BARRIERS : 0) |
	            (w->m->header.profile == BRIG_PROFILE_FULL ? HSAEMU_KD_FULL_PROFILE : 0) |
	            (w->m->large ? HSAEMU_KD_LARGE_MODEL : 0) |
	            (w->m->float_round == BRIG_ROUND_FLOAT_ZERO ? HSAEMU_KD_ROUND_ZERO : 0) |
	            (c->no_partial_groups ? HSAEMU_KD_NO_PARTIAL_GROUPS : 0) |
	            (fin_has_lowering(f, ISA_LOWER_IMAGE) ? HSAEMU_KD_IMAGES : 0) |
	            (f->links_group ? HSAEMU_KD_LINKED_GROUP : 0) |
	            (f->links_private ? HSAEMU_KD_LINKED_PRIVATE : 0) | fin_alike_flags(&f->alike);
	if (fin_has_lowering(f, ISA_LOWER_CALL))
		return;
	fin_llvm_measure_stack(w->l, w->fn);
	/* 0 would say that the size is not known; object.c finds out how much it is */
	kd->stack_kib = 1;
}

LLVMValueRef fin_kernel_block_bytes(struct fin_lower *w)
{
	LLVMBuilderRef b = w->entry;
	LLVMValueRef packet, all, at = LLVMConstInt(w->l->i64, HSAEMU_PACKET_PRIVATE_BYTES, false);

	if (!w->f->dynamic_stack && !w->f->links_private)
		return LLVMConstInt(w->l->i64, w->f->frame_bytes, false);
	packet = fin_dispatch_field(w, offsetof(struct hsaemu_dispatch, packet), w->l->ptr);
	all = LLVMBuildLoad2(b, w->l->i32, LLVMBuildGEP2(b, w->l->i8, packet, &at, 1, ""), "");
	all = LLVMBuildAnd(b, all, LLVMConstInt(w->l->i32, ~(w->f->frame_align - 1), false), "");
	return LLVMBuildZExt(b, all, w->l->i64, "");
}

void fin_kernel_on_fibers(unsigned items, struct hsaemu_kernel_descriptor *kd)
{
	kd->flags |= HSAEMU_KD_FIBERS;
	kd->fiber_items = (uint8_t)items;
}
