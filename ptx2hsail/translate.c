/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates a module: it calls the phases in order. */

#include "base/scope.h"
#include "base/survey.h"
#include "base/tr.h"
#include "declare/library.h"
#include "module/address_size.h"
#include "module/emit_brig.h"
#include "module/function_body.h"
#include "module/instructions.h"
#include "module/module_build.h"

static void tr_init(struct tr *t, struct ptx_module *m, const struct translate_options *o,
	struct diag *d)
{
	*t = (struct tr){.ptx = m, .options = o, .diag = d, .is_small = tr_is_small(m)};
	arena_init(&t->arena);
	ptx_ops_init(&t->ops, &t->arena, ptx_instructions, ptx_instruction_count);
	hir_protos_init(&t->protos, &t->arena,
		t->is_small ? BRIG_MACHINE_SMALL : BRIG_MACHINE_LARGE);
	t->module.next_func = &t->module.funcs;
	t->module.next_symbolic = &t->module.symbolics;
	t->module.brig = brig_builder_new();
	t->module.globals = scope_push(t, NULL);
	str_map_init(&t->module.shared_names);
}

static void tr_release(struct tr *t)
{
	scope_pop(t->module.globals);
	tr_library_release(t);
	brig_builder_free(t->module.brig);
	mem_free(t->module.vars);
	str_map_release(&t->module.shared_names);
	hir_protos_release(&t->protos);
	ptx_ops_release(&t->ops);
	arena_release(&t->arena);
}

static bool select_and_build(struct ptx_module *m, const struct translate_options *o,
	struct survey *survey, struct buf *out, struct diag *d)
{
	struct tr t;
	tr_init(&t, m, o, d);
	t.survey = survey;
	tr_module_symbols(&t);
	tr_module_build(&t);
	for (struct func *f = t.module.funcs; f != NULL; f = f->next)
		if (f->ptx->has_body && f->is_valid)
			tr_function_translate(&t, f);
	tr_emit_finish(&t);
	if (!diag_failed(d))
		brig_builder_finish(t.module.brig, out);
	tr_release(&t);
	return !diag_failed(d);
}

static bool verify(const char *file, const struct buf *module, struct diag *d)
{
	struct brig_view v;
	if (!brig_view_open(&v, file, module->data, module->len, d))
		return false;
	bool ok = brig_verify(&v, d);
	brig_view_close(&v);
	return ok;
}

bool translate_ptx(struct source *ptx, const struct translate_options *o, struct buf *out,
	struct diag *d)
{
	static const struct translate_options defaults = {0};
	struct ptx_module m;
	struct buf module = BUF_INIT;
	if (o == NULL)
		o = &defaults;
	bool ok = ptx_parse(&m, ptx, o->origin, d) && select_and_build(&m, o, NULL, &module, d) &&
	          verify(ptx->name, &module, d);
	if (ok)
		buf_append(out, module.data, module.len);
	ptx_module_release(&m);
	buf_release(&module);
	return ok;
}

bool translate_survey(struct source *ptx, struct buf *out, struct diag *messages)
{
	static const struct translate_options defaults = {0};
	static const struct diag_options quiet = {.error_limit = 0};
	struct ptx_module m;
	struct survey s;
	struct buf module = BUF_INIT;
	struct diag d;
	diag_init(&d, &quiet);
	survey_init(&s);
	bool ok = ptx_parse(&m, ptx, NULL, &d) &&
	          select_and_build(&m, &defaults, &s, &module, &d) &&
	          verify(ptx->name, &module, &d);
	bool is_wrong = !ok && s.count == 0;
	if (is_wrong)
		survey_add(&s, STR("an error"));
	survey_print(&s, ptx->name, out);
	ptx_module_release(&m);
	survey_release(&s);
	diag_release(&d);
	buf_clear(&module);
	is_wrong = is_wrong && !translate_ptx(ptx, NULL, &module, messages);
	buf_release(&module);
	return !is_wrong;
}
