/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX may declare a function several times before it defines it. This file makes one struct func
 * from all declarations, and checks that they agree. */
#include "base/hsail_names.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/tr.h"
#include "declare/formals.h"
#include "declare/functions.h"
#include "declare/system_functions.h"

static uint32_t alignment(const struct ptx_var *v)
{
	return v->align != 0 ? v->align : ptx_types[v->type].bits / 8u * v->vec;
}

static bool is_same_formal(const struct ptx_var *a, const struct ptx_var *b)
{
	if (a->space != b->space || a->type != b->type || a->vec != b->vec ||
		a->dim_count != b->dim_count || alignment(a) != alignment(b))
		return false;
	for (unsigned i = 0; i < a->dim_count; i++)
		if (a->dims[i] != b->dims[i])
			return false;
	return true;
}

static bool are_same_formals(const struct ptx_var *a, const struct ptx_var *b)
{
	for (; a != NULL && b != NULL; a = a->next, b = b->next)
		if (!is_same_formal(a, b))
			return false;
	return a == b;
}

/* Returns whether the linkage of a definition agrees with the declaration before it: an extern
 * function cannot be defined in its own module, and one that was local cannot become visible. */
static bool is_same_linkage(const struct ptx_func *declaration, const struct ptx_func *f)
{
	if (!f->has_body)
		return true;
	return declaration->linkage != PTX_LINK_EXTERN &&
	       !(declaration->linkage == PTX_LINK_NONE && f->linkage == PTX_LINK_VISIBLE);
}

static bool check_again(struct tr *t, const struct ptx_func *old, const struct ptx_func *p)
{
	const char *what =
		old->has_body                  ? "is already defined"
		: old->is_entry != p->is_entry ? "is a kernel here and a function there"
		: !are_same_formals(old->params, p->params) || !are_same_formals(old->rets, p->rets)
			? "is declared with other parameters"
		: !is_same_linkage(old, p) ? "is declared with another linkage"
					   : NULL;
	if (what == NULL)
		return true;
	tr_error(t, p->span, "'" STR_FMT "' %s", STR_ARG(p->name), what);
	diag_note(t->diag, ptx_place(t->ptx, old->span), "previous declaration is here");
	return false;
}

/* Declares a function. A definition replaces the declarations before it. */
void tr_declare_function(struct tr *t, struct ptx_module *m, const struct ptx_func *p)
{
	struct symbol *old = scope_find(t, t->module.globals, p->name);
	if (old != NULL && old->kind == SYM_FUNC) {
		struct func *f = old->func;
		if (!check_again(t, f->ptx, p) || !p->has_body)
			return;
		f->ptx = p;
		f->callee.name = tr_hsail_name(t, '&', p->name);
		f->param_count = 0;
		f->ret_count = 0;
		f->is_valid = tr_add_formals(t, f);
		return;
	}
	struct func *f = ARENA_NEW(&t->arena, struct func);
	f->ptx = p;
	f->module = m;
	f->callee.name = tr_hsail_name(t, '&', p->name);
	struct symbol *s = scope_add(t, t->module.globals, SYM_FUNC, p->name, p->span);
	s->func = f;
	f->is_valid = tr_add_formals(t, f) && tr_system_function(t, f);
	*t->module.next_func = f;
	t->module.next_func = &f->next;
}

/* Makes a declared function another name of the function that it is an alias of. */
void tr_declare_alias(struct tr *t, const struct ptx_alias *a)
{
	struct symbol *alias = scope_find(t, t->module.globals, a->name);
	const struct symbol *of = scope_find(t, t->module.globals, a->of);
	if (alias == NULL || alias->kind != SYM_FUNC || of == NULL || of->kind != SYM_FUNC)
		tr_error(t, a->span, "'.alias' needs two functions");
	else if (!str_eq(alias->func->ptx->name, a->name))
		tr_error(t, a->span, "'" STR_FMT "' has an '.alias' already", STR_ARG(a->name));
	else
		alias->func = of->func;
}
