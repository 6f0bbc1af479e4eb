/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Goes over the regions of a kernel: makes the entry, the code of each region by the operations of
 * scalar or vector code, and what leads from a region to the next. */
#include "kernel/skeleton.h"
#include "hsaemu/kernel_abi.h"
#include "llvm/debug_info.h"
#include "lower/lower_profile.h"
#include "ir/bits.h"

LLVMBasicBlockRef fin_skeleton_block(struct fin_skeleton *s, const char *name)
{
	return LLVMAppendBasicBlockInContext(s->w.l->ctx, s->w.fn, name);
}

void fin_skeleton_go_on(struct fin_skeleton *s, LLVMBasicBlockRef at)
{
	LLVMPositionBuilderAtEnd(s->w.l->b, at);
}

LLVMValueRef fin_skeleton_u32(struct fin_skeleton *s, uint64_t v)
{
	return LLVMConstInt(s->w.l->i32, v, false);
}

/* ---- values that are kept over barriers ----------------------------------------------------- */

void fin_skeleton_describe_access(struct fin_skeleton *s, LLVMValueRef access)
{
	struct fin_address local = {.segment = BRIG_SEGMENT_SPILL, .is_local = true};

	fin_memory_metadata(&s->w, access, &local);
}

void fin_skeleton_forget_again(struct fin_skeleton *s)
{
	s->again = fin_bits_new(s->w.m->arena, s->w.f->reg_count);
}

void fin_skeleton_compute_again(struct fin_skeleton *s, uint32_t reg)
{
	uint32_t uses[FIN_MAX_REGS];
	unsigned n;

	if (fin_bits_has(&s->again, reg))
		return;
	n = fin_inst_uses(s->rs->remat[reg], uses);
	for (unsigned k = 0; k < n; k++)
		fin_skeleton_compute_again(s, uses[k]);
	s->ops->compute(s, s->rs->remat[reg]);
	fin_bits_add(&s->again, reg);
}

/* ---- regions -------------------------------------------------------------------------------- */

const struct fin_region *fin_skeleton_after(const struct fin_skeleton *s, const struct fin_block *b)
{
	return &s->rs->regions[s->rs->of_entry[b->term.succ[0]->index]];
}

void fin_skeleton_set_next(struct fin_skeleton *s, const struct fin_region *r)
{
	LLVMBuildStore(s->w.l->b, fin_skeleton_u32(s, (uint64_t)(r - s->rs->regions)), s->next);
}

/* Whether the kernel calls a function that may print. */
static bool calls(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->call != NULL && (i->call->callee->device == NULL ||
						       !i->call->callee->device->is_field))
				return true;
	return false;
}

/* Counts the barrier that all work-items have come to: what they print from here on comes after
 * what they have printed. */
static void count_phase(struct fin_skeleton *s)
{
	LLVMBuilderRef b = s->w.l->b;
	LLVMValueRef at = fin_byte_offset(&s->w, s->w.wg, offsetof(struct hsaemu_wg, phase));
	LLVMValueRef phase = LLVMBuildLoad2(b, s->w.l->i32, at, "");

	LLVMBuildStore(b, LLVMBuildAdd(b, phase, fin_skeleton_u32(s, 1), ""), at);
}

/* Passes the shared values on to all regions that can follow, then goes to the one that `next`
 * holds. */
static void leave_region(struct fin_skeleton *s)
{
	struct fin_bits followers = fin_region_followers(s->w.f, s->rs, s->region);

	if (s->calls)
		count_phase(s);
	for (size_t r = 0; (r = fin_bits_next(&followers, r, s->rs->count)) < s->rs->count; r++)
		s->ops->pass_on(s, &s->rs->regions[s->region], &s->rs->regions[r]);
	if (fin_is_in_pieces(&s->pieces))
		LLVMBuildBr(s->w.l->b, s->hub);
	else
		fin_region_switch(&s->w, &followers, s->next, s->heads, s->rs->count, s->done);
}

static void emit_region(struct fin_skeleton *s, uint32_t number)
{
	s->region = number;
	fin_skeleton_go_on(s, s->heads[number]);
	fin_debug_location(&s->w, NULL);
	LLVMBuildStore(s->w.l->b, fin_skeleton_u32(s, s->rs->count), s->next);
	s->ops->emit_region(s);
	if (s->rs->regions[number].may_wait)
		leave_region(s);
	else
		LLVMBuildBr(s->w.l->b, s->done);
}

/* ---- functions ------------------------------------------------------------------------------ */

/* Finds the sizes and addresses that do not depend on the work-item, in the entry block. */
static void emit_prologue(struct fin_skeleton *s)
{
	struct fin_lower *w = &s->w;

	s->ops->find_sizes(s);
	s->context = fin_wg_field(w, offsetof(struct hsaemu_wg, context), w->l->ptr);
	s->blocks = fin_wg_field(w, offsetof(struct hsaemu_wg, private_memory), w->l->ptr);
	fin_link_group(w);
	w->block_bytes = fin_kernel_block_bytes(w);
	s->next = LLVMBuildAlloca(w->entry, w->l->i32, "next");
}

static void begin_function(struct fin_skeleton *s, uint32_t piece)
{
	s->values = fin_group_values_new(s->w.f->reg_count);
	s->heads = mem_new(s->rs->count, sizeof *s->heads);
	s->ops->begin(s);
	s->w.entry = fin_builder_new(s->w.l);
	LLVMPositionBuilderAtEnd(s->w.entry, fin_skeleton_block(s, "entry"));
	emit_prologue(s);
	if (s->per == FIN_PER_GROUP && !fin_is_in_pieces(&s->pieces))
		fin_profile_begin(&s->w);
	for (uint32_t r = 0; r < s->rs->count; r++)
		if (s->pieces.of[r] == piece)
			s->heads[r] = fin_skeleton_block(s, "region");
	s->done = fin_skeleton_block(s, "done");
	s->hub = fin_is_in_pieces(&s->pieces) ? fin_skeleton_block(s, "next") : NULL;
}

static void end_function(struct fin_skeleton *s)
{
	LLVMBuilderRef b = s->w.l->b;

	fin_skeleton_go_on(s, s->done);
	if (fin_is_in_pieces(&s->pieces)) {
		LLVMBuildRet(b, LLVMBuildLoad2(b, s->w.l->i32, s->next, ""));
		fin_piece_enter(&s->w, s->next, &s->pieces, s->hub);
		fin_region_switch(&s->w, NULL, s->next, s->heads, s->rs->count, s->done);
	} else {
		fin_profile_end(&s->w);
		LLVMBuildRetVoid(b);
		if (s->per == FIN_PER_GROUP)
			fin_kernel_begin(&s->w);
		LLVMBuildBr(s->w.entry, s->heads[0]);
	}
	fin_builder_free(s->w.l, s->w.entry);
	s->ops->end(s);
	mem_free(s->heads);
	fin_group_values_free(&s->values);
}

/* Makes the function w.fn, with the regions of a piece or of the whole kernel. */
static void emit_function(struct fin_skeleton *s, uint32_t piece)
{
	begin_function(s, piece);
	if (s->per == FIN_PER_WAVE)
		s->ops->emit_wave(s);
	for (uint32_t r = 0; s->per == FIN_PER_GROUP && r < s->rs->count; r++)
		if (s->heads[r] != NULL)
			emit_region(s, r);
	end_function(s);
}

void fin_skeleton_emit(struct fin_skeleton *s)
{
	s->calls = calls(s->w.f);
	for (uint32_t p = 0; fin_is_in_pieces(&s->pieces) && p < s->pieces.count; p++) {
		fin_piece_function(&s->w, &s->pieces, p);
		emit_function(s, p);
	}
	fin_kernel_function(&s->w, s->per);
	if (fin_is_in_pieces(&s->pieces))
		fin_pieces_run(&s->w, &s->pieces, s->rs->count);
	else
		emit_function(s, 0);
}
