/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates setp and set (PTX ISA 9.7.6). */
#include "base/message.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

static struct hir_op predicate_temp(struct tr *t)
{
	return tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
}

static void invert(struct tr *t, struct hir_op d, struct hir_op a)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', a, PTX_PRED);
	tr_seq(t, SEQ_SETP_NOT, &e);
}

static void combine(struct tr *t, struct hir_op d, struct hir_op a, struct hir_op b)
{
	struct tr_env e = {0};
	enum ptx_mod op = t->at.words.classes[PTX_CLASS_BOOL];
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', a, PTX_PRED);
	tr_env_bind(&e, 'B', b, PTX_PRED);
	tr_seq(t,
		op == PTX_MOD_AND  ? SEQ_SETP_AND
		: op == PTX_MOD_OR ? SEQ_SETP_OR
				   : SEQ_SETP_XOR,
		&e);
}

static bool has_bool(const struct tr *t)
{
	return t->at.words.classes[PTX_CLASS_BOOL] != PTX_MOD_NONE;
}

/* Checks p|q, where q is the opposite of p: 16-bit floats have only p. */
static bool may_have_contrary(struct tr *t, enum ptx_type type)
{
	const struct ptx_operand *o = t->at.inst->operands[0];
	bool is_half = type == PTX_F16 || type == PTX_BF16;
	if (!is_half || o->kind != PTX_OPND_DUAL || o->elems[1]->kind == PTX_OPND_SINK)
		return true;
	tr_error(t, o->elems[1]->span, "with '.%s' there is one predicate", ptx_types[type].text);
	return false;
}

/* Reads the destination p or p|q; *q is HIR_OP_NONE for p alone. */
static bool destinations(struct tr *t, struct hir_op *p, struct hir_op *q)
{
	const struct ptx_operand *o = t->at.inst->operands[0];
	*q = (struct hir_op){0};
	if (o->kind != PTX_OPND_DUAL)
		return tr_dest(t, o, PTX_PRED, p);
	return tr_dest(t, o->elems[0], PTX_PRED, p) && tr_dest(t, o->elems[1], PTX_PRED, q);
}

/* Checks that the comparison exists for the type: b types have only eq and ne, only floats have
 * unordered ones, and only unsigned integers have lo, ls, hi and hs. */
static bool comparison_fits(struct tr *t, enum ptx_type type)
{
	enum ptx_mod c = t->at.words.classes[PTX_CLASS_CMP];
	enum ptx_kind kind = ptx_types[type].kind;
	bool equality = c == PTX_MOD_EQ || c == PTX_MOD_NE;
	bool unordered = c >= PTX_MOD_EQU && c <= PTX_MOD_ISNAN;
	bool is_float = kind == PTX_KIND_FLOAT || type == PTX_F16X2 || type == PTX_BF16 ||
	                type == PTX_BF16X2;
	bool lower = c == PTX_MOD_LO || c == PTX_MOD_LS || c == PTX_MOD_HI || c == PTX_MOD_HS;
	if ((kind == PTX_KIND_BITS && !is_float && !equality) || (unordered && !is_float) ||
		(lower && kind != PTX_KIND_UNSIGNED)) {
		tr_error(t, t->at.stmt->span, "'" STR_FMT "': '.%s' is no comparison of '.%s'",
			STR_ARG(t->at.inst->text), ptx_mod_text(c), ptx_types[type].text);
		return false;
	}
	return true;
}

/* Sets p = result op c and q = !result op c, where `op` is the instruction's .and, .or or .xor;
 * without one, p is set already and q = !result. */
static void deliver(struct tr *t, struct hir_op p, struct hir_op q, struct hir_op result,
	struct hir_op c)
{
	struct hir_op inverse = q;
	if (q.kind != HIR_OP_NONE) {
		if (has_bool(t))
			inverse = predicate_temp(t);
		invert(t, inverse, result);
	}
	if (!has_bool(t))
		return;
	if (q.kind == HIR_OP_NONE) {
		combine(t, p, result, c);
		return;
	}
	struct hir_op first = predicate_temp(t); /* p may be the same register as c */
	combine(t, first, result, c);
	combine(t, q, inverse, c);
	struct tr_env e = {.type = PTX_PRED};
	tr_env_bind(&e, 'D', p, PTX_PRED);
	tr_env_bind(&e, 'A', first, PTX_PRED);
	tr_seq(t, SEQ_MOV, &e);
}

static bool third_predicate(struct tr *t, struct hir_op *c)
{
	*c = (struct hir_op){0};
	uint32_t want = has_bool(t) ? 4 : 3;
	return tr_operand_count(t, want, want) &&
	       (!has_bool(t) || tr_source(t, t->at.inst->operands[3], PTX_PRED, c));
}

/* Returns a 16-bit float as the type in which it is compared: a bf16 as the f32 whose high half it
 * is, or the high half of an f16x2 as an f16. */
static struct hir_op widened(struct tr *t, struct hir_op a, enum tr_seq seq)
{
	struct tr_env e = {0};
	struct hir_op wide = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', wide, PTX_F32);
	tr_env_bind(&e, 'A', a, PTX_BF16);
	tr_seq(t, seq, &e);
	return wide;
}

static void compare(struct tr *t, struct hir_op d, struct hir_op a, struct hir_op b,
	enum ptx_type type)
{
	struct tr_env e = t->at.env;
	e.type = type;
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', a, type);
	tr_env_bind(&e, 'B', b, type);
	tr_env_text(&e, "ftz", ptx_class_text(PTX_CLASS_FTZ, t->at.words.classes[PTX_CLASS_FTZ]));
	tr_seq(t, SEQ_SETP, &e);
}

static void compare_scalars(struct tr *t, struct hir_op d, struct hir_op a, struct hir_op b,
	enum ptx_type type)
{
	if (type == PTX_BF16)
		compare(t, d, widened(t, a, SEQ_BF16_LOW), widened(t, b, SEQ_BF16_LOW), PTX_F32);
	else
		compare(t, d, a, b, type);
}

void tr_fn_setp(struct tr *t)
{
	struct hir_op p, q, a, b, c;
	enum ptx_type type = t->at.words.types[0];
	if (!third_predicate(t, &c) || !comparison_fits(t, type) || !may_have_contrary(t, type) ||
		!destinations(t, &p, &q) || !tr_source(t, t->at.inst->operands[1], type, &a) ||
		!tr_source(t, t->at.inst->operands[2], type, &b))
		return;
	struct hir_op result = has_bool(t) ? predicate_temp(t) : p;
	compare_scalars(t, result, a, b, type);
	deliver(t, p, q, result, c);
}

/* ---- f16x2 and bf16x2: the low halves, and the high ones --------------------------------- */

static void compare_halves(struct tr *t, struct hir_op results[2], struct hir_op a, struct hir_op b,
	enum ptx_type type, struct hir_op c)
{
	bool bf16 = type == PTX_BF16X2;
	enum tr_seq seqs[2] = {SEQ_BF16_LOW, bf16 ? SEQ_BF16_HIGH : SEQ_HIGH_HALF};
	for (int i = 0; i < 2; i++) {
		struct hir_op first = a, second = b;
		if (bf16 || i == 1) {
			first = widened(t, a, seqs[i]);
			second = widened(t, b, seqs[i]);
		}
		results[i] = predicate_temp(t);
		compare(t, results[i], first, second, bf16 ? PTX_F32 : PTX_F16);
		if (has_bool(t))
			combine(t, results[i], results[i], c);
	}
}

/* p is the comparison of the low halves, q that of the high ones. */
void tr_fn_setp_halves(struct tr *t)
{
	enum ptx_type type = t->at.words.types[0];
	struct hir_op p, q, a, b, c, results[2];
	if (!third_predicate(t, &c) || !comparison_fits(t, type) || !destinations(t, &p, &q) ||
		!tr_source(t, t->at.inst->operands[1], type, &a) ||
		!tr_source(t, t->at.inst->operands[2], type, &b))
		return;
	if (q.kind == HIR_OP_NONE) /* p alone */
		q = predicate_temp(t);
	compare_halves(t, results, a, b, type, c);
	for (int i = 0; i < 2; i++) {
		struct tr_env e = {.type = PTX_PRED};
		tr_env_bind(&e, 'D', i == 0 ? p : q, PTX_PRED);
		tr_env_bind(&e, 'A', results[i], PTX_PRED);
		tr_seq(t, SEQ_MOV, &e);
	}
}

/* Each half of the result is all ones, or 1.0 for a float type, where the comparison of the halves
 * holds, else 0. */
void tr_fn_set_halves(struct tr *t)
{
	enum ptx_type type = t->at.words.types[1], to = t->at.words.types[0];
	struct hir_op d, a, b, c, results[2];
	if (!third_predicate(t, &c) || !comparison_fits(t, type) ||
		!tr_dest(t, t->at.inst->operands[0], to, &d) ||
		!tr_source(t, t->at.inst->operands[1], type, &a) ||
		!tr_source(t, t->at.inst->operands[2], type, &b))
		return;
	compare_halves(t, results, a, b, type, c);
	tr_env_bind(&t->at.env, 'D', d, to);
	tr_env_bind(&t->at.env, 'A', results[0], PTX_PRED);
	tr_env_bind(&t->at.env, 'B', results[1], PTX_PRED);
	tr_env_text(&t->at.env, "low",
		to == PTX_F16X2    ? "0x3c00"
		: to == PTX_BF16X2 ? "0x3f80"
				   : "0xffff");
	tr_env_text(&t->at.env, "high",
		to == PTX_F16X2    ? "0x3c000000"
		: to == PTX_BF16X2 ? "0x3f800000"
				   : "0xffff0000");
	tr_seq(t, SEQ_SET_FLAGS_X2, &t->at.env);
}

/* ---- set --------------------------------------------------------------------------------- */

void tr_fn_set(struct tr *t)
{
	struct hir_op d, a, b, c;
	enum ptx_type type = t->at.words.types[1], to = t->at.words.types[0];
	if (!third_predicate(t, &c) || !comparison_fits(t, type) ||
		!tr_dest(t, t->at.inst->operands[0], to, &d) ||
		!tr_source(t, t->at.inst->operands[1], type, &a) ||
		!tr_source(t, t->at.inst->operands[2], type, &b))
		return;
	tr_env_bind(&t->at.env, 'D', d, to);
	tr_env_bind(&t->at.env, 'A', a, type);
	tr_env_bind(&t->at.env, 'B', b, type);
	if (!has_bool(t) && type != PTX_BF16 && to != PTX_BF16) {
		tr_seq(t, SEQ_SET, &t->at.env);
		return;
	}
	struct hir_op result = predicate_temp(t);
	compare_scalars(t, result, a, b, type);
	if (has_bool(t))
		combine(t, result, result, c);
	tr_env_bind(&t->at.env, 'A', result, PTX_PRED);
	tr_seq(t,
		to == PTX_F32    ? SEQ_SET_FLAG_F32
		: to == PTX_F16  ? SEQ_SET_FLAG_F16
		: to == PTX_BF16 ? SEQ_SET_FLAG_BF16
				 : SEQ_SET_FLAG_INT,
		&t->at.env);
}
