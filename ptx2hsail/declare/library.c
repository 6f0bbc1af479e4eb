/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Some instructions become calls of functions written in PTX (library.def, or text made for matrix
 * instructions). Such a function is translated like any other, when a module first needs it. It
 * comes after the functions that call it, which HSAIL allows because they declare it. */
#include "base/scope.h"
#include "base/tr.h"
#include "declare/call_site.h"
#include "declare/functions.h"
#include "declare/library.h"

struct library_module {
	struct ptx_module ptx;
	struct library_module *next;
};

static const struct {
	const char *name, *text;
} fixed[TR_LIBRARY_COUNT] = {
#define LIBRARY(id, name, text) [TR_LIBRARY_##id] = {name, text},
#include "declare/library.def"
};

void tr_library_release(struct tr *t)
{
	for (struct library_module *m = t->module.libraries; m != NULL; m = m->next)
		ptx_module_release(&m->ptx);
}

struct func *tr_library_find(struct tr *t, struct str name)
{
	const struct symbol *s = scope_find(t, t->module.globals, name);
	return s != NULL && s->kind == SYM_FUNC ? s->func : NULL;
}

struct func *tr_library_add(struct tr *t, struct str name, struct str body)
{
	struct library_module *m = ARENA_NEW(&t->arena, struct library_module);
	const char *text = arena_printf(&t->arena,
		".version 8.0\n.target sm_90\n.address_size 64\n" STR_FMT, STR_ARG(body));
	static const struct diag_options options = {.error_limit = 1};
	struct diag d;
	m->next = t->module.libraries;
	t->module.libraries = m;
	diag_init(&d, &options);
	if (!ptx_parse(&m->ptx, source_in_arena(&t->arena, "<library>", text, strlen(text)), NULL,
		    &d))
		BUG("library function '" STR_FMT "'", STR_ARG(name));
	diag_release(&d);
	tr_declare_function(t, &m->ptx, m->ptx.funcs);
	struct func *f = tr_library_find(t, name);
	if (!m->ptx.funcs->has_body) /* a function of the system */
		return f;
	f->is_library = true;
	f->wanted_by.module = t->ptx;
	if (t->body.func != NULL && t->body.func->is_library) {
		f->wanted_by = t->body.func->wanted_by;
	} else if (t->at.inst != NULL) {
		f->wanted_by.span = t->at.stmt->span;
		f->wanted_by.text = t->at.inst->text;
	}
	f->callee.name =
		str_from(arena_printf(&t->arena, "&ptx." STR_FMT, STR_ARG(str_skip(name, 1))));
	return f;
}

/* Writes the text of a variant; library.def tells how. */
static void write_variant(const char *text, const char *letters, struct buf *out)
{
	while (*text != 0) {
		const char *end = strchr(text, '\n') + 1;
		bool is_choice = text[1] == '|';
		bool wants = is_choice && text[0] >= 'a';
		bool has = is_choice && strchr(letters, text[0] | 0x20) != NULL;
		bool is_left_out = is_choice && wants != has;
		for (text += is_choice ? 2 : 0; text < end; text++) {
			if (is_left_out)
				continue;
			if (*text == '#')
				buf_puts(out, letters);
			else
				buf_u8(out, (uint8_t)*text);
		}
	}
}

static struct func *get(struct tr *t, enum tr_library id, const char *letters)
{
	struct str name = str_from(arena_printf(&t->arena, "%s%s", fixed[id].name, letters));
	struct func *f = tr_library_find(t, name);
	if (f != NULL)
		return f;
	struct buf text = BUF_INIT;
	write_variant(fixed[id].text, letters, &text);
	f = tr_library_add(t, name, buf_slice(&text));
	buf_release(&text);
	return f;
}

void tr_library_need(struct tr *t, enum tr_library id)
{
	get(t, id, "");
}

void tr_library_call(struct tr *t, enum tr_library id, const char *variant,
	const struct hir_op *out, const struct hir_op *ins)
{
	tr_call_function(t, get(t, id, variant), out, ins);
}
