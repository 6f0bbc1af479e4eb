/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Video instructions (PTX ISA 9.7.17, 9.7.18).
 *
 * All are one scheme: parts of registers are selected and extended, an operation is done on them,
 * its result saturated, then combined with a third operand or merged into it. Scalar ones compute
 * in 64 bits, for their intermediate results have 34; those of 2 or 4 lanes in 32. */
#include "base/tr.h"

enum { LANES_MAX = 4, WORD_BITS = 32 };

/* ---- selectors: r.b2, r.h10 -------------------------------------------------------------- */

/* The selector of an operand, without its dot and empty when there is none; the operand loses
 * it. */
static struct str split_selector(struct ptx_operand *o)
{
	struct str name = o->name;
	size_t n = name.n;
	if (o->kind != PTX_OPND_NAME)
		return (struct str){0};
	while (n > 0 && name.p[n - 1] >= '0' && name.p[n - 1] <= '9')
		n--;
	if (n == name.n || n < 2 || (name.p[n - 1] != 'b' && name.p[n - 1] != 'h') ||
		name.p[n - 2] != '.')
		return (struct str){0};
	o->name.n = n - 2;
	return str_skip(name, n - 1);
}

static void bad_selector(struct tr *t, const struct ptx_operand *o, struct str selector)
{
	tr_error(t, o->span, "selector '." STR_FMT "' does not fit '" STR_FMT "'",
		STR_ARG(selector), STR_ARG(t->inst->root));
}

struct part { /* of a register */
	unsigned at, bits;
};

static bool scalar_part(struct tr *t, struct ptx_operand *o, struct part *p)
{
	struct str s = split_selector(o);
	*p = (struct part){0, WORD_BITS};
	if (s.n == 0)
		return true;
	p->bits = s.p[0] == 'b' ? 8 : 16;
	p->at = (unsigned)(s.p[1] - '0') * p->bits;
	if (s.n == 2 && p->at < WORD_BITS)
		return true;
	bad_selector(t, o, s);
	return false;
}

/* The digits of a selector of lanes, that of lane 0 first; `count` or, in masks, up to that
 * many. */
static bool lane_digits(struct tr *t, struct ptx_operand *o, unsigned lanes, bool is_mask,
	unsigned digits[LANES_MAX], unsigned *count)
{
	struct str s = split_selector(o);
	*count = 0;
	if (s.n == 0)
		return true;
	bool ok = s.p[0] == (lanes == 2 ? 'h' : 'b') && s.n - 1 <= lanes &&
	          (is_mask || s.n - 1 == lanes);
	for (size_t i = s.n - 1; ok && i >= 1; i--) {
		unsigned digit = (unsigned)(s.p[i] - '0');
		ok = digit < (is_mask ? lanes : 2 * lanes) &&
		     (!is_mask || *count == 0 || digit > digits[*count - 1]);
		digits[(*count)++] = digit;
	}
	if (!ok)
		bad_selector(t, o, s);
	return ok;
}

/* ---- values ------------------------------------------------------------------------------ */

struct value {
	struct hir_op op;
	enum ptx_type type; /* S32 or U32; 64 bits when widened */
};

static struct hir_op compute(struct tr *t, enum tr_seq seq, enum ptx_type type, struct value a,
	struct value b)
{
	enum ptx_mod cmp = t->words.classes[PTX_CLASS_VCMP];
	struct tr_env e = {.type = type};
	struct hir_op d = tr_temp_op(t, tr_kind_of(type));
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', a.op, a.type);
	tr_env_bind(&e, 'B', b.op, b.type);
	tr_env_text(&e, "cmp", ptx_class_text(PTX_CLASS_VCMP, cmp));
	tr_seq(t, seq, &e);
	return d;
}

static struct value select_part(struct tr *t, struct hir_op from, enum ptx_type type, struct part p)
{
	struct value v = {from, type};
	struct tr_env e = {.type = type};
	if (p.bits == WORD_BITS)
		return v;
	v.op = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', v.op, type);
	tr_env_bind(&e, 'A', from, type);
	tr_env_bind(&e, 'B', hir_op_const(p.at), PTX_U32);
	tr_env_bind(&e, 'C', hir_op_const(p.bits), PTX_U32);
	tr_seq(t, SEQ_VIDEO_PART, &e);
	return v;
}

static struct value widen(struct tr *t, struct value v)
{
	v.op = compute(t, SEQ_VIDEO_WIDE, PTX_S64, v, v);
	v.type = PTX_S64;
	return v;
}

/* Source k as it is selected, in 64 bits. */
static bool scalar_source(struct tr *t, unsigned k, enum ptx_type type, struct value *v)
{
	struct ptx_operand o = *t->inst->operands[k];
	struct part p;
	struct hir_op whole;
	if (!scalar_part(t, &o, &p) || !tr_source(t, &o, type, &whole))
		return false;
	*v = widen(t, select_part(t, whole, type, p));
	return true;
}

/* To the range of `bits` bits. */
static struct hir_op saturate(struct tr *t, struct hir_op a, enum ptx_type computed,
	enum ptx_type to, unsigned bits)
{
	bool is_signed = ptx_types[to].kind == PTX_KIND_SIGNED;
	uint64_t high = (UINT64_C(1) << (bits - (is_signed ? 1 : 0))) - 1;
	struct tr_env e = {.type = computed};
	struct hir_op d = tr_temp_op(t, tr_kind_of(computed));
	tr_env_bind(&e, 'D', d, computed);
	tr_env_bind(&e, 'A', a, computed);
	tr_env_bind(&e, 'B', hir_op_const(is_signed ? ~high : 0), computed);
	tr_env_bind(&e, 'C', hir_op_const(high), computed);
	tr_env_text(&e, "to", ptx_types[computed].hsail);
	tr_seq(t, SEQ_CVT_CLAMP, &e);
	return d;
}

static struct hir_op insert(struct tr *t, struct hir_op into, struct hir_op value, struct part p)
{
	struct tr_env e = {0};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', into, PTX_B32);
	tr_env_bind(&e, 'B', value, PTX_B32);
	tr_env_bind(&e, 'C', hir_op_const(p.at), PTX_U32);
	tr_env_bind(&e, 'E', hir_op_const(p.bits), PTX_U32);
	tr_seq(t, SEQ_VIDEO_INSERT, &e);
	return d;
}

static void deliver(struct tr *t, struct hir_op d, struct hir_op value)
{
	struct tr_env e = {.type = PTX_B32};
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', value, PTX_B32);
	tr_seq(t, SEQ_MOV, &e);
}

static bool is_saturated(const struct tr *t)
{
	return ptx_words_has(&t->words, PTX_MOD_SAT);
}

/* Types of the operands; comparisons give no type for their result, which is unsigned. */
static void operand_types(const struct tr *t, enum ptx_type *d, enum ptx_type *a, enum ptx_type *b)
{
	const enum ptx_type *types = t->words.types;
	bool has_result = t->words.type_count == 3;
	*d = has_result ? types[0] : PTX_U32;
	*a = types[has_result ? 1 : 0];
	*b = types[has_result ? 2 : 1];
}

/* ---- scalar ------------------------------------------------------------------------------ */

static struct hir_op secondary(struct tr *t, struct hir_op value, struct hir_op c,
	enum ptx_type type)
{
	enum ptx_mod op = t->words.classes[PTX_CLASS_VOP2];
	enum tr_seq seq = op == PTX_MOD_ADD   ? SEQ_VIDEO_ADD
	                  : op == PTX_MOD_MIN ? SEQ_VIDEO_MIN
	                                      : SEQ_VIDEO_MAX;
	return compute(t, seq, PTX_S64, (struct value){value, PTX_S64},
		widen(t, (struct value){c, type}));
}

static void scalar(struct tr *t, enum tr_seq op)
{
	enum ptx_type type, type_a, type_b;
	bool combined = t->words.classes[PTX_CLASS_VOP2] != PTX_MOD_NONE;
	struct ptx_operand dest = *t->inst->operands[0];
	struct part to;
	struct value a, b;
	struct hir_op d, c = {0};
	operand_types(t, &type, &type_a, &type_b);
	if (!scalar_part(t, &dest, &to))
		return;
	bool merged = to.bits < WORD_BITS;
	unsigned count = combined || merged ? 4 : 3;
	if (combined && merged) {
		tr_error(t, dest.span, "a second operation has all of a register for its result");
		return;
	}
	if (!tr_operand_count(t, count, count) || !tr_dest(t, &dest, PTX_B32, &d) ||
		!scalar_source(t, 1, type_a, &a) || !scalar_source(t, 2, type_b, &b) ||
		(count == 4 && !tr_source(t, t->inst->operands[3], type, &c)))
		return;
	struct hir_op value = compute(t, op, PTX_S64, a, b);
	if (is_saturated(t))
		value = saturate(t, value, PTX_S64, type, to.bits);
	if (combined)
		value = secondary(t, value, c, type);
	value = tr_resize(t, value, BRIG_REGISTER_KIND_DOUBLE, BRIG_REGISTER_KIND_SINGLE, false);
	deliver(t, d, merged ? insert(t, c, value, to) : value);
}

/* ---- two and four lanes ------------------------------------------------------------------ */

struct lanes { /* of an operand: lane i is part `of[i]` of the pair b, a */
	unsigned of[LANES_MAX];
	enum ptx_type type;
};

static bool take_lanes(struct tr *t, unsigned k, unsigned lanes, enum ptx_type type,
	struct ptx_operand *plain, struct lanes *l)
{
	unsigned count = 0;
	*plain = *t->inst->operands[k];
	l->type = type;
	if (!lane_digits(t, plain, lanes, false, l->of, &count))
		return false;
	for (unsigned i = 0; count == 0 && i < lanes; i++)
		l->of[i] = i + (k == 1 ? 0 : lanes);
	return true;
}

static struct value lane(struct tr *t, const struct lanes *l, unsigned i, unsigned lanes,
	const struct hir_op sources[2])
{
	unsigned bits = WORD_BITS / lanes, from = l->of[i];
	return select_part(t, sources[from / lanes], l->type,
		(struct part){from % lanes * bits, bits});
}

/* vabsdiff4.u32.u32.u32.add without selectors, which HSAIL has. */
static bool is_plain_sad(const struct tr *t, enum tr_seq op, unsigned lanes)
{
	if (op != SEQ_VIDEO_ABSDIFF || lanes != 4 || !ptx_words_has(&t->words, PTX_MOD_ADD))
		return false;
	for (unsigned i = 0; i < 3; i++) {
		struct ptx_operand o = *t->inst->operands[i];
		if (t->words.types[i] != PTX_U32 || split_selector(&o).n != 0)
			return false;
	}
	return true;
}

static void plain_sad(struct tr *t, struct hir_op d, const struct hir_op sources[2],
	struct hir_op c)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_U32);
	tr_env_bind(&e, 'A', sources[0], PTX_U32);
	tr_env_bind(&e, 'B', sources[1], PTX_U32);
	tr_env_bind(&e, 'C', c, PTX_U32);
	tr_seq(t, SEQ_VIDEO_SAD, &e);
}

static void simd(struct tr *t, enum tr_seq op, unsigned lanes)
{
	enum ptx_type type, type_a, type_b;
	bool add = ptx_words_has(&t->words, PTX_MOD_ADD);
	struct ptx_operand dest = *t->inst->operands[0], from[2];
	unsigned mask[LANES_MAX], count = 0, bits = WORD_BITS / lanes;
	struct lanes a, b;
	struct hir_op d, sources[2], c;
	operand_types(t, &type, &type_a, &type_b);
	if (add && is_saturated(t)) {
		tr_no_translation(t);
		return;
	}
	if (!lane_digits(t, &dest, lanes, true, mask, &count) ||
		!take_lanes(t, 1, lanes, type_a, &from[0], &a) ||
		!take_lanes(t, 2, lanes, type_b, &from[1], &b) || !tr_dest(t, &dest, PTX_B32, &d) ||
		!tr_source(t, &from[0], PTX_B32, &sources[0]) ||
		!tr_source(t, &from[1], PTX_B32, &sources[1]) ||
		!tr_source(t, t->inst->operands[3], PTX_B32, &c))
		return;
	if (is_plain_sad(t, op, lanes)) {
		plain_sad(t, d, sources, c);
		return;
	}
	bool all = count == 0;
	for (unsigned i = 0; i < (all ? lanes : count); i++) {
		unsigned k = all ? i : mask[i];
		struct hir_op value = compute(t, op, PTX_S32, lane(t, &a, k, lanes, sources),
			lane(t, &b, k, lanes, sources));
		if (is_saturated(t))
			value = saturate(t, value, PTX_S32, type, bits);
		c = add ? compute(t, SEQ_VIDEO_ADD, PTX_S32, (struct value){c, PTX_S32},
				  (struct value){value, PTX_S32})
		        : insert(t, c, value, (struct part){k * bits, bits});
	}
	deliver(t, d, c);
}

/* The digit of vadd2, vadd4 is the number of lanes. */
static void video(struct tr *t, enum tr_seq op)
{
	char last = t->inst->root.p[t->inst->root.n - 1];
	bool is_simd = last == '2' || last == '4';
	if (!tr_operand_count(t, is_simd ? 4 : 3, 4))
		return;
	if (is_simd)
		simd(t, op, (unsigned)(last - '0'));
	else
		scalar(t, op);
}

void tr_fn_vadd(struct tr *t)
{
	video(t, SEQ_VIDEO_ADD);
}

void tr_fn_vsub(struct tr *t)
{
	video(t, SEQ_VIDEO_SUB);
}

void tr_fn_vabsdiff(struct tr *t)
{
	video(t, SEQ_VIDEO_ABSDIFF);
}

void tr_fn_vmin(struct tr *t)
{
	video(t, SEQ_VIDEO_MIN);
}

void tr_fn_vmax(struct tr *t)
{
	video(t, SEQ_VIDEO_MAX);
}

void tr_fn_vavrg(struct tr *t)
{
	video(t, SEQ_VIDEO_AVERAGE);
}

void tr_fn_vset(struct tr *t)
{
	video(t, SEQ_VIDEO_SET);
}

/* An unsigned number shifted by 32 would be taken for a negative one. */
void tr_fn_vshl(struct tr *t)
{
	bool wrap = ptx_words_has(&t->words, PTX_MOD_WRAP);
	bool clip = is_saturated(t) && t->words.types[1] == PTX_U32;
	video(t, wrap ? SEQ_VIDEO_SHL_WRAP : clip ? SEQ_VIDEO_SHL_CLIP : SEQ_VIDEO_SHL_CLAMP);
}

void tr_fn_vshr(struct tr *t)
{
	video(t, ptx_words_has(&t->words, PTX_MOD_WRAP) ? SEQ_VIDEO_SHR_WRAP : SEQ_VIDEO_SHR_CLAMP);
}

/* ---- vmad: a 128-bit sum, shifted -------------------------------------------------------- */

struct wide { /* a number of 128 bits */
	struct hir_op low, high;
};

static struct wide wide_new(struct tr *t)
{
	return (struct wide){
		tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE), tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE)};
}

/* D and Q of the result, from whatever else *e binds. */
static struct wide wide_compute(struct tr *t, enum tr_seq seq, struct tr_env *e)
{
	struct wide w = wide_new(t);
	tr_env_bind(e, 'D', w.low, PTX_B64);
	tr_env_bind(e, 'Q', w.high, PTX_B64);
	tr_seq(t, seq, e);
	return w;
}

static struct wide wide_product(struct tr *t, struct value a, struct value b, bool is_signed)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', a.op, PTX_S64);
	tr_env_bind(&e, 'B', b.op, PTX_S64);
	return wide_compute(t, is_signed ? SEQ_VMAD_SIGNED : SEQ_VMAD_UNSIGNED, &e);
}

static struct wide wide_extend(struct tr *t, struct hir_op c, bool is_signed)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', c, is_signed ? PTX_S32 : PTX_U32);
	return wide_compute(t, is_signed ? SEQ_VMAD_SEXT : SEQ_VMAD_ZEXT, &e);
}

static struct wide wide_not(struct tr *t, struct wide a)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', a.low, PTX_B64);
	tr_env_bind(&e, 'B', a.high, PTX_B64);
	return wide_compute(t, SEQ_VMAD_NOT, &e);
}

static struct wide wide_sum(struct tr *t, struct wide a, struct wide c, bool plus_one)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', a.low, PTX_B64);
	tr_env_bind(&e, 'B', a.high, PTX_B64);
	tr_env_bind(&e, 'C', c.low, PTX_B64);
	tr_env_bind(&e, 'E', c.high, PTX_B64);
	tr_env_bind(&e, 'F', hir_op_const(plus_one), PTX_B64);
	return wide_compute(t, SEQ_VMAD_SUM, &e);
}

/* The 64 bits from bit n up. */
static struct hir_op wide_shift(struct tr *t, struct wide a, unsigned n)
{
	struct tr_env e = {0};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	if (n == 0)
		return a.low;
	tr_env_bind(&e, 'D', d, PTX_B64);
	tr_env_bind(&e, 'A', a.low, PTX_B64);
	tr_env_bind(&e, 'B', a.high, PTX_B64);
	tr_env_bind(&e, 'C', hir_op_const(n), PTX_U32);
	tr_env_bind(&e, 'E', hir_op_const(64 - n), PTX_U32);
	tr_seq(t, SEQ_VMAD_SHIFT, &e);
	return d;
}

/* A source with its sign, which is `minus` when it is written -a. */
static bool vmad_source(struct tr *t, unsigned k, enum ptx_type type, struct value *v, bool *minus)
{
	struct ptx_operand *o = t->inst->operands[k];
	*minus = o->minus;
	o->minus = false;
	bool ok = scalar_source(t, k, type, v);
	o->minus = *minus;
	return ok;
}

static bool vmad_addend(struct tr *t, bool is_signed, struct hir_op *c, bool *minus)
{
	struct ptx_operand o = *t->inst->operands[3];
	*minus = o.minus;
	o.minus = false;
	return tr_source(t, &o, is_signed ? PTX_S32 : PTX_U32, c);
}

static void vmad_saturate(struct tr *t, struct hir_op d, struct hir_op low, struct hir_op above,
	bool is_signed)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', low, PTX_B32);
	tr_env_bind(&e, 'B', above, PTX_B64);
	tr_seq(t, is_signed ? SEQ_VMAD_SAT_SIGNED : SEQ_VMAD_SAT_UNSIGNED, &e);
}

void tr_fn_vmad(struct tr *t)
{
	enum ptx_type type, type_a, type_b;
	struct value a, b;
	struct hir_op d, c;
	bool minus_a, minus_b, minus_c, po = ptx_words_has(&t->words, PTX_MOD_PO);
	operand_types(t, &type, &type_a, &type_b);
	if (!tr_operand_count(t, 4, 4) || !tr_dest(t, t->inst->operands[0], PTX_B32, &d) ||
		!vmad_source(t, 1, type_a, &a, &minus_a) ||
		!vmad_source(t, 2, type_b, &b, &minus_b))
		return;
	bool minus = minus_a != minus_b, is_signed = type_a == PTX_S32 || type_b == PTX_S32;
	if (!vmad_addend(t, is_signed || minus, &c, &minus_c))
		return;
	if ((po && (minus_a || minus_b || minus_c)) || (minus && minus_c)) {
		tr_no_translation(t);
		return;
	}
	bool signed_result = is_signed || minus || minus_c;
	unsigned shift = ptx_words_has(&t->words, PTX_MOD_SHR7)    ? 7
	                 : ptx_words_has(&t->words, PTX_MOD_SHR15) ? 15
	                                                           : 0;
	struct wide product = wide_product(t, a, b, is_signed);
	struct wide addend = wide_extend(t, c, signed_result);
	if (minus)
		product = wide_not(t, product);
	if (minus_c)
		addend = wide_not(t, addend);
	struct wide sum = wide_sum(t, product, addend, po || minus || minus_c);
	struct hir_op low = tr_resize(t, wide_shift(t, sum, shift), BRIG_REGISTER_KIND_DOUBLE,
		BRIG_REGISTER_KIND_SINGLE, false);
	if (is_saturated(t))
		vmad_saturate(t, d, low, wide_shift(t, sum, shift + (signed_result ? 31 : 32)),
			signed_result);
	else
		deliver(t, d, low);
}
