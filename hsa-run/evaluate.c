/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Evaluates expressions. Integers have 64 bits and wrap; an operation is done in doubles when one
 * of its operands is a double. */
#include <math.h>
#include "hsaemu/similar.h"
#include "buffers.h"
#include "evaluate.h"
#include "results.h"
#include "targets.h"

const char *run_number_text(struct run_session *s, struct run_number n)
{
	struct buf text = BUF_INIT;
	run_format(n.is_float ? (void *)&n.f : (void *)&n.i,
		n.is_float ? RUN_TYPE_F64 : RUN_TYPE_S64, &text);
	const char *copy = arena_strndup(&s->arena, (const char *)text.data, text.len);
	buf_release(&text);
	return copy;
}

const char *run_range_text(struct run_session *s, enum run_type t)
{
	unsigned unused = 64 - 8 * run_types[t].bytes;
	return arena_printf(&s->arena, "%lld to %llu", (long long)(INT64_MIN >> unused),
		(unsigned long long)(UINT64_MAX >> unused));
}

static bool truth(struct run_number n)
{
	return n.is_float ? n.f != 0 : n.i != 0;
}

static bool no_variable(struct run_session *s, const struct run_expr *e)
{
	struct buf text = BUF_INIT;
	struct similar similar = similar_to(str_from(e->name));
	buf_printf(&text, "no variable '%s'", e->name);
	for (const struct run_variable *v = s->variables; v != NULL; v = v->next)
		similar_try(&similar, v->name);
	for (const struct run_buffer *b = s->buffers; b != NULL; b = b->next)
		similar_try(&similar, b->name);
	similar_say(&similar, &text);
	(void)!run_fail(s, RUN_USAGE, e->place, STR_FMT, STR_ARG(buf_slice(&text)));
	buf_release(&text);
	return false;
}

static bool eval_name(struct run_session *s, const struct run_expr *e, struct run_number *out)
{
	for (const struct run_variable *v = s->variables; v != NULL; v = v->next) {
		if (strcmp(v->name, e->name) == 0) {
			*out = v->value;
			return true;
		}
	}
	uint64_t handle = run_function_find(s, e->name);
	const struct run_buffer *b = run_buffer_find(s, e->name);
	if (b != NULL && run_is_picture(b))
		handle = b->address;
	if (handle != 0) {
		*out = run_int(handle);
		return true;
	}
	if (e->name[0] == '&' || b != NULL)
		return run_fail(s, RUN_USAGE, e->place,
			"'%s' is no number; %s[INDEX] is one of its elements", e->name, e->name);
	return no_variable(s, e);
}

static bool eval_element(struct run_session *s, const struct run_expr *e, struct run_number *out)
{
	struct run_target t;
	struct run_number index;
	if (!run_target_find(s, e->name, e->place, &t) || !run_eval(s, e->lhs, &index))
		return false;
	if (index.is_float || index.i >= t.count)
		return run_fail(s, RUN_USAGE, e->place, "index %s of '%s', which has %llu elements",
			run_number_text(s, index), e->name, (unsigned long long)t.count);
	*out = run_load(t.data + index.i * run_types[t.type].bytes, t.type);
	return true;
}

static bool eval_unary(struct run_session *s, const struct run_expr *e, struct run_number *out)
{
	struct run_number v;
	if (!run_eval(s, e->lhs, &v))
		return false;
	if (e->op == RUN_OP_NEG)
		*out = v.is_float ? run_float(-v.f) : run_int(0 - v.i);
	else if (e->op == RUN_OP_NOT)
		*out = run_int(!truth(v));
	else if (!v.is_float)
		*out = run_int(~v.i);
	else
		return run_fail(s, RUN_USAGE, e->place, "'~' of a float");
	return true;
}

static bool set(struct run_number *out, struct run_number v)
{
	*out = v;
	return true;
}

static bool apply_float(enum run_op op, double a, double b, struct run_number *out)
{
	switch (op) {
	case RUN_OP_ADD:
		return set(out, run_float(a + b));
	case RUN_OP_SUB:
		return set(out, run_float(a - b));
	case RUN_OP_MUL:
		return set(out, run_float(a * b));
	case RUN_OP_DIV:
		return set(out, run_float(a / b));
	case RUN_OP_REM:
		return set(out, run_float(fmod(a, b)));
	case RUN_OP_EQ:
		return set(out, run_int(a == b));
	case RUN_OP_NE:
		return set(out, run_int(a != b));
	case RUN_OP_LT:
		return set(out, run_int(a < b));
	case RUN_OP_LE:
		return set(out, run_int(a <= b));
	case RUN_OP_GT:
		return set(out, run_int(a > b));
	case RUN_OP_GE:
		return set(out, run_int(a >= b));
	case RUN_OP_NONE:
	case RUN_OP_OR:
	case RUN_OP_AND:
	case RUN_OP_BIT_OR:
	case RUN_OP_BIT_XOR:
	case RUN_OP_BIT_AND:
	case RUN_OP_SHL:
	case RUN_OP_SHR:
	case RUN_OP_NEG:
	case RUN_OP_NOT:
	case RUN_OP_BIT_NOT:
		break;
	}
	return false;
}

/* Applies an operator to integers. Divisions truncate, and INT64_MIN / -1 wraps. The caller rules
 * out a zero divisor. Returns false when the operator is not binary or is a logical one. */
static bool apply_integer(enum run_op op, uint64_t a, uint64_t b, struct run_number *out)
{
	int64_t x = (int64_t)a, y = (int64_t)b;
	switch (op) {
	case RUN_OP_BIT_OR:
		return set(out, run_int(a | b));
	case RUN_OP_BIT_XOR:
		return set(out, run_int(a ^ b));
	case RUN_OP_BIT_AND:
		return set(out, run_int(a & b));
	case RUN_OP_SHL:
		return set(out, run_int(b < 64 ? a << b : 0));
	case RUN_OP_SHR:
		return set(out, run_int(b < 64 ? a >> b : 0));
	case RUN_OP_ADD:
		return set(out, run_int(a + b));
	case RUN_OP_SUB:
		return set(out, run_int(a - b));
	case RUN_OP_MUL:
		return set(out, run_int(a * b));
	case RUN_OP_DIV:
		return set(out, run_int(y == -1 ? 0 - a : (uint64_t)(x / y)));
	case RUN_OP_REM:
		return set(out, run_int(y == -1 ? 0 : (uint64_t)(x % y)));
	case RUN_OP_EQ:
		return set(out, run_int(x == y));
	case RUN_OP_NE:
		return set(out, run_int(x != y));
	case RUN_OP_LT:
		return set(out, run_int(x < y));
	case RUN_OP_LE:
		return set(out, run_int(x <= y));
	case RUN_OP_GT:
		return set(out, run_int(x > y));
	case RUN_OP_GE:
		return set(out, run_int(x >= y));
	case RUN_OP_NONE:
	case RUN_OP_OR:
	case RUN_OP_AND:
	case RUN_OP_NEG:
	case RUN_OP_NOT:
	case RUN_OP_BIT_NOT:
		break;
	}
	return false;
}

static bool eval_binary(struct run_session *s, const struct run_expr *e, struct run_number *out)
{
	struct run_number a, b;
	if (!run_eval(s, e->lhs, &a) || !run_eval(s, e->rhs, &b))
		return false;
	if (e->op == RUN_OP_AND || e->op == RUN_OP_OR) {
		return set(out,
			run_int(e->op == RUN_OP_AND ? truth(a) && truth(b) : truth(a) || truth(b)));
	}
	if (a.is_float || b.is_float)
		return apply_float(e->op, run_to_double(a), run_to_double(b), out) ||
		       run_fail(s, RUN_USAGE, e->place, "operator for integers, used on a float");
	if ((e->op == RUN_OP_DIV || e->op == RUN_OP_REM) && b.i == 0)
		return run_fail(s, RUN_USAGE, e->place, "division by zero");
	if (!apply_integer(e->op, a.i, b.i, out))
		BUG("binary operator %d", (int)e->op);
	return true;
}

bool run_eval(struct run_session *s, const struct run_expr *e, struct run_number *out)
{
	switch (e->kind) {
	case RUN_EXPR_NUMBER:
		*out = e->number;
		return true;
	case RUN_EXPR_NAME:
		return eval_name(s, e, out);
	case RUN_EXPR_ELEMENT:
		return eval_element(s, e, out);
	case RUN_EXPR_UNARY:
		return eval_unary(s, e, out);
	case RUN_EXPR_BINARY:
		return eval_binary(s, e, out);
	}
	BUG("expression kind %d", (int)e->kind);
}

bool run_eval_count(struct run_session *s, const struct run_expr *e, uint64_t max, uint64_t *out)
{
	struct run_number n;
	if (!run_eval(s, e, &n))
		return false;
	if (n.is_float || n.i > max)
		return run_fail(s, RUN_USAGE, e->place,
			"expected an integer from 0 to %llu, found %s", (unsigned long long)max,
			run_number_text(s, n));
	*out = n.i;
	return true;
}
