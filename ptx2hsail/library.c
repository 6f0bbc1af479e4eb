/* Functions that translated code calls in place of instructions: PTX text, translated like all
 * other when a module uses it for the first time. It follows the functions that call it, which
 * HSAIL allows because they declare it. */
#include "translate_impl.h"

struct library_module {
	struct ptx_module ptx;
	struct library_module *next;
};

static const struct {
	const char *name, *text;
} fixed[TR_LIBRARY_COUNT] = {
#define LIBRARY(id, name, text) [TR_LIBRARY_##id] = {name, text},
#include "library.def"
};

void tr_library_release(struct tr *t)
{
	for (struct library_module *m = t->libraries; m != NULL; m = m->next)
		ptx_module_release(&m->ptx);
}

struct func *tr_library_find(struct tr *t, struct str name)
{
	const struct symbol *s = scope_find(t, t->globals, name);
	return s != NULL && s->kind == SYM_FUNC ? s->func : NULL;
}

struct func *tr_library_add(struct tr *t, struct str name, struct str body)
{
	struct library_module *m = ARENA_NEW(&t->arena, struct library_module);
	const char *text = arena_printf(&t->arena,
		".version 8.0\n.target sm_90\n.address_size 64\n" STR_FMT, STR_ARG(body));
	static const struct diag_options options = {.error_limit = 1};
	struct diag d;
	m->next = t->libraries;
	t->libraries = m;
	diag_init(&d, &options);
	if (!ptx_parse(&m->ptx, source_in_arena(&t->arena, "<library>", text, strlen(text)), &d))
		BUG("library function '" STR_FMT "'", STR_ARG(name));
	diag_release(&d);
	tr_declare_function(t, &m->ptx, m->ptx.funcs);
	struct func *f = tr_library_find(t, name);
	f->is_library = true;
	f->callee.name = str_from(arena_printf(&t->arena, "&ptx." STR_FMT, STR_ARG(str_skip(name, 1))));
	return f;
}

static struct func *get(struct tr *t, enum tr_library id)
{
	struct str name = str_from(fixed[id].name);
	struct func *f = tr_library_find(t, name);
	return f != NULL ? f : tr_library_add(t, name, str_from(fixed[id].text));
}

void tr_library_call(struct tr *t, enum tr_library id, const struct hir_op *out,
	const struct hir_op *ins)
{
	tr_call_function(t, get(t, id), out, ins);
}
