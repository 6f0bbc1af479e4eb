/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HSAIL's arguments have no generic addresses. Where code asks for one, arguments are copied to
 * private memory: those of a kernel all into one variable, those of a function one by one. */

#include "base/func.h"
#include "base/segments.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "operand/argument_copies.h"

struct hir_var *tr_params_copy(struct tr *t)
{
	if (t->body.params_copy != NULL)
		return t->body.params_copy;
	uint64_t bytes = 0;
	for (uint32_t i = 0; i < t->body.func->param_count; i++)
		bytes = align_up(bytes, t->body.func->params[i]->align) +
		        hir_var_bytes(t->body.func->params[i]);
	struct hir_var *v =
		hir_var_new(&t->body.hir, STR("%__params"), BRIG_SEGMENT_PRIVATE, BRIG_TYPE_U64);
	v->is_array = true;
	v->dim = align_up(bytes, 8) / 8;
	v->align = 16;
	hir_add_var(&t->body.hir, v);
	t->body.params_copy = v;
	return v;
}

struct hir_var *tr_arg_copy(struct tr *t, struct hir_var *arg)
{
	for (struct arg_copy *c = t->body.arg_copies; c != NULL; c = c->next)
		if (c->arg == arg)
			return c->copy;
	struct arg_copy *c = ARENA_NEW(&t->arena, struct arg_copy);
	const char *name =
		arena_printf(&t->arena, "%%__copy." STR_FMT, STR_ARG(str_skip(arg->name, 1)));
	c->arg = arg;
	c->copy = hir_var_new(&t->body.hir, str_from(name), BRIG_SEGMENT_PRIVATE, BRIG_TYPE_U8);
	c->copy->is_array = true;
	c->copy->dim = hir_var_bytes(arg);
	c->copy->align = arg->align;
	c->next = t->body.arg_copies;
	t->body.arg_copies = c;
	hir_add_var(&t->body.hir, c->copy);
	return c->copy;
}

static void copy_arg(struct tr *t, const struct arg_copy *c)
{
	uint64_t left = c->copy->dim;
	int64_t at = 0;
	while (left > 0) {
		struct hir_op from = {
			.kind = HIR_OP_ADDRESS, .u.address = {.var = c->arg, .offset = at}};
		struct hir_op to = {
			.kind = HIR_OP_ADDRESS, .u.address = {.var = c->copy, .offset = at}};
		unsigned bytes = left >= 8 ? 8 : left >= 4 ? 4 : 1;
		struct tr_env e = {0};
		tr_env_bind(&e, 'X', from, PTX_NONE);
		tr_env_bind(&e, 'M', to, PTX_NONE);
		tr_seq(t,
			bytes == 8   ? SEQ_COPY_ARG_64
			: bytes == 4 ? SEQ_COPY_ARG_32
				     : SEQ_COPY_ARG_8,
			&e);
		at += bytes;
		left -= bytes;
	}
}

/* Copies the kernel's arguments by 8 bytes, which does not read too far, as the kernarg segment is
 * a multiple of 16 bytes long. */
static void copy_kernargs(struct tr *t)
{
	struct tr_env e = {.type = tr_flat_type(t)};
	struct hir_op base = tr_temp_op(t, tr_kind_of(e.type));
	tr_env_bind(&e, 'D', base, e.type);
	tr_seq(t, SEQ_PARAMS_BASE, &e);
	for (uint64_t i = 0; i < t->body.params_copy->dim; i++) {
		struct hir_op from = {.kind = HIR_OP_ADDRESS,
			.u.address = {.reg = base.u.reg, .offset = (int64_t)(i * 8)}};
		struct hir_op to = {.kind = HIR_OP_ADDRESS,
			.u.address = {.var = t->body.params_copy, .offset = (int64_t)(i * 8)}};
		tr_env_bind(&e, 'X', from, PTX_NONE);
		tr_env_bind(&e, 'M', to, PTX_NONE);
		tr_seq(t, SEQ_COPY_PARAM, &e);
	}
}

/* The copies are made first in the function, but only the translated body tells which are
 * needed. */
void tr_copy_arguments(struct tr *t)
{
	struct hir_entry *old = t->body.hir.entries;
	size_t count = t->body.hir.entry_count;
	if (t->body.params_copy == NULL && t->body.arg_copies == NULL)
		return;
	t->body.hir.entries = NULL;
	t->body.hir.entry_count = t->body.hir.entry_capacity = 0;
	size_t first = count > 0 && old[0].kind == HIR_LOC;
	if (first > 0) /* the `loc` of the function stays first */
		*hir_append(&t->body.hir, HIR_LOC) = old[0];
	if (t->body.params_copy != NULL)
		copy_kernargs(t);
	for (const struct arg_copy *c = t->body.arg_copies; c != NULL; c = c->next)
		copy_arg(t, c);
	for (size_t i = first; i < count; i++)
		*hir_append(&t->body.hir, old[i].kind) = old[i];
	mem_free(old);
}
