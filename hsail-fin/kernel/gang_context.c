/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values that vector code keeps over barriers (docs/design/vector-code.md, "Context across
 * barriers").
 *
 * A register that is one value for the group is in two scalars, `in` and `out` (pieces.h). Others
 * are in the context of the work-items, as their shape in the current body asks: a scalar for the
 * gang, a scalar for each part, or a vector for each part. */
#include "kernel/gang_kernel.h"
#include "ir/bits.h"
#include "ir/cfg.h"

static unsigned slot_bytes(const struct fin_gang_kernel *k, uint32_t reg)
{
	unsigned bits = k->s.w.f->regs[reg].bits;

	return bits < 8 ? 1 : bits / 8;
}

static bool is_always_shared(const struct fin_gang_kernel *k, uint32_t reg)
{
	return (!k->has_across || k->shapes[FIN_BODY_ACROSS].of[reg].kind == FIN_SHAPE_GROUP) &&
	       k->shapes[FIN_BODY_IN_ROWS].of[reg].kind == FIN_SHAPE_GROUP &&
	       k->shapes[FIN_BODY_ANY].of[reg].kind == FIN_SHAPE_GROUP;
}

/* Each register gets room for a full vector of lanes, as it may vary in some body. */
void fin_context_place(struct fin_gang_kernel *k)
{
	struct fin_bits wanted = fin_bits_new(k->s.w.m->arena, k->s.w.f->reg_count);

	k->slot = ARENA_ARRAY(k->s.w.m->arena, uint64_t, k->s.w.f->reg_count);
	for (uint32_t r = 1; r < k->s.rs->count; r++)
		for (uint32_t c = 0; c < k->s.rs->regions[r].context_count; c++)
			if (fin_is_kept(k, k->s.rs->regions[r].context[c]) &&
				!is_always_shared(k, k->s.rs->regions[r].context[c]))
				fin_bits_add(&wanted, k->s.rs->regions[r].context[c]);
	k->item_bytes = fin_context_places(k->s.w.f, k->s.rs, &wanted, k->slot);
	if (k->shapes[FIN_BODY_IN_ROWS].live_mask || k->shapes[FIN_BODY_ANY].live_mask ||
		(k->has_across && k->shapes[FIN_BODY_ACROSS].live_mask))
		k->live_slot = k->item_bytes++;
	k->item_bytes = align_up(k->item_bytes, HSAEMU_SEGMENT_ALIGN / HSAEMU_WAVESIZE);
}

/* The address of byte `byte` of one of the current gang's arrays: that of the value which has
 * offset `slot` in the context of one work-item. */
static LLVMValueRef context_pointer(struct fin_gang_kernel *k, uint64_t slot, uint64_t byte)
{
	return fin_byte_offset(&k->s.w, k->gang_context, slot * fin_gang_width(k) + byte);
}

/* The type that a part of a register has in memory. A varying i1 is a bit for each lane, any other
 * i1 a byte. */
static LLVMTypeRef memory_type(struct fin_gang_kernel *k, uint32_t reg)
{
	struct fin_gang *g = fin_current_gang(k);
	unsigned bits = k->s.w.f->regs[reg].bits;

	if (g->s->of[reg].kind != FIN_SHAPE_VARYING)
		return fin_int_type(k->s.w.l, bits < 8 ? 8 : bits);
	return bits == 1 ? fin_int_type(k->s.w.l, g->lanes < 8 ? 8 : g->lanes)
	                 : fin_vector_of(fin_int_type(k->s.w.l, bits), g->lanes);
}

static LLVMValueRef part_pointer(struct fin_gang_kernel *k, uint32_t reg, unsigned part)
{
	struct fin_gang *g = fin_current_gang(k);
	unsigned bytes = slot_bytes(k, reg);

	if (g->s->of[reg].kind == FIN_SHAPE_VARYING)
		bytes = k->s.w.f->regs[reg].bits == 1 ? 2 : bytes * g->lanes;
	return context_pointer(k, k->slot[reg], (uint64_t)part * bytes);
}

/* Vectors are aligned to 16 bytes at most, since the context of a gang of few lanes is not aligned
 * to the size of its vectors. That of one work-item is a multiple of ITEM bytes. */
static void context_access(struct fin_gang_kernel *k, uint32_t reg, LLVMValueRef access)
{
	enum { ITEM = HSAEMU_SEGMENT_ALIGN / HSAEMU_WAVESIZE };
	unsigned bytes = slot_bytes(k, reg);

	if (fin_current_gang(k)->s->of[reg].kind == FIN_SHAPE_VARYING && bytes > 1)
		bytes = 16;
	LLVMSetAlignment(access, fin_gang_width(k) == 1 && bytes > ITEM ? ITEM : bytes);
	fin_skeleton_describe_access(&k->s, access);
}

static unsigned part_count(struct fin_gang_kernel *k, uint32_t reg)
{
	return fin_is_once(fin_current_gang(k)->s, reg) ? 1 : fin_current_gang(k)->parts;
}

static bool is_shared(struct fin_gang_kernel *k, uint32_t reg)
{
	return fin_current_gang(k)->s->of[reg].kind == FIN_SHAPE_GROUP;
}

static LLVMTypeRef shared_type(struct fin_gang_kernel *k, uint32_t reg)
{
	return fin_int_type(k->s.w.l, k->s.w.f->regs[reg].bits);
}

static LLVMValueRef shared_value(struct fin_gang_kernel *k, uint32_t reg)
{
	return fin_group_in(&k->s.w, &k->s.pieces, &k->s.values, reg);
}

static LLVMValueRef shared_next_value(struct fin_gang_kernel *k, uint32_t reg)
{
	return fin_group_out(&k->s.w, &k->s.pieces, &k->s.values, reg);
}

static void pass_on_value(struct fin_gang_kernel *k, uint32_t reg)
{
	if (k->s.values.out[reg] != NULL)
		LLVMBuildStore(k->s.w.l->b,
			LLVMBuildLoad2(k->s.w.l->b, shared_type(k, reg), k->s.values.out[reg], ""),
			shared_value(k, reg));
}

/* Runs when all gangs have done region `from`: the shared values that it may have changed, and
 * those that phis of the next region read, become the values that the next region reads. */
void fin_context_pass_on(struct fin_skeleton *s, const struct fin_region *from,
	const struct fin_region *to)
{
	struct fin_gang_kernel *k = (struct fin_gang_kernel *)s;
	size_t n = k->s.w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++)
		if (fin_bits_has(&to->live, g))
			pass_on_value(k, (uint32_t)g);
	for (uint32_t i = 0; i < to->entry->phi_count; i++)
		pass_on_value(k, to->entry->phis[i].reg);
}

static void load_register(struct fin_gang_kernel *k, uint32_t reg)
{
	struct fin_gang *g = fin_current_gang(k);
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
static void save_register(struct fin_gang_kernel *k, uint32_t reg, uint32_t from)
{
	struct fin_gang *g = fin_current_gang(k);
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

void fin_context_set(struct fin_gang_kernel *k, uint32_t reg, LLVMValueRef v)
{
	LLVMBuildStore(k->s.w.l->b, v, shared_value(k, reg));
}

void fin_context_load_one(struct fin_gang_kernel *k, uint32_t reg)
{
	if (fin_is_kept(k, reg))
		load_register(k, reg);
	else
		fin_skeleton_compute_again(&k->s, reg);
}

void fin_context_load(struct fin_gang_kernel *k, const struct fin_region *r)
{
	fin_skeleton_forget_again(&k->s);
	for (uint32_t c = 0; c < r->context_count; c++)
		fin_context_load_one(k, r->context[c]);
}

static bool is_phi_of(const struct fin_block *b, uint32_t reg)
{
	for (uint32_t i = 0; i < b->phi_count; i++)
		if (b->phis[i].reg == reg)
			return true;
	return false;
}

/* Whether the place of `reg` holds the value of `source` since before the region, which leaves it.
 * So it is with a sum that one region of a loop adds to, and others only pass on. */
static bool is_in_place(struct fin_gang_kernel *k, const struct fin_region *from, uint32_t reg,
	uint32_t source)
{
	const struct fin_shapes *s = fin_current_gang(k)->s;

	return k->s.region > 0 && fin_is_kept(k, source) && !is_shared(k, reg) &&
	       !is_shared(k, source) && fin_bits_has(&from->live, source) &&
	       !fin_bits_has(&from->writes, source) && k->slot[reg] == k->slot[source] &&
	       memory_type(k, reg) == memory_type(k, source) &&
	       s->of[reg].kind == s->of[source].kind && part_count(k, reg) == part_count(k, source);
}

/* The one register that a phi of the current region, which makes `reg`, gets in it, or `reg`. */
static uint32_t source_in_region(const struct fin_gang_kernel *k, uint32_t reg)
{
	const struct fin_flow *w = &k->flows[k->s.region];
	uint32_t source = reg;

	for (uint32_t at = 0; at < w->count; at++)
		for (uint32_t i = 0; i < w->order[at]->phi_count; i++) {
			const struct fin_phi *phi = &w->order[at]->phis[i];

			for (uint32_t p = 0; phi->reg == reg && p < w->order[at]->pred_count; p++) {
				const struct fin_block *pred = w->order[at]->preds[p];

				if (fin_position(&w->position, pred->index) == FIN_NOWHERE ||
					pred->term.kind == FIN_TERM_BARRIER)
					continue;
				if (source != reg && source != phi->from[p])
					return reg;
				source = phi->from[p];
			}
		}
	return source;
}

/* Saves what the current region may have changed and region `to` needs, and the values of the phis
 * behind barrier `b`. */
static void save_context(struct fin_gang_kernel *k, const struct fin_block *b,
	const struct fin_region *to)
{
	const struct fin_region *from = &k->s.rs->regions[k->s.region];
	size_t n = k->s.w.f->reg_count;

	for (size_t g = 0; (g = fin_bits_next(&from->writes, g, n)) < n; g++)
		if (fin_bits_has(&to->live, g) && fin_is_kept(k, (uint32_t)g) &&
			!is_phi_of(to->entry, (uint32_t)g) &&
			!is_in_place(k, from, (uint32_t)g, source_in_region(k, (uint32_t)g)))
			save_register(k, (uint32_t)g, (uint32_t)g);
	for (uint32_t i = 0; i < to->entry->phi_count; i++) {
		uint32_t reg = to->entry->phis[i].reg;
		uint32_t source = fin_phi_source(&to->entry->phis[i], to->entry, b);

		if (fin_is_kept(k, reg) && !is_in_place(k, from, reg, source))
			save_register(k, reg, source);
	}
}

/* ---- lanes that reach the barrier ----------------------------------------------------------- */

static LLVMValueRef live_pointer(struct fin_gang_kernel *k, unsigned part)
{
	return context_pointer(k, k->live_slot, (uint64_t)part * 2);
}

static LLVMTypeRef live_type(struct fin_gang_kernel *k)
{
	return fin_int_type(k->s.w.l,
		fin_current_gang(k)->lanes < 8 ? 8 : fin_current_gang(k)->lanes);
}

void fin_live_store(struct fin_gang_kernel *k, LLVMValueRef *mask)
{
	for (unsigned p = 0; p < fin_current_gang(k)->parts; p++) {
		LLVMValueRef v = LLVMConstNull(live_type(k));

		if (mask != NULL)
			v = fin_resize(k->s.w.l, fin_gang_bits(fin_current_gang(k), mask[p]),
				LLVMGetIntTypeWidth(live_type(k)), false);
		v = LLVMBuildStore(k->s.w.l->b, v, live_pointer(k, p));
		LLVMSetAlignment(v, 1);
		fin_skeleton_describe_access(&k->s, v);
	}
}

void fin_live_load(struct fin_gang_kernel *k, LLVMValueRef *mask)
{
	for (unsigned p = 0; p < fin_current_gang(k)->parts; p++) {
		LLVMValueRef v = LLVMBuildLoad2(k->s.w.l->b, live_type(k), live_pointer(k, p), "");

		LLVMSetAlignment(v, 1);
		fin_skeleton_describe_access(&k->s, v);
		mask[p] = fin_gang_mask(fin_current_gang(k), v);
	}
}

void fin_context_wait(struct fin_gang_code *c, const struct fin_block *b)
{
	struct fin_gang_kernel *k = c->owner;
	const struct fin_region *r = fin_skeleton_after(&k->s, b);
	struct fin_gang *g = fin_current_gang(k);

	save_context(k, b, r);
	fin_skeleton_set_next(&k->s, r);
	if (g->s->live_mask) {
		LLVMValueRef all[FIN_MAX_PARTS];

		for (unsigned p = 0; p < g->parts; p++)
			all[p] = fin_gang_all(g);
		fin_live_store(k, g->mask != NULL ? g->mask : all);
	}
}

/* ---- slots ---------------------------------------------------------------------------------- */

LLVMBasicBlockRef fin_slots_start(struct fin_gang_kernel *k)
{
	struct fin_gang *g = fin_current_gang(k);
	LLVMBasicBlockRef init = fin_skeleton_block(&k->s, "gang"),
			  body = fin_skeleton_block(&k->s, "");

	LLVMBuildBr(k->s.w.l->b, init);
	LLVMPositionBuilderAtEnd(g->init, init);
	g->started = fin_bits_new(k->s.w.m->arena, k->s.w.f->reg_count);
	fin_skeleton_go_on(&k->s, body);
	return body;
}
