/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file places shared memory. When a module has dynamic shared memory and runs alone, all
 * static shared memory, also our own, is one array, so that the dynamic part is known to begin
 * right behind it. */
#include "base/scope.h"
#include "base/tr.h"
#include "declare/variables.h"
#include "module/prescan.h"
#include "module/shared_layout.h"

/* Returns whether the module has dynamic shared memory. */
static bool has_dynamic_shared(const struct tr *t)
{
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_SHARED &&
			(tr_is_unsized(v) || v->linkage == PTX_LINK_EXTERN))
			return true;
	return false;
}

/* Makes the array of all static shared memory. */
static void pack_all_shared(struct tr *t, uint64_t bytes)
{
	enum { BASE_ALIGN = 16, MOST_ALIGN = 256 };
	uint64_t align = BASE_ALIGN;
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_SHARED && v->align > align)
			align = v->align < MOST_ALIGN ? v->align : MOST_ALIGN;
	t->module.shared_pack = ARENA_NEW(&t->arena, struct hir_var);
	*t->module.shared_pack = (struct hir_var){.name = STR("&__shared"),
		.dim = align_up(bytes, align),
		.segment = BRIG_SEGMENT_GROUP,
		.type = BRIG_TYPE_U8,
		.is_array = true,
		.align = (uint32_t)align,
		.linkage = BRIG_LINKAGE_MODULE,
		.is_definition = true,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	tr_add_module_var(t, t->module.shared_pack);
}

uint64_t tr_shared_bytes_of_module(const struct tr *t)
{
	uint64_t bytes = 0;
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_SHARED && !tr_is_unsized(v) &&
			v->linkage != PTX_LINK_EXTERN)
			bytes = tr_shared_offset(v, bytes) + tr_var_bytes(v);
	return bytes;
}

/* Such a module imports or offers functions, or makes indirect calls. */
bool tr_is_open(const struct tr *t)
{
	for (const struct func *f = t->module.funcs; f != NULL; f = f->next) {
		bool is_foreign = !f->ptx->has_body && !f->is_system;
		bool is_offered =
			f->ptx->has_body && !f->ptx->is_entry && f->ptx->linkage != PTX_LINK_NONE;
		if (is_foreign || is_offered || f->is_taken || f->calls_any)
			return true;
	}
	return false;
}

/* Group memory that translated code itself needs. It is in the array of all static shared memory,
 * or else a variable. */
struct own_shared {
	const char *name;
	uint64_t words;
	bool is_used;
	struct hir_var *var;
	uint64_t offset;
};

/* Declares the variable that marks dynamic shared memory; hsa-ld places it behind all static group
 * memory (docs/kernel-abi.md). */
static void declare_dynamic_shared(struct tr *t)
{
	enum { MOST_ALIGN = 256 };
	t->module.dynamic_shared = ARENA_NEW(&t->arena, struct hir_var);
	*t->module.dynamic_shared = (struct hir_var){.name = STR("&hsaemu.dynamic_group"),
		.segment = BRIG_SEGMENT_GROUP,
		.type = BRIG_TYPE_U8,
		.is_array = true,
		.align = MOST_ALIGN,
		.linkage = BRIG_LINKAGE_PROGRAM,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	tr_add_module_var(t, t->module.dynamic_shared);
}

void tr_layout_shared(struct tr *t, const struct prescan *p)
{
	/* the size is that of the barriers in library.def */
	enum { WORD = 4, BARRIER_WORDS = 628 };
	struct own_shared own[] = {{"&__reduction", 1, p->has_reduction, NULL, 0},
		{"&__barriers", BARRIER_WORDS, p->counted_barriers != 0, NULL, 0}};
	uint64_t bytes = p->shared_bytes;
	bool is_dynamic = has_dynamic_shared(t), is_packed = is_dynamic && !tr_is_open(t);
	if (is_dynamic && !is_packed)
		declare_dynamic_shared(t);
	for (size_t i = 0; is_packed && i < ARRAY_LEN(own); i++) {
		if (!own[i].is_used)
			continue;
		own[i].offset = align_up(bytes, WORD);
		bytes = own[i].offset + own[i].words * WORD;
	}
	if (is_packed && bytes != 0)
		pack_all_shared(t, bytes);
	for (size_t i = 0; i < ARRAY_LEN(own); i++)
		if (own[i].is_used)
			own[i].var = is_packed ? t->module.shared_pack
			                       : tr_own_variable(t, own[i].name, BRIG_SEGMENT_GROUP,
							 own[i].words);
	t->module.reduction = own[0].var;
	t->module.reduction_offset = own[0].offset;
	if (!own[1].is_used)
		return;
	struct symbol *s =
		scope_add(t, t->module.globals, SYM_VAR, STR("%barriers"), (struct ptx_span){0});
	s->type = PTX_B32;
	s->space = PTX_SPACE_SHARED;
	s->var = own[1].var;
	s->offset = own[1].offset;
}
