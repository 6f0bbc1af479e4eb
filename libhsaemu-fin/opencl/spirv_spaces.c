/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Address spaces of SPIR, in the text of LLVM IR, become those of PTX as clang uses them: constant
 * memory is 4 in place of 2, and pointers to any memory are 0, as private ones are. This is done in
 * the text because a type is written there wherever it is used, but cannot be changed in a
 * module. */
#include <stdlib.h>
#include "spirv_impl.h"

enum { PRIVATE = 0, CONSTANT = 2, GENERIC = 4 };

static const struct str space_word = {" addrspace(", 11};

struct rewriting {
	struct str rest;
	struct buf *out;
	unsigned wrong; /* an address space that OpenCL has not; 0: none */
};

static bool is_of_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.' || c == '$' || c == '-';
}

/* Returns the address space of the pointers that a type has; GENERIC + 1 if it has none. */
static unsigned space_of(struct str type)
{
	while (type.n != 0 && !str_starts(type, STR("ptr")) && *type.p != ',' && *type.p != '\n')
		type = str_skip(type, 1);
	if (!str_starts(type, STR("ptr")))
		return GENERIC + 1;
	type = str_skip(type, 3);
	return str_starts(type, space_word) ? (unsigned)strtoul(type.p + space_word.n, NULL, 10)
	                                    : PRIVATE;
}

static struct str skip_quoted(struct str s)
{
	const char *end = memchr(s.p + 1, '"', s.n - 1);
	return end == NULL ? str_skip(s, s.n) : str_skip(s, (size_t)(end + 1 - s.p));
}

/* Returns what follows the operand that a conversion has. */
static struct str result_of(struct str s)
{
	static const struct str to = {" to ", 4};
	int depth = 0;
	while (s.n != 0 && *s.p != '\n') {
		if (*s.p == '"') {
			s = skip_quoted(s);
			continue;
		}
		if (depth == 0 && str_starts(s, to))
			return str_skip(s, to.n);
		depth += (*s.p == '(') - (*s.p == ')');
		s = str_skip(s, 1);
	}
	return s;
}

/* A conversion between what become the same pointers is none. */
static bool is_needed(struct str operand)
{
	operand = str_skip(operand, str_starts(operand, STR(" (")) ? 2 : 1);
	unsigned from = space_of(operand), to = space_of(result_of(operand));
	return (from != PRIVATE && from != GENERIC) || (to != PRIVATE && to != GENERIC);
}

static void take(struct rewriting *r, size_t n)
{
	buf_append(r->out, r->rest.p, n);
	r->rest = str_skip(r->rest, n);
}

static void put_space(struct rewriting *r)
{
	uint64_t space = 0;
	r->rest = str_skip(r->rest, strlen("addrspace("));
	(void)str_take_decimal(&r->rest, &space);
	r->rest = str_skip(r->rest, 1);
	if (space > GENERIC)
		r->wrong = (unsigned)space;
	else if (space == GENERIC)
		r->out->len -= r->out->len != 0 && r->out->data[r->out->len - 1] == ' ';
	else
		buf_printf(r->out, "addrspace(%u)", space == CONSTANT ? GENERIC : (unsigned)space);
}

static void put_word(struct rewriting *r)
{
	size_t n = 0;
	while (n < r->rest.n && is_of_name(r->rest.p[n]))
		n++;
	struct str word = {r->rest.p, n}, behind = str_skip(r->rest, n);
	if (str_is(word, "addrspace") && str_starts(behind, STR("("))) {
		put_space(r);
	} else if (str_is(word, "addrspacecast") && str_starts(behind, STR(" ")) &&
		   !is_needed(behind)) {
		buf_puts(r->out, "bitcast");
		r->rest = behind;
	} else {
		take(r, n);
	}
}

static size_t name_length(struct str s)
{
	size_t n = 1;
	while (n < s.n && is_of_name(s.p[n]))
		n++;
	return n;
}

static size_t line_length(struct str s)
{
	const char *end = memchr(s.p, '\n', s.n);
	return end == NULL ? s.n : (size_t)(end - s.p);
}

bool fin_spirv_spaces(struct str text, const char *name, struct buf *out, struct diag *d)
{
	struct rewriting r = {.rest = text, .out = out};
	while (r.rest.n != 0 && r.wrong == 0) {
		char c = *r.rest.p;
		if (c == '"')
			take(&r, r.rest.n - skip_quoted(r.rest).n);
		else if (c == ';')
			take(&r, line_length(r.rest));
		else if (c == '%' || c == '@' || c == '!' || c == '#' || c == '$')
			take(&r, name_length(r.rest));
		else if (is_of_name(c))
			put_word(&r);
		else
			take(&r, 1);
	}
	if (r.wrong != 0)
		diag_unsupported(d, diag_in_file(name), "memory of SPIR's address space %u",
			r.wrong);
	return r.wrong == 0;
}
