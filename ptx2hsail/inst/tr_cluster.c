/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A cluster is one work-group here, so a shared address maps to itself and the only rank is 0.
 * Instructions for which HSAIL 1.0 has no counterpart are refused by name. */
#include "base/message.h"
#include "base/scope.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

void tr_fn_cluster(struct tr *t)
{
	static const struct {
		const char *root, *lacks;
	} table[] = {
		{"wgmma", "asynchronous matrix products"},
		{"tcgen05", "tensor memory"},
		{"tensormap", "tensor maps"},
		{"cp", "tensor maps"},
		{"multimem", "multicast memory"},
	};
	const char *lacks = "clusters of work-groups";
	for (size_t i = 0; i < ARRAY_LEN(table); i++)
		if (str_is(t->at.inst->root, table[i].root))
			lacks = table[i].lacks;
	tr_unsupported(t, t->at.stmt->span, "'" STR_FMT "': HSAIL 1.0 has no %s",
		STR_ARG(t->at.inst->text), lacks);
}

/* Checks that the operand, if it is a variable, is in shared memory. */
static bool is_shared_address(struct tr *t, const struct ptx_operand *o)
{
	const struct symbol *s =
		o->kind == PTX_OPND_NAME ? scope_find(t, t->body.scope, o->name) : NULL;
	bool is_elsewhere =
		s != NULL &&
		(s->kind == SYM_PARAM || (s->kind == SYM_VAR && s->space != PTX_SPACE_SHARED));
	if (!is_elsewhere)
		return true;
	tr_error(t, o->span, "'" STR_FMT "' is in another state space", STR_ARG(o->name));
	return false;
}

/* mapa gives the address that corresponds to a in group b of the cluster. There is only one group,
 * so it is a. */
void tr_fn_mapa(struct tr *t)
{
	enum ptx_type type = t->at.words.types[0];
	struct ptx_operand **o = t->at.inst->operands;
	struct hir_op d, a, b;
	if (!tr_operand_count(t, 3, 3) || !tr_source(t, o[2], PTX_U32, &b) ||
		!is_shared_address(t, o[1]) || !tr_address_source(t, o[1], type, &a) ||
		!tr_dest(t, o[0], type, &d))
		return;
	struct tr_env e = {.type = type};
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', a, type);
	tr_seq(t, SEQ_MOV, &e);
}

void tr_fn_getctarank(struct tr *t)
{
	struct hir_op d, a;
	if (!tr_operand_count(t, 2, 2) || !is_shared_address(t, t->at.inst->operands[1]) ||
		!tr_address_source(t, t->at.inst->operands[1], t->at.words.types[0], &a) ||
		!tr_dest(t, t->at.inst->operands[0], PTX_U32, &d))
		return;
	struct tr_env e = {.type = PTX_U32};
	tr_env_bind(&e, 'D', d, PTX_U32);
	tr_seq(t, SEQ_BFE_ZERO, &e);
}
