/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file places shared memory. Where a kernel of a module that runs alone uses shared memory of
 * dynamic size, all static variables that the kernel and the functions that it calls use are one
 * array, a pack, so that the dynamic part is known to begin right behind it. Kernels that share
 * variables, or functions with some, share a pack. All others have variables of their own: what
 * many kernels need is far more than one may have. */
#include "base/func.h"
#include "base/scope.h"
#include "base/tr.h"
#include "declare/variables.h"
#include "module/prescan.h"
#include "module/shared_layout.h"
#include "module/shared_uses.h"

/* Returns whether the module has dynamic shared memory. */
static bool has_dynamic_shared(const struct tr *t)
{
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_SHARED &&
			(tr_is_unsized(v) || v->linkage == PTX_LINK_EXTERN))
			return true;
	return false;
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

/* Group memory that translated code itself needs: a variable, or a part of a pack. */
struct own_shared {
	const char *name;
	uint64_t words;
	bool is_used;
	bool (*needs)(const struct func *f, const struct prescan *p);
	struct shared_pack *pack;
	struct hir_var *var;
	uint64_t offset;
};
enum { OWN_COUNT = 2, WORD = 4 };

static bool needs_reduction(const struct func *f, const struct prescan *p)
{
	(void)p;
	return f->votes;
}

static bool needs_barriers(const struct func *f, const struct prescan *p)
{
	return f->counts || (f->barriers & p->counted_barriers) != 0;
}

/* ---- which functions have which pack --------------------------------------------------------- */

static bool uses_shared(const struct func *f, const struct own_shared *own, const struct prescan *p)
{
	bool uses = f->uses_dynamic || f->declares_shared || f->shared != NULL;
	for (size_t i = 0; i < OWN_COUNT; i++)
		uses |= own[i].needs(f, p);
	return uses;
}

/* Makes `*p` a part of the whole, or the whole a part of that which `*p` is a part of. */
static void join(struct shared_pack **p, struct shared_pack *whole)
{
	struct shared_pack *other = shared_pack_whole(*p);
	whole = shared_pack_whole(whole);
	if (other != NULL && other != whole)
		other->joined = whole;
	*p = whole;
}

static void join_function(struct func *f, struct shared_pack *whole, struct own_shared *own,
	const struct prescan *p)
{
	join(&f->pack, whole);
	for (const struct shared_use *u = f->shared; u != NULL; u = u->next)
		if (!u->var->is_dynamic)
			join(&u->var->pack, whole);
	for (size_t i = 0; i < OWN_COUNT; i++)
		if (own[i].needs(f, p))
			join(&own[i].pack, whole);
}

/* Fills `found`, which has room for all functions, with the kernel and what it may call, and
 * returns how many they are. */
static size_t reach(struct func *kernel, struct func **found)
{
	size_t count = 0;
	kernel->visitor = kernel;
	found[count++] = kernel;
	for (size_t i = 0; i < count; i++)
		for (const struct func_edge *e = found[i]->calls; e != NULL; e = e->next) {
			if (e->callee->visitor == kernel)
				continue;
			e->callee->visitor = kernel;
			found[count++] = e->callee;
		}
	return count;
}

static void pack_kernel(struct tr *t, struct func *kernel, struct func **found,
	struct own_shared *own, const struct prescan *p)
{
	bool is_dynamic = false;
	size_t count = reach(kernel, found);
	for (size_t i = 0; i < count; i++)
		is_dynamic |= found[i]->uses_dynamic;
	if (!is_dynamic)
		return;
	struct shared_pack *whole = ARENA_NEW(&t->arena, struct shared_pack);
	for (size_t i = 0; i < count; i++)
		if (uses_shared(found[i], own, p))
			join_function(found[i], whole, own, p);
}

/* ---- what is in a pack ----------------------------------------------------------------------- */

static void add(struct shared_pack *pack, const struct ptx_var *v)
{
	enum { MOST_ALIGN = 256 };
	if (pack == NULL || v->space != PTX_SPACE_SHARED || tr_is_unsized(v))
		return;
	pack->bytes = tr_shared_offset(v, pack->bytes) + tr_var_bytes(v);
	if (v->align > pack->align)
		pack->align = v->align < MOST_ALIGN ? v->align : MOST_ALIGN;
}

static void add_stmts(struct shared_pack *pack, const struct ptx_stmt *first)
{
	for (const struct ptx_stmt *s = first; s != NULL; s = s->next) {
		if (s->kind == PTX_STMT_BLOCK)
			add_stmts(pack, s->u.block.first);
		for (const struct ptx_var *v = s->kind == PTX_STMT_VARS ? s->u.vars : NULL;
			v != NULL; v = v->next)
			add(pack, v);
	}
}

/* Adds the pack's array to the module, unless it has one or is empty. */
static void make_array(struct tr *t, struct shared_pack *pack, uint32_t *made)
{
	enum { BASE_ALIGN = 16 };
	if (pack == NULL || pack->bytes == 0 || pack->var != NULL)
		return;
	uint64_t align = pack->align > BASE_ALIGN ? pack->align : BASE_ALIGN;
	struct str name = STR("&__shared");
	if ((*made)++ != 0)
		name = str_from(arena_printf(&t->arena, "&__shared.%u", *made));
	pack->var = ARENA_NEW(&t->arena, struct hir_var);
	*pack->var = (struct hir_var){.name = name,
		.dim = align_up(pack->bytes, align),
		.segment = BRIG_SEGMENT_GROUP,
		.type = BRIG_TYPE_U8,
		.is_array = true,
		.align = (uint32_t)align,
		.linkage = BRIG_LINKAGE_MODULE,
		.is_definition = true,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	tr_add_module_var(t, pack->var);
}

static void fill_packs(struct tr *t, struct own_shared *own)
{
	uint32_t made = 0;
	for (size_t i = 0; i < t->module.shared_var_count; i++)
		add(shared_pack_whole(t->module.shared_vars[i].pack), t->module.shared_vars[i].ptx);
	for (const struct func *f = t->module.funcs; f != NULL; f = f->next)
		add_stmts(shared_pack_whole(f->pack), f->ptx->body);
	for (size_t i = 0; i < OWN_COUNT; i++) {
		struct shared_pack *pack = shared_pack_whole(own[i].pack);
		if (pack == NULL)
			continue;
		own[i].offset = align_up(pack->bytes, WORD);
		pack->bytes = own[i].offset + own[i].words * WORD;
	}
	for (const struct func *f = t->module.funcs; f != NULL; f = f->next)
		make_array(t, shared_pack_whole(f->pack), &made);
}

static void pack_all(struct tr *t, struct own_shared *own, const struct prescan *p)
{
	size_t count = 0;
	tr_find_shared_uses(t);
	for (const struct func *f = t->module.funcs; f != NULL; f = f->next)
		count++;
	struct func **found = ARENA_ARRAY(&t->arena, struct func *, count);
	for (struct func *f = t->module.funcs; f != NULL; f = f->next)
		if (f->ptx->is_entry)
			pack_kernel(t, f, found, own, p);
	fill_packs(t, own);
}

/* ---- the whole ------------------------------------------------------------------------------- */

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
	enum { BARRIER_WORDS = 628 };
	struct own_shared own[OWN_COUNT] = {{.name = "&__reduction",
						    .words = 1,
						    .is_used = p->has_reduction,
						    .needs = needs_reduction},
		{.name = "&__barriers",
			.words = BARRIER_WORDS,
			.is_used = p->counted_barriers != 0,
			.needs = needs_barriers}};
	if (has_dynamic_shared(t) && tr_is_open(t))
		declare_dynamic_shared(t);
	else if (has_dynamic_shared(t))
		pack_all(t, own, p);
	for (size_t i = 0; i < OWN_COUNT; i++)
		if (own[i].pack != NULL)
			own[i].var = shared_pack_whole(own[i].pack)->var;
		else if (own[i].is_used)
			own[i].var =
				tr_own_variable(t, own[i].name, BRIG_SEGMENT_GROUP, own[i].words);
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
