/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that the scanner's rules call: token values, comments, malformed tokens. A
 * malformed token is diagnosed here, so that one mistake gives one message. The grammar then gets
 * the nearest valid token instead, or an error token when it is better to skip the rest of the
 * statement. */
#include <stdlib.h>
#include "parse_number_impl.h"
#include "scan_impl.h"
#include "hsail.tab.h"

struct str as_text(const struct as_state *as, struct as_loc loc)
{
	return (struct str){as->text->text + loc.begin, loc.end - loc.begin};
}

struct diag_place as_place(const struct as_state *as, struct as_loc loc)
{
	return diag_at_text(as->text, loc.begin, loc.end - loc.begin);
}

size_t as_scan_fill(struct as_state *as, char *to, size_t room)
{
	size_t left = as->text->len - as->fill_off;
	size_t n = left < room ? left : room;
	memcpy(to, as->text->text + as->fill_off, n);
	as->fill_off += (uint32_t)n;
	return n;
}

void as_scan_end(struct as_state *as, struct as_loc *loc)
{
	*loc = (struct as_loc){(uint32_t)as->text->len, (uint32_t)as->text->len};
}

/* Notes a malformed token and returns whether to report it. The token is not reported when the
 * statement has already been given up, or when it touches another malformed token. */
static bool new_fault(struct as_state *as, struct as_loc loc)
{
	bool told = as->recovery.quiet ||
	            (as->recovery.fault.end == loc.begin && as->recovery.fault.end != 0);
	as->recovery.fault = loc;
	as->failed = true;
	return !told;
}
#define as_fault(as, loc, ...) \
	((void)(new_fault((as), (loc)) && (as_err((as), (loc), __VA_ARGS__), 0)))

#define BOTH(c) [c] = AS_TOUCHES_NEXT | AS_TOUCHES_PREVIOUS
#define NEXT(c) [c] = AS_TOUCHES_NEXT
#define PREVIOUS(c) [c] = AS_TOUCHES_PREVIOUS
const uint8_t as_touching[256] = {
	/* clang-format off */
	BOTH('0'), BOTH('1'), BOTH('2'), BOTH('3'), BOTH('4'),
	BOTH('5'), BOTH('6'), BOTH('7'), BOTH('8'), BOTH('9'),
	BOTH('A'), BOTH('B'), BOTH('C'), BOTH('D'), BOTH('E'), BOTH('F'), BOTH('G'),
	BOTH('H'), BOTH('I'), BOTH('J'), BOTH('K'), BOTH('L'), BOTH('M'), BOTH('N'),
	BOTH('O'), BOTH('P'), BOTH('Q'), BOTH('R'), BOTH('S'), BOTH('T'), BOTH('U'),
	BOTH('V'), BOTH('W'), BOTH('X'), BOTH('Y'), BOTH('Z'),
	BOTH('a'), BOTH('b'), BOTH('c'), BOTH('d'), BOTH('e'), BOTH('f'), BOTH('g'),
	BOTH('h'), BOTH('i'), BOTH('j'), BOTH('k'), BOTH('l'), BOTH('m'), BOTH('n'),
	BOTH('o'), BOTH('p'), BOTH('q'), BOTH('r'), BOTH('s'), BOTH('t'), BOTH('u'),
	BOTH('v'), BOTH('w'), BOTH('x'), BOTH('y'), BOTH('z'),
	BOTH('_'), BOTH('"'), NEXT('.'), PREVIOUS('&'), PREVIOUS('%'), PREVIOUS('@'), PREVIOUS('$'),
	/* clang-format on */
};

void as_scan_adjacent(struct as_state *as, struct as_loc loc)
{
	if (new_fault(as, loc))
		as_err(as, loc, "4.4", "whitespace is missing before '" STR_FMT "'",
			STR_ARG(as_text(as, loc)));
}

/* ---- comments ------------------------------------------------------------------------------- */

void as_scan_comment(struct as_state *as, struct as_loc loc)
{
	if (memchr(as->text->text + loc.begin, '\0', loc.end - loc.begin) != NULL)
		as_err(as, loc, "4.4", "a comment cannot contain a NUL character");
	ARRAY_GROW(as->comments, as->comment_count, as->comment_capacity);
	as->comments[as->comment_count++] = loc;
}

void as_scan_comment_begin(struct as_state *as, struct as_loc loc)
{
	as->comment = loc;
}

void as_scan_comment_end(struct as_state *as, struct as_loc loc)
{
	as->comment.end = loc.end;
	as_scan_comment(as, as->comment);
}

void as_scan_comment_open(struct as_state *as)
{
	as_err(as, as->comment, "4.3.1", "unterminated comment");
}

/* ---- words and registers -------------------------------------------------------------------- */

static uint16_t register_kind(char letter)
{
	switch (letter) {
	case 'c':
		return BRIG_REGISTER_KIND_CONTROL;
	case 's':
		return BRIG_REGISTER_KIND_SINGLE;
	case 'd':
		return BRIG_REGISTER_KIND_DOUBLE;
	case 'q':
		return BRIG_REGISTER_KIND_QUAD;
	}
	BUG("'%c' is no register's letter", letter);
}

int as_scan_register(struct as_state *as, struct as_loc loc, struct as_register *out)
{
	struct str s = as_text(as, loc);
	unsigned number = 0;
	*out = (struct as_register){register_kind(s.p[1]), 0};
	unsigned limit = isa_register_limit(out->kind);
	for (size_t i = 2; i < s.n && number < limit; i++)
		number = number * 10 + (unsigned)(s.p[i] - '0');
	if (s.n > 3 && s.p[2] == '0')
		as_fault(as, loc, "4.7", "register number in '" STR_FMT "' has a leading zero",
			STR_ARG(s));
	else if (number >= limit)
		as_fault(as, loc, "4.7", "there is no register '" STR_FMT "': numbers go up to %u",
			STR_ARG(s), limit - 1);
	else
		out->number = (uint16_t)number;
	return HSAIL_REGISTER;
}

int as_scan_dollar(struct as_state *as, struct as_loc loc, struct as_register *out)
{
	static const enum isa_modifier lists[] = {
		ISA_MOD_PROFILE, ISA_MOD_MACHINE, ISA_MOD_DEFAULT_ROUND};
	struct str s = as_text(as, loc);
	unsigned value;
	*out = (struct as_register){BRIG_REGISTER_KIND_SINGLE, 0};
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		if (isa_modifier_value(lists[i], str_skip(s, 1), &value))
			return HSAIL_HEADER_WORD;
	as_fault(as, loc, "4.7",
		"'" STR_FMT "' is no register: these are $c, $s, $d or $q and a decimal number",
		STR_ARG(s));
	if (s.n > 2)
		return HSAIL_REGISTER;
	as->recovery.quiet = true;
	return HSAIL_HSAIL_error;
}

int as_scan_word(struct as_state *as, struct as_loc loc, struct as_lexeme **out)
{
	*out = as_lexeme_get(&as->lexemes, as_text(as, loc));
	return (*out)->token;
}

/* ---- numbers -------------------------------------------------------------------------------- */

static void number_fault(struct as_state *as, struct as_loc loc, enum as_number_fault fault)
{
	struct str s = as_text(as, loc);
	switch (fault) {
	case AS_NUMBER_OK:
		break;
	case AS_NUMBER_OCTAL:
		as_fault(as, loc, "4.8.1",
			"'" STR_FMT "' begins with 0 and is octal: its digits are 0 to 7",
			STR_ARG(s));
		break;
	case AS_NUMBER_RANGE:
		as_fault(as, loc, "4.8.1", "integer constant '" STR_FMT "' does not fit 64 bits",
			STR_ARG(s));
		break;
	case AS_NUMBER_OVERFLOW:
		as_fault(as, loc, "4.8.2", "'" STR_FMT "' is too large for its type", STR_ARG(s));
		break;
	case AS_NUMBER_DIGITS:
		as_fault(as, loc, "4.8.2",
			"'" STR_FMT "' is no constant: 0h, 0f and 0d take 4, 8 and 16 hexadecimal "
			"digits",
			STR_ARG(s));
		break;
	}
}

int as_scan_integer(struct as_state *as, struct as_loc loc, uint64_t *out)
{
	enum as_number_fault f = as_parse_integer(as_text(as, loc), out);
	if (f != AS_NUMBER_OK)
		*out = 1; /* 1 is valid nearly everywhere */
	number_fault(as, loc, f);
	return HSAIL_INTEGER;
}

int as_scan_float(struct as_state *as, struct as_loc loc, struct as_literal *out)
{
	*out = (struct as_literal){BRIG_TYPE_F64, 0};
	number_fault(as, loc, as_parse_float(as_text(as, loc), out));
	return HSAIL_FLOAT;
}

int as_scan_geometry(struct as_state *as, struct as_loc loc, uint64_t *out)
{
	struct str s = as_text(as, loc);
	unsigned value;
	*out = 0;
	if (isa_modifier_value(ISA_MOD_GEOMETRY, s, &value)) {
		*out = value;
		return HSAIL_GEOMETRY;
	}
	as_fault(as, loc, "4.8", "malformed number '" STR_FMT "'", STR_ARG(s));
	as->recovery.quiet = true;
	return HSAIL_HSAIL_error;
}

int as_scan_error(struct as_state *as, struct as_loc loc, enum as_scan_fault fault)
{
	unsigned char c = (unsigned char)as->text->text[loc.begin];
	switch (fault) {
	case AS_SCAN_STRING_OPEN:
		as_fault(as, loc, "4.5",
			"unterminated string: it ends on the line where it begins");
		return HSAIL_STRING;
	case AS_SCAN_CHARACTER:
		if (c == '&' || c == '%' || c == '@')
			as_fault(as, loc, "4.6.1",
				"no name follows '%c'; it begins with a letter or '_'", c);
		else if (c > ' ' && c < 0x7f)
			as_fault(as, loc, "4.4", "stray character '%c'", c);
		else
			as_fault(as, loc, "4.4", "stray character 0x%02x", c);
		break;
	}
	as->recovery.quiet = true;
	return HSAIL_HSAIL_error;
}

/* ---- strings (PRM 4.5) ---------------------------------------------------------------------- */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Returns the value of the escape at s.p[*i], which follows a backslash, and moves *i behind it;
 * returns -1 when there is no such escape. */
static int escape(struct str s, size_t *i)
{
	static const char names[] = "abfnrtv\\'\"?", values[] = "\a\b\f\n\r\t\v\\'\"?";
	char c = s.p[(*i)++];
	const char *at = memchr(names, c, sizeof names - 1);
	unsigned value = 0;
	if (at != NULL)
		return (unsigned char)values[at - names];
	if (c == 'x' || c == 'X') {
		size_t first = *i;
		for (; *i < s.n && hex_digit(s.p[*i]) >= 0 && value < 256; (*i)++)
			value = value * 16 + (unsigned)hex_digit(s.p[*i]);
		return *i > first && value < 256 ? (int)value : -1;
	}
	if (c < '0' || c > '7')
		return -1;
	size_t last = --*i + 3;
	for (; *i < s.n && *i < last && s.p[*i] >= '0' && s.p[*i] <= '7'; (*i)++)
		value = value * 8 + (unsigned)(s.p[*i] - '0');
	return value < 256 ? (int)value : -1;
}

bool as_string_decode(struct as_state *as, struct as_loc loc, struct str *out)
{
	struct str s = as_text(as, loc);
	buf_clear(&as->decoded);
	*out = (struct str){"", 0};
	if (s.n < 2 || s.p[s.n - 1] != '"')
		return false; /* the scanner has reported that the string is unterminated */
	s = (struct str){s.p + 1, s.n - 2};
	for (size_t i = 0; i < s.n;) {
		size_t begin = i;
		int c = (unsigned char)s.p[i++];
		if (c == '\\')
			c = escape(s, &i);
		struct as_loc at = {loc.begin + 1 + (uint32_t)begin, loc.begin + 1 + (uint32_t)i};
		if (c < 0)
			as_err(as, at, "4.5", "'" STR_FMT "' is no escape sequence",
				STR_ARG(as_text(as, at)));
		else if (s.p[begin] == '\0')
			as_err(as, at, "4.4", "a NUL character is written as '\\0' in a string");
		if (c < 0 || s.p[begin] == '\0')
			return false;
		buf_u8(&as->decoded, (uint8_t)c);
	}
	*out = buf_slice(&as->decoded);
	return true;
}
