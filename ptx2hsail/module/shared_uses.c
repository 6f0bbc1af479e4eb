/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which function uses which shared variables. A name that a function gives to something else too
 * counts as a use: that only makes a pack larger. */
#include "base/func.h"
#include "base/scope.h"
#include "base/tr.h"
#include "declare/variables.h"
#include "module/shared_uses.h"

static bool is_dynamic(const struct ptx_var *v)
{
	return tr_is_unsized(v) || v->linkage == PTX_LINK_EXTERN;
}

static void list_variables(struct tr *t)
{
	size_t count = 0;
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		count += v->space == PTX_SPACE_SHARED;
	t->module.shared_vars = ARENA_ARRAY(&t->arena, struct shared_var, count);
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next) {
		uint64_t i;
		if (v->space != PTX_SPACE_SHARED)
			continue;
		if (str_map_find(&t->module.shared_names, v->name, &i)) {
			t->module.shared_vars[i].is_dynamic |= is_dynamic(v);
			continue;
		}
		str_map_put(&t->module.shared_names, v->name, t->module.shared_var_count);
		t->module.shared_vars[t->module.shared_var_count++] =
			(struct shared_var){.ptx = v, .is_dynamic = is_dynamic(v)};
	}
}

static void add_use(struct tr *t, struct func *f, struct str name)
{
	uint64_t i;
	if (!str_map_find(&t->module.shared_names, name, &i))
		return;
	struct shared_var *var = &t->module.shared_vars[i];
	f->uses_dynamic |= var->is_dynamic;
	if (var->user == f)
		return;
	var->user = f;
	struct shared_use *use = ARENA_NEW(&t->arena, struct shared_use);
	*use = (struct shared_use){.var = var, .next = f->shared};
	f->shared = use;
}

static void scan_operand(struct tr *t, struct func *f, const struct ptx_operand *o)
{
	if (o->kind == PTX_OPND_NAME)
		add_use(t, f, o->name);
	for (uint32_t i = 0; i < o->elem_count; i++)
		scan_operand(t, f, o->elems[i]);
}

static void scan_stmts(struct tr *t, struct func *f, const struct ptx_stmt *first)
{
	for (const struct ptx_stmt *s = first; s != NULL; s = s->next) {
		if (s->kind == PTX_STMT_BLOCK)
			scan_stmts(t, f, s->u.block.first);
		for (uint32_t i = 0; s->kind == PTX_STMT_INST && i < s->u.inst.operand_count; i++)
			scan_operand(t, f, s->u.inst.operands[i]);
		if (s->kind != PTX_STMT_VARS)
			continue;
		for (const struct ptx_var *v = s->u.vars; v != NULL; v = v->next) {
			f->uses_dynamic |= v->space == PTX_SPACE_SHARED && tr_is_unsized(v);
			f->declares_shared |= v->space == PTX_SPACE_SHARED && !tr_is_unsized(v);
		}
	}
}

void tr_find_shared_uses(struct tr *t)
{
	list_variables(t);
	for (struct func *f = t->module.funcs; f != NULL; f = f->next)
		scan_stmts(t, f, f->ptx->body);
}
