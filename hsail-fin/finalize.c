/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Takes a module from BRIG to an object: what is done once, and what for each processor. The passes
 * over a function are in pipeline/passes.def. */
#include "hsaemu/finalize.h"
#include "front/front.h"
#include "module/module_passes.h"
#include "kernel/trial.h"
#include "llvm/debug_info.h"
#include "llvm/profile_map.h"
#include "emit/object.h"
#include "gcn/gcn.h"
#include "x86/x86.h"

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
	struct buf code_object; /* for a GPU, to be in the object */
	bool choose;            /* chooses between vector and scalar code for each kernel */
};

/* The levels of --simd, from few lanes to many. */
static const struct level {
	enum finalize_simd simd, up_to;
	const char *name, *feature;
	unsigned lanes;
} levels[] = {
	{FINALIZE_SIMD_OFF, FINALIZE_SIMD_OFF, "off", NULL, 1},
	{FINALIZE_SIMD_SSE, FINALIZE_SIMD_UP_TO_SSE, "sse", NULL, 4},
	{FINALIZE_SIMD_AVX2, FINALIZE_SIMD_UP_TO_AVX2, "avx2", "avx2", 8},
	{FINALIZE_SIMD_AVX512, FINALIZE_SIMD_UP_TO_AVX512, "avx512", "avx512vl", 16},
};

static bool is_level(const struct level *v, enum finalize_simd simd)
{
	return v->simd == simd || v->up_to == simd;
}

/* Whether kernels may have fewer lanes than the level, where that is better. */
static bool chooses(enum finalize_simd simd)
{
	return simd == FINALIZE_SIMD_AUTO || simd >= FINALIZE_SIMD_UP_TO_SSE;
}

/* ---- own IR as text ------------------------------------------------------------------------- */

/* How many lanes the printed code is for: as --simd says, or else 8, because it is for no processor
 * in particular. */
static unsigned lanes_to_print(const struct finalize_options *o)
{
	enum { AUTO = 8 };

	for (size_t k = 0; k < ARRAY_LEN(levels); k++)
		if (is_level(&levels[k], o->simd))
			return levels[k].lanes;
	return AUTO;
}

static bool print_all(struct job *j, const struct finalize_options *o, struct buf *out)
{
	bool ok = true;

	fin_find_recursion(&j->m);
	fin_choose_inlined(&j->m);
	fin_find_linked(&j->m);
	fin_spread_exceptions(&j->m, o);
	for (size_t i = 0; i < j->m.function_count; i++)
		if (fin_has_own_code(j->m.functions[i]))
			ok &= fin_print_prepared(j->m.functions[i], o, lanes_to_print(o), out);
	return ok;
}

/* ---- kernels and functions ------------------------------------------------------------------ */

static bool emit_kernel(struct job *j, struct fin_function *f)
{
	struct hsaemu_kernel_descriptor kd;
	struct fin_prepared p;
	struct fin_choice c;
	LLVMValueRef entry;
	bool ok = fin_prepare(&p, f, j->unit.options);

	if (ok && j->unit.options->stubs) {
		ok = fin_emit_stub(&j->unit, &p, &kd, &entry);
	} else if (ok) {
		c = fin_choose_lanes(&j->unit, f, j->choose);
		ok = fin_emit_in_proportion(&j->unit, &p, &c, &kd, &entry);
	}
	if (ok)
		fin_object_kernel(&j->object, &j->unit, p.f, &kd, entry);
	fin_prepared_release(&p);
	fin_pass_done(&j->clock, "code of kernels");
	return ok;
}

/* Makes a function's code for a work-item, or for a wave. */
static bool emit_function(struct job *j, struct fin_function *f, bool for_wave, LLVMValueRef *fn)
{
	struct fin_unit unit = j->unit;
	struct fin_prepared p;
	bool ok = fin_prepare(&p, f, unit.options);

	if (unit.lanes == 1) /* even with --simd=off, waves may call this function */
		unit.lanes = fin_lanes_of_wave(p.f, unit.most_lanes);
	if (ok) {
		fin_prepare_for(&p, for_wave ? FIN_WAVE_FUNCTION : FIN_ITEM_FUNCTION, unit.lanes);
		ok = (for_wave ? fin_emit_wave_function : fin_emit_item_function)(&unit, &p, fn);
	}
	fin_prepared_release(&p);
	fin_pass_done(&j->clock, "code of functions");
	return ok;
}

static bool emit_kernels(struct job *j)
{
	bool ok = true;

	for (size_t i = 0; i < j->m.function_count && !diag_at_limit(j->d); i++) {
		struct fin_function *f = j->m.functions[i];

		if (f->is_kernel && f->definition && f->part == j->unit.options->part)
			ok = emit_kernel(j, f) && ok;
	}
	return ok;
}

/* The code that has been made of a function. */
struct forms {
	bool is_public, has_item, has_wave;
	LLVMValueRef item, wave;
};

/* Makes the code of a function that is wanted and not made yet; true when some was made. */
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
	if (any && made->is_public && made->item != NULL && made->wave != NULL)
		fin_object_function(&j->unit, f, made->item, made->wave);
	return any;
}

/* Parts of a module have code of one function each only where its name is not seen elsewhere. */
static bool is_made_here(const struct job *j, const struct fin_function *f)
{
	return f->definition && (fin_is_first_part(&j->unit) || !f->program_linkage);
}

/* Makes the code of all functions that are wanted. It goes on until there is nothing new, because
 * the code of one function can want others. */
static bool emit_functions(struct job *j)
{
	struct forms *made = ARENA_ARRAY(&j->arena, struct forms, j->m.function_count);
	bool ok = true, again = true;

	for (size_t i = 0; i < j->m.function_count; i++)
		made[i].is_public = fin_is_first_part(&j->unit) && fin_is_public(j->m.functions[i]);
	while (again) {
		again = false;
		for (size_t i = 0; i < j->m.function_count && !diag_at_limit(j->d); i++)
			if (is_made_here(j, j->m.functions[i]))
				again |= emit_wanted(j, j->m.functions[i], &made[i], &ok);
	}
	return ok;
}

/* Chooses how many lanes a part of a wave has. Without --simd these are as many as the processor
 * has; but with -O0 -g, 1, so that a debugger steps through the code of one work-item. False after
 * a diagnostic. */
static bool choose_lanes(struct job *j, enum finalize_simd simd)
{
	for (size_t k = 0; k < ARRAY_LEN(levels); k++) {
		const struct level *v = &levels[k];
		bool has = v->feature == NULL || fin_target_has(&j->l.target, v->feature);

		if (has)
			j->unit.most_lanes = v->lanes;
		if (simd == FINALIZE_SIMD_AUTO ? has && !(j->m.step_by_step && v->lanes > 1)
					       : is_level(v, simd))
			j->unit.lanes = v->lanes;
		if (is_level(v, simd) && !has) {
			diag_usage(j->d, "--simd=%s: the processor has no %s", v->name, v->feature);
			return false;
		}
	}
	return true;
}

/* Refuses --profile for several processors: counters belong to one version of a kernel's code. */
static bool check_profile(struct job *j, unsigned versions)
{
	if (versions > 1 && j->m.profile != NULL)
		diag_usage(j->d, "--profile: code for several processors; -mcpu must name one");
	return versions <= 1 || j->m.profile == NULL;
}

/* Makes all code for one processor. */
static bool emit_version(struct job *j, const struct fin_version *v)
{
	bool ok;

	fin_llvm_set_version(&j->l, v);
	if (!choose_lanes(j, j->unit.options->simd))
		return false;
	for (size_t i = 0; i < j->m.function_count; i++)
		j->m.functions[i]->wants_item = j->m.functions[i]->wants_wave = false;
	ok = emit_kernels(j);
	return j->unit.options->stubs ? ok : emit_functions(j) && ok;
}

/* Sets LLVM up for the module. The module's name goes into the object, not the file's, so that
 * objects do not depend on where the input lies. */
static void set_up_llvm(struct job *j, const char *file, const struct finalize_options *o,
	const struct fin_version *v)
{
	fin_llvm_init(&j->l, arena_strndup(&j->arena, j->m.name.p, j->m.name.n), o, v);
	fin_alias_init(&j->l, j->m.classes);
	fin_pass_done(&j->clock, "LLVM set-up");
	j->unit.globals = ARENA_ARRAY(&j->arena, LLVMValueRef, j->m.variable_count);
	if (o->debug_info)
		j->unit.debug = fin_debug_new(&j->l, &j->m, file);
	fin_find_recursion(&j->m);
	fin_choose_inlined(&j->m);
	fin_spread_exceptions(&j->m, o);
}

/* Makes the code object that is to be in the object, by itself. */
static bool make_code_object(struct job *j, const char *file, struct str brig,
	const struct finalize_options *o)
{
	struct finalize_options gpu = *o;

	gpu.cpu = "gfx600";
	gpu.attrs = NULL;
	gpu.simd = FINALIZE_SIMD_AUTO;
	gpu.emit = FINALIZE_OBJ;
	gpu.time_passes = gpu.remark_done = gpu.remark_missed = false;
	gpu.is_embedded = true;
	gpu.profile = false; /* the host's code counts; what a GPU does its simulator counts */
	if (!finalize(file, brig.p, brig.n, &gpu, &j->code_object, j->d))
		return false;
	j->unit.code_object = buf_slice(&j->code_object);
	return true;
}

/* Makes what code is asked for that runs on this machine's kind of processors. */
static bool run_for_host(struct job *j, const struct fin_targets *t, struct str brig,
	const struct finalize_options *o, struct buf *out)
{
	bool ok;

	j->choose = chooses(o->simd);
	j->unit.least_suffix = t->versions[0].suffix;
	fin_find_linked(&j->m);
	fin_divide(&j->m, o->parts);
	ok = !fin_is_first_part(&j->unit) || fin_emit_globals(&j->unit);
	for (unsigned k = 0; k < t->count && (ok || k == 0); k++)
		ok = emit_version(j, &t->versions[k]) && ok;
	fin_debug_finish(j->unit.debug);
	if (!ok)
		return false;
	if (fin_is_first_part(&j->unit))
		fin_emit_addresses(&j->unit);
	fin_object_weak(&j->unit, t->versions, t->count);
	if (j->m.profile != NULL)
		fin_profile_emit_map(&j->m, &j->l);
	fin_object_notes(&j->object, &j->unit, o, t->versions, t->count, brig);
	if (o->verify_each)
		fin_llvm_verify(&j->l);
	fin_pass_done(&j->clock, "descriptors");
	fin_llvm_emit(&j->l, o, &j->clock, out);
	return true;
}

static bool run(struct job *j, const char *file, struct str brig, const struct finalize_options *o,
	struct buf *out)
{
	struct fin_targets t;

	bool whole_groups = (o->controls.given >> BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS & 1) != 0;

	if (!brig_view_open(&j->view, file, brig.p, brig.n, j->d) ||
		!brig_verify_final(&j->view, whole_groups, j->d))
		return false;
	fin_pass_done(&j->clock, "verify");
	if (!fin_decode(&j->m) || !fin_apply_controls(&j->m, &o->controls))
		return false;
	fin_pass_done(&j->clock, "decode");
	fin_promote_calls(&j->m);
	if (o->emit == FINALIZE_IR)
		return print_all(j, o, out);
	if (!fin_targets_of(o->cpu, o->attrs, &j->arena, j->d, &t) || !check_profile(j, t.count))
		return false;
	if (t.count > 0 && t.gpu != NULL && fin_is_first_part(&j->unit) &&
		!make_code_object(j, file, brig, o))
		return false;
	if (t.gpu != NULL)
		fin_add_handles(&j->m);
	set_up_llvm(j, file, o, t.count > 0 ? &t.versions[0] : t.gpu);
	if (t.count > 0)
		return run_for_host(j, &t, brig, o, out);
	j->unit.target = &fin_gcn_ops;
	j->unit.least_suffix = t.gpu->suffix;
	return fin_gcn_module(&j->unit, &j->m, out);
}

static void release_llvm(void *arg)
{
	fin_llvm_release(arg);
}

bool finalize(const char *file, const void *brig, size_t len, const struct finalize_options *o,
	struct buf *out, struct diag *d)
{
	struct job j = {.d = d, .code_object = BUF_INIT};
	struct unwind_guard guard = {.release = release_llvm, .arg = &j.l, .is_of_library = true};
	bool ok;

	arena_init(&j.arena);
	j.m = (struct fin_module){.arena = &j.arena, .view = &j.view, .diag = d, .clock = &j.clock};
	j.m.program_round = o->program_round == FINALIZE_ROUND_ZERO ? BRIG_ROUND_FLOAT_ZERO
	                                                            : BRIG_ROUND_FLOAT_NEAR_EVEN;
	j.m.debug_info = o->debug_info;
	j.m.kernel = o->kernel;
	j.m.origin = o->origin;
	j.m.step_by_step = o->debug_info && o->opt_level == 0;
	if (o->profile)
		j.m.profile = &j.profile;
	if (o->time_passes)
		fin_pass_clock_start(&j.clock);
	j.unit = (struct fin_unit){.m = &j.m, .l = &j.l, .target = &fin_x86_ops, .options = o};
	unwind_guard_begin(&guard);
	ok = run(&j, file, (struct str){brig, len}, o, out);
	unwind_guard_end(&guard);
	fin_pass_clock_report(&j.clock, d);
	fin_profile_release(&j.profile);
	fin_object_release(&j.object);
	fin_debug_free(j.unit.debug);
	fin_module_release(&j.m);
	fin_llvm_release(&j.l);
	brig_view_close(&j.view);
	buf_release(&j.code_object);
	arena_release(&j.arena);
	return ok;
}
