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
#include "kernel/pieces.h"
#include "gang/remarks.h"

enum body_kind { IN_ROWS, NARROW, ANY, BODIES };

struct kernel {
	struct fin_gang_code code; /* first: the barrier callback gets it */
	struct fin_made made;
	struct fin_lower w;
	enum fin_granularity per;
	struct fin_regions rs;
	struct fin_pieces pieces;
	struct fin_flow *flows;
	struct fin_shapes shapes[BODIES], hoped;
	struct fin_gang g[BODIES];
	enum body_kind body; /* being made */
	uint32_t region;
	uint64_t *slot; /* by register: byte offset in the context, for each work-item */
	uint64_t live_slot, item_bytes; /* the same, and the context's size */
	struct fin_group_sizes sizes;
	LLVMValueRef items;        /* of the work-group, i32 */
	LLVMValueRef row_items;    /* how many of these IN_ROWS does */
	LLVMValueRef narrow_items; /* and with NARROW */
	bool has_narrow;
	LLVMValueRef context, blocks;
	LLVMValueRef next;         /* alloca: region after this one, or the count for none */
	LLVMValueRef gang_context; /* of the current gang */
	LLVMValueRef first;        /* its first work-item, i32 */
	LLVMBasicBlockRef *heads, done;
	LLVMBasicBlockRef hub;          /* in a piece: to the region that `next` holds */
	struct fin_bits again;          /* registers computed again for the current region */
	struct fin_group_values values; /* that all gangs share */
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

static struct fin_gang *gang(struct kernel *k)
{
	return &k->g[k->body];
}

/* ---- context -------------------------------------------------------------------------------- */

static unsigned slot_bytes(const struct kernel *k, uint32_t reg)
{
	unsigned bits = k->w.f->regs[reg].bits;

	return bits < 8 ? 1 : bits / 8;
}

static bool is_kept(const struct kernel *k, uint32_t reg)
{
	return k->rs.kind[reg] != FIN_CONTEXT_AGAIN;
}

static bool is_always_shared(const struct kernel *k, uint32_t reg)
{
	return k->shapes[IN_ROWS].of[reg].kind == FIN_SHAPE_GROUP &&
	       k->shapes[ANY].of[reg].kind == FIN_SHAPE_GROUP;
}

/* Room for a full vector each. */
static void place_context(struct kernel *k)
{
	struct fin_bits wanted = fin_bits_new(k->w.m->arena, k->w.f->reg_count);

	k->slot = ARENA_ARRAY(k->w.m->arena, uint64_t, k->w.f->reg_count);
	for (uint32_t r = 1; r < k->rs.count; r++)
		for (uint32_t c = 0; c < k->rs.regions[r].context_count; c++)
			if (is_kept(k, k->rs.regions[r].context[c]) &&
				!is_always_shared(k, k->rs.regions[r].context[c]))
				fin_bits_add(&wanted, k->rs.regions[r].context[c]);
	k->item_bytes = fin_context_slots(k->w.f, &k->rs, &wanted, k->slot);
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
	return fin_byte_offset(&k->w, k->gang_context, slot * width(k) + byte);
}

static void context_metadata(struct kernel *k, LLVMValueRef access)
{
	struct fin_address local = {.segment = BRIG_SEGMENT_SPILL, .is_local = true};

	fin_memory_metadata(&k->w, access, &local);
}

/* How a part of a register lies in memory: i1 as bits or bytes. */
static LLVMTypeRef memory_type(struct kernel *k, uint32_t reg)
{
	struct fin_gang *g = gang(k);
	unsigned bits = k->w.f->regs[reg].bits;

	if (g->s->of[reg].kind != FIN_SHAPE_VARYING)
		return fin_int_type(k->w.l, bits < 8 ? 8 : bits);
	return bits == 1 ? fin_int_type(k->w.l, g->lanes < 8 ? 8 : g->lanes)
	                 : fin_shape(fin_int_type(k->w.l, bits), g->lanes);
}

static LLVMValueRef part_pointer(struct kernel *k, uint32_t reg, unsigned part)
{
	struct fin_gang *g = gang(k);
	unsigned bytes = slot_bytes(k, reg);

	if (g->s->of[reg].kind == FIN_SHAPE_VARYING)
		bytes = k->w.f->regs[reg].bits == 1 ? 2 : bytes * g->lanes;
	return context_pointer(k, k->slot[reg], (uint64_t)part * bytes);
}

/* Gangs of few lanes are not aligned to their vectors. */
static void context_access(struct kernel *k, uint32_t reg, LLVMValueRef access)
{
	unsigned bytes = slot_bytes(k, reg);

	LLVMSetAlignment(access,
		gang(k)->s->of[reg].kind == FIN_SHAPE_VARYING && bytes > 1 ? 16 : bytes);
	context_metadata(k, access);
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
	return fin_int_type(k->w.l, k->w.f->regs[reg].bits);
}

static LLVMValueRef shared_value(struct kernel *k, uint32_t reg)
{
	return fin_group_in(&k->w, &k->pieces, &k->values, reg);
}

static LLVMValueRef shared_next_value(struct kernel *k, uint32_t reg)
{
	return fin_group_out(&k->w, &k->pieces, &k->values, reg);
}

static void pass_on_value(struct kernel *k, uint32_t reg)
{
	if (k->values.out[reg] != NULL)
		LLVMBuildStore(k->w.l->b,
			LLVMBuildLoad2(k->w.l->b, shared_type(k, reg), k->values.out[reg], ""),
			shared_value(k, reg));
}

/* When all gangs have done a region: what it may have changed, and what phis of the next one
 * read. */
static void pass_on_shared(struct kernel *k, const struct fin_region *from,
	const struct fin_region *to)
{
	size_t n = k->w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++)
		if (fin_bits_has(&to->live, g))
			pass_on_value(k, (uint32_t)g);
	for (uint32_t i = 0; i < to->entry->phi_count; i++)
		pass_on_value(k, to->entry->phis[i].reg);
}

static void load_register(struct kernel *k, uint32_t reg)
{
	struct fin_gang *g = gang(k);
	bool is_mask = k->w.f->regs[reg].bits == 1;

	if (is_shared(k, reg)) {
		fin_gang_put(g, reg, 0,
			LLVMBuildLoad2(k->w.l->b, shared_type(k, reg), shared_value(k, reg), ""));
		return;
	}
	for (unsigned p = 0; p < part_count(k, reg); p++) {
		LLVMValueRef v =
			LLVMBuildLoad2(k->w.l->b, memory_type(k, reg), part_pointer(k, reg, p), "");

		context_access(k, reg, v);
		if (is_mask && g->s->of[reg].kind == FIN_SHAPE_VARYING)
			v = fin_gang_mask(g, v);
		else if (is_mask)
			v = fin_resize(k->w.l, v, 1, false);
		fin_gang_put(g, reg, p, v);
	}
}

/* Stores the value of `from` as that of `reg`. */
static void save_register(struct kernel *k, uint32_t reg, uint32_t from)
{
	struct fin_gang *g = gang(k);
	bool varies = g->s->of[reg].kind == FIN_SHAPE_VARYING;

	if (is_shared(k, reg)) {
		LLVMBuildStore(k->w.l->b, fin_gang_scalar(g, from, 0), shared_next_value(k, reg));
		return;
	}
	for (unsigned p = 0; p < part_count(k, reg); p++) {
		LLVMTypeRef type = memory_type(k, reg);
		LLVMValueRef v = varies ? fin_gang_vector(g, from, p) : fin_gang_scalar(g, from, p);

		if (k->w.f->regs[reg].bits == 1)
			v = fin_resize(k->w.l, varies ? fin_gang_bits(g, v) : v,
				LLVMGetIntTypeWidth(type), false);
		context_access(k, reg, LLVMBuildStore(k->w.l->b, v, part_pointer(k, reg, p)));
	}
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
	fin_gang_inst(gang(k), k->rs.remat[reg]);
	fin_bits_add(&k->again, reg);
}

static void load_context(struct kernel *k, const struct fin_region *r)
{
	k->again = fin_bits_new(k->w.m->arena, k->w.f->reg_count);
	for (uint32_t c = 0; c < r->context_count; c++)
		if (is_kept(k, r->context[c]))
			load_register(k, r->context[c]);
		else
			compute_again(k, r->context[c]);
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
	const struct fin_region *from = &k->rs.regions[k->region];
	size_t n = k->w.f->reg_count;

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
	return fin_int_type(k->w.l, gang(k)->lanes < 8 ? 8 : gang(k)->lanes);
}

/* For NULL none. */
static void set_live(struct kernel *k, LLVMValueRef *mask)
{
	for (unsigned p = 0; p < gang(k)->parts; p++) {
		LLVMValueRef v = LLVMConstNull(live_type(k));

		if (mask != NULL)
			v = fin_resize(k->w.l, fin_gang_bits(gang(k), mask[p]),
				LLVMGetIntTypeWidth(live_type(k)), false);
		v = LLVMBuildStore(k->w.l->b, v, live_pointer(k, p));
		LLVMSetAlignment(v, 1);
		context_metadata(k, v);
	}
}

static void get_live(struct kernel *k, LLVMValueRef *mask)
{
	for (unsigned p = 0; p < gang(k)->parts; p++) {
		LLVMValueRef v = LLVMBuildLoad2(k->w.l->b, live_type(k), live_pointer(k, p), "");

		LLVMSetAlignment(v, 1);
		context_metadata(k, v);
		mask[p] = fin_gang_mask(gang(k), v);
	}
}

static void wait_at_barrier(struct fin_gang_code *c, const struct fin_block *b)
{
	struct kernel *k = (struct kernel *)c;
	const struct fin_region *r = &k->rs.regions[k->rs.of_entry[b->term.succ[0]->index]];
	struct fin_gang *g = gang(k);

	save_context(k, b, r);
	LLVMBuildStore(k->w.l->b, u32(k, (uint64_t)(r - k->rs.regions)), k->next);
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
	LLVMBuilderRef b = k->w.l->b;
	LLVMValueRef x = LLVMBuildAdd(b, id[0], u32(k, gang(k)->lanes), "");
	LLVMValueRef next_y = LLVMBuildAdd(b, id[1], u32(k, 1), "");
	LLVMValueRef next_z = LLVMBuildAdd(b, id[2], u32(k, 1), "");
	LLVMValueRef wraps = LLVMBuildICmp(b, LLVMIntUGE, x, k->sizes.size[0], "");
	LLVMValueRef wraps_y = LLVMBuildAnd(b, wraps,
		LLVMBuildICmp(b, LLVMIntUGE, next_y, k->sizes.size[1], ""), "");

	id[0] = fin_select(k->w.l, wraps, u32(k, 0), x);
	id[1] = fin_select(k->w.l, wraps_y, u32(k, 0), fin_select(k->w.l, wraps, next_y, id[1]));
	id[2] = fin_select(k->w.l, wraps_y, next_z, id[2]);
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
		LLVMValueRef offset = fin_resize(k->w.l, g->flat[p], 64, false);

		offset = LLVMBuildMul(k->w.l->b, offset,
			fin_splat(k->w.l, k->w.block_bytes, g->lanes), "");
		g->block[p] = LLVMBuildGEP2(k->w.l->b, k->w.l->i8, k->blocks, &offset, 1, "");
	}
}

/* ---- one gang ------------------------------------------------------------------------------- */

/* The stack header of every work-item. */
static void start_stacks(struct kernel *k)
{
	struct fin_gang *g = gang(k);

	for (unsigned p = 0; p < g->parts; p++)
		for (unsigned v = 0; v < g->lanes; v++) {
			k->w.block = LLVMBuildExtractElement(k->w.l->b, g->block[p], u32(k, v), "");
			fin_stack_start(&k->w);
		}
}

/* Sets the mask that the gang starts the region with; goes to `end` when no lane is left. */
static LLVMValueRef *entry_mask(struct kernel *k, LLVMValueRef *mask)
{
	struct fin_gang *g = gang(k);
	LLVMBuilderRef b = k->w.l->b;

	if (g->s->live_mask && k->region > 0) {
		LLVMBasicBlockRef some = new_block(k, "");

		get_live(k, mask);
		set_live(k, NULL);
		LLVMBuildCondBr(b, fin_gang_any(g, mask), some, k->code.end);
		go_on_at(k, some);
		return mask;
	}
	if (g->s->live_mask)
		set_live(k, NULL);
	if (k->body != ANY)
		return NULL;
	for (unsigned p = 0; p < g->parts; p++)
		mask[p] = LLVMBuildICmp(b, LLVMIntULT, g->flat[p],
			fin_splat(k->w.l, k->items, g->lanes), "");
	return mask;
}

/* Slots of the region's registers are cleared in a block of their own, before anything else. */
static LLVMBasicBlockRef start_slots(struct kernel *k)
{
	struct fin_gang *g = gang(k);
	LLVMBasicBlockRef init = new_block(k, "gang"), body = new_block(k, "");

	LLVMBuildBr(k->w.l->b, init);
	LLVMPositionBuilderAtEnd(g->init, init);
	g->started = fin_bits_new(k->w.m->arena, k->w.f->reg_count);
	go_on_at(k, body);
	return body;
}

static void note_opaque(struct kernel *k, const struct fin_region *r)
{
	struct fin_gang *g = gang(k);

	g->opaque = fin_bits_new(k->w.m->arena, k->w.f->reg_count);
	for (uint32_t c = 0; k->region > 0 && c < r->context_count; c++)
		if (is_kept(k, r->context[c]))
			fin_bits_add(&g->opaque, r->context[c]);
}

static void emit_gang(struct kernel *k)
{
	const struct fin_region *r = &k->rs.regions[k->region];
	struct fin_gang *g = gang(k);
	LLVMValueRef mask[FIN_MAX_PARTS];
	LLVMValueRef offset = fin_resize(k->w.l, k->first, 64, false);
	LLVMBasicBlockRef body;

	offset = LLVMBuildMul(k->w.l->b, offset, fin_like(offset, k->item_bytes), "");
	k->gang_context = LLVMBuildGEP2(k->w.l->b, k->w.l->i8, k->context, &offset, 1, "");
	private_blocks(k);
	body = start_slots(k);
	k->code.flow = &k->flows[k->region];
	k->code.div = &g->s->in[k->region];
	k->code.end = new_block(k, "gang.end");
	k->code.entry_mask = entry_mask(k, mask);
	k->code.mostly_whole = k->body != ANY && k->code.entry_mask != NULL;
	g->mask = k->code.entry_mask;
	note_opaque(k, r);
	if (k->region > 0)
		load_context(k, r);
	else if (k->w.f->dynamic_stack)
		start_stacks(k);
	fin_gang_region(g, &k->code);
	LLVMBuildBr(g->init, body);
	go_on_at(k, k->code.end);
}

/* ---- regions -------------------------------------------------------------------------------- */

/* Ids of the first work-item that IN_ROWS leaves to NARROW: the group's first one, or less than a
 * gang of whole parts before the end of its last row. */
static void narrow_start(struct kernel *k, LLVMValueRef *id)
{
	LLVMBuilderRef b = k->w.l->b;
	LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, k->row_items, u32(k, 0), "");
	LLVMValueRef left = LLVMBuildSub(b, k->items, k->row_items, "");

	for (unsigned d = 0; d < 3; d++)
		id[d] = fin_select(k->w.l, none, u32(k, 0),
			LLVMBuildSub(b, k->sizes.size[d], d == 0 ? left : u32(k, 1), ""));
}

/* One body is enough for debuggers, and where there are so many regions that LLVM takes seconds for
 * their loops: there the general one is twice as slow to run and half as long to compile. */
static bool has_one_body(const struct kernel *k)
{
	enum { MANY = 200 };

	return k->w.m->step_by_step || (k->per == FIN_PER_GROUP && k->rs.count > MANY);
}

/* for (first = begin; first < end; first += width) */
static void emit_gangs(struct kernel *k, enum body_kind body, LLVMValueRef begin, LLVMValueRef end)
{
	LLVMBuilderRef b = k->w.l->b;
	LLVMBasicBlockRef before = new_block(k, ""), here;
	LLVMBasicBlockRef head = new_block(k, "gangs"), after = new_block(k, "");
	LLVMValueRef next, back, zero = u32(k, 0), id[3] = {zero, zero, zero};
	struct row_ids ids;

	k->body = body;
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, begin, end, ""), before, after);
	go_on_at(k, before);
	if (body == NARROW)
		narrow_start(k, id);
	LLVMBuildBr(b, head);
	go_on_at(k, head);
	k->first = LLVMBuildPhi(b, k->w.l->i32, "first");
	LLVMAddIncoming(k->first, &begin, &before, 1);
	for (unsigned d = 0; body != ANY && d < 3; d++) {
		ids.phi[d] = LLVMBuildPhi(b, k->w.l->i32, "");
		LLVMAddIncoming(ids.phi[d], &id[d], &before, 1);
	}
	fin_gang_flat_ids(gang(k), k->first);
	if (body != ANY)
		ids_in_rows(k, &ids);
	else
		fin_gang_ids(gang(k), &k->sizes);
	emit_gang(k);
	fin_debug_location(&k->w, NULL);
	here = LLVMGetInsertBlock(b);
	next = LLVMBuildNUWAdd(b, k->first, u32(k, width(k)), "");
	LLVMAddIncoming(k->first, &next, &here, 1);
	for (unsigned d = 0; body != ANY && d < 3; d++)
		LLVMAddIncoming(ids.phi[d], &ids.next[d], &here, 1);
	back = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, end, ""), head, after);
	if (fin_is_in_pieces(&k->pieces))
		fin_leave_loop(k->w.l, back);
	go_on_at(k, after);
}

static void leave_region(struct kernel *k)
{
	struct fin_bits followers = fin_region_followers(k->w.f, &k->rs, k->region);

	for (size_t r = 0; (r = fin_bits_next(&followers, r, k->rs.count)) < k->rs.count; r++)
		pass_on_shared(k, &k->rs.regions[k->region], &k->rs.regions[r]);
	if (fin_is_in_pieces(&k->pieces))
		LLVMBuildBr(k->w.l->b, k->hub);
	else
		fin_region_switch(&k->w, &followers, k->next, k->heads, k->rs.count, k->done);
}

static void emit_region(struct kernel *k, uint32_t number)
{
	go_on_at(k, k->heads[number]);
	fin_debug_location(&k->w, NULL);
	k->region = number;
	LLVMBuildStore(k->w.l->b, u32(k, k->rs.count), k->next);
	if (!has_one_body(k))
		emit_gangs(k, IN_ROWS, u32(k, 0), k->row_items);
	if (k->has_narrow)
		emit_gangs(k, NARROW, k->row_items, k->narrow_items);
	emit_gangs(k, ANY, k->narrow_items, k->items);
	if (k->rs.regions[number].may_wait)
		leave_region(k);
	else
		LLVMBuildBr(k->w.l->b, k->done);
}

/* ---- entry ---------------------------------------------------------------------------------- */

/* Of so many work-items: parts lie in rows when the rows are made of whole parts, or there is only
 * one row; `none` when they do not. */
static LLVMValueRef items_in_rows(struct kernel *k, enum body_kind body, LLVMValueRef none)
{
	LLVMBuilderRef b = k->w.entry;
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
	LLVMBuilderRef b = k->w.entry;
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

static void emit_prologue(struct kernel *k)
{
	struct fin_lower *w = &k->w;
	LLVMBuilderRef b = w->entry;

	k->sizes = fin_group_sizes(w);
	k->items = LLVMBuildMul(b, LLVMBuildMul(b, k->sizes.size[0], k->sizes.size[1], ""),
		k->sizes.size[2], "");
	count_row_items(k);
	k->context = fin_wg_field(w, offsetof(struct hsaemu_wg, context), w->l->ptr);
	k->blocks = fin_wg_field(w, offsetof(struct hsaemu_wg, private_memory), w->l->ptr);
	fin_link_group(w);
	w->block_bytes = fin_kernel_block_bytes(w);
	k->next = LLVMBuildAlloca(b, w->l->i32, "next");
}

static void analyse(struct kernel *k)
{
	struct fin_function *f = k->w.f;
	bool is_dispatched = k->w.unit->options->flow == FINALIZE_FLOW_DISPATCHER || f->yields;

	fin_regions(f, &k->rs);
	k->flows = ARENA_ARRAY(f->module->arena, struct fin_flow, k->rs.count);
	for (uint32_t r = 0; r < k->rs.count; r++)
		fin_flow(f, &k->rs.regions[r], is_dispatched, &k->flows[r]);
	fin_shapes(f, &k->rs, k->flows, (struct fin_shape_rules){.in_rows = true},
		&k->shapes[IN_ROWS]);
	fin_shapes(f, &k->rs, k->flows, (struct fin_shape_rules){.in_rows = false},
		&k->shapes[ANY]);
	k->shapes[NARROW] = k->shapes[IN_ROWS];
	fin_shapes(f, &k->rs, k->flows, (struct fin_shape_rules){.in_rows = true, .no_wrap = true},
		&k->hoped);
	fin_pieces_plan(f, &k->rs, &k->pieces);
	if (k->per == FIN_PER_WAVE)
		k->pieces.count = 1;
	fin_pass_done(f->module->clock, "regions, flow and shapes");
	place_context(k);
	fin_remark_vector(f, k->w.unit->options, &k->rs, k->flows, &k->shapes[IN_ROWS],
		k->w.unit->lanes);
}

static bool is_large(const struct fin_function *f)
{
	enum { LARGE = 1000 };

	return fin_instruction_count(f) > LARGE;
}

/* Two parts keep the processor busy while one waits, where its registers hold the values of both;
 * the other body is for the few work-items at a group's end and for odd shapes of groups. */
static unsigned part_number(const struct kernel *k, bool in_step, enum body_kind body,
	unsigned lanes)
{
	if (in_step)
		return HSAEMU_WAVESIZE / lanes;
	return body == IN_ROWS && !is_large(k->w.f) && !fin_is_in_pieces(&k->pieces) ? 2 : 1;
}

/* In a module of very many kernels there is one body for odd groups, it is small, and what it calls
 * is there once. */
static bool is_one_of_many(const struct fin_function *f)
{
	enum { MANY = 64 };
	size_t n = 0;

	for (size_t k = 0; k < f->module->function_count; k++)
		n += f->module->functions[k]->is_kernel;
	return n > MANY;
}

/* Groups of 8 x 8 or of 16 work-items would all go by any ids, where a kernel does not say that it
 * needs them. */
static bool wants_narrow(const struct kernel *k, bool in_step, unsigned lanes)
{
	const struct fin_function *f = k->w.f;

	return lanes == FIN_MAX_LANES && !in_step && f->control.required_wg[0] == 0 &&
	       !is_large(f) && !fin_gang_shares(f, &k->shapes[IN_ROWS]) &&
	       !fin_has_lowering(f, ISA_LOWER_CALL) && f->module->profile == NULL &&
	       !f->module->step_by_step && !fin_is_in_pieces(&k->pieces) && !is_one_of_many(f);
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
	bool in_step = k->per == FIN_PER_WAVE || fin_needs_lockstep(k->w.f, k->flows, k->rs.count);

	k->has_narrow = wants_narrow(k, in_step, lanes);
	for (unsigned b = 0; b < BODIES; b++) {
		bool shares = fin_gang_shares(k->w.f, &k->shapes[b]) ||
		              (b == ANY && is_one_of_many(k->w.f));

		k->g[b] = (struct fin_gang){.w = &k->w,
			.s = &k->shapes[b],
			.hoped = b != ANY ? &k->hoped : NULL,
			.lanes = b == NARROW ? lanes / 2 : lanes,
			.parts = part_number(k, in_step, b, lanes),
			.shares = shares,
			.init = LLVMCreateBuilderInContext(k->w.l->ctx),
			.local = fin_gang_local(k->w.f, &k->shapes[b], &k->rs)};
		share_forms(k, b);
	}
	for (unsigned b = 0; b < BODIES; b++)
		k->g[b].is_terse = (b == ANY && k->has_narrow) || k->g[b].shares;
}

/* ---- one wave on a fiber -------------------------------------------------------------------- */

/* Ids of the wave's first work-item. */
static void find_row(struct kernel *k, struct row_ids *ids)
{
	LLVMBuilderRef b = k->w.l->b;
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
	fin_debug_location(&k->w, NULL);
	LLVMBuildBr(k->w.l->b, k->done);
}

static void emit_wave_code(struct kernel *k)
{
	LLVMBasicBlockRef rows, any;

	go_on_at(k, k->heads[0]);
	k->first = LLVMBuildMul(k->w.l->b, LLVMGetParam(k->w.fn, 2), u32(k, HSAEMU_WAVESIZE), "");
	fin_debug_location(&k->w, NULL);
	if (k->w.m->step_by_step) {
		emit_single_wave(k, ANY);
		return;
	}
	rows = new_block(k, "rows");
	any = new_block(k, "any");
	LLVMBuildCondBr(k->w.l->b, LLVMBuildICmp(k->w.l->b, LLVMIntULT, k->first, k->row_items, ""),
		rows, any);
	go_on_at(k, rows);
	emit_single_wave(k, IN_ROWS);
	go_on_at(k, any);
	emit_single_wave(k, ANY);
}

/* What belongs to one function: where it has its values. */
static void begin_function(struct kernel *k)
{
	size_t n = k->w.f->reg_count;

	k->values = fin_group_values_new(n);
	k->heads = mem_new(k->rs.count, sizeof *k->heads);
	for (unsigned b = 0; b < BODIES; b++) {
		k->g[b].slot = mem_new(n, sizeof *k->g[b].slot);
		k->g[b].exact = mem_new(n, sizeof *k->g[b].exact);
		k->g[b].spill = mem_new(n, sizeof *k->g[b].spill);
		k->g[b].divides = NULL;
	}
	k->w.entry = LLVMCreateBuilderInContext(k->w.l->ctx);
	LLVMPositionBuilderAtEnd(k->w.entry, new_block(k, "entry"));
}

static void end_function(struct kernel *k)
{
	LLVMDisposeBuilder(k->w.entry);
	for (unsigned b = 0; b < BODIES; b++) {
		free(k->g[b].spill);
		free(k->g[b].exact);
		free(k->g[b].slot);
	}
	free(k->heads);
	fin_group_values_free(&k->values);
}

/* The regions of a piece, into w.fn. */
static void emit_regions(struct kernel *k, uint32_t piece)
{
	LLVMBuilderRef b = k->w.l->b;
	uint32_t n = k->rs.count;

	begin_function(k);
	emit_prologue(k);
	for (uint32_t r = 0; r < n; r++)
		k->heads[r] = k->pieces.of[r] == piece ? new_block(k, "region") : NULL;
	k->done = new_block(k, "done");
	k->hub = fin_is_in_pieces(&k->pieces) ? new_block(k, "next") : NULL;
	if (k->per == FIN_PER_WAVE)
		emit_wave_code(k);
	for (uint32_t r = 0; k->per == FIN_PER_GROUP && r < n; r++)
		if (k->heads[r] != NULL)
			emit_region(k, r);
	go_on_at(k, k->done);
	if (fin_is_in_pieces(&k->pieces)) {
		LLVMBuildRet(b, LLVMBuildLoad2(b, k->w.l->i32, k->next, ""));
		fin_piece_enter(&k->w, k->next, &k->pieces, k->hub);
		fin_region_switch(&k->w, NULL, k->next, k->heads, n, k->done);
	} else {
		LLVMBuildRetVoid(b);
		if (k->per == FIN_PER_GROUP)
			fin_kernel_begin(&k->w);
		LLVMBuildBr(k->w.entry, k->heads[0]);
	}
	end_function(k);
}

static bool emit_kernel(const struct fin_unit *u, struct fin_function *f, enum fin_granularity per,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	struct kernel k = {
		.code = {.barrier = wait_at_barrier}, .per = per, .w = fin_lower_of(u, f, &k.made)};

	analyse(&k);
	make_gangs(&k, u->lanes);
	for (uint32_t p = 0; fin_is_in_pieces(&k.pieces) && p < k.pieces.count; p++) {
		fin_piece_function(&k.w, &k.pieces, p);
		emit_regions(&k, p);
	}
	fin_kernel_function(&k.w, per);
	if (fin_is_in_pieces(&k.pieces))
		fin_pieces_run(&k.w, &k.pieces, k.rs.count);
	else
		emit_regions(&k, 0);
	fin_kernel_describe(&k.w, k.item_bytes, u->lanes, kd);
	fin_pieces_describe(&k.pieces, kd);
	if (per == FIN_PER_WAVE)
		fin_kernel_on_fibers(HSAEMU_WAVESIZE, kd);
	*entry = k.w.fn;
	for (unsigned b = 0; b < BODIES; b++)
		LLVMDisposeBuilder(k.g[b].init);
	return !k.made.failed;
}

bool fin_emit_wave_kernel(const struct fin_unit *u, struct fin_function *f,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	return emit_kernel(u, f, FIN_PER_WAVE, kd, entry);
}

bool fin_emit_gang_kernel(const struct fin_unit *u, struct fin_function *f,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	return emit_kernel(u, f, FIN_PER_GROUP, kd, entry);
}

/* ---- preparation ---------------------------------------------------------------------------- */

/* All parts of a wave run an instruction before the next one: vector code has nothing to wait for
 * at a wavebarrier, nor at a barrier between work-items of one wave (PRM 9.1). */
static void drop_wave_barriers(struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++) {
		struct fin_term *t = &f->blocks[k]->term;

		if (t->kind != FIN_TERM_BARRIER)
			continue;
		t->of_wave |= t->width == BRIG_WIDTH_WAVESIZE ||
		              (t->width != BRIG_WIDTH_NONE && t->width <= BRIG_WIDTH_32);
		if (t->of_wave)
			t->kind = FIN_TERM_BR;
	}
	fin_cfg_renumber(f);
}

void fin_gang_prepare(struct fin_function *f)
{
	drop_wave_barriers(f);
	fin_flow_simplify(f);
	fin_pass_done(f->module->clock, "flow_simplify");
	fin_ssa(f);
	fin_pass_done(f->module->clock, "ssa");
}
