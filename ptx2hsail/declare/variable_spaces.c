/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file declares variables of all state spaces but registers. Each gets a symbol and a linkage,
 * and shared ones get a place in shared memory. */
#include "hsaemu/kernel_abi.h"
#include "base/func.h"
#include "base/hsail_names.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/tr.h"
#include "declare/initial_values.h"
#include "declare/variable_spaces.h"
#include "declare/variables.h"

static struct symbol *add_variable(struct tr *t, struct scope *s, const struct ptx_var *v,
	struct hir_var *h, uint64_t offset)
{
	struct symbol *sym = scope_add(t, s, SYM_VAR, v->name, v->span);
	sym->type = v->type;
	sym->space = v->space;
	sym->var = h;
	sym->offset = offset;
	sym->decl = v;
	return sym;
}

/* Returns the HSAIL linkage, program or module. Variables that are .weak or .common get a pragma as
 * well (emit_brig.c). */
static uint8_t linkage_of(enum ptx_linkage l)
{
	return l == PTX_LINK_NONE ? BRIG_LINKAGE_MODULE : BRIG_LINKAGE_PROGRAM;
}

/* Adds a variable with the address of a managed one, so that the image has to know it also where no
 * kernel uses it. */
static void declare_address(struct tr *t, const struct hir_var *h)
{
	struct hir_var *at = ARENA_NEW(&t->arena, struct hir_var);
	*at = (struct hir_var){.name = str_from(arena_printf(&t->arena,
				       STR_FMT HSAEMU_MANAGED_SUFFIX ".at", STR_ARG(h->name))),
		.dim = 1,
		.segment = BRIG_SEGMENT_GLOBAL,
		.type = BRIG_TYPE_U64,
		.align = 8,
		.linkage = BRIG_LINKAGE_PROGRAM,
		.allocation = BRIG_ALLOCATION_PROGRAM,
		.is_definition = true,
		.is_weak = h->is_weak};
	at->init = ARENA_ARRAY(&t->arena, uint8_t, sizeof(uint64_t));
	tr_add_module_var(t, at);
	tr_add_symbolic(t, (struct symbolic){.var = at, .target = h});
}

/* Makes a managed variable a declaration, because host code may have it elsewhere, and adds what it
 * is where none does (kernel_abi.h). */
static void declare_managed(struct tr *t, const struct ptx_var *v, struct hir_var *h)
{
	struct hir_var *own = ARENA_NEW(&t->arena, struct hir_var);
	*own = *h;
	own->name =
		str_from(arena_printf(&t->arena, STR_FMT HSAEMU_MANAGED_SUFFIX, STR_ARG(h->name)));
	tr_initialise(t, v, own);
	tr_add_module_var(t, own);
	if (!t->is_small)
		declare_address(t, h);
	h->is_definition = h->is_weak = false;
}

void tr_declare_global(struct tr *t, struct scope *s, const struct ptx_var *v, struct str name)
{
	if (v->type == PTX_NONE) {
		tr_error(t, v->span, "'" STR_FMT "' has no type", STR_ARG(v->name));
		return;
	}
	struct hir_var *h = tr_variable(t, v, BRIG_SEGMENT_GLOBAL, name);
	if (h == NULL)
		return;
	/* a reference has program linkage because whoever runs the program sets its value */
	h->linkage = tr_is_reference(v) && h->sampler == NULL ? BRIG_LINKAGE_PROGRAM
	                                                      : linkage_of(v->linkage);
	h->is_constant = v->space == PTX_SPACE_CONST;
	h->is_weak = h->is_definition && !tr_is_reference(v) &&
	             (v->linkage == PTX_LINK_WEAK || v->linkage == PTX_LINK_COMMON);
	/* The readonly segment has no flat addresses, so constants are global variables with agent
	 * allocation; so are samplers. */
	h->allocation = v->space == PTX_SPACE_CONST || h->sampler != NULL ? BRIG_ALLOCATION_AGENT
	                                                                  : BRIG_ALLOCATION_PROGRAM;
	if (v->is_managed && h->is_definition && h->linkage == BRIG_LINKAGE_PROGRAM &&
		!tr_is_reference(v))
		declare_managed(t, v, h);
	else if (!tr_is_reference(v))
		tr_initialise(t, v, h);
	add_variable(t, s, v, h, 0);
	tr_add_module_var(t, h);
}

/* Returns the pack that a static shared variable lies in, or NULL. */
static struct shared_pack *pack_of(const struct tr *t, const struct ptx_var *v, bool in_function)
{
	if (in_function)
		return shared_pack_whole(t->body.func->pack);
	uint64_t i;
	if (!str_map_find(&t->module.shared_names, v->name, &i))
		return NULL;
	return shared_pack_whole(t->module.shared_vars[i].pack);
}

void tr_declare_shared(struct tr *t, struct scope *s, const struct ptx_var *v, bool in_function)
{
	if (tr_is_unsized(v) || (v->linkage == PTX_LINK_EXTERN && !in_function)) {
		const struct symbol *old = in_function ? NULL : scope_find(t, s, v->name);
		if (old != NULL && old->kind == SYM_DYNAMIC && old->type == v->type)
			return;
		struct symbol *sym = scope_add(t, s, SYM_DYNAMIC, v->name, v->span);
		sym->type = v->type;
		return;
	}
	struct str name = tr_hsail_name(t, in_function ? '%' : '&', v->name);
	if (in_function)
		name = tr_unique_name(t, name);
	struct hir_var *h = tr_variable(t, v, BRIG_SEGMENT_GROUP, name);
	if (h == NULL)
		return;
	struct shared_pack *pack = pack_of(t, v, in_function);
	if (pack != NULL) {
		uint64_t offset = tr_shared_offset(v, pack->used);
		pack->used = offset + hir_var_bytes(h);
		add_variable(t, s, v, pack->var, offset);
		return;
	}
	add_variable(t, s, v, h, 0);
	if (in_function) {
		hir_add_var(&t->body.hir, h);
		return;
	}
	h->linkage = linkage_of(v->linkage);
	tr_add_module_var(t, h);
}

/* Declares a .local variable of module scope (PTX before 3.0); each work-item has its own. */
static void declare_local(struct tr *t, const struct ptx_var *v)
{
	struct hir_var *h = tr_variable(t, v, BRIG_SEGMENT_PRIVATE, tr_hsail_name(t, '&', v->name));
	if (h == NULL)
		return;
	if (v->init != NULL)
		tr_error(t, v->span, "variables of '.local' have no initial value");
	h->linkage = linkage_of(v->linkage);
	add_variable(t, t->module.globals, v, h, 0);
	tr_add_module_var(t, h);
}

/* Declares a texture as PTX before 1.5 does: as a variable in the space .tex. */
static void declare_texture(struct tr *t, const struct ptx_var *v)
{
	struct ptx_var *copy = ARENA_NEW(&t->arena, struct ptx_var);
	*copy = *v;
	copy->space = PTX_SPACE_GLOBAL;
	copy->type = PTX_TEXREF;
	tr_declare_global(t, t->module.globals, copy, tr_hsail_name(t, '&', v->name));
}

void tr_declare_module_var(struct tr *t, const struct ptx_var *v)
{
	if (v->is_family && v->space != PTX_SPACE_REG) {
		tr_error(t, v->span, "only registers can be declared with a count");
		return;
	}
	switch (v->space) {
	case PTX_SPACE_REG: /* each kernel declares them for itself (function_body.c) */
		for (const struct ptx_func *f = t->ptx->funcs; f != NULL; f = f->next)
			if (f->has_body && !f->is_entry) {
				tr_unsupported(t, v->span, "register that functions share");
				return;
			}
		return;
	case PTX_SPACE_GLOBAL:
	case PTX_SPACE_CONST:
		tr_declare_global(t, t->module.globals, v, tr_hsail_name(t, '&', v->name));
		return;
	case PTX_SPACE_SHARED:
		tr_declare_shared(t, t->module.globals, v, false);
		return;
	case PTX_SPACE_LOCAL:
		declare_local(t, v);
		return;
	case PTX_SPACE_TEX:
		declare_texture(t, v);
		return;
	case PTX_SPACE_NONE:
	case PTX_SPACE_SREG:
	case PTX_SPACE_PARAM:
	case PTX_SPACE_COUNT:
		break;
	}
	tr_unsupported(t, v->span, "module-scope variable of this state space");
}
