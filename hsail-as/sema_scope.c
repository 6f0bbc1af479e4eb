/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles names: which sigil a scope requires, declaring and defining, looking up (PRM 4.6,
 * 4.12). */
#include "emit_brig_impl.h"
#include "sema_scope_impl.h"

/* Returns the level of the current scope: 0 module, 1 function, 2 argument block. */
static uint8_t scope_level(const struct as_state *as)
{
	return as->block.open ? 2 : as->exe.scope_open ? 1 : 0;
}

bool as_name_in_scope(struct as_state *as, struct as_loc name)
{
	bool module = scope_level(as) == 0;
	struct str s = as_text(as, name);
	if ((s.p[0] == '&') == module)
		return true;
	as_err(as, name, "4.6.1", "a name %s begins with '%c'",
		module ? "at module level" : "in a kernel or function", module ? '&' : '%');
	return false;
}

void as_check_reserved(struct as_state *as, struct as_loc name)
{
	if (str_starts(str_skip(as_text(as, name), 1), STR("__hsa")))
		as_err(as, name, "4.6.1", "names that begin with '__hsa' are reserved");
}

const char *as_symbol_kind_text(enum as_symbol_kind kind)
{
	static const char *const texts[] = {"a module", "a variable", "an fbarrier", "a kernel",
		"a function", "an indirect function", "a signature", "a label"};
	return texts[kind];
}

/* Reports a name that is already taken. Returns false when the new declaration must be ignored. */
static bool may_redeclare(struct as_state *as, struct as_symbol *sym, enum as_symbol_kind kind,
	struct as_loc name, bool definition)
{
	struct str s = as_text(as, name);
	if (sym->kind != kind) {
		as_err(as, name, "4.6.2", "'" STR_FMT "' is already the name of %s", STR_ARG(s),
			as_symbol_kind_text(sym->kind));
		as_note(as, sym->first, "its declaration is here");
		sym->defined = true; /* so that the lack of a definition is not reported as well */
		return false;
	}
	if (definition && sym->defined && as->block.nested > 0)
		return false; /* the nesting has been diagnosed */
	if (definition && sym->defined) {
		as_err(as, name, "4.6.2", "'" STR_FMT "' is defined twice", STR_ARG(s));
		as_note(as, sym->definition, "previous definition is here");
		return false;
	}
	return true;
}

struct as_symbol *as_declare(struct as_state *as, enum as_symbol_kind kind, struct as_loc name,
	bool definition)
{
	uint8_t scope = scope_level(as);
	struct as_symbol *sym = as_symbol_find(&as->symbols, as_text(as, name));
	if (sym != NULL && sym->scope == scope) {
		if (!may_redeclare(as, sym, kind, name, definition))
			return NULL;
		if (definition)
			sym->definition = name;
		return sym;
	}
	as_check_reserved(as, name);
	sym = ARENA_NEW(scope == 0 ? &as->module_arena : &as->function_arena, struct as_symbol);
	sym->name = as_text(as, name);
	sym->kind = kind;
	sym->scope = scope;
	sym->first = sym->definition = name;
	as_symbol_add(&as->symbols, sym);
	return sym;
}

void as_declare_bad(struct as_state *as, enum as_symbol_kind kind, struct as_loc name)
{
	as->block.bad = true;
	if (as_symbol_find(&as->symbols, as_text(as, name)) == NULL)
		as_declare(as, kind, name, true)->defined = true;
}

static const char *kind_section(enum as_symbol_kind kind)
{
	static const char *const sections[] = {[AS_SYM_MODULE] = "14.1",
		[AS_SYM_VARIABLE] = "4.3.8",
		[AS_SYM_FBARRIER] = "4.3.9",
		[AS_SYM_KERNEL] = "4.3.2",
		[AS_SYM_FUNCTION] = "4.3.3",
		[AS_SYM_INDIRECT] = "4.3.3",
		[AS_SYM_SIGNATURE] = "4.3.4",
		[AS_SYM_LABEL] = "4.9"};
	return sections[kind];
}

void as_declarations_differ(struct as_state *as, struct as_symbol *sym, struct as_loc name,
	const char *what)
{
	as_err(as, name, kind_section(sym->kind), "declarations of '" STR_FMT "' differ in %s",
		STR_ARG(sym->name), what);
	as_note(as, sym->first, "first declaration is here");
	sym->defined = true;
}

void as_define(struct as_state *as, struct as_symbol *sym, uint32_t code_off, bool definition)
{
	if (sym->code_off == 0 || definition)
		sym->code_off = code_off;
	if (!definition)
		return;
	sym->defined = true;
	as_emit_fixups(as, sym);
}

/* Returns whether the declaration of `name` may be in a part of the text that could not be read. */
static bool may_be_lost(const struct as_state *as, struct as_loc name)
{
	if (as_text(as, name).p[0] == '&')
		return as->names_lost;
	return as->exe.bad || as->exe.names_lost || (as->block.open && as->block.bad);
}

/* Returns the name in scope that `s` is probably a misspelling of, or an empty string. The search
 * is slow, so it covers only the newest names, and after many errors none. */
static struct str similar_name(const struct as_state *as, struct str s)
{
	enum { FAR = 3, NEWEST = 4096, MANY_ERRORS = 100 };
	struct str best = {NULL, 0};
	unsigned best_distance = FAR;
	size_t i = as->symbols.count < NEWEST ? 0 : as->symbols.count - NEWEST;
	for (; i < as->symbols.count && as->diag->error_count < MANY_ERRORS; i++) {
		struct str other = as->symbols.stack[i]->name;
		if (other.n + FAR <= s.n || s.n + FAR <= other.n)
			continue;
		unsigned distance = str_distance(s, other);
		if (distance < best_distance && distance + 1 < s.n) {
			best_distance = distance;
			best = other;
		}
	}
	return best;
}

static void undeclared(struct as_state *as, struct as_loc name)
{
	struct str s = as_text(as, name), best = similar_name(as, s);
	if (best.n > 0)
		as_err(as, name, "4.6.2",
			"'" STR_FMT "' is not declared; did you mean '" STR_FMT "'?", STR_ARG(s),
			STR_ARG(best));
	else
		as_err(as, name, "4.6.2", "'" STR_FMT "' is not declared", STR_ARG(s));
}

struct as_symbol *as_lookup(struct as_state *as, struct as_loc name)
{
	struct as_symbol *sym = as_symbol_find(&as->symbols, as_text(as, name));
	if (sym == NULL) {
		if (!may_be_lost(as, name))
			undeclared(as, name);
		if (scope_level(as) > 0) /* this makes each function report the name once only */
			as_declare(as, AS_SYM_VARIABLE, name, true)->defined = true;
		return NULL;
	}
	/* A symbol without a directive had a faulty declaration, which has been diagnosed. */
	return sym->code_off == 0 ? NULL : sym;
}
