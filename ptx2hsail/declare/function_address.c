/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that are called by their address. The address of a function is a handle that is the
 * same in all modules of an image, because PTX may keep it in memory, compare it, and pass it to
 * code of other files. HSAIL has no instruction that yields it, so a variable of the module holds
 * it; a pragma tells hsail-fin to set the variable (docs/kernel-abi.md). Calls are icall with a
 * signature. */
#include "base/message.h"
#include "base/scope.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/formals.h"
#include "declare/function_address.h"
#include "declare/variables.h"

/* ---- addresses ------------------------------------------------------------------------------- */

void tr_take_address(struct tr *t, struct func *f, bool in_code)
{
	f->is_taken = true;
	if (!in_code || f->handle != NULL || f->is_system || t->is_small)
		return;
	const char *name = arena_printf(&t->arena, "&__address." STR_FMT,
		STR_ARG(str_skip(f->callee.name, 1)));
	f->handle = ARENA_NEW(&t->arena, struct hir_var);
	*f->handle = (struct hir_var){.name = str_from(name),
		.dim = 1,
		.segment = BRIG_SEGMENT_READONLY,
		.type = BRIG_TYPE_U64,
		.align = 8,
		.linkage = BRIG_LINKAGE_MODULE,
		.is_definition = true,
		.allocation = BRIG_ALLOCATION_AGENT,
		.init = ARENA_ARRAY(&t->arena, uint8_t, 8)};
	tr_add_module_var(t, f->handle);
	tr_add_symbolic(t, (struct symbolic){.var = f->handle, .function = f});
}

bool tr_has_address(struct tr *t, const struct func *f, struct ptx_span span)
{
	if (t->is_small) {
		tr_unsupported(t, span, "address of a function with '.address_size 32'");
		return false;
	}
	if (!f->ptx->is_entry && !f->is_system)
		return f->is_valid; /* its error was reported before */
	tr_unsupported(t, span, "address of %s '" STR_FMT "'",
		f->is_system ? "the system's function" : "kernel", STR_ARG(f->ptx->name));
	return false;
}

struct hir_op tr_function_address(struct tr *t, const struct func *f)
{
	struct hir_op result = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	struct hir_op address = {.kind = HIR_OP_ADDRESS, .u.address.var = f->handle};
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', result, PTX_U64);
	tr_env_bind(&e, 'M', address, PTX_NONE);
	tr_seq(t, SEQ_FUNCTION_ADDRESS, &e);
	return result;
}

/* ---- signatures ------------------------------------------------------------------------------ */

static bool same_formals(const struct ptx_var *a, const struct ptx_var *b)
{
	for (; a != NULL && b != NULL; a = a->next, b = b->next)
		if (ptx_types[a->type].bits != ptx_types[b->type].bits || a->align != b->align ||
			a->is_array != b->is_array || tr_var_bytes(a) != tr_var_bytes(b))
			return false;
	return a == NULL && b == NULL;
}

/* Names the parameters, which are all '_' in a prototype. */
static void name_formals(struct tr *t, struct func *f)
{
	if (f->ret != NULL)
		f->ret->name = STR("%out");
	for (uint32_t i = 0; i < f->param_count; i++)
		f->params[i]->name = str_from(arena_printf(&t->arena, "%%in%u", i));
}

/* Returns the signature with these results and parameters, made on first use, or NULL after a
 * message. */
static struct func *signature_of(struct tr *t, struct ptx_var *rets, struct ptx_var *params)
{
	struct func **next = &t->module.signatures, *f;
	unsigned number = 0;
	for (; (f = *next) != NULL; next = &f->next, number++)
		if (same_formals(f->ptx->rets, rets) && same_formals(f->ptx->params, params))
			return f->is_valid ? f : NULL;
	struct ptx_func *p = ARENA_NEW(&t->arena, struct ptx_func);
	*p = (struct ptx_func){.span = t->at.stmt->span, .rets = rets, .params = params};
	*next = f = ARENA_NEW(&t->arena, struct func);
	f->ptx = p;
	f->is_signature = true;
	f->callee.name = str_from(arena_printf(&t->arena, "&__prototype.%u", number));
	f->is_valid = tr_add_formals(t, f);
	if (!f->is_valid)
		return NULL;
	name_formals(t, f);
	return f;
}

/* Returns the signature of a .calltargets; all its functions must have the same parameters. */
static struct func *signature_of_targets(struct tr *t, const struct ptx_stmt *table)
{
	struct func *first = NULL;
	for (uint32_t i = 0; i < table->u.targets.count; i++) {
		const struct ptx_operand *o = table->u.targets.names[i];
		const struct symbol *s = scope_find(t, t->module.globals, o->name);
		if (s == NULL || s->kind != SYM_FUNC) {
			tr_error(t, o->span, "'" STR_FMT "' is no function", STR_ARG(o->name));
			return NULL;
		}
		if (first == NULL)
			first = s->func;
		if (same_formals(first->ptx->rets, s->func->ptx->rets) &&
			same_formals(first->ptx->params, s->func->ptx->params))
			continue;
		tr_error(t, o->span, "'" STR_FMT "' and '" STR_FMT "' have different parameters",
			STR_ARG(first->ptx->name), STR_ARG(s->func->ptx->name));
		return NULL;
	}
	return signature_of(t, first->ptx->rets, first->ptx->params);
}

struct func *tr_signature(struct tr *t, const struct ptx_stmt *table)
{
	if (table->kind == PTX_STMT_TARGETS)
		return signature_of_targets(t, table);
	return signature_of(t, table->u.proto.rets, table->u.proto.params);
}
