/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bodies of a region in vector code (gang_kernel.h). A kernel on fibers has the code for one
 * wave instead of the loops. */
#include "llvm/debug_info.h"
#include "kernel/gang_kernel.h"

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

/* ---- regions -------------------------------------------------------------------------------- */

/* Where a body ends that runs the work-items up to `end`: only those up to `limit`, which may be
 * NULL, have something to do. */
static LLVMValueRef end_of(struct fin_gang_kernel *k, LLVMValueRef end, LLVMValueRef limit)
{
	LLVMTypeRef type = k->s.w.l->i32;
	LLVMValueRef args[] = {end, limit};

	return limit == NULL ? end : fin_intrinsic(k->s.w.l, "llvm.umin", &type, 1, args, 2);
}

/* Continues where `yes` does not hold. Returns the block for where it does. */
static LLVMBasicBlockRef branch_off(struct fin_gang_kernel *k, LLVMValueRef yes, const char *name)
{
	LLVMBasicBlockRef on = fin_skeleton_block(&k->s, name), off = fin_skeleton_block(&k->s, "");

	LLVMBuildCondBr(k->s.w.l->b, yes, on, off);
	fin_skeleton_go_on(&k->s, off);
	return on;
}

/* Forgets what the code of a body has for registers, where they get other shapes. */
static void take_shapes(struct fin_gang_kernel *k, enum fin_body body, const struct fin_shapes *s)
{
	struct fin_gang *g = &k->g[body];
	size_t regs = k->s.w.f->reg_count;

	k->shapes[body] = *s;
	g->local = fin_gang_local(k->s.w.f, g->s, k->s.rs);
	memset(g->slot, 0, regs * sizeof *g->slot);
	memset(g->risk, 0, regs * sizeof *g->risk);
	memset(g->spill, 0, regs * sizeof *g->spill);
	g->divides = NULL;
}

/* Makes the loop of the body IN_ROWS, or that over its gangs that are in `boxes`, unless NULL. */
static void emit_in_rows(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end,
	const struct fin_row_boxes *boxes)
{
	if (boxes != NULL)
		fin_loop_over_whole(k, boxes);
	else
		fin_loop_over_gangs(k, FIN_BODY_IN_ROWS, begin, end);
}

/* Makes that twice if the kernel has stores that may go past the caches. At the end of these is a
 * fence that orders them before what tells others of them. */
static void emit_streams(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end,
	const struct fin_row_boxes *boxes)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef stream, keep, after;
	LLVMValueRef least;

	if (k->streamed_bytes == 0) {
		emit_in_rows(k, begin, end, boxes);
		return;
	}
	keep = fin_skeleton_block(&k->s, "keep");
	stream = fin_skeleton_block(&k->s, "stream");
	after = fin_skeleton_block(&k->s, "");
	least = fin_dispatch_field(&k->s.w, offsetof(struct hsaemu_dispatch, stream_bytes),
		k->s.w.l->i32);
	/* The usual copy is the first, so that a debugger's breakpoint at the kernel is in it. */
	fin_llvm_expect(k->s.w.l,
		LLVMBuildCondBr(b,
			LLVMBuildICmp(b, LLVMIntULT, u32(k, k->streamed_bytes), least, ""), keep,
			stream));
	fin_skeleton_go_on(&k->s, keep);
	emit_in_rows(k, begin, end, boxes);
	LLVMBuildBr(b, after);
	fin_skeleton_go_on(&k->s, stream);
	k->g[FIN_BODY_IN_ROWS].streams = true;
	emit_in_rows(k, begin, end, boxes);
	k->g[FIN_BODY_IN_ROWS].streams = false;
	fin_intrinsic(k->s.w.l, "llvm.x86.sse.sfence", NULL, 0, NULL, 0);
	LLVMBuildBr(b, after);
	fin_skeleton_go_on(&k->s, after);
}

/* Makes the body IN_ROWS for groups of which no part has the end of a row of divided ids. */
static void emit_whole(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end,
	const struct fin_row_boxes *boxes)
{
	struct fin_shapes usual = k->shapes[FIN_BODY_IN_ROWS];

	take_shapes(k, FIN_BODY_IN_ROWS, &k->whole);
	emit_streams(k, begin, end, boxes);
	take_shapes(k, FIN_BODY_IN_ROWS, &usual);
}

/* Makes the body IN_ROWS for groups of whose rows that is known. */
static void emit_known_rows(struct fin_gang_kernel *k, enum fin_rows rows, LLVMValueRef begin,
	LLVMValueRef end, const struct fin_row_boxes *boxes)
{
	struct fin_shapes usual = k->shapes[FIN_BODY_IN_ROWS];
	struct fin_gang *g = &k->g[FIN_BODY_IN_ROWS];
	unsigned parts = g->parts;

	take_shapes(k, FIN_BODY_IN_ROWS, &usual);
	g->rows = rows;
	g->parts = rows == FIN_ROWS_ODD ? 1 : parts; /* whose tests are most of the code */
	emit_in_rows(k, begin, end, boxes);
	g->parts = parts;
	g->rows = FIN_ROWS_ANY;
}

/* Makes the body IN_ROWS two or three times, for what a test has told of the rows into which ids
 * are divided. */
static void emit_divided_rows(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end,
	const struct fin_row_boxes *boxes)
{
	LLVMBasicBlockRef whole, even = NULL, after = fin_skeleton_block(&k->s, "");

	whole = branch_off(k, k->rows_are_whole, "whole");
	if (k->has_even)
		even = branch_off(k, k->rows_are_even, "even");
	emit_known_rows(k, k->has_even ? FIN_ROWS_ODD : FIN_ROWS_ANY, begin, end, boxes);
	LLVMBuildBr(k->s.w.l->b, after);
	if (k->has_even) {
		fin_skeleton_go_on(&k->s, even);
		emit_known_rows(k, FIN_ROWS_EVEN, begin, end, boxes);
		LLVMBuildBr(k->s.w.l->b, after);
	}
	fin_skeleton_go_on(&k->s, whole);
	emit_whole(k, begin, end, boxes);
	LLVMBuildBr(k->s.w.l->b, after);
	fin_skeleton_go_on(&k->s, after);
}

static void emit_rows(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end)
{
	struct fin_row_boxes boxes;
	const struct fin_row_boxes *by_row = k->row_by_row ? &boxes : NULL;

	if (k->row_by_row)
		boxes = fin_row_boxes(k, begin, end);
	(k->has_whole ? emit_divided_rows : emit_streams)(k, begin, end, by_row);
	if (k->row_by_row)
		fin_loop_over_ends(k, &boxes);
}

/* Makes the body ANY, unless no group can have anything left for it. */
static void emit_any(struct fin_gang_kernel *k, LLVMValueRef end)
{
	LLVMValueRef begin = k->narrow_items;

	if (k->has_ends && k->sums == NULL)
		return;
	if (k->has_ends)
		begin = fin_select(k->s.w.l, k->sums_hold, k->items, u32(k, 0));
	fin_loop_over_gangs(k, FIN_BODY_ANY, begin, end);
}

static void emit_bodies(struct fin_gang_kernel *k, LLVMValueRef limit)
{
	if (k->masked_rows)
		fin_loop_over_masked_rows(k);
	else if (k->has_across)
		fin_loop_over_gangs(k, FIN_BODY_ACROSS, u32(k, 0), k->across_items);
	if (k->has_rows)
		emit_rows(k, k->has_across ? k->across_items : u32(k, 0),
			end_of(k, k->row_items, limit));
	if (k->has_narrow)
		fin_loop_over_gangs(k, FIN_BODY_NARROW, k->row_items,
			end_of(k, k->narrow_items, limit));
	if (k->has_ends && !k->row_by_row)
		fin_loop_over_rest(k);
	emit_any(k, end_of(k, k->items, limit));
}

/* Lets the code leave out the branch by which all its work-items are known to be in the bound. */
static void settle(struct fin_gang_kernel *k, bool is_settled)
{
	const struct fin_few_items *few = &k->few[k->s.region];

	k->wide = (struct fin_taken){few->bound[few->wide].branch, few->bound[few->wide].to};
	k->code.settled = (struct fin_taken_list){&k->wide, is_settled && few->has_wide};
}

/* Makes the code for one work-item after the other, but for the first one of the group: these leave
 * out what only the region as a whole does. */
static void emit_others(struct fin_gang_kernel *k, LLVMValueRef from, LLVMValueRef limit)
{
	k->code.tail = k->few[k->s.region].tail;
	settle(k, true);
	fin_loop_over_gangs(k, FIN_BODY_FEW, from, limit);
	settle(k, false);
	k->code.tail = 0;
}

/* Makes the bodies for levels that do not run at once: where the step is large, so no elements are
 * near each other, or where the test for levels fails. Small code is better than fast code then. */
static void emit_single_levels(struct fin_gang_kernel *k, LLVMValueRef limit)
{
	bool terse[FIN_BODY_COUNT];

	k->is_rare = true;
	for (unsigned b = 0; b < FIN_BODY_COUNT; b++) {
		terse[b] = k->g[b].is_terse;
		k->g[b].is_terse = true;
	}
	emit_bodies(k, limit);
	for (unsigned b = 0; b < FIN_BODY_COUNT; b++)
		k->g[b].is_terse = terse[b];
	k->is_rare = false;
}

static void emit_few(struct fin_gang_kernel *k, const struct fin_few_choice *c)
{
	fin_loop_over_gangs(k, FIN_BODY_FEW, u32(k, 0), u32(k, 1));
	emit_others(k, c->first, c->limit);
}

/* Whether FEW may run all work-items of a region with levels, as it does anyhow where steps are
 * large: groups have one row. What is left are the levels of which elements are near each other,
 * where the test for levels fails. */
static bool is_few_enough(const struct fin_gang_kernel *k)
{
	const struct fin_few_items *few = &k->few[k->s.region];
	const uint32_t *wg = k->s.w.f->control.required_wg;
	bool has_sums = false;

	for (unsigned n = 0; n < few->bound_count; n++)
		has_sums |= few->bound[n].sign != 0;
	return few->is_sparse && !has_sums && wg[0] != 0 && wg[1] <= 1 && wg[2] <= 1;
}

/* Makes the code for whole gangs with a near step, at least one, and for the work-items that are
 * left. */
static void emit_near(struct fin_gang_kernel *k, const struct fin_near_step *n, LLVMValueRef limit)
{
	struct fin_gang *g = &k->g[FIN_BODY_NEAR];
	LLVMValueRef whole =
		LLVMBuildAnd(k->s.w.l->b, limit, u32(k, ~((uint64_t)g->lanes * g->parts - 1)), "");

	take_shapes(k, FIN_BODY_NEAR, &n->shapes);
	settle(k, true);
	fin_loop_over_gangs(k, FIN_BODY_NEAR, u32(k, 0), whole);
	settle(k, false);
	emit_others(k, whole, limit);
}

/* Leaves groups of several rows to other code. */
static void leave_rows(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef fn = k->s.w.unit->for_rows, args[] = {k->s.w.dispatch, k->s.w.wg};
	LLVMValueRef one_row = LLVMBuildICmp(b, LLVMIntEQ, k->items, k->sizes.size[0], "");
	LLVMBasicBlockRef go_on = fin_skeleton_block(&k->s, ""),
			  rows = fin_skeleton_block(&k->s, "rows");

	LLVMBuildCondBr(b, one_row, go_on, rows);
	fin_skeleton_go_on(&k->s, rows);
	LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, ARRAY_LEN(args), "");
	LLVMBuildBr(b, k->s.done);
	fin_skeleton_go_on(&k->s, go_on);
}

void fin_bodies_emit_region(struct fin_skeleton *s)
{
	struct fin_gang_kernel *k = (struct fin_gang_kernel *)s;
	LLVMBasicBlockRef on[FIN_MAX_NEAR + 1], after = fin_levels_emit(k);
	struct fin_few_choice c;
	unsigned n = 0;
	bool has_levels = after != NULL;

	if (s->region == 0 && s->w.unit->for_rows != NULL)
		leave_rows(k);
	if (s->region == 0 && k->sums != NULL)
		fin_sums_test(k);
	c = fin_few_choose(k);
	fin_reach_start(k);
	if (c.few == NULL) {
		emit_bodies(k, k->reach.is_known ? k->reach.flat_end : c.limit);
		return;
	}
	if (has_levels && is_few_enough(k)) {
		emit_few(k, &c);
		LLVMBuildBr(s->w.l->b, after);
		fin_skeleton_go_on(s, after);
		return;
	}
	if (after == NULL)
		after = fin_skeleton_block(s, "");
	for (; n < FIN_MAX_NEAR && c.near[n] != NULL; n++)
		on[n] = branch_off(k, c.near[n], "near");
	on[n] = branch_off(k, c.few, "few");
	(has_levels ? emit_single_levels : emit_bodies)(k, c.limit);
	LLVMBuildBr(s->w.l->b, after);
	for (unsigned i = 0; i <= n; i++) {
		fin_skeleton_go_on(s, on[i]);
		if (i == n)
			emit_few(k, &c);
		else
			emit_near(k, &k->few[s->region].near[i], c.limit);
		LLVMBuildBr(s->w.l->b, after);
	}
	fin_skeleton_go_on(s, after);
}

/* ---- one wave on a fiber -------------------------------------------------------------------- */

/* Sets ids->phi to the ids of the wave's first work-item. */
static void find_row(struct fin_gang_kernel *k, struct fin_row_ids *ids)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef row = LLVMBuildUDiv(b, k->first, k->sizes.size[0], "");

	ids->phi[0] = LLVMBuildURem(b, k->first, k->sizes.size[0], "");
	ids->phi[1] = LLVMBuildURem(b, row, k->sizes.size[1], "");
	ids->phi[2] = LLVMBuildUDiv(b, row, k->sizes.size[1], "");
}

static void emit_single_wave(struct fin_gang_kernel *k, enum fin_body body)
{
	struct fin_row_ids ids;

	k->body = body;
	fin_gang_flat_ids(fin_current_gang(k), k->first);
	if (body == FIN_BODY_IN_ROWS) {
		find_row(k, &ids);
		fin_gang_row_ids(k, &ids);
	} else {
		fin_gang_ids(fin_current_gang(k), &k->sizes);
	}
	fin_emit_one_gang(k);
	fin_debug_location(&k->s.w, NULL);
	LLVMBuildBr(k->s.w.l->b, k->s.done);
}

void fin_bodies_emit_wave(struct fin_skeleton *s)
{
	struct fin_gang_kernel *k = (struct fin_gang_kernel *)s;
	LLVMBasicBlockRef rows, any;

	fin_skeleton_go_on(&k->s, k->s.heads[0]);
	k->first =
		LLVMBuildMul(k->s.w.l->b, LLVMGetParam(k->s.w.fn, 2), u32(k, HSAEMU_WAVESIZE), "");
	fin_debug_location(&k->s.w, NULL);
	if (k->s.w.m->step_by_step) {
		emit_single_wave(k, FIN_BODY_ANY);
		return;
	}
	rows = fin_skeleton_block(&k->s, "rows");
	any = fin_skeleton_block(&k->s, "any");
	LLVMBuildCondBr(k->s.w.l->b,
		LLVMBuildICmp(k->s.w.l->b, LLVMIntULT, k->first, k->row_items, ""), rows, any);
	fin_skeleton_go_on(&k->s, rows);
	emit_single_wave(k, FIN_BODY_IN_ROWS);
	fin_skeleton_go_on(&k->s, any);
	emit_single_wave(k, FIN_BODY_ANY);
}
