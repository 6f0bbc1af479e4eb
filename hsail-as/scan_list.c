/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads tables of numbers without making a token of each number. Those elements of a typed constant
 * that are plain numbers with a comma behind them go straight from the text into the statement's
 * pool. The scanner and the grammar handle everything else: comments, nested constants, mistakes,
 * the last element. */
#include "parse_number_impl.h"
#include "scan_impl.h"
#include "typed_constant_impl.h"

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r')))
		p++;
	return p;
}

static const char *skip_digits(const char *p, const char *end)
{
	while (p < end && *p >= '0' && *p <= '9')
		p++;
	return p;
}

static const char *skip_hex(const char *p, const char *end)
{
	while (p < end && ((*p >= '0' && *p <= '9') || ((*p | 0x20) >= 'a' && (*p | 0x20) <= 'f')))
		p++;
	return p;
}

/* Returns the end of the exponent that begins with `letter` (in lower case) at p, or NULL when
 * there is no valid one. */
static const char *skip_exponent(const char *p, const char *end, char letter)
{
	if (p == end || (*p | 0x20) != letter)
		return NULL;
	p++;
	if (p < end && (*p == '+' || *p == '-'))
		p++;
	const char *digits = skip_digits(p, end);
	return digits > p ? digits : NULL;
}

static bool is_suffix(char c)
{
	c |= 0x20;
	return c == 'h' || c == 'f' || c == 'd';
}

static const char *skip_suffix(const char *p, const char *end, bool is_float)
{
	return is_float && p < end && is_suffix(*p) ? p + 1 : p;
}

/* Returns the end of the number at p by the scanner's rules (hsail.l), or NULL when there is no
 * number. */
static const char *skip_number(const char *p, const char *end, bool *is_float)
{
	const char *first = p, *q;
	bool hex = end - p > 2 && p[0] == '0' && (p[1] | 0x20) == 'x';
	*is_float = false;
	if (end - p > 2 && p[0] == '0' && is_suffix(p[1])) {
		q = skip_hex(p + 2, end);
		*is_float = true;
		return q > p + 2 ? q : NULL;
	}
	p = first += hex ? 2 : 0;
	p = hex ? skip_hex(p, end) : skip_digits(p, end);
	size_t digits = (size_t)(p - first);
	if (p < end && *p == '.') {
		*is_float = true;
		q = hex ? skip_hex(p + 1, end) : skip_digits(p + 1, end);
		digits += (size_t)(q - p - 1);
		p = q;
	}
	if (digits == 0)
		return NULL;
	q = skip_exponent(p, end, hex ? 'p' : 'e');
	if (q == NULL)
		return hex && *is_float ? NULL : skip_suffix(p, end, *is_float);
	*is_float = true;
	return skip_suffix(q, end, true);
}

/* Reads a literal and the comma behind it, and moves *p behind the comma. Returns false when
 * something else is there. */
static bool read_element(const char **p, const char *end, struct as_literal *out)
{
	const char *first = skip_blanks(*p, end), *last;
	bool minus = false, is_float;
	if (first < end && (*first == '-' || *first == '+')) {
		minus = *first == '-';
		first = skip_blanks(first + 1, end);
	}
	last = skip_number(first, end, &is_float);
	if (last == NULL)
		return false;
	*p = skip_blanks(last, end);
	if (*p == end || **p != ',')
		return false;
	++*p;
	struct str text = {first, (size_t)(last - first)};
	*out = (struct as_literal){BRIG_TYPE_NONE, 0};
	if ((is_float ? as_parse_float(text, out) : as_parse_integer(text, &out->bits)) !=
		AS_NUMBER_OK)
		return false;
	if (minus)
		*out = is_float ? as_literal_negate(*out) : as_literal_integer(out->bits, true);
	return true;
}

uint32_t as_scan_list(struct as_state *as)
{
	const char *begin = as->text->text + as->scan_off, *end = as->text->text + as->text->len;
	const char *good = begin;
	struct as_literal l;
	for (const char *p = begin; read_element(&p, end, &l) && as_constant_plain(as, l);)
		good = p;
	as->scan_off += (uint32_t)(good - begin);
	return (uint32_t)(good - begin);
}
