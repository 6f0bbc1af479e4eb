/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates what is outside of functions: it declares the symbols of the module, adds
 * variables that its functions need, and begins the BRIG module. */
#include "base/tr.h"
#include "declare/functions.h"
#include "declare/library.h"
#include "declare/variable_spaces.h"
#include "declare/variables.h"
#include "module/emit_brig.h"
#include "module/module_build.h"
#include "module/prescan.h"
#include "module/shared_layout.h"

/* Adds the lock of 128-bit atomics, which all modules of a program share. */
static void add_wide_lock(struct tr *t)
{
	t->module.wide_lock = tr_own_variable(t, "&__wide_lock", BRIG_SEGMENT_GLOBAL, 1);
	t->module.wide_lock->allocation = BRIG_ALLOCATION_PROGRAM;
	t->module.wide_lock->linkage = BRIG_LINKAGE_PROGRAM;
	t->module.wide_lock->is_weak = true;
	t->module.wide_lock->init =
		ARENA_ARRAY(&t->arena, uint8_t, hir_var_bytes(t->module.wide_lock));
}

/* Adds the variable that tells callers of `exit`. If functions of other modules may call or be
 * called, all these modules share it. */
static void add_exited(struct tr *t)
{
	t->module.exited = tr_own_variable(t, "&__exited", BRIG_SEGMENT_PRIVATE, 1);
	if (!tr_is_open(t))
		return;
	t->module.exited->linkage = BRIG_LINKAGE_PROGRAM;
	t->module.exited->is_weak = true;
}

/* Tables of virtual functions have this one for those that no class defines. */
static void declare(struct tr *t, const struct ptx_func *f)
{
	if (!f->has_body && str_is(f->name, "__cxa_pure_virtual"))
		tr_library_need(t, TR_LIBRARY_PURE_VIRTUAL);
	else
		tr_declare_function(t, t->ptx, f);
}

void tr_module_symbols(struct tr *t)
{
	for (const struct ptx_func *f = t->ptx->funcs; f != NULL; f = f->next)
		declare(t, f);
	for (const struct ptx_alias *a = t->ptx->aliases; a != NULL; a = a->next)
		tr_declare_alias(t, a);
	struct prescan p = {0};
	tr_prescan(t, &p);
	t->module.has_images = p.has_images;
	t->module.counted_barriers = p.counted_barriers;
	t->module.has_foreign = p.has_foreign;
	if (p.exits)
		add_exited(t);
	if (p.asks_arguments || (p.asks_spaces && p.copies_arguments))
		t->module.arguments = tr_own_variable(t, "&__arguments", BRIG_SEGMENT_PRIVATE, 2);
	if (p.has_wide_atomics)
		add_wide_lock(t);
	tr_layout_shared(t, &p);
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		tr_declare_module_var(t, v);
}

void tr_module_build(struct tr *t)
{
	const char *name = t->options->module_name != NULL ? t->options->module_name : "&ptx";
	struct brig_directive_module m = {.name = brig_build_string(t->module.brig, str_from(name)),
		.hsail_major = BRIG_VERSION_HSAIL_MAJOR,
		.hsail_minor = BRIG_VERSION_HSAIL_MINOR,
		.profile = BRIG_PROFILE_FULL,
		.machine_model = t->protos.machine_model,
		.default_float_round = BRIG_ROUND_FLOAT_NEAR_EVEN};
	brig_build_module(t->module.brig, &m);
	if (t->module.has_images)
		brig_build_name_directive(t->module.brig, BRIG_KIND_DIRECTIVE_EXTENSION,
			STR("IMAGE"));
	for (size_t i = 0; i < t->module.var_count; i++)
		tr_emit_variable(t, t->module.vars[i]);
}
