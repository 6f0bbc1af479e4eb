/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work-group function of a kernel in scalar code (skeleton.h).
 *
 *     for each region R: for z, y, x of the group: load R's context; R's blocks; save context
 *
 * A register of the context is in memory, for each work-item, unless it is uniform. A uniform
 * register is in two scalars: work-items of the region read `in` and write `out`, which becomes
 * `in` for the next region. */
#include "kernel/item_loop.h"
#include "kernel/skeleton.h"
#include "llvm/debug_info.h"
#include "lower/lower_ctrl.h"
#include "lower/lower_stack.h"
#include "ir/bits.h"

struct kernel {
	struct fin_skeleton s; /* the first member: the skeleton's callbacks cast their argument */
	struct fin_code code;
	uint64_t item_bytes;        /* size of a work-item's context */
	LLVMValueRef size[3];       /* currentworkgroupsize, by dimension */
	LLVMValueRef items;         /* their product; NULL where the kernel is not in pieces */
	LLVMValueRef item_context;  /* address of the current work-item's context */
	LLVMBasicBlockRef item_end; /* where the current work-item's code ends */
};

/* ---- per-item memory ------------------------------------------------------------------------ */

static void find_item_context(struct kernel *k)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef offset = LLVMBuildMul(b, fin_resize(k->s.w.l, k->s.w.flat_id, 64, false),
		LLVMConstInt(k->s.w.l->i64, k->item_bytes, false), "");

	k->item_context = LLVMBuildGEP2(b, k->s.w.l->i8, k->s.context, &offset, 1, "");
}

static LLVMValueRef item_slot(struct kernel *k, uint64_t slot)
{
	return fin_byte_offset(&k->s.w, k->item_context, slot);
}

static unsigned slot_bits(struct kernel *k, uint32_t reg)
{
	unsigned bits = k->s.w.f->regs[reg].bits;

	return bits < 8 ? 8 : bits;
}

static void load_slot(struct kernel *k, uint32_t reg)
{
	unsigned bits = slot_bits(k, reg);
	LLVMValueRef p = item_slot(k, k->s.rs->slot[reg]);
	LLVMValueRef v = LLVMBuildLoad2(k->s.w.l->b, fin_int_type(k->s.w.l, bits), p, "");

	fin_skeleton_describe_access(&k->s, v);
	fin_reg_set(&k->s.w, reg, fin_resize(k->s.w.l, v, k->s.w.f->regs[reg].bits, false));
}

static void store_slot(struct kernel *k, uint32_t reg)
{
	unsigned bits = slot_bits(k, reg);
	LLVMValueRef v = fin_resize(k->s.w.l, fin_reg_get(&k->s.w, reg), bits, false);
	LLVMValueRef p = item_slot(k, k->s.rs->slot[reg]);

	fin_skeleton_describe_access(&k->s, LLVMBuildStore(k->s.w.l->b, v, p));
}

static void set_retired(struct kernel *k, bool retired)
{
	LLVMValueRef p = item_slot(k, k->s.rs->done_slot);

	fin_skeleton_describe_access(&k->s,
		LLVMBuildStore(k->s.w.l->b, LLVMConstInt(k->s.w.l->i8, retired, false), p));
}

static LLVMValueRef is_retired(struct kernel *k)
{
	LLVMValueRef v =
		LLVMBuildLoad2(k->s.w.l->b, k->s.w.l->i8, item_slot(k, k->s.rs->done_slot), "");

	fin_skeleton_describe_access(&k->s, v);
	return LLVMBuildICmp(k->s.w.l->b, LLVMIntNE, v, fin_like(v, 0), "");
}

/* ---- context -------------------------------------------------------------------------------- */

static LLVMValueRef uniform_in(struct kernel *k, uint32_t reg)
{
	return fin_group_in(&k->s.w, &k->s.pieces, &k->s.values, reg);
}

static LLVMValueRef uniform_out(struct kernel *k, uint32_t reg)
{
	return fin_group_out(&k->s.w, &k->s.pieces, &k->s.values, reg);
}

static void load_context(struct kernel *k, const struct fin_region *r)
{
	fin_skeleton_forget_again(&k->s);
	for (uint32_t i = 0; i < r->context_count; i++) {
		uint32_t reg = r->context[i];
		LLVMTypeRef type = fin_int_type(k->s.w.l, k->s.w.f->regs[reg].bits);

		switch (k->s.rs->kind[reg]) {
		case FIN_CONTEXT_ITEM:
			load_slot(k, reg);
			break;
		case FIN_CONTEXT_GROUP:
			fin_reg_set(&k->s.w, reg,
				LLVMBuildLoad2(k->s.w.l->b, type, uniform_in(k, reg), ""));
			break;
		case FIN_CONTEXT_AGAIN:
			fin_skeleton_compute_again(&k->s, reg);
			break;
		}
	}
}

/* Stores what region `from` may have changed and region `to` needs. */
static void save_context(struct kernel *k, const struct fin_region *from,
	const struct fin_region *to)
{
	size_t n = k->s.w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++) {
		uint32_t reg = (uint32_t)g;

		if (!fin_bits_has(&to->live, g))
			continue;
		if (k->s.rs->kind[reg] == FIN_CONTEXT_ITEM)
			store_slot(k, reg);
		else if (k->s.rs->kind[reg] == FIN_CONTEXT_GROUP)
			LLVMBuildStore(k->s.w.l->b, fin_reg_get(&k->s.w, reg), uniform_out(k, reg));
	}
}

/* Sets what a work-item has at the kernel's start. Registers without a value read as 0. */
static void start_item(struct kernel *k, const struct fin_region *r)
{
	for (uint32_t i = 0; i < r->context_count; i++)
		fin_reg_set(&k->s.w, r->context[i],
			LLVMConstNull(fin_register_type(&k->s.w, r->context[i])));
	if (k->s.rs->retires)
		set_retired(k, false);
	if (k->s.w.f->dynamic_stack)
		fin_stack_start(&k->s.w);
}

/* ---- regions -------------------------------------------------------------------------------- */

static void wait_at_barrier(struct fin_code *c, const struct fin_block *b)
{
	struct kernel *k = c->owner;
	const struct fin_region *r = fin_skeleton_after(&k->s, b);

	save_context(k, &k->s.rs->regions[k->s.region], r);
	fin_skeleton_set_next(&k->s, r);
	LLVMBuildBr(k->s.w.l->b, k->item_end);
}

/* Makes the code of one work-item in region `number`. */
static void emit_item(struct kernel *k, uint32_t number)
{
	const struct fin_region *r = &k->s.rs->regions[number];
	struct fin_lower *w = &k->s.w;
	LLVMValueRef block =
		LLVMBuildMul(w->l->b, fin_resize(w->l, w->flat_id, 64, false), w->block_bytes, "");

	w->block = LLVMBuildGEP2(w->l->b, w->l->i8, k->s.blocks, &block, 1, "");
	find_item_context(k);
	k->item_end = fin_skeleton_block(&k->s, "item.end");
	if (number > 0 && k->s.rs->retires) {
		LLVMBasicBlockRef active = fin_skeleton_block(&k->s, "");

		LLVMBuildCondBr(w->l->b, is_retired(k), k->item_end, active);
		fin_skeleton_go_on(&k->s, active);
	}
	if (number == 0)
		start_item(k, r);
	else
		load_context(k, r);
	k->code.start = r->entry;
	k->code.ret = k->s.rs->retires ? fin_skeleton_block(&k->s, "ret") : k->item_end;
	fin_lower_blocks(w, &k->code, &r->blocks);
	if (k->s.rs->retires) {
		fin_skeleton_go_on(&k->s, k->code.ret);
		set_retired(k, true);
		LLVMBuildBr(w->l->b, k->item_end);
	}
	fin_skeleton_go_on(&k->s, k->item_end);
}

static void pass_on_uniform(struct fin_skeleton *s, const struct fin_region *from,
	const struct fin_region *to)
{
	struct kernel *k = (struct kernel *)s;
	LLVMBuilderRef b = k->s.w.l->b;
	size_t n = k->s.w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++) {
		uint32_t reg = (uint32_t)g;
		LLVMTypeRef type = fin_int_type(k->s.w.l, k->s.w.f->regs[reg].bits);

		if (fin_bits_has(&to->live, g) && k->s.rs->kind[reg] == FIN_CONTEXT_GROUP)
			LLVMBuildStore(b, LLVMBuildLoad2(b, type, uniform_out(k, reg), ""),
				uniform_in(k, reg));
	}
}

static void emit_region(struct fin_skeleton *s)
{
	struct kernel *k = (struct kernel *)s;
	struct fin_item_loop loop = {.size = k->size, .items = k->items};

	fin_item_loop_open(&s->w, &loop);
	fin_note_items(&s->w, s->w.flat_id, LLVMConstInt(s->w.l->i32, 1, false));
	emit_item(k, s->region);
	fin_debug_location(&s->w, NULL);
	fin_item_loop_close(&s->w, &loop);
}

/* ---- the kernel ----------------------------------------------------------------------------- */

static void begin(struct fin_skeleton *s)
{
	s->w.regs = mem_new(s->w.f->reg_count, sizeof *s->w.regs);
}

static void end(struct fin_skeleton *s)
{
	mem_free(s->w.regs);
}

static void find_sizes(struct fin_skeleton *s)
{
	struct kernel *k = (struct kernel *)s;
	LLVMBuilderRef b = s->w.entry;

	for (unsigned d = 0; d < 3; d++)
		k->size[d] = fin_current_size(&s->w, d);
	if (fin_is_in_pieces(&s->pieces))
		k->items = LLVMBuildMul(b, LLVMBuildMul(b, k->size[0], k->size[1], ""), k->size[2],
			"");
}

static void compute(struct fin_skeleton *s, const struct fin_inst *i)
{
	fin_lower_inst(&s->w, i);
}

bool fin_emit_scalar_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	static const struct fin_skeleton_ops ops = {.begin = begin,
		.end = end,
		.find_sizes = find_sizes,
		.emit_region = emit_region,
		.compute = compute,
		.pass_on = pass_on_uniform};
	struct kernel k = {.s = {.ops = &ops, .rs = &p->regions},
		.code = {.barrier = wait_at_barrier, .owner = &k}};

	k.s.w = fin_lower_of(u, p->f, &k.s.made);
	k.item_bytes = align_up(p->regions.item_bytes, p->regions.item_bytes > 8 ? 16 : 8);
	fin_pieces_plan(p->f, &p->regions, &k.s.pieces);
	fin_skeleton_emit(&k.s);
	fin_kernel_describe(&k.s.w, k.item_bytes, 1, kd);
	*entry = k.s.w.fn;
	return !k.s.made.failed;
}
