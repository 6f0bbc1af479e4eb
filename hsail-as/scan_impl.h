/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that the scanner's rules call. */
#ifndef HSAEMU_AS_SCAN_IMPL_H
#define HSAEMU_AS_SCAN_IMPL_H

#include "state_impl.h"

enum as_scan_fault { AS_SCAN_STRING_OPEN, AS_SCAN_CHARACTER };
/* Whitespace must separate two tokens if the first ends in a character with AS_TOUCHES_NEXT and the
 * second begins with one that has AS_TOUCHES_PREVIOUS, or with a '.' that is not the whole token
 * (PRM 4.4). */
enum { AS_TOUCHES_NEXT = 1, AS_TOUCHES_PREVIOUS = 2 };
extern const uint8_t as_touching[256]; /* for each character, a set of AS_TOUCHES_* */
static inline bool as_need_space(char before, const char *token, uint32_t n)
{
	if ((as_touching[(unsigned char)before] & AS_TOUCHES_NEXT) == 0)
		return false;
	return (as_touching[(unsigned char)token[0]] & AS_TOUCHES_PREVIOUS) != 0 ||
	       (token[0] == '.' && n > 1);
}
void as_scan_adjacent(struct as_state *as, struct as_loc loc);
/* Moves on by the next token, which has n bytes, and sets *loc to its place. Reports a token that
 * lacks whitespace before it. */
static inline void as_scan_advance(struct as_state *as, struct as_loc *loc, uint32_t n)
{
	const char *text = as->text->text + as->scan_off;
	loc->begin = as->scan_off;
	as->scan_off += n;
	loc->end = as->scan_off;
	if (loc->begin > 0 && as_need_space(text[-1], text, n))
		as_scan_adjacent(as, *loc);
}
/* Cuts the place of a scanned mark, such as a comma, to the mark itself. The scanner takes the
 * blanks after a mark together with it, because most blanks follow one. */
static inline void as_scan_mark(struct as_loc *loc)
{
	loc->end = loc->begin + 1;
}
size_t as_scan_fill(struct as_state *as, char *to, size_t room);
void as_scan_comment(struct as_state *as, struct as_loc loc);
void as_scan_comment_begin(struct as_state *as, struct as_loc loc);
void as_scan_comment_end(struct as_state *as, struct as_loc loc);
void as_scan_comment_open(struct as_state *as);
void as_scan_end(struct as_state *as, struct as_loc *loc);
/* The functions below return the token that the grammar is to see. */
int as_scan_register(struct as_state *as, struct as_loc loc, struct as_register *out);
int as_scan_dollar(struct as_state *as, struct as_loc loc, struct as_register *out);
int as_scan_word(struct as_state *as, struct as_loc loc, struct as_lexeme **out);
int as_scan_integer(struct as_state *as, struct as_loc loc, uint64_t *out);
int as_scan_float(struct as_state *as, struct as_loc loc, struct as_literal *out);
int as_scan_geometry(struct as_state *as, struct as_loc loc, uint64_t *out);
int as_scan_error(struct as_state *as, struct as_loc loc, enum as_scan_fault fault);
/* Decodes the escapes of a string token. *out is valid until the next call. Returns false, with
 * *out empty, for a malformed string, which has been diagnosed. */
bool as_string_decode(struct as_state *as, struct as_loc loc, struct str *out);

/* Reads elements of a typed constant without making tokens of them: the plain numbers that have a
 * comma behind them. May be called where an element may begin and as_constant_takes_plain() is
 * true. Returns the number of bytes read. */
uint32_t as_scan_list(struct as_state *as);

#endif
