/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A scope maps names to symbols. Scopes are nested: module, function, block. */
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
	uint32_t reg;                 /* REG: the first of `vec` consecutive registers */
	enum ptx_space space;         /* VAR */
	struct hir_var *var;          /* VAR */
	uint64_t offset;              /* VAR: within var */
	const struct ptx_var *decl;   /* VAR, PARAM */
	struct param_piece *pieces;   /* PARAM */
	struct func *func;            /* FUNC */
	uint32_t label;               /* LABEL */
	struct symbol *next;          /* the next declared symbol of the scope */
	const struct ptx_stmt *table; /* TABLE: .branchtargets, .calltargets, .callprototype */
};

struct scope *scope_push(struct tr *t, struct scope *parent);
/* Closes the scope and returns its parent. */
struct scope *scope_pop(struct scope *s);
/* Adds a symbol and returns it. A second definition in the same scope is reported. */
struct symbol *scope_add(struct tr *t, struct scope *s, enum sym_kind kind, struct str name,
	struct ptx_span span);
void scope_add_family(struct tr *t, struct scope *s, const struct ptx_var *v);
/* Returns the symbol of the name in the scope or those around it, or NULL. A register of a family
 * (%r<100>) is created when it is first found. */
struct symbol *scope_find(struct tr *t, struct scope *s, struct str name);

#endif
