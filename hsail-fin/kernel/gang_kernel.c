/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work-group function as vector code (docs/design/vector-code.md, "Regions").
 *
 *     entry: sizes, segment bases, kernargs, allocas
 *     for each region R:
 *         for each gang of each body: R
 *         then go to the region that the gangs agreed on (`next`)
 *
 * This file decides which bodies there are (gang_kernel.h), and which work-items of a group go by
 * which body. */
#include "kernel/gang_kernel.h"
#include "gang/gang_access.h"
#include "gang/remarks.h"
#include "ir/limits.h"
#include "kernel/kernel.h"
#include "shape/streams.h"

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

static enum fin_body first_body(const struct fin_gang_kernel *k)
{
	return k->has_across ? FIN_BODY_ACROSS : FIN_BODY_IN_ROWS;
}

static unsigned end_of_bodies(const struct fin_gang_kernel *k)
{
	return !k->has_few ? FIN_BODY_FEW : k->levels != NULL ? FIN_BODY_COUNT : FIN_BODY_LEVELS;
}

static bool has_body(const struct fin_gang_kernel *k, unsigned body)
{
	return (body != FIN_BODY_NEAR || k->has_near) && (body != FIN_BODY_ENDS || k->has_ends);
}

/* ---- entry ---------------------------------------------------------------------------------- */

/* How many of the group's work-items the bodies up to `body` run: all whole gangs, if parts lie in
 * rows, and else `none`. Parts lie in rows when the rows are made of whole parts, or when there is
 * only one row, which is all that some kernels are made for. */
static LLVMValueRef items_in_rows(struct fin_gang_kernel *k, enum fin_body body, LLVMValueRef none)
{
	LLVMBuilderRef b = k->s.w.entry;
	const struct fin_gang *g = &k->g[body];
	LLVMValueRef one_row = LLVMBuildICmp(b, LLVMIntEQ, k->items, k->sizes.size[0], "");
	LLVMValueRef odd = LLVMBuildURem(b, k->sizes.size[0], u32(k, g->lanes), "");
	LLVMValueRef whole = LLVMBuildICmp(b, LLVMIntEQ, odd, u32(k, 0), ""), full;

	full = LLVMBuildSub(b, k->items,
		LLVMBuildURem(b, k->items, u32(k, g->lanes * g->parts), ""), "");
	if (!k->is_one_row)
		one_row = LLVMBuildOr(b, one_row, whole, "");
	return LLVMBuildSelect(b, one_row, full, none, "");
}

/* How many work-items the bodies up to NARROW run. ANY, which runs the others, begins at a multiple
 * of its lanes. Otherwise the values that its last gang keeps at barriers would end behind the
 * memory of the group. */
static LLVMValueRef items_for_narrow(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.entry;
	LLVMValueRef n = items_in_rows(k, FIN_BODY_NARROW, k->row_items);
	LLVMValueRef is_all = LLVMBuildICmp(b, LLVMIntEQ, n, k->items, "");

	return LLVMBuildSelect(b, is_all, n,
		LLVMBuildAnd(b, n, u32(k, ~(uint64_t)(k->g[FIN_BODY_ANY].lanes - 1)), ""), "");
}

/* All work-items go by ACROSS if whole parts lie along its dimension and make whole gangs, or whole
 * stacks. */
static LLVMValueRef items_across(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.entry;
	const struct fin_gang *g = &k->g[FIN_BODY_ACROSS];
	LLVMValueRef rest =
		k->stacked != 0 ? LLVMBuildURem(b, k->sizes.size[k->row == 0], u32(k, g->parts), "")
				: LLVMBuildURem(b, k->items, u32(k, g->lanes * g->parts), "");
	LLVMValueRef odd = LLVMBuildOr(b,
		LLVMBuildURem(b, k->sizes.size[k->row], u32(k, g->lanes), ""), rest, "");

	return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, odd, u32(k, 0), ""), k->items,
		u32(k, 0), "");
}

static void count_row_items(struct fin_gang_kernel *k)
{
	LLVMBuilderRef b = k->s.w.entry;
	LLVMValueRef none;

	k->row_items = u32(k, 0);
	if (k->row_by_row)
		k->row_items = k->items;
	else if (k->has_rows)
		k->row_items = items_in_rows(k, FIN_BODY_IN_ROWS, u32(k, 0));
	k->narrow_items = k->has_narrow ? items_for_narrow(k) : k->row_items;
	if (!k->has_across)
		return;
	k->across_items = items_across(k);
	none = LLVMBuildICmp(b, LLVMIntEQ, k->across_items, u32(k, 0), "");
	k->row_items = LLVMBuildSelect(b, none, k->row_items, k->items, "");
	k->narrow_items = LLVMBuildSelect(b, none, k->narrow_items, k->items, "");
}

static void find_sizes(struct fin_skeleton *s)
{
	struct fin_gang_kernel *k = (struct fin_gang_kernel *)s;
	LLVMBuilderRef b = s->w.entry;

	k->sizes = fin_group_sizes(&s->w);
	memcpy(k->box, k->sizes.size, sizeof k->box);
	k->items = LLVMBuildMul(b, LLVMBuildMul(b, k->sizes.size[0], k->sizes.size[1], ""),
		k->sizes.size[2], "");
	count_row_items(k);
}

static void take_divided_rows(struct fin_gang_kernel *k, const struct fin_prepared *p)
{
	k->has_whole = p->whole_rows && p->regions.count == 1 && !fin_has_one_body(k) &&
	               !fin_is_in_pieces(&k->s.pieces);
	k->whole = p->whole;
	k->has_even = k->has_whole && p->even_rows;
}

static void note_few(struct fin_gang_kernel *k, const struct fin_prepared *p)
{
	for (uint32_t r = 0; k->few != NULL && r < p->regions.count; r++) {
		k->has_few |= k->few[r].one_by_one;
		k->has_far |= k->few[r].one_by_one && k->few[r].is_far;
		k->has_near |= k->few[r].near_count > 0;
	}
}

static void take_analysis(struct fin_gang_kernel *k, const struct fin_prepared *p)
{
	k->flows = p->flows;
	k->shapes[FIN_BODY_IN_ROWS] = k->shapes[FIN_BODY_ENDS] = k->shapes[FIN_BODY_NARROW] =
		p->in_rows;
	k->shapes[FIN_BODY_ANY] = k->shapes[FIN_BODY_LEVELS] = p->any;
	k->any = &p->any;
	k->hoped[FIN_BODY_IN_ROWS] = k->hoped[FIN_BODY_ENDS] = k->hoped[FIN_BODY_NARROW] =
		&p->hoped;
	fin_pieces_plan(p->f, &p->regions, &k->s.pieces);
	if (fin_goes_across(p) && !fin_has_one_body(k) && !fin_is_in_pieces(&k->s.pieces)) {
		k->has_across = true;
		k->row = p->row;
		k->stacked = p->stacked;
		k->shapes[FIN_BODY_ACROSS] = p->across;
		k->hoped[FIN_BODY_ACROSS] = p->row != 0 ? &p->across_hoped : &p->hoped;
	}
	/* if all groups go by stacks but for partial ones, there is not much left for rows */
	k->has_rows =
		!fin_has_one_body(k) && !(k->stacked != 0 && p->f->control.required_wg[0] != 0);
	if (k->s.per == FIN_PER_WAVE)
		k->s.pieces.count = 1;
	k->few = p->few;
	k->levels = p->levels;
	k->bounds = &p->reach;
	take_divided_rows(k, p);
	k->forms = &p->sums;
	k->sums = p->sums.some || k->has_whole ? &p->sums : NULL;
	if (k->sums != NULL)
		k->sum = ARENA_ARRAY(p->f->module->arena, struct fin_id_sum, p->f->reg_count);
	if (k->row == 0 && k->s.per == FIN_PER_GROUP && p->regions.count == 1 &&
		!fin_has_one_body(k) && !fin_is_in_pieces(&k->s.pieces))
		k->streamed_bytes = fin_streamed_bytes(p->f, &p->in_rows);
	k->shapes[FIN_BODY_NEAR] = p->in_rows;
	k->shapes[FIN_BODY_FEW] = p->single;
	k->any_is_single = p->all_single && k->has_rows && !fin_is_in_pieces(&k->s.pieces);
	note_few(k, p);
	k->has_near &= fin_target_has(&k->s.w.l->target, "avx512vl");
	fin_context_place(k);
	fin_remark_vector(p->f, k->s.w.unit->options, &p->regions, p->flows,
		k->has_across ? &p->across : &p->in_rows, k->s.w.unit->lanes, k->row, k->stacked);
}

/* Whether the module has very many kernels. The body for odd groups is then kept small, and its
 * accesses are calls of functions that all kernels share, since that body is most of a small
 * kernel's code. */
static bool is_one_of_many(const struct fin_function *f)
{
	size_t n = 0;

	for (size_t k = 0; k < f->module->function_count; k++)
		n += f->module->functions[k]->is_kernel;
	return n > FIN_LIMIT_KERNELS;
}

/* Whether groups of one row may be of any size: several of them run as one. */
static bool has_long_rows(const struct fin_function *f)
{
	return f->alike.in[0] && f->alike.size[0] == 0 && !fin_has_ids(f, 1) && !fin_has_ids(f, 2);
}

/* Whether NARROW would make LLVM's work too long. */
static bool is_too_long_for_narrow(const struct fin_gang_kernel *k)
{
	return fin_has_long_code(k->s.w.f) ||
	       (k->s.rs->count > 1 && fin_instruction_count(k->s.w.f) > FIN_LIMIT_NARROW);
}

/* Without NARROW, groups of 8 x 8 or of 16 work-items would entirely go by ANY. NARROW is left out
 * where the kernel says which size of groups it requires, where rows are long, and where more code
 * would cost too much. */
static bool wants_narrow(const struct fin_gang_kernel *k, bool in_step, unsigned lanes)
{
	const struct fin_function *f = k->s.w.f;

	return lanes == FIN_MAX_LANES && !in_step && !has_long_rows(f) &&
	       (f->control.required_wg[0] == 0 || f->alike.in[0]) && !is_too_long_for_narrow(k) &&
	       !fin_gang_shares(f, &k->shapes[FIN_BODY_IN_ROWS]) &&
	       !fin_has_lowering(f, ISA_LOWER_CALL) && f->module->profile == NULL &&
	       !f->module->step_by_step && !fin_is_in_pieces(&k->s.pieces) && !is_one_of_many(f);
}

/* Decides whether instructions that are alike become calls of a function. Code that is mostly calls
 * gets no third body, as it would gain little. */
static void share_forms(struct fin_gang_kernel *k, enum fin_body body)
{
	if ((body == FIN_BODY_NARROW && !k->has_narrow) || body == FIN_BODY_FEW ||
		body == FIN_BODY_NEAR || body == FIN_BODY_LEVELS ||
		(body == FIN_BODY_ANY && k->any_is_single))
		return;
	k->g[body].outlines = fin_outline_pays(&k->g[body]);
	if (k->g[body].outlines && body == FIN_BODY_IN_ROWS)
		k->has_narrow = false;
}

static unsigned lanes_of(const struct fin_gang_kernel *k, enum fin_body body, unsigned lanes)
{
	bool is_single = body == FIN_BODY_FEW || (body == FIN_BODY_ANY && k->any_is_single);

	return is_single ? 1 : body == FIN_BODY_NARROW ? lanes / 2 : lanes;
}

/* Whether private memory may have rows. A part of the other bodies may have less memory than its
 * lanes need, and FEW would not find what these wrote. */
static bool has_rows(const struct fin_gang_kernel *k, enum fin_body body)
{
	return body < FIN_BODY_ANY && body != FIN_BODY_ENDS && !k->has_few &&
	       k->s.per == FIN_PER_GROUP;
}

/* Whether ANY runs the work-items at a grid's end alone: groups are made of whole gangs, or NARROW
 * runs those that are not. */
static bool is_any_rare(const struct fin_gang_kernel *k)
{
	uint32_t n = k->s.w.f->control.required_wg[0];

	return k->has_narrow || has_long_rows(k->s.w.f) ||
	       (n != 0 && n % k->g[FIN_BODY_IN_ROWS].lanes == 0);
}

/* Whether the body is one that runs what others leave, or as terse as these. */
static bool is_for_rest(const struct fin_gang_kernel *k, enum fin_body body)
{
	return body == FIN_BODY_ANY || body == FIN_BODY_LEVELS ||
	       (body == FIN_BODY_ENDS && !k->row_by_row);
}

/* Whether the kernel tells work-items by their x ids alone. If groups have several rows, all of
 * these do the same, so hardly anybody runs it that way. With one row, no gang has the end of a
 * row, and x ids are flat ids. */
static bool is_for_one_row(const struct fin_gang_kernel *k)
{
	const struct fin_function *f = k->s.w.f;
	const uint32_t *wg = f->control.required_wg;

	return k->s.per == FIN_PER_GROUP && !k->has_across && wg[1] <= 1 && wg[2] <= 1 &&
	       fin_has_ids(f, 0) && !k->tells_rows && !fin_has_lowering(f, ISA_LOWER_CALL);
}

/* Decides which bodies there are, and how they run. */
static void choose_bodies(struct fin_gang_kernel *k, bool in_step, unsigned lanes)
{
	k->tells_rows = fin_tells_rows(k->s.w.f);
	k->is_one_row = is_for_one_row(k);
	k->row_by_row =
		!in_step && k->has_rows &&
		(fin_may_go_row_by_row(k, 0) ||
			(k->is_one_row && fin_may_loop_over_rows(k) && k->flows[0].loop_count > 0));
	k->is_one_row &= !k->row_by_row;
	k->has_ends = k->row_by_row || (!in_step && fin_may_loop_over_rows(k) &&
					       (k->sums == NULL || k->any_is_single));
	k->any_is_single &= k->has_ends || k->s.rs->count > 1;
	if (k->any_is_single)
		k->shapes[FIN_BODY_ANY] = k->shapes[FIN_BODY_FEW];
	k->has_narrow = !k->row_by_row && wants_narrow(k, in_step, lanes);
	k->masked_rows = !in_step && fin_may_go_by_masked_rows(k);
}

/* Finds what is linear in whole gangs of a body of which parts are side by side. */
static void find_progress(struct fin_gang_kernel *k, enum fin_body b)
{
	const struct fin_gang *g = &k->g[b];

	if (g->is_in_row && g->parts > 1 && !g->outlines && !k->has_whole)
		k->shapes[b].alike = fin_linear_in_gang(k->s.w.f, &k->shapes[b]);
}

static void make_gang(struct fin_gang_kernel *k, enum fin_body b, bool in_step, unsigned lanes)
{
	bool shares = fin_gang_shares(k->s.w.f, &k->shapes[b]) ||
	              (b == FIN_BODY_ANY && is_one_of_many(k->s.w.f));

	k->g[b] = (struct fin_gang){.w = &k->s.w,
		.s = &k->shapes[b],
		.hoped = k->hoped[b],
		.lanes = lanes_of(k, b, lanes),
		.parts = fin_part_number(k, in_step, b, lanes),
		.is_in_row = b == FIN_BODY_ENDS || (b == FIN_BODY_IN_ROWS && k->row_by_row),
		.is_stacked = b == FIN_BODY_ACROSS && k->stacked != 0,
		.shares = shares,
		.sums = b < FIN_BODY_NEAR ? k->sum : NULL,
		.along = b == FIN_BODY_ACROSS ? k->row : 0,
		.private_unit = has_rows(k, b) ? fin_private_unit(k->s.w.f) : 0,
		.init = fin_builder_new(k->s.w.l),
		.local = fin_gang_local(k->s.w.f, &k->shapes[b], k->s.rs)};
	share_forms(k, b);
	find_progress(k, b);
}

static void make_gangs(struct fin_gang_kernel *k, unsigned lanes)
{
	bool in_step =
		k->s.per == FIN_PER_WAVE || fin_needs_lockstep(k->s.w.f, k->flows, k->s.rs->count);

	choose_bodies(k, in_step, lanes);
	for (unsigned b = first_body(k); b < end_of_bodies(k); b++)
		if (has_body(k, b))
			make_gang(k, b, in_step, lanes);
	/* the copy for odd rows runs one part at a time */
	k->has_even &= !in_step && fin_has_windows(&k->g[FIN_BODY_IN_ROWS], sizeof(uint32_t));
	k->has_narrow &= !k->has_even; /* there are three copies for rows */
	k->g[FIN_BODY_ENDS].rows = k->has_even ? FIN_ROWS_ODD : FIN_ROWS_ANY;
	for (unsigned b = first_body(k); b < end_of_bodies(k); b++) {
		k->g[b].is_terse = (is_for_rest(k, b) && is_any_rare(k)) || k->g[b].shares ||
		                   (k->has_even && b != FIN_BODY_IN_ROWS);
		k->g[b].has_lines = b < FIN_BODY_NARROW && !k->g[b].shares;
	}
}

/* ---- the kernel ----------------------------------------------------------------------------- */

static void begin(struct fin_skeleton *s)
{
	struct fin_gang_kernel *k = (struct fin_gang_kernel *)s;
	size_t n = s->w.f->reg_count;

	for (unsigned b = first_body(k); b < end_of_bodies(k); b++) {
		k->g[b].slot = mem_new(n, sizeof *k->g[b].slot);
		k->g[b].risk = mem_new(n, sizeof *k->g[b].risk);
		k->g[b].spill = mem_new(n, sizeof *k->g[b].spill);
		k->g[b].divides = NULL;
	}
}

static void end(struct fin_skeleton *s)
{
	struct fin_gang_kernel *k = (struct fin_gang_kernel *)s;

	for (unsigned b = first_body(k); b < end_of_bodies(k); b++) {
		mem_free(k->g[b].spill);
		mem_free(k->g[b].risk);
		mem_free(k->g[b].slot);
	}
}

static void compute(struct fin_skeleton *s, const struct fin_inst *i)
{
	fin_gang_inst(fin_current_gang((struct fin_gang_kernel *)s), i);
}

bool fin_emit_gang_kernel(const struct fin_unit *u, const struct fin_prepared *p,
	struct hsaemu_kernel_descriptor *kd, LLVMValueRef *entry)
{
	static const struct fin_skeleton_ops ops = {.begin = begin,
		.end = end,
		.find_sizes = find_sizes,
		.emit_region = fin_bodies_emit_region,
		.emit_wave = fin_bodies_emit_wave,
		.compute = compute,
		.pass_on = fin_context_pass_on};
	struct fin_gang_kernel k = {.s = {.ops = &ops, .rs = &p->regions},
		.code = {.barrier = fin_context_wait, .owner = &k}};

	k.s.per = p->product == FIN_WAVE_KERNEL ? FIN_PER_WAVE : FIN_PER_GROUP;
	k.s.w = fin_lower_of(u, p->f, &k.s.made);
	take_analysis(&k, p);
	make_gangs(&k, u->lanes);
	fin_skeleton_emit(&k.s);
	fin_kernel_describe(&k.s.w, k.item_bytes, u->lanes, kd);
	if (k.s.per == FIN_PER_WAVE)
		fin_kernel_on_fibers(HSAEMU_WAVESIZE, kd);
	*entry = k.s.w.fn;
	for (unsigned b = first_body(&k); b < end_of_bodies(&k); b++)
		if (has_body(&k, b))
			fin_builder_free(k.s.w.l, k.g[b].init);
	return !k.s.made.failed;
}
