/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Splits run files into tokens. `#` and `//` begin comments. */
#include "hsaemu/similar.h"
#include "parse_impl.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

/* Tells whether an HSAIL identifier may have the character behind its sigil (PRM 4.3.1). "&'any
 * text'" is an identifier, too. */
static bool is_symbol(char c)
{
	return is_word(c) || c == '.' || c == '$';
}

static bool is_path(char c)
{
	return c != '\0' && strchr(" \t\r\n\f,;(){}#\"", c) == NULL;
}

void run_parser_init(struct parser *p, struct source *s, struct arena *a, struct diag *d)
{
	*p = (struct parser){.source = s, .arena = a, .diag = d, .end = s->len};
	run_parser_next(p);
}

struct diag_place run_parser_place(const struct parser *p)
{
	return diag_at_text(p->source, p->off, p->len);
}

const char *run_parser_copy(struct parser *p, struct str s)
{
	return arena_strndup(p->arena, s.p, s.n);
}

static void skip_space(struct parser *p)
{
	const char *t = p->source->text;
	while (p->at < p->end) {
		if (t[p->at] == '#' || (t[p->at] == '/' && t[p->at + 1] == '/'))
			while (p->at < p->end && t[p->at] != '\n')
				p->at++;
		else if (t[p->at] != '\0' && strchr(" \t\r\n\f", t[p->at]) != NULL)
			p->at++;
		else
			return;
	}
}

/* Takes the text up to the closing `quote`. Reports an error if the line ends first. */
static enum token take_quoted(struct parser *p, size_t start, char quote)
{
	const char *t = p->source->text;
	size_t end = start;
	while (end < p->end && t[end] != quote && t[end] != '\n')
		end++;
	p->text = (struct str){t + start, end - start};
	p->at = end;
	if (end == p->end || t[end] != quote) {
		diag_error(p->diag, diag_at_text(p->source, p->off, (uint32_t)(end - p->off)),
			"closing %c is missing", quote);
		return TOKEN_BAD;
	}
	p->at++;
	return TOKEN_STRING;
}

static enum token take_while(struct parser *p, size_t from, bool (*in)(char), enum token kind)
{
	const char *t = p->source->text;
	size_t end = from;
	while (end < p->end && in(t[end]))
		end++;
	p->text = (struct str){t + p->off, end - p->off};
	p->at = end;
	return kind;
}

static enum token take_path(struct parser *p)
{
	if (p->source->text[p->at + 1] == '"')
		return take_quoted(p, p->at + 2, '"') == TOKEN_STRING ? TOKEN_PATH : TOKEN_BAD;
	enum token k = take_while(p, p->at + 1, is_path, TOKEN_PATH);
	p->text = str_skip(p->text, 1);
	return k;
}

/* Takes "&name" or "&module::&name". */
static enum token take_plain_symbol(struct parser *p)
{
	enum token k = take_while(p, p->at + 1, is_symbol, TOKEN_SYMBOL);
	if (str_starts((struct str){p->source->text + p->at, p->end - p->at}, STR("::&")) &&
		is_symbol(p->source->text[p->at + 3]))
		k = take_while(p, p->at + 3, is_symbol, TOKEN_SYMBOL);
	return k;
}

static enum token take_symbol(struct parser *p)
{
	if (p->source->text[p->at + 1] != '\'')
		return take_plain_symbol(p);
	size_t start = p->at;
	enum token k = take_quoted(p, start + 2, '\'');
	p->text = (struct str){p->source->text + start, p->at - start};
	return k == TOKEN_STRING ? TOKEN_SYMBOL : k;
}

static uint64_t unit_of(char suffix)
{
	switch (suffix) {
	case 'K':
		return 1u << 10;
	case 'M':
		return 1u << 20;
	case 'G':
		return 1u << 30;
	}
	return 0;
}

/* Takes a number, which ends before the first character that is no digit, letter, '_', dot or sign
 * of an exponent. */
static enum token take_number(struct parser *p)
{
	const char *t = p->source->text;
	size_t end = p->at;
	bool hex = t[end] == '0' && (t[end + 1] | 32) == 'x';
	for (; end < p->end; end++) {
		char before = end == p->at ? '\0' : (char)(t[end - 1] | 32);
		bool exponent_sign =
			(t[end] == '-' || t[end] == '+') && (hex ? before == 'p' : before == 'e');
		if (!is_word(t[end]) && t[end] != '.' && !exponent_sign)
			break;
	}
	p->text = (struct str){t + p->at, end - p->at};
	p->at = end;
	struct str digits = p->text;
	uint64_t unit = hex ? 0 : unit_of(digits.p[digits.n - 1]);
	if (unit != 0)
		digits.n--;
	if (run_parse_number(digits, &p->number) && (unit == 0 || !p->number.is_float)) {
		if (unit != 0)
			p->number.i *= unit;
		return TOKEN_NUMBER;
	}
	uint8_t geometry;
	if (run_word_find(RUN_WORD_GEOMETRY, p->text, &geometry))
		return TOKEN_NAME;
	diag_error(p->diag, diag_at_text(p->source, p->off, (uint32_t)p->text.n),
		"'" STR_FMT "' is no number", STR_ARG(p->text));
	return TOKEN_BAD;
}

static enum token take_punct(struct parser *p)
{
	static const char pairs[][3] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
	size_t n = 1;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
		if (memcmp(p->source->text + p->at, pairs[i], 2) == 0)
			n = 2;
	p->text = (struct str){p->source->text + p->at, n};
	p->at += n;
	return TOKEN_PUNCT;
}

static enum token take(struct parser *p)
{
	const char *t = p->source->text + p->at;
	if (p->at == p->end) {
		p->text = STR("");
		return TOKEN_END;
	}
	if (is_digit(t[0]) || (t[0] == '.' && is_digit(t[1])))
		return take_number(p);
	if (is_word(t[0]))
		return take_while(p, p->at, is_word, TOKEN_NAME);
	if (t[0] == '&' && (is_symbol(t[1]) || t[1] == '\'') && !is_digit(t[1]))
		return take_symbol(p);
	if (t[0] == '@')
		return take_path(p);
	if (t[0] == '"')
		return take_quoted(p, p->at + 1, '"');
	return take_punct(p);
}

void run_parser_next(struct parser *p)
{
	skip_space(p);
	p->off = (uint32_t)p->at;
	p->token = take(p);
	p->len = (uint32_t)(p->at - p->off);
}

bool run_parser_unknown(struct parser *p, const char *expected, const char *const *words)
{
	struct buf text = BUF_INIT;
	struct similar similar = similar_to(p->token == TOKEN_NAME ? p->text : STR(""));
	if (p->token == TOKEN_BAD)
		return false; /* The lexer has reported the error already. */
	buf_printf(&text, "expected %s, found ", expected);
	if (p->token == TOKEN_END)
		buf_puts(&text, "the end");
	else
		buf_printf(&text, "'" STR_FMT "'",
			STR_ARG(((struct str){p->source->text + p->off, p->len})));
	for (; *words != NULL; words++)
		similar_try(&similar, *words);
	similar_say(&similar, &text);
	diag_error(p->diag, run_parser_place(p), STR_FMT, STR_ARG(buf_slice(&text)));
	buf_release(&text);
	return false;
}

bool run_parser_error(struct parser *p, const char *expected)
{
	static const char *const none[] = {NULL};
	return run_parser_unknown(p, expected, none);
}

bool run_parser_is(const struct parser *p, const char *punct_or_name)
{
	return (p->token == TOKEN_PUNCT || p->token == TOKEN_NAME) &&
	       str_is(p->text, punct_or_name);
}

bool run_parser_accept(struct parser *p, const char *punct_or_name)
{
	if (!run_parser_is(p, punct_or_name))
		return false;
	run_parser_next(p);
	return true;
}

bool run_parser_expect(struct parser *p, const char *punct_or_name)
{
	char quoted[24];
	if (run_parser_accept(p, punct_or_name))
		return true;
	snprintf(quoted, sizeof quoted, "'%s'", punct_or_name);
	return run_parser_error(p, quoted);
}

bool run_parser_path(struct parser *p, const char **out)
{
	if (p->token == TOKEN_END || p->token == TOKEN_BAD)
		return run_parser_error(p, "a file name");
	if (p->token != TOKEN_STRING && p->token != TOKEN_PATH) {
		p->at = p->off; /* Reads the word again, as a path. */
		(void)take_while(p, p->at, is_path, TOKEN_PATH);
	}
	if (p->text.n == 0)
		return run_parser_error(p, "a file name");
	*out = run_parser_copy(p, p->text);
	run_parser_next(p);
	return true;
}

bool run_parser_enter(struct parser *p)
{
	if (p->depth++ < PARSE_MAX_DEPTH)
		return true;
	diag_error(p->diag, run_parser_place(p), "nested more than %d levels deep",
		PARSE_MAX_DEPTH);
	return false;
}
