/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lexer and expression parser of run files. */
#ifndef HSA_RUN_PARSE_IMPL_H
#define HSA_RUN_PARSE_IMPL_H

#include "statement.h"

enum token {
	TOKEN_END,
	TOKEN_NAME,   /* name, keyword or type */
	TOKEN_SYMBOL, /* &name */
	TOKEN_NUMBER,
	TOKEN_STRING, /* "...": text between the quotes, which may hold anything but quote or newline */
	TOKEN_PATH,  /* @path or @"path" */
	TOKEN_PUNCT, /* one or two characters */
	TOKEN_BAD,
};

struct parser {
	struct source *source;
	struct arena *arena;
	struct diag *diag;
	size_t at;         /* next byte to read */
	size_t end;        /* where the text ends; the source's length, or less */
	enum token token;  /* the current one */
	struct str text;   /* its bytes; of SYMBOL with the &, of STRING and PATH the inside */
	uint32_t off, len; /* its place */
	struct run_number number;
	unsigned depth; /* of nested expressions and blocks */
};

enum { PARSE_MAX_DEPTH = 200 };

void run_parser_init(struct parser *p, struct source *s, struct arena *a, struct diag *d);
void run_parser_next(struct parser *p);
struct diag_place run_parser_place(const struct parser *p);
bool run_parser_error(struct parser *p, const char *expected) NODISCARD; /* always false */
/* Reports the same error, with a hint if the name at the place is nearly one of `words`, which
 * NULL ends. Always false. */
bool run_parser_unknown(struct parser *p, const char *expected, const char *const *words) NODISCARD;
bool run_parser_is(const struct parser *p, const char *punct_or_name);
bool run_parser_accept(struct parser *p, const char *punct_or_name);
bool run_parser_expect(struct parser *p, const char *punct_or_name) NODISCARD;
/* Parses a file name: "text", @path, or a plain word up to white space. */
bool run_parser_path(struct parser *p, const char **out) NODISCARD;
/* False after an error when one more level is too deep; undo with p->depth--. */
bool run_parser_enter(struct parser *p) NODISCARD;
const char *run_parser_copy(struct parser *p, struct str s);

struct run_expr *run_parse_expr(struct parser *p); /* NULL after an error */
struct run_init *run_parse_init(struct parser *p); /* NULL after an error */
bool run_parse_arg(struct parser *p, struct run_arg *out) NODISCARD;
/* Parses EXPR {, EXPR} up to the punctuation `close`, which is consumed; NULL when none is
 * expected. */
bool run_parse_expr_list(struct parser *p, const char *close, struct run_expr ***out,
	uint32_t *count) NODISCARD;

/* ---- parse_parts.c -------------------------------------------------------------------------- */

bool run_parse_name(struct parser *p, const char **out) NODISCARD;
bool run_parse_symbol(struct parser *p, const char **out) NODISCARD; /* of a kernel */
/* Parses the name of a buffer or of a program variable. */
bool run_parse_target(struct parser *p, const char **out) NODISCARD;
bool run_parse_one_expr(struct parser *p, struct run_expr **out) NODISCARD;
/* Parses a list of at most three, up to `close` as in run_parse_expr_list(). */
bool run_parse_sizes(struct parser *p, const char *close, struct run_expr *sizes[3],
	uint32_t *dims) NODISCARD;
/* TYPE '[' [COUNT] ']' [':' INIT] */
bool run_parse_buffer_type(struct parser *p, struct run_stmt *s) NODISCARD;
bool run_parse_unknown_type(struct parser *p) NODISCARD; /* always false */
/* NAME ['[' FIRST [, COUNT] ']'] */
bool run_parse_range(struct parser *p, struct run_stmt *s) NODISCARD;
/* NUMBER, or abs=, rel=, ulp= NUMBER */
bool run_parse_tolerance(struct parser *p, struct run_tolerance *t) NODISCARD;
bool run_tolerance_find(struct str name, enum run_tolerance_kind *out) NODISCARD;
/* [':' INIT], zeros without it */
bool run_parse_optional_init(struct parser *p, struct run_stmt *s) NODISCARD;

/* ---- parse_picture.c ------------------------------------------------------------------------ */

/* Parse what follows the access and the name of an image, or `samp` and the name of a sampler. */
bool run_parse_picture(struct parser *p, struct run_stmt *s) NODISCARD;
bool run_parse_sampler(struct parser *p, struct run_stmt *s) NODISCARD;

#endif
