/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of the scanner that set the value and place of a token. */
#ifndef HSAEMU_PTX_TOKENS_H
#define HSAEMU_PTX_TOKENS_H

#include "parse/parser.h"

/* Functions that return an int return the token. */
union PTX_YYSTYPE;
void ptx_lex_advance(struct ptx_parser *p, struct ptx_span *loc, size_t n);
struct str ptx_lex_text(struct ptx_parser *p, const struct ptx_span *loc);
void ptx_lex_error(struct ptx_parser *p, const struct ptx_span *loc, const char *message);
int ptx_lex_directive(union PTX_YYSTYPE *value);
int ptx_lex_bits(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value, int token);
int ptx_lex_integer(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value);
int ptx_lex_float(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value);

#endif
