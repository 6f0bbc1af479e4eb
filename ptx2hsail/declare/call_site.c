/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The arg block of a call can be written only when the whole function is known. This file keeps the
 * calls of a function until arg_blocks.c writes them. */
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/call_site.h"
#include "declare/variables.h"

/* Makes the variable of an argument in the arg block. If the last formal is an array without a
 * size, the variable has the size of the actual argument. */
static struct hir_var *argument_var(struct tr *t, const struct hir_var *formal, const char *name,
	const struct argument *actual)
{
	struct hir_var *v =
		hir_var_new(&t->body.hir, str_from(name), BRIG_SEGMENT_ARG, formal->type);
	v->is_array = formal->is_array;
	v->dim = formal->dim;
	if (v->is_array && v->dim == 0 && actual != NULL && actual->param != NULL)
		v->dim = tr_var_bytes(actual->param->decl) / (isa_type_find(v->type)->bits / 8u);
	v->align = formal->align;
	v->linkage = BRIG_LINKAGE_ARG;
	return v;
}

void tr_call_begin(struct tr *t, struct call_site *site)
{
	const struct func *f = site->callee;
	site->in_count = f->param_count;
	site->ins = ARENA_ARRAY(&t->arena, struct argument, f->param_count);
	if (f->ret == NULL)
		return;
	site->out = argument_var(t, f->ret, "%out", NULL);
	site->out_count = f->ret_count;
	site->outs = ARENA_ARRAY(&t->arena, struct argument, f->ret_count);
}

void tr_call_end(struct tr *t, struct call_site *site)
{
	const struct func *f = site->callee;
	for (uint32_t i = 0; i < site->in_count; i++)
		site->ins[i].var = argument_var(t, f->params[i],
			arena_printf(&t->arena, "%%in%u", i), &site->ins[i]);
	for (uint32_t i = 0; i < site->out_count; i++) {
		site->outs[i].var = site->out;
		site->outs[i].offset = f->ret_offsets[i];
	}
	site->before = t->body.hir.entry_count;
	*t->body.next_call = site;
	t->body.next_call = &site->next;
}

static void set_values(struct tr *t, struct argument *args, uint32_t count,
	const struct ptx_var *formal, const struct hir_op *values)
{
	for (uint32_t i = 0; i < count; i++, formal = formal->next)
		args[i] = (struct argument){.type = formal->type,
			.value = values != NULL ? values[i]
		                                : tr_temp_op(t, tr_kind_of(formal->type))};
}

void tr_call_function(struct tr *t, struct func *f, const struct hir_op *out,
	const struct hir_op *ins)
{
	struct call_site *site = ARENA_NEW(&t->arena, struct call_site);
	site->callee = f;
	tr_call_begin(t, site);
	set_values(t, site->ins, site->in_count, f->ptx->params, ins);
	set_values(t, site->outs, site->out_count, f->ptx->rets, out);
	tr_call_end(t, site);
}
