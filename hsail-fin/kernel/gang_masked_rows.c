/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The body ACROSS as a loop over the rows of a group, for short kernels without loops, where masks
 * of lanes cost nothing (docs/design/vector-code.md, "Row by row"). With lanes along y:
 *
 *     for z, x, y in the box:  ACROSS, where all lanes of a stack of rows are in reach
 *     for z, x, y in the box:  ACROSS, for rows before and behind these, one at a time
 *
 * A gang has a mask of the lanes that come before the row's end, so none asks whether its lanes are
 * in reach. Rows that are left are not stacked: the elements of a row out of reach may be on a page
 * that does not exist, and processors take hundreds of cycles for an access to it, even if no lane
 * is on. And since accesses of 64 bytes that are part of two lines of the caches take twice the
 * time, a long row's first gang ends where the first store comes to a new line. */
#include "gang/gang_access.h"
#include "ir/limits.h"
#include "ir/lowering.h"
#include "kernel/gang_kernel.h"
#include "llvm/debug_info.h"

enum { LINE_BYTES = 64 };

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

static LLVMValueRef i64(const struct fin_gang_kernel *k, uint64_t v)
{
	return LLVMConstInt(k->s.w.l->i64, v, false);
}

bool fin_may_go_by_masked_rows(const struct fin_gang_kernel *k)
{
	const struct fin_function *f = k->s.w.f;

	/* a work-item's private memory is told by its place, which rows do not count */
	return k->has_across && fin_may_go_row_by_row(k, k->row) && f->frame_bytes == 0 &&
	       !f->links_private && fin_target_has(&k->s.w.l->target, "avx512vl");
}

/* ---- where rows begin ----------------------------------------------------------------------- */

/* The address that the first work-item of a row stores to, and which of its lowest bits tell where
 * in a line it is. */
struct stored {
	struct fin_id_sum sum;
	unsigned shift;   /* the logarithm of an element's size */
	LLVMValueRef odd; /* LINE_BYTES - 1, i64, or 0: it does not matter; NULL: there is none */
};

/* The box that has something to do, from `from` up to `n`, and from where up to where, in the
 * dimension in which rows follow each other, stacks are in reach. A stack begins with a multiple of
 * its parts, as it must not leave the group. */
struct box {
	LLVMValueRef from[3], n[3], rows_from, rows;
	struct stored stored;
};

/* The bytes that a lane stores beside those of the lane before it, if the address is a sum of ids;
 * or 0. */
static unsigned stored_bytes(const struct fin_gang_kernel *k, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];
	struct fin_lane_shape s;
	unsigned bytes;

	if (i->lowering != ISA_LOWER_STORE || !fin_is_access(i) || !o->has_reg ||
		o->global != NULL || o->local != FIN_NO_LOCAL || k->forms->stored.count == 0 ||
		!fin_bits_has(&k->forms->stored, o->reg))
		return 0;
	s = fin_address_shape(k->s.w.f, &k->shapes[FIN_BODY_ACROSS], i, 1);
	bytes = isa_type_find(i->isa->type)->bits / 8 * i->operands[0].count;
	return s.kind == FIN_SHAPE_LINEAR && s.stride == (int64_t)bytes && bytes % 4 == 0 &&
	                       (bytes & (bytes - 1)) == 0
	               ? bytes
	               : 0;
}

static const struct fin_inst *find_store(const struct fin_gang_kernel *k, unsigned *bytes)
{
	const struct fin_function *f = k->s.w.f;

	for (size_t b = 0; b < f->block_count; b++)
		for (const struct fin_inst *i = f->blocks[b]->first; i != NULL; i = i->next)
			if ((*bytes = stored_bytes(k, i)) != 0)
				return i;
	return NULL;
}

/* Finds where the box's rows begin. That does not matter in short rows, nor if all of them begin
 * with a line. */
static struct stored find_stored(struct fin_gang_kernel *k, const struct box *x)
{
	struct fin_llvm *l = k->s.w.l;
	struct stored r = {.odd = NULL};
	unsigned bytes = 0;
	const struct fin_inst *i = find_store(k, &bytes);
	LLVMValueRef all, is_odd, from = x->from[k->row];

	if (i == NULL || k->g[FIN_BODY_ACROSS].lanes * sizeof(uint32_t) != LINE_BYTES)
		return r;
	r.sum = fin_sum_of_ids(k, i->operands[1].reg);
	r.sum.first = LLVMBuildAdd(l->b, r.sum.first, i64(k, i->operands[1].offset), "");
	r.shift = (unsigned)__builtin_ctz(bytes);
	r.sum.first = LLVMBuildAdd(l->b, r.sum.first,
		LLVMBuildShl(l->b, fin_resize(l, from, 64, false), i64(k, r.shift), ""), "");
	all = r.sum.first;
	for (unsigned d = 0; d < 3; d++)
		if (d != k->row && r.sum.step[d] != NULL)
			all = LLVMBuildOr(l->b, all, r.sum.step[d], "");
	all = LLVMBuildAnd(l->b, all, i64(k, LINE_BYTES - 1), "");
	is_odd = LLVMBuildICmp(l->b, LLVMIntNE, all, i64(k, 0), "");
	is_odd = LLVMBuildAnd(l->b, is_odd,
		LLVMBuildICmp(l->b, LLVMIntUGE, LLVMBuildSub(l->b, x->n[k->row], from, ""),
			u32(k, FIN_LIMIT_ALIGNED_ROW), ""),
		"");
	r.odd = fin_select(l, is_odd, i64(k, LINE_BYTES - 1), i64(k, 0));
	return r;
}

/* At which id of the row a line begins first, from `from` on, if `id` has its other ids. */
static LLVMValueRef begin_of(struct fin_gang_kernel *k, const struct stored *x, LLVMValueRef *id,
	LLVMValueRef from)
{
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef a = x->sum.first;

	if (x->odd == NULL)
		return from;
	for (unsigned d = 0; d < 3; d++)
		if (d != k->row && x->sum.step[d] != NULL)
			a = LLVMBuildAdd(l->b, a,
				LLVMBuildMul(l->b, x->sum.step[d], fin_resize(l, id[d], 64, false),
					""),
				"");
	a = LLVMBuildAnd(l->b, LLVMBuildNeg(l->b, a, ""), x->odd, "");
	a = fin_resize(l, LLVMBuildLShr(l->b, a, i64(k, x->shift), ""), 32, false);
	return LLVMBuildAdd(l->b, from, a, "");
}

/* ---- loops ---------------------------------------------------------------------------------- */

static LLVMValueRef plus(struct fin_gang_kernel *k, LLVMValueRef id, uint64_t n)
{
	return LLVMBuildNUWAdd(k->s.w.l->b, id, u32(k, n), "");
}

/* Makes the loop over the gangs of the row whose other ids are in `id`. A kernel of one region
 * keeps nothing, so it does not matter which place a gang has among others. */
static void emit_row(struct fin_gang_kernel *k, const struct box *x, LLVMValueRef *id)
{
	struct fin_llvm *l = k->s.w.l;
	LLVMValueRef from = x->from[k->row], begin = begin_of(k, &x->stored, id, from), is_first,
		     end;
	struct fin_id_loop g = fin_id_loop_start(k, from, x->n[k->row], "gangs", true);

	id[k->row] = g.id;
	is_first = LLVMBuildICmp(l->b, LLVMIntULT, g.id, begin, "");
	end = fin_select(l, is_first, begin, x->n[k->row]);
	k->left = LLVMBuildSub(l->b, end, g.id, "");
	k->first = u32(k, 0);
	fin_gang_ids_at(k, id);
	fin_emit_one_gang(k);
	fin_debug_location(&k->s.w, NULL);
	k->left = NULL;
	fin_id_loop_end(k, &g,
		fin_select(l, is_first, begin, plus(k, g.id, fin_current_gang(k)->lanes)));
}

/* Where rows go on that are not known to be in reach: behind those that are. */
static LLVMValueRef skip_rows(struct fin_gang_kernel *k, const struct box *x, LLVMValueRef id)
{
	return fin_select(k->s.w.l, LLVMBuildICmp(k->s.w.l->b, LLVMIntEQ, id, x->rows_from, ""),
		x->rows, id);
}

/* Makes the loops over the rows that are in reach, or over those that are not known to be. */
static void emit_rows(struct fin_gang_kernel *k, const struct box *x, bool in_reach)
{
	const struct fin_gang *g = fin_current_gang(k);
	unsigned next = fin_next_of(k->row), last = fin_last_of(k->row);
	LLVMValueRef id[3], from = in_reach ? x->rows_from : skip_rows(k, x, x->from[next]), to;
	struct fin_id_loop planes = fin_id_loop_start(k, x->from[last], x->n[last], "", true), rows;

	rows = fin_id_loop_start(k, from, in_reach ? x->rows : x->n[next], "rows", true);
	id[last] = planes.id;
	id[next] = rows.id;
	emit_row(k, x, id);
	to = plus(k, rows.id, g->parts);
	fin_id_loop_end(k, &rows, in_reach ? to : skip_rows(k, x, to));
	fin_id_loop_end(k, &planes, plus(k, planes.id, 1));
}

/* ---- the box -------------------------------------------------------------------------------- */

/* Finds the stacks of rows that are in reach. If nothing has told which are, none is. */
static void find_rows(struct fin_gang_kernel *k, struct box *x)
{
	const struct fin_gang *g = fin_current_gang(k);
	LLVMBuilderRef b = k->s.w.l->b;
	unsigned next = fin_next_of(k->row);
	uint64_t unit = g->parts;
	LLVMValueRef rows, yes;

	x->rows_from = LLVMBuildAnd(b, plus(k, x->from[next], unit - 1), u32(k, ~(unit - 1)), "");
	rows = LLVMBuildAnd(b, LLVMBuildSub(b, x->n[next], x->rows_from, ""), u32(k, ~(unit - 1)),
		"");
	yes = LLVMBuildICmp(b, LLVMIntULE, x->rows_from, x->n[next], "");
	for (unsigned d = 0; k->reach.is_known && d < 3; d++)
		if (k->reach.whole[d] != NULL)
			yes = LLVMBuildAnd(b, yes,
				LLVMBuildICmp(b, LLVMIntULE, x->n[d], k->reach.whole[d], ""), "");
	x->rows = LLVMBuildAdd(b, x->rows_from, fin_select(k->s.w.l, yes, rows, u32(k, 0)), "");
}

void fin_loop_over_masked_rows(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.l->b;
	struct fin_gang *g = &k->g[FIN_BODY_ACROSS];
	unsigned parts = g->parts;
	struct box x;

	k->body = FIN_BODY_ACROSS;
	g->parts = g->is_stacked ? parts : 1;
	memcpy(x.n, k->reach.is_known ? k->reach.n : k->sizes.size, sizeof x.n);
	for (unsigned d = 0; d < 3; d++)
		x.from[d] = k->reach.is_known ? k->reach.from[d] : u32(k, 0);
	x.n[fin_last_of(k->row)] =
		fin_select(k->s.w.l, LLVMBuildICmp(b, LLVMIntEQ, k->across_items, u32(k, 0), ""),
			u32(k, 0), x.n[fin_last_of(k->row)]);
	x.stored = find_stored(k, &x);
	find_rows(k, &x);
	fin_note_items(&k->s.w, u32(k, 0), k->items); /* a gang's work-items lie apart */
	k->is_within = k->reach.is_known && k->reach.taken.count > 0;
	emit_rows(k, &x, true);
	k->is_within = false;
	g->parts = 1;
	emit_rows(k, &x, false);
	g->parts = parts;
}
