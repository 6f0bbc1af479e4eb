/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file builds operands and folds constant expressions (PTX ISA 4.5, 6) while the text is
 * parsed. */
#include <stdlib.h>

#include "parse/float_bits.h"
#include "parse/expressions.h"

static struct ptx_operand *new_operand(struct ptx_parser *p, const struct ptx_span *loc,
	enum ptx_operand_kind kind)
{
	struct ptx_operand *o = ARENA_NEW(&p->module->arena, struct ptx_operand);
	o->kind = kind;
	o->span = *loc;
	return o;
}

static struct ptx_operand *bad_constant(struct ptx_parser *p, const struct ptx_span *loc,
	const char *why)
{
	if (!diag_at_limit(p->diag))
		diag_error(p->diag, ptx_place(p->module, *loc), "%s", why);
	return new_operand(p, loc, PTX_OPND_INT);
}

void ptx_act_no_operands(struct ptx_operands *list)
{
	*list = (struct ptx_operands){0};
}

void ptx_act_operand(struct ptx_parser *p, struct ptx_operands *out,
	const struct ptx_operands *list, struct ptx_operand *o)
{
	struct ptx_operands l = {0};
	if (list != NULL)
		l = *list;
	if (l.count == l.capacity) {
		l.capacity = l.capacity == 0 ? 4 : l.capacity * 2;
		struct ptx_operand **items =
			ARENA_ARRAY(&p->module->arena, struct ptx_operand *, l.capacity);
		if (l.count != 0)
			memcpy(items, l.items, l.count * sizeof *items);
		l.items = items;
	}
	l.items[l.count++] = o;
	*out = l;
}

void ptx_act_no_minus(struct ptx_parser *p, struct ptx_operand **items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (items[i]->minus) {
			items[i]->minus = false;
			bad_constant(p, &items[i]->span, "operator needs a constant");
		}
}

void ptx_act_pair(struct ptx_parser *p, struct ptx_operands *out, struct ptx_operand *a,
	struct ptx_operand *b)
{
	struct ptx_operands one;
	ptx_act_operand(p, &one, NULL, a);
	ptx_act_operand(p, out, &one, b);
}

struct ptx_operand *ptx_act_group(struct ptx_parser *p, struct ptx_span *loc,
	enum ptx_operand_kind kind, const struct ptx_operands *list)
{
	struct ptx_operand *o = new_operand(p, loc, kind);
	if (list != NULL) {
		ptx_act_no_minus(p, list->items, list->count);
		for (size_t i = 0; kind == PTX_OPND_VECTOR && i < list->count; i++)
			if (list->items[i]->is_sum)
				bad_constant(p, &list->items[i]->span,
					"elements of vectors have no offsets");
		o->elems = list->items;
		o->elem_count = (uint32_t)list->count;
	}
	return o;
}

struct ptx_operand *ptx_act_resident(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_operands *list, struct str predicate)
{
	struct ptx_operands pair;
	ptx_act_pair(p, &pair, ptx_act_group(p, loc, PTX_OPND_VECTOR, list),
		ptx_act_name(p, loc, predicate));
	return ptx_act_group(p, loc, PTX_OPND_DUAL, &pair);
}

struct ptx_operand *ptx_act_name(struct ptx_parser *p, struct ptx_span *loc, struct str name)
{
	enum { WARP_LANES = 32 };
	if (str_is(name, "WARP_SZ"))
		return ptx_act_int(p, loc, WARP_LANES, false);
	struct ptx_operand *o =
		new_operand(p, loc, str_is(name, "_") ? PTX_OPND_SINK : PTX_OPND_NAME);
	o->name = name;
	return o;
}

struct ptx_operand *ptx_act_int(struct ptx_parser *p, struct ptx_span *loc, uint64_t value,
	bool is_unsigned)
{
	struct ptx_operand *o = new_operand(p, loc, PTX_OPND_INT);
	o->value = value;
	o->is_unsigned = is_unsigned || value > INT64_MAX;
	return o;
}

struct ptx_operand *ptx_act_float(struct ptx_parser *p, struct ptx_span *loc,
	enum ptx_operand_kind kind, uint64_t bits)
{
	struct ptx_operand *o = new_operand(p, loc, kind);
	o->value = bits;
	return o;
}

struct ptx_operand *ptx_act_decimal(struct ptx_parser *p, struct ptx_span *loc, struct str text)
{
	/* the source ends with NUL and the scanner has checked the form */
	return ptx_act_float(p, loc, PTX_OPND_F64, ptx_f64_bits(strtod(text.p, NULL)));
}

/* A constant in parentheses is the constant itself. Anything else in parentheses is a call's list
 * of one, because the grammar cannot tell the two apart. */
struct ptx_operand *ptx_act_paren(struct ptx_parser *p, struct ptx_span *loc, struct ptx_operand *o)
{
	if (o->kind == PTX_OPND_INT || o->kind == PTX_OPND_F32 || o->kind == PTX_OPND_F64)
		return o;
	struct ptx_operands one;
	ptx_act_operand(p, &one, NULL, o);
	return ptx_act_group(p, loc, PTX_OPND_LIST, &one);
}

struct ptx_operand *ptx_act_cast(struct ptx_parser *p, struct ptx_span *loc, enum ptx_type type,
	struct ptx_operand *o)
{
	if (o->kind != PTX_OPND_INT || (type != PTX_U64 && type != PTX_S64))
		return bad_constant(p, loc, "only integer constants can be cast, to .s64 or .u64");
	struct ptx_operand *r = ptx_act_int(p, loc, o->value, false);
	r->is_unsigned = type == PTX_U64;
	return r;
}

static struct ptx_operand *negate_float(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_operand *o)
{
	uint64_t sign = o->kind == PTX_OPND_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
	return ptx_act_float(p, loc, o->kind, o->value ^ sign);
}

struct ptx_operand *ptx_act_unary(struct ptx_parser *p, struct ptx_span *loc, int op,
	struct ptx_operand *o)
{
	if (op == '!' && o->kind == PTX_OPND_NAME) {
		o->negated = !o->negated;
		o->span.off = loc->off;
		return o;
	}
	if (op == '-' && o->kind == PTX_OPND_NAME && o->offset == 0 && !o->negated) {
		o->minus = !o->minus;
		o->span.off = loc->off;
		return o;
	}
	if (op == '+')
		return o;
	if (op == '-' && (o->kind == PTX_OPND_F32 || o->kind == PTX_OPND_F64))
		return negate_float(p, loc, o);
	if (o->kind != PTX_OPND_INT)
		return bad_constant(p, loc, "operator needs a constant");
	uint64_t v = op == '-' ? 0 - o->value : op == '~' ? ~o->value : o->value == 0;
	struct ptx_operand *r = ptx_act_int(p, loc, v, false);
	r->is_unsigned = o->is_unsigned && op != '!';
	return r;
}

static uint64_t divide(int op, uint64_t a, uint64_t b, bool is_unsigned)
{
	if (is_unsigned)
		return op == '/' ? a / b : a % b;
	if (b == UINT64_MAX) /* -1 is handled apart, because INT64_MIN / -1 would overflow */
		return op == '/' ? 0 - a : 0;
	return (uint64_t)(op == '/' ? (int64_t)a / (int64_t)b : (int64_t)a % (int64_t)b);
}

static uint64_t shift(int op, uint64_t a, uint64_t n, bool is_unsigned)
{
	bool sign = !is_unsigned && (int64_t)a < 0;
	if (op == PTX_BIN_SHL)
		return n > 63 ? 0 : a << n;
	if (n > 63)
		return sign ? UINT64_MAX : 0;
	uint64_t r = a >> n;
	return sign && n != 0 ? r | ~(UINT64_MAX >> n) : r;
}

static bool less(uint64_t a, uint64_t b, bool is_unsigned)
{
	return is_unsigned ? a < b : (int64_t)a < (int64_t)b;
}

/* Computes a binary operation; division by zero must have been excluded. */
static uint64_t fold(int op, uint64_t a, uint64_t b, bool u)
{
	switch (op) {
	case '+':
		return a + b;
	case '-':
		return a - b;
	case '*':
		return a * b;
	case '/':
	case '%':
		return divide(op, a, b, u);
	case '&':
		return a & b;
	case '|':
		return a | b;
	case '^':
		return a ^ b;
	case '<':
		return less(a, b, u);
	case '>':
		return less(b, a, u);
	case PTX_BIN_SHL:
	case PTX_BIN_SHR:
		return shift(op, a, b, u);
	case PTX_BIN_LE:
		return !less(b, a, u);
	case PTX_BIN_GE:
		return !less(a, b, u);
	case PTX_BIN_EQ:
		return a == b;
	case PTX_BIN_NE:
		return a != b;
	case PTX_BIN_LAND:
		return a != 0 && b != 0;
	case PTX_BIN_LOR:
		return a != 0 || b != 0;
	}
	BUG("constant operator %d", op);
}

static struct ptx_operand *fold_float(struct ptx_parser *p, struct ptx_span *loc, int op, double a,
	double b)
{
	switch (op) {
	case '+':
		a += b;
		break;
	case '-':
		a -= b;
		break;
	case '*':
		a *= b;
		break;
	case '/':
		a /= b;
		break;
	default:
		return bad_constant(p, loc, "operator needs integer constants");
	}
	return ptx_act_float(p, loc, PTX_OPND_F64, ptx_f64_bits(a));
}

struct ptx_operand *ptx_act_binary(struct ptx_parser *p, struct ptx_span *loc, int op,
	struct ptx_operand *a, struct ptx_operand *b)
{
	bool named = a->kind == PTX_OPND_NAME || a->kind == PTX_OPND_SINK;
	ptx_act_no_minus(p, (struct ptx_operand *[]){a, b}, 2);
	if (op == '|' && named && (b->kind == PTX_OPND_NAME || b->kind == PTX_OPND_SINK)) {
		struct ptx_operands pair;
		ptx_act_pair(p, &pair, a, b);
		return ptx_act_group(p, loc, PTX_OPND_DUAL, &pair);
	}
	if (op == '-' && a->kind == PTX_OPND_NAME && b->kind == PTX_OPND_INT)
		return bad_constant(p, loc, "offsets are written with '+': name+-4");
	if (op == '+' && a->kind == PTX_OPND_NAME && b->kind == PTX_OPND_INT) {
		uint64_t offset = (uint64_t)a->offset + b->value;
		a->offset = (int64_t)offset;
		a->is_sum = true;
		a->span = *loc;
		return a;
	}
	if (a->kind == PTX_OPND_F64 && b->kind == PTX_OPND_F64)
		return fold_float(p, loc, op, ptx_f64_of(a->value), ptx_f64_of(b->value));
	if (a->kind != PTX_OPND_INT || b->kind != PTX_OPND_INT)
		return bad_constant(p, loc, "operator needs constants");
	bool is_unsigned = a->is_unsigned || b->is_unsigned;
	if ((op == '/' || op == '%') && b->value == 0)
		return bad_constant(p, loc, "division by zero in a constant");
	uint64_t v = fold(op, a->value, b->value, is_unsigned);
	struct ptx_operand *r = ptx_act_int(p, loc, v, false);
	r->is_unsigned = is_unsigned;
	return r;
}

struct ptx_operand *ptx_act_ternary(struct ptx_parser *p, struct ptx_span *loc,
	struct ptx_operand *c, struct ptx_operand *a, struct ptx_operand *b)
{
	if (c->kind != PTX_OPND_INT)
		return bad_constant(p, loc, "condition needs an integer constant");
	return c->value != 0 ? a : b;
}
