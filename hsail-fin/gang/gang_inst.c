/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which form an instruction takes in vector code. */
#include "hsaemu/kernel_abi.h"
#include "lower/call.h"
#include "llvm/debug_info.h"

/* ---- one lane after the other --------------------------------------------------------------- */

/* The instruction's registers that differ from lane to lane are in memory while its lanes are
 * lowered: one loop serves all parts. */

static bool is_spilled(const struct fin_gang *g, uint32_t reg)
{
	return !fin_is_uniform(g->s->of[reg]);
}

static void make_array(struct fin_gang *g, uint32_t reg)
{
	if (g->spill[reg] != NULL)
		return;
	g->spill[reg] = LLVMBuildAlloca(g->w->entry,
		LLVMArrayType2(fin_gang_spill_type(g, reg), HSAEMU_WAVESIZE), "");
	LLVMSetAlignment(g->spill[reg], 64);
}

/* Where many instructions in a row are calls, what one leaves in an array the next one takes. */
static bool has_spilled(struct fin_gang *g, uint32_t reg)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(g->w->l->b);

	if (!g->shares_forms)
		return false;
	if (g->spilled_in != here)
		g->spilled = fin_bits_new(g->w->m->arena, g->w->f->reg_count);
	g->spilled_in = here;
	return fin_bits_has(&g->spilled, reg);
}

static void note_spilled(struct fin_gang *g, uint32_t reg)
{
	if (g->shares_forms && !has_spilled(g, reg))
		fin_bits_add(&g->spilled, reg);
}

static void spill(struct fin_gang *g, uint32_t reg)
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

/* Lanes that are off keep what they had. */
static void fill(struct fin_gang *g, uint32_t reg)
{
	LLVMTypeRef elem = fin_gang_spill_type(g, reg);

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v = LLVMBuildLoad2(g->w->l->b, fin_shape(elem, g->lanes),
			fin_gang_element(g, elem, g->spill[reg], p * g->lanes), "");

		fin_gang_put(g, reg, p, fin_resize(g->w->l, v, g->w->f->regs[reg].bits, false));
	}
	note_spilled(g, reg);
}

static struct fin_lane_loop open_lanes(struct fin_gang *g, LLVMValueRef start)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
	struct fin_lane_loop l = {fin_gang_block(g, "lane"), fin_gang_block(g, ""), NULL};
	LLVMValueRef args[2];

	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, start, fin_like(start, 0), ""), l.body,
		l.after);
	LLVMPositionBuilderAtEnd(b, l.body);
	l.left = LLVMBuildPhi(b, g->w->l->i32, "");
	LLVMAddIncoming(l.left, &start, &before, 1);
	args[0] = l.left;
	args[1] = LLVMConstInt(g->w->l->i1, 1, false);
	fin_gang_select(g, FIN_GANG_LANE, 0,
		fin_intrinsic(g->w->l, "llvm.cttz", &g->w->l->i32, 1, args, 2));
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

/* Short instructions go by known lanes where all are on, which is half the work. */
static bool goes_by_known_lanes(const struct fin_inst *i)
{
	uint32_t defs[FIN_MAX_REGS];

	return i->lowering == ISA_LOWER_ATOMIC && fin_inst_defs(i, defs) == 0;
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
		fin_gang_select(g, FIN_GANG_LANE, 0, LLVMConstInt(g->w->l->i32, n, false));
		fin_lower_inst(g->w, i);
	}
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, some);
}

void fin_gang_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef on)
{
	LLVMBasicBlockRef after = NULL;
	struct fin_lane_loop l;

	if (goes_by_known_lanes(i))
		by_known_lanes(g, i, on, after = fin_gang_block(g, ""));
	l = open_lanes(g, on);
	fin_execute_inst(g->w, i);
	fin_gang_close_lanes(g, &l);
	if (after != NULL) {
		LLVMBuildBr(g->w->l->b, after);
		LLVMPositionBuilderAtEnd(g->w->l->b, after);
	}
}

void fin_gang_lanes(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t uses[FIN_MAX_REGS], defs[FIN_MAX_REGS];
	unsigned used = fin_inst_uses(i, uses), defined = fin_inst_defs(i, defs);
	LLVMValueRef fn = fin_gang_form_in_turn(g, i);

	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	for (unsigned k = 0; k < used; k++)
		if (is_spilled(g, uses[k]))
			spill(g, uses[k]);
	for (unsigned k = 0; k < defined; k++)
		(fn != NULL && g->mask == NULL ? make_array : spill)(g, defs[k]);
	if (fn != NULL)
		fin_gang_call_in_turn(g, i, fn);
	else
		fin_gang_in_turn(g, i, fin_gang_wave_bits(g, g->mask));
	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	for (unsigned k = 0; k < defined; k++)
		fill(g, defs[k]);
}

void fin_gang_first_lane(struct fin_gang *g)
{
	LLVMValueRef args[] = {fin_gang_wave_bits(g, g->mask), LLVMConstInt(g->w->l->i1, 1, false)};

	fin_gang_select(g, FIN_GANG_LANE, 0,
		fin_intrinsic(g->w->l, "llvm.cttz", &g->w->l->i32, 1, args, 2));
}

/* ---- by shape ------------------------------------------------------------------------------- */

static void lower_once(struct fin_gang *g, const struct fin_inst *i)
{
	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	fin_execute_inst(g->w, i);
}

/* As the result's shape asks. */
static void lower_by_result(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_lane_shape s = {.kind = FIN_SHAPE_NONE};

	if (fin_inst_defs(i, regs) > 0)
		s = g->s->of[regs[0]];
	if (fin_is_uniform(s)) {
		lower_once(g, i);
		return;
	}
	for (unsigned p = 0; p < g->parts; p++) {
		fin_gang_select(g, s.kind == FIN_SHAPE_LINEAR ? FIN_GANG_PART : FIN_GANG_VECTOR, p,
			NULL);
		fin_execute_inst(g->w, i);
	}
}

bool fin_gang_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	if (fin_inst_defs(i, regs) == 0 || g->s->of[regs[0]].kind != FIN_SHAPE_VARYING)
		return false;
	if (fin_breaks(g->w->f) && fin_may_except(i))
		return true;
	if (i->lowering == ISA_LOWER_DIVIDE)
		return fin_divides_in_turn(i);
	return (i->lowering == ISA_LOWER_ARITH || i->lowering == ISA_LOWER_NATIVE) &&
	       fin_calls_fma(g->w, i);
}

/* A load of which the code says that all lanes get the same (ld_width), from any address. */
static bool loads_for_any_lane(const struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_operand *a = &i->operands[1];
	uint32_t regs[FIN_MAX_REGS];

	return a->kind == FIN_OPND_ADDRESS && a->has_reg && !fin_is_uniform(g->s->of[a->reg]) &&
	       fin_inst_defs(i, regs) > 0 && fin_is_uniform(g->s->of[regs[0]]);
}

/* The first lane that is on loads. */
static void load_for_any_lane(struct fin_gang *g, const struct fin_inst *i)
{
	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	spill(g, i->operands[1].reg);
	fin_gang_first_lane(g);
	fin_lower_inst(g->w, i);
	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
}

void fin_gang_inst(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	fin_debug_location(g->w, i->loc);
	switch (i->lowering) {
	case ISA_LOWER_LOAD:
		if (i->operands[1].kind != FIN_OPND_SLOTS && fin_inst_defs(i, regs) > 0 &&
			g->s->of[regs[0]].kind == FIN_SHAPE_VARYING)
			fin_gang_load(g, i);
		else if (loads_for_any_lane(g, i))
			load_for_any_lane(g, i);
		else
			lower_by_result(g, i);
		break;
	case ISA_LOWER_STORE:
		if (i->operands[1].kind != FIN_OPND_SLOTS)
			fin_gang_store(g, i);
		else
			lower_by_result(g, i);
		break;
	case ISA_LOWER_ATOMIC:
		(fin_gang_reduces(g, i) ? fin_gang_reduce : fin_gang_lanes)(g, i);
		break;
	case ISA_LOWER_SIGNAL:
	case ISA_LOWER_QUEUE:
	case ISA_LOWER_ALLOCA:
	case ISA_LOWER_DEBUGTRAP:
		fin_gang_lanes(g, i);
		break;
	case ISA_LOWER_CALL:
		fin_gang_call(g, i);
		break;
	case ISA_LOWER_FBARRIER:
		if (i->isa->opcode == BRIG_OPCODE_LDF)
			lower_by_result(g, i);
		else
			fin_gang_fbarrier(g, i);
		break;
	case ISA_LOWER_BARRIER:
	case ISA_LOWER_CLOCK:
	case ISA_LOWER_FENCE:
		lower_once(g, i);
		break;
	case ISA_LOWER_EXCEPTION:
		(fin_inst_defs(i, regs) > 0 ? lower_by_result : lower_once)(g, i);
		break;
	case ISA_LOWER_LANE:
		fin_gang_cross(g, i);
		break;
	case ISA_LOWER_NOP:
		(i->pseudo == FIN_PSEUDO_NOP ? lower_once : fin_gang_profile)(g, i);
		break;
	case ISA_LOWER_IMAGE:
		if (i->isa->opcode == BRIG_OPCODE_QUERYSAMPLER)
			lower_by_result(g, i);
		else
			fin_gang_image(g, i);
		break;
	default:
		if (!fin_gang_call_form(g, i))
			(fin_gang_goes_in_turn(g, i) ? fin_gang_lanes : lower_by_result)(g, i);
		break;
	}
}
