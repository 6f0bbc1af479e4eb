/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses image and sampler statements, and the values of --arg that describe an image or a
 * sampler. */
#include "parse_impl.h"

enum { MOST_WORDS = 64 }; /* no kind of word has more */

static bool unknown_word(struct parser *p, enum run_word kind, const char *expected)
{
	const char *names[MOST_WORDS + 1] = {NULL};
	for (uint8_t i = 0; i < MOST_WORDS; i++)
		if ((names[i] = run_word_text(kind, i, p->arena)) == NULL)
			break;
	return run_parser_unknown(p, expected, names);
}

static bool take_word(struct parser *p, enum run_word kind, const char *expected, uint8_t *out)
{
	if (p->token != TOKEN_NAME || !run_word_find(kind, p->text, out))
		return unknown_word(p, kind, expected);
	run_parser_next(p);
	return true;
}

/* Takes a word that a blank or a ':' separates from the one before; a ':' needs no quotes on a
 * command line. */
static bool take_next_word(struct parser *p, enum run_word kind, const char *expected, uint8_t *out)
{
	(void)run_parser_accept(p, ":");
	return take_word(p, kind, expected, out);
}

static bool parse_sizes(struct parser *p, struct run_stmt *s)
{
	struct run_expr **list = NULL;
	struct diag_place place = run_parser_place(p);

	if (!run_parser_expect(p, "[") || !run_parse_expr_list(p, "]", &list, &s->grid_dims))
		return false;
	if (s->grid_dims > 3) {
		diag_error(p->diag, place, "at most three sizes, found %u", s->grid_dims);
		return false;
	}
	memcpy(s->grid, list, s->grid_dims * sizeof *list);
	return true;
}

/* Parses the name of "as NAME". */
static bool parse_alias(struct parser *p, struct run_stmt *s)
{
	(void)run_parser_accept(p, ":");
	if (p->token != TOKEN_NAME && p->token != TOKEN_SYMBOL)
		return run_parser_error(p, "the name of an image or of a program variable");
	s->path = run_parser_copy(p, p->text);
	run_parser_next(p);
	return true;
}

bool run_parse_picture(struct parser *p, struct run_stmt *s)
{
	struct run_picture *i = &s->picture;

	s->kind = RUN_STMT_PICTURE;
	(void)run_parser_accept(p, ":");
	if (run_parser_accept(p, "as"))
		return parse_alias(p, s);
	if (!take_word(p, RUN_WORD_GEOMETRY, "a geometry such as 2d, or 'as'", &i->geometry) ||
		!parse_sizes(p, s) ||
		!take_next_word(p, RUN_WORD_ORDER, "a channel order such as rgba", &i->order) ||
		!take_next_word(p, RUN_WORD_TYPE, "a channel type such as unorm_int8", &i->type))
		return false;
	return run_parse_optional_init(p, s);
}

bool run_parse_sampler(struct parser *p, struct run_stmt *s)
{
	struct run_picture *i = &s->picture;

	s->kind = RUN_STMT_SAMPLER;
	return take_next_word(p, RUN_WORD_COORD, "'normalized' or 'unnormalized'", &i->coord) &&
	       take_next_word(p, RUN_WORD_FILTER, "'nearest' or 'linear'", &i->filter) &&
	       take_next_word(p, RUN_WORD_ADDRESSING, "an addressing mode such as clamp_to_edge",
		       &i->addressing);
}
