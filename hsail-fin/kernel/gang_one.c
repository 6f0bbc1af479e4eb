/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The code of one gang in a region, which loops over gangs have inside (gang_kernel.h). */
#include "kernel/gang_kernel.h"
#include "lower/lower_stack.h"
#include "ir/bits.h"

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

/* ---- private memory ------------------------------------------------------------------------- */

/* Returns the places of a part's work-items in the order of the body: their flat ids, where lanes
 * are along x. */
static LLVMValueRef places(struct fin_gang_kernel *k, unsigned part)
{
	struct fin_gang *g = fin_current_gang(k);

	if (g->flat_step == NULL)
		return g->flat[part];
	return fin_gang_spread(g,
		LLVMBuildAdd(k->s.w.l->b, k->first, u32(k, (uint64_t)part * g->lanes), ""), 1);
}

/* Sets where the private memory of the gang's parts begins. */
static void part_blocks(struct fin_gang_kernel *k)
{
	struct fin_gang *g = fin_current_gang(k);
	LLVMBuilderRef b = k->s.w.l->b;

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef first = LLVMBuildAdd(b, k->first, u32(k, (uint64_t)p * g->lanes), "");
		LLVMValueRef offset = LLVMBuildMul(b, fin_resize(k->s.w.l, first, 64, false),
			k->s.w.block_bytes, "");

		g->part_block[p] = LLVMBuildGEP2(b, k->s.w.l->i8, k->s.blocks, &offset, 1, "");
	}
}

static void private_blocks(struct fin_gang_kernel *k)
{
	struct fin_gang *g = fin_current_gang(k);

	if (g->private_unit > 0)
		part_blocks(k);
	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef offset = fin_resize(k->s.w.l, places(k, p), 64, false);

		offset = LLVMBuildMul(k->s.w.l->b, offset,
			fin_splat(k->s.w.l, k->s.w.block_bytes, g->lanes), "");
		g->block[p] = LLVMBuildGEP2(k->s.w.l->b, k->s.w.l->i8, k->s.blocks, &offset, 1, "");
	}
}

/* ---- where it starts ------------------------------------------------------------------------ */

/* Writes the header of the private stack of each work-item of the gang. */
static void start_stacks(struct fin_gang_kernel *k)
{
	struct fin_gang *g = fin_current_gang(k);

	for (unsigned p = 0; p < g->parts; p++)
		for (unsigned v = 0; v < g->lanes; v++) {
			k->s.w.block =
				LLVMBuildExtractElement(k->s.w.l->b, g->block[p], u32(k, v), "");
			fin_stack_start(&k->s.w);
		}
}

/* Sets the masks of the lanes that are left, which are beside each other. */
static void mask_of_left(struct fin_gang_kernel *k, LLVMValueRef *mask)
{
	struct fin_gang *g = fin_current_gang(k);

	for (unsigned p = 0; p < g->parts; p++)
		mask[p] = LLVMBuildICmp(k->s.w.l->b, LLVMIntULT,
			fin_gang_spread(g, u32(k, g->is_stacked ? 0 : (uint64_t)p * g->lanes), 1),
			fin_splat(k->s.w.l, k->left, g->lanes), "");
}

/* Sets and returns the mask with which the gang starts the region, or returns NULL when all lanes
 * are on. The code goes to the gang's end when no lane is left. */
static LLVMValueRef *entry_mask(struct fin_gang_kernel *k, LLVMValueRef *mask)
{
	struct fin_gang *g = fin_current_gang(k);
	LLVMBuilderRef b = k->s.w.l->b;

	if (g->s->live_mask && k->s.region > 0) {
		LLVMBasicBlockRef some = fin_skeleton_block(&k->s, "");

		fin_live_load(k, mask);
		fin_live_store(k, NULL);
		LLVMBuildCondBr(b, fin_gang_any(g, mask), some, k->code.end);
		fin_skeleton_go_on(&k->s, some);
		return mask;
	}
	if (g->s->live_mask)
		fin_live_store(k, NULL);
	if (k->left != NULL)
		mask_of_left(k, mask);
	if (k->body != FIN_BODY_ANY || k->any_is_single)
		return k->left != NULL ? mask : NULL;
	for (unsigned p = 0; p < g->parts; p++)
		mask[p] = LLVMBuildICmp(b, LLVMIntULT, g->flat[p],
			fin_splat(k->s.w.l, k->items, g->lanes), "");
	return mask;
}

/* Says what is known of the lanes at branches that work-items in reach take one way: they all are
 * in reach, or that is to be asked. */
static void note_reach(struct fin_gang_kernel *k)
{
	struct fin_gang_code *c = &k->code;

	c->is_whole = NULL;
	/* few parts of ENDS are whole, and masks cost little where accesses have them */
	c->keeps_masks = k->body == FIN_BODY_ENDS && k->reach.is_known &&
	                 fin_target_has(&k->s.w.l->target, "avx512vl");
	if (!k->reach.is_known || k->body >= FIN_BODY_NEAR)
		return;
	if (k->is_within) {
		c->settled = k->reach.taken;
		c->div = fin_diverge_but_at(k->s.w.m->arena, c->flow, fin_current_gang(k)->s,
			c->settled);
		return;
	}
	c->is_whole = fin_reach_is_whole(k);
	c->whole = k->reach.taken;
}

static void note_opaque(struct fin_gang_kernel *k, const struct fin_region *r)
{
	struct fin_gang *g = fin_current_gang(k);

	g->opaque = fin_bits_new(k->s.w.m->arena, k->s.w.f->reg_count);
	for (uint32_t c = 0; k->s.region > 0 && c < r->context_count; c++)
		if (fin_is_kept(k, r->context[c]))
			fin_bits_add(&g->opaque, r->context[c]);
}

void fin_emit_one_gang(struct fin_gang_kernel *k)
{
	const struct fin_region *r = &k->s.rs->regions[k->s.region];
	struct fin_gang *g = fin_current_gang(k);
	LLVMValueRef mask[FIN_MAX_PARTS];
	LLVMValueRef offset = fin_resize(k->s.w.l, k->first, 64, false);
	LLVMBasicBlockRef body;

	offset = LLVMBuildMul(k->s.w.l->b, offset, fin_like(offset, k->item_bytes), "");
	k->gang_context = LLVMBuildGEP2(k->s.w.l->b, k->s.w.l->i8, k->s.context, &offset, 1, "");
	private_blocks(k);
	body = fin_slots_start(k);
	k->code.flow = &k->flows[k->s.region];
	k->code.div = &g->s->in[k->s.region];
	k->code.end = fin_skeleton_block(&k->s, "gang.end");
	k->code.entry_mask = entry_mask(k, mask);
	k->code.is_rare =
		k->is_rare || (k->body == FIN_BODY_ANY && !fin_has_one_body(k)) ||
		(k->body == FIN_BODY_ENDS && (!k->row_by_row || k->flows[0].loop_count > 0));
	k->code.mostly_whole = !k->is_rare && k->left == NULL && k->body != FIN_BODY_ANY &&
	                       k->code.entry_mask != NULL;
	g->mask = k->code.entry_mask;
	g->some = k->left != NULL && (g->is_stacked || g->parts == 1) ? g->mask : NULL;
	note_reach(k);
	k->code.keeps_masks |= k->is_rare;
	note_opaque(k, r);
	if (k->s.region > 0)
		fin_context_load(k, r);
	else if (k->s.w.f->dynamic_stack)
		start_stacks(k);
	fin_gang_region(g, &k->code);
	if (k->is_within)
		k->code.settled.count = 0;
	LLVMBuildBr(g->init, body);
	fin_skeleton_go_on(&k->s, k->code.end);
}
