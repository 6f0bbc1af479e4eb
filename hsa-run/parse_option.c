/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses the values of command-line options, which become statements. */
#include "parse_impl.h"

/* Parses [NAME=]. The token after the name must be '='; otherwise nothing is taken. */
static void take_label(struct parser *p, const char **out)
{
	struct parser ahead = *p;
	if (p->token != TOKEN_NAME)
		return;
	run_parser_next(&ahead);
	if (!run_parser_is(&ahead, "="))
		return;
	*out = run_parser_copy(p, p->text);
	*p = ahead;
	run_parser_next(p);
}

static bool option_arg(struct parser *p, struct run_stmt *s)
{
	take_label(p, &s->name);
	struct parser ahead = *p;
	run_parser_next(&ahead);
	if (p->token == TOKEN_NAME && run_type_find(p->text) != RUN_TYPE_COUNT &&
		run_parser_is(&ahead, "[")) {
		s->kind = RUN_STMT_BUFFER;
		return run_parse_buffer_type(p, s);
	}
	if (p->token == TOKEN_NAME && run_parser_is(&ahead, ":")) {
		if (run_word_find(RUN_WORD_ACCESS, p->text, &s->picture.access)) {
			run_parser_next(p);
			return run_parse_picture(p, s);
		}
		if (run_parser_accept(p, "samp"))
			return run_parse_sampler(p, s);
	}
	if (p->token == TOKEN_NAME && run_parser_is(&ahead, "[") &&
		(s->name != NULL || run_type_of_c(p->text) != RUN_TYPE_COUNT))
		return run_parse_unknown_type(p);
	s->args = ARENA_NEW(p->arena, struct run_arg);
	s->arg_count = 1;
	return run_parse_arg(p, s->args);
}

/* Cuts ":TOLERANCE" off the end of the text, if it is there. A bare number is a tolerance only when
 * `bare`. Returns false, after an error, when the end begins like a named tolerance but has no
 * number. */
static bool cut_tolerance(struct parser *p, bool bare, struct run_tolerance *t)
{
	const char *text = p->source->text;
	size_t colon = p->end, eq = 0;
	while (colon > p->at && text[colon - 1] != ':')
		colon--;
	if (colon == p->at)
		return true;
	struct str value = {text + colon, p->end - colon};
	while (eq < value.n && value.p[eq] != '=')
		eq++;
	struct run_tolerance found = {.kind = RUN_MIXED};
	bool named = eq < value.n && run_tolerance_find((struct str){value.p, eq}, &found.kind);
	struct run_number n;
	if (named)
		value = str_skip(value, eq + 1);
	else if (!bare || !run_parse_number(value, &n))
		/* The text behind the colon is part of the file's name or of the INIT. */
		return true;
	if (!run_parse_number(value, &n)) {
		diag_error(p->diag,
			diag_at_text(p->source, (uint32_t)colon, (uint32_t)(p->end - colon)),
			"'" STR_FMT "' is no tolerance", STR_ARG(value));
		return false;
	}
	found.limit = run_to_double(n);
	*t = found;
	p->end = colon - 1;
	return true;
}

/* Tells whether the text begins an INIT. A text that does not may be a file's name. */
static bool begins_init(struct str s)
{
	static const char *const words[] = {"ramp:", "ramp(", "random:", "random(",
		"list:", "list(", "each:", "each(", "of:", "of("};
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_starts(s, str_from(words[i])))
			return true;
	return false;
}

/* Parses NAME=FILE, NAME=@FILE, NAME=text@FILE or NAME=INIT, each with an optional tolerance. */
static bool option_check(struct parser *p, struct run_stmt *s)
{
	if (!run_parse_target(p, &s->name))
		return false;
	if (!run_parser_is(p, "="))
		return run_parser_error(p, "'='");
	bool init = begins_init((struct str){p->source->text + p->at, p->end - p->at});
	if (!cut_tolerance(p, !init, &s->tolerance))
		return false;
	struct str rest = {p->source->text + p->at, p->end - p->at};
	if (init || str_starts(rest, STR("@")) || str_starts(rest, STR("text@"))) {
		run_parser_next(p);
		return (s->init = run_parse_init(p)) != NULL;
	}
	s->init = ARENA_NEW(p->arena, struct run_init);
	*s->init = (struct run_init){.kind = RUN_INIT_BINARY,
		.place = run_parser_place(p),
		.path = run_parser_copy(p, rest)};
	p->at = p->end;
	run_parser_next(p);
	return rest.n != 0 || run_parser_error(p, "a file name");
}

static bool option_out(struct parser *p, struct run_stmt *s)
{
	if (!run_parse_target(p, &s->name))
		return false;
	if (!run_parser_is(p, "="))
		return run_parser_error(p, "'='");
	s->path = run_parser_copy(p, (struct str){p->source->text + p->at, p->end - p->at});
	p->at = p->end;
	run_parser_next(p);
	return *s->path != '\0' || run_parser_error(p, "a file name");
}

static bool parse_option(struct parser *p, enum run_option option, struct run_stmt *s)
{
	switch (option) {
	case RUN_OPTION_SIZES:
		return run_parse_sizes(p, NULL, s->grid, &s->grid_dims);
	case RUN_OPTION_NUMBER:
		return run_parse_one_expr(p, &s->a);
	case RUN_OPTION_ARG:
		return option_arg(p, s);
	case RUN_OPTION_CHECK:
		s->kind = RUN_STMT_CHECK;
		return option_check(p, s);
	case RUN_OPTION_SET:
		s->kind = RUN_STMT_FILL;
		return run_parse_target(p, &s->name) && run_parser_expect(p, "=") &&
		       (s->init = run_parse_init(p)) != NULL;
	case RUN_OPTION_OUT:
	case RUN_OPTION_TEXT:
		s->kind = RUN_STMT_WRITE;
		s->text = option == RUN_OPTION_TEXT;
		return option_out(p, s);
	case RUN_OPTION_PRINT:
		s->kind = RUN_STMT_PRINT;
		return run_parse_range(p, s);
	}
	BUG("option %d", (int)option);
}

bool run_parse_option(enum run_option option, struct source *s, struct arena *a, struct diag *d,
	struct run_stmt *out)
{
	struct parser p;
	*out = (struct run_stmt){.kind = RUN_STMT_DISPATCH};
	run_parser_init(&p, s, a, d);
	out->place = diag_at_text(s, 0, (uint32_t)s->len);
	return parse_option(&p, option, out) &&
	       (p.token == TOKEN_END || run_parser_error(&p, "the end"));
}
