/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See pieces.h. */
#include "kernel/pieces.h"
#include "llvm/debug_info.h"
#include "kernel/kernel.h"
#include "ir/bits.h"
#include "ir/limits.h"

/* ---- plan ----------------------------------------------------------------------------------- */

/* The length of a region in instructions. The code that begins it and saves its context counts,
 * too. */
static uint32_t region_length(const struct fin_function *f, const struct fin_region *r)
{
	uint32_t n = FIN_LIMIT_REGION_START + r->context_count;

	for (size_t k = 0; (k = fin_bits_next(&r->blocks, k, f->block_count)) < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			n++;
	return n;
}

void fin_pieces_plan(const struct fin_function *f, const struct fin_regions *rs,
	struct fin_pieces *out)
{
	struct arena *a = f->module->arena;
	uint32_t total = 0, now = 0;

	*out = (struct fin_pieces){.count = 1, .of = ARENA_ARRAY(a, uint32_t, rs->count)};
	for (uint32_t r = 0; r < rs->count; r++) {
		uint32_t n = region_length(f, &rs->regions[r]);

		if (now > 0 && now + n > FIN_LIMIT_PIECE) {
			out->count++;
			now = 0;
		}
		out->of[r] = out->count - 1;
		now += n;
		total += n;
	}
	if (total <= FIN_LIMIT_ONE_PIECE) {
		out->count = 1;
		memset(out->of, 0, rs->count * sizeof *out->of);
	}
	out->function = ARENA_ARRAY(a, LLVMValueRef, out->count);
	for (unsigned k = 0; k < 2; k++)
		out->place[k] = ARENA_ARRAY(a, uint64_t, f->reg_count);
}

/* ---- functions ------------------------------------------------------------------------------ */

static LLVMTypeRef piece_type(struct fin_llvm *l)
{
	LLVMTypeRef types[] = {l->ptr, l->ptr, l->ptr, l->i32};

	return LLVMFunctionType(l->i32, types, 4, false);
}

void fin_piece_function(struct fin_lower *w, struct fin_pieces *p, uint32_t number)
{
	struct buf name = BUF_INIT;
	LLVMValueRef fn;

	/* a name of its own, which a trial that is taken back does not change */
	buf_printf(&name, FIN_PIECE_PREFIX ".%u.", number);
	fin_kernel_symbol(w, &name);
	fn = LLVMAddFunction(w->l->mod, (const char *)name.data, piece_type(w->l));
	buf_release(&name);
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	fin_llvm_function_attributes(w->l, fn);
	fin_llvm_measure_stack(w->l, fn);
	fin_llvm_attribute(w->l, fn, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
	p->function[number] = w->fn = fn;
	w->dispatch = LLVMGetParam(fn, 0);
	w->wg = LLVMGetParam(fn, 1);
	p->frame = LLVMGetParam(fn, 2);
	p->region = LLVMGetParam(fn, 3);
	w->linked_private = LLVMConstInt(w->l->i32, w->f->static_frame_bytes, false);
	*w->made = (struct fin_made){.failed = w->made->failed};
	fin_debug_function(w, w->f->loc);
}

void fin_piece_enter(struct fin_lower *w, LLVMValueRef next, const struct fin_pieces *p,
	LLVMBasicBlockRef hub)
{
	LLVMBuildStore(w->entry, p->region, next);
	LLVMBuildBr(w->entry, hub);
	LLVMPositionBuilderAtEnd(w->l->b, hub);
}

void fin_pieces_run(struct fin_lower *w, const struct fin_pieces *p, uint32_t regions)
{
	LLVMBuilderRef b = w->l->b;
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "entry");
	LLVMBasicBlockRef head = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "next");
	LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "done");
	LLVMBasicBlockRef *calls = mem_new(p->count, sizeof *calls);
	LLVMValueRef frame, region, sw, zero = LLVMConstInt(w->l->i32, 0, false);

	LLVMPositionBuilderAtEnd(b, entry);
	fin_debug_location(w, w->f->loc);
	frame = LLVMBuildAlloca(b, LLVMArrayType2(w->l->i8, p->frame_bytes), "frame");
	LLVMSetAlignment(frame, 16);
	w->entry = b;
	fin_kernel_begin(w);
	LLVMBuildBr(b, head);
	LLVMPositionBuilderAtEnd(b, head);
	region = LLVMBuildPhi(b, w->l->i32, "region");
	LLVMAddIncoming(region, &zero, &entry, 1);
	sw = LLVMBuildSwitch(b, region, done, regions);
	for (uint32_t k = 0; k < p->count; k++) {
		LLVMValueRef args[] = {w->dispatch, w->wg, frame, region}, next;

		calls[k] = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
		LLVMPositionBuilderAtEnd(b, calls[k]);
		next = LLVMBuildCall2(b, piece_type(w->l), p->function[k], args, 4, "");
		LLVMBuildBr(b, head);
		LLVMAddIncoming(region, &next, &calls[k], 1);
	}
	for (uint32_t r = 0; r < regions; r++)
		LLVMAddCase(sw, LLVMConstInt(w->l->i32, r, false), calls[p->of[r]]);
	LLVMPositionBuilderAtEnd(b, done);
	LLVMBuildRetVoid(b);
	mem_free(calls);
}

/* ---- values of the work-group --------------------------------------------------------------- */

static LLVMValueRef place_value(struct fin_lower *w, struct fin_pieces *p, uint32_t reg,
	unsigned which)
{
	enum { LARGEST = 16 };
	LLVMTypeRef type = fin_int_type(w->l, w->f->regs[reg].bits);
	LLVMValueRef v, offset;

	if (!fin_is_in_pieces(p)) {
		v = LLVMBuildAlloca(w->entry, type, "");
		LLVMBuildStore(w->entry, LLVMConstNull(type), v);
		return v;
	}
	if (p->place[which][reg] == 0) {
		p->place[which][reg] = p->frame_bytes + 1;
		p->frame_bytes += LARGEST;
	}
	offset = LLVMConstInt(w->l->i64, p->place[which][reg] - 1, false);
	return LLVMBuildGEP2(w->entry, w->l->i8, p->frame, &offset, 1, "");
}

struct fin_group_values fin_group_values_new(size_t reg_count)
{
	return (struct fin_group_values){.in = mem_new(reg_count, sizeof(LLVMValueRef)),
		.out = mem_new(reg_count, sizeof(LLVMValueRef))};
}

void fin_group_values_free(struct fin_group_values *v)
{
	mem_free(v->in);
	mem_free(v->out);
}

LLVMValueRef fin_group_in(struct fin_lower *w, struct fin_pieces *p, struct fin_group_values *v,
	uint32_t reg)
{
	if (v->in[reg] == NULL)
		v->in[reg] = place_value(w, p, reg, 0);
	return v->in[reg];
}

LLVMValueRef fin_group_out(struct fin_lower *w, struct fin_pieces *p, struct fin_group_values *v,
	uint32_t reg)
{
	if (v->out[reg] == NULL)
		v->out[reg] = place_value(w, p, reg, 1);
	return v->out[reg];
}

/* ---- from region to region ------------------------------------------------------------------ */

struct fin_bits fin_region_followers(const struct fin_function *f, const struct fin_regions *rs,
	uint32_t region)
{
	struct fin_bits all = fin_bits_new(f->module->arena, rs->count);
	const struct fin_bits *blocks = &rs->regions[region].blocks;

	for (size_t k = 0; (k = fin_bits_next(blocks, k, f->block_count)) < f->block_count; k++)
		if (f->blocks[k]->term.kind == FIN_TERM_BARRIER)
			fin_bits_add(&all, rs->of_entry[f->blocks[k]->term.succ[0]->index]);
	return all;
}

void fin_region_switch(struct fin_lower *w, const struct fin_bits *followers, LLVMValueRef next,
	LLVMBasicBlockRef *heads, uint32_t count, LLVMBasicBlockRef done)
{
	LLVMValueRef region = LLVMBuildLoad2(w->l->b, w->l->i32, next, "");
	LLVMValueRef sw = LLVMBuildSwitch(w->l->b, region, done, 1);

	for (size_t r = 0; r < count; r++) {
		if (followers != NULL)
			r = fin_bits_next(followers, r, count);
		if (r < count && heads[r] != NULL)
			LLVMAddCase(sw, LLVMConstInt(w->l->i32, r, false), heads[r]);
	}
}
