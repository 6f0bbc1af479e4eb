/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Actions of the grammar that make operands and fold constant expressions. */
#ifndef HSAEMU_PTX_EXPRESSIONS_H
#define HSAEMU_PTX_EXPRESSIONS_H

#include "parse/parser.h"

/* Binary operators of two characters; the others are their character. */
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

void ptx_act_no_operands(struct ptx_operands *list);
void ptx_act_operand(struct ptx_parser *p, struct ptx_operands *out,
	const struct ptx_operands *list, struct ptx_operand *o);
/* Reports operands written -r, which only vmad has. */
void ptx_act_no_minus(struct ptx_parser *p, struct ptx_operand **items, size_t count);
void ptx_act_pair(struct ptx_parser *p, struct ptx_operands *out, struct ptx_operand *a,
	struct ptx_operand *b);
struct ptx_operand *ptx_act_group(struct ptx_parser *p, struct ptx_span *loc,
	enum ptx_operand_kind kind, const struct ptx_operands *list);
/* Makes {a, b}|p of a texture instruction. */
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
