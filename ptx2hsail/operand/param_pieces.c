/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code may access parts of a call's parameter. This file keeps a register for each part. */
#include "base/message.h"
#include "base/scope.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/variables.h"
#include "operand/param_pieces.h"

struct param_piece *tr_param_piece(struct tr *t, struct symbol *param, uint64_t offset,
	enum ptx_type type)
{
	unsigned bytes = ptx_types[type].bits / 8u;
	uint64_t total = tr_var_bytes(param->decl);
	if (offset > total || bytes > total - offset) {
		tr_error(t, t->at.stmt->span, "access is outside of '" STR_FMT "'",
			STR_ARG(param->name));
		return NULL;
	}
	for (struct param_piece *p = param->pieces; p != NULL; p = p->next) {
		unsigned have = ptx_types[p->type].bits / 8u;
		if (p->offset == offset && have == bytes)
			return p;
		if (p->offset < offset + bytes && offset < p->offset + have) {
			tr_unsupported(t, t->at.stmt->span,
				"accesses of different sizes to '" STR_FMT "'",
				STR_ARG(param->name));
			return NULL;
		}
	}
	struct param_piece *p = ARENA_NEW(&t->arena, struct param_piece);
	p->offset = offset;
	p->type = type;
	p->reg = hir_reg_new(&t->body.hir, tr_kind_of(type), param->name);
	p->next = param->pieces;
	param->pieces = p;
	return p;
}
