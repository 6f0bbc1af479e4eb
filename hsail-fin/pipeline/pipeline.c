/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the passes of passes.def. */
#include "pipeline/pipeline.h"
#include "ir/cfg.h"
#include "module/module_passes.h"
#include "opt/opt_passes.h"
#include "pipeline/choose_few.h"
#include "pipeline/choose_row.h"
#include "pipeline/choose_stack.h"
#include "pipeline/print_prepared.h"
#include "regions/fiber.h"
#include "shape/alike_groups.h"
#include "gang/islands.h"
#include "kernel/pieces.h"
#include "shape/align.h"
#include "shape/together.h"
#include "shape/skip_barriers.h"
#include "shape/index_passes.h"
#include "shape/whole_rows.h"
#include "ir/limits.h"

/* ---- the passes ----------------------------------------------------------------------------- */

static bool inline_calls(struct fin_prepared *p)
{
	p->f = fin_inline(p->f);
	return true;
}

static bool build_graph(struct fin_prepared *p)
{
	fin_cfg(p->f);
	return true;
}

static bool forget_widths(struct fin_prepared *p)
{
	fin_branch_widths(p->f);
	return true;
}

static bool promote(struct fin_prepared *p)
{
	fin_promote_variables(p->f);
	return true;
}

static bool split_webs(struct fin_prepared *p)
{
	fin_split_webs(p->f);
	return true;
}

static bool fold_constants(struct fin_prepared *p)
{
	fin_constants(p->f);
	return true;
}

static bool make_sums(struct fin_prepared *p)
{
	if (!fin_is_gpu(p->options->cpu))
		fin_ors_to_sums(p->f);
	return true;
}

static bool compute_narrow(struct fin_prepared *p)
{
	if (!fin_is_gpu(p->options->cpu))
		fin_use_halves(p->f);
	return true;
}

static bool find_squares(struct fin_prepared *p)
{
	if (!fin_is_gpu(p->options->cpu))
		fin_decide_squares(p->f);
	return true;
}

static bool lay_out(struct fin_prepared *p)
{
	return fin_layout(p->f);
}

static bool find_alike_groups(struct fin_prepared *p)
{
	if (!fin_is_gpu(p->options->cpu))
		fin_alike_groups(p->f);
	return true;
}

static bool merge_wavebarriers(struct fin_prepared *p)
{
	if (p->lanes > 1)
		fin_merge_wavebarriers(p->f);
	return true;
}

static bool split_kernel(struct fin_prepared *p)
{
	fin_split_kernel(p->f);
	return true;
}

static bool make_fiber(struct fin_prepared *p)
{
	bool by_wave = p->product == FIN_WAVE_KERNEL || p->product == FIN_WAVE_FUNCTION ||
	               p->options->fibers == FINALIZE_FIBERS_LANE;

	fin_make_fiber(p->f, p->options->preempt, by_wave ? FIN_PER_WAVE : FIN_PER_ITEM);
	return true;
}

static bool drop_wavebarriers(struct fin_prepared *p)
{
	fin_drop_wavebarriers(p->f);
	return true;
}

static bool skip_barriers(struct fin_prepared *p)
{
	/* a dispatcher has an order of its own */
	if (!p->keeps_barriers && p->options->flow != FINALIZE_FLOW_DISPATCHER)
		fin_skip_barriers(p->f);
	return true;
}

static bool simplify_loops(struct fin_prepared *p)
{
	fin_flow_simplify(p->f);
	return true;
}

static bool to_ssa(struct fin_prepared *p)
{
	fin_ssa(p->f);
	return true;
}

static bool find_ranges(struct fin_prepared *p)
{
	fin_find_ranges(p->f);
	return true;
}

static bool merge_clamps(struct fin_prepared *p)
{
	fin_merge_clamps(p->f);
	return true;
}

static bool drop_copies(struct fin_prepared *p)
{
	fin_drop_copies(p->f);
	return true;
}

static bool widen_bounded(struct fin_prepared *p)
{
	fin_widen_bounded(p->f);
	return true;
}

static bool merge_accesses(struct fin_prepared *p)
{
	fin_merge_accesses(p->f);
	return true;
}

static bool count_once(struct fin_prepared *p)
{
	fin_count_once(p->f);
	return true;
}

static bool find_counters(struct fin_prepared *p)
{
	fin_find_counters(p->f);
	return true;
}

static bool find_regions(struct fin_prepared *p)
{
	fin_regions(p->f, &p->regions);
	return true;
}

static bool find_flow(struct fin_prepared *p)
{
	bool dispatched = p->product != FIN_ESTIMATE &&
	                  (p->options->flow == FINALIZE_FLOW_DISPATCHER || p->f->yields);

	p->flows = ARENA_ARRAY(p->f->module->arena, struct fin_flow, p->regions.count);
	for (uint32_t r = 0; r < p->regions.count; r++)
		fin_flow(p->f, &p->regions.regions[r], dispatched, &p->flows[r]);
	return true;
}

static bool has_loops(const struct fin_prepared *p)
{
	for (uint32_t r = 0; r < p->regions.count; r++)
		if (p->flows[r].loop_count > 0)
			return true;
	return false;
}

/* Whether there are loops of which copies may be made: profiles count each block of HSAIL once, and
 * debuggers find each instruction once. */
static bool may_copy_loops(const struct fin_prepared *p)
{
	return has_loops(p) && p->f->module->profile == NULL && !p->f->module->step_by_step;
}

/* Finds the shapes for groups in rows, and those under the hope that no sum wraps. */
static void find_row_shapes(struct fin_prepared *p, struct fin_shapes *s, struct fin_shapes *hoped)
{
	fin_shapes(p->f, &p->regions, p->flows, (struct fin_shape_rules){.in_rows = true}, s);
	fin_shapes(p->f, &p->regions, p->flows,
		(struct fin_shape_rules){.in_rows = true, .no_wrap = true}, hoped);
}

/* Accesses of several iterations become one. */
static bool unroll_rows(struct fin_prepared *p)
{
	if (!may_copy_loops(p) || !fin_unroll_rows(p->f, &p->regions, p->flows))
		return true;
	fin_ssa(p->f);
	fin_drop_copies(p->f);
	fin_merge_accesses(p->f);
	(void)find_regions(p);
	(void)find_flow(p);
	return true;
}

/* Where lanes are instructed in step, none may wait for others in a loop. */
static bool align_loops(struct fin_prepared *p)
{
	struct fin_aligned_loops loops;
	struct fin_shapes s, hoped;

	if (!may_copy_loops(p))
		return true;
	find_row_shapes(p, &s, &hoped);
	loops = fin_aligned_loops(p->f, &p->regions, p->flows, &s, &hoped,
		p->lanes >= FIN_LIMIT_LANES_APART &&
			!fin_needs_lockstep(p->f, p->flows, p->regions.count));
	p->aligned = ARENA_ARRAY(p->f->module->arena, struct fin_block *, loops.count);
	for (size_t k = 0; k < loops.count; k++)
		p->aligned[p->aligned_count++] = loops.loop[k].header;
	if (loops.count > 0) {
		fin_align_loops(p->f, &loops);
		fin_ssa(p->f);
		(void)find_regions(p);
		(void)find_flow(p);
	}
	mem_free(loops.loop);
	return true;
}

static bool run_together(struct fin_prepared *p)
{
	struct fin_together_loops loops;
	struct fin_shapes s, hoped;

	if (!may_copy_loops(p))
		return true;
	find_row_shapes(p, &s, &hoped);
	loops = fin_together_loops(p->f, &p->regions, p->flows, &s, &hoped, p->aligned,
		p->aligned_count);
	if (loops.count > 0) {
		fin_run_together(p->f, &loops);
		fin_ssa(p->f);
		fin_drop_copies(p->f);
		(void)find_regions(p);
		(void)find_flow(p);
	}
	mem_free(loops.loop);
	return true;
}

/* Whether the kernel has code where a group starts, and another body for groups that fail a test
 * there. */
static bool may_test_groups(const struct fin_prepared *p)
{
	struct fin_pieces pieces;

	if (p->product != FIN_VECTOR_KERNEL || p->f->module->step_by_step ||
		p->f->module->profile != NULL ||
		fin_instruction_count(p->f) > FIN_LIMIT_TWO_PARTS ||
		p->regions.count > FIN_LIMIT_REGIONS_TWO_BODIES)
		return false;
	fin_pieces_plan(p->f, &p->regions, &pieces);
	return pieces.count == 1;
}

static void find_whole_rows(struct fin_prepared *p)
{
	struct fin_whole_rows whole = fin_whole_rows(p->f, &p->in_rows, &p->sums);
	struct fin_shape_rules rules = {.in_rows = true, .sure = &whole.sure};

	p->whole_rows = whole.some;
	p->even_rows = whole.may_be_even;
	if (whole.some)
		fin_shapes(p->f, &p->regions, p->flows, rules, &p->whole);
}

/* Finds the sums of ids that are tested once for a group, and what is linear without a risk
 * then. */
static void find_sums(struct fin_prepared *p)
{
	struct fin_shape_rules rules = {.in_rows = true, .sure = &p->sums.sure};

	if (!may_test_groups(p))
		return;
	p->sums = fin_id_sums(p->f, p->flows, p->regions.count, &p->in_rows, &p->hoped,
		p->row != 0 ? &p->across : NULL, &p->across_hoped);
	if (p->sums.some) {
		fin_shapes(p->f, &p->regions, p->flows, rules, &p->in_rows);
		rules.row = p->row;
		if (p->row != 0)
			fin_shapes(p->f, &p->regions, p->flows, rules, &p->across);
	}
	find_whole_rows(p);
}

static bool find_shapes(struct fin_prepared *p)
{
	static const struct fin_shape_rules rows = {.in_rows = true}, any = {.in_rows = false},
					    hoped = {.in_rows = true, .no_wrap = true};
	bool is_kernel = p->product == FIN_VECTOR_KERNEL || p->product == FIN_WAVE_KERNEL;

	if (is_kernel)
		fin_shapes(p->f, &p->regions, p->flows, rows, &p->in_rows);
	if (p->product != FIN_ESTIMATE)
		fin_shapes(p->f, &p->regions, p->flows, any, &p->any);
	if (p->product != FIN_WAVE_FUNCTION)
		fin_shapes(p->f, &p->regions, p->flows, hoped, &p->hoped);
	if (p->product == FIN_VECTOR_KERNEL || p->product == FIN_ESTIMATE) {
		fin_sink_loads(p->f, &p->hoped, p->flows, p->regions.count);
		fin_islands(p->f, &p->hoped);
		fin_choose_row(p);
	}
	find_sums(p);
	if (p->product == FIN_VECTOR_KERNEL) {
		fin_choose_stack(p);
		fin_choose_few(p);
		fin_choose_tiles(p);
	}
	if (p->product == FIN_VECTOR_KERNEL && p->f->module->profile == NULL &&
		!p->f->module->step_by_step &&
		!fin_needs_lockstep(p->f, p->flows, p->regions.count)) {
		fin_find_quads(p->f, &p->in_rows);
		fin_find_pairs(p->f, &p->in_rows);
		if (p->lanes > FIN_LIMIT_GATHER_LANES)
			fin_find_twins(p->f, &p->in_rows);
	}
	return true;
}

/* ---- the table ------------------------------------------------------------------------------ */

enum {
	PASS_S = 1 << FIN_SCALAR_KERNEL,
	PASS_V = 1 << FIN_VECTOR_KERNEL,
	PASS_W = 1 << FIN_WAVE_KERNEL,
	PASS_I = 1 << FIN_ITEM_KERNEL,
	PASS_FW = 1 << FIN_WAVE_FUNCTION,
	PASS_FI = 1 << FIN_ITEM_FUNCTION,
	PASS_E = 1 << FIN_ESTIMATE,
	PASS_ALL = (1 << FIN_PRODUCTS) - 1,
};

static const struct pass {
	const char *name;
	bool (*run)(struct fin_prepared *p);
	unsigned products, needs, gives;
} passes[] = {
#define PASS(id, name, run, products, needs, gives, what) {name, run, products, needs, gives},
#include "pipeline/passes.def"
};

/* How many passes all products share. They come first, because the product is chosen after them. */
static unsigned shared_passes(void)
{
	unsigned n = 0;

	while (passes[n].products == PASS_ALL)
		n++;
	return n;
}

static bool runs(const struct fin_prepared *p, const struct pass *pass)
{
	return (pass->products >> p->product & 1) != 0;
}

/* Runs the passes that are left before pass number `end`. */
static bool run(struct fin_prepared *p, unsigned end)
{
	for (; p->passed < end; p->passed++) {
		const struct pass *pass = &passes[p->passed];

		if (!runs(p, pass))
			continue;
		if (pass->products == PASS_ALL && p->passed >= shared_passes())
			BUG("pass '%s' is for all code, but comes after the choice of code",
				pass->name);
		if ((pass->needs & ~p->holds) != 0)
			BUG("pass '%s' lacks 0x%x", pass->name, pass->needs & ~p->holds);
		if (!pass->run(p))
			return false;
		p->holds |= pass->gives;
		fin_pass_done(p->f->module->clock, pass->name);
	}
	return true;
}

bool fin_prepare(struct fin_prepared *p, struct fin_function *f, const struct finalize_options *o)
{
	*p = (struct fin_prepared){.f = f, .source = f, .options = o};
	return run(p, shared_passes());
}

void fin_prepare_for(struct fin_prepared *p, enum fin_product product, unsigned lanes)
{
	p->product = product;
	p->lanes = lanes;
	if (!run(p, ARRAY_LEN(passes)))
		BUG("a pass of one product has failed");
}

void fin_prepared_release(struct fin_prepared *p)
{
	if (p->holds & HOLDS_OWN_COPY)
		fin_function_release(p->f);
	p->holds = 0;
}

/* ---- which code ----------------------------------------------------------------------------- */

/* A wave runs an instruction in all its parts before any runs the next one; so with few lanes, and
 * many parts, the code of a long function would be many times as long. */
unsigned fin_lanes_of_wave(const struct fin_function *f, unsigned most)
{
	return fin_instruction_count(f) > FIN_LIMIT_FEW_LANES ? most : FIN_LIMIT_FEWEST_LANES;
}

unsigned fin_lanes_needed(const struct fin_prepared *p, unsigned lanes, unsigned most)
{
	struct fin_callees callees = fin_callees_of(p->f);

	if (lanes == 1 && (fin_has_lowering(p->f, ISA_LOWER_LANE) || fin_needs_wave(&callees) ||
				  p->f->module->profile != NULL))
		return fin_lanes_of_wave(p->f, most);
	return lanes;
}

enum fin_product fin_product_of(const struct fin_prepared *p, unsigned lanes)
{
	enum fin_granularity per = fin_choose_granularity(p->f, p->options);

	if (per == FIN_PER_GROUP && lanes > 1)
		return FIN_VECTOR_KERNEL;
	/* in scalar code, the work-items of a region must agree on where they wait next */
	if (per == FIN_PER_GROUP && fin_waves_stay_together(p->f))
		return FIN_SCALAR_KERNEL;
	return per == FIN_PER_ITEM || lanes == 1 ? FIN_ITEM_KERNEL : FIN_WAVE_KERNEL;
}

/* ---- --emit=ir ------------------------------------------------------------------------------ */

static unsigned pass_number(const char *name)
{
	unsigned k = 0;

	while (k < ARRAY_LEN(passes) && strcmp(passes[k].name, name) != 0)
		k++;
	if (k == ARRAY_LEN(passes))
		BUG("no pass '%s'", name);
	return k;
}

static void print_after(const struct fin_prepared *p, const struct pass *pass, struct buf *out)
{
	buf_printf(out, "// after '%s'%s\n", pass->name,
		p->passed <= shared_passes() || runs(p, pass) ? ""
							      : ", which is not for this code");
	fin_print_state(p, out);
}

bool fin_print_prepared(struct fin_function *f, const struct finalize_options *o, unsigned lanes,
	struct buf *out)
{
	enum { MOST = 8 }; /* lanes of --emit=ir, which is for no processor in particular */
	bool all = strcmp(o->print_after, "all") == 0;
	unsigned last = all ? ARRAY_LEN(passes) - 1 : pass_number(o->print_after);
	struct fin_prepared p = {.f = f, .options = o};
	bool ok = true;

	for (unsigned k = 0; ok && k <= last; k++) {
		if (k == shared_passes()) {
			p.lanes = f->is_kernel ? fin_lanes_needed(&p, lanes, MOST) : lanes;
			p.product = f->is_kernel  ? fin_product_of(&p, p.lanes)
			            : p.lanes > 1 ? FIN_WAVE_FUNCTION
			                          : FIN_ITEM_FUNCTION;
		}
		ok = run(&p, k + 1);
		if (ok && (all ? runs(&p, &passes[k]) : k == last))
			print_after(&p, &passes[k], out);
	}
	fin_prepared_release(&p);
	return ok;
}
