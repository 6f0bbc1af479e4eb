/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the scanner calls. */
#ifndef HSAEMU_AS_SCAN_IMPL_H
#define HSAEMU_AS_SCAN_IMPL_H

#include "state_impl.h"

enum as_scan_fault { AS_SCAN_STRING_OPEN, AS_SCAN_CHARACTER };
/* PRM 4.4: tokens that can include letters or digits need whitespace between them. */
enum { AS_TOUCHES_NEXT = 1, AS_TOUCHES_PREVIOUS = 2 };
extern const uint8_t as_touching[256]; /* by character: set of these */
static inline bool as_need_space(char before, const char *token, uint32_t n)
{
	if ((as_touching[(unsigned char)before] & AS_TOUCHES_NEXT) == 0)
		return false;
	return (as_touching[(unsigned char)token[0]] & AS_TOUCHES_PREVIOUS) != 0 ||
	       (token[0] == '.' && n > 1);
}
void as_scan_adjacent(struct as_state *as, struct as_loc loc);
/* Moves on by the next token, which has n bytes. */
static inline void as_scan_advance(struct as_state *as, struct as_loc *loc, uint32_t n)
{
	const char *text = as->text->text + as->scan_off;
	loc->begin = as->scan_off;
	as->scan_off += n;
	loc->end = as->scan_off;
	if (loc->begin > 0 && as_need_space(text[-1], text, n))
		as_scan_adjacent(as, *loc);
}
/* Cuts the place of what was scanned to its first character, a mark; the blanks behind it were
 * scanned with it, because most blanks follow a mark. */
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
/* The functions below return the token. */
int as_scan_register(struct as_state *as, struct as_loc loc, struct as_register *out);
int as_scan_dollar(struct as_state *as, struct as_loc loc, struct as_register *out);
int as_scan_word(struct as_state *as, struct as_loc loc, struct as_lexeme **out);
int as_scan_integer(struct as_state *as, struct as_loc loc, uint64_t *out);
int as_scan_float(struct as_state *as, struct as_loc loc, struct as_literal *out);
int as_scan_geometry(struct as_state *as, struct as_loc loc, uint64_t *out);
int as_scan_error(struct as_state *as, struct as_loc loc, enum as_scan_fault fault);
/* Contents of a string token, escapes decoded; valid until the next call. */
bool as_string_decode(struct as_state *as, struct as_loc loc, struct str *out);

/* Called where an element of a typed constant may begin, when as_constant_takes_plain(). Reads the
 * elements that need no care, with the commas behind them, and returns how much of the text that
 * was. */
uint32_t as_scan_list(struct as_state *as);

#endif
