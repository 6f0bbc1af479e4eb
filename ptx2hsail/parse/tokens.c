/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file computes the values and places of tokens for ptx.l. */
#include <stdlib.h>

#include "parse/tokens.h"
#include "ptx.tab.h"

void ptx_lex_advance(struct ptx_parser *p, struct ptx_span *loc, size_t n)
{
	loc->off = p->pos;
	p->pos += (uint32_t)n;
	loc->end = p->pos;
}

struct str ptx_lex_text(struct ptx_parser *p, const struct ptx_span *loc)
{
	return (struct str){p->module->source->text + loc->off, loc->end - loc->off};
}

void ptx_lex_error(struct ptx_parser *p, const struct ptx_span *loc, const char *message)
{
	if (!diag_at_limit(p->diag))
		diag_error(p->diag, ptx_place(p->module, *loc), "%s", message);
}

struct directive {
	const char *text;
	int token;
};

static const struct directive directives[] = {
	{"version", TOK_VERSION},
	{"target", TOK_TARGET},
	{"address_size", TOK_ADDRESS_SIZE},
	{"entry", TOK_ENTRY},
	{"func", TOK_FUNC},
	{"file", TOK_FILE},
	{"loc", TOK_LOC},
	{"section", TOK_SECTION},
	{"pragma", TOK_PRAGMA},
	{"alias", TOK_ALIAS},
	{"align", TOK_ALIGN},
	{"ptr", TOK_PTR},
	{"attribute", TOK_ATTRIBUTE},
	{"extern", TOK_EXTERN},
	{"visible", TOK_VISIBLE},
	{"weak", TOK_WEAK},
	{"common", TOK_COMMON},
	{"maxntid", TOK_MAXNTID},
	{"reqntid", TOK_REQNTID},
	{"maxnreg", TOK_TUNING},
	{"minnctapersm", TOK_TUNING},
	{"maxnctapersm", TOK_TUNING},
	{"reqnctapercluster", TOK_CLUSTER},
	{"maxclusterrank", TOK_TUNING},
	{"branchtargets", TOK_BRANCHTARGETS},
	{"calltargets", TOK_CALLTARGETS},
	{"callprototype", TOK_CALLPROTOTYPE},
	{"noreturn", TOK_NORETURN},
};

int ptx_lex_directive(union PTX_YYSTYPE *value)
{
	struct str name = value->text;
	enum ptx_type type = ptx_type_by_name(name);
	if (type != PTX_NONE) {
		value->type = type;
		return TOK_TYPE;
	}
	enum ptx_space space = ptx_space_by_name(name);
	if (space != PTX_SPACE_NONE) {
		value->space = space;
		return TOK_SPACE;
	}
	if (name.n == 2 && name.p[0] == 'v' && strchr("248", name.p[1]) != NULL) {
		value->number = (uint64_t)(name.p[1] - '0');
		return TOK_VEC;
	}
	for (size_t i = 0; i < ARRAY_LEN(directives); i++)
		if (str_is(name, directives[i].text))
			return directives[i].token;
	return TOK_DOT;
}

static unsigned digit_value(char c)
{
	return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

/* Returns false when the value overflows 64 bits or a digit is not of the base. */
static bool parse_digits(struct str s, unsigned base, uint64_t *value)
{
	uint64_t v = 0;
	for (size_t i = 0; i < s.n; i++) {
		unsigned digit = digit_value(s.p[i]);
		if (digit >= base || v > (UINT64_MAX - digit) / base)
			return false;
		v = v * base + digit;
	}
	*value = v;
	return true;
}

int ptx_lex_bits(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value, int token)
{
	uint64_t bits = 0;
	if (!parse_digits(str_skip(ptx_lex_text(p, loc), 2), 16, &bits))
		BUG("scanner passed a wrong hexadecimal constant");
	value->number = bits;
	return token;
}

int ptx_lex_integer(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value)
{
	struct str s = ptx_lex_text(p, loc);
	int token = TOK_INT;
	if (s.p[s.n - 1] == 'U' || s.p[s.n - 1] == 'u') {
		s.n--;
		token = TOK_UINT;
	}
	unsigned base = 10;
	if (s.n > 1 && s.p[0] == '0') {
		char kind = (char)(s.p[1] | 0x20);
		base = kind == 'x' ? 16 : kind == 'b' ? 2 : 8;
		s = str_skip(s, base == 8 ? 1 : 2);
	}
	value->number = 0;
	if (!parse_digits(s, base, &value->number))
		ptx_lex_error(p, loc, "integer constant does not fit 64 bits or has a wrong digit");
	return token;
}

int ptx_lex_float(struct ptx_parser *p, struct ptx_span *loc, union PTX_YYSTYPE *value)
{
	value->text = ptx_lex_text(p, loc);
	return TOK_DECIMAL;
}
