/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Actions of the grammar that make declarations, functions and statements. */
#ifndef HSAEMU_PTX_TREE_H
#define HSAEMU_PTX_TREE_H

#include "parse/parser.h"

/* Errors of the grammar. */
void ptx_yyerror(struct ptx_span *loc, void *scanner, struct ptx_parser *p, const char *message);
void ptx_parse_unexpected(struct ptx_parser *p, const struct ptx_span *loc,
	const char *const *expected, size_t count);

/* Module level. */
void ptx_act_alias(struct ptx_parser *p, struct ptx_span *loc, struct str alias, struct str of);
void ptx_act_file(struct ptx_parser *p, struct ptx_span *loc, uint64_t number, struct str quoted);
/* Appends a string to a copy of *list (NULL: empty). */
void ptx_act_word(struct ptx_parser *p, struct ptx_span *loc, struct ptx_words *out,
	const struct ptx_words *list, struct str quoted);
void ptx_act_pragma(struct ptx_parser *p, const struct ptx_words *words);
void ptx_act_module_vars(struct ptx_parser *p, enum ptx_linkage linkage, struct ptx_vars *vars);

/* Declarations. */
void ptx_act_decl(struct ptx_decl *decl, enum ptx_space space);
void ptx_act_align(struct ptx_parser *p, struct ptx_span *loc, struct ptx_decl *decl,
	uint64_t align);
void ptx_act_no_vars(struct ptx_vars *vars);
/* Appends `var`, given the properties of `decl`, to a copy of *list (NULL: empty). */
void ptx_act_declare(struct ptx_parser *p, struct ptx_decl decl, struct ptx_vars *out,
	const struct ptx_vars *list, struct ptx_var *var);
struct ptx_var *ptx_act_var(struct ptx_parser *p, struct ptx_span *loc, struct str name);
struct ptx_var *ptx_act_family(struct ptx_parser *p, struct ptx_span *loc, struct str name,
	uint64_t count);
struct ptx_var *ptx_act_dim(struct ptx_parser *p, struct ptx_span *loc, struct ptx_var *var,
	uint64_t dim, bool given);
uint64_t ptx_act_integer(struct ptx_parser *p, const struct ptx_operand *o);
struct ptx_init *ptx_act_init(struct ptx_parser *p, struct ptx_span *loc,
	struct ptx_operand *value);
struct ptx_init *ptx_act_init_generic(struct ptx_parser *p, struct ptx_span *loc,
	struct str function, struct ptx_operand *value, struct ptx_operand *offset);
struct ptx_init *ptx_act_init_mask(struct ptx_span *loc, uint64_t mask, struct ptx_init *of);
struct ptx_init *ptx_act_init_property(struct ptx_init *of, struct str property);
struct ptx_init *ptx_act_init_list(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_inits *list);
void ptx_act_init_append(struct ptx_inits *out, const struct ptx_inits *list,
	struct ptx_init *init);

/* Functions and statements. */
void ptx_act_func(struct ptx_parser *p, struct ptx_span *loc, enum ptx_linkage linkage,
	bool is_entry, struct str name, const struct ptx_vars *rets, const struct ptx_vars *params);
void ptx_act_size(struct ptx_parser *p, uint64_t size, bool first);
void ptx_act_unified(struct ptx_parser *p, struct ptx_span *loc, struct str word);
void ptx_act_cluster(struct ptx_parser *p, struct ptx_span *loc);
void ptx_act_ntid(struct ptx_parser *p, uint64_t ntid[3]);
void ptx_act_body(struct ptx_parser *p, const struct ptx_stmts *stmts);
void ptx_act_no_stmts(struct ptx_stmts *stmts);
void ptx_act_stmt(struct ptx_stmts *list, struct ptx_stmt *stmt);
struct ptx_stmt *ptx_act_block(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_stmts *s);
struct ptx_stmt *ptx_act_vars(struct ptx_parser *p, struct ptx_span *loc, enum ptx_linkage linkage,
	const struct ptx_vars *vars);
struct ptx_stmt *ptx_act_label(struct ptx_parser *p, struct ptx_span *loc, struct str name);
struct ptx_stmt *ptx_act_targets(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_operands *names);
struct ptx_stmt *ptx_act_proto(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_vars *rets, const struct ptx_vars *params);
struct ptx_stmt *ptx_act_loc(struct ptx_parser *p, struct ptx_span *loc, uint64_t file,
	uint64_t line, uint64_t column);
/* Makes the operand name[index], an element of an array. */
struct ptx_operand *ptx_act_element(struct ptx_parser *p, struct ptx_span *loc, struct str name,
	uint64_t index);
struct ptx_operand *ptx_act_guard(struct ptx_parser *p, struct ptx_span *loc, struct str name,
	bool negated);
void ptx_act_opcode(struct ptx_opcode *opcode, struct ptx_span *loc, struct str text);
struct ptx_stmt *ptx_act_inst(struct ptx_parser *p, struct ptx_span *loc, struct ptx_operand *guard,
	const struct ptx_opcode *opcode, const struct ptx_operands *operands);

#endif
