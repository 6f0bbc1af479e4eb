/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles syntax errors. The grammar resumes at ';' and '}'; the code here keeps one mistake from
 * causing many messages. The statement that is given up is skipped together with everything that
 * stands in braces in it, a code block that was not closed is closed, and a missing name is not
 * reported when its declaration may have been skipped. */
#include "grammar_actions_impl.h"
#include "hsaemu/similar.h"
#include "scan_impl.h"
#include "syntax_recovery_impl.h"
#include "typed_constant_impl.h"
#include "hsail.tab.h"

/* ---- brackets ------------------------------------------------------------------------------- */

enum { SEARCHED_TEXT = 4096 }; /* a longer search would be slow if there are many mistakes */

/* Counts the brackets that are open in the statement: the braces of aggregates, and parentheses
 * inside or outside of them. Other braces belong to blocks and start a new statement. */
static void track_brackets(struct as_recovery *r, int token)
{
	switch (token) {
	case HSAIL_LPAREN:
		r->parens++;
		return;
	case HSAIL_RPAREN:
		r->parens -= r->parens > 0;
		return;
	case HSAIL_LBRACE:
		if (r->token_before == HSAIL_EQUALS || r->token_before == HSAIL_COMMA ||
			r->token_before == HSAIL_PRAGMA)
			r->braces++;
		else
			r->parens = r->braces = 0;
		return;
	case HSAIL_RBRACE:
		r->parens = 0;
		r->braces -= r->braces > 0;
		return;
	case HSAIL_SEMICOLON:
		r->parens = r->braces = 0;
		return;
	}
}

/* Returns whether an element of a list or aggregate could begin at p. No statement begins in the
 * same way as these elements. */
static bool is_element(const char *p, const char *end)
{
	static const char *const words[] = {"align", "arg_", "kernarg_"};
	struct str rest = {p, (size_t)(end - p)};
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_starts(rest, str_from(words[i])))
			return true;
	if (p < end && ((*p >= '0' && *p <= '9') || strchr("+-.%&$", *p) != NULL))
		return true;
	while (p < end && ((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z')))
		p++;
	return p > rest.p && p < end && (*p == '(' || *p == '[');
}

/* Returns whether a list that is open at `off` is closed after more elements, even if some ';'
 * stand between them. */
static bool is_closed_later(const struct as_state *as, uint32_t off, char close)
{
	const char *p = as->text->text + off, *end = as->text->text + as->text->len;
	unsigned depth = 0;
	if (end - p > SEARCHED_TEXT)
		end = p + SEARCHED_TEXT;
	for (bool first = true; p < end; p++) {
		if (*p == ' ' || (*p >= '\t' && *p <= '\r'))
			continue;
		if (*p == close && depth == 0)
			return true;
		if (first && !is_element(p, end))
			return false;
		first = *p == ';';
		if (*p == '(' || *p == '[' || *p == '{')
			depth++;
		else if (*p == ')' || *p == ']' || *p == '}')
			depth -= depth > 0;
	}
	return false;
}

/* Returns whether the ';' at `loc` stands where ',' was meant. */
static bool is_stray_semicolon(const struct as_state *as, struct as_loc loc)
{
	const struct as_recovery *r = &as->recovery;
	return (r->parens > 0 && is_closed_later(as, loc.end, ')')) ||
	       (r->parens == 0 && r->braces > 0 && is_closed_later(as, loc.end, '}'));
}

/* ---- messages ------------------------------------------------------------------------------- */

enum { SHOWN_TEXT = 40 };

static const char *const keywords[] = {
#define KEYWORD(text, token) text,
#include "keywords.def"
};

/* Returns the keyword that `word` is probably a misspelling of, or NULL. The keyword that equals
 * `word` does not count. */
static const char *similar_keyword(struct str word)
{
	struct similar s = {word, 3, NULL};
	for (size_t i = 0; i < ARRAY_LEN(keywords); i++)
		if (!str_is(word, keywords[i]))
			similar_try(&s, keywords[i]);
	return s.best;
}

/* Appends the expected tokens to a message. A name with a blank describes a class of tokens and is
 * not quoted; any other name is the token's text. */
static void put_expected(struct buf *out, const char *const *names, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const char *quote = strchr(names[i], ' ') == NULL ? "'" : "";
		buf_puts(out, i == 0 ? "; expected " : i + 1 < count ? ", " : " or ");
		buf_printf(out, "%s%s%s", quote, names[i], quote);
	}
}

/* Returns the part of a word such as global_u24 that stands where a type is expected, after a
 * segment and '_'. Returns an empty string for other words. */
static struct str unknown_type(struct str word)
{
	const char *mark = memchr(word.p, '_', word.n);
	struct str segment = {word.p, mark == NULL ? 0 : (size_t)(mark - word.p)};
	unsigned value;
	if (mark == NULL || !isa_modifier_value(ISA_MOD_SEGMENT, segment, &value))
		return (struct str){"", 0};
	return str_skip(word, segment.n + 1);
}

static void unexpected(struct as_state *as, struct as_loc loc, const char *const *expected,
	unsigned count)
{
	struct buf text = BUF_INIT;
	struct str found = as_text(as, loc), type = unknown_type(found);
	bool word = as->recovery.last_token == HSAIL_WORD && found.n < SHOWN_TEXT;
	const char *similar = word ? similar_keyword(found) : NULL;
	if (word && type.n > 0) {
		as_err(as, loc, "4.13", "'" STR_FMT "' names no type: there is no '" STR_FMT "'",
			STR_ARG(found), STR_ARG(type));
		return;
	}
	if (word && str_starts(found, STR("flat_")) &&
		isa_type_by_name(str_skip(found, strlen("flat_"))) != NULL) {
		as_err(as, loc, "4.3.8", "'" STR_FMT "': a variable cannot be in the flat segment",
			STR_ARG(found));
		return;
	}
	if (found.n == 0)
		buf_puts(&text, "unexpected end of file");
	else if (found.n <= SHOWN_TEXT)
		buf_printf(&text, "unexpected '" STR_FMT "'", STR_ARG(found));
	else
		buf_printf(&text, "unexpected '%.*s...'", SHOWN_TEXT, found.p);
	put_expected(&text, expected, count);
	if (similar != NULL)
		buf_printf(&text, "; did you mean '%s'?", similar);
	as_err(as, loc, "19.2", STR_FMT, STR_ARG(buf_slice(&text)));
	buf_release(&text);
}

static void not_closed(struct as_state *as, struct as_loc loc)
{
	as_err(as, loc, "4.3.5", "the code block of '" STR_FMT "' is not closed: '}' is missing",
		STR_ARG(as->exe.name));
	as_note(as, as->exe.name_loc, "it begins here");
}

/* Returns whether a statement may begin after the token; 0 stands for the beginning of the text. */
static bool ends_statement(int token)
{
	return token == 0 || token == HSAIL_SEMICOLON || token == HSAIL_COLON ||
	       token == HSAIL_RBRACE || token == HSAIL_LBRACE;
}

/* Returns whether the last token read, which stands at `loc`, belongs in code blocks only. When one
 * such token is misplaced, more often follow. */
static bool is_block_token(struct as_state *as, struct as_loc loc)
{
	int token = as->recovery.last_token;
	struct as_lexeme *w =
		token == HSAIL_WORD ? as_lexeme_get(&as->lexemes, as_text(as, loc)) : NULL;
	return token == HSAIL_RBRACE || token == HSAIL_LBRACE || token == HSAIL_LABEL ||
	       token == HSAIL_CONTROL ||
	       (w != NULL && as_lexeme_mnemonic(&as->lexemes, w, &as->context));
}

/* Returns whether the statement at module level belongs in a code block and follows another such
 * statement, so that no message is needed. */
static bool is_repeated(struct as_state *as, struct as_loc loc)
{
	struct as_recovery *r = &as->recovery;
	bool repeated = r->misplaced;
	if (as->exe.in_body || !ends_statement(r->token_before) || !is_block_token(as, loc))
		return false;
	r->misplaced = true;
	if (r->closed_early && r->last_token == HSAIL_RBRACE)
		r->closed_early = false;
	else if (!repeated)
		return false;
	return true;
}

void as_syntax_error(struct as_state *as, struct as_loc loc, const char *const *expected,
	unsigned count)
{
	struct as_recovery *r = &as->recovery;
	bool told = r->quiet || (r->fault.begin == loc.begin && r->fault.end != 0);
	bool header = r->in_header && !as->exe.in_body;
	if (!told && r->last_token == 0 && as->exe.in_body)
		not_closed(as, loc);
	else if (!told && !is_repeated(as, loc))
		unexpected(as, loc, expected, count);
	as->failed = r->quiet = true;
	if (!header && r->last_token == HSAIL_LBRACE)
		r->depth = 1;
	else if (!header && r->braces > 0 && is_closed_later(as, loc.begin, '}'))
		r->depth = r->braces;
	r->skip_braces = !header;
}

void as_too_deep(struct as_state *as, struct as_loc loc)
{
	as_err(as, loc, NULL, "nesting is too deep");
}

void as_missing_semicolon(struct as_state *as, struct as_loc after)
{
	struct as_loc brace = {after.begin - 1, after.begin};
	as_err(as, brace, "4.3.2", "expected ';' after the '}' that ends a code block");
}

/* ---- tokens --------------------------------------------------------------------------------- */

/* Reads the next token of the text that the grammar is to see, and skips the others. Returns 0 at
 * the end of the text. */
static int visible_token(HSAIL_STYPE *value, struct as_loc *loc, struct as_state *as, void *scanner)
{
	struct as_recovery *r = &as->recovery;
	for (;;) {
		int token = hsail_scan(value, loc, as, scanner);
		bool inside = r->depth > 0;
		if (token == HSAIL_LBRACE && (inside || r->skip_braces))
			r->depth++;
		else if (token == HSAIL_RBRACE && inside)
			r->depth--;
		if (token == 0 || (!inside && r->depth == 0))
			return token;
	}
}

/* Returns the next of the tokens that close an unclosed code block: a '}' for each of its open
 * blocks, then ';'. After these it returns the token that was kept. */
static int closing_token(struct as_state *as, struct as_loc *loc)
{
	struct as_recovery *r = &as->recovery;
	if (r->closing == 0) {
		as_scan_resume(as);
		r->last_token = r->kept_token;
		r->kept_token = 0;
		*loc = r->kept_loc;
		return r->last_token;
	}
	*loc = (struct as_loc){r->kept_loc.begin, r->kept_loc.begin};
	return r->closing-- == 1 ? HSAIL_SEMICOLON : HSAIL_RBRACE;
}

/* Returns whether the qualifiers that begin at `loc` belong to a local name. Local names may not
 * have qualifiers. */
static bool has_local_name(const struct as_state *as, struct as_loc loc)
{
	const char *p = as->text->text + loc.end, *end = as->text->text + as->text->len;
	while (p < end && *p != '&' && *p != '%' && *p != ';')
		p++;
	return p < end && *p == '%';
}

/* Handles a token that begins a statement at module level and never one in a code block. If a code
 * block is open, its '};' seems to be missing: this is reported, and the tokens that close the
 * block are delivered before the token. */
static int module_token(struct as_state *as, int token, struct as_loc *loc)
{
	struct as_recovery *r = &as->recovery;
	if (!as->exe.in_body || !ends_statement(r->token_before) || has_local_name(as, *loc))
		return token;
	if (!r->quiet)
		as_err(as, *loc, "4.3.5",
			"'" STR_FMT "' cannot stand in a code block; is '};' missing before it?",
			STR_ARG(as_text(as, *loc)));
	r->quiet = r->closed_early = as->block.bad = true;
	r->kept_token = token;
	r->kept_loc = *loc;
	r->closing = 2 + (as->block.open ? 1 + as->block.nested : 0);
	return closing_token(as, loc);
}

int hsail_lex(HSAIL_STYPE *value, struct as_loc *loc, struct as_state *as, void *scanner)
{
	struct as_recovery *r = &as->recovery;
	if (r->kept_token != 0)
		return closing_token(as, loc);
	if ((r->last_token == HSAIL_COMMA || r->last_token == HSAIL_LPAREN) && !r->quiet &&
		as_constant_takes_plain(as))
		as_scan_skip(as, scanner, as_scan_list(as));
	int token = visible_token(value, loc, as, scanner);
	if (token == HSAIL_SEMICOLON && (r->parens > 0 || r->braces > 0) &&
		is_stray_semicolon(as, *loc)) {
		r->last_token = HSAIL_COMMA;
		return HSAIL_HSAIL_UNDEF;
	}
	r->token_before = r->last_token;
	r->last_token = token;
	track_brackets(r, token);
	switch (token) {
	case HSAIL_SEMICOLON:
	case HSAIL_RBRACE:
		r->in_header = false;
		return token;
	case HSAIL_KERNEL:
	case HSAIL_FUNCTION:
		r->in_header = true;
		return module_token(as, token, loc);
	case HSAIL_MODULE:
		r->header_begun = true;
		return module_token(as, token, loc);
	case HSAIL_EXTENSION:
	case HSAIL_DECL:
	case HSAIL_PROG:
	case HSAIL_INDIRECT:
	case HSAIL_SIGNATURE:
		return module_token(as, token, loc);
	}
	return token;
}

/* ---- statements ----------------------------------------------------------------------------- */

void as_scan_resume(struct as_state *as)
{
	as->recovery.quiet = as->recovery.skip_braces = as->recovery.in_header = false;
}

bool as_recover(struct as_state *as)
{
	if (as->recovery.header_begun && !as->header_seen)
		as->recovery.hopeless = true; /* much depends on the header */
	if (as->phase == AS_MODULE_START)
		as->phase = AS_MODULE_EXTENSIONS;
	as->block.bad = true;
	if (!as->exe.in_body)
		as->names_lost = true;
	else if (as->exe.phase != AS_BLOCK_STATEMENTS)
		as->exe.names_lost = true;
	as->exe.labels_lost = true;
	as_scan_resume(as);
	return as_statement_drop(as);
}
