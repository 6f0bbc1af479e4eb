/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Minimum and maximum of floats (PTX ISA 9.7.3.11, 9.7.4.5). In PTX a number is preferred to every
 * NaN; HSAIL's min and max prefer it to quiet ones only, so they become comparisons. The negative
 * zero is the smaller one. */
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_minmax.h"

static bool has(const struct tr *t, enum ptx_mod m)
{
	return ptx_words_has(&t->at.words, m);
}

struct masks {
	const char *sign, *magnitude, *nan; /* masks in the type */
};

static const struct masks *masks_of(enum ptx_type type)
{
	static const struct masks f16 = {"0x8000", "0x7fff", "0x7fff"};
	static const struct masks f16x2 = {"0x80008000", "0x7fff7fff", "0x7fff7fff"};
	static const struct masks f32 = {"0x80000000", "0x7fffffff", "0x7fffffff"};
	static const struct masks f64 = {
		"0x8000000000000000", "0x7fffffffffffffff", "0x7fffffffffffffff"};
	return type == PTX_F16 ? &f16 : type == PTX_F16X2 ? &f16x2 : type == PTX_F32 ? &f32 : &f64;
}

static struct hir_op step(struct tr *t, enum tr_seq seq, enum ptx_type type,
	const struct hir_op in[3])
{
	const struct masks *m = masks_of(type);
	struct tr_env e = {.type = type};
	struct hir_op d = tr_temp_op(t, tr_kind_of(type));
	tr_env_bind(&e, 'D', d, type);
	for (int i = 0; i < 3; i++)
		tr_env_bind(&e, "ABC"[i], in[i], type);
	tr_env_text(&e, "sign", m->sign);
	tr_env_text(&e, "magnitude", m->magnitude);
	tr_env_text(&e, "nan", m->nan);
	tr_seq(t, seq, &e);
	return d;
}

/* Applies .ftz and .abs to an input. */
static struct hir_op prepare(struct tr *t, struct hir_op a, enum ptx_type type)
{
	bool pair = type == PTX_F16X2;
	if (has(t, PTX_MOD_FTZ))
		a = step(t, pair ? SEQ_MINMAX_FLUSH_X2 : SEQ_MINMAX_FLUSH, type,
			(struct hir_op[3]){a});
	if (has(t, PTX_MOD_ABS))
		a = step(t, SEQ_MINMAX_ABS, type, (struct hir_op[3]){a});
	return a;
}

/* Whether the operand is a number that is the result where the other one is equal to it or a NaN:
 * of zeros that is the positive one for max and the negative one for min. */
static bool is_number_for_ties(const struct hir_op *a, enum ptx_type type, bool min)
{
	unsigned bits = type == PTX_F16 ? 16 : type == PTX_F32 ? 32 : 64;
	uint64_t sign = (uint64_t)1 << (bits - 1);
	uint64_t infinity = type == PTX_F16   ? 0x7c00
	                    : type == PTX_F32 ? 0x7f800000
	                                      : 0x7ff0000000000000;
	uint64_t magnitude = a->u.value & (sign - 1);

	return a->kind == HIR_OP_CONST && type != PTX_F16X2 && magnitude <= infinity &&
	       (magnitude != 0 || ((a->u.value & sign) != 0) == min);
}

static enum tr_seq sequence_of(enum ptx_type type, bool min, bool number)
{
	if (type == PTX_F16X2)
		return min ? SEQ_MIN_X2 : SEQ_MAX_X2;
	if (number)
		return min ? SEQ_MIN_NUMBER : SEQ_MAX_NUMBER;
	return min ? SEQ_MIN : SEQ_MAX;
}

static struct hir_op choose(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type)
{
	bool pair = type == PTX_F16X2, min = has(t, PTX_MOD_MIN) || str_is(t->at.inst->root, "min");
	bool first = is_number_for_ties(&a, type, min), second = is_number_for_ties(&b, type, min);
	bool turned = first && !second; /* the number comes second */
	struct hir_op r = step(t, sequence_of(type, min, first || second), type,
		(struct hir_op[3]){turned ? b : a, turned ? a : b});
	if (has(t, PTX_MOD_NAN))
		r = step(t, pair ? SEQ_MINMAX_NAN_X2 : SEQ_MINMAX_NAN, type,
			(struct hir_op[3]){a, b, r});
	return r;
}

struct hir_op tr_minmax(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type)
{
	struct hir_op first = prepare(t, a, type), second = prepare(t, b, type);
	struct hir_op r = choose(t, first, second, type);
	if (has(t, PTX_MOD_XORSIGN))
		r = step(t, SEQ_MINMAX_SIGN, type, (struct hir_op[3]){a, b, r});
	return r;
}

void tr_fn_minmax(struct tr *t)
{
	enum ptx_type type = t->at.words.types[0];
	const struct hir_op *c = &t->at.env.bind['C' - 'A'];
	struct hir_op r = tr_minmax(t, t->at.env.bind['A' - 'A'], t->at.env.bind['B' - 'A'], type);
	if (c->kind != HIR_OP_NONE)
		r = choose(t, r, prepare(t, *c, type), type);
	tr_env_bind(&t->at.env, 'A', r, type);
	tr_seq(t, SEQ_MOV, &t->at.env);
}
