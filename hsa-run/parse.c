/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses the statements of run files. After an error the parser goes on at the next statement
 * keyword that begins a line, or at the block's end. */
#include "hsaemu/image_abi.h"
#include "parse_impl.h"

typedef bool parse_stmt(struct parser *p, struct run_stmt *s);

static bool parse_block(struct parser *p, struct run_stmt **out);

/* Tells whether the token after the current one is this punctuation. */
static bool is_before(const struct parser *p, const char *punct)
{
	struct parser ahead = *p;
	run_parser_next(&ahead);
	return run_parser_is(&ahead, punct);
}

/* ---- simple statements ---------------------------------------------------------------------- */

static bool parse_image(struct parser *p, struct run_stmt *s)
{
	enum { MAX_FLAGS = 32 };
	const char *flags[MAX_FLAGS];
	if (!run_parser_path(p, &s->path))
		return false;
	while (p->token == TOKEN_STRING || run_parser_is(p, "-")) {
		if (s->flag_count == MAX_FLAGS)
			return run_parser_error(p, "no more flags");
		if (!run_parser_path(p, &flags[s->flag_count]))
			return false;
		s->flag_count++;
	}
	s->flags = ARENA_ARRAY(p->arena, const char *, s->flag_count);
	if (s->flag_count != 0)
		memcpy(s->flags, flags, s->flag_count * sizeof *flags);
	return true;
}

static bool parse_run(struct parser *p, struct run_stmt *s)
{
	if (p->token != TOKEN_STRING && p->token != TOKEN_NAME)
		return run_parser_error(p, "a name for the run");
	s->name = run_parser_copy(p, p->text);
	run_parser_next(p);
	return parse_block(p, &s->body);
}

static bool parse_let(struct parser *p, struct run_stmt *s)
{
	return run_parse_name(p, &s->name) && run_parser_expect(p, "=") &&
	       run_parse_one_expr(p, &s->a);
}

static bool parse_buffer(struct parser *p, struct run_stmt *s)
{
	return run_parse_name(p, &s->name) && run_parse_buffer_type(p, s);
}

/* Parses NAME ['=' EXPR]. */
static bool parse_signal(struct parser *p, struct run_stmt *s)
{
	return run_parse_name(p, &s->name) &&
	       (!run_parser_accept(p, "=") || run_parse_one_expr(p, &s->a));
}

/* Parses NAME ['[' PACKETS ']'] ['service']. */
static bool parse_queue(struct parser *p, struct run_stmt *s)
{
	if (!run_parse_name(p, &s->name))
		return false;
	if (run_parser_accept(p, "[") &&
		!(run_parse_one_expr(p, &s->a) && run_parser_expect(p, "]")))
		return false;
	s->service = run_parser_accept(p, "service");
	return true;
}

static bool parse_picture(struct parser *p, struct run_stmt *s)
{
	return run_parse_name(p, &s->name) && run_parse_picture(p, s);
}

static bool parse_roimg(struct parser *p, struct run_stmt *s)
{
	s->picture.access = HSAEMU_IMAGE_RO;
	return parse_picture(p, s);
}

static bool parse_woimg(struct parser *p, struct run_stmt *s)
{
	s->picture.access = HSAEMU_IMAGE_WO;
	return parse_picture(p, s);
}

static bool parse_rwimg(struct parser *p, struct run_stmt *s)
{
	s->picture.access = HSAEMU_IMAGE_RW;
	return parse_picture(p, s);
}

static bool parse_samp(struct parser *p, struct run_stmt *s)
{
	return run_parse_name(p, &s->name) && run_parse_sampler(p, s);
}

static bool parse_fill(struct parser *p, struct run_stmt *s)
{
	return run_parse_target(p, &s->name) && run_parser_expect(p, ":") &&
	       (s->init = run_parse_init(p)) != NULL;
}

static bool parse_swap(struct parser *p, struct run_stmt *s)
{
	return run_parse_name(p, &s->name) && run_parser_expect(p, ",") &&
	       run_parse_name(p, &s->path);
}

static bool parse_check(struct parser *p, struct run_stmt *s)
{
	if (!parse_fill(p, s))
		return false;
	return !run_parser_accept(p, "within") || run_parse_tolerance(p, &s->tolerance);
}

static bool parse_write(struct parser *p, struct run_stmt *s)
{
	if (!run_parse_target(p, &s->name) || !run_parser_path(p, &s->path))
		return false;
	s->text = run_parser_accept(p, "text");
	return true;
}

/* ---- dispatch ------------------------------------------------------------------------------- */

static bool parse_args(struct parser *p, struct run_stmt *s)
{
	enum { MAX_ARGS = 1024 };
	uint32_t capacity = 0;
	if (run_parser_accept(p, ")"))
		return true;
	do {
		if (s->arg_count == MAX_ARGS) {
			diag_error(p->diag, run_parser_place(p), "more than %d arguments",
				MAX_ARGS);
			return false;
		}
		if (s->arg_count == capacity) {
			capacity = capacity == 0 ? 8 : 2 * capacity;
			struct run_arg *args = ARENA_ARRAY(p->arena, struct run_arg, capacity);
			if (s->arg_count != 0)
				memcpy(args, s->args, s->arg_count * sizeof *args);
			s->args = args;
		}
		if (!run_parse_arg(p, &s->args[s->arg_count]))
			return false;
		s->arg_count++;
	} while (run_parser_accept(p, ","));
	return run_parser_expect(p, ")");
}

enum clause { CLAUSE_GRID, CLAUSE_GROUP, CLAUSE_OFFSET, CLAUSE_DYNAMIC, CLAUSE_ARGS, CLAUSE_COUNT };
static const char *const clauses[CLAUSE_COUNT + 1] = {
	"grid", "group", "offset", "dynamic", "args", NULL};

/* Parses the contents of a clause's brackets. */
static bool parse_clause(struct parser *p, struct run_stmt *s, enum clause c)
{
	switch (c) {
	case CLAUSE_GRID:
		return run_parse_sizes(p, ")", s->grid, &s->grid_dims);
	case CLAUSE_GROUP:
		return run_parse_sizes(p, ")", s->group, &s->group_dims);
	case CLAUSE_OFFSET:
		return run_parse_sizes(p, ")", s->offset, &s->offset_dims);
	case CLAUSE_DYNAMIC:
		return run_parse_one_expr(p, &s->a) && run_parser_expect(p, ")");
	case CLAUSE_ARGS:
		return parse_args(p, s);
	case CLAUSE_COUNT:
		break;
	}
	BUG("no clause %d", (int)c);
}

/* Parses the clauses. They come in any order, each at most once. */
static bool parse_clauses(struct parser *p, struct run_stmt *s)
{
	bool seen[CLAUSE_COUNT] = {false};
	enum clause c = 0;
	while (c < CLAUSE_COUNT) {
		struct diag_place place = run_parser_place(p);
		if (!run_parser_accept(p, clauses[c])) {
			c++;
			continue;
		}
		if (seen[c]) {
			diag_error(p->diag, place, "'%s' is given twice", clauses[c]);
			return false;
		}
		seen[c] = true;
		if (!run_parser_expect(p, "(") || !parse_clause(p, s, c))
			return false;
		c = 0;
	}
	return true;
}

/* Parses [&NAME | NAME | "TEXT"]. A name followed by a bracket is a clause, not a kernel. */
static void take_kernel(struct parser *p, const char **out)
{
	bool name = p->token == TOKEN_NAME && !is_before(p, "(");
	if (!name && p->token != TOKEN_SYMBOL && p->token != TOKEN_STRING)
		return;
	*out = run_parser_copy(p, p->text);
	run_parser_next(p);
}

static bool parse_dispatch(struct parser *p, struct run_stmt *s)
{
	take_kernel(p, &s->name);
	if (!parse_clauses(p, s))
		return false;
	if (p->token == TOKEN_NAME && is_before(p, "("))
		return run_parser_unknown(p, "a clause of 'dispatch'", clauses);
	return s->grid_dims != 0 || run_parser_error(p, "'grid('");
}

/* ---- control -------------------------------------------------------------------------------- */

static bool parse_repeat(struct parser *p, struct run_stmt *s)
{
	return run_parse_one_expr(p, &s->a) && parse_block(p, &s->body);
}

static bool parse_for(struct parser *p, struct run_stmt *s)
{
	return run_parse_name(p, &s->name) && run_parser_expect(p, "=") &&
	       run_parse_one_expr(p, &s->a) && run_parser_expect(p, "while") &&
	       run_parse_one_expr(p, &s->b) && run_parser_expect(p, "next") &&
	       run_parse_one_expr(p, &s->c) && parse_block(p, &s->body);
}

static bool parse_if(struct parser *p, struct run_stmt *s)
{
	return run_parse_one_expr(p, &s->a) && parse_block(p, &s->body) &&
	       (!run_parser_accept(p, "else") || parse_block(p, &s->otherwise));
}

static const struct {
	const char *keyword;
	enum run_stmt_kind kind;
	parse_stmt *parse;
} statements[] = {
	{"image", RUN_STMT_IMAGE, parse_image},
	{"run", RUN_STMT_RUN, parse_run},
	{"let", RUN_STMT_LET, parse_let},
	{"buffer", RUN_STMT_BUFFER, parse_buffer},
	{"signal", RUN_STMT_SIGNAL, parse_signal},
	{"queue", RUN_STMT_QUEUE, parse_queue},
	{"fill", RUN_STMT_FILL, parse_fill},
	{"dispatch", RUN_STMT_DISPATCH, parse_dispatch},
	{"repeat", RUN_STMT_REPEAT, parse_repeat},
	{"for", RUN_STMT_FOR, parse_for},
	{"if", RUN_STMT_IF, parse_if},
	{"swap", RUN_STMT_SWAP, parse_swap},
	{"check", RUN_STMT_CHECK, parse_check},
	{"write", RUN_STMT_WRITE, parse_write},
	{"print", RUN_STMT_PRINT, run_parse_range},
	{"roimg", RUN_STMT_PICTURE, parse_roimg},
	{"woimg", RUN_STMT_PICTURE, parse_woimg},
	{"rwimg", RUN_STMT_PICTURE, parse_rwimg},
	{"samp", RUN_STMT_SAMPLER, parse_samp},
};

static size_t find_statement(const struct parser *p)
{
	size_t i = 0;
	while (i < ARRAY_LEN(statements) && !run_parser_is(p, statements[i].keyword))
		i++;
	return i;
}

static bool begins_line(const struct parser *p)
{
	size_t line = p->off;
	while (line > 0 && (p->source->text[line - 1] == ' ' || p->source->text[line - 1] == '\t'))
		line--;
	return line == 0 || p->source->text[line - 1] == '\n';
}

/* Skips to a statement keyword that begins a line, or to the end of the block or file. */
static void resynchronise(struct parser *p)
{
	for (unsigned depth = 0; p->token != TOKEN_END; run_parser_next(p)) {
		if (depth == 0 &&
			(run_parser_is(p, "}") ||
				(begins_line(p) && find_statement(p) < ARRAY_LEN(statements))))
			return;
		if (run_parser_is(p, "{"))
			depth++;
		else if (run_parser_is(p, "}"))
			depth--;
	}
}

static struct run_stmt *parse_statement(struct parser *p)
{
	size_t i = find_statement(p);
	if (i == ARRAY_LEN(statements)) {
		const char *keywords[ARRAY_LEN(statements) + 1] = {NULL};
		for (i = 0; i < ARRAY_LEN(statements); i++)
			keywords[i] = statements[i].keyword;
		(void)!run_parser_unknown(p, "a statement", keywords);
		return NULL;
	}
	struct run_stmt *s = ARENA_NEW(p->arena, struct run_stmt);
	s->kind = statements[i].kind;
	s->place = run_parser_place(p);
	run_parser_next(p);
	return statements[i].parse(p, s) ? s : NULL;
}

/* Parses statements up to the end, or up to '}' if `nested`. Returns false when there were
 * errors. */
static bool parse_statements(struct parser *p, bool nested, struct run_stmt **out)
{
	bool ok = true;
	while (p->token != TOKEN_END && !(nested && run_parser_is(p, "}")) &&
		!diag_at_limit(p->diag)) {
		if (run_parser_accept(p, ";"))
			continue;
		size_t begin = p->off;
		struct run_stmt *s = parse_statement(p);
		if (s != NULL) {
			*out = s;
			out = &s->next;
			continue;
		}
		ok = false;
		resynchronise(p);
		if (p->off == begin && p->token != TOKEN_END)
			run_parser_next(p); /* skips a brace that nothing opened */
	}
	return ok;
}

static bool parse_block(struct parser *p, struct run_stmt **out)
{
	if (!run_parser_expect(p, "{") || !run_parser_enter(p))
		return false;
	bool ok = parse_statements(p, true, out);
	p->depth--;
	return run_parser_expect(p, "}") && ok;
}

bool run_parse_file(struct source *s, struct arena *a, struct diag *d, struct run_stmt **out)
{
	struct parser p;
	*out = NULL;
	run_parser_init(&p, s, a, d);
	if (!parse_statements(&p, false, out) || diag_failed(d))
		return false;
	return *out != NULL || run_parser_error(&p, "a statement, such as 'dispatch'");
}
