/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions that are lowered for one lane after the other, by loops over the lanes that are on.
 *
 * An instruction's registers that differ from lane to lane are in memory while its lanes are
 * lowered, so that one loop serves all parts. */
#include "hsaemu/kernel_abi.h"
#include "gang/outline_call.h"
#include "gang/gang_lanes.h"
#include "gang/gang_lowerings.h"
#include "ir/bits.h"

static bool is_spilled(const struct fin_gang *g, uint32_t reg)
{
	return !fin_is_uniform(g->s->of[reg]);
}

static void make_array(struct fin_gang *g, uint32_t reg)
{
	unsigned lanes = fin_is_wide(g) ? g->parts * g->lanes : HSAEMU_WAVESIZE;

	if (g->spill[reg] != NULL)
		return;
	g->spill[reg] = LLVMBuildAlloca(g->w->entry,
		LLVMArrayType2(fin_gang_spill_type(g, reg), lanes), "");
	LLVMSetAlignment(g->spill[reg], 64);
}

/* Whether the array of a register has its values already. Where many instructions in a row are
 * calls, what one leaves in an array the next one takes. */
static bool has_spilled(struct fin_gang *g, uint32_t reg)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(g->w->l->b);

	if (!g->outlines)
		return false;
	if (g->spilled_in != here)
		g->spilled = fin_bits_new(g->w->m->arena, g->w->f->reg_count);
	g->spilled_in = here;
	return fin_bits_has(&g->spilled, reg);
}

static void note_spilled(struct fin_gang *g, uint32_t reg)
{
	if (g->outlines && !has_spilled(g, reg))
		fin_bits_add(&g->spilled, reg);
}

void fin_gang_spill(struct fin_gang *g, uint32_t reg)
{
	LLVMTypeRef elem = fin_gang_spill_type(g, reg);

	if (has_spilled(g, reg))
		return;
	make_array(g, reg);
	for (unsigned p = 0; p < g->parts; p++)
		LLVMBuildStore(g->w->l->b,
			fin_resize(g->w->l, fin_gang_vector(g, reg, p), LLVMGetIntTypeWidth(elem),
				false),
			fin_gang_element(g, elem, g->spill[reg], p * g->lanes));
	note_spilled(g, reg);
}

/* Reads the result of all lanes from its array. Lanes that are off have their old values there, as
 * the register was spilled before. */
static void fill(struct fin_gang *g, uint32_t reg)
{
	LLVMTypeRef elem = fin_gang_spill_type(g, reg);

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v = LLVMBuildLoad2(g->w->l->b, fin_vector_of(elem, g->lanes),
			fin_gang_element(g, elem, g->spill[reg], p * g->lanes), "");

		fin_gang_put(g, reg, p, fin_resize(g->w->l, v, g->w->f->regs[reg].bits, false));
	}
	note_spilled(g, reg);
}

static struct fin_lane_loop open_lanes(struct fin_gang *g, LLVMValueRef start)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
	struct fin_lane_loop l = {
		.body = fin_gang_block(g, "lane"), .after = fin_gang_block(g, "")};

	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, start, fin_like(start, 0), ""), l.body,
		l.after);
	LLVMPositionBuilderAtEnd(b, l.body);
	l.left = LLVMBuildPhi(b, LLVMTypeOf(start), "");
	LLVMAddIncoming(l.left, &start, &before, 1);
	l.lane = fin_gang_lane(g, fin_lowest_bit(g->w->l, l.left));
	return l;
}

struct fin_lane_loop fin_gang_open_lanes(struct fin_gang *g)
{
	return open_lanes(g, fin_gang_wave_bits(g, g->mask));
}

void fin_gang_close_lanes(struct fin_gang *g, struct fin_lane_loop *l)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
	LLVMValueRef next =
		LLVMBuildAnd(b, l->left, LLVMBuildSub(b, l->left, fin_like(l->left, 1), ""), "");

	LLVMAddIncoming(l->left, &next, &here, 1);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, next, fin_like(next, 0), ""), l->body,
		l->after);
	LLVMPositionBuilderAtEnd(b, l->after);
}

/* Whether the instruction is so short that an unrolled loop pays for the case that all lanes are
 * on: the code is half the work then. One that has a faster way does not come by here often. */
static bool goes_by_known_lanes(const struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t defs[FIN_MAX_REGS];

	return i->lowering == ISA_LOWER_ATOMIC && fin_inst_defs(i, defs) == 0 &&
	       !fin_gang_updates_row(g, i);
}

static void by_known_lanes(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef on,
	LLVMBasicBlockRef after)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef all = fin_gang_block(g, "lanes"), some = fin_gang_block(g, "");
	LLVMValueRef full = fin_gang_wave_bits(g, NULL);

	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, on, full, ""), all, some);
	LLVMPositionBuilderAtEnd(b, all);
	for (unsigned n = 0; n < g->parts * g->lanes; n++) {
		struct fin_view v = fin_gang_lane(g, LLVMConstInt(g->w->l->i32, n, false));

		fin_lower_inst(&v.w, i);
	}
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, some);
}

void fin_gang_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef on)
{
	LLVMBasicBlockRef after = NULL;
	struct fin_lane_loop l;

	if (goes_by_known_lanes(g, i))
		by_known_lanes(g, i, on, after = fin_gang_block(g, ""));
	l = open_lanes(g, on);
	fin_execute_inst(&l.lane.w, i);
	fin_gang_close_lanes(g, &l);
	if (after != NULL) {
		LLVMBuildBr(g->w->l->b, after);
		LLVMPositionBuilderAtEnd(g->w->l->b, after);
	}
}

/* Makes the array of a result. It has what lanes had if the instruction keeps some of that, or if
 * lanes are off and anybody may read theirs; else those get zeros, as no lane may hold poison. */
static void prepare_result(struct fin_gang *g, const struct fin_inst *i, uint32_t reg)
{
	LLVMTypeRef elem = fin_gang_spill_type(g, reg);

	if (fin_inst_keeps_dest(i) || (g->mask != NULL && fin_bits_has(&g->s->blend, reg))) {
		fin_gang_spill(g, reg);
		return;
	}
	make_array(g, reg);
	for (unsigned p = 0; g->mask != NULL && p < g->parts; p++)
		LLVMBuildStore(g->w->l->b, LLVMConstNull(fin_vector_of(elem, g->lanes)),
			fin_gang_element(g, elem, g->spill[reg], p * g->lanes));
}

void fin_gang_lanes(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t uses[FIN_MAX_REGS], defs[FIN_MAX_REGS];
	unsigned used = fin_inst_uses(i, uses), defined = fin_inst_defs(i, defs);
	LLVMValueRef fn = fin_outline_in_turn(g, i);

	for (unsigned k = 0; k < used; k++)
		if (is_spilled(g, uses[k]))
			fin_gang_spill(g, uses[k]);
	for (unsigned k = 0; k < defined; k++)
		prepare_result(g, i, defs[k]);
	if (fn != NULL)
		fin_outline_call_in_turn(g, i, fn);
	else
		fin_gang_in_turn(g, i, fin_gang_wave_bits(g, g->mask));
	for (unsigned k = 0; k < defined; k++)
		fill(g, defs[k]);
}
