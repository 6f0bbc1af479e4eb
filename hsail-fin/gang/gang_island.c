/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lowers an island (islands.h). There is straight code for all lanes, which has linear values as
 * sums of a scalar and a constant, and a loop for lanes that are on, which finds all values in
 * memory. */
#include "gang/islands.h"
#include "hsaemu/kernel_abi.h"
#include "gang/gang_lanes.h"
#include "ir/lowering.h"
#include "lower/lower_memory.h"

bool fin_gang_is_in_island(const struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_lane_shape a;

	if (i->island == NULL || g->lanes == 1 || g->is_stacked || fin_is_wide(g) || g->outlines ||
		g->shares)
		return false;
	if (!i->island->is_of_last)
		return true;
	a = fin_address_shape(g->w->f, g->s, i->island->root, 1);
	return fin_is_uniform(a) && !a.risky;
}

static const struct fin_inst *next_member(const struct fin_inst *i)
{
	const struct fin_island *island = i->island;

	if (i == island->root)
		return NULL;
	do
		i = i->next;
	while (i->island != island);
	return i;
}

/* ---- values from outside -------------------------------------------------------------------- */

static bool is_defined(const struct fin_island *s, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = s->first; i != s->root; i = next_member(i))
		if (fin_inst_defs(i, regs) == 1 && regs[0] == reg)
			return true;
	return false;
}

/* What is done for each value of a shape that the island takes from outside. */
typedef void for_value(struct fin_gang *g, uint32_t reg, void *data);

static void for_values(struct fin_gang *g, const struct fin_island *s, enum fin_shape_kind kind,
	for_value *then, void *data)
{
	uint32_t regs[FIN_MAX_REGS];

	for (const struct fin_inst *i = s->first; i != NULL; i = next_member(i))
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			if (g->s->of[regs[n - 1]].kind == kind && !is_defined(s, regs[n - 1]))
				then(g, regs[n - 1], data);
}

static void spill(struct fin_gang *g, uint32_t reg, void *data)
{
	(void)data;
	fin_gang_spill(g, reg);
}

static void test_linear(struct fin_gang *g, uint32_t reg, void *data)
{
	LLVMValueRef *all = data;

	for (unsigned p = 0; g->s->of[reg].risky && p < g->parts; p++)
		*all = LLVMBuildAnd(g->w->l->b, *all, fin_gang_is_linear(g, reg, p), "");
}

/* ---- addresses in group memory -------------------------------------------------------------- */

/* An address of 32 bits, the sum of something linear from outside and of something that is
 * computed in the island. As pointers, the former is one for each lane, in which lanes differ by
 * constants, and the latter an index: two instructions less for each lane.
 *
 * The processor adds 64 bits. The index is taken as a number with a sign, and objects end far below
 * 2^31, so both sums are the same for each address of an object if that from outside is small. */
struct split {
	const struct fin_inst *sum; /* NULL: there is no such address */
	uint32_t address;
	const struct fin_value *linear, *rest;
};

enum { SMALL = 1 << 28 };

static unsigned address_operand(const struct fin_inst *i)
{
	return fin_is_access(i) ? 1 : 0;
}

static bool is_linear_from_outside(const struct fin_gang *g, const struct fin_island *s,
	const struct fin_value *v)
{
	const struct fin_lane_shape *shape;

	if (v->kind != FIN_VALUE_REG || is_defined(s, v->reg))
		return false;
	shape = &g->s->of[v->reg];
	return shape->kind != FIN_SHAPE_VARYING &&
	       (shape->kind != FIN_SHAPE_LINEAR ||
		       (shape->stride < SMALL / HSAEMU_WAVESIZE &&
			       shape->stride > -SMALL / HSAEMU_WAVESIZE));
}

static unsigned uses_of(const struct fin_inst *i, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned uses = 0;

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		uses += regs[n - 1] == reg;
	return uses;
}

/* Whether the instruction is an access in group memory of which the register is the address. */
static bool has_address(const struct fin_island *s, const struct fin_inst *i, uint32_t reg)
{
	unsigned k = address_operand(i);
	const struct fin_operand *o = &i->operands[k];

	return (fin_is_access(i) || i == s->root) && i->isa->segment == BRIG_SEGMENT_GROUP &&
	       o->has_reg && o->reg == reg && fin_address_has_base(i, k) && o->offset < SMALL;
}

/* Whether all that use the register are such accesses, and use it for nothing else. */
static bool is_address_only(const struct fin_island *s, uint32_t reg)
{
	for (const struct fin_inst *i = s->first; i != NULL; i = next_member(i)) {
		unsigned uses = uses_of(i, reg);

		if (uses > 1 || (uses == 1 && !has_address(s, i, reg)))
			return false;
	}
	return true;
}

static struct split split_address(const struct fin_gang *g, const struct fin_island *s)
{
	struct split r = {.address = s->root->operands[address_operand(s->root)].reg};
	const struct fin_inst *sum = g->s->def[r.address];

	if (sum == NULL || sum->island != s || fin_index_op(sum) != FIN_INDEX_SUM ||
		!is_address_only(s, r.address))
		return r;
	for (unsigned k = 1; k < 3; k++) {
		r.linear = &sum->operands[k].v[0];
		r.rest = &sum->operands[3 - k].v[0];
		if (is_linear_from_outside(g, s, r.linear)) {
			r.sum = sum;
			break;
		}
	}
	return r;
}

/* Whether what the address has from outside is small. */
static LLVMValueRef is_small(struct fin_gang *g, const struct split *t)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef all = LLVMConstInt(g->w->l->i1, 1, false);

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v = fin_gang_scalar(g, t->linear->reg, p);

		v = LLVMBuildAdd(b, v, fin_like(v, SMALL), "");
		v = LLVMBuildICmp(b, LLVMIntULT, v, fin_like(v, 2 * SMALL), "");
		all = LLVMBuildAnd(b, all, v, "");
	}
	return all;
}

/* The pointer to which the index of a lane is added for an access. */
static LLVMValueRef base_of(struct fin_gang *g, const struct split *t, const struct fin_inst *i,
	unsigned lane)
{
	const struct fin_lane_shape *shape = &g->s->of[t->linear->reg];
	LLVMValueRef first = fin_gang_scalar(g, t->linear->reg, lane / g->lanes);
	LLVMValueRef ptr = fin_address_base(g->w, i, address_operand(i));

	first = fin_resize(g->w->l, first, 64, true);
	ptr = LLVMBuildGEP2(g->w->l->b, g->w->l->i8, ptr, &first, 1, "");
	return shape->kind == FIN_SHAPE_LINEAR
	               ? fin_byte_offset(g->w, ptr,
				 (uint64_t)(shape->stride * (int64_t)(lane % g->lanes)))
	               : ptr;
}

/* ---- lanes ---------------------------------------------------------------------------------- */

static void run_lane(struct fin_view *lane, const struct fin_island *s, LLVMValueRef *own)
{
	lane->own = own;
	for (const struct fin_inst *i = s->first; i != NULL; i = next_member(i))
		fin_lower_inst(&lane->w, i);
}

/* Runs lane number n, whose address is split. */
static void run_split(struct fin_gang *g, unsigned n, const struct fin_island *s,
	const struct split *t, LLVMValueRef *own)
{
	struct fin_view lane = fin_gang_lane(g, LLVMConstInt(g->w->l->i32, n, false));

	lane.own = own;
	for (const struct fin_inst *i = s->first; i != NULL; i = next_member(i)) {
		if (i == t->sum) {
			own[t->address] = fin_value_get(&lane.w, t->rest, BRIG_TYPE_U32);
			continue;
		}
		if (uses_of(i, t->address) > 0)
			lane.w.base = base_of(g, t, i, n);
		fin_lower_inst(&lane.w, i);
		lane.w.base = NULL;
	}
}

/* Runs all lanes, if all are on and linear values are so. */
static void all_lanes(struct fin_gang *g, const struct fin_island *s, LLVMValueRef on,
	LLVMValueRef *own, LLVMBasicBlockRef after)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef all = fin_gang_block(g, "lanes"), some = fin_gang_block(g, "");
	LLVMValueRef full = fin_gang_wave_bits(g, NULL);
	LLVMValueRef yes = LLVMBuildICmp(b, LLVMIntEQ, on, full, "");
	struct split t = split_address(g, s);

	for_values(g, s, FIN_SHAPE_LINEAR, test_linear, &yes);
	if (t.sum != NULL)
		yes = LLVMBuildAnd(b, yes, is_small(g, &t), "");
	LLVMBuildCondBr(b, yes, all, some);
	LLVMPositionBuilderAtEnd(b, all);
	for (unsigned n = 0; n < g->parts * g->lanes; n++) {
		struct fin_view lane = fin_gang_lane(g, LLVMConstInt(g->w->l->i32, n, false));

		if (t.sum != NULL)
			run_split(g, n, s, &t, own);
		else
			run_lane(&lane, s, own);
	}
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, some);
}

/* Runs the lanes that are on, one after the other. */
static void each_lane(struct fin_gang *g, const struct fin_island *s, LLVMValueRef *own)
{
	LLVMValueRef on;
	LLVMBasicBlockRef after;
	struct fin_lane_loop l;

	on = fin_gang_wave_bits(g, g->mask);
	after = fin_gang_block(g, "");
	for_values(g, s, FIN_SHAPE_VARYING, spill, NULL);
	if (!g->is_terse)
		all_lanes(g, s, on, own, after);
	for_values(g, s, FIN_SHAPE_LINEAR, spill, NULL);
	l = fin_gang_open_lanes(g);
	run_lane(&l.lane, s, own);
	fin_gang_close_lanes(g, &l);
	LLVMBuildBr(g->w->l->b, after);
	LLVMPositionBuilderAtEnd(g->w->l->b, after);
}

/* ---- the last lane -------------------------------------------------------------------------- */

/* The lane that runs the island, and what is to be its own values. */
struct last {
	LLVMValueRef lane, *own;
};

static LLVMValueRef linear_at(struct fin_gang *g, uint32_t reg, LLVMValueRef lane)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef first = fin_gang_scalar(g, reg, 0), step;

	for (unsigned p = 1; p < g->parts; p++)
		first = LLVMBuildSelect(b,
			LLVMBuildICmp(b, LLVMIntUGE, lane, fin_like(lane, p * g->lanes), ""),
			fin_gang_scalar(g, reg, p), first, "");
	step = LLVMBuildAnd(b, lane, fin_like(lane, g->lanes - 1), "");
	step = fin_resize(g->w->l, step, g->w->f->regs[reg].bits, false);
	step = LLVMBuildMul(b, step, fin_like(step, (uint64_t)g->s->of[reg].stride), "");
	return LLVMBuildAdd(b, first, step, "");
}

/* Takes a value by way of the memory, unless all lanes are on: then it is known which one it is. */
static void take_varying(struct fin_gang *g, uint32_t reg, void *data)
{
	struct last *last = data;
	unsigned end = g->parts * g->lanes - 1;

	if (g->mask != NULL)
		fin_gang_spill(g, reg);
	else if (last->own[reg] == NULL)
		last->own[reg] =
			LLVMBuildExtractElement(g->w->l->b, fin_gang_vector(g, reg, g->parts - 1),
				LLVMConstInt(g->w->l->i32, end % g->lanes, false), "");
}

static void take_linear(struct fin_gang *g, uint32_t reg, void *data)
{
	struct last *last = data;

	if (last->own[reg] == NULL && !g->s->of[reg].risky)
		last->own[reg] = linear_at(g, reg, last->lane);
	else if (last->own[reg] == NULL)
		take_varying(g, reg, data);
}

static void last_lane(struct fin_gang *g, const struct fin_island *s, LLVMValueRef *own)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef on = fin_gang_wave_bits(g, g->mask);
	LLVMTypeRef type = LLVMTypeOf(on);
	LLVMValueRef args[] = {on, LLVMConstInt(g->w->l->i1, 1, false)}, zeros;
	struct last last = {.own = own};
	LLVMBasicBlockRef some, after = NULL;
	struct fin_view view;

	if (g->mask != NULL) {
		some = fin_gang_block(g, "");
		after = fin_gang_block(g, "");
		LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, on, fin_like(on, 0), ""), some,
			after);
		LLVMPositionBuilderAtEnd(b, some);
	}
	zeros = fin_intrinsic(g->w->l, "llvm.ctlz", &type, 1, args, 2);
	last.lane = fin_resize(g->w->l,
		LLVMBuildSub(b, fin_like(on, LLVMGetIntTypeWidth(type) - 1), zeros, ""), 32, false);
	for_values(g, s, FIN_SHAPE_VARYING, take_varying, &last);
	for_values(g, s, FIN_SHAPE_LINEAR, take_linear, &last);
	view = fin_gang_lane(g, last.lane);
	run_lane(&view, s, own);
	if (after != NULL) {
		LLVMBuildBr(b, after);
		LLVMPositionBuilderAtEnd(b, after);
	}
}

void fin_gang_island(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef *own;

	if (i != i->island->root)
		return;
	own = mem_new(g->w->f->reg_count, sizeof *own);
	(i->island->is_of_last ? last_lane : each_lane)(g, i->island, own);
	mem_free(own);
}
