/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scopes of names (PTX ISA 5.1, 7): the module, a function, each block. A family such as %r<100>
 * declares its hundred names at once. Its registers are created only when code first names them. */
#include "base/message.h"
#include "base/scope.h"
#include "base/temporaries.h"
#include "base/tr.h"

struct family {
	const struct ptx_var *var;
	struct family *next;
};

struct scope {
	struct scope *parent;
	struct str_map names;
	struct family *families;
	struct symbol *declared; /* symbols that are neither labels nor registers of families */
};

struct scope *scope_push(struct tr *t, struct scope *parent)
{
	struct scope *s = ARENA_NEW(&t->arena, struct scope);
	s->parent = parent;
	str_map_init(&s->names);
	return s;
}

struct scope *scope_pop(struct scope *s)
{
	str_map_release(&s->names);
	return s->parent;
}

static struct symbol *find_here(const struct scope *s, struct str name)
{
	uint64_t found = 0;
	return str_map_find(&s->names, name, &found) ? (struct symbol *)(uintptr_t)found : NULL;
}

static struct symbol *new_symbol(struct tr *t, struct scope *s, enum sym_kind kind, struct str name,
	struct ptx_span span)
{
	struct symbol *sym = ARENA_NEW(&t->arena, struct symbol);
	sym->kind = kind;
	sym->name = name;
	sym->span = span;
	sym->vec = 1;
	str_map_put(&s->names, name, (uint64_t)(uintptr_t)sym);
	return sym;
}

/* ---- families ---------------------------------------------------------------------------- */

/* Reads the number that follows `prefix` in `name`. Returns false when `name` is not a prefix and a
 * number. */
static bool member_number(struct str name, struct str prefix, uint64_t *number)
{
	enum { MOST_DIGITS = 10 };
	if (!str_starts(name, prefix) || name.n == prefix.n || name.n > prefix.n + MOST_DIGITS)
		return false;
	struct str digits = str_skip(name, prefix.n);
	if (digits.n > 1 && digits.p[0] == '0')
		return false;
	uint64_t v = 0;
	for (size_t i = 0; i < digits.n; i++) {
		if (digits.p[i] < '0' || digits.p[i] > '9')
			return false;
		v = v * 10 + (uint64_t)(digits.p[i] - '0');
	}
	*number = v;
	return true;
}

static bool is_member(const struct ptx_var *family, struct str name)
{
	uint64_t number = 0;
	return member_number(name, family->name, &number) && number < family->family_count;
}

static const struct ptx_var *family_of(const struct scope *s, struct str name)
{
	for (const struct family *f = s->families; f != NULL; f = f->next)
		if (is_member(f->var, name))
			return f->var;
	return NULL;
}

/* ---- definitions ------------------------------------------------------------------------- */

static void complain_twice(struct tr *t, struct str name, struct ptx_span span, struct ptx_span old)
{
	tr_error(t, span, "'" STR_FMT "' is already defined", STR_ARG(name));
	diag_note(t->diag, ptx_place(t->ptx, old), "previous definition is here");
}

/* Returns whether a second declaration is allowed: functions and variables of the module may be
 * declared before they are defined (module_build.c and variables.c check that the declarations
 * agree). */
static bool may_come_again(const struct scope *s, const struct symbol *old, enum sym_kind kind)
{
	bool is_of_module = kind == SYM_FUNC || old->kind == SYM_FUNC || old->kind == SYM_VAR;
	return s->parent == NULL && is_of_module;
}

static bool is_declared_by_type(enum sym_kind kind)
{
	return kind == SYM_REG || kind == SYM_VAR || kind == SYM_PARAM || kind == SYM_DYNAMIC;
}

struct symbol *scope_add(struct tr *t, struct scope *s, enum sym_kind kind, struct str name,
	struct ptx_span span)
{
	struct symbol *old = find_here(s, name);
	const struct ptx_var *family = is_declared_by_type(kind) ? family_of(s, name) : NULL;
	if (family != NULL)
		complain_twice(t, name, span, family->span);
	else if (old != NULL && !may_come_again(s, old, kind))
		complain_twice(t, name, span, old->span);
	struct symbol *sym = new_symbol(t, s, kind, name, span);
	if (is_declared_by_type(kind)) {
		sym->next = s->declared;
		s->declared = sym;
	}
	return sym;
}

void scope_add_family(struct tr *t, struct scope *s, const struct ptx_var *v)
{
	for (const struct family *f = s->families; f != NULL; f = f->next)
		if (str_eq(f->var->name, v->name)) {
			complain_twice(t, v->name, v->span, f->var->span);
			return;
		}
	for (const struct symbol *sym = s->declared; sym != NULL; sym = sym->next)
		if (is_member(v, sym->name)) {
			complain_twice(t, sym->name, v->span, sym->span);
			return;
		}
	struct family *f = ARENA_NEW(&t->arena, struct family);
	f->var = v;
	f->next = s->families;
	s->families = f;
}

/* ---- look-up ----------------------------------------------------------------------------- */

static struct symbol *find_family(struct tr *t, struct scope *s, struct str name)
{
	const struct ptx_var *v = family_of(s, name);
	if (v == NULL)
		return NULL;
	struct symbol *sym = new_symbol(t, s, SYM_REG, name, v->span);
	sym->type = v->type;
	sym->vec = v->vec;
	sym->reg = hir_reg_new(&t->body.hir, tr_kind_of(sym->type), name);
	for (unsigned i = 1; i < sym->vec; i++)
		hir_reg_new(&t->body.hir, tr_kind_of(sym->type), name);
	return sym;
}

struct symbol *scope_find(struct tr *t, struct scope *s, struct str name)
{
	for (; s != NULL; s = s->parent) {
		struct symbol *sym = find_here(s, name);
		if (sym == NULL)
			sym = find_family(t, s, name);
		if (sym != NULL)
			return sym;
	}
	return NULL;
}
