/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scopes have names and what they stand for. */
#ifndef HSAEMU_PTX_SCOPE_H
#define HSAEMU_PTX_SCOPE_H

#include "hir/hir.h"

struct tr;
struct func;
struct param_piece;
struct scope;

enum sym_kind { SYM_REG, SYM_VAR, SYM_DYNAMIC, SYM_PARAM, SYM_FUNC, SYM_LABEL, SYM_TABLE };

struct symbol {
	enum sym_kind kind;
	struct str name;
	struct ptx_span span;
	enum ptx_type type;
	uint8_t vec;
	uint32_t reg;                 /* REG: first of `vec` registers */
	enum ptx_space space;         /* VAR */
	struct hir_var *var;          /* VAR */
	uint64_t offset;              /* VAR: within var */
	const struct ptx_var *decl;   /* VAR, PARAM */
	struct param_piece *pieces;   /* PARAM */
	struct func *func;            /* FUNC */
	uint32_t label;               /* LABEL */
	struct symbol *next;          /* of its scope */
	const struct ptx_stmt *table; /* TABLE: .branchtargets, .calltargets, .callprototype */
};

struct scope *scope_push(struct tr *t, struct scope *parent);
/* Returns the parent. */
struct scope *scope_pop(struct scope *s);
/* Reports a second definition in the same scope. */
struct symbol *scope_add(struct tr *t, struct scope *s, enum sym_kind kind, struct str name,
	struct ptx_span span);
void scope_add_family(struct tr *t, struct scope *s, const struct ptx_var *v);
/* NULL when there is none. Registers of families come into being here. */
struct symbol *scope_find(struct tr *t, struct scope *s, struct str name);

#endif
