/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lexer of run files, and the parsers that the files parse*.c share. */
#ifndef HSA_RUN_PARSE_IMPL_H
#define HSA_RUN_PARSE_IMPL_H

#include "statement.h"

enum token {
	TOKEN_END,
	TOKEN_NAME,   /* a name, keyword or type */
	TOKEN_SYMBOL, /* &name */
	TOKEN_NUMBER,
	/* "..."; the text between the quotes may hold anything but a quote or a newline */
	TOKEN_STRING,
	TOKEN_PATH,  /* @path or @"path" */
	TOKEN_PUNCT, /* one or two characters */
	TOKEN_BAD,
};

struct parser {
	struct source *source;
	struct arena *arena;
	struct diag *diag;
	size_t at;        /* offset of the next byte to read */
	size_t end;       /* offset where the text ends: the source's length, or less */
	enum token token; /* the current token */
	/* the token's bytes: SYMBOL with the &, STRING and PATH without quotes and @ */
	struct str text;
	uint32_t off, len; /* the token's place */
	struct run_number number;
	unsigned depth; /* number of expressions and blocks around the token */
};

enum { PARSE_MAX_DEPTH = 200 };

void run_parser_init(struct parser *p, struct source *s, struct arena *a, struct diag *d);
void run_parser_next(struct parser *p);
struct diag_place run_parser_place(const struct parser *p);
/* reports that `expected` is missing; always returns false */
bool run_parser_error(struct parser *p, const char *expected) NODISCARD;
/* Does what run_parser_error() does, and hints at one of `words` that is similar to the current
 * name. NULL ends `words`. Always returns false. */
bool run_parser_unknown(struct parser *p, const char *expected, const char *const *words) NODISCARD;
/* Tells whether the current token is this punctuation or name. The next two functions also go to
 * the next token if it is; run_parser_expect() reports an error if it is not. */
bool run_parser_is(const struct parser *p, const char *punct_or_name);
bool run_parser_accept(struct parser *p, const char *punct_or_name);
bool run_parser_expect(struct parser *p, const char *punct_or_name) NODISCARD;
/* Parses a file name: "text", @path, or a plain word up to white space. */
bool run_parser_path(struct parser *p, const char **out) NODISCARD;
/* Goes one level deeper; p->depth-- comes back. Returns false, after an error, when the level is
 * too deep. */
bool run_parser_enter(struct parser *p) NODISCARD;
const char *run_parser_copy(struct parser *p, struct str s);

struct run_expr *run_parse_expr(struct parser *p); /* NULL after an error */
struct run_init *run_parse_init(struct parser *p); /* NULL after an error */
bool run_parse_arg(struct parser *p, struct run_arg *out) NODISCARD;
/* Parses EXPR {, EXPR} up to the punctuation `close`, which is consumed. A NULL `close` means that
 * no punctuation ends the list. */
bool run_parse_expr_list(struct parser *p, const char *close, struct run_expr ***out,
	uint32_t *count) NODISCARD;

/* ---- parse_parts.c -------------------------------------------------------------------------- */

bool run_parse_name(struct parser *p, const char **out) NODISCARD;
bool run_parse_symbol(struct parser *p, const char **out) NODISCARD; /* a kernel's name */
/* Parses the name of a buffer or of a program variable. */
bool run_parse_target(struct parser *p, const char **out) NODISCARD;
bool run_parse_one_expr(struct parser *p, struct run_expr **out) NODISCARD;
/* Parses a list of at most three sizes, up to `close` as in run_parse_expr_list(). */
bool run_parse_sizes(struct parser *p, const char *close, struct run_expr *sizes[3],
	uint32_t *dims) NODISCARD;
/* Parses TYPE '[' [COUNT] ']' [':' INIT]. */
bool run_parse_buffer_type(struct parser *p, struct run_stmt *s) NODISCARD;
/* reports the unknown type; always returns false */
bool run_parse_unknown_type(struct parser *p) NODISCARD;
/* Parses NAME ['[' FIRST [, COUNT] ']']. */
bool run_parse_range(struct parser *p, struct run_stmt *s) NODISCARD;
/* Parses NUMBER, abs=NUMBER, rel=NUMBER or ulp=NUMBER. */
bool run_parse_tolerance(struct parser *p, struct run_tolerance *t) NODISCARD;
/* Returns false when no kind of tolerance has this name. */
bool run_tolerance_find(struct str name, enum run_tolerance_kind *out) NODISCARD;
/* Parses [':' INIT]; without an INIT the elements are zeros. */
bool run_parse_optional_init(struct parser *p, struct run_stmt *s) NODISCARD;

/* ---- parse_picture.c ------------------------------------------------------------------------ */

/* The first function parses the rest of an image after its access and name. The second parses the
 * rest of a sampler after `samp` and its name. */
bool run_parse_picture(struct parser *p, struct run_stmt *s) NODISCARD;
bool run_parse_sampler(struct parser *p, struct run_stmt *s) NODISCARD;

#endif
