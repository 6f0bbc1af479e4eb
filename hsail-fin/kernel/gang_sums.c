/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests once for a group that its sums of ids do not wrap where 32-bit numbers are widened
 * (docs/design/vector-code.md, "Sums of ids").
 *
 * What a sum is where all ids are 0 comes from the instructions themselves, which are made for a
 * work-item with these ids. What it has for each id is found beside that. As numbers without
 * bounds, the sums of a group then lie between two that follow from the group's sizes; if these are
 * in the range of 32 bits, no work-item's sum has wrapped. */
#include "kernel/gang_kernel.h"
#include "ir/lowering.h"
#include "lower/lower_memory.h"
#include "shape/index_terms.h"

/* How many addresses others are compared with, and how far these are from them; and how far the
 * addresses of neighbours may be from each other, so that those of a part are within 32 bits. */
enum { MOST_LEADERS = 64, NEAR = 1 << 16, FAR = 1 << 26 };

/* The work-item whose ids are 0, and the sums that are known so far. */
struct test {
	struct fin_gang_kernel *k;
	struct fin_gang g;
	struct fin_shapes shapes;
	struct fin_id_sum *sum; /* by register */
	struct fin_bits done;
	struct fin_terms_search terms;
	uint32_t leader[MOST_LEADERS]; /* addresses that are no other one and a number */
	unsigned leader_count;
	LLVMValueRef holds; /* i1 */
};

static LLVMBuilderRef builder(const struct test *t)
{
	return t->k->s.w.l->b;
}

static LLVMValueRef i64(const struct test *t, uint64_t v)
{
	return LLVMConstInt(t->k->s.w.l->i64, v, false);
}

static unsigned bits_of(const struct test *t, uint32_t reg)
{
	return t->k->s.w.f->regs[reg].bits;
}

/* ---- what a sum has for each id ------------------------------------------------------------- */

/* A number of the group, as i64. */
static LLVMValueRef number(struct test *t, const struct fin_value *v, unsigned bits)
{
	if (v->kind == FIN_VALUE_IMM)
		return i64(t, bits == 32 ? (uint64_t)(int32_t)(uint32_t)v->lo : v->lo);
	return fin_resize(t->k->s.w.l, fin_gang_scalar(&t->g, v->reg, 0), 64, true);
}

static bool is_for_group(const struct test *t, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_IMM || fin_bits_has(&t->k->forms->group, v->reg);
}

static LLVMValueRef step_of(struct test *t, const struct fin_value *v, unsigned dim)
{
	return is_for_group(t, v) ? NULL : t->sum[v->reg].step[dim];
}

static LLVMValueRef add(struct test *t, LLVMValueRef a, LLVMValueRef b, bool minus)
{
	if (b == NULL)
		return a;
	if (a == NULL)
		return minus ? LLVMBuildNeg(builder(t), b, "") : b;
	return (minus ? LLVMBuildSub : LLVMBuildAdd)(builder(t), a, b, "");
}

static LLVMValueRef product(struct test *t, const struct fin_inst *i, unsigned dim)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;

	for (unsigned k = 1; k < 3; k++) {
		LLVMValueRef s = step_of(t, &i->operands[3 - k].v[0], dim);

		if (is_for_group(t, &i->operands[k].v[0]) && s != NULL)
			return LLVMBuildMul(builder(t), s, number(t, &i->operands[k].v[0], bits),
				"");
	}
	return NULL;
}

static LLVMValueRef shifted(struct test *t, const struct fin_inst *i, unsigned dim)
{
	LLVMValueRef s = step_of(t, &i->operands[1].v[0], dim);
	unsigned bits = isa_type_find(i->isa->type)->bits;
	LLVMValueRef n = i64(t, i->operands[2].v[0].lo & (bits - 1));

	if (s == NULL)
		return NULL;
	return i->isa->opcode == BRIG_OPCODE_SHR ? LLVMBuildAShr(builder(t), s, n, "")
	                                         : LLVMBuildShl(builder(t), s, n, "");
}

static LLVMValueRef find_step(struct test *t, const struct fin_inst *i, unsigned dim)
{
	const struct fin_operand *o = i->operands;
	unsigned of_id;

	if (fin_is_summed_id(i, &of_id))
		return of_id == dim ? i64(t, 1) : NULL;
	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return add(t, step_of(t, &o[1].v[0], dim), step_of(t, &o[2].v[0], dim),
			fin_index_op(i) == FIN_INDEX_DIFFERENCE);
	case FIN_INDEX_PRODUCT:
		return product(t, i, dim);
	case FIN_INDEX_PRODUCT_AND_SUM:
		return add(t, product(t, i, dim), step_of(t, &o[3].v[0], dim), false);
	case FIN_INDEX_COPY:
		return step_of(t, &o[1].v[0], dim);
	case FIN_INDEX_SHIFT_LEFT:
	case FIN_INDEX_OTHER: /* an even shift right */
		break;
	}
	return shifted(t, i, dim);
}

/* Sums are modulo 2^bits, so the step of a 32-bit one may be taken as any number that is the same
 * modulo 2^32: the least is best for the test, and cannot overflow in it. */
static LLVMValueRef least_step(struct test *t, uint32_t reg, LLVMValueRef s)
{
	struct fin_llvm *l = t->k->s.w.l;

	return s == NULL || bits_of(t, reg) == 64
	               ? s
	               : fin_resize(l, fin_resize(l, s, 32, true), 64, true);
}

/* ---- tests ---------------------------------------------------------------------------------- */

static LLVMValueRef min_or_max(struct test *t, const char *which, LLVMValueRef a)
{
	return fin_intrinsic2(t->k->s.w.l, which, a, i64(t, 0));
}

static bool is_positive(LLVMValueRef step)
{
	return LLVMIsAConstantInt(step) != NULL && LLVMConstIntGetSExtValue(step) > 0;
}

/* The least and the greatest that the ids of the group add to `first`. */
static void find_range(struct test *t, const LLVMValueRef step[3], LLVMValueRef range[2])
{
	range[0] = range[1] = i64(t, 0);
	for (unsigned d = 0; d < 3; d++) {
		LLVMValueRef last;

		if (step[d] == NULL)
			continue;
		last = fin_resize(t->k->s.w.l, t->k->sizes.size[d], 64, false);
		last = LLVMBuildMul(builder(t), step[d],
			LLVMBuildSub(builder(t), last, i64(t, 1), ""), "");
		if (!is_positive(step[d]))
			range[0] = LLVMBuildAdd(builder(t), range[0],
				min_or_max(t, "llvm.smin", last), "");
		range[1] = LLVMBuildAdd(builder(t), range[1],
			is_positive(step[d]) ? last : min_or_max(t, "llvm.smax", last), "");
	}
}

static void expect(struct test *t, LLVMIntPredicate p, LLVMValueRef a, int64_t b)
{
	t->holds = LLVMBuildAnd(builder(t), t->holds,
		LLVMBuildICmp(builder(t), p, a, i64(t, (uint64_t)b), ""), "");
}

static void expect_same(struct test *t, LLVMValueRef a, LLVMValueRef b)
{
	t->holds = LLVMBuildAnd(builder(t), t->holds,
		LLVMBuildICmp(builder(t), LLVMIntEQ, a, b, ""), "");
}

/* Tests that what a cvt widens, or what an even shift leaves, is in range for the whole group. */
static void test_range(struct test *t, const struct fin_inst *i)
{
	struct fin_llvm *l = t->k->s.w.l;
	bool is_cvt = i->lowering == ISA_LOWER_CVT;
	bool is_signed =
		isa_type_find(is_cvt ? i->isa->source_type : i->isa->type)->kind == ISA_KIND_SIGNED;
	unsigned bits = is_cvt ? 32 : 64 - (unsigned)(i->operands[2].v[0].lo & 63);
	int64_t max = (int64_t)(((uint64_t)1 << (bits - is_signed)) - 1);
	const struct fin_id_sum *s = &t->sum[i->operands[is_cvt ? 1 : 0].v[0].reg];
	LLVMValueRef range[2], first = fin_resize(l, s->first, 64, is_signed);

	find_range(t, s->step, range);
	expect(t, LLVMIntSGE, LLVMBuildAdd(builder(t), first, range[0], ""),
		is_signed ? -max - 1 : 0);
	expect(t, LLVMIntSLE, LLVMBuildAdd(builder(t), first, range[1], ""), max);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* Computes a register of which the sums are made. */
static void compute(struct test *t, uint32_t reg)
{
	const struct fin_inst *i = t->shapes.def[reg];
	struct fin_id_sum *s = &t->sum[reg];
	uint32_t regs[FIN_MAX_REGS];

	if (fin_bits_has(&t->done, reg))
		return;
	fin_bits_add(&t->done, reg);
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		compute(t, regs[n - 1]);
	fin_gang_inst(&t->g, i);
	s->first = fin_gang_scalar(&t->g, reg, 0);
	for (unsigned d = 0; d < 3 && !fin_bits_has(&t->k->forms->group, reg); d++)
		s->step[d] = least_step(t, reg, find_step(t, i, d));
	if (fin_bits_has(&t->k->forms->sure, reg))
		test_range(t, i);
}

/* Lets an address be another one and a number, if there is one that is so unless a sum wraps, and
 * tests that it is so. */
static bool follow(struct test *t, uint32_t reg, uint32_t leader)
{
	const struct fin_id_sum *s = &t->sum[reg], *u = &t->k->sum[leader];
	int64_t more;

	if (!fin_terms_differ_by(fin_terms_of(&t->terms, reg), fin_terms_of(&t->terms, leader),
		    &more) ||
		more < -NEAR || more > NEAR)
		return false;
	for (unsigned d = 0; d < 3; d++)
		if ((s->step[d] == NULL) != (u->step[d] == NULL))
			return false;
	expect_same(t, s->first, LLVMBuildAdd(builder(t), u->first, i64(t, (uint64_t)more), ""));
	for (unsigned d = 0; d < 3; d++)
		if (s->step[d] != u->step[d])
			expect_same(t, s->step[d], u->step[d]);
	t->k->sum[reg] = *u;
	t->k->sum[reg].more = more;
	return true;
}

/* Tests that the addresses of neighbours in a part are not far from each other. */
static void test_steps(struct test *t, uint32_t reg)
{
	struct fin_id_sum *s = &t->k->sum[reg];
	const unsigned along[] = {0, t->k->row};

	for (unsigned n = 0; n < (t->k->has_across && t->k->row != 0 ? 2 : 1); n++)
		if (s->step[along[n]] != NULL)
			expect(t, LLVMIntULT,
				LLVMBuildAdd(builder(t), s->step[along[n]], i64(t, FAR), ""),
				2 * (int64_t)FAR);
	s->has_steps = true;
}

/* Keeps a sum that is an address. Those that differ by a number have all but that in common. One
 * that began with a sum before a loop has its steps. */
static void keep(struct test *t, uint32_t reg, uint32_t began)
{
	if (t->k->sum[reg].first != NULL)
		return;
	if (began != FIN_NOWHERE) {
		memcpy(t->k->sum[reg].step, t->sum[began].step, sizeof t->sum[began].step);
		return;
	}
	if (bits_of(t, reg) != 64) {
		t->k->sum[reg] = t->sum[reg];
		return;
	}
	for (unsigned n = 0; n < t->leader_count; n++)
		if (follow(t, reg, t->leader[n]))
			return;
	t->k->sum[reg] = t->sum[reg];
	if (t->leader_count < MOST_LEADERS)
		t->leader[t->leader_count++] = reg;
}

/* Computes all that is to be tested, and keeps the sums that are addresses. */
static void compute_all(struct test *t)
{
	const struct fin_function *f = t->k->s.w.f;
	size_t n = f->reg_count;

	for (size_t r = 0; (r = fin_bits_next(&t->k->forms->sure, r, n)) < n; r++)
		compute(t, (uint32_t)r);
	for (size_t b = 0; b < f->block_count; b++)
		for (const struct fin_inst *i = f->blocks[b]->first; i != NULL; i = i->next) {
			const struct fin_operand *o = &i->operands[1];
			bool has_steps;
			uint32_t began;

			if (!fin_is_access(i) || !o->has_reg)
				continue;
			has_steps = fin_bits_has(&t->k->forms->stepped, o->reg);
			if (!has_steps && (bits_of(t, o->reg) != 64 ||
						  !fin_bits_has(&t->k->forms->depends, o->reg)))
				continue;
			began = has_steps ? t->k->forms->began[o->reg] : FIN_NOWHERE;
			compute(t, began == FIN_NOWHERE ? o->reg : began);
			keep(t, o->reg, began);
			if (has_steps && !t->k->sum[o->reg].has_steps)
				test_steps(t, o->reg);
		}
}

/* ---- whole rows ----------------------------------------------------------------------------- */

static LLVMValueRef both(struct test *t, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildAnd(builder(t), a, b, "");
}

/* i1: the number is a multiple of a part's lanes. */
static LLVMValueRef is_multiple(struct test *t, LLVMValueRef v)
{
	LLVMValueRef odd =
		LLVMBuildAnd(builder(t), v, fin_like(v, t->k->g[FIN_BODY_IN_ROWS].lanes - 1), "");

	return LLVMBuildICmp(builder(t), LLVMIntEQ, odd, fin_like(odd, 0), "");
}

/* i1: the sums are in the range of signed numbers and not negative: quotients of others are rounded
 * up. */
static LLVMValueRef is_natural(struct test *t, const struct fin_id_sum *s)
{
	LLVMValueRef first = fin_resize(t->k->s.w.l, s->first, 64, true), range[2], yes;

	find_range(t, s->step, range);
	yes = LLVMBuildICmp(builder(t), LLVMIntSGE, LLVMBuildAdd(builder(t), first, range[0], ""),
		i64(t, 0), "");
	return both(t, yes,
		LLVMBuildICmp(builder(t), LLVMIntSLE, LLVMBuildAdd(builder(t), first, range[1], ""),
			i64(t, INT32_MAX), ""));
}

/* i1: each part's first number, of the sums that are divided or of which a part is taken, is a
 * multiple of its lanes; and it can be divided. */
static LLVMValueRef begins_evenly(struct test *t, const struct fin_inst *i)
{
	const struct fin_value *n =
		&i->operands[i->operands[1].v[0].kind == FIN_VALUE_REG ? 1 : 2].v[0];
	const struct fin_id_sum *s = &t->sum[n->reg];
	LLVMValueRef yes;

	compute(t, n->reg);
	yes = is_multiple(t, s->first);
	for (unsigned d = 1; d < 3; d++)
		if (s->step[d] != NULL)
			yes = both(t, yes, is_multiple(t, s->step[d]));
	if (i->lowering == ISA_LOWER_DIVIDE && isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED)
		yes = both(t, yes, is_natural(t, s));
	return yes;
}

/* The divisor, which is positive if *positive, i1, is. */
static LLVMValueRef divisor_of(struct test *t, const struct fin_inst *i, LLVMValueRef *positive)
{
	struct fin_view v = fin_gang_scalars(&t->g, 0);
	bool is_signed = isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED;
	LLVMValueRef d;

	if (i->operands[2].v[0].kind == FIN_VALUE_REG)
		compute(t, i->operands[2].v[0].reg);
	d = fin_src(&v.w, i, 2);
	*positive = LLVMBuildICmp(builder(t), is_signed ? LLVMIntSGT : LLVMIntNE, d, fin_like(d, 0),
		"");
	return d;
}

/* i1: the number is a power of two below a part's lanes. */
static LLVMValueRef is_short(struct test *t, LLVMValueRef d)
{
	LLVMValueRef less = LLVMBuildSub(builder(t), d, fin_like(d, 1), "");
	LLVMValueRef odd = LLVMBuildAnd(builder(t), d, less, "");

	return both(t, LLVMBuildICmp(builder(t), LLVMIntEQ, odd, fin_like(d, 0), ""),
		LLVMBuildICmp(builder(t), LLVMIntULT, d,
			fin_like(d, t->k->g[FIN_BODY_IN_ROWS].lanes), ""));
}

/* Tests whether all rows are made of whole parts, and whether all parts are made of whole rows. */
static void test_rows(struct test *t)
{
	const struct fin_bits *divided = &t->k->forms->divided;
	size_t n = t->k->s.w.f->reg_count;
	LLVMValueRef yes = LLVMConstInt(t->k->s.w.l->i1, 1, false), whole = yes, even = yes;

	for (size_t r = 0; (r = fin_bits_next(divided, r, n)) < n; r++) {
		const struct fin_inst *i = t->shapes.def[r];
		LLVMValueRef d, positive;

		yes = both(t, yes, begins_evenly(t, i));
		if (i->lowering != ISA_LOWER_DIVIDE)
			continue;
		d = divisor_of(t, i, &positive);
		yes = both(t, yes, positive);
		whole = both(t, whole, is_multiple(t, d));
		even = both(t, even, is_short(t, d));
	}
	t->k->rows_are_whole = both(t, yes, whole);
	t->k->rows_are_even = both(t, yes, even);
}

/* ---- the gang ------------------------------------------------------------------------------- */

/* Makes the gang of one work-item, for which each register is one number. */
static void make_gang(struct test *t)
{
	struct fin_gang_kernel *k = t->k;
	size_t n = k->s.w.f->reg_count;
	struct arena *a = k->s.w.m->arena;
	LLVMValueRef zero = fin_skeleton_u32(&k->s, 0);

	t->shapes = k->shapes[FIN_BODY_IN_ROWS];
	t->shapes.of = ARENA_ARRAY(a, struct fin_lane_shape, n);
	for (size_t r = 0; r < n; r++)
		t->shapes.of[r].kind = FIN_SHAPE_GROUP;
	t->shapes.blend = fin_bits_new(a, n);
	t->g = (struct fin_gang){.w = &k->s.w, .s = &t->shapes, .lanes = 1, .parts = 1};
	for (unsigned d = 0; d < 3; d++)
		t->g.id[d][0] = t->g.id_base[d][0] = zero;
	t->g.flat[0] = t->g.flat_base[0] = zero;
	t->g.slot = mem_new(n, sizeof *t->g.slot);
	t->g.risk = mem_new(n, sizeof *t->g.risk);
	t->g.local = fin_bits_new(a, n);
	t->g.opaque = fin_bits_new(a, n);
	t->g.started = fin_bits_new(a, n);
	t->g.init = fin_builder_new(k->s.w.l);
}

/* Begins the blocks in which the gang's slots are set to zero and in which its code is. Returns the
 * latter. */
static LLVMBasicBlockRef start_gang(struct test *t)
{
	LLVMBasicBlockRef init = fin_skeleton_block(&t->k->s, "sums"),
			  body = fin_skeleton_block(&t->k->s, "");

	make_gang(t);
	LLVMBuildBr(t->k->s.w.l->b, init);
	LLVMPositionBuilderAtEnd(t->g.init, init);
	fin_skeleton_go_on(&t->k->s, body);
	return body;
}

static struct test new_test(struct fin_gang_kernel *k)
{
	struct arena *a = k->s.w.m->arena;

	return (struct test){.k = k,
		.sum = ARENA_ARRAY(a, struct fin_id_sum, k->s.w.f->reg_count),
		.done = fin_bits_new(a, k->s.w.f->reg_count),
		.holds = LLVMConstInt(k->s.w.l->i1, 1, false)};
}

static void release_gang(struct test *t)
{
	fin_builder_free(t->k->s.w.l, t->g.init);
	mem_free(t->g.risk);
	mem_free(t->g.slot);
}

/* Lets a body run no work-items where the test does not hold. */
static void require(struct test *t, LLVMValueRef *items)
{
	if (*items != NULL)
		*items = fin_select(t->k->s.w.l, t->holds, *items, fin_skeleton_u32(&t->k->s, 0));
}

void fin_sums_test(struct fin_gang_kernel *k)
{
	struct test t = new_test(k);
	LLVMBasicBlockRef body = start_gang(&t);

	t.terms = fin_terms_search(k->s.w.f, &k->shapes[FIN_BODY_IN_ROWS], &k->forms->sure);
	compute_all(&t);
	if (k->has_whole)
		test_rows(&t);
	LLVMBuildBr(t.g.init, body);
	release_gang(&t);
	k->sums_hold = t.holds;
	require(&t, &k->across_items);
	require(&t, &k->row_items);
	require(&t, &k->narrow_items);
}

struct fin_id_sum fin_sum_of_ids(struct fin_gang_kernel *k, uint32_t reg)
{
	struct test t = new_test(k);
	LLVMBasicBlockRef body = start_gang(&t);

	compute(&t, reg);
	LLVMBuildBr(t.g.init, body);
	release_gang(&t);
	return t.sum[reg];
}
