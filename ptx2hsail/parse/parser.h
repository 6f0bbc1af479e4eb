/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What scanner, grammar and actions share. Private to the parser. */
#ifndef HSAEMU_PTX_PARSER_H
#define HSAEMU_PTX_PARSER_H

#include "parse/ptx_ast.h"

/* Lists in construction; passed by value through the parser's stack. */
struct ptx_vars {
	struct ptx_var *first, *last;
};
struct ptx_inits {
	struct ptx_init *first, *last;
};
struct ptx_stmts {
	struct ptx_stmt *first, *last;
};
struct ptx_opcode {
	struct ptx_span span;
};

struct ptx_parser {
	struct ptx_module *module;
	struct diag *diag;
	uint32_t pos;          /* of the scanner */
	struct ptx_func *func; /* whose directives or body are being parsed */
	struct ptx_func **next_func;
	struct ptx_var **next_var;
	struct ptx_file_entry **next_file;
	uint64_t sizes[3]; /* of .maxntid and .reqntid */
	unsigned size_count;
};

/* Binary operators that are not one character. */
enum {
	PTX_BIN_SHL = 256,
	PTX_BIN_SHR,
	PTX_BIN_LE,
	PTX_BIN_GE,
	PTX_BIN_EQ,
	PTX_BIN_NE,
	PTX_BIN_LAND,
	PTX_BIN_LOR
};

/* Scanner (tokens.c); the token functions return the token. */
union PTX_YYSTYPE;
void ptx_lex_advance(struct ptx_parser *p, struct ptx_span *loc, size_t n);
struct str ptx_lex_text(struct ptx_parser *p, const struct ptx_span *loc);
void ptx_lex_error(struct ptx_parser *p, const struct ptx_span *loc, const char *message);
int ptx_lex_directive(union PTX_YYSTYPE *value);
int ptx_lex_bits(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value, int token);
int ptx_lex_integer(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value);
int ptx_lex_float(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value);

/* Errors of the grammar. */
void ptx_yyerror(struct ptx_span *loc, void *scanner, struct ptx_parser *p, const char *message);
void ptx_parse_unexpected(struct ptx_parser *p, const struct ptx_span *loc,
	const char *const *expected, size_t count);

/* What a module says of itself (module_header.c). */
void ptx_act_version(struct ptx_parser *p, struct ptx_span *loc, struct str version);
void ptx_act_address_size(struct ptx_parser *p, struct ptx_span *loc, uint64_t bits);
void ptx_act_target(struct ptx_parser *p, struct ptx_span *loc, struct str word);
/* At the end: false after a message that it says too little. */
bool ptx_has_version(struct ptx_parser *p);

/* Module level (tree.c). */
void ptx_act_alias(struct ptx_parser *p, struct ptx_span *loc, struct str alias, struct str of);
void ptx_act_file(struct ptx_parser *p, struct ptx_span *loc, uint64_t number, struct str quoted);
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
/* An element of an array: name[index]. */
struct ptx_operand *ptx_act_element(struct ptx_parser *p, struct ptx_span *loc, struct str name,
	uint64_t index);
struct ptx_operand *ptx_act_guard(struct ptx_parser *p, struct ptx_span *loc, struct str name,
	bool negated);
void ptx_act_opcode(struct ptx_opcode *opcode, struct ptx_span *loc, struct str text);
struct ptx_stmt *ptx_act_inst(struct ptx_parser *p, struct ptx_span *loc, struct ptx_operand *guard,
	const struct ptx_opcode *opcode, const struct ptx_operands *operands);

/* Operands and constant expressions (expressions.c). */
void ptx_act_no_operands(struct ptx_operands *list);
void ptx_act_operand(struct ptx_parser *p, struct ptx_operands *out,
	const struct ptx_operands *list, struct ptx_operand *o);
/* Complains of names written -r, which are operands of vmad alone. */
void ptx_act_no_minus(struct ptx_parser *p, struct ptx_operand **items, size_t count);
void ptx_act_pair(struct ptx_parser *p, struct ptx_operands *out, struct ptx_operand *a,
	struct ptx_operand *b);
struct ptx_operand *ptx_act_group(struct ptx_parser *p, struct ptx_span *loc,
	enum ptx_operand_kind kind, const struct ptx_operands *list);
/* {a, b}|p of a texture instruction */
struct ptx_operand *ptx_act_resident(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_operands *list, struct str predicate);
struct ptx_operand *ptx_act_name(struct ptx_parser *p, struct ptx_span *loc, struct str name);
struct ptx_operand *ptx_act_int(struct ptx_parser *p, struct ptx_span *loc, uint64_t value,
	bool is_unsigned);
struct ptx_operand *ptx_act_float(struct ptx_parser *p, struct ptx_span *loc,
	enum ptx_operand_kind kind, uint64_t bits);
struct ptx_operand *ptx_act_decimal(struct ptx_parser *p, struct ptx_span *loc, struct str text);
struct ptx_operand *ptx_act_paren(struct ptx_parser *p, struct ptx_span *loc,
	struct ptx_operand *o);
struct ptx_operand *ptx_act_cast(struct ptx_parser *p, struct ptx_span *loc, enum ptx_type type,
	struct ptx_operand *o);
struct ptx_operand *ptx_act_unary(struct ptx_parser *p, struct ptx_span *loc, int op,
	struct ptx_operand *o);
struct ptx_operand *ptx_act_binary(struct ptx_parser *p, struct ptx_span *loc, int op,
	struct ptx_operand *a, struct ptx_operand *b);
struct ptx_operand *ptx_act_ternary(struct ptx_parser *p, struct ptx_span *loc,
	struct ptx_operand *c, struct ptx_operand *a, struct ptx_operand *b);

#endif
