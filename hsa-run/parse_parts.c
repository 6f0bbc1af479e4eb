/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses the parts that statements and command-line options share. */
#include "parse_impl.h"

bool run_parse_name(struct parser *p, const char **out)
{
	if (p->token != TOKEN_NAME)
		return run_parser_error(p, "a name");
	*out = run_parser_copy(p, p->text);
	run_parser_next(p);
	return true;
}

bool run_parse_symbol(struct parser *p, const char **out)
{
	if (p->token != TOKEN_SYMBOL)
		return run_parser_error(p, "a kernel's name, which begins with '&'");
	*out = run_parser_copy(p, p->text);
	run_parser_next(p);
	return true;
}

bool run_parse_target(struct parser *p, const char **out)
{
	if (p->token == TOKEN_SYMBOL)
		return run_parse_symbol(p, out);
	if (p->token != TOKEN_NAME)
		return run_parser_error(p, "the name of a buffer or of a program variable");
	return run_parse_name(p, out);
}

bool run_parse_one_expr(struct parser *p, struct run_expr **out)
{
	return (*out = run_parse_expr(p)) != NULL;
}

bool run_parse_optional_init(struct parser *p, struct run_stmt *s)
{
	if (run_parser_accept(p, ":"))
		return (s->init = run_parse_init(p)) != NULL;
	s->init = ARENA_NEW(p->arena, struct run_init);
	s->init->place = s->place;
	return true;
}

bool run_parse_unknown_type(struct parser *p)
{
	enum run_type meant = p->token == TOKEN_NAME ? run_type_of_c(p->text) : RUN_TYPE_COUNT;
	if (meant == RUN_TYPE_COUNT)
		return run_parser_unknown(p, "a type such as u32 or f32", run_type_names);
	diag_error(p->diag, run_parser_place(p), "the type '" STR_FMT "' is called '%s' here",
		STR_ARG(p->text), run_types[meant].name);
	return false;
}

/* Parses TYPE '[' [COUNT] ']' [':' INIT]. */
bool run_parse_buffer_type(struct parser *p, struct run_stmt *s)
{
	s->type = p->token == TOKEN_NAME ? run_type_find(p->text) : RUN_TYPE_COUNT;
	if (s->type == RUN_TYPE_COUNT)
		return run_parse_unknown_type(p);
	run_parser_next(p);
	if (!run_parser_expect(p, "["))
		return false;
	if (!run_parser_is(p, "]") && !run_parse_one_expr(p, &s->a))
		return false;
	if (!run_parser_expect(p, "]"))
		return false;
	return run_parse_optional_init(p, s);
}

static const struct {
	const char *name;
	enum run_tolerance_kind kind;
} tolerances[] = {{"abs", RUN_ABS}, {"rel", RUN_REL}, {"ulp", RUN_ULP}};

bool run_tolerance_find(struct str name, enum run_tolerance_kind *out)
{
	for (size_t i = 0; i < ARRAY_LEN(tolerances); i++)
		if (str_is(name, tolerances[i].name)) {
			*out = tolerances[i].kind;
			return true;
		}
	return false;
}

/* Parses NUMBER, abs=NUMBER, rel=NUMBER or ulp=NUMBER. */
bool run_parse_tolerance(struct parser *p, struct run_tolerance *t)
{
	static const char *const kinds[] = {"abs", "rel", "ulp", NULL};
	t->kind = RUN_MIXED;
	if (p->token == TOKEN_NAME && run_tolerance_find(p->text, &t->kind)) {
		run_parser_next(p);
		if (!run_parser_expect(p, "="))
			return false;
	}
	if (p->token != TOKEN_NUMBER)
		return run_parser_unknown(p,
			"a tolerance: NUMBER, abs=NUMBER, rel=NUMBER or ulp=NUMBER", kinds);
	t->limit = run_to_double(p->number);
	run_parser_next(p);
	return true;
}

bool run_parse_range(struct parser *p, struct run_stmt *s)
{
	if (!run_parse_target(p, &s->name))
		return false;
	if (!run_parser_accept(p, "["))
		return true;
	return run_parse_one_expr(p, &s->a) &&
	       (!run_parser_accept(p, ",") || run_parse_one_expr(p, &s->b)) &&
	       run_parser_expect(p, "]");
}

bool run_parse_sizes(struct parser *p, const char *close, struct run_expr *sizes[3], uint32_t *dims)
{
	struct run_expr **list = NULL;
	struct diag_place place = run_parser_place(p);
	if (!run_parse_expr_list(p, close, &list, dims))
		return false;
	if (*dims > 3) {
		diag_error(p->diag, place, "at most three dimensions, found %u", *dims);
		return false;
	}
	memcpy(sizes, list, *dims * sizeof *sizes);
	return true;
}
