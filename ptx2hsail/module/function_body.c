/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates one function: first its declarations and statements to HSAIL with virtual
 * registers; then it allocates registers and writes the result as BRIG. */
#include "base/hsail_names.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/variable_spaces.h"
#include "declare/variables.h"
#include "hir/private_accesses.h"
#include "hir/regalloc.h"
#include "inst/tr_barrier.h"
#include "inst/tr_space.h"
#include "module/arg_blocks.h"
#include "module/code_lines.h"
#include "module/emit_brig.h"
#include "module/function_body.h"
#include "module/select_row.h"
#include "operand/argument_copies.h"
#include "operand/returns.h"

/* ---- declarations ------------------------------------------------------------------------ */

static void declare_register(struct tr *t, const struct ptx_var *v)
{
	if (v->type == PTX_NONE || ptx_types[v->type].kind == PTX_KIND_OPAQUE || v->dim_count > 0) {
		tr_error(t, v->span, "'" STR_FMT "' is no register", STR_ARG(v->name));
		return;
	}
	if (v->is_family) {
		scope_add_family(t, t->body.scope, v);
		return;
	}
	struct symbol *s = scope_add(t, t->body.scope, SYM_REG, v->name, v->span);
	s->type = v->type;
	s->vec = v->vec;
	s->reg = hir_reg_new(&t->body.hir, tr_kind_of(v->type), v->name);
	for (unsigned i = 1; i < v->vec; i++)
		hir_reg_new(&t->body.hir, tr_kind_of(v->type), v->name);
}

static void declare_local(struct tr *t, const struct ptx_var *v)
{
	struct hir_var *h = tr_variable(t, v, BRIG_SEGMENT_PRIVATE,
		tr_unique_name(t, tr_hsail_name(t, '%', v->name)));
	if (h == NULL)
		return;
	struct symbol *s = scope_add(t, t->body.scope, SYM_VAR, v->name, v->span);
	s->type = v->type;
	s->space = v->space;
	s->var = h;
	s->decl = v;
	hir_add_var(&t->body.hir, h);
}

static void declare_call_param(struct tr *t, const struct ptx_var *v)
{
	struct symbol *s = scope_add(t, t->body.scope, SYM_PARAM, v->name, v->span);
	s->type = v->type;
	s->decl = v;
}

/* .const and .global variables of a body become variables of the module; only their names are
 * local. */
static void declare_global(struct tr *t, const struct ptx_var *v)
{
	size_t first = t->module.var_count;
	char *text =
		arena_printf(&t->arena, STR_FMT ".%zu." STR_FMT, STR_ARG(t->body.func->callee.name),
			first, STR_ARG(str_skip(tr_hsail_name(t, '%', v->name), 1)));
	tr_declare_global(t, t->body.scope, v, str_from(text));
	for (size_t i = first; i < t->module.var_count; i++)
		tr_emit_variable(t, t->module.vars[i]);
}

static void declare_var(struct tr *t, const struct ptx_var *v)
{
	switch (v->space) {
	case PTX_SPACE_REG:
		declare_register(t, v);
		return;
	case PTX_SPACE_LOCAL:
		declare_local(t, v);
		return;
	case PTX_SPACE_PARAM:
		declare_call_param(t, v);
		return;
	case PTX_SPACE_SHARED:
		tr_declare_shared(t, t->body.scope, v, true);
		return;
	case PTX_SPACE_CONST:
	case PTX_SPACE_GLOBAL:
		declare_global(t, v);
		return;
	case PTX_SPACE_NONE:
	case PTX_SPACE_SREG:
	case PTX_SPACE_TEX:
	case PTX_SPACE_COUNT:
		break;
	}
	tr_unsupported(t, v->span, "variable of this state space in a function");
}

/* ---- statements -------------------------------------------------------------------------- */

/* Returns the HSAIL name of a label: "@L__BB0_2" for $L__BB0_2. */
static struct str label_name(struct tr *t, struct str ptx_name)
{
	struct str plain = ptx_name;
	while (plain.n > 1 && (plain.p[0] == '$' || plain.p[0] == '%'))
		plain = str_skip(plain, 1);
	return tr_unique_name(t, tr_hsail_name(t, '@', plain));
}

/* Declares the labels of a block first, because code may use a label before its place, though only
 * within the block. */
static void declare_labels(struct tr *t, const struct ptx_stmt *first)
{
	for (const struct ptx_stmt *s = first; s != NULL; s = s->next) {
		if (s->kind != PTX_STMT_LABEL)
			continue;
		bool is_table = s->next != NULL && (s->next->kind == PTX_STMT_TARGETS ||
							   s->next->kind == PTX_STMT_PROTO);
		struct symbol *sym = scope_add(t, t->body.scope, is_table ? SYM_TABLE : SYM_LABEL,
			s->u.label, s->span);
		if (is_table)
			sym->table = s->next;
		else
			sym->label = hir_label_new(&t->body.hir, label_name(t, s->u.label));
	}
}

static void comment(struct tr *t, const struct ptx_stmt *s)
{
	if (!t->options->comments)
		return;
	struct buf b = BUF_INIT;
	buf_puts(&b, "// ");
	for (uint32_t i = s->span.off; i < s->span.end; i++) {
		char c = t->ptx->source->text[i];
		buf_u8(&b, c == '\n' || c == '\t' || c == '\r' ? ' ' : (uint8_t)c);
	}
	hir_append(&t->body.hir, HIR_COMMENT)->u.comment = str_dup(&t->arena, buf_slice(&b));
	buf_release(&b);
}

static void statements(struct tr *t, const struct ptx_stmt *first);

static void statement(struct tr *t, const struct ptx_stmt *s)
{
	t->at.stmt = s;
	switch (s->kind) {
	case PTX_STMT_INST:
		tr_line_of_statement(t, s);
		comment(t, s);
		tr_instruction(t, s);
		return;
	case PTX_STMT_LABEL: {
		const struct symbol *sym = scope_find(t, t->body.scope, s->u.label);
		if (sym->kind == SYM_LABEL)
			tr_place_label(t, sym->label);
		return;
	}
	case PTX_STMT_BLOCK:
		t->body.scope = scope_push(t, t->body.scope);
		statements(t, s->u.block.first);
		t->body.scope = scope_pop(t->body.scope);
		return;
	case PTX_STMT_VARS:
		for (const struct ptx_var *v = s->u.vars; v != NULL; v = v->next)
			declare_var(t, v);
		return;
	case PTX_STMT_LOC:
		tr_line_directive(t, s);
		return;
	case PTX_STMT_PRAGMA:
	case PTX_STMT_TARGETS:
	case PTX_STMT_PROTO:
		return;
	}
}

static void statements(struct tr *t, const struct ptx_stmt *first)
{
	declare_labels(t, first);
	for (const struct ptx_stmt *s = first; s != NULL; s = s->next)
		statement(t, s);
}

/* ---- parameters -------------------------------------------------------------------------- */

static void declare_formal(struct tr *t, const struct ptx_var *v, struct hir_var *h,
	uint64_t offset)
{
	if (v->space == PTX_SPACE_REG) {
		declare_register(t, v);
		return;
	}
	struct symbol *s = scope_add(t, t->body.scope, SYM_VAR, v->name, v->span);
	s->type = v->type;
	s->space = PTX_SPACE_PARAM;
	s->var = h;
	s->offset = offset;
	s->decl = v;
}

static void declare_formals(struct tr *t)
{
	const struct ptx_var *v = t->body.func->ptx->params;
	for (uint32_t i = 0; i < t->body.func->param_count; i++, v = v->next) {
		declare_formal(t, v, t->body.func->params[i], 0);
		str_map_put(&t->body.names, t->body.func->params[i]->name, 1);
	}
	if (t->body.func->ret != NULL)
		str_map_put(&t->body.names, t->body.func->ret->name, 1);
	v = t->body.func->ptx->rets;
	for (uint32_t i = 0; i < t->body.func->ret_count; i++, v = v->next)
		declare_formal(t, v, t->body.func->ret, t->body.func->ret_offsets[i]);
}

/* ---- the whole --------------------------------------------------------------------------- */

static void begin_kernel(struct tr *t)
{
	if (!t->body.func->ptx->is_entry)
		return;
	if (t->body.func->exits)
		tr_set_exited(t, 0);
	if (t->module.arguments != NULL)
		tr_tell_arguments(t);
	if (t->body.func->counts)
		tr_barriers_start(t);
}

/* Every end of a kernel that counts work-items at barriers branches to this code (tr_return()). */
static void end_kernel(struct tr *t)
{
	if (!t->body.func->ptx->is_entry || !t->body.func->counts)
		return;
	tr_place_label(t, t->body.leave);
	tr_barriers_end(t);
}

/* Declares the registers that PTX before 3.0 could declare in the module. They have no value when a
 * kernel begins, so each kernel has its own. */
static void declare_module_registers(struct tr *t)
{
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_REG && t->body.func->ptx->is_entry)
			declare_register(t, v);
}

static void select(struct tr *t)
{
	t->body.scope = scope_push(t, t->module.globals);
	declare_module_registers(t);
	t->body.scope = scope_push(t, t->body.scope);
	declare_formals(t);
	tr_line_of_function(t);
	tr_load_reg_params(t);
	begin_kernel(t);
	statements(t, t->body.func->ptx->body);
	end_kernel(t);
	tr_finish_calls(t);
	tr_copy_arguments(t);
	t->body.scope = scope_pop(scope_pop(t->body.scope));
}

void tr_function_translate(struct tr *t, struct func *f)
{
	struct ptx_module *input = t->ptx;
	t->ptx = f->module;
	t->body = (struct tr_body){.func = f, .carry = HIR_NO_REG};
	t->body.next_call = &t->body.calls;
	str_map_init(&t->body.names);
	hir_func_init(&t->body.hir, &t->arena);
	t->body.leave = hir_label_new(&t->body.hir, STR("@_.leave"));
	select(t);
	if (!diag_failed(t->diag)) {
		hir_plain_private(&t->body.hir, &t->protos);
		hir_allocate(&t->body.hir, &t->protos);
		hir_drop_copies(&t->body.hir);
		tr_emit_function(t);
	}
	hir_func_release(&t->body.hir);
	str_map_release(&t->body.names);
	t->ptx = input;
}
