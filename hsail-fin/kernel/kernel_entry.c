/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work-group function of a kernel (docs/design/vector-code.md, "Regions").
 *
 *     entry: sizes, segment bases, kernargs, allocas
 *     for each region R: for z, y, x of the group: load R's context; R's blocks; save context
 *                        then go to the region that the work-items agreed on (`next`)
 *
 * A register of the context is in memory per work-item or, when it is uniform, in two scalars:
 * work-items of the region read `in` and write `out`, which becomes `in` for the next region. */
#include "hsaemu/image.h"
#include "llvm/debug_info.h"
#include "gang/gang.h"
#include "kernel/item_loop.h"
#include "kernel/kernel.h"
#include "gang/remarks.h"
#include "lower/lower_ctrl.h"
#include "lower/lower_stack.h"
#include "kernel/pieces.h"
#include "ir/exceptions.h"

struct kernel {
	struct fin_code code; /* first: the barrier callback gets it */
	struct fin_made made;
	struct fin_lower w;
	struct fin_regions rs;
	struct fin_pieces pieces;
	LLVMValueRef size[3];           /* currentworkgroupsize */
	LLVMValueRef items;             /* their product; NULL: the kernel is one function */
	LLVMValueRef context;           /* of the first work-item */
	LLVMValueRef item_context;      /* of the current one */
	LLVMValueRef blocks;            /* start of the private blocks */
	LLVMValueRef next;              /* alloca: region after this one, or the count for none */
	struct fin_group_values values; /* of uniform context registers */
	LLVMBasicBlockRef *heads;       /* of the regions in this function */
	LLVMBasicBlockRef done;         /* after the last region */
	LLVMBasicBlockRef hub;          /* in a piece: to the region that `next` holds */
	uint32_t region;                /* the current one */
	LLVMBasicBlockRef item_end;     /* its end */
	struct fin_bits again;          /* registers computed again for the current region */
};

static LLVMBasicBlockRef new_block(struct kernel *k, const char *name)
{
	return LLVMAppendBasicBlockInContext(k->w.l->ctx, k->w.fn, name);
}

static void go_on_at(struct kernel *k, LLVMBasicBlockRef block)
{
	LLVMPositionBuilderAtEnd(k->w.l->b, block);
}

static LLVMValueRef u32(struct kernel *k, uint64_t v)
{
	return LLVMConstInt(k->w.l->i32, v, false);
}

/* ---- per-item memory ------------------------------------------------------------------------ */

static void find_item_context(struct kernel *k)
{
	LLVMBuilderRef b = k->w.l->b;
	LLVMValueRef offset = LLVMBuildMul(b, fin_resize(k->w.l, k->w.flat_id, 64, false),
		LLVMConstInt(k->w.l->i64, k->rs.item_bytes, false), "");

	k->item_context = LLVMBuildGEP2(b, k->w.l->i8, k->context, &offset, 1, "");
}

static LLVMValueRef item_slot(struct kernel *k, uint64_t slot)
{
	return fin_byte_offset(&k->w, k->item_context, slot);
}

static void context_metadata(struct kernel *k, LLVMValueRef access)
{
	struct fin_address local = {.segment = BRIG_SEGMENT_SPILL, .is_local = true};

	fin_memory_metadata(&k->w, access, &local);
}

static unsigned slot_bits(struct kernel *k, uint32_t reg)
{
	unsigned bits = k->w.f->regs[reg].bits;

	return bits < 8 ? 8 : bits;
}

static void load_slot(struct kernel *k, uint32_t reg)
{
	unsigned bits = slot_bits(k, reg);
	LLVMValueRef p = item_slot(k, k->rs.slot[reg]);
	LLVMValueRef v = LLVMBuildLoad2(k->w.l->b, fin_int_type(k->w.l, bits), p, "");

	context_metadata(k, v);
	fin_reg_set(&k->w, reg, fin_resize(k->w.l, v, k->w.f->regs[reg].bits, false));
}

static void store_slot(struct kernel *k, uint32_t reg)
{
	unsigned bits = slot_bits(k, reg);
	LLVMValueRef v = fin_resize(k->w.l, fin_reg_get(&k->w, reg), bits, false);
	LLVMValueRef p = item_slot(k, k->rs.slot[reg]);

	context_metadata(k, LLVMBuildStore(k->w.l->b, v, p));
}

static void set_retired(struct kernel *k, bool retired)
{
	LLVMValueRef p = item_slot(k, k->rs.done_slot);

	context_metadata(k, LLVMBuildStore(k->w.l->b, LLVMConstInt(k->w.l->i8, retired, false), p));
}

static LLVMValueRef is_retired(struct kernel *k)
{
	LLVMValueRef v = LLVMBuildLoad2(k->w.l->b, k->w.l->i8, item_slot(k, k->rs.done_slot), "");

	context_metadata(k, v);
	return LLVMBuildICmp(k->w.l->b, LLVMIntNE, v, fin_like(v, 0), "");
}

/* ---- context -------------------------------------------------------------------------------- */

static LLVMValueRef uniform_in(struct kernel *k, uint32_t reg)
{
	return fin_group_in(&k->w, &k->pieces, &k->values, reg);
}

static LLVMValueRef uniform_out(struct kernel *k, uint32_t reg)
{
	return fin_group_out(&k->w, &k->pieces, &k->values, reg);
}

/* Computes a register, after those it needs, from its one definition. */
static void compute_again(struct kernel *k, uint32_t reg)
{
	uint32_t uses[FIN_MAX_REGS];
	unsigned n;

	if (fin_bits_has(&k->again, reg))
		return;
	n = fin_inst_uses(k->rs.remat[reg], uses);
	for (unsigned i = 0; i < n; i++)
		compute_again(k, uses[i]);
	fin_lower_inst(&k->w, k->rs.remat[reg]);
	fin_bits_add(&k->again, reg);
}

static void load_context(struct kernel *k, const struct fin_region *r)
{
	k->again = fin_bits_new(k->w.m->arena, k->w.f->reg_count);
	for (uint32_t i = 0; i < r->context_count; i++) {
		uint32_t reg = r->context[i];
		LLVMTypeRef type = fin_int_type(k->w.l, k->w.f->regs[reg].bits);

		switch (k->rs.kind[reg]) {
		case FIN_CONTEXT_ITEM:
			load_slot(k, reg);
			break;
		case FIN_CONTEXT_GROUP:
			fin_reg_set(&k->w, reg,
				LLVMBuildLoad2(k->w.l->b, type, uniform_in(k, reg), ""));
			break;
		case FIN_CONTEXT_AGAIN:
			compute_again(k, reg);
			break;
		}
	}
}

/* What the region `from` may have changed is stored for `to`. */
static void save_context(struct kernel *k, const struct fin_region *from,
	const struct fin_region *to)
{
	size_t n = k->w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++) {
		uint32_t reg = (uint32_t)g;

		if (!fin_bits_has(&to->live, g))
			continue;
		if (k->rs.kind[reg] == FIN_CONTEXT_ITEM)
			store_slot(k, reg);
		else if (k->rs.kind[reg] == FIN_CONTEXT_GROUP)
			LLVMBuildStore(k->w.l->b, fin_reg_get(&k->w, reg), uniform_out(k, reg));
	}
}

/* What a work-item has at the kernel's start: registers without a value read as 0. */
static void start_item(struct kernel *k, const struct fin_region *r)
{
	for (uint32_t i = 0; i < r->context_count; i++)
		fin_reg_set(&k->w, r->context[i],
			LLVMConstNull(fin_reg_shape(&k->w, r->context[i])));
	if (k->rs.retires)
		set_retired(k, false);
	if (k->w.f->dynamic_stack)
		fin_stack_start(&k->w);
}

/* ---- regions -------------------------------------------------------------------------------- */

static const struct fin_region *region_after(struct kernel *k, const struct fin_block *b)
{
	return &k->rs.regions[k->rs.of_entry[b->term.succ[0]->index]];
}

static void wait_at_barrier(struct fin_code *c, const struct fin_block *b)
{
	struct kernel *k = (struct kernel *)c;
	const struct fin_region *r = region_after(k, b);

	save_context(k, &k->rs.regions[k->region], r);
	LLVMBuildStore(k->w.l->b, u32(k, (uint64_t)(r - k->rs.regions)), k->next);
	LLVMBuildBr(k->w.l->b, k->item_end);
}

/* The code of one work-item in a region. */
static void emit_item(struct kernel *k, uint32_t number)
{
	struct fin_region *r = &k->rs.regions[number];
	struct fin_lower *w = &k->w;
	LLVMValueRef block =
		LLVMBuildMul(w->l->b, fin_resize(w->l, w->flat_id, 64, false), w->block_bytes, "");

	w->block = LLVMBuildGEP2(w->l->b, w->l->i8, k->blocks, &block, 1, "");
	find_item_context(k);
	k->item_end = new_block(k, "item.end");
	if (number > 0 && k->rs.retires) {
		LLVMBasicBlockRef active = new_block(k, "");

		LLVMBuildCondBr(w->l->b, is_retired(k), k->item_end, active);
		go_on_at(k, active);
	}
	if (number == 0)
		start_item(k, r);
	else
		load_context(k, r);
	k->code.start = r->entry;
	k->code.ret = k->rs.retires ? new_block(k, "ret") : k->item_end;
	fin_lower_blocks(w, &k->code, &r->blocks);
	if (k->rs.retires) {
		go_on_at(k, k->code.ret);
		set_retired(k, true);
		LLVMBuildBr(w->l->b, k->item_end);
	}
	go_on_at(k, k->item_end);
}

static void pass_on_uniform(struct kernel *k, const struct fin_region *from,
	const struct fin_region *to)
{
	LLVMBuilderRef b = k->w.l->b;
	size_t n = k->w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++) {
		uint32_t reg = (uint32_t)g;
		LLVMTypeRef type = fin_int_type(k->w.l, k->w.f->regs[reg].bits);

		if (fin_bits_has(&to->live, g) && k->rs.kind[reg] == FIN_CONTEXT_GROUP)
			LLVMBuildStore(b, LLVMBuildLoad2(b, type, uniform_out(k, reg), ""),
				uniform_in(k, reg));
	}
}

/* `out` becomes `in` for all regions that can follow, then one of them is entered. */
static void leave_region(struct kernel *k, uint32_t number)
{
	struct fin_bits followers = fin_region_followers(k->w.f, &k->rs, number);

	for (size_t r = 0; (r = fin_bits_next(&followers, r, k->rs.count)) < k->rs.count; r++)
		pass_on_uniform(k, &k->rs.regions[number], &k->rs.regions[r]);
	if (fin_is_in_pieces(&k->pieces))
		LLVMBuildBr(k->w.l->b, k->hub);
	else
		fin_region_switch(&k->w, &followers, k->next, k->heads, k->rs.count, k->done);
}

static void emit_region(struct kernel *k, uint32_t number)
{
	LLVMBuilderRef b = k->w.l->b;
	struct fin_item_loop loop = {.size = k->size, .items = k->items};

	k->region = number;
	go_on_at(k, k->heads[number]);
	fin_debug_location(&k->w, NULL);
	LLVMBuildStore(b, u32(k, k->rs.count), k->next);
	fin_item_loop_open(&k->w, &loop);
	fin_note_items(&k->w, k->w.flat_id, 1);
	emit_item(k, number);
	fin_debug_location(&k->w, NULL);
	fin_item_loop_close(&k->w, &loop);
	if (k->rs.regions[number].may_wait)
		leave_region(k, number);
	else
		LLVMBuildBr(b, k->done);
}

/* ---- entry ---------------------------------------------------------------------------------- */

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

/* Sizes and places that do not depend on the work-item, computed in the entry block. */
static void emit_prologue(struct kernel *k)
{
	struct fin_lower *w = &k->w;
	LLVMBuilderRef b = w->entry;

	for (unsigned d = 0; d < 3; d++)
		k->size[d] = fin_current_size(w, d);
	if (fin_is_in_pieces(&k->pieces))
		k->items = LLVMBuildMul(b, LLVMBuildMul(b, k->size[0], k->size[1], ""), k->size[2],
			"");
	k->context = fin_wg_field(w, offsetof(struct hsaemu_wg, context), w->l->ptr);
	k->blocks = fin_wg_field(w, offsetof(struct hsaemu_wg, private_memory), w->l->ptr);
	fin_link_group(w);
	w->block_bytes = fin_kernel_block_bytes(w);
	k->next = LLVMBuildAlloca(b, w->l->i32, "next");
}

void fin_kernel_function(struct fin_lower *w, enum fin_granularity per)
{
	LLVMTypeRef types[] = {w->l->ptr, w->l->ptr, w->l->i32};
	struct buf name = BUF_INIT;

	image_mangle(w->f->name, &name);
	buf_puts(&name, w->l->suffix);
	buf_u8(&name, 0);
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
	            (f->links_private ? HSAEMU_KD_LINKED_PRIVATE : 0);
	if (fin_has_lowering(f, ISA_LOWER_CALL))
		return;
	fin_llvm_measure_stack(w->l, w->fn);
	kd->stack_kib = 1; /* at least; object.c learns how much */
}

/* The regions of a piece, into w.fn, with what belongs to one function. */
static void emit_regions(struct kernel *k, uint32_t piece)
{
	LLVMBuilderRef b = k->w.l->b;
	LLVMBasicBlockRef entry = new_block(k, "entry");
	uint32_t n = k->rs.count;

	k->w.regs = mem_new(k->w.f->reg_count, sizeof *k->w.regs);
	k->values = fin_group_values_new(k->w.f->reg_count);
	k->heads = mem_new(n, sizeof *k->heads);
	k->w.entry = LLVMCreateBuilderInContext(k->w.l->ctx);
	LLVMPositionBuilderAtEnd(k->w.entry, entry);
	emit_prologue(k);
	for (uint32_t r = 0; r < n; r++)
		k->heads[r] = k->pieces.of[r] == piece ? new_block(k, "region") : NULL;
	k->done = new_block(k, "done");
	k->hub = fin_is_in_pieces(&k->pieces) ? new_block(k, "next") : NULL;
	for (uint32_t r = 0; r < n; r++)
		if (k->heads[r] != NULL)
			emit_region(k, r);
	go_on_at(k, k->done);
	if (fin_is_in_pieces(&k->pieces)) {
		LLVMBuildRet(b, LLVMBuildLoad2(b, k->w.l->i32, k->next, ""));
		fin_piece_enter(&k->w, k->next, &k->pieces, k->hub);
		fin_region_switch(&k->w, NULL, k->next, k->heads, n, k->done);
	} else {
		LLVMBuildRetVoid(b);
		fin_kernel_begin(&k->w);
		LLVMBuildBr(k->w.entry, k->heads[0]);
	}
	LLVMDisposeBuilder(k->w.entry);
	free(k->heads);
	fin_group_values_free(&k->values);
	free(k->w.regs);
}

static bool emit_scalar_kernel(const struct fin_unit *u, struct fin_function *f,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	struct kernel k = {.code = {.barrier = wait_at_barrier}, .w = fin_lower_of(u, f, &k.made)};

	fin_regions(f, &k.rs);
	k.rs.item_bytes = align_up(k.rs.item_bytes, k.rs.item_bytes > 8 ? 16 : 8);
	fin_pieces_plan(f, &k.rs, &k.pieces);
	for (uint32_t p = 0; fin_is_in_pieces(&k.pieces) && p < k.pieces.count; p++) {
		fin_piece_function(&k.w, &k.pieces, p);
		emit_regions(&k, p);
	}
	fin_kernel_function(&k.w, FIN_PER_GROUP);
	if (fin_is_in_pieces(&k.pieces))
		fin_pieces_run(&k.w, &k.pieces, k.rs.count);
	else
		emit_regions(&k, 0);
	fin_kernel_describe(&k.w, k.rs.item_bytes, 1, kd);
	fin_pieces_describe(&k.pieces, kd);
	*entry = k.w.fn;
	return !k.made.failed;
}

/* ---- forms ---------------------------------------------------------------------------------- */

void fin_kernel_on_fibers(unsigned items, struct hsaemu_kernel_descriptor *kd)
{
	kd->flags |= HSAEMU_KD_FIBERS;
	kd->fiber_items = (uint8_t)items;
}

static bool emit_fiber_kernel(const struct fin_unit *u, struct fin_function *f,
	enum fin_granularity per, struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	if (u->lanes == 1)
		per = FIN_PER_ITEM;
	fin_make_fiber(f, u->options->preempt, per);
	if (per == FIN_PER_ITEM)
		return fin_emit_item_kernel(u, f, kd, entry);
	fin_gang_prepare(f);
	return fin_emit_wave_kernel(u, f, kd, entry);
}

/* With few lanes the code would be many times as long, for a wave runs an instruction in all its
 * parts before the next one. */
unsigned fin_lanes_of_wave(const struct fin_unit *u, const struct fin_function *f)
{
	enum { FEWEST_LANES = 4, LARGE = 1000 };

	return fin_instruction_count(f) > LARGE ? u->most_lanes : FEWEST_LANES;
}

bool fin_emit_kernel(const struct fin_unit *u, struct fin_function *f,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	enum fin_granularity per = fin_choose_granularity(f, u->options);
	struct fin_callees callees = fin_callees_of(f);
	struct fin_unit vector = *u; /* at any level */

	if (u->lanes == 1 && (fin_has_lowering(f, ISA_LOWER_LANE) || fin_needs_wave(&callees) ||
				     u->m->profile != NULL))
		vector.lanes = fin_lanes_of_wave(u, f);
	u = &vector;
	if (u->lanes > 1)
		fin_join_wavebarriers(f);
	if (per == FIN_PER_GROUP)
		fin_cut(f);
	if (per == FIN_PER_GROUP && u->lanes > 1) {
		fin_gang_prepare(f);
		return fin_emit_gang_kernel(u, f, kd, entry);
	}
	/* scalar code: the work-items of a region must agree on where they wait next */
	if (per == FIN_PER_GROUP && fin_waves_stay_together(f)) {
		fin_remark_scalar(f, u->options, u->why_scalar);
		return emit_scalar_kernel(u, f, kd, entry);
	}
	if (per == FIN_PER_ITEM)
		fin_remark_scalar(f, u->options, "its work-items run on fibers of their own");
	return emit_fiber_kernel(u, f, per, kd, entry);
}
