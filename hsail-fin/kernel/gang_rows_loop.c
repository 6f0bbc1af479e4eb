/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The body IN_ROWS as a loop over the rows of a group, for short kernels without loops
 * (docs/design/vector-code.md, "Row by row"). First all gangs are run of which all lanes are in
 * reach, and which lie in a box:
 *
 *     for z < whole.z, y < whole.y, x < whole.x: IN_ROWS
 *
 * Then come the parts that are left: those behind whole.x, and rows outside of the box:
 *
 *     for z < end.z, y < end.y, x < end.x: ENDS, unless the part was in the box
 *
 * So a gang asks neither where its parts are nor whether its lanes are in reach, and what a row has
 * in common is computed once for it. */
#include "llvm/debug_info.h"
#include "kernel/gang_kernel.h"
#include "ir/limits.h"

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

bool fin_may_go_row_by_row(const struct fin_gang_kernel *k)
{
	const struct fin_function *f = k->s.w.f;

	/* groups that are alike run as one, with long rows, so ENDS has little to do */
	return k->has_rows && k->s.per == FIN_PER_GROUP && k->s.rs->count == 1 && f->alike.in[0] &&
	       fin_instruction_count(f) <= FIN_LIMIT_ROW_BY_ROW && !k->flows[0].dispatched &&
	       k->flows[0].loop_count == 0 && f->module->profile == NULL &&
	       !fin_is_in_pieces(&k->s.pieces);
}

/* ---- the boxes ------------------------------------------------------------------------------ */

static LLVMValueRef rounded_down(struct fin_gang_kernel *k, LLVMValueRef n, uint64_t unit)
{
	return LLVMBuildAnd(k->s.w.l->b, n, u32(k, ~(unit - 1)), "");
}

/* Whether it is known before a gang is run that all its lanes take the branch by which work-items
 * in reach go on. */
static bool knows_reach(const struct fin_gang_kernel *k)
{
	return k->reach.is_known && k->reach.branch != FIN_NOWHERE;
}

struct fin_row_boxes fin_row_boxes(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end)
{
	LLVMBuilderRef b = k->s.w.l->b;
	uint64_t lanes = k->g[FIN_BODY_ENDS].lanes;
	const struct fin_gang *g = &k->g[FIN_BODY_IN_ROWS];
	struct fin_row_boxes r;

	memcpy(r.end, k->reach.is_known ? k->reach.n : k->sizes.size, sizeof r.end);
	r.end[0] = LLVMBuildAdd(b, r.end[0], u32(k, lanes - 1), "");
	/* of one row, some work-items may be left to other bodies */
	r.end[0] = fin_least(k, rounded_down(k, r.end[0], lanes),
		fin_least(k, k->sizes.size[0], k->row_items));
	r.end[0] = fin_select(k->s.w.l, LLVMBuildICmp(b, LLVMIntULT, begin, end, ""), r.end[0],
		u32(k, 0));
	memcpy(r.whole, r.end, sizeof r.whole);
	for (unsigned d = 0; knows_reach(k) && d < 3; d++)
		if (k->reach.whole[d] != NULL)
			r.whole[d] = fin_least(k, r.end[d], k->reach.whole[d]);
	r.whole[0] = rounded_down(k, r.whole[0], (uint64_t)g->lanes * g->parts);
	return r;
}

/* i1: some part is in the second box, but not in the first one. */
static LLVMValueRef has_ends(struct fin_gang_kernel *k, const struct fin_row_boxes *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef r = LLVMConstInt(k->s.w.l->i1, 0, false);

	for (unsigned d = 0; d < 3; d++)
		r = LLVMBuildOr(b, r, LLVMBuildICmp(b, LLVMIntULT, x->whole[d], x->end[d], ""), "");
	return LLVMBuildAnd(b, r, LLVMBuildICmp(b, LLVMIntNE, x->end[0], u32(k, 0), ""), "");
}

static LLVMValueRef has_whole(struct fin_gang_kernel *k, const struct fin_row_boxes *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef r = LLVMConstInt(k->s.w.l->i1, 1, false);

	for (unsigned d = 0; d < 3; d++)
		r = LLVMBuildAnd(b, r, LLVMBuildICmp(b, LLVMIntNE, x->whole[d], u32(k, 0), ""), "");
	return r;
}

/* ---- loops ---------------------------------------------------------------------------------- */

/* A loop `for (id = begin; id < end; id += step)` that runs at least once. */
struct loop {
	LLVMBasicBlockRef head, after;
	LLVMValueRef id, end;
};

static struct loop start_loop(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end,
	const char *name)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
	struct loop r = {.head = fin_skeleton_block(&k->s, name),
		.after = fin_skeleton_block(&k->s, ""),
		.end = end};

	LLVMBuildBr(b, r.head);
	fin_skeleton_go_on(&k->s, r.head);
	r.id = fin_loop_phi(k, begin, before, "");
	return r;
}

/* Ends the loop, which LLVM leaves as it is: it would make copies for the first row, and of loops
 * that gain little by them. */
static void end_loop(struct fin_gang_kernel *k, const struct loop *x, uint64_t step)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
	LLVMValueRef next = LLVMBuildNUWAdd(b, x->id, u32(k, step), ""), back;

	LLVMAddIncoming(x->id, &next, &here, 1);
	back = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, x->end, ""), x->head,
		x->after);
	fin_llvm_leave_loop(k->s.w.l, back);
	fin_skeleton_go_on(&k->s, x->after);
}

/* Makes the loop over the gangs of the current body in the row whose y and z ids are in `id`. */
static void emit_row(struct fin_gang_kernel *k, LLVMValueRef *id, LLVMValueRef begin,
	LLVMValueRef end)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef flat;
	struct loop x;

	flat = LLVMBuildAdd(b, LLVMBuildMul(b, id[2], k->sizes.size[1], ""), id[1], "");
	flat = LLVMBuildMul(b, flat, k->sizes.size[0], "");
	x = start_loop(k, begin, end, "gangs");
	id[0] = x.id;
	k->first = LLVMBuildNUWAdd(b, flat, id[0], "first");
	fin_gang_flat_ids(fin_current_gang(k), k->first);
	fin_gang_ids_in_row(k, id);
	fin_bodies_emit_gang(k);
	fin_debug_location(&k->s.w, NULL);
	end_loop(k, &x, fin_gang_width(k));
}

/* Continues in a block of its own where `yes` holds. Returns where the other case goes on. */
static LLVMBasicBlockRef only_if(struct fin_gang_kernel *k, LLVMValueRef yes)
{
	LLVMBasicBlockRef on = fin_skeleton_block(&k->s, ""), after = fin_skeleton_block(&k->s, "");

	LLVMBuildCondBr(k->s.w.l->b, yes, on, after);
	fin_skeleton_go_on(&k->s, on);
	return after;
}

static void go_on_at(struct fin_gang_kernel *k, LLVMBasicBlockRef after)
{
	LLVMBuildBr(k->s.w.l->b, after);
	fin_skeleton_go_on(&k->s, after);
}

void fin_loop_over_whole(struct fin_gang_kernel *k, const struct fin_row_boxes *x)
{
	LLVMBasicBlockRef after = only_if(k, has_whole(k, x));
	LLVMValueRef id[3];
	struct loop y, z;

	k->body = FIN_BODY_IN_ROWS;
	k->is_within = knows_reach(k);
	z = start_loop(k, u32(k, 0), x->whole[2], "");
	y = start_loop(k, u32(k, 0), x->whole[1], "rows");
	id[1] = y.id;
	id[2] = z.id;
	emit_row(k, id, u32(k, 0), x->whole[0]);
	end_loop(k, &y, 1);
	end_loop(k, &z, 1);
	k->is_within = false;
	go_on_at(k, after);
}

void fin_loop_over_ends(struct fin_gang_kernel *k, const struct fin_row_boxes *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef after = only_if(k, has_ends(k, x)), next;
	LLVMValueRef id[3], begin, in_box;
	struct loop y, z;

	k->body = FIN_BODY_ENDS;
	z = start_loop(k, u32(k, 0), x->end[2], "");
	y = start_loop(k, u32(k, 0), x->end[1], "ends");
	id[1] = y.id;
	id[2] = z.id;
	in_box = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntULT, id[1], x->whole[1], ""),
		LLVMBuildICmp(b, LLVMIntULT, id[2], x->whole[2], ""), "");
	begin = fin_select(k->s.w.l, in_box, x->whole[0], u32(k, 0));
	next = only_if(k, LLVMBuildICmp(b, LLVMIntULT, begin, x->end[0], ""));
	emit_row(k, id, begin, x->end[0]);
	go_on_at(k, next);
	end_loop(k, &y, 1);
	end_loop(k, &z, 1);
	go_on_at(k, after);
}
