/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work-group function as vector code (docs/design/vector-code.md, "Regions").
 *
 *     entry: sizes, segment bases, kernargs, allocas
 *     for each region R:
 *         for each full gang, when parts lie in rows: R for work-items with known ids
 *         for what is left, the same in parts of half as many lanes
 *         for each other gang: R with a mask and any ids
 *         then go to the region that the gangs agreed on (`next`)
 *
 * With -O0 -g only the last one, so that each instruction is there once.
 *
 * A work-item is in the same of these bodies in all regions, so each has a context of its own
 * layout of the values, in the same places: gang by gang, register by register, lane by lane. */
#include "llvm/debug_info.h"
#include "gang/gang.h"
#include "kernel/item_loop.h"
#include "kernel/kernel.h"
#include "lower/lower_stack.h"
#include "kernel/skeleton.h"
#include "gang/remarks.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/limits.h"

enum body_kind { IN_ROWS, NARROW, ANY, BODIES };

struct kernel {
	struct fin_skeleton s; /* first: its functions get it */
	struct fin_gang_code code;
	const struct fin_flow *flows; /* by region */
	struct fin_shapes shapes[BODIES];
	const struct fin_shapes *hoped;
	struct fin_gang g[BODIES];
	enum body_kind body; /* being made */
	uint64_t *slot;      /* by register: byte offset in the context, for each work-item */
	uint64_t live_slot, item_bytes; /* the same, and the context's size */
	struct fin_group_sizes sizes;
	LLVMValueRef items;        /* of the work-group, i32 */
	LLVMValueRef row_items;    /* how many of these IN_ROWS does */
	LLVMValueRef narrow_items; /* and with NARROW */
	bool has_narrow;
	LLVMValueRef gang_context; /* of the current gang */
	LLVMValueRef first;        /* its first work-item, i32 */
};

static LLVMValueRef u32(struct kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

static struct fin_gang *gang(struct kernel *k)
{
	return &k->g[k->body];
}

/* ---- context -------------------------------------------------------------------------------- */

static unsigned slot_bytes(const struct kernel *k, uint32_t reg)
{
	unsigned bits = k->s.w.f->regs[reg].bits;

	return bits < 8 ? 1 : bits / 8;
}

static bool is_kept(const struct kernel *k, uint32_t reg)
{
	return k->s.rs->kind[reg] != FIN_CONTEXT_AGAIN;
}

static bool is_always_shared(const struct kernel *k, uint32_t reg)
{
	return k->shapes[IN_ROWS].of[reg].kind == FIN_SHAPE_GROUP &&
	       k->shapes[ANY].of[reg].kind == FIN_SHAPE_GROUP;
}

/* Room for a full vector each. */
static void place_context(struct kernel *k)
{
	struct fin_bits wanted = fin_bits_new(k->s.w.m->arena, k->s.w.f->reg_count);

	k->slot = ARENA_ARRAY(k->s.w.m->arena, uint64_t, k->s.w.f->reg_count);
	for (uint32_t r = 1; r < k->s.rs->count; r++)
		for (uint32_t c = 0; c < k->s.rs->regions[r].context_count; c++)
			if (is_kept(k, k->s.rs->regions[r].context[c]) &&
				!is_always_shared(k, k->s.rs->regions[r].context[c]))
				fin_bits_add(&wanted, k->s.rs->regions[r].context[c]);
	k->item_bytes = fin_context_slots(k->s.w.f, k->s.rs, &wanted, k->slot);
	if (k->shapes[IN_ROWS].live_mask || k->shapes[ANY].live_mask) {
		k->live_slot = k->item_bytes++;
	}
	k->item_bytes = align_up(k->item_bytes, HSAEMU_SEGMENT_ALIGN / HSAEMU_WAVESIZE);
}

static unsigned width(struct kernel *k)
{
	return gang(k)->lanes * gang(k)->parts;
}

/* Of the gang's array with this offset for each work-item, at this byte. */
static LLVMValueRef context_pointer(struct kernel *k, uint64_t slot, uint64_t byte)
{
	return fin_byte_offset(&k->s.w, k->gang_context, slot * width(k) + byte);
}

/* How a part of a register lies in memory: i1 as bits or bytes. */
static LLVMTypeRef memory_type(struct kernel *k, uint32_t reg)
{
	struct fin_gang *g = gang(k);
	unsigned bits = k->s.w.f->regs[reg].bits;

	if (g->s->of[reg].kind != FIN_SHAPE_VARYING)
		return fin_int_type(k->s.w.l, bits < 8 ? 8 : bits);
	return bits == 1 ? fin_int_type(k->s.w.l, g->lanes < 8 ? 8 : g->lanes)
	                 : fin_shape(fin_int_type(k->s.w.l, bits), g->lanes);
}

static LLVMValueRef part_pointer(struct kernel *k, uint32_t reg, unsigned part)
{
	struct fin_gang *g = gang(k);
	unsigned bytes = slot_bytes(k, reg);

	if (g->s->of[reg].kind == FIN_SHAPE_VARYING)
		bytes = k->s.w.f->regs[reg].bits == 1 ? 2 : bytes * g->lanes;
	return context_pointer(k, k->slot[reg], (uint64_t)part * bytes);
}

/* Gangs of few lanes are not aligned to their vectors. */
static void context_access(struct kernel *k, uint32_t reg, LLVMValueRef access)
{
	unsigned bytes = slot_bytes(k, reg);

	LLVMSetAlignment(access,
		gang(k)->s->of[reg].kind == FIN_SHAPE_VARYING && bytes > 1 ? 16 : bytes);
	fin_skeleton_describe_access(&k->s, access);
}

static unsigned part_count(struct kernel *k, uint32_t reg)
{
	return fin_is_uniform(gang(k)->s->of[reg]) ? 1 : gang(k)->parts;
}

static bool is_shared(struct kernel *k, uint32_t reg)
{
	return gang(k)->s->of[reg].kind == FIN_SHAPE_GROUP;
}

static LLVMTypeRef shared_type(struct kernel *k, uint32_t reg)
{
	return fin_int_type(k->s.w.l, k->s.w.f->regs[reg].bits);
}

static LLVMValueRef shared_value(struct kernel *k, uint32_t reg)
{
	return fin_group_in(&k->s.w, &k->s.pieces, &k->s.values, reg);
}

static LLVMValueRef shared_next_value(struct kernel *k, uint32_t reg)
{
	return fin_group_out(&k->s.w, &k->s.pieces, &k->s.values, reg);
}

static void pass_on_value(struct kernel *k, uint32_t reg)
{
	if (k->s.values.out[reg] != NULL)
		LLVMBuildStore(k->s.w.l->b,
			LLVMBuildLoad2(k->s.w.l->b, shared_type(k, reg), k->s.values.out[reg], ""),
			shared_value(k, reg));
}

/* When all gangs have done a region: what it may have changed, and what phis of the next one
 * read. */
static void pass_on_shared(struct fin_skeleton *s, const struct fin_region *from,
	const struct fin_region *to)
{
	struct kernel *k = (struct kernel *)s;
	size_t n = k->s.w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++)
		if (fin_bits_has(&to->live, g))
			pass_on_value(k, (uint32_t)g);
	for (uint32_t i = 0; i < to->entry->phi_count; i++)
		pass_on_value(k, to->entry->phis[i].reg);
}

static void load_register(struct kernel *k, uint32_t reg)
{
	struct fin_gang *g = gang(k);
	bool is_mask = k->s.w.f->regs[reg].bits == 1;

	if (is_shared(k, reg)) {
		fin_gang_put(g, reg, 0,
			LLVMBuildLoad2(k->s.w.l->b, shared_type(k, reg), shared_value(k, reg), ""));
		return;
	}
	for (unsigned p = 0; p < part_count(k, reg); p++) {
		LLVMValueRef v = LLVMBuildLoad2(k->s.w.l->b, memory_type(k, reg),
			part_pointer(k, reg, p), "");

		context_access(k, reg, v);
		if (is_mask && g->s->of[reg].kind == FIN_SHAPE_VARYING)
			v = fin_gang_mask(g, v);
		else if (is_mask)
			v = fin_resize(k->s.w.l, v, 1, false);
		fin_gang_put(g, reg, p, v);
	}
}

/* Stores the value of `from` as that of `reg`. */
static void save_register(struct kernel *k, uint32_t reg, uint32_t from)
{
	struct fin_gang *g = gang(k);
	bool varies = g->s->of[reg].kind == FIN_SHAPE_VARYING;

	if (is_shared(k, reg)) {
		LLVMBuildStore(k->s.w.l->b, fin_gang_scalar(g, from, 0), shared_next_value(k, reg));
		return;
	}
	for (unsigned p = 0; p < part_count(k, reg); p++) {
		LLVMTypeRef type = memory_type(k, reg);
		LLVMValueRef v = varies ? fin_gang_vector(g, from, p) : fin_gang_scalar(g, from, p);

		if (k->s.w.f->regs[reg].bits == 1)
			v = fin_resize(k->s.w.l, varies ? fin_gang_bits(g, v) : v,
				LLVMGetIntTypeWidth(type), false);
		context_access(k, reg, LLVMBuildStore(k->s.w.l->b, v, part_pointer(k, reg, p)));
	}
}

static void load_context(struct kernel *k, const struct fin_region *r)
{
	fin_skeleton_forget_again(&k->s);
	for (uint32_t c = 0; c < r->context_count; c++)
		if (is_kept(k, r->context[c]))
			load_register(k, r->context[c]);
		else
			fin_skeleton_compute_again(&k->s, r->context[c]);
}

static bool is_phi_of(const struct fin_block *b, uint32_t reg)
{
	for (uint32_t i = 0; i < b->phi_count; i++)
		if (b->phis[i].reg == reg)
			return true;
	return false;
}

/* What the region may have changed, and the phis behind barrier `b`. */
static void save_context(struct kernel *k, const struct fin_block *b, const struct fin_region *to)
{
	const struct fin_region *from = &k->s.rs->regions[k->s.region];
	size_t n = k->s.w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++)
		if (fin_bits_has(&to->live, g) && is_kept(k, (uint32_t)g) &&
			!is_phi_of(to->entry, (uint32_t)g))
			save_register(k, (uint32_t)g, (uint32_t)g);
	for (uint32_t i = 0; i < to->entry->phi_count; i++)
		if (is_kept(k, to->entry->phis[i].reg))
			save_register(k, to->entry->phis[i].reg,
				fin_phi_source(&to->entry->phis[i], to->entry, b));
}

/* ---- lanes that reach the barrier ----------------------------------------------------------- */

static LLVMValueRef live_pointer(struct kernel *k, unsigned part)
{
	return context_pointer(k, k->live_slot, (uint64_t)part * 2);
}

static LLVMTypeRef live_type(struct kernel *k)
{
	return fin_int_type(k->s.w.l, gang(k)->lanes < 8 ? 8 : gang(k)->lanes);
}

/* For NULL none. */
static void set_live(struct kernel *k, LLVMValueRef *mask)
{
	for (unsigned p = 0; p < gang(k)->parts; p++) {
		LLVMValueRef v = LLVMConstNull(live_type(k));

		if (mask != NULL)
			v = fin_resize(k->s.w.l, fin_gang_bits(gang(k), mask[p]),
				LLVMGetIntTypeWidth(live_type(k)), false);
		v = LLVMBuildStore(k->s.w.l->b, v, live_pointer(k, p));
		LLVMSetAlignment(v, 1);
		fin_skeleton_describe_access(&k->s, v);
	}
}

static void get_live(struct kernel *k, LLVMValueRef *mask)
{
	for (unsigned p = 0; p < gang(k)->parts; p++) {
		LLVMValueRef v = LLVMBuildLoad2(k->s.w.l->b, live_type(k), live_pointer(k, p), "");

		LLVMSetAlignment(v, 1);
		fin_skeleton_describe_access(&k->s, v);
		mask[p] = fin_gang_mask(gang(k), v);
	}
}

static void wait_at_barrier(struct fin_gang_code *c, const struct fin_block *b)
{
	struct kernel *k = c->owner;
	const struct fin_region *r = fin_skeleton_after(&k->s, b);
	struct fin_gang *g = gang(k);

	save_context(k, b, r);
	fin_skeleton_set_next(&k->s, r);
	if (g->s->live_mask) {
		LLVMValueRef all[FIN_MAX_PARTS];

		for (unsigned p = 0; p < g->parts; p++)
			all[p] = fin_gang_all(g);
		set_live(k, g->mask != NULL ? g->mask : all);
	}
}

/* ---- ids ------------------------------------------------------------------------------------ */

/* Ids of lane 0 of the parts of a gang in rows, carried from gang to gang. */
struct row_ids {
	LLVMValueRef phi[3], next[3];
};

/* The part after the one with these ids: V further in the row, or at the next row's start. */
static void advance(struct kernel *k, LLVMValueRef *id)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef x = LLVMBuildAdd(b, id[0], u32(k, gang(k)->lanes), "");
	LLVMValueRef next_y = LLVMBuildAdd(b, id[1], u32(k, 1), "");
	LLVMValueRef next_z = LLVMBuildAdd(b, id[2], u32(k, 1), "");
	LLVMValueRef wraps = LLVMBuildICmp(b, LLVMIntUGE, x, k->sizes.size[0], "");
	LLVMValueRef wraps_y = LLVMBuildAnd(b, wraps,
		LLVMBuildICmp(b, LLVMIntUGE, next_y, k->sizes.size[1], ""), "");

	id[0] = fin_select(k->s.w.l, wraps, u32(k, 0), x);
	id[1] = fin_select(k->s.w.l, wraps_y, u32(k, 0),
		fin_select(k->s.w.l, wraps, next_y, id[1]));
	id[2] = fin_select(k->s.w.l, wraps_y, next_z, id[2]);
}

static void ids_in_rows(struct kernel *k, struct row_ids *ids)
{
	struct fin_gang *g = gang(k);

	memcpy(ids->next, ids->phi, sizeof ids->next);
	for (unsigned p = 0; p < g->parts; p++) {
		for (unsigned d = 0; d < 3; d++) {
			g->id_base[d][p] = ids->next[d];
			g->id[d][p] = fin_gang_spread(g, ids->next[d], d == 0);
		}
		advance(k, ids->next);
	}
}

static void private_blocks(struct kernel *k)
{
	struct fin_gang *g = gang(k);

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef offset = fin_resize(k->s.w.l, g->flat[p], 64, false);

		offset = LLVMBuildMul(k->s.w.l->b, offset,
			fin_splat(k->s.w.l, k->s.w.block_bytes, g->lanes), "");
		g->block[p] = LLVMBuildGEP2(k->s.w.l->b, k->s.w.l->i8, k->s.blocks, &offset, 1, "");
	}
}

/* ---- one gang ------------------------------------------------------------------------------- */

/* The stack header of every work-item. */
static void start_stacks(struct kernel *k)
{
	struct fin_gang *g = gang(k);

	for (unsigned p = 0; p < g->parts; p++)
		for (unsigned v = 0; v < g->lanes; v++) {
			k->s.w.block =
				LLVMBuildExtractElement(k->s.w.l->b, g->block[p], u32(k, v), "");
			fin_stack_start(&k->s.w);
		}
}

/* Sets the mask that the gang starts the region with; goes to `end` when no lane is left. */
static LLVMValueRef *entry_mask(struct kernel *k, LLVMValueRef *mask)
{
	struct fin_gang *g = gang(k);
	LLVMBuilderRef b = k->s.w.l->b;

	if (g->s->live_mask && k->s.region > 0) {
		LLVMBasicBlockRef some = fin_skeleton_block(&k->s, "");

		get_live(k, mask);
		set_live(k, NULL);
		LLVMBuildCondBr(b, fin_gang_any(g, mask), some, k->code.end);
		fin_skeleton_go_on(&k->s, some);
		return mask;
	}
	if (g->s->live_mask)
		set_live(k, NULL);
	if (k->body != ANY)
		return NULL;
	for (unsigned p = 0; p < g->parts; p++)
		mask[p] = LLVMBuildICmp(b, LLVMIntULT, g->flat[p],
			fin_splat(k->s.w.l, k->items, g->lanes), "");
	return mask;
}

/* Slots of the region's registers are cleared in a block of their own, before anything else. */
static LLVMBasicBlockRef start_slots(struct kernel *k)
{
	struct fin_gang *g = gang(k);
	LLVMBasicBlockRef init = fin_skeleton_block(&k->s, "gang"),
			  body = fin_skeleton_block(&k->s, "");

	LLVMBuildBr(k->s.w.l->b, init);
	LLVMPositionBuilderAtEnd(g->init, init);
	g->started = fin_bits_new(k->s.w.m->arena, k->s.w.f->reg_count);
	fin_skeleton_go_on(&k->s, body);
	return body;
}

static void note_opaque(struct kernel *k, const struct fin_region *r)
{
	struct fin_gang *g = gang(k);

	g->opaque = fin_bits_new(k->s.w.m->arena, k->s.w.f->reg_count);
	for (uint32_t c = 0; k->s.region > 0 && c < r->context_count; c++)
		if (is_kept(k, r->context[c]))
			fin_bits_add(&g->opaque, r->context[c]);
}

static void emit_gang(struct kernel *k)
{
	const struct fin_region *r = &k->s.rs->regions[k->s.region];
	struct fin_gang *g = gang(k);
	LLVMValueRef mask[FIN_MAX_PARTS];
	LLVMValueRef offset = fin_resize(k->s.w.l, k->first, 64, false);
	LLVMBasicBlockRef body;

	offset = LLVMBuildMul(k->s.w.l->b, offset, fin_like(offset, k->item_bytes), "");
	k->gang_context = LLVMBuildGEP2(k->s.w.l->b, k->s.w.l->i8, k->s.context, &offset, 1, "");
	private_blocks(k);
	body = start_slots(k);
	k->code.flow = &k->flows[k->s.region];
	k->code.div = &g->s->in[k->s.region];
	k->code.end = fin_skeleton_block(&k->s, "gang.end");
	k->code.entry_mask = entry_mask(k, mask);
	k->code.mostly_whole = k->body != ANY && k->code.entry_mask != NULL;
	g->mask = k->code.entry_mask;
	note_opaque(k, r);
	if (k->s.region > 0)
		load_context(k, r);
	else if (k->s.w.f->dynamic_stack)
		start_stacks(k);
	fin_gang_region(g, &k->code);
	LLVMBuildBr(g->init, body);
	fin_skeleton_go_on(&k->s, k->code.end);
}

/* ---- regions -------------------------------------------------------------------------------- */

/* Ids of the first work-item that IN_ROWS leaves to NARROW: the group's first one, or less than a
 * gang of whole parts before the end of its last row. */
static void narrow_start(struct kernel *k, LLVMValueRef *id)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, k->row_items, u32(k, 0), "");
	LLVMValueRef left = LLVMBuildSub(b, k->items, k->row_items, "");

	for (unsigned d = 0; d < 3; d++)
		id[d] = fin_select(k->s.w.l, none, u32(k, 0),
			LLVMBuildSub(b, k->sizes.size[d], d == 0 ? left : u32(k, 1), ""));
}

/* One body is enough for debuggers, and where there are so many regions that LLVM takes seconds for
 * their loops: there the general one is twice as slow to run and half as long to compile. */
static bool has_one_body(const struct kernel *k)
{
	return k->s.w.m->step_by_step ||
	       (k->s.per == FIN_PER_GROUP && k->s.rs->count > FIN_LIMIT_REGIONS_TWO_BODIES);
}

/* for (first = begin; first < end; first += width) */
static void emit_gangs(struct kernel *k, enum body_kind body, LLVMValueRef begin, LLVMValueRef end)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef before = fin_skeleton_block(&k->s, ""), here;
	LLVMBasicBlockRef head = fin_skeleton_block(&k->s, "gangs"),
			  after = fin_skeleton_block(&k->s, "");
	LLVMValueRef next, back, zero = u32(k, 0), id[3] = {zero, zero, zero};
	struct row_ids ids;

	k->body = body;
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, begin, end, ""), before, after);
	fin_skeleton_go_on(&k->s, before);
	if (body == NARROW)
		narrow_start(k, id);
	LLVMBuildBr(b, head);
	fin_skeleton_go_on(&k->s, head);
	k->first = LLVMBuildPhi(b, k->s.w.l->i32, "first");
	LLVMAddIncoming(k->first, &begin, &before, 1);
	for (unsigned d = 0; body != ANY && d < 3; d++) {
		ids.phi[d] = LLVMBuildPhi(b, k->s.w.l->i32, "");
		LLVMAddIncoming(ids.phi[d], &id[d], &before, 1);
	}
	fin_gang_flat_ids(gang(k), k->first);
	if (body != ANY)
		ids_in_rows(k, &ids);
	else
		fin_gang_ids(gang(k), &k->sizes);
	emit_gang(k);
	fin_debug_location(&k->s.w, NULL);
	here = LLVMGetInsertBlock(b);
	next = LLVMBuildNUWAdd(b, k->first, u32(k, width(k)), "");
	LLVMAddIncoming(k->first, &next, &here, 1);
	for (unsigned d = 0; body != ANY && d < 3; d++)
		LLVMAddIncoming(ids.phi[d], &ids.next[d], &here, 1);
	back = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, end, ""), head, after);
	if (fin_is_in_pieces(&k->s.pieces))
		fin_leave_loop(k->s.w.l, back);
	fin_skeleton_go_on(&k->s, after);
}

static void emit_region(struct fin_skeleton *s)
{
	struct kernel *k = (struct kernel *)s;

	if (!has_one_body(k))
		emit_gangs(k, IN_ROWS, u32(k, 0), k->row_items);
	if (k->has_narrow)
		emit_gangs(k, NARROW, k->row_items, k->narrow_items);
	emit_gangs(k, ANY, k->narrow_items, k->items);
}

/* ---- entry ---------------------------------------------------------------------------------- */

/* Of so many work-items: parts lie in rows when the rows are made of whole parts, or there is only
 * one row; `none` when they do not. */
static LLVMValueRef items_in_rows(struct kernel *k, enum body_kind body, LLVMValueRef none)
{
	LLVMBuilderRef b = k->s.w.entry;
	const struct fin_gang *g = &k->g[body];
	LLVMValueRef one_row = LLVMBuildICmp(b, LLVMIntEQ, k->items, k->sizes.size[0], "");
	LLVMValueRef odd = LLVMBuildURem(b, k->sizes.size[0], u32(k, g->lanes), "");
	LLVMValueRef whole = LLVMBuildICmp(b, LLVMIntEQ, odd, u32(k, 0), ""), full;

	full = LLVMBuildSub(b, k->items,
		LLVMBuildURem(b, k->items, u32(k, g->lanes * g->parts), ""), "");
	return LLVMBuildSelect(b, LLVMBuildOr(b, one_row, whole, ""), full, none, "");
}

/* What follows NARROW begins at a multiple of its lanes: the values that it keeps at barriers would
 * else end behind those of the group. */
static LLVMValueRef items_for_narrow(struct kernel *k)
{
	LLVMBuilderRef b = k->s.w.entry;
	LLVMValueRef n = items_in_rows(k, NARROW, k->row_items);
	LLVMValueRef is_all = LLVMBuildICmp(b, LLVMIntEQ, n, k->items, "");

	return LLVMBuildSelect(b, is_all, n,
		LLVMBuildAnd(b, n, u32(k, ~(uint64_t)(k->g[ANY].lanes - 1)), ""), "");
}

static void count_row_items(struct kernel *k)
{
	k->row_items = has_one_body(k) ? u32(k, 0) : items_in_rows(k, IN_ROWS, u32(k, 0));
	k->narrow_items = k->has_narrow ? items_for_narrow(k) : k->row_items;
}

static void find_sizes(struct fin_skeleton *s)
{
	struct kernel *k = (struct kernel *)s;
	LLVMBuilderRef b = s->w.entry;

	k->sizes = fin_group_sizes(&s->w);
	k->items = LLVMBuildMul(b, LLVMBuildMul(b, k->sizes.size[0], k->sizes.size[1], ""),
		k->sizes.size[2], "");
	count_row_items(k);
}

static void take_analysis(struct kernel *k, const struct fin_prepared *p)
{
	k->flows = p->flows;
	k->shapes[IN_ROWS] = k->shapes[NARROW] = p->in_rows;
	k->shapes[ANY] = p->any;
	k->hoped = &p->hoped;
	fin_pieces_plan(p->f, &p->regions, &k->s.pieces);
	if (k->s.per == FIN_PER_WAVE)
		k->s.pieces.count = 1;
	place_context(k);
	fin_remark_vector(p->f, k->s.w.unit->options, &p->regions, p->flows, &p->in_rows,
		k->s.w.unit->lanes);
}

static bool is_large(const struct fin_function *f)
{
	return fin_instruction_count(f) > FIN_LIMIT_TWO_PARTS;
}

/* Two parts keep the processor busy while one waits, where its registers hold the values of both;
 * the other body is for the few work-items at a group's end and for odd shapes of groups. */
static unsigned part_number(const struct kernel *k, bool in_step, enum body_kind body,
	unsigned lanes)
{
	if (in_step)
		return HSAEMU_WAVESIZE / lanes;
	return body == IN_ROWS && !is_large(k->s.w.f) && !fin_is_in_pieces(&k->s.pieces) ? 2 : 1;
}

/* In a module of very many kernels there is one body for odd groups, it is small, and what it calls
 * is there once. */
static bool is_one_of_many(const struct fin_function *f)
{
	size_t n = 0;

	for (size_t k = 0; k < f->module->function_count; k++)
		n += f->module->functions[k]->is_kernel;
	return n > FIN_LIMIT_KERNELS;
}

/* Groups of 8 x 8 or of 16 work-items would all go by any ids, where a kernel does not say that it
 * needs them. */
static bool wants_narrow(const struct kernel *k, bool in_step, unsigned lanes)
{
	const struct fin_function *f = k->s.w.f;

	return lanes == FIN_MAX_LANES && !in_step && f->control.required_wg[0] == 0 &&
	       !is_large(f) && !fin_gang_shares(f, &k->shapes[IN_ROWS]) &&
	       !fin_has_lowering(f, ISA_LOWER_CALL) && f->module->profile == NULL &&
	       !f->module->step_by_step && !fin_is_in_pieces(&k->s.pieces) && !is_one_of_many(f);
}

/* A third body is not for code that is mostly calls. */
static void share_forms(struct kernel *k, enum body_kind body)
{
	if (body == NARROW && !k->has_narrow)
		return;
	k->g[body].outlines = fin_outline_pays(&k->g[body]);
	if (k->g[body].outlines && body == IN_ROWS)
		k->has_narrow = false;
}

static void make_gangs(struct kernel *k, unsigned lanes)
{
	bool in_step =
		k->s.per == FIN_PER_WAVE || fin_needs_lockstep(k->s.w.f, k->flows, k->s.rs->count);

	k->has_narrow = wants_narrow(k, in_step, lanes);
	for (unsigned b = 0; b < BODIES; b++) {
		bool shares = fin_gang_shares(k->s.w.f, &k->shapes[b]) ||
		              (b == ANY && is_one_of_many(k->s.w.f));

		k->g[b] = (struct fin_gang){.w = &k->s.w,
			.s = &k->shapes[b],
			.hoped = b != ANY ? k->hoped : NULL,
			.lanes = b == NARROW ? lanes / 2 : lanes,
			.parts = part_number(k, in_step, b, lanes),
			.shares = shares,
			.init = LLVMCreateBuilderInContext(k->s.w.l->ctx),
			.local = fin_gang_local(k->s.w.f, &k->shapes[b], k->s.rs)};
		share_forms(k, b);
	}
	for (unsigned b = 0; b < BODIES; b++)
		k->g[b].is_terse = (b == ANY && k->has_narrow) || k->g[b].shares;
}

/* ---- one wave on a fiber -------------------------------------------------------------------- */

/* Ids of the wave's first work-item. */
static void find_row(struct kernel *k, struct row_ids *ids)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef row = LLVMBuildUDiv(b, k->first, k->sizes.size[0], "");

	ids->phi[0] = LLVMBuildURem(b, k->first, k->sizes.size[0], "");
	ids->phi[1] = LLVMBuildURem(b, row, k->sizes.size[1], "");
	ids->phi[2] = LLVMBuildUDiv(b, row, k->sizes.size[1], "");
}

static void emit_single_wave(struct kernel *k, enum body_kind body)
{
	struct row_ids ids;

	k->body = body;
	fin_gang_flat_ids(gang(k), k->first);
	if (body == IN_ROWS) {
		find_row(k, &ids);
		ids_in_rows(k, &ids);
	} else {
		fin_gang_ids(gang(k), &k->sizes);
	}
	emit_gang(k);
	fin_debug_location(&k->s.w, NULL);
	LLVMBuildBr(k->s.w.l->b, k->s.done);
}

static void emit_wave(struct fin_skeleton *s)
{
	struct kernel *k = (struct kernel *)s;
	LLVMBasicBlockRef rows, any;

	fin_skeleton_go_on(&k->s, k->s.heads[0]);
	k->first =
		LLVMBuildMul(k->s.w.l->b, LLVMGetParam(k->s.w.fn, 2), u32(k, HSAEMU_WAVESIZE), "");
	fin_debug_location(&k->s.w, NULL);
	if (k->s.w.m->step_by_step) {
		emit_single_wave(k, ANY);
		return;
	}
	rows = fin_skeleton_block(&k->s, "rows");
	any = fin_skeleton_block(&k->s, "any");
	LLVMBuildCondBr(k->s.w.l->b,
		LLVMBuildICmp(k->s.w.l->b, LLVMIntULT, k->first, k->row_items, ""), rows, any);
	fin_skeleton_go_on(&k->s, rows);
	emit_single_wave(k, IN_ROWS);
	fin_skeleton_go_on(&k->s, any);
	emit_single_wave(k, ANY);
}

/* ---- the kernel ----------------------------------------------------------------------------- */

static void begin(struct fin_skeleton *s)
{
	struct kernel *k = (struct kernel *)s;
	size_t n = s->w.f->reg_count;

	for (unsigned b = 0; b < BODIES; b++) {
		k->g[b].slot = mem_new(n, sizeof *k->g[b].slot);
		k->g[b].exact = mem_new(n, sizeof *k->g[b].exact);
		k->g[b].spill = mem_new(n, sizeof *k->g[b].spill);
		k->g[b].divides = NULL;
	}
}

static void end(struct fin_skeleton *s)
{
	struct kernel *k = (struct kernel *)s;

	for (unsigned b = 0; b < BODIES; b++) {
		free(k->g[b].spill);
		free(k->g[b].exact);
		free(k->g[b].slot);
	}
}

static void compute(struct fin_skeleton *s, const struct fin_inst *i)
{
	fin_gang_inst(gang((struct kernel *)s), i);
}

bool fin_emit_gang_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	static const struct fin_skeleton_ops ops = {.begin = begin,
		.end = end,
		.find_sizes = find_sizes,
		.emit_region = emit_region,
		.emit_wave = emit_wave,
		.compute = compute,
		.pass_on = pass_on_shared};
	struct kernel k = {.s = {.ops = &ops, .rs = &p->regions},
		.code = {.barrier = wait_at_barrier, .owner = &k}};

	k.s.per = p->product == FIN_WAVE_KERNEL ? FIN_PER_WAVE : FIN_PER_GROUP;
	k.s.w = fin_lower_of(u, p->f, &k.s.made);
	take_analysis(&k, p);
	make_gangs(&k, u->lanes);
	fin_skeleton_emit(&k.s);
	fin_kernel_describe(&k.s.w, k.item_bytes, u->lanes, kd);
	fin_pieces_describe(&k.s.pieces, kd);
	if (k.s.per == FIN_PER_WAVE)
		fin_kernel_on_fibers(HSAEMU_WAVESIZE, kd);
	*entry = k.s.w.fn;
	for (unsigned b = 0; b < BODIES; b++)
		LLVMDisposeBuilder(k.g[b].init);
	return !k.s.made.failed;
}
