/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops over the gangs of a body (gang_kernel.h), and the ids of the gangs' work-items. */
#include "llvm/debug_info.h"
#include "kernel/gang_kernel.h"

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

/* ---- ids ------------------------------------------------------------------------------------ */

/* Turns the ids of a row into those of the row that follows, `by` further, where `wraps`, which may
 * be NULL: in any case. */
static void advance_row(struct fin_gang_kernel *k, LLVMValueRef *id, LLVMValueRef wraps,
	unsigned by)
{
	struct fin_llvm *l = k->s.w.l;
	unsigned next = fin_next_of(fin_row_of(k)), last = fin_last_of(fin_row_of(k));
	LLVMValueRef next_y = LLVMBuildAdd(l->b, id[next], u32(k, by), "");
	LLVMValueRef next_z = LLVMBuildAdd(l->b, id[last], u32(k, 1), "");
	LLVMValueRef wraps_y = LLVMBuildICmp(l->b, LLVMIntUGE, next_y, k->box[next], "");

	if (wraps != NULL) {
		wraps_y = LLVMBuildAnd(l->b, wraps, wraps_y, "");
		next_y = fin_select(l, wraps, next_y, id[next]);
	}
	id[next] = fin_select(l, wraps_y, u32(k, 0), next_y);
	id[last] = fin_select(l, wraps_y, next_z, id[last]);
}

/* Turns the ids of lane 0 of a part into those of the next part, which is `lanes` further in the
 * row, or at the start of the next row. */
static void advance(struct fin_gang_kernel *k, LLVMValueRef *id)
{
	LLVMBuilderRef b = k->s.w.l->b;
	unsigned row = fin_row_of(k);
	LLVMValueRef x = LLVMBuildAdd(b, id[row], u32(k, fin_current_gang(k)->lanes), "");
	LLVMValueRef wraps = LLVMBuildICmp(b, LLVMIntUGE, x, k->box[row], "");

	id[row] = fin_select(k->s.w.l, wraps, u32(k, 0), x);
	advance_row(k, id, wraps, 1);
}

static void ids_of_part(struct fin_gang_kernel *k, unsigned part, LLVMValueRef *id)
{
	struct fin_gang *g = fin_current_gang(k);

	for (unsigned d = 0; d < 3; d++) {
		g->id_base[d][part] = id[d];
		g->id[d][part] = fin_gang_spread(g, id[d], d == fin_row_of(k));
	}
}

static void ids_side_by_side(struct fin_gang_kernel *k, LLVMValueRef *id)
{
	struct fin_gang *g = fin_current_gang(k);
	unsigned row = fin_row_of(k);
	LLVMValueRef own[3] = {id[0], id[1], id[2]};

	for (unsigned p = 0; p < g->parts; p++) {
		own[row] =
			LLVMBuildNUWAdd(k->s.w.l->b, id[row], u32(k, (uint64_t)p * g->lanes), "");
		ids_of_part(k, p, own);
	}
}

/* Stacked parts have the ids of lane 0's part but for one. */
static void ids_in_stack(struct fin_gang_kernel *k, LLVMValueRef *first)
{
	struct fin_gang *g = fin_current_gang(k);
	unsigned stack = fin_next_of(fin_row_of(k));
	LLVMValueRef id[3] = {first[0], first[1], first[2]};

	for (unsigned p = 0; p < g->parts; p++) {
		id[stack] = LLVMBuildAdd(k->s.w.l->b, first[stack], u32(k, p), "");
		ids_of_part(k, p, id);
	}
}

static void ids_in_rows(struct fin_gang_kernel *k, struct fin_row_ids *ids)
{
	struct fin_gang *g = fin_current_gang(k);

	memcpy(ids->next, ids->phi, sizeof ids->next);
	for (unsigned p = 0; p < g->parts; p++) {
		ids_of_part(k, p, ids->next);
		advance(k, ids->next);
	}
}

void fin_gang_row_ids(struct fin_gang_kernel *k, struct fin_row_ids *ids)
{
	if (fin_current_gang(k)->is_stacked)
		ids_in_stack(k, ids->phi);
	else
		ids_in_rows(k, ids);
}

void fin_gang_ids_at(struct fin_gang_kernel *k, LLVMValueRef *id)
{
	struct fin_gang *g = fin_current_gang(k);

	if (k->body != FIN_BODY_ACROSS)
		fin_gang_flat_ids(g, k->first);
	(g->is_stacked ? ids_in_stack : ids_side_by_side)(k, id);
	if (k->body == FIN_BODY_ACROSS)
		fin_gang_flat_ids_across(g, &k->sizes, k->row);
}

/* ---- loops ---------------------------------------------------------------------------------- */

/* Sets `id` to the ids of the first work-item that IN_ROWS leaves to NARROW. It is the group's
 * first one, or one that is less than a gang before the end of the group's last row. */
static void narrow_start(struct fin_gang_kernel *k, LLVMValueRef *id)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, k->row_items, u32(k, 0), "");
	LLVMValueRef left = LLVMBuildSub(b, k->items, k->row_items, "");

	for (unsigned d = 0; d < 3; d++)
		id[d] = fin_select(k->s.w.l, none, u32(k, 0),
			LLVMBuildSub(b, k->sizes.size[d], d == 0 ? left : u32(k, 1), ""));
}

/* How much registers of 32 bits go up from work-item to work-item, by register. */
static const int32_t *item_steps(struct fin_gang_kernel *k)
{
	enum { MAX_STEP = 1 << 16 };
	const struct fin_function *f = k->s.w.f;
	int32_t *r = ARENA_ARRAY(f->module->arena, int32_t, f->reg_count);

	for (size_t n = 0; n < f->reg_count; n++) {
		const struct fin_lane_shape *s = &k->shapes[FIN_BODY_IN_ROWS].of[n];

		if (s->kind == FIN_SHAPE_LINEAR && f->regs[n].bits == 32 && s->stride <= MAX_STEP &&
			s->stride >= -MAX_STEP)
			r[n] = (int32_t)s->stride;
	}
	return r;
}

/* Sets the ids of a work-item of a group that has one row. */
static void ids_of_one(struct fin_gang_kernel *k)
{
	struct fin_gang *g = fin_current_gang(k);

	if (k->item_steps == NULL)
		k->item_steps = item_steps(k);
	k->s.w.item = k->first;
	k->s.w.item_steps = k->item_steps;

	for (unsigned d = 0; d < 3; d++)
		g->id[d][0] = g->id_base[d][0] = d == 0 ? k->first : u32(k, 0);
}

static void find_ids(struct fin_gang_kernel *k, struct fin_row_ids *ids)
{
	LLVMValueRef id[3] = {k->first, u32(k, 0), u32(k, 0)};
	struct fin_gang *g = fin_current_gang(k);

	if (k->is_one_row && k->body < FIN_BODY_ANY) {
		fin_gang_ids_at(k, id);
		return;
	}
	if (k->body != FIN_BODY_ACROSS)
		fin_gang_flat_ids(g, k->first);
	if (k->body == FIN_BODY_FEW) {
		ids_of_one(k);
		return;
	}
	if (k->body == FIN_BODY_ANY) {
		fin_gang_ids(g, &k->sizes);
		return;
	}
	fin_gang_row_ids(k, ids);
	if (k->body == FIN_BODY_ACROSS)
		fin_gang_flat_ids_across(g, &k->sizes, k->row);
}

/* The code of a gang, and the number of work-items before the next one. */
static LLVMValueRef emit_gang_at(struct fin_gang_kernel *k, struct fin_row_ids *ids)
{
	find_ids(k, ids);
	fin_emit_one_gang(k);
	k->s.w.item_steps = NULL;
	fin_debug_location(&k->s.w, NULL);
	return LLVMBuildNUWAdd(k->s.w.l->b, k->first, u32(k, fin_gang_width(k)), "");
}

LLVMValueRef fin_loop_phi(struct fin_gang_kernel *k, LLVMValueRef v, LLVMBasicBlockRef from,
	const char *name)
{
	LLVMValueRef phi = LLVMBuildPhi(k->s.w.l->b, k->s.w.l->i32, name);

	LLVMAddIncoming(phi, &v, &from, 1);
	return phi;
}

struct fin_id_loop fin_id_loop_start(struct fin_gang_kernel *k, LLVMValueRef begin,
	LLVMValueRef end, const char *name, bool may_be_empty)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef before =
		may_be_empty ? fin_skeleton_block(&k->s, "") : LLVMGetInsertBlock(b);
	struct fin_id_loop r = {.head = fin_skeleton_block(&k->s, name),
		.after = fin_skeleton_block(&k->s, ""),
		.end = end};

	if (may_be_empty) {
		LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, begin, end, ""), before, r.after);
		fin_skeleton_go_on(&k->s, before);
	}
	LLVMBuildBr(b, r.head);
	fin_skeleton_go_on(&k->s, r.head);
	r.id = fin_loop_phi(k, begin, before, "");
	return r;
}

void fin_id_loop_end(struct fin_gang_kernel *k, const struct fin_id_loop *x, LLVMValueRef next)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
	LLVMValueRef back;

	LLVMAddIncoming(x->id, &next, &here, 1);
	back = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, x->end, ""), x->head,
		x->after);
	fin_llvm_leave_loop(k->s.w.l, back);
	fin_skeleton_go_on(&k->s, x->after);
}

/* The loop over the stacks of a box, as loops over its rows and over the gangs of a row, so that
 * LLVM moves out of the inner one what a row has in common. */
static void emit_stacks(struct fin_gang_kernel *k, LLVMBasicBlockRef before, LLVMValueRef end,
	LLVMBasicBlockRef after)
{
	LLVMBuilderRef b = k->s.w.l->b;
	unsigned row = fin_row_of(k), next = fin_next_of(row), last = fin_last_of(row);
	LLVMBasicBlockRef rows = fin_skeleton_block(&k->s, "rows"), here,
			  head = fin_skeleton_block(&k->s, "gangs"),
			  turn = fin_skeleton_block(&k->s, "");
	struct fin_row_ids ids;
	LLVMValueRef first, x, count;

	LLVMBuildBr(b, rows);
	fin_skeleton_go_on(&k->s, rows);
	first = fin_loop_phi(k, u32(k, 0), before, "");
	ids.phi[next] = fin_loop_phi(k, u32(k, 0), before, "");
	ids.phi[last] = fin_loop_phi(k, u32(k, 0), before, "");
	LLVMBuildBr(b, head);
	fin_skeleton_go_on(&k->s, head);
	k->first = fin_loop_phi(k, first, rows, "first");
	ids.phi[row] = fin_loop_phi(k, u32(k, 0), rows, "");
	count = emit_gang_at(k, &ids);
	here = LLVMGetInsertBlock(b);
	x = LLVMBuildAdd(b, ids.phi[row], u32(k, fin_current_gang(k)->lanes), "");
	LLVMAddIncoming(k->first, &count, &here, 1);
	LLVMAddIncoming(ids.phi[row], &x, &here, 1);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, x, k->box[row], ""), head, turn);
	fin_skeleton_go_on(&k->s, turn);
	memcpy(ids.next, ids.phi, sizeof ids.next);
	advance_row(k, ids.next, NULL, fin_current_gang(k)->parts);
	LLVMAddIncoming(first, &count, &turn, 1);
	LLVMAddIncoming(ids.phi[next], &ids.next[next], &turn, 1);
	LLVMAddIncoming(ids.phi[last], &ids.next[last], &turn, 1);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, count, end, ""), rows, after);
}

/* The loop `for (first = begin; first < end; first += width)` over the gangs of a body. */
void fin_loop_over_gangs(struct fin_gang_kernel *k, enum fin_body body, LLVMValueRef begin,
	LLVMValueRef end)
{
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef before = fin_skeleton_block(&k->s, ""), here, head,
			  after = fin_skeleton_block(&k->s, "");
	LLVMValueRef next, back, zero = u32(k, 0), id[3] = {zero, zero, zero};
	struct fin_row_ids ids;
	bool has_ids = body < FIN_BODY_ANY && !k->is_one_row;

	k->body = body;
	memcpy(k->box, k->sizes.size, sizeof k->box);
	if (k->reach.is_known && body == FIN_BODY_ACROSS) {
		fin_reach_box(k, k->box);
		end = fin_reach_across(k);
	}
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, begin, end, ""), before, after);
	fin_skeleton_go_on(&k->s, before);
	if (body == FIN_BODY_ACROSS) /* a gang's work-items lie apart */
		fin_note_items(&k->s.w, u32(k, 0), k->items);
	if (fin_current_gang(k)->is_stacked) {
		emit_stacks(k, before, end, after);
		fin_skeleton_go_on(&k->s, after);
		return;
	}
	if (body == FIN_BODY_NARROW && has_ids)
		narrow_start(k, id);
	head = fin_skeleton_block(&k->s, "gangs");
	LLVMBuildBr(b, head);
	fin_skeleton_go_on(&k->s, head);
	k->first = fin_loop_phi(k, begin, before, "first");
	for (unsigned d = 0; has_ids && d < 3; d++)
		ids.phi[d] = fin_loop_phi(k, id[d], before, "");
	next = emit_gang_at(k, &ids);
	here = LLVMGetInsertBlock(b);
	LLVMAddIncoming(k->first, &next, &here, 1);
	for (unsigned d = 0; has_ids && d < 3; d++)
		LLVMAddIncoming(ids.phi[d], &ids.next[d], &here, 1);
	back = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, next, end, ""), head, after);
	if (fin_is_in_pieces(&k->s.pieces) || body == FIN_BODY_NARROW || body == FIN_BODY_ANY)
		fin_llvm_leave_loop(k->s.w.l, back);
	fin_skeleton_go_on(&k->s, after);
}
