/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses the expressions, initial values and arguments of run files. */
#include "parse_impl.h"

/* The binary operators, weakest first. */
static const struct {
	const char *text;
	enum run_op op;
	unsigned level;
} binary_ops[] = {
	{"||", RUN_OP_OR, 1},
	{"&&", RUN_OP_AND, 2},
	{"|", RUN_OP_BIT_OR, 3},
	{"^", RUN_OP_BIT_XOR, 4},
	{"&", RUN_OP_BIT_AND, 5},
	{"==", RUN_OP_EQ, 6},
	{"!=", RUN_OP_NE, 6},
	{"<", RUN_OP_LT, 7},
	{"<=", RUN_OP_LE, 7},
	{">", RUN_OP_GT, 7},
	{">=", RUN_OP_GE, 7},
	{"<<", RUN_OP_SHL, 8},
	{">>", RUN_OP_SHR, 8},
	{"+", RUN_OP_ADD, 9},
	{"-", RUN_OP_SUB, 9},
	{"*", RUN_OP_MUL, 10},
	{"/", RUN_OP_DIV, 10},
	{"%", RUN_OP_REM, 10},
};
enum { WEAKEST = 1 };

static struct run_expr *new_expr(struct parser *p, enum run_expr_kind kind)
{
	struct run_expr *e = ARENA_NEW(p->arena, struct run_expr);
	e->kind = kind;
	e->place = run_parser_place(p);
	return e;
}

static struct run_expr *parse_name(struct parser *p)
{
	struct run_expr *e = new_expr(p, RUN_EXPR_NAME);
	e->name = run_parser_copy(p, p->text);
	run_parser_next(p);
	if (!run_parser_accept(p, "["))
		return e;
	e->kind = RUN_EXPR_ELEMENT;
	e->lhs = run_parse_expr(p);
	return e->lhs != NULL && run_parser_expect(p, "]") ? e : NULL;
}

static struct run_expr *parse_unary(struct parser *p);

static struct run_expr *parse_operator(struct parser *p, enum run_op op)
{
	struct run_expr *e = new_expr(p, RUN_EXPR_UNARY);
	run_parser_next(p);
	e->op = op;
	if (!run_parser_enter(p))
		return NULL;
	e->lhs = parse_unary(p);
	p->depth--;
	return e->lhs == NULL ? NULL : e;
}

static struct run_expr *parse_unary(struct parser *p)
{
	struct run_expr *e = NULL;
	if (p->token == TOKEN_NUMBER) {
		e = new_expr(p, RUN_EXPR_NUMBER);
		e->number = p->number;
		run_parser_next(p);
		return e;
	}
	if (p->token == TOKEN_NAME || p->token == TOKEN_SYMBOL)
		return parse_name(p);
	if (run_parser_is(p, "-"))
		return parse_operator(p, RUN_OP_NEG);
	if (run_parser_is(p, "!"))
		return parse_operator(p, RUN_OP_NOT);
	if (run_parser_is(p, "~"))
		return parse_operator(p, RUN_OP_BIT_NOT);
	if (run_parser_accept(p, "(")) {
		e = run_parse_expr(p);
		return e != NULL && run_parser_expect(p, ")") ? e : NULL;
	}
	(void)!run_parser_error(p, "a number, a name or '('");
	return NULL;
}

static const unsigned *find_level(const struct parser *p, enum run_op *op)
{
	for (size_t i = 0; i < ARRAY_LEN(binary_ops); i++) {
		if (p->token == TOKEN_PUNCT && str_is(p->text, binary_ops[i].text)) {
			*op = binary_ops[i].op;
			return &binary_ops[i].level;
		}
	}
	return NULL;
}

/* Parses operators of `level` and stronger ones, by precedence climbing. Returns NULL after an
 * error. */
static struct run_expr *parse_binary(struct parser *p, unsigned level)
{
	struct run_expr *lhs = parse_unary(p);
	enum run_op op = RUN_OP_NONE;
	const unsigned *found = NULL;
	while (lhs != NULL && (found = find_level(p, &op)) != NULL && *found >= level) {
		struct run_expr *e = new_expr(p, RUN_EXPR_BINARY);
		run_parser_next(p);
		e->op = op;
		e->lhs = lhs;
		e->rhs = parse_binary(p, *found + 1);
		lhs = e->rhs == NULL ? NULL : e;
	}
	return lhs;
}

struct run_expr *run_parse_expr(struct parser *p)
{
	if (!run_parser_enter(p))
		return NULL;
	struct run_expr *e = parse_binary(p, WEAKEST);
	p->depth--;
	return e;
}

struct expr_list {
	struct run_expr **items;
	size_t count, capacity;
};

static bool append_expr(struct parser *p, struct expr_list *l)
{
	struct run_expr *e = run_parse_expr(p);
	if (e == NULL)
		return false;
	if (l->count == l->capacity) {
		size_t capacity = l->capacity == 0 ? 4 : 2 * l->capacity;
		struct run_expr **items = ARENA_ARRAY(p->arena, struct run_expr *, capacity);
		if (l->count != 0)
			memcpy(items, l->items, l->count * sizeof *items);
		l->items = items;
		l->capacity = capacity;
	}
	l->items[l->count++] = e;
	return true;
}

bool run_parse_expr_list(struct parser *p, const char *close, struct run_expr ***out,
	uint32_t *count)
{
	struct expr_list l = {0};
	do {
		if (!append_expr(p, &l))
			return false;
	} while (run_parser_accept(p, ","));
	*out = l.items;
	*count = (uint32_t)l.count;
	return close == NULL || run_parser_expect(p, close);
}

/* Parses (a, b), or :a:b, which needs no quotes on a command line. */
static bool parse_init_args(struct parser *p, struct run_init *init)
{
	struct expr_list l = {0};
	if (run_parser_accept(p, "("))
		return run_parse_expr_list(p, ")", &init->exprs, &init->expr_count);
	if (!run_parser_is(p, ":"))
		return run_parser_error(p, "'('");
	while (run_parser_accept(p, ":"))
		if (!append_expr(p, &l))
			return false;
	init->exprs = l.items;
	init->expr_count = (uint32_t)l.count;
	return true;
}

static const struct {
	const char *name;
	enum run_init_kind kind;
	uint32_t min, max;
	const char *usage;
} functions[] = {
	{"ramp", RUN_INIT_RAMP, 1, 2, "ramp(START) or ramp(START, STEP)"},
	{"random", RUN_INIT_RANDOM, 1, 3, "random(SEED) or random(SEED, LOW, HIGH)"},
	{"list", RUN_INIT_LIST, 1, UINT32_MAX, ""},
	{"each", RUN_INIT_EACH, 1, 1, "each(EXPRESSION)"},
	{"of", RUN_INIT_COPY, 1, 1, "of(BUFFER)"},
};

static bool parse_function(struct parser *p, size_t f, struct run_init *init)
{
	init->kind = functions[f].kind;
	run_parser_next(p);
	if (!parse_init_args(p, init))
		return false;
	bool count_ok = init->expr_count >= functions[f].min &&
	                init->expr_count <= functions[f].max &&
	                !(init->kind == RUN_INIT_RANDOM && init->expr_count == 2);
	bool name_ok = init->kind != RUN_INIT_COPY || init->exprs[0]->kind == RUN_EXPR_NAME;
	if (!count_ok || !name_ok) {
		diag_error(p->diag, init->place, "expected %s", functions[f].usage);
		return false;
	}
	if (init->kind == RUN_INIT_COPY)
		init->path = init->exprs[0]->name;
	return true;
}

/* Tells whether the current name has arguments, as initial values such as ramp() do. Expressions
 * have no calls, and no colon follows a name in them. */
static bool is_call(const struct parser *p)
{
	struct parser ahead = *p;
	if (p->token != TOKEN_NAME)
		return false;
	run_parser_next(&ahead);
	return run_parser_is(&ahead, "(") || run_parser_is(&ahead, ":");
}

static bool unknown_function(struct parser *p)
{
	const char *names[ARRAY_LEN(functions) + 1] = {NULL};
	for (size_t f = 0; f < ARRAY_LEN(functions); f++)
		names[f] = functions[f].name;
	return run_parser_unknown(p, "an initial value", names);
}

static bool parse_init_into(struct parser *p, struct run_init *init)
{
	for (size_t f = 0; f < ARRAY_LEN(functions); f++)
		if (run_parser_is(p, functions[f].name))
			return parse_function(p, f, init);
	if (is_call(p))
		return unknown_function(p);
	init->kind = run_parser_accept(p, "text") ? RUN_INIT_TEXT : RUN_INIT_BINARY;
	if (init->kind == RUN_INIT_TEXT && p->token != TOKEN_PATH)
		return run_parser_error(p, "'@' and a file name");
	if (p->token == TOKEN_PATH)
		return run_parser_path(p, &init->path);
	init->kind = RUN_INIT_CONSTANT;
	init->exprs = ARENA_ARRAY(p->arena, struct run_expr *, 1);
	init->expr_count = 1;
	return (init->exprs[0] = run_parse_expr(p)) != NULL;
}

struct run_init *run_parse_init(struct parser *p)
{
	struct run_init *init = ARENA_NEW(p->arena, struct run_init);
	init->place = run_parser_place(p);
	return parse_init_into(p, init) ? init : NULL;
}

bool run_parse_arg(struct parser *p, struct run_arg *out)
{
	*out = (struct run_arg){.place = run_parser_place(p), .type = RUN_TYPE_COUNT};
	out->type = p->token == TOKEN_NAME ? run_type_find(p->text) : RUN_TYPE_COUNT;
	if (out->type != RUN_TYPE_COUNT) {
		run_parser_next(p);
		if (!run_parser_expect(p, ":"))
			return false;
	}
	if (run_parser_is(p, "list"))
		return (out->list = run_parse_init(p)) != NULL;
	return (out->expr = run_parse_expr(p)) != NULL;
}
