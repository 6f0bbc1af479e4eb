/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The body IN_ROWS as a loop over the rows of a group, for short kernels without loops and those
 * that know x ids alone, and the body ENDS, for what other bodies leave of the rows of any kernel
 * without barriers (docs/design/vector-code.md, "Row by row"). Row by row, first all gangs are run
 * of which all lanes are in reach, and which lie in a box:
 *
 *     for z, y, x in the box `whole`: IN_ROWS
 *
 * Then come the parts that are left: those before and behind it in a row, and rows outside of it:
 *
 *     for z, y, x in the box `all`: ENDS, unless the part was in the other box
 *
 * The last part of a row has a mask of the lanes that are before its end. So a gang asks neither
 * where its parts are nor whether its lanes are in reach, and what a row has in common is computed
 * once for it. */
#include "llvm/debug_info.h"
#include "kernel/gang_kernel.h"
#include "ir/limits.h"

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

bool fin_may_loop_over_rows(const struct fin_gang_kernel *k)
{
	const struct fin_function *f = k->s.w.f;

	/* a part at the end of a row may be of two waves */
	return k->s.per == FIN_PER_GROUP && k->s.rs->count == 1 && !k->flows[0].dispatched &&
	       !f->in_order && !fin_has_waves(f) && f->module->profile == NULL &&
	       !f->dynamic_stack && !fin_has_one_body(k) && !fin_is_in_pieces(&k->s.pieces);
}

bool fin_may_go_row_by_row(const struct fin_gang_kernel *k, unsigned row)
{
	const struct fin_function *f = k->s.w.f;

	/* groups that are alike run as one, with long rows, so there is little to do at their
	 * ends */
	return fin_may_loop_over_rows(k) && f->alike.in[row] && k->flows[0].loop_count == 0 &&
	       fin_instruction_count(f) <= FIN_LIMIT_ROW_BY_ROW;
}

/* ---- the boxes ------------------------------------------------------------------------------ */

static LLVMValueRef rounded_down(struct fin_gang_kernel *k, LLVMValueRef n, uint64_t unit)
{
	return LLVMBuildAnd(k->s.w.l->b, n, u32(k, ~(unit - 1)), "");
}

/* Whether it is known before a gang is run that all its lanes take the branches by which
 * work-items in reach go on. */
static bool knows_reach(const struct fin_gang_kernel *k)
{
	return k->reach.is_known && k->reach.taken.count > 0;
}

/* The size of the group, where rows that are alike are all told by y ids. */
static LLVMValueRef size_of(struct fin_gang_kernel *k, unsigned d)
{
	LLVMValueRef *size = k->sizes.size;

	if (d == 0 || k->tells_rows)
		return size[d];
	return d == 1 ? LLVMBuildMul(k->s.w.l->b, size[1], size[2], "") : u32(k, 1);
}

/* The rows that have something to do, which begin with a whole part. */
static struct fin_row_box all_rows(struct fin_gang_kernel *k)
{
	struct fin_row_box x;

	for (unsigned d = 0; d < 3; d++) {
		bool is_bounded = k->reach.is_known && (d == 0 || k->tells_rows);

		x.from[d] = is_bounded ? k->reach.from[d] : u32(k, 0);
		x.end[d] = is_bounded ? k->reach.n[d] : size_of(k, d);
	}
	x.from[0] = rounded_down(k, x.from[0], k->g[FIN_BODY_ENDS].lanes);
	return x;
}

/* Takes whole gangs from the first part on that is in reach, so that their elements begin where
 * those of parts do. */
static void find_whole_gangs(struct fin_gang_kernel *k, struct fin_row_box *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	const struct fin_gang *g = &k->g[FIN_BODY_IN_ROWS];
	LLVMValueRef n, none;

	for (unsigned d = 0; knows_reach(k) && d < 3; d++)
		if (k->reach.whole[d] != NULL) {
			x->from[d] = k->reach.from[d];
			x->end[d] = fin_least(k, x->end[d], k->reach.whole[d]);
		}
	x->from[0] =
		rounded_down(k, LLVMBuildAdd(b, x->from[0], u32(k, g->lanes - 1), ""), g->lanes);
	n = LLVMBuildSub(b, x->end[0], x->from[0], "");
	none = LLVMBuildICmp(b, LLVMIntULT, x->end[0], x->from[0], "");
	n = fin_select(k->s.w.l, none, u32(k, 0),
		rounded_down(k, n, (uint64_t)g->lanes * g->parts));
	x->end[0] = LLVMBuildAdd(b, x->from[0], n, "");
}

struct fin_row_boxes fin_row_boxes(struct fin_gang_kernel *k, LLVMValueRef begin, LLVMValueRef end)
{
	struct fin_row_boxes r = {.all = all_rows(k)};

	r.all.end[0] = fin_select(k->s.w.l, LLVMBuildICmp(k->s.w.l->b, LLVMIntULT, begin, end, ""),
		r.all.end[0], r.all.from[0]);
	r.whole = r.all;
	find_whole_gangs(k, &r.whole);
	return r;
}

/* i1: the box is not empty. */
static LLVMValueRef is_some(struct fin_gang_kernel *k, const struct fin_row_box *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef r = LLVMConstInt(k->s.w.l->i1, 1, false);

	for (unsigned d = 0; d < 3; d++)
		r = LLVMBuildAnd(b, r, LLVMBuildICmp(b, LLVMIntULT, x->from[d], x->end[d], ""), "");
	return r;
}

/* i1: some part is in the second box, but not in the first one. */
static LLVMValueRef has_ends(struct fin_gang_kernel *k, const struct fin_row_boxes *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef r = LLVMConstInt(k->s.w.l->i1, 0, false);

	for (unsigned d = 0; d < 3; d++) {
		r = LLVMBuildOr(b, r,
			LLVMBuildICmp(b, LLVMIntULT, x->all.from[d], x->whole.from[d], ""), "");
		r = LLVMBuildOr(b, r,
			LLVMBuildICmp(b, LLVMIntULT, x->whole.end[d], x->all.end[d], ""), "");
	}
	return LLVMBuildAnd(b, r, is_some(k, &x->all), "");
}

/* ---- loops ---------------------------------------------------------------------------------- */

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

/* Parts of a row that are left out: those from `from` on, up to `to`. */
struct gap {
	LLVMValueRef from, to;
};

static LLVMValueRef skip(struct fin_gang_kernel *k, LLVMValueRef id, const struct gap *gap)
{
	return gap == NULL ? id
	                   : fin_select(k->s.w.l,
				     LLVMBuildICmp(k->s.w.l->b, LLVMIntEQ, id, gap->from, ""),
				     gap->to, id);
}

/* Where the run of work-items ends in which `id` is: before the gap or at the end of the row. A
 * gang of one part has none beyond the gap. */
static LLVMValueRef end_of_run(struct fin_gang_kernel *k, LLVMValueRef id, LLVMValueRef end,
	const struct gap *gap)
{
	LLVMValueRef is_before;

	if (fin_current_gang(k)->parts == 1)
		return end;
	is_before = LLVMBuildICmp(k->s.w.l->b, LLVMIntULT, id, gap->from, "");
	return fin_select(k->s.w.l, is_before, fin_least(k, gap->from, end), end);
}

/* How far it is from a gang to the next one, or to the end of the run. */
static LLVMValueRef step_in_run(struct fin_gang_kernel *k)
{
	LLVMValueRef width = u32(k, fin_gang_width(k));

	return k->left == NULL || fin_current_gang(k)->parts == 1 ? width
	                                                          : fin_least(k, width, k->left);
}

/* Makes the loop over the gangs of the current body in the row whose y and z ids are in `id`. With
 * a gap, which begins with a gang, the last one may have less lanes; NULL: there is none. */
static void emit_row(struct fin_gang_kernel *k, LLVMValueRef *id, const struct fin_row_box *x,
	const struct gap *gap)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef after = NULL;
	LLVMValueRef flat, next, begin = skip(k, x->from[0], gap);
	struct fin_id_loop gangs;

	flat = LLVMBuildAdd(b, LLVMBuildMul(b, id[2], k->sizes.size[1], ""), id[1], "");
	flat = LLVMBuildMul(b, flat, k->sizes.size[0], "");
	if (gap != NULL)
		after = only_if(k, LLVMBuildICmp(b, LLVMIntULT, begin, x->end[0], ""));
	gangs = fin_id_loop_start(k, begin, x->end[0], "gangs", false);
	id[0] = gangs.id;
	k->first = LLVMBuildNUWAdd(b, flat, id[0], "first");
	k->left = gap == NULL ? NULL
	                      : LLVMBuildSub(b, end_of_run(k, id[0], x->end[0], gap), id[0], "");
	fin_gang_ids_at(k, id);
	fin_emit_one_gang(k);
	next = LLVMBuildNUWAdd(b, gangs.id, step_in_run(k), "");
	k->left = NULL;
	fin_debug_location(&k->s.w, NULL);
	fin_id_loop_end(k, &gangs, skip(k, next, gap));
	if (gap != NULL)
		go_on_at(k, after);
}

static LLVMValueRef is_between(struct fin_gang_kernel *k, LLVMValueRef id, LLVMValueRef from,
	LLVMValueRef end)
{
	LLVMBuilderRef b = k->s.w.l->b;

	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntUGE, id, from, ""),
		LLVMBuildICmp(b, LLVMIntULT, id, end, ""), "");
}

/* Loops over the rows of a box. */
struct row_loops {
	struct fin_id_loop y, z;
	bool has_z;
};

/* Makes the loops and sets the ids of the row in `id`; the caller ends them. */
static struct row_loops start_rows(struct fin_gang_kernel *k, const struct fin_row_box *x,
	const char *name, LLVMValueRef *id)
{
	struct row_loops r = {.has_z = k->tells_rows};

	id[2] = u32(k, 0);
	if (r.has_z) {
		r.z = fin_id_loop_start(k, x->from[2], x->end[2], "", false);
		id[2] = r.z.id;
	}
	r.y = fin_id_loop_start(k, x->from[1], x->end[1], name, false);
	id[1] = r.y.id;
	return r;
}

static void end_rows(struct fin_gang_kernel *k, const struct row_loops *r)
{
	LLVMBuilderRef b = k->s.w.l->b;

	fin_id_loop_end(k, &r->y, LLVMBuildNUWAdd(b, r->y.id, u32(k, 1), ""));
	if (r->has_z)
		fin_id_loop_end(k, &r->z, LLVMBuildNUWAdd(b, r->z.id, u32(k, 1), ""));
}

void fin_loop_over_whole(struct fin_gang_kernel *k, const struct fin_row_boxes *x)
{
	LLVMBasicBlockRef after = only_if(k, is_some(k, &x->whole));
	LLVMValueRef id[3];
	struct row_loops rows;

	k->body = FIN_BODY_IN_ROWS;
	k->is_within = knows_reach(k);
	rows = start_rows(k, &x->whole, "rows", id);
	emit_row(k, id, &x->whole, NULL);
	end_rows(k, &rows);
	k->is_within = false;
	go_on_at(k, after);
}

void fin_loop_over_ends(struct fin_gang_kernel *k, const struct fin_row_boxes *x)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef after = only_if(k, has_ends(k, x));
	struct gap gap = {x->whole.from[0], x->whole.from[0]};
	LLVMValueRef id[3], in_box = LLVMConstInt(k->s.w.l->i1, 1, false);
	struct row_loops rows;

	k->body = FIN_BODY_ENDS;
	rows = start_rows(k, &x->all, "ends", id);
	for (unsigned d = 1; rows.has_z && d < 3; d++)
		in_box = LLVMBuildAnd(b, in_box,
			is_between(k, id[d], x->whole.from[d], x->whole.end[d]), "");
	gap.to = fin_select(k->s.w.l, in_box, x->whole.end[0], gap.from);
	emit_row(k, id, &x->all, &gap);
	end_rows(k, &rows);
	go_on_at(k, after);
}

/* Leaves of the rows only the end of the last one where other bodies have run all gangs but for an
 * incomplete one. */
static void take_rest(struct fin_gang_kernel *k, struct fin_row_box *x)
{
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef all = LLVMBuildICmp(l->b, LLVMIntEQ, k->narrow_items, u32(k, 0), "");
	LLVMValueRef rest = LLVMBuildSub(l->b, k->items, k->narrow_items, "");

	for (unsigned d = 0; d < 3; d++) {
		LLVMValueRef last =
			LLVMBuildSub(l->b, size_of(k, d), d == 0 ? rest : u32(k, 1), "");

		x->from[d] = fin_intrinsic2(l, "llvm.umax", x->from[d],
			fin_select(l, all, u32(k, 0), last));
	}
}

void fin_loop_over_rest(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef rest = LLVMBuildICmp(b, LLVMIntULT, k->narrow_items, k->items, "");
	struct fin_row_boxes x;
	LLVMBasicBlockRef after;

	if (k->sums != NULL)
		rest = LLVMBuildAnd(b, rest, k->sums_hold, "");
	after = only_if(k, rest);
	x.all = all_rows(k);
	take_rest(k, &x.all);
	x.whole = x.all;
	x.whole.end[0] = x.whole.from[0];
	fin_loop_over_ends(k, &x);
	go_on_at(k, after);
}
