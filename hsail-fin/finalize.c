/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pass list: BRIG -> own IR -> LLVM IR -> object. */
#include "hsaemu/finalize.h"
#include "ir/exceptions.h"
#include "llvm/debug_info.h"
#include "regions/fiber.h"
#include "gang/gang.h"
#include "emit/object.h"
#include "gang/vector_cost.h"
#include "llvm/profile_map.h"
#include "regions/regions.h"
#include "kernel/trial.h"

struct job {
	struct arena arena;
	struct brig_view view;
	struct fin_module m;
	struct fin_llvm l;
	struct fin_unit unit;
	struct fin_object object;
	struct diag *d;
	struct fin_pass_clock clock;
	struct fin_profile profile;
	bool choose; /* between vector and scalar code, for each kernel */
};

/* All passes over one function before code generation. The result is the caller's to release. */
static bool prepare(struct fin_function *f, struct fin_function **out)
{
	struct fin_pass_clock *clock = f->module->clock;
	struct fin_function *g = fin_inline(f); /* from here on calls are out of line */

	*out = g;
	fin_pass_done(clock, "inline");
	fin_cfg(g); /* all blocks are reachable, in order */
	fin_widths(g);
	fin_pass_done(clock, "cfg");
	fin_promote(g); /* SLOTS operands; other variables need memory */
	fin_pass_done(clock, "promote");
	fin_webs(g); /* a register has one purpose */
	fin_pass_done(clock, "webs");
	fin_constants(g); /* an immediate is an immediate, also through a mov */
	fin_pass_done(clock, "constants");
	return fin_layout(g); /* every variable has a home */
}

/* The most lanes with which parts lie in rows of the required work-group; all if there is none. */
static unsigned lanes_in_rows(const struct fin_function *f, unsigned most)
{
	const uint32_t *wg = f->control.required_wg;
	unsigned lanes = most;

	if (wg[0] == 0 || (wg[1] == 1 && wg[2] == 1))
		return most;
	while (lanes >= 4 && wg[0] % lanes != 0)
		lanes /= 2;
	return lanes >= 4 ? lanes : most;
}

/* ---- own IR as text ------------------------------------------------------------------------- */

static void print_function(struct job *j, struct fin_function *f, struct buf *out)
{
	enum finalize_stage stage = j->unit.options->stage;
	struct fin_function *g = fin_inline(f);

	if (stage <= FINALIZE_AFTER_CFG)
		fin_cfg(g);
	if (stage <= FINALIZE_AFTER_PROMOTE)
		fin_promote(g);
	if (stage <= FINALIZE_AFTER_WEBS)
		fin_webs(g);
	if (stage <= FINALIZE_AFTER_CONSTANTS)
		fin_constants(g);
	if (stage == FINALIZE_AFTER_SSA)
		fin_gang_prepare(g);
	fin_print(g, out);
	fin_function_release(g);
}

static void print_all(struct job *j, struct buf *out)
{
	fin_find_recursion(&j->m);
	fin_choose_inlined(&j->m);
	for (size_t i = 0; i < j->m.function_count; i++)
		if (j->m.functions[i]->definition)
			print_function(j, j->m.functions[i], out);
}

/* ---- kernels and functions ------------------------------------------------------------------ */

/* Operations across lanes are no code of one work-item. */
static bool must_run_as_wave(const struct fin_function *g)
{
	struct fin_callees c = fin_callees_of(g);

	return fin_needs_wave(&c);
}

static size_t trial_size(struct job *j, struct fin_function *f, unsigned lanes)
{
	struct fin_unit unit = j->unit;
	struct fin_function *g;
	size_t n = 0;

	unit.lanes = lanes;
	if (prepare(f, &g))
		n = fin_trial_size(&unit, g);
	fin_function_release(g);
	fin_pass_done(&j->clock, "choice of vector or scalar code");
	return n;
}

/* Whether vector code is out of proportion to what it gains. LLVM's time grows with the code, which
 * is 3 to 6 times as long where work-items hardly differ, and 20 to 50 times where each has its own
 * way or its own memory. Such code can still be several times as fast, whatever the estimate, and
 * kernels run more often than they are compiled: only what takes LLVM more than a few seconds is
 * too long. */
static bool is_too_long(struct job *j, struct fin_function *f, unsigned lanes, double gain,
	uint32_t length)
{
	enum { VERY_SMALL = 100 };                     /* instructions of HSAIL */
	enum { LARGE = 12000, LARGE_VECTOR = 100000 }; /* fin_trial_size() */
	const double usual = 5, most = 10, most_if_large = 4.5;
	double times = usual * (gain > 1 ? gain : 1);
	size_t scalar, vector;

	if (length < VERY_SMALL)
		return false;
	vector = trial_size(j, f, lanes);
	if (vector < LARGE_VECTOR)
		return false;
	scalar = trial_size(j, f, 1);
	if (times > most)
		times = most;
	if (scalar > LARGE)
		times = most_if_large;
	return (double)vector > times * (double)scalar;
}

/* Lanes of a kernel that has no diagnostics; if there is one only, why. */
static unsigned lanes_for(struct job *j, struct fin_function *f, const char **why_scalar)
{
	struct fin_payoff_target t = {.lanes = lanes_in_rows(f, j->unit.lanes),
		.slow_gathers = fin_target_gathers_slowly(&j->l.target)};
	struct fin_function *g;
	double gain = 1;
	uint32_t length;
	bool any, on_fiber;

	*why_scalar = "vectors would not make it faster";
	if (fin_breaks(f))
		return 1; /* lane by lane in any case */
	if (j->unit.lanes == 1 || j->m.profile != NULL)
		return j->unit.lanes;
	if (!j->choose)
		t.lanes = j->unit.lanes;
	any = !prepare(f, &g) || must_run_as_wave(g);
	length = fin_instruction_count(g);
	/* a wave, or else each work-item: the estimate knows neither */
	on_fiber = !any && fin_barriers_part(g);
	if (!any && !on_fiber)
		gain = fin_gang_gain(g, &t);
	fin_function_release(g);
	fin_pass_done(&j->clock, "choice of vector or scalar code");
	if (any)
		return t.lanes;
	if (gain > 0 && j->choose && !on_fiber && !fin_gang_pays(gain))
		return 1;
	*why_scalar = "vector code would be too long";
	if (gain <= 0)
		return 1;
	return is_too_long(j, f, t.lanes, gain, length) ? 1 : t.lanes;
}

static bool emit_kernel(struct job *j, struct fin_function *f)
{
	struct fin_unit unit = j->unit;
	struct hsaemu_kernel_descriptor kd;
	struct fin_function *g;
	LLVMValueRef entry;
	bool ok = prepare(f, &g);

	if (ok) {
		unit.lanes = lanes_for(j, f, &unit.why_scalar);
		if (j->unit.lanes == 1)
			unit.why_scalar = "--simd=off, -O0 -g, or no vectors to use";
		ok = fin_emit_kernel(&unit, g, &kd, &entry);
	}
	if (ok)
		fin_object_kernel(&j->object, &j->unit, g, &kd, entry);
	fin_function_release(g);
	fin_pass_done(&j->clock, "code of kernels");
	return ok;
}

/* One form of a function's code: for a work-item, or for a wave. */
static bool emit_function(struct job *j, struct fin_function *f, bool for_wave, LLVMValueRef *fn)
{
	struct fin_unit unit = j->unit;
	struct fin_function *g;
	bool ok = prepare(f, &g);

	if (unit.lanes == 1) /* waves also call it at this level */
		unit.lanes = fin_lanes_of_wave(&unit, g);
	if (ok)
		ok = (for_wave ? fin_emit_wave_function : fin_emit_function)(&unit, g, fn);
	fin_function_release(g);
	fin_pass_done(&j->clock, "code of functions");
	return ok;
}

static bool emit_kernels(struct job *j)
{
	bool ok = true;

	for (size_t i = 0; i < j->m.function_count && !diag_at_limit(j->d); i++) {
		struct fin_function *f = j->m.functions[i];

		if (f->is_kernel && f->definition)
			ok = emit_kernel(j, f) && ok;
	}
	return ok;
}

/* What has been made of a function. */
struct forms {
	bool is_public, has_item, has_wave;
	LLVMValueRef item, wave;
};

/* True when something was made. */
static bool emit_wanted(struct job *j, struct fin_function *f, struct forms *made, bool *ok)
{
	bool any = false;

	if (!made->has_item && (f->wants_item || made->is_public)) {
		made->has_item = any = true;
		*ok = emit_function(j, f, false, &made->item) && *ok;
	}
	if (!made->has_wave && (f->wants_wave || made->is_public)) {
		made->has_wave = any = true;
		*ok = emit_function(j, f, true, &made->wave) && *ok;
	}
	if (any && fin_is_public(f) && made->item != NULL && made->wave != NULL)
		fin_object_function(&j->unit, f, made->item, made->wave);
	return any;
}

/* Emitting a function can make others necessary. */
static bool emit_functions(struct job *j)
{
	struct forms *made = ARENA_ARRAY(&j->arena, struct forms, j->m.function_count);
	bool ok = true, again = true;

	for (size_t i = 0; i < j->m.function_count; i++)
		made[i].is_public = fin_is_public(j->m.functions[i]);
	while (again) {
		again = false;
		for (size_t i = 0; i < j->m.function_count && !diag_at_limit(j->d); i++)
			if (j->m.functions[i]->definition)
				again |= emit_wanted(j, j->m.functions[i], &made[i], &ok);
	}
	return ok;
}

/* From few lanes to many. */
static const struct level {
	enum finalize_simd simd;
	const char *name, *feature;
	unsigned lanes;
} levels[] = {
	{FINALIZE_SIMD_OFF, "off", NULL, 1},
	{FINALIZE_SIMD_SSE, "sse", NULL, 4},
	{FINALIZE_SIMD_AVX2, "avx2", "avx2", 8},
	{FINALIZE_SIMD_AVX512, "avx512", "avx512vl", 16},
};

/* Lanes of a part of a wave; auto: as many as the processor has, or 1 for who goes through the code
 * with a debugger. False after a diagnostic. */
static bool choose_lanes(struct job *j, enum finalize_simd simd)
{
	for (size_t k = 0; k < ARRAY_LEN(levels); k++) {
		const struct level *v = &levels[k];
		bool has = v->feature == NULL || fin_target_has(&j->l.target, v->feature);

		if (has)
			j->unit.most_lanes = v->lanes;
		if (simd == FINALIZE_SIMD_AUTO ? has && !(j->m.step_by_step && v->lanes > 1)
					       : simd == v->simd)
			j->unit.lanes = v->lanes;
		if (simd == v->simd && !has) {
			diag_usage(j->d, "--simd=%s: the processor has no %s", v->name, v->feature);
			return false;
		}
	}
	return true;
}

/* Counters belong to the code of a kernel, which there must be once. */
static bool check_profile(struct job *j, unsigned versions)
{
	if (versions > 1 && j->m.profile != NULL)
		diag_usage(j->d, "--profile: code for several processors; -mcpu must name one");
	return versions == 1 || j->m.profile == NULL;
}

/* All code for one processor. */
static bool emit_version(struct job *j, const struct fin_version *v)
{
	bool ok;

	fin_llvm_set_version(&j->l, v);
	if (!choose_lanes(j, j->unit.options->simd))
		return false;
	for (size_t i = 0; i < j->m.function_count; i++)
		j->m.functions[i]->wants_item = j->m.functions[i]->wants_wave = false;
	ok = emit_kernels(j);
	return emit_functions(j) && ok;
}

static bool run(struct job *j, const char *file, struct str brig, const struct finalize_options *o,
	struct buf *out)
{
	struct fin_version *versions;
	unsigned count;
	bool ok;

	bool whole_groups = (o->controls.given >> BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS & 1) != 0;

	if (!brig_view_open(&j->view, file, brig.p, brig.n, j->d) ||
		!brig_verify_final(&j->view, whole_groups, j->d))
		return false;
	fin_pass_done(&j->clock, "verify");
	if (!fin_decode(&j->m) || !fin_apply_controls(&j->m, &o->controls))
		return false;
	fin_pass_done(&j->clock, "decode");
	fin_guess_targets(&j->m);
	if (o->emit == FINALIZE_IR) {
		print_all(j, out);
		return true;
	}
	if (!fin_versions_of(o->cpu, o->attrs, &j->arena, j->d, &versions, &count) ||
		!check_profile(j, count))
		return false;
	/* named after the module, not the file: objects do not depend on where the input lies */
	fin_llvm_init(&j->l, arena_strndup(&j->arena, j->m.name.p, j->m.name.n), o, &versions[0]);
	fin_alias_init(&j->l, j->m.classes);
	fin_pass_done(&j->clock, "LLVM set-up");
	j->choose = o->simd == FINALIZE_SIMD_AUTO;
	j->unit.least_suffix = versions[0].suffix;
	j->unit.globals = ARENA_ARRAY(&j->arena, LLVMValueRef, j->m.variable_count);
	if (o->debug_info)
		j->unit.debug = fin_debug_new(&j->l, &j->m, file);
	fin_find_recursion(&j->m);
	fin_choose_inlined(&j->m);
	fin_find_linked(&j->m);
	fin_spread_exceptions(&j->m, o);
	ok = fin_emit_globals(&j->unit);
	for (unsigned k = 0; k < count && (ok || k == 0); k++)
		ok = emit_version(j, &versions[k]) && ok;
	fin_debug_finish(j->unit.debug);
	if (!ok)
		return false;
	fin_emit_addresses(&j->unit);
	fin_object_weak(&j->unit, versions, count);
	if (j->m.profile != NULL)
		fin_profile_emit_map(&j->m, &j->l);
	fin_object_notes(&j->object, &j->unit, o, versions, count, brig);
	if (o->verify_each)
		fin_llvm_verify(&j->l);
	fin_pass_done(&j->clock, "descriptors");
	fin_llvm_emit(&j->l, o, &j->clock, out);
	return true;
}

bool finalize(const char *file, const void *brig, size_t len, const struct finalize_options *o,
	struct buf *out, struct diag *d)
{
	struct job j = {.d = d};
	bool ok;

	arena_init(&j.arena);
	j.m = (struct fin_module){.arena = &j.arena, .view = &j.view, .diag = d, .clock = &j.clock};
	j.m.debug_info = o->debug_info;
	j.m.origin = o->origin;
	j.m.step_by_step = o->debug_info && o->opt_level == 0;
	if (o->profile)
		j.m.profile = &j.profile;
	if (o->time_passes)
		fin_pass_clock_start(&j.clock);
	j.unit = (struct fin_unit){.m = &j.m, .l = &j.l, .options = o};
	ok = run(&j, file, (struct str){brig, len}, o, out);
	fin_pass_clock_report(&j.clock, d);
	fin_profile_release(&j.profile);
	fin_object_release(&j.object);
	fin_debug_free(j.unit.debug);
	fin_module_release(&j.m);
	fin_llvm_release(&j.l);
	brig_view_close(&j.view);
	arena_release(&j.arena);
	return ok;
}
