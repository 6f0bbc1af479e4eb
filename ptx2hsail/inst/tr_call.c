/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls. PTX sets call parameters with st.param anywhere before the call; HSAIL wants an arg block
 * around it. So a .param variable of a body becomes registers, one for each piece of it that code
 * accesses, and the arg block that copies them is put around the call when the whole function is
 * known (tr_finish_calls). */
#include <stdlib.h>

#include "base/tr.h"

struct param_piece *tr_param_piece(struct tr *t, struct symbol *param, uint64_t offset,
	enum ptx_type type)
{
	unsigned bytes = ptx_types[type].bits / 8u;
	uint64_t total = tr_var_bytes(param->decl);
	if (offset > total || bytes > total - offset) {
		tr_error(t, t->stmt->span, "access is outside of '" STR_FMT "'",
			STR_ARG(param->name));
		return NULL;
	}
	for (struct param_piece *p = param->pieces; p != NULL; p = p->next) {
		unsigned have = ptx_types[p->type].bits / 8u;
		if (p->offset == offset && have == bytes)
			return p;
		if (p->offset < offset + bytes && offset < p->offset + have) {
			tr_unsupported(t, t->stmt->span,
				"accesses of different sizes to '" STR_FMT "'",
				STR_ARG(param->name));
			return NULL;
		}
	}
	struct param_piece *p = ARENA_NEW(&t->arena, struct param_piece);
	p->offset = offset;
	p->type = type;
	p->reg = hir_reg_new(&t->hir, tr_kind_of(type), param->name);
	p->next = param->pieces;
	param->pieces = p;
	return p;
}

/* ---- the call instruction ---------------------------------------------------------------- */

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
	if (!s->func->ptx->has_body && tr_is_device_runtime(s->name)) {
		tr_unsupported(t, t->stmt->span, "call of '" STR_FMT "' of CUDA's device runtime",
			STR_ARG(o->name));
		return NULL;
	}
	return s->func->is_valid ? s->func : NULL; /* what is wrong was told before */
}

/* ---- indirect calls -------------------------------------------------------------------------- */

static bool indirect_callee(struct tr *t, const struct ptx_operand *address,
	const struct ptx_operand *prototype, struct call_site *site)
{
	const struct symbol *s = prototype != NULL ? tr_symbol(t, prototype) : NULL;
	if (s == NULL || s->kind != SYM_TABLE) {
		tr_unsupported(t, t->stmt->span, "indirect call without a prototype or targets");
		return false;
	}
	if (!tr_source(t, address, tr_flat_type(t), &site->handle))
		return false;
	site->handle = tr_resize(t, site->handle, tr_kind_of(tr_flat_type(t)),
		BRIG_REGISTER_KIND_DOUBLE, false);
	site->callee = tr_signature(t, s->table);
	return site->callee != NULL;
}

/* An actual parameter: a .param variable of the body, or a register or constant (PTX before 2.0
 * and functions with .reg parameters). */
static bool argument(struct tr *t, const struct ptx_operand *o, const struct ptx_var *formal,
	bool is_out, struct argument *a)
{
	*a = (struct argument){.type = formal->type};
	if (o->kind == PTX_OPND_NAME && o->offset == 0) {
		struct symbol *s = scope_find(t, t->scope, o->name);
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

/* The last formal may be an array without a size: then it has that of the actual one. */
static struct hir_var *argument_var(struct tr *t, const struct hir_var *formal, const char *name,
	const struct argument *actual)
{
	struct hir_var *v = hir_var_new(&t->hir, str_from(name), BRIG_SEGMENT_ARG, formal->type);
	v->is_array = formal->is_array;
	v->dim = formal->dim;
	if (v->is_array && v->dim == 0 && actual != NULL && actual->param != NULL)
		v->dim = tr_var_bytes(actual->param->decl) / (isa_type_find(v->type)->bits / 8u);
	v->align = formal->align;
	v->linkage = BRIG_LINKAGE_ARG;
	return v;
}

static bool list_matches(struct tr *t, const struct ptx_operand *list,
	const struct ptx_var *formals, const char *what)
{
	uint32_t want = 0, have = list != NULL ? list->elem_count : 0;
	for (const struct ptx_var *v = formals; v != NULL; v = v->next)
		want++;
	if (want == have)
		return true;
	tr_error(t, t->stmt->span, "call has %u %s, the function has %u", have, what, want);
	return false;
}

static void add_arguments(struct tr *t, struct call_site *site)
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

static bool collect(struct tr *t, const struct ptx_operand *outs, const struct ptx_operand *ins,
	struct call_site *site)
{
	const struct func *f = site->callee;
	if (!list_matches(t, outs, f->ptx->rets, "results") ||
		!list_matches(t, ins, f->ptx->params, "parameters"))
		return false;
	add_arguments(t, site);
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

static void add_site(struct tr *t, struct call_site *site)
{
	const struct func *f = site->callee;
	for (uint32_t i = 0; i < site->in_count; i++)
		site->ins[i].var = argument_var(t, f->params[i],
			arena_printf(&t->arena, "%%in%u", i), &site->ins[i]);
	for (uint32_t i = 0; i < site->out_count; i++) {
		site->outs[i].var = site->out;
		site->outs[i].offset = f->ret_offsets[i];
	}
	site->before = t->hir.entry_count;
	*t->next_call = site;
	t->next_call = &site->next;
}

void tr_fn_call(struct tr *t)
{
	struct ptx_operand **o = t->inst->operands;
	uint32_t n = t->inst->operand_count, i = 0;
	const struct ptx_operand *outs = NULL, *ins = NULL;
	if (i < n && o[i]->kind == PTX_OPND_LIST)
		outs = o[i++];
	if (i == n) {
		tr_error(t, t->stmt->span, "call of nothing");
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
		add_site(t, site);
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
	add_arguments(t, site);
	set_values(t, site->ins, site->in_count, f->ptx->params, ins);
	set_values(t, site->outs, site->out_count, f->ptx->rets, out);
	add_site(t, site);
}

/* ---- arg blocks -------------------------------------------------------------------------- */

static void transfer(struct tr *t, bool load, struct hir_var *var, uint64_t offset,
	enum ptx_type type, struct hir_op value);

/* Predicates travel as words. */
static void transfer_predicate(struct tr *t, bool load, struct hir_var *var, uint64_t offset,
	struct hir_op predicate)
{
	struct tr_env e = {0};
	struct hir_op word = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', load ? predicate : word, PTX_NONE);
	tr_env_bind(&e, 'A', load ? word : predicate, PTX_NONE);
	if (load)
		transfer(t, load, var, offset, PTX_U32, word);
	tr_seq(t, load ? SEQ_PREDICATE_OF_WORD : SEQ_WORD_OF_PREDICATE, &e);
	if (!load)
		transfer(t, load, var, offset, PTX_U32, word);
}

static void transfer(struct tr *t, bool load, struct hir_var *var, uint64_t offset,
	enum ptx_type type, struct hir_op value)
{
	if (type == PTX_PRED) {
		transfer_predicate(t, load, var, offset, value);
		return;
	}
	struct tr_env e = {0};
	unsigned bytes = ptx_types[type].bits / 8u;
	bool aligned = bytes <= var->align && offset % bytes == 0;
	struct hir_op address = {.kind = HIR_OP_ADDRESS, .u.address.var = var};
	address.u.address.offset = (int64_t)offset;
	tr_env_bind(&e, 'M', address, PTX_NONE);
	tr_env_bind(&e, load ? 'D' : 'A', value, type);
	tr_env_text(&e, "vec", "");
	tr_env_text(&e, "seg", tr_segment_text(BRIG_SEGMENT_ARG));
	tr_env_text(&e, "type", tr_memory_type(type));
	tr_env_text(&e, "align",
		aligned && bytes > 1 ? arena_printf(&t->arena, "_align(%u)", bytes) : "");
	tr_seq(t, load ? SEQ_LD : SEQ_ST, &e);
}

static void transfer_argument(struct tr *t, bool load, const struct argument *a)
{
	if (a->param == NULL) {
		transfer(t, load, a->var, a->offset, a->type, a->value);
		for (unsigned i = 0; i < a->more_count; i++)
			transfer(t, load, a->var,
				a->offset + (i + 1) * (ptx_types[a->type].bits / 8u), a->type,
				a->more[i]);
		return;
	}
	for (const struct param_piece *p = a->param->pieces; p != NULL; p = p->next)
		transfer(t, load, a->var, a->offset + p->offset, p->type, hir_op_reg(p->reg));
}

static struct hir_op args_op(struct tr *t, uint32_t count)
{
	struct hir_op op = {.kind = HIR_OP_ARGS, .count = count};
	op.u.args = ARENA_ARRAY(&t->arena, struct hir_var *, count);
	return op;
}

/* call: outputs, function, inputs; icall: outputs, handle, inputs, signature */
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
	hir_append_inst(&t->hir, tr_seq_proto(t, indirect ? SEQ_ICALL : SEQ_CALL), ops);
}

static void arg_block(struct tr *t, const struct call_site *site)
{
	hir_append(&t->hir, HIR_ARGS_BEGIN);
	for (uint32_t i = 0; i < site->in_count; i++)
		hir_append(&t->hir, HIR_ARG_VAR)->u.var = site->ins[i].var;
	if (site->out != NULL)
		hir_append(&t->hir, HIR_ARG_VAR)->u.var = site->out;
	for (uint32_t i = 0; i < site->in_count; i++)
		transfer_argument(t, false, &site->ins[i]);
	call_entry(t, site);
	for (uint32_t i = 0; i < site->out_count; i++)
		transfer_argument(t, true, &site->outs[i]);
	hir_append(&t->hir, HIR_ARGS_END);
}

/* ---- `exit` in functions: a private variable tells it, and callers return ------------------ */

static bool may_exit(const struct tr *t, const struct call_site *site)
{
	if (!site->callee->is_signature)
		return site->callee->exits;
	for (const struct func *f = t->funcs; f != NULL; f = f->next)
		if (f->is_taken && f->exits)
			return true;
	return t->has_foreign;
}

static struct tr_env exited_env(struct tr *t)
{
	struct tr_env e = {0};
	struct hir_op address = {.kind = HIR_OP_ADDRESS, .u.address.var = t->exited};
	tr_env_bind(&e, 'M', address, PTX_NONE);
	return e;
}

void tr_set_exited(struct tr *t, uint64_t value)
{
	struct tr_env e = exited_env(t);
	tr_env_bind(&e, 'A', hir_op_const(value), PTX_U32);
	tr_seq(t, SEQ_SET_EXITED, &e);
}

static void return_if_exited(struct tr *t)
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

void tr_finish_calls(struct tr *t)
{
	if (t->calls == NULL)
		return;
	struct hir_entry *old = t->hir.entries;
	size_t count = t->hir.entry_count, i = 0;
	t->hir.entries = NULL;
	t->hir.entry_count = t->hir.entry_capacity = 0;
	for (const struct call_site *site = t->calls; site != NULL; site = site->next) {
		for (; i < site->before; i++)
			*hir_append(&t->hir, old[i].kind) = old[i];
		arg_block(t, site);
		if (may_exit(t, site))
			return_if_exited(t);
	}
	for (; i < count; i++)
		*hir_append(&t->hir, old[i].kind) = old[i];
	free(old);
}

/* ---- returns ----------------------------------------------------------------------------- */

static void transfer_registers(struct tr *t, bool load, struct hir_var *var, uint64_t offset,
	const struct symbol *s)
{
	for (unsigned i = 0; i < s->vec; i++)
		transfer(t, load, var, offset + i * (ptx_types[s->type].bits / 8u), s->type,
			hir_op_reg(s->reg + i));
}

/* .reg results are stored to the formal result when the function returns. */
void tr_return(struct tr *t)
{
	if (t->func->ptx->is_entry && t->func->counts) {
		tr_branch(t, t->leave);
		return;
	}
	const struct ptx_var *v = t->func->ptx->rets;
	for (uint32_t i = 0; i < t->func->ret_count; i++, v = v->next) {
		if (v->space != PTX_SPACE_REG)
			continue;
		const struct symbol *s = scope_find(t, t->scope, v->name);
		transfer_registers(t, false, t->func->ret, t->func->ret_offsets[i], s);
	}
	struct tr_env e = {0};
	tr_seq(t, SEQ_RET, &e);
}

/* .reg parameters are loaded at the function's entry. */
void tr_load_reg_params(struct tr *t)
{
	const struct ptx_var *v = t->func->ptx->params;
	for (uint32_t i = 0; i < t->func->param_count; i++, v = v->next) {
		if (v->space != PTX_SPACE_REG)
			continue;
		const struct symbol *s = scope_find(t, t->scope, v->name);
		transfer_registers(t, true, t->func->params[i], 0, s);
	}
}
