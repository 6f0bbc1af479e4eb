/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX code may set call parameters with st.param anywhere before the call; HSAIL wants an arg block
 * around it. So a .param variable of a body becomes registers, one for each piece of it that code
 * accesses. When the whole function is known, this file puts an arg block around each call, which
 * copies the registers to and from arg variables. */

#include "base/tr.h"
#include "base/transfer.h"
#include "declare/call_site.h"
#include "module/arg_blocks.h"
#include "operand/param_pieces.h"
#include "operand/returns.h"

static void transfer_argument(struct tr *t, bool load, const struct argument *a)
{
	if (a->param == NULL) {
		tr_transfer(t, load, a->var, a->offset, a->type, a->value);
		for (unsigned i = 0; i < a->more_count; i++)
			tr_transfer(t, load, a->var,
				a->offset + (i + 1) * (ptx_types[a->type].bits / 8u), a->type,
				a->more[i]);
		return;
	}
	for (const struct param_piece *p = a->param->pieces; p != NULL; p = p->next)
		tr_transfer(t, load, a->var, a->offset + p->offset, p->type, hir_op_reg(p->reg));
}

static struct hir_op args_op(struct tr *t, uint32_t count)
{
	struct hir_op op = {.kind = HIR_OP_ARGS, .count = count};
	op.u.args = ARENA_ARRAY(&t->arena, struct hir_var *, count);
	return op;
}

/* Appends the call. Its operands are outputs, function, inputs; those of icall are outputs, handle,
 * inputs, signature. */
static void call_entry(struct tr *t, const struct call_site *site)
{
	struct hir_op *ops = ARENA_ARRAY(&t->arena, struct hir_op, 4);
	bool indirect = site->callee->is_signature;
	ops[0] = args_op(t, site->out != NULL ? 1 : 0);
	if (site->out != NULL)
		ops[0].u.args[0] = site->out;
	ops[3] = (struct hir_op){.kind = HIR_OP_CALLEE, .u.callee = &site->callee->callee};
	ops[1] = indirect ? site->handle : ops[3];
	ops[2] = args_op(t, site->in_count);
	for (uint32_t i = 0; i < site->in_count; i++)
		ops[2].u.args[i] = site->ins[i].var;
	hir_append_inst(&t->body.hir, tr_seq_proto(t, indirect ? SEQ_ICALL : SEQ_CALL), ops);
}

static void arg_block(struct tr *t, const struct call_site *site)
{
	hir_append(&t->body.hir, HIR_ARGS_BEGIN);
	for (uint32_t i = 0; i < site->in_count; i++)
		hir_append(&t->body.hir, HIR_ARG_VAR)->u.var = site->ins[i].var;
	if (site->out != NULL)
		hir_append(&t->body.hir, HIR_ARG_VAR)->u.var = site->out;
	for (uint32_t i = 0; i < site->in_count; i++)
		transfer_argument(t, false, &site->ins[i]);
	call_entry(t, site);
	for (uint32_t i = 0; i < site->out_count; i++)
		transfer_argument(t, true, &site->outs[i]);
	hir_append(&t->body.hir, HIR_ARGS_END);
}

static bool may_exit(const struct tr *t, const struct call_site *site)
{
	if (!site->callee->is_signature)
		return site->callee->exits;
	for (const struct func *f = t->module.funcs; f != NULL; f = f->next)
		if (f->is_taken && f->exits)
			return true;
	return t->module.has_foreign;
}

void tr_finish_calls(struct tr *t)
{
	if (t->body.calls == NULL)
		return;
	struct hir_entry *old = t->body.hir.entries;
	size_t count = t->body.hir.entry_count, i = 0;
	t->body.hir.entries = NULL;
	t->body.hir.entry_count = t->body.hir.entry_capacity = 0;
	for (const struct call_site *site = t->body.calls; site != NULL; site = site->next) {
		for (; i < site->before; i++)
			*hir_append(&t->body.hir, old[i].kind) = old[i];
		arg_block(t, site);
		if (may_exit(t, site))
			tr_return_if_exited(t);
	}
	for (; i < count; i++)
		*hir_append(&t->body.hir, old[i].kind) = old[i];
	mem_free(old);
}
