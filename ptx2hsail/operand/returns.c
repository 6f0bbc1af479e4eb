/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file ends functions. Results in registers are stored first. A function that executes `exit`
 * tells its callers so by a private variable, and they return, too. */
#include "base/func.h"
#include "base/scope.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "base/transfer.h"
#include "operand/returns.h"

static void transfer_registers(struct tr *t, bool load, struct hir_var *var, uint64_t offset,
	const struct symbol *s)
{
	for (unsigned i = 0; i < s->vec; i++)
		tr_transfer(t, load, var, offset + i * (ptx_types[s->type].bits / 8u), s->type,
			hir_op_reg(s->reg + i));
}

/* Stores results in registers to the formal result, then returns. */
void tr_return(struct tr *t)
{
	if (t->body.func->ptx->is_entry && t->body.func->counts) {
		tr_branch(t, t->body.leave);
		return;
	}
	const struct ptx_var *v = t->body.func->ptx->rets;
	for (uint32_t i = 0; i < t->body.func->ret_count; i++, v = v->next) {
		if (v->space != PTX_SPACE_REG)
			continue;
		const struct symbol *s = scope_find(t, t->body.scope, v->name);
		transfer_registers(t, false, t->body.func->ret, t->body.func->ret_offsets[i], s);
	}
	struct tr_env e = {0};
	tr_seq(t, SEQ_RET, &e);
}

void tr_load_reg_params(struct tr *t)
{
	const struct ptx_var *v = t->body.func->ptx->params;
	for (uint32_t i = 0; i < t->body.func->param_count; i++, v = v->next) {
		if (v->space != PTX_SPACE_REG)
			continue;
		const struct symbol *s = scope_find(t, t->body.scope, v->name);
		transfer_registers(t, true, t->body.func->params[i], 0, s);
	}
}

static struct tr_env exited_env(struct tr *t)
{
	struct tr_env e = {0};
	struct hir_op address = {.kind = HIR_OP_ADDRESS, .u.address.var = t->module.exited};
	tr_env_bind(&e, 'M', address, PTX_NONE);
	return e;
}

void tr_set_exited(struct tr *t, uint64_t value)
{
	struct tr_env e = exited_env(t);
	tr_env_bind(&e, 'A', hir_op_const(value), PTX_U32);
	tr_seq(t, SEQ_SET_EXITED, &e);
}

void tr_return_if_exited(struct tr *t)
{
	struct tr_env e = exited_env(t);
	struct hir_op goes_on = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	uint32_t next = tr_label(t);
	tr_env_bind(&e, 'D', goes_on, PTX_PRED);
	tr_seq(t, SEQ_NOT_EXITED, &e);
	tr_branch_if(t, goes_on, false, next);
	tr_return(t);
	tr_place_label(t, next);
}
