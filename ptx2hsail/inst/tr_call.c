/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates call: it finds the function, or the signature of an indirect call, and reads
 * the arguments. The arg block is written later (arg_blocks.c). */
#include "base/message.h"
#include "base/scope.h"
#include "base/segments.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/call_site.h"
#include "declare/function_address.h"
#include "declare/system_functions.h"
#include "inst/row_functions.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

static struct func *direct_callee(struct tr *t, const struct ptx_operand *o, const struct symbol *s)
{
	if (s->kind != SYM_FUNC) {
		tr_error(t, o->span, "'" STR_FMT "' is no function", STR_ARG(o->name));
		return NULL;
	}
	if (s->func->ptx->is_entry) {
		tr_error(t, o->span, "kernel '" STR_FMT "' cannot be called", STR_ARG(o->name));
		return NULL;
	}
	if (!s->func->ptx->has_body && !s->func->is_system && tr_is_device_runtime(s->name)) {
		tr_unsupported(t, t->at.stmt->span,
			"call of '" STR_FMT "' of CUDA's device runtime", STR_ARG(o->name));
		return NULL;
	}
	return s->func->is_valid ? s->func : NULL; /* its error was reported before */
}

static bool indirect_callee(struct tr *t, const struct ptx_operand *address,
	const struct ptx_operand *prototype, struct call_site *site)
{
	const struct symbol *s = prototype != NULL ? tr_symbol(t, prototype) : NULL;
	if (s == NULL || s->kind != SYM_TABLE) {
		tr_unsupported(t, t->at.stmt->span, "indirect call without a prototype or targets");
		return false;
	}
	if (!tr_source(t, address, tr_flat_type(t), &site->handle))
		return false;
	site->handle = tr_resize(t, site->handle, tr_kind_of(tr_flat_type(t)),
		BRIG_REGISTER_KIND_DOUBLE, false);
	site->callee = tr_signature(t, s->table);
	return site->callee != NULL;
}

/* Reads an argument: a .param variable of the body, or a register or constant (PTX before 2.0, and
 * functions with .reg parameters). Returns false after a message. */
static bool argument(struct tr *t, const struct ptx_operand *o, const struct ptx_var *formal,
	bool is_out, struct argument *a)
{
	*a = (struct argument){.type = formal->type};
	if (o->kind == PTX_OPND_NAME && o->offset == 0) {
		struct symbol *s = scope_find(t, t->body.scope, o->name);
		if (s != NULL && s->kind == SYM_PARAM) {
			a->param = s;
			return true;
		}
	}
	struct tr_elements e;
	if (!tr_elements(t, o, formal->vec, &e))
		return false;
	a->more_count = e.count - 1;
	for (unsigned i = 0; i < e.count; i++) {
		struct hir_op *value = i == 0 ? &a->value : &a->more[i - 1];
		if (!(is_out ? tr_dest(t, e.operands[i], formal->type, value)
			     : tr_source(t, e.operands[i], formal->type, value)))
			return false;
	}
	return true;
}

static bool list_matches(struct tr *t, const struct ptx_operand *list,
	const struct ptx_var *formals, const char *what)
{
	uint32_t want = 0, have = list != NULL ? list->elem_count : 0;
	for (const struct ptx_var *v = formals; v != NULL; v = v->next)
		want++;
	if (want == have)
		return true;
	tr_error(t, t->at.stmt->span, "call has %u %s, the function has %u", have, what, want);
	return false;
}

static bool collect(struct tr *t, const struct ptx_operand *outs, const struct ptx_operand *ins,
	struct call_site *site)
{
	const struct func *f = site->callee;
	if (!list_matches(t, outs, f->ptx->rets, "results") ||
		!list_matches(t, ins, f->ptx->params, "parameters"))
		return false;
	tr_call_begin(t, site);
	const struct ptx_var *formal = f->ptx->params;
	for (uint32_t i = 0; i < site->in_count; i++, formal = formal->next)
		if (!argument(t, ins->elems[i], formal, false, &site->ins[i]))
			return false;
	formal = f->ptx->rets;
	for (uint32_t i = 0; i < site->out_count; i++, formal = formal->next)
		if (!argument(t, outs->elems[i], formal, true, &site->outs[i]))
			return false;
	return true;
}

void tr_fn_call(struct tr *t)
{
	struct ptx_operand **o = t->at.inst->operands;
	uint32_t n = t->at.inst->operand_count, i = 0;
	const struct ptx_operand *outs = NULL, *ins = NULL;
	if (i < n && o[i]->kind == PTX_OPND_LIST)
		outs = o[i++];
	if (i == n) {
		tr_error(t, t->at.stmt->span, "call of nothing");
		return;
	}
	const struct ptx_operand *name = o[i++];
	if (i < n && o[i]->kind == PTX_OPND_LIST)
		ins = o[i++];
	const struct symbol *s = tr_symbol(t, name);
	if (s == NULL)
		return;
	struct call_site *site = ARENA_NEW(&t->arena, struct call_site);
	if (s->kind == SYM_REG) {
		if (!indirect_callee(t, name, i < n ? o[i] : NULL, site))
			return;
	} else {
		site->callee = direct_callee(t, name, s);
		if (site->callee == NULL)
			return;
		if (i != n) {
			tr_error(t, o[i]->span, "direct call with a prototype");
			return;
		}
	}
	if (collect(t, outs, ins, site))
		tr_call_end(t, site);
}
